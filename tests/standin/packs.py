"""The auction's packs of wares, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tests.standin.wares import FOLDER, LAYERING, SCHEMA, WarePack, core
from webapp.games.contract import Json
from webapp.packs.examine import Report, examined
from webapp.packs.kind import PackKind


def examine(files: Mapping[str, str], pictures: Collection[str]) -> Report:
    """For the process of strangers' files."""
    return examined(SCHEMA, files, pictures)


class WarePacks(PackKind):
    """Packs with one sort of card."""

    game = "auction"
    schema = SCHEMA
    folder = FOLDER
    examine = staticmethod(examine)
    made = counted = ("ware",)

    def core(self) -> WarePack:
        return core()

    def new_card(self, sort: str, pack: WarePack, name: str) -> tuple[Json, str]:
        return {"name": {"fr": name, "en": name}}, ""


PACKS = WarePacks()


def every() -> WarePack:
    """The wares of all packs that there are."""
    shelf = PACKS.library.shelf()
    return LAYERING.merged(LAYERING.layers(("core", *shelf), shelf))


def offered() -> dict[str, str]:
    """The packs that there are, with their versions."""
    return {id: f"{id} {pack.version}" for id, pack in {"core": PACKS.core(), **PACKS.library.shelf()}.items()}

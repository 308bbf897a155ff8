"""The auction's packs of wares, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tests.standin.wares import FOLDER, LAYERING, SCHEMA, WarePack
from webapp.games.contract import Json
from webapp.packs.examine import Report, examined
from webapp.packs.kind import PackKind


def examine(files: Mapping[str, str], pictures: Collection[str]) -> Report:
    """The report on a pack, for the process of untrusted files."""
    return examined(SCHEMA, files, pictures)


class WarePacks(PackKind):
    """Packs with one sort of card."""

    game = "auction"
    schema_name = "tests.standin.wares:SCHEMA"
    examine_name = "tests.standin.packs:examine"
    core_name = "tests.standin.wares:core"
    folder = FOLDER
    made = counted = ("ware",)

    def new_card(self, sort: str, pack: WarePack, name: str) -> tuple[Json, str]:
        return {"name": {"fr": name, "en": name}}, ""


PACKS = WarePacks()


def every() -> WarePack:
    """The wares of all packs."""
    shelf = PACKS.library.shelf()
    return LAYERING.merged(LAYERING.layers(("core", *shelf), shelf))

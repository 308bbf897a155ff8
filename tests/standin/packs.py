"""The auction's packs of wares, as the house keeps, shows and edits them."""

from __future__ import annotations

from tests.standin.wares import FOLDER, LAYERING, WarePack
from webapp.games.contract import Json
from webapp.packs.kind import PackKind


class WarePacks(PackKind):
    """Packs with one sort of card."""

    game = "auction"
    schema_name = "tests.standin.wares:SCHEMA"
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

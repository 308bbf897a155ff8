"""The auction's packs of wares, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rules.kernel.packs.reader import Schema
from tests.standin.wares import FOLDER, LAYERING, SCHEMA, WarePack, core
from webapp.games.contract import Json
from webapp.packs.examine import Report, examined
from webapp.packs.kind import PackKind


def examine(files: Mapping[str, str], pictures: Collection[str]) -> Report:
    """The report on a pack, for the process of untrusted files."""
    return examined(SCHEMA, files, pictures)


class WarePacks(PackKind):
    """Packs with one sort of card."""

    game = "auction"
    folder = FOLDER
    made = counted = ("ware",)

    @property
    def schema(self) -> Schema[Any]:
        return SCHEMA

    @property
    def examine(self) -> Callable[[Mapping[str, str], Collection[str]], Report]:
        return examine

    def core(self) -> WarePack:
        return core()

    def new_card(self, sort: str, pack: WarePack, name: str) -> tuple[Json, str]:
        return {"name": {"fr": name, "en": name}}, ""


PACKS = WarePacks()


def every() -> WarePack:
    """The wares of all packs."""
    shelf = PACKS.library.shelf()
    return LAYERING.merged(LAYERING.layers(("core", *shelf), shelf))

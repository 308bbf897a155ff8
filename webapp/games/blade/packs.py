"""Packs of Blade & Book, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.kernel.packs.fields import FormLayout
from webapp.games.blade import KEY
from webapp.games.contract import Json
from webapp.i18n import Translator
from webapp.packs.kind import PackKind
from webapp.ui.tree import Node

if TYPE_CHECKING:
    from rules.blade.packs.reader import Pack

NEW: Mapping[str, Json] = {
    "hero": {
        "energy": 10,
        "movement": {"base": 3, "limit": 3},
        **{box: {"limit": 3} for box in ("melee", "ranged", "guard", "manipulation")},
        "load": {"max": 6},
    },
    "item": {"kind": "weapon", "load": 1, "melee": ["yellow"]},
    "unit": {"kind": "minion", "movement": 3, "passive": 0, "melee": ["orange"], "reinforcement": 1},
    "spell": {"effect": "bolt", "cost": 2, "dice": ["orange"]},
    "board": {"size": [800, 400]},
}
"""The keys of a new card, besides its name."""
ZONES = """zones = [
  { id = "west", name = { fr = "Ouest", en = "West" }, polygon = [[0, 0], [400, 0], [400, 400], [0, 400]], dot = [200, 200], capacity = 6 },
  { id = "east", name = { fr = "Est", en = "East" }, polygon = [[400, 0], [800, 0], [800, 400], [400, 400]], dot = [600, 200], capacity = 6 },
]
borders = [{ between = ["west", "east"] }]
"""  # fmt: skip  # noqa: E501
RULES = """[[scenario.muster]]
heroes = [1, 1]
roster = ["{hero}"]
start = ["{start}"]
overlord = {{ reserve = 5, fatigue = 2, recovery = 3 }}
river = ["red"]
tiles = [{{ id = "red", unit = "{unit}", at = ["{exit}"] }}]

[[scenario.rule]]
id = "across"
when = {{ on = "leaves", side = "heroes" }}
do = [{{ op = "end", winner = "heroes", reason = "across" }}]

[[scenario.rule]]
id = "late"
when = {{ on = "marker", at = "last" }}
do = [{{ op = "end", winner = "overlord", reason = "time" }}]
"""
"""The rest of a new scenario: one hero comes from one end of a board to the other."""
SMALL = "proving-ground"
"""The board of a new scenario, where there is it."""


class BladePacks(PackKind):
    """Heroes, objects, units, spells, boards, scenarios, and colours of dice."""

    game = KEY
    layout = FormLayout(
        (
            *("id", "version", "author", "licence", "languages", "extends", "name", "title", "kind", "text", "board"),
            *("first", "last", "exits", "energy", "movement", "passive", "melee", "ranged", "parry", "manipulation"),
            *("load", "effect", "cost", "limit", "dice", "skills", "kit", "reinforcement", "size"),
        ),
        # nothing shows these two
        as_text=("board.image", "scenario.image"),
    )
    made = counted = (*NEW, "scenario")
    new = NEW
    chosen: Mapping[str, str] = {"scenario": "scenarios"}
    guide = "rules.blade.packs.guide:guide"
    styles = ("packs.css", "stage.css", "blade/table.css", "blade/scenario.css")

    def new_card(self, sort: str, pack: Pack, name: str) -> tuple[Json, str]:
        """A board of two zones; a scenario on a board of the pack, with a hero and a unit that it has."""
        if sort == "board":
            return super().new_card(sort, pack, name)[0], ZONES
        if sort != "scenario":
            return super().new_card(sort, pack, name)
        board = SMALL if SMALL in pack.boards else next(iter(pack.boards), SMALL)
        zones = [zone.id for zone in pack.boards[board].zones] if board in pack.boards else ["b1", "a3"]
        keys = {
            "name": {"fr": name, "en": name},
            "text": {"fr": "Traversez.", "en": "Get across."},
            "board": board,
            "first": "heroes",
            "last": 8,
            "exits": zones[-1:],
        }
        hero, unit = next(iter(pack.heroes), "nessa"), next(iter(pack.units), "dock-bravo")
        return keys, RULES.format(hero=hero, unit=unit, start=zones[0], exit=zones[-1])

    def drawn(self, sort: str, card: Any, pack: Pack, tr: Translator) -> Node | None:
        """A card as its sheet shows it; a board and a scenario as they lie on the table."""
        from webapp.games.blade.pack_preview import preview

        return preview(sort, card, pack, tr)


PACKS = BladePacks()

"""Hybris's packs, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.kernel.packs.fields import FormLayout
from webapp.games.contract import Json
from webapp.games.hybris import KEY
from webapp.i18n import Translator
from webapp.packs.kind import PackKind
from webapp.ui.tree import Node

if TYPE_CHECKING:
    from rules.hybris.packs.reader import Pack

NEW: Mapping[str, Json] = {
    "technology": {"type": "works", "aegis": 2, "vp": 4, "reward": "vp 1"},
    "premonition": {"condition": "temples 2", "reward": "vp 2"},
    "conflict": {"element": "fire", "force": 2},
}
"""The keys of a new card, besides its name. All other sorts have a fixed number, or belong to one that has: they are
taken over from the core pack and changed."""


class HybrisPacks(PackKind):
    """Places, cards, Olympians, and figures of the rules."""

    game = KEY
    layout = FormLayout(
        (
            *("id", "version", "author", "licence", "languages", "extends", "name", "type", "element", "favours"),
            *("aegis", "vp", "force", "copies", "faithful", "condition", "conditions", "success", "failure", "reward"),
            *("gain", "text", "power", "hunts", "module", "mood", "of"),
        )
    )
    new = NEW
    made = tuple(NEW)
    counted = ("olympian", "technology", "premonition", "adventure", "event", "chaos", "conflict")
    guide = "rules.hybris.packs.guide:guide"
    styles = ("packs.css", "hybris/table.css", "hybris/mats.css")

    named: Mapping[str, str] = {"type": "type", "favours": "type", "element": "element"}

    def drawn(self, sort: str, card: Any, pack: Pack, tr: Translator) -> Node | None:
        """A card as its sheet shows it."""
        from webapp.games.hybris.names import Names
        from webapp.games.hybris.sheets import sheet

        # A view without a match: sheets of cards look into the pack, those of Conflict cards go by their seat.
        names = Names({"mats": {"1": {}}, "log": []}, tr, {}, pack)
        id = {"chaos": f"chaos-{card.id}-1", "conflict": f"1-{card.id}-1"}.get(sort, card.id)
        return sheet(f"card:{id}", names)


PACKS = HybrisPacks()

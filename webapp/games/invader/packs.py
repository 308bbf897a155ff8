"""The duel's packs, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.kernel.packs.fields import FormLayout
from rules.kernel.packs.layers import CORE
from webapp.games.contract import Json
from webapp.games.invader import KEY
from webapp.i18n import Translator
from webapp.packs.kind import PackKind
from webapp.ui.tree import Node

if TYPE_CHECKING:
    from rules.invader.packs.cards import Card, Hero, Pack, Strategy
    from rules.invader.packs.schema import AnyRow

NEW: Mapping[str, Json] = {
    "card": {"side": "human", "kind": "defender", "max": 2, "discard": 1, "force": 2, "text": "enter: draw 1"},
    "hero": {"force": 2, "text": "use[turn]: draw 1"},
    "strategy": {"side": "human", "discard": 1, "text": "upkeep: draw 1"},
}
"""The keys of a new card, besides its name."""


class DuelPacks(PackKind):
    """Cards, Heroes, strategies, and figures of the rules."""

    game = KEY
    layout = FormLayout(
        (
            *("id", "version", "author", "licence", "languages", "extends", "name", "side", "kind", "text"),
            *("discard", "drain", "force", "tokens", "max", "starter"),
        ),
    )
    new = NEW
    made = counted = tuple(NEW)
    guide = "webapp.games.invader.pack_guide:guide"
    styles = ("packs.css", "invader/table.css")

    named: Mapping[str, str] = {"side": "side", "kind": "kind"}

    def card_of(self, row: AnyRow) -> Card | Hero | Strategy:
        """A card as the rules have it."""
        from rules.invader.packs.reader import rules_card

        return rules_card(row)

    def drawn(self, sort: str, card: Any, pack: Pack, tr: Translator) -> Node | None:
        """A card as its sheet shows it."""
        from webapp.games.invader.cards import sheet
        from webapp.games.invader.names import Names

        return sheet(card.id, Names({"play": [], "hero": None, "sides": {}}, tr, {}, pack))


PACKS = DuelPacks()


def find(id: str) -> Pack | None:
    """The pack with this id, as matches use it; None where there is none. The id may come from an untrusted message."""
    from rules.invader.packs.reader import LAYERING

    shelf: Mapping[str, Pack] = PACKS.library.shelf()
    return LAYERING.merged(LAYERING.layers((id,), shelf)) if id == CORE or id in shelf else None

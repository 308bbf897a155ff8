"""The duel's packs, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

import rules
from rules.kernel.packs.fields import Field, FormLayout
from rules.kernel.packs.layers import CORE
from webapp.games.contract import Json
from webapp.games.invader import KEY
from webapp.i18n import Translator
from webapp.packs.kind import PackKind
from webapp.ui.tree import Node

if TYPE_CHECKING:
    from rules.invader.packs.cards import Pack
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
    schema_name = "rules.invader.packs.reader:SCHEMA"
    examine_name = "webapp.games.invader.pack_report:examine"
    core_name = "rules.invader.packs.reader:load"
    layout = FormLayout(
        (
            *("id", "version", "author", "licence", "languages", "extends", "name", "side", "kind", "text"),
            *("discard", "drain", "force", "tokens", "max", "starter"),
        ),
    )
    folder = Path(rules.__path__[0]) / KEY / "packs" / "core"
    new = NEW
    made = counted = tuple(NEW)
    guide = "webapp.games.invader.pack_guide:guide"
    styles = ("packs.css", "invader/table.css")

    def option(self, field: Field, value: str | int, pack: Pack, tr: Translator) -> list[str | int] | None:
        """The name of a side or kind, as at the table."""
        key = f"{field.name}.{value}"
        return [value, tr(key)] if field.name in ("side", "kind") and tr.has(key) else None

    def preview(
        self, sort: str, table: Mapping[str, Any], pack: Pack, pictures: Mapping[str, str], tr: Translator
    ) -> Node:
        """A card as its sheet shows it; its name where the card cannot be read yet."""
        from rules.invader.packs.reader import rules_card
        from webapp.games.invader.cards import sheet
        from webapp.games.invader.names import Names

        field, model = self.schema.sections[sort]
        try:
            card = rules_card(cast("AnyRow", model.model_validate(table)))
        except ValidationError:
            return super().preview(sort, table, pack, pictures, tr)
        shown = pack.model_copy(update={field: {**getattr(pack, field), card.id: card}})
        drawn = sheet(card.id, Names({"play": [], "hero": None, "sides": {}}, tr, {}, shown))
        return drawn or super().preview(sort, table, pack, pictures, tr)


PACKS = DuelPacks()


def find(id: str) -> Pack | None:
    """The pack with this id, as matches use it; None where there is none. The id may come from an untrusted message."""
    from rules.invader.packs.reader import LAYERING

    shelf: Mapping[str, Pack] = PACKS.library.shelf()
    return LAYERING.merged(LAYERING.layers((id,), shelf)) if id == CORE or id in shelf else None

"""Hybris's packs, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

import rules
from rules.kernel.packs.fields import Field, FormLayout
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
    schema_name = "rules.hybris.packs.reader:SCHEMA"
    examine_name = "webapp.games.hybris.pack_report:examine"
    core_name = "rules.hybris.packs.reader:load"
    layout = FormLayout(
        (
            *("id", "version", "author", "licence", "languages", "extends", "name", "type", "element", "favours"),
            *("aegis", "vp", "force", "copies", "faithful", "condition", "conditions", "success", "failure", "reward"),
            *("gain", "text", "power", "hunts", "module", "mood", "of"),
        )
    )
    folder = Path(rules.__path__[0]) / KEY / "packs" / "core"
    new = NEW
    made = tuple(NEW)
    counted = ("olympian", "technology", "premonition", "adventure", "event", "chaos", "conflict")
    guide = "rules.hybris.packs.guide:guide"
    styles = ("packs.css", "hybris/table.css", "hybris/mats.css")

    def option(self, field: Field, value: str | int, pack: Pack, tr: Translator) -> list[str | int] | None:
        """The name of a type or element, as at the table."""
        key = f"{'type' if field.name == 'favours' else field.name}.{value}"
        return [value, tr(key)] if field.name in ("type", "favours", "element") and tr.has(key) else None

    def preview(
        self, sort: str, table: Mapping[str, Any], pack: Pack, pictures: Mapping[str, str], tr: Translator
    ) -> Node:
        """A card as its sheet shows it; its name where the card cannot be read yet."""
        from webapp.games.hybris.names import Names
        from webapp.games.hybris.sheets import sheet

        field, model = self.schema.sections[sort]
        try:
            row: Any = model.model_validate(table)
        except ValidationError:
            return super().preview(sort, table, pack, pictures, tr)
        rows = {card.id: card for card in getattr(pack.written, field)} | {row.id: row}
        shown = type(pack).of(pack.written.model_copy(update={field: tuple(rows.values())}))
        # A view without a match: sheets of cards look into the pack, those of Conflict cards go by their seat.
        names = Names({"mats": {"1": {}}, "log": []}, tr, {}, shown)
        id = {"chaos": f"chaos-{row.id}-1", "conflict": f"1-{row.id}-1"}.get(sort, row.id)
        return sheet(f"card:{id}", names) or super().preview(sort, table, pack, pictures, tr)


PACKS = HybrisPacks()

"""Olomoc's packs, as the house keeps, shows and edits them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.kernel.packs.fields import Field
from webapp.games.olomoc import KEY
from webapp.games.olomoc.cabals.packs import available
from webapp.games.olomoc.pack_forms import LAYOUT
from webapp.i18n import Translator
from webapp.packs.kind import PackKind
from webapp.ui.tree import Node

if TYPE_CHECKING:
    from rules.olomoc.packs import Pack

Json = dict[str, Any]
WITH_CAPACITIES = ("rouage", "equipment", "hostile", "agenda")
SIGNED = ("ministries", "ministry")
FIGURED = ("technique", "combat", "shooting", "dodge")
CAPACITY = """id = "{id}"
name = {{ fr = "Capacité", en = "Capacity" }}
text = {{ fr = "Ce qu'elle fait.", en = "What it does." }}
time = "active"
by_hand = true"""
INSTINCT = 'instinct = [{ when = "can-charge", do = "charge" }, { when = "otherwise", do = "walk-directly-toward" }]'


class OlomocPacks(PackKind):
    """Rouages, equipment, ministries, artefacts, hostiles, agendas, decor, ready-made cabals."""

    game = KEY
    examine_name = "webapp.games.olomoc.pack_report:examine"
    core_name = "rules.olomoc.packs:load"
    layout = LAYOUT
    made = ("rouage", "equipment", "ministry", "artefact", "hostile", "agenda")
    counted = ("rouage", "equipment", "agenda")
    chosen: Mapping[str, str] = {"agenda": "agendas"}
    inner = "capacities"
    guide = "rules.olomoc.packs.docs:guide"
    styles = ("olomoc/panels.css", "packs.css", "olomoc/map.css")

    def settled(self, shelf: Mapping[str, Any]) -> None:
        """Cabals are composed from these."""
        available.clear()
        available.update(shelf)

    def new_card(self, sort: str, pack: Pack, name: str) -> tuple[Json, str]:
        """Two of everything, and what is settled by hand."""
        from webapp.packs.edits import fresh  # the editor, which has been imported when it asks

        both = {"fr": name, "en": name}
        stats = dict.fromkeys(FIGURED, 2)
        capacity = CAPACITY.format(id=fresh("new-capacity", self.inner_ids(pack)))
        match sort:
            case "rouage":
                own = {"base": 30, "life": "SSST", "factions": list(pack.factions)[:1]}
                return {"name": name, "rank": 1, **stats, **own}, ""
            case "hostile":
                return {"name": name, "rank": 1, **stats, "base": 30, "life": "SSST"}, INSTINCT
            case "equipment":
                return {"name": both, "ministries": ["effort"]}, f"[[equipment.capacities]]\n{capacity}"
            case "ministry":
                keys = {"name": both, "title": both, "ministry": "effort", "rank": 5, "slots": [1, 2, 3, 4, 5]}
                return keys, f"[ministry.capacity]\n{capacity}"
            case "artefact":
                return {"name": both, "text": both, "number": 15}, "by_hand = true"
            case _:
                return {"name": both, "text": both}, ""

    def inner_ids(self, pack: Pack) -> set[str]:
        """The ids of all capacities, as they must differ."""
        fields = ("rouages", "equipment", "hostiles", "agendas")
        cards = (card for field in fields for card in getattr(pack, field).values())
        return {capacity.id for card in cards for capacity in (*card.capacities, *getattr(card, "scoring", ()))}

    def addition(self, sort: str, tr: Translator) -> Json | None:
        """A capacity."""
        if sort not in WITH_CAPACITIES:
            return None
        text = f"[[{sort}.capacities]]\n{CAPACITY.format(id='capacity-{n}')}\n"
        return {"label": tr("packs.add-capacity"), "text": text}

    def takeable(self, sort: str, id: str) -> bool:
        """Whether a card can be taken over: of an artefact whose table stands for several cards (ART-1) only the
        whole."""
        return sort != "artefact" or not id[-1:].isdigit()

    def label(self, field: Field, tr: Translator) -> str:
        """Characteristics are called as on cards."""
        return tr(f"card.{field.name}") if field.name in FIGURED else super().label(field, tr)

    def option(self, field: Field, value: str | int, pack: Pack, tr: Translator) -> list[str | int] | None:
        """Ministries with their signs, bases in millimetres."""
        if field.name in SIGNED and tr.has(f"card.ministry-{value}"):
            return [value, tr(f"card.ministry-{value}"), str(value)]
        return [value, f"{value} mm"] if field.name == "base" else None

    def preview(
        self, sort: str, table: Mapping[str, Any], pack: Pack, pictures: Mapping[str, str], tr: Translator
    ) -> Node:
        """The card as it looks on the table."""
        from webapp.games.olomoc.pack_preview import preview

        return preview(sort, table, pack, pictures, tr)


PACKS = OlomocPacks()

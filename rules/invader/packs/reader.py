"""Packs read by `rules.kernel.packs`, and laid over the core pack."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter, field_validator

from rules.invader.packs import text
from rules.invader.packs.cards import SIDES, TRIGGERS, Card, Figures, Hero, Pack, Strategy, Text, Written
from rules.invader.packs.schema import AnyRow, CardRow, HeroRow, Id, StrategyRow
from rules.kernel.packs import model
from rules.kernel.packs.archive import opened
from rules.kernel.packs.layers import Layering
from rules.kernel.packs.problems import Issue
from rules.kernel.packs.reader import Schema

CORE = Path(__file__).parent / "core"
ZONES = 3
"""Zones of a board (ZON-1)."""


class Header(model.PackHeader):
    """The file `pack.toml`."""

    id: Id
    name: model.Text | None = None
    """Its name."""
    rules: dict[str, Any] = Field(default_factory=dict)
    """Figures of the rules: the keys of the core pack's `[rules]`, shown above; what is left out is as it is there."""

    @field_validator("rules")
    @classmethod
    def _are_figures(cls, table: dict[str, Any]) -> dict[str, Any]:
        _figures(table)
        return table


ROWS: Mapping[type[AnyRow], type[Card | Hero | Strategy]] = {CardRow: Card, HeroRow: Hero, StrategyRow: Strategy}


@cache
def _adapter() -> TypeAdapter[Figures]:
    return TypeAdapter(Figures)


def _figures(table: Mapping[str, Any]) -> Figures:
    """The figures of a `[rules]` table; what it lacks is as in the core pack. Raises ValidationError."""
    whole = set(Figures.__dataclass_fields__) <= set(table)
    base = {} if whole else load().json["rules"]
    return _adapter().validate_json(json.dumps(base | dict(table), default=str))


def rules_card(row: AnyRow) -> Card | Hero | Strategy:
    """A card as the rules have it."""
    figures = {key: getattr(row, key) for key in type(row).model_fields if key not in ("name", "text")}
    return ROWS[type(row)](**figures, name=_text(row.name), effects=text.read(row.text))


def _text(text: model.Text) -> Text:
    return Text(en=text.get("en"), fr=text.get("fr"))


def _make_pack(header: Header, cards: Mapping[str, Mapping[str, AnyRow]]) -> Pack:
    below = load() if header.extends else None
    whole: Any = {
        field: {**(getattr(below, field) if below else {}), **{id: rules_card(row) for id, row in rows.items()}}
        for field, rows in cards.items()
    }
    name = Text(header.id, header.id) if header.name is None else _text(header.name)
    cards_by_side = tuple(sorted(whole.pop("cards").values(), key=lambda deck: SIDES.index(deck.side)))
    others = {field: tuple(rows.values()) for field, rows in whole.items()}
    return Pack.of(Written(header.id, header.version, name, _figures(header.rules), cards_by_side, **others))


def issues(pack: Pack) -> Iterator[Issue]:
    """The mistakes of a pack though each of its tables can be read."""
    seen: set[str] = set()
    for sort, (field, _) in SCHEMA.sections.items():
        cards: Mapping[str, Card | Hero | Strategy] = getattr(pack, field)
        for id, card in cards.items():
            for on, code in text.faults(card):
                yield _bad_value(field, id, ("text" if on in TRIGGERS else "kind",), f"text_{code}", on=on)
            if id in seen:
                yield Issue(field, id, ("id",), f"a second {id!r}", {"id": id, "sort": sort}, None, "duplicate-id")
        seen |= set(cards)
    rules = pack.rules
    wrong = {
        "zones": len(pack.zones) != ZONES or len(rules.zones) != ZONES,
        "next": any(id not in pack.zones for zone in rules.zones for id in zone.next),
        "plot": not 0 < rules.plot.start <= rules.plot.top,
        "slots": rules.slots < 1,
        "turns": rules.turns < 1,
    }
    for key in (key for key, is_wrong in wrong.items() if is_wrong):
        yield _bad_value("", "", ("rules", "zones" if key == "next" else key), f"rules_{key}")
    for side, deck in pack.starters.items():
        for problem in pack.deck_problems(side, deck):
            shown = " ".join(f"{key} {value}" for key, value in problem["params"].items())
            yield _bad_value("", "", (), f"starter_{side}", code=problem["code"], shown=shown)


def _bad_value(field: str, id: str, path: tuple[str, ...], reason: str, **params: str) -> Issue:
    what = " ".join([reason.replace("_", ": ").replace("-", " "), *params.values()])
    return Issue(field, id, path, what, {"reason": reason, **params}, None, "bad-value")


SCHEMA: Schema[Pack] = Schema(
    Header,
    {"card": ("cards", CardRow), "hero": ("heroes", HeroRow), "strategy": ("strategies", StrategyRow)},
    _make_pack,
    issues,
)


@lru_cache(maxsize=4)
def load(folder: Path = CORE) -> Pack:
    """The pack in a folder. Raises PackError."""
    return SCHEMA.read(opened(folder).texts)


LAYERING: Layering[Pack] = Layering(load, ("cards", "heroes", "strategies"), ("rules",), issues)

"""Packs read by `rules.kernel.packs`, and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from rules.hybris.packs.schema import (
    AdventureRow,
    ChaosRow,
    CityRow,
    ConflictRow,
    EventRow,
    Figures,
    Header,
    OlympianRow,
    PillarRow,
    PremonitionRow,
    TechnologyRow,
    TileRow,
)
from rules.kernel.packs.archive import opened
from rules.kernel.packs.model import Model, nearest
from rules.kernel.packs.problems import Issue
from rules.kernel.packs.reader import Schema
from rules.kernel.packs.single import ModelPack, WrittenModel, by_id, laid_over

CORE = Path(__file__).parent / "core"
CARDS, TILES, IMPROVEMENTS, STEPS = 18, 4, 6, 5


class Written(WrittenModel):
    """A pack as event 0 embeds it."""

    rules: Figures
    cities: tuple[CityRow, ...] = ()
    pillars: tuple[PillarRow, ...] = ()
    technologies: tuple[TechnologyRow, ...] = ()
    premonitions: tuple[PremonitionRow, ...] = ()
    adventures: tuple[AdventureRow, ...] = ()
    events: tuple[EventRow, ...] = ()
    chaos: tuple[ChaosRow, ...] = ()
    conflicts: tuple[ConflictRow, ...] = ()
    olympians: tuple[OlympianRow, ...] = ()


FIELDS: Mapping[str, tuple[str, type[Model]]] = {
    "city": ("cities", CityRow),
    "pillar": ("pillars", PillarRow),
    "technology": ("technologies", TechnologyRow),
    "premonition": ("premonitions", PremonitionRow),
    "adventure": ("adventures", AdventureRow),
    "event": ("events", EventRow),
    "chaos": ("chaos", ChaosRow),
    "conflict": ("conflicts", ConflictRow),
    "olympian": ("olympians", OlympianRow),
}
"""For each name of a card's table the pack's field and the model of its rows."""


class Pack(ModelPack[Written]):
    """A pack, looked up by id."""

    written_as = Written

    cities = by_id(CityRow, lambda pack: pack.written.cities)
    pillars = by_id(PillarRow, lambda pack: pack.written.pillars)
    technologies = by_id(TechnologyRow, lambda pack: pack.written.technologies)
    premonitions = by_id(PremonitionRow, lambda pack: pack.written.premonitions)
    adventures = by_id(AdventureRow, lambda pack: pack.written.adventures)
    events = by_id(EventRow, lambda pack: pack.written.events)
    chaos = by_id(ChaosRow, lambda pack: pack.written.chaos)
    conflicts = by_id(ConflictRow, lambda pack: pack.written.conflicts)
    olympians = by_id(OlympianRow, lambda pack: pack.written.olympians)

    @property
    def rules(self) -> Figures:
        return self.written.rules

    @cached_property
    def tiles(self) -> Mapping[str, TileRow]:
        """The MK tiles of all Olympians by id."""
        return {tile.id: tile for olympian in self.written.olympians for tile in olympian.tiles}

    @cached_property
    def limits(self) -> Mapping[str, int]:
        """The most that a box of a purse holds."""
        limits = self.rules.limits
        return {"worker": limits.worker, "rd": limits.rd, "energy": limits.energy, "goodness": limits.goodness,
                "determination": limits.determination}  # fmt: skip

    @cached_property
    def chaos_cards(self) -> tuple[str, ...]:
        """The ids of all Chaos Conflict cards, in the pack's order."""
        return tuple(f"chaos-{row.id}-{n}" for row in self.written.chaos for n in range(1, row.copies + 1))

    @cached_property
    def exploration(self) -> tuple[str, ...]:
        return (*self.adventures, *self.events)

    def conflict_cards(self, seat: str, olympian: str) -> tuple[str, ...]:
        """RES-9: the ids of the Conflict cards of a seat with this Olympian."""
        rows = self.olympians[olympian].copies.items()
        return tuple(f"{seat}-{card}-{n}" for card, copies in rows for n in range(1, copies + 1))

    def conflict(self, card: str) -> ConflictRow:
        """The row of a Conflict card of a match."""
        return self.conflicts[card[2:].rpartition("-")[0]]

    def chaos_card(self, card: str) -> ChaosRow:
        """The row of a Chaos Conflict card of a match."""
        return self._chaos_rows[card]

    @cached_property
    def _chaos_rows(self) -> Mapping[str, ChaosRow]:
        return {card: self.chaos[card.removeprefix("chaos-").rpartition("-")[0]] for card in self.chaos_cards}


def _assembled(header: Header, cards: Mapping[str, Mapping[str, Any]]) -> Pack:
    below = load() if header.extends else None
    figures = header.rules or (None if below is None else below.rules)
    assert figures is not None  # the header has seen to it
    whole = laid_over(below, cards)
    return Pack.of(Written(id=header.id, version=header.version, name=header.name, rules=figures, **whole))


# ---- what no single table shows --------------------------------------------------------------------------------------


def issues(pack: Pack) -> Iterator[Issue]:
    """The mistakes of a pack though each of its tables can be read."""
    for row in pack.olympians.values():
        yield from _olympian(pack, row)
    if (n := sum(row.copies for row in pack.chaos.values())) != 30:
        yield _count("chaos", next(iter(pack.chaos), ""), (), "chaos-cards", 30, n)
    for field, needs in (("adventures", 10), ("events", 14), ("cities", 5)):
        if (n := len(getattr(pack, field))) != needs:
            yield _count(field, next(iter(getattr(pack, field)), ""), (), field, needs, n)
    for track in ("explore", "defend"):
        steps = getattr(pack.rules, track)
        for key in ("costs", "bonus", "rewards"):
            if len(getattr(steps, key)) != STEPS:
                yield _count("rules", track, ("rules", track, key), key, STEPS, len(getattr(steps, key)))


def _olympian(pack: Pack, row: OlympianRow) -> Iterator[Issue]:
    """RES-9, TIL-1, IMP-1."""
    for card in row.copies:
        if card not in pack.conflicts:
            what = f"there is no Conflict card {card!r}"
            params = {"id": card, "sort": "conflict"}
            yield Issue("olympians", row.id, ("copies", card), what, params, nearest(card, pack.conflicts))
    for key, needs, n in (
        ("copies", CARDS, sum(row.copies.values())),
        ("tiles", TILES, len(row.tiles)),
        ("improvements", IMPROVEMENTS, len(row.improvements)),
    ):
        if n != needs:
            yield _count("olympians", row.id, (key,), key, needs, n)


def _count(field: str, id: str, path: tuple[str | int, ...], sort: str, needs: int, has: int) -> Issue:
    what = f"{sort}: {needs} are needed, there are {has}"
    return Issue(field, id, path, what, {"reason": "count", "id": sort, "needs": needs, "has": has}, None, "bad-layout")


SCHEMA: Schema[Pack] = Schema(Header, FIELDS, _assembled, issues)


@lru_cache(maxsize=4)
def load(folder: Path = CORE) -> Pack:
    """The pack in a folder. Raises PackError."""
    return SCHEMA.read(opened(folder).texts)

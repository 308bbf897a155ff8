"""Packs read by `rules.kernel.packs`, checked, and laid over the core pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from rules.blade.board import KINDS, Board, pair
from rules.blade.packs.operations import DealDamage
from rules.blade.packs.scenarios import AnyRow, EventRow, MusterRow, ObjectRow, RuleRow, ScenarioRow
from rules.blade.packs.schema import EFFECTS, BoardRow, DieRow, HeroRow, ItemRow, SpellRow, UnitRow
from rules.blade.packs.word_table import WordTable
from rules.geometry.zones import area_of, holds, near_misses, overlapping
from rules.kernel.packs.archive import opened
from rules.kernel.packs.layers import Layering
from rules.kernel.packs.model import Model, PackHeader, Text, nearest
from rules.kernel.packs.problems import Issue
from rules.kernel.packs.reader import Schema
from rules.kernel.packs.single import ModelPack, WrittenModel, by_id, laid_over

CORE = Path(__file__).parent / "core"
SEEN_THROUGH = frozenset(kind for kind, what in KINDS.items() if what.sight)
NEAR = 3
"""A sight line that passes a barrier's end at less than this many board units is warned of."""


class Header(PackHeader):
    """The file `pack.toml`."""

    name: Text | None = None
    """Its name."""


class Written(WrittenModel):
    """A pack as event 0 embeds it."""

    dice: tuple[DieRow, ...] = ()
    heroes: tuple[HeroRow, ...] = ()
    items: tuple[ItemRow, ...] = ()
    units: tuple[UnitRow, ...] = ()
    spells: tuple[SpellRow, ...] = ()
    boards: tuple[BoardRow, ...] = ()
    scenarios: tuple[ScenarioRow, ...] = ()


FIELDS: Mapping[str, tuple[str, type[Model]]] = {
    "die": ("dice", DieRow),
    "hero": ("heroes", HeroRow),
    "item": ("items", ItemRow),
    "unit": ("units", UnitRow),
    "spell": ("spells", SpellRow),
    "board": ("boards", BoardRow),
    "scenario": ("scenarios", ScenarioRow),
}
"""For each name of a card's table the pack's field and the model of its rows."""


class Pack(ModelPack[Written]):
    """A pack, looked up by id."""

    written_as = Written

    dice = by_id(DieRow, lambda pack: pack.written.dice)
    heroes = by_id(HeroRow, lambda pack: pack.written.heroes)
    items = by_id(ItemRow, lambda pack: pack.written.items)
    units = by_id(UnitRow, lambda pack: pack.written.units)
    spells = by_id(SpellRow, lambda pack: pack.written.spells)
    boards = by_id(BoardRow, lambda pack: pack.written.boards)
    scenarios = by_id(ScenarioRow, lambda pack: pack.written.scenarios)

    def board(self, id: str) -> Board:
        """A board, looked up."""
        if id not in self._boards:
            self._boards[id] = Board(self.boards[id])
        return self._boards[id]

    @cached_property
    def _boards(self) -> dict[str, Board]:
        return {}

    def card_of(self, item: str) -> ItemRow:
        """The card of an item of a match: its id without the number of the copy. Raises KeyError for none."""
        row = self.items.get(item)
        return self.items[item.rpartition("-")[0]] if row is None else row

    def is_item(self, item: str) -> bool:
        return item in self.items or (item.rpartition("-")[2].isdecimal() and item.rpartition("-")[0] in self.items)


def _assembled(header: Header, cards: Mapping[str, Mapping[str, AnyRow]]) -> Pack:
    whole = laid_over(load() if header.extends else None, cards)
    return Pack.of(Written(id=header.id, version=header.version, name=header.name, **whole))


# ---- what no single table shows --------------------------------------------------------------------------------------


def issues(pack: Pack) -> Iterator[Issue]:
    """The mistakes of a pack though each of its tables can be read."""
    for hero in pack.heroes.values():
        yield from _heroes(pack, hero)
    for item in pack.items.values():
        for key in ("melee", "ranged", "parry", "passive", "manipulation"):
            yield from _dice(pack, "items", item.id, (key,), getattr(item, key))
    for unit in pack.units.values():
        for key in ("melee", "ranged"):
            yield from _dice(pack, "units", unit.id, (key,), getattr(unit, key))
    for spell in pack.spells.values():
        yield from _dice(pack, "spells", spell.id, ("dice",), spell.dice)
    for board in pack.boards.values():
        yield from _board(pack, board)
    for scenario in pack.scenarios.values():
        yield from _scenario(pack, scenario)


def _known(
    field: str, id: str, path: tuple[str | int, ...], sort: str, word: str, known: Iterable[str]
) -> Iterator[Issue]:
    ids = list(known)
    if word not in ids:
        what = f"there is no {sort} {word!r}"
        yield Issue(field, id, path, what, {"id": word, "sort": sort}, nearest(word, ids))


def _bad(field: str, id: str, path: tuple[str | int, ...], reason: str, **params: Any) -> Issue:
    details = " ".join(f"{key} {value}" for key, value in params.items())
    what = f"{reason.replace('_', ' ')}: {details}" if details else reason.replace("_", " ")
    return Issue(field, id, path, what, {"reason": reason, "id": id, **params}, None, "bad-layout")


def _dice(pack: Pack, field: str, id: str, path: tuple[str | int, ...], dice: Iterable[str]) -> Iterator[Issue]:
    for die in dice:
        yield from _known(field, id, path, "die", die.rstrip("*"), pack.dice)


def _heroes(pack: Pack, hero: HeroRow) -> Iterator[Issue]:
    for key in ("melee", "ranged", "guard", "manipulation"):
        yield from _dice(pack, "heroes", hero.id, (key, "die"), (getattr(hero, key).die,))
    load = 0
    for n, id in enumerate(hero.kit):
        yield from _known("heroes", hero.id, ("kit", n), "item", id, pack.items)
        load += pack.items[id].load if id in pack.items else 0
    if load > hero.load.max:
        yield _bad("heroes", hero.id, ("kit",), "too_heavy", load=load, max=hero.load.max)


def _board(pack: Pack, row: BoardRow) -> Iterator[Issue]:
    """BRD-1 to BRD-3, BRD-8: outlines, dots, borders, doors and links that fit together."""
    board, ids = pack.board(row.id), [zone.id for zone in row.zones]
    for n, zone in enumerate(row.zones):
        if not holds(zone.polygon, zone.dot):
            yield _bad("boards", row.id, ("zones", n, "dot"), "dot_outside", zone=zone.id)
    for one, two in overlapping(board.map.zones):
        yield _bad("boards", row.id, ("zones", ids.index(two)), "zones_overlap", one=one, two=two)
    shared = {pair(a, b) for a in ids for b in board.map.neighbours[a]}
    for n, border in enumerate(row.borders):
        for zone_id in border.between:
            yield from _known("boards", row.id, ("borders", n, "between"), "zone", zone_id, ids)
        if set(border.between) <= set(ids) and pair(*border.between) not in shared:
            yield _bad("boards", row.id, ("borders", n), "no_shared_border", zones=" ".join(border.between))
        for m, piece in enumerate(border.pieces):
            if piece.kind == "door":
                doors = [door.id for door in row.doors]
                yield from _known("boards", row.id, ("borders", n, "pieces", m), "door", piece.id or "", doors)
    for one, two in sorted(shared - set(board.pieces)):
        yield _bad("boards", row.id, ("borders",), "border_not_listed", one=one, two=two)
    for n, link in enumerate(row.links):
        for zone_id in link.between:
            yield from _known("boards", row.id, ("links", n, "between"), "zone", zone_id, ids)
        yield from _dice(pack, "boards", row.id, ("links", n, "fall"), link.fall)
        if link.fail not in (None, "stay"):
            yield from _known("boards", row.id, ("links", n, "fail"), "zone", str(link.fail), ids)
            end = board.zones.get(str(link.fail))
            ways = board.neighbours.get(str(link.fail), ())
            if end is not None and end.liquid and not any(_shore(board, end.id, way) for way in ways):
                yield _bad("boards", row.id, ("links", n, "fail"), "no_way_out", zone=end.id)


def _shore(board: Board, a: str, b: str) -> bool:
    """Whether one who is afloat may come out there: a border that can be crossed, to a zone that is not liquid."""
    return not board.zones[b].liquid and any(piece.kind in ("open", "stairs") for piece in board.pieces[pair(a, b)])


def warnings(pack: Pack) -> Iterator[str]:
    """What an author should look at: sight lines that nearly touch a barrier (SEE-6)."""
    for row in pack.boards.values():
        for one, two in near_misses(pack.board(row.id).map, NEAR, lambda piece: piece.kind not in SEEN_THROUGH):
            yield f"{row.id}: the line of sight from {one} to {two} passes within {NEAR} units of a barrier's end"


def covered(row: BoardRow) -> bool:
    """Whether zones, chasms and rock leave nothing of a board without rock uncovered."""
    width, height = row.size
    whole = sum(area_of(zone.polygon) for zone in row.zones) + sum(area_of(void.polygon) for void in row.voids)
    return bool(row.rock) or whole == width * height


def _scenario(pack: Pack, row: ScenarioRow) -> Iterator[Issue]:
    yield from _known("scenarios", row.id, ("board",), "board", row.board, pack.boards)
    if row.board not in pack.boards:
        return
    zones = pack.board(row.board).zones

    def zone(path: tuple[str | int, ...], *ids: str) -> Iterator[Issue]:
        for id in ids:
            yield from _known("scenarios", row.id, path, "zone", id, zones)

    yield from zone(("exits",), *row.exits)
    if row.reinforcement is not None:
        yield from zone(("reinforcement", "zones"), *row.reinforcement.zones)
    for n, id in enumerate(row.deck):
        yield from _known("scenarios", row.id, ("deck", n), "item", id, pack.items)
    for n, muster in enumerate(row.muster):
        yield from _muster(pack, row, muster, n)
    for n, thing in enumerate(row.object):
        yield from zone(("object", n, "at"), thing.at)
        for id in (*thing.contents, *([thing.needs_item] if thing.needs_item else [])):
            yield from _known("scenarios", row.id, ("object", n), "item", id, pack.items)
    for n, door in enumerate(row.door):
        yield from _known("scenarios", row.id, ("door", n, "id"), "door", door.id, pack.board(row.board).doors)
    for key in ("rule", "event"):
        for n, row_told in enumerate(getattr(row, key)):
            for m, operation in enumerate(row_told.do):
                yield from _operation(pack, row, (key, n, "do", m), operation)


def _operation(pack: Pack, row: ScenarioRow, path: tuple[str | int, ...], operation: Any) -> Iterator[Issue]:
    if not isinstance(operation, WordTable):
        return
    zones = pack.board(row.board).zones
    named = [getattr(operation, "zone", None), *(getattr(operation, "zones", None) or ())]
    for id in (id for id in named if id is not None):
        yield from _known("scenarios", row.id, path, "zone", id, [*zones, "there"])
    if (item := getattr(operation, "item", None)) is not None:
        yield from _known("scenarios", row.id, path, "item", item, pack.items)
    if isinstance(operation, DealDamage):
        yield from _dice(pack, "scenarios", row.id, path, operation.dice)


def _muster(pack: Pack, row: ScenarioRow, muster: MusterRow, n: int) -> Iterator[Issue]:
    """PRE: heroes, tiles and spells that there are, and no zone above its capacity at the start (CRW-1)."""
    zones, field = pack.board(row.board).zones, "scenarios"
    here: tuple[str | int, ...] = ("muster", n)
    for id in muster.roster:
        yield from _known(field, row.id, (*here, "roster"), "hero", id, pack.heroes)
    if not muster.any_hero and len(muster.roster) < muster.heroes[1]:
        yield _bad(field, row.id, (*here, "roster"), "roster_too_short", heroes=muster.heroes[1])
    tiles = [*muster.tiles, *muster.allies]
    names = [tile.id for tile in tiles]
    for id in muster.river:
        yield from _known(field, row.id, (*here, "river"), "tile", id, ["event", *(t.id for t in muster.tiles)])
    for id in muster.start:
        yield from _known(field, row.id, (*here, "start"), "zone", id, zones)
    used = dict.fromkeys(zones, 0)
    for at, id in enumerate(muster.roster):
        start = muster.start[at % len(muster.start)]
        if start in used and id in pack.heroes:
            used[start] += pack.heroes[id].size
    for m, tile in enumerate(tiles):
        yield from _known(field, row.id, (*here, "tiles", m), "unit", tile.unit, pack.units)
        for id in tile.at:
            yield from _known(field, row.id, (*here, "tiles", m), "zone", id, zones)
            if id in used and tile.unit in pack.units:
                used[id] += pack.units[tile.unit].size
        if tile.of is not None:
            yield from _known(field, row.id, (*here, "tiles", m, "of"), "tile", tile.of, names)
    for id, room in used.items():
        if room > zones[id].capacity:
            yield _bad(field, row.id, here, "zone_too_full", zone=id, used=room, capacity=zones[id].capacity)
    for who, spells in muster.spells.items():
        yield from _known(field, row.id, (*here, "spells"), "caster", who, [*names, *pack.heroes])
        for spell in spells:
            yield from _known(field, row.id, (*here, "spells", who), "spell", spell, pack.spells)


def by_hand(pack: Pack) -> Iterator[str]:
    """SKL-34: the rules, events and objects of scenarios with words that the engine does not run, and such spells."""
    for scenario in pack.scenarios.values():
        rows: list[RuleRow | EventRow | ObjectRow] = [*scenario.rule, *scenario.event, *scenario.object]
        for row in rows:
            if row.by_hand:
                yield " ".join((f"scenarios/{scenario.id}/{row.id}", *row.by_hand))
    for spell in pack.spells.values():
        if spell.effect not in EFFECTS:
            yield f"spells/{spell.id} {spell.effect}"


SCHEMA: Schema[Pack] = Schema(Header, FIELDS, _assembled, issues, by_hand=by_hand)


@lru_cache(maxsize=4)
def load(folder: Path = CORE) -> Pack:
    """The pack in a folder. Raises PackError."""
    return SCHEMA.read(opened(folder).texts)


LAYERING: Layering[Pack] = Layering(load, tuple(field for field, _ in FIELDS.values()), (), issues)

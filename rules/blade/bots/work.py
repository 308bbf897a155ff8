"""What the heroes still have to do, in gems: followed by the rules of the scenario that end the match for them, not by
scenario: who must die, what must be carried off, which counter must rise."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush

from rules.blade.board import KINDS, Board
from rules.blade.measure import fixed_defence
from rules.blade.packs import language as lang
from rules.blade.packs import operations as ops
from rules.blade.packs.scenarios import RuleRow
from rules.blade.rules_in_force import counter
from rules.blade.sight import pieces_between
from rules.blade.state import Figure, State
from rules.kernel.memo import derived

FAR = 20.0
"""A way as long as this is as good as none."""
SHUT, LOCKED = 2, 5
"""What a door that is closed or locked adds to a way."""
STEP = 0.7
"""What a step costs: some are free."""
LIFE, TOUGH = 1.3, 0.3
"""What a life point costs, and each point of fixed defence besides."""
LOCK, SEARCH, HAND = 3.0, 2.0, 1.0
"""What opening a lock costs, turning a token up, a simple manipulation."""
MOST = 60.0
"""All the work of a scenario at its beginning, at most."""
NOWHERE = (FAR * STEP * 2, "")

Way = Mapping[str, float]


def work_left(state: State) -> float:
    """The least work with which the heroes could win from here."""
    return min((_work(state, rule) for rule in state.row.rule if _wins(rule)), default=0.0)


def progress(state: State) -> Iterator[float]:
    """How far the heroes are with each of their ways to end the match, 0 to 1."""
    for rule in state.row.rule:
        if _wins(rule):
            yield max(0.0, 1.0 - _work(state, rule) / MOST)


def _wins(rule: RuleRow) -> bool:
    return any(isinstance(operation, ops.End) and operation.winner == "heroes" for operation in rule.do)


def _work(state: State, rule: RuleRow) -> float:
    match rule.when:
        case lang.Dies(who=str(who)):
            return _kill(state, who)
        case lang.Dies(side="overlord"):
            foes = [
                figure for figure in state.figures if figure.at is not None and state.side_of(figure.id) == "overlord"
            ]
            return _round(state, {foe.at for foe in foes if foe.at}) + sum(_blows(state, foe) for foe in foes)
        case lang.Leaves(carrying=str(card)):
            return min(cost + _between(state, place, state.row.exits) for cost, place in sources(state, card))
        case lang.Leaves():
            ways = [_between(state, hero.at or "", state.row.exits) for hero in state.living()]
            return min(ways, default=FAR * STEP)
        case lang.CounterMoves(id=id):
            return _count(state, id)
    return MOST


def _blows(state: State, figure: Figure) -> float:
    """What it costs to kill a figure from beside it."""
    return figure.life * (LIFE + TOUGH * sum(n for _, n in fixed_defence(state, figure.id)))


def _kill(state: State, who: str) -> float:
    """Getting to a character of the Overlord's, its ward, and its life."""
    worth = 0.0
    for figure in map(state.figure, state.named(who)):
        if figure.at is not None:
            worth += approach(state, figure.at) + _blows(state, figure)
    return worth + (_unward(state, who) if worth else 0.0)


def _unward(state: State, who: str) -> float:
    """Raising the counter that a ward waits for."""
    for rule in state.row.rule:
        if rule.standing and any(isinstance(operation, ops.Ward) and operation.who == who for operation in rule.do):
            return max(
                (_count(state, condition.id) for condition in rule.if_ if isinstance(condition, lang.CounterIs)),
                default=0.0,
            )
    return 0.0


def _count(state: State, id: str) -> float:
    """Raising a counter to what is needed: the cheapest of what raises it."""
    left = max(1, state.counters.get("needed", 1)) - counter(state, id)
    costs: list[float] = []
    for object, thing in state.objects.items():
        row = state.object(object)
        if thing.gone or not any(isinstance(operation, ops.SetCounter) and operation.id == id for operation in row.do):
            continue
        if row.needs_item is not None:
            able = sources(state, row.needs_item)
            costs += (cost + _between(state, place, (thing.at,)) + HAND for cost, place in able)
        else:
            costs.append(approach(state, thing.at) + (row.difficulty + 1.0 if row.complex else HAND))
    costs.sort()
    return sum(costs[: max(0, left)]) + FAR * max(0, left - len(costs))


def sources(state: State, card: str, without: tuple[str, ...] = ()) -> list[tuple[float, str]]:
    """What it costs to have a card, and where it is then; for each copy, or each place where one may be. `without`:
    cards that it takes to get there, so that a key locked up by itself is nowhere."""
    sources = [(0.0, hero.at or "") for hero in state.living() for id in hero.items if state.item(id).id == card]
    for zone, ids in state.ground.items():
        sources += [(approach(state, zone) + HAND, zone) for id in ids if state.item(id).id == card]
    for object, thing in state.objects.items():
        if card in state.object(object).contents and not thing.gone:
            sources.append((_opened(state, thing.at, (*without, card)) + LOCK, thing.at))
    for rule in state.row.rule:
        if any(isinstance(operation, ops.PutItem) and operation.item == card for operation in rule.do):
            if isinstance(rule.when, lang.Dies) and rule.when.who is not None:
                alive = [figure for figure in map(state.figure, state.named(rule.when.who)) if figure.at is not None]
                sources += [(_kill(state, rule.when.who) + HAND, figure.at or "") for figure in alive]
            elif isinstance(rule.when, lang.Reveals):
                sources += [(approach(state, zone) + SEARCH, zone) for zone in state.hidden]
    return sources or [NOWHERE]


def _opened(state: State, zone: str, without: tuple[str, ...]) -> float:
    """Getting to a zone, by the key of its door where that is locked and cannot be picked."""
    for row in state.row.door:
        if row.key is None or state.doors.get(row.id) != "locked" or zone not in state.board.beside.get(row.id, ()):
            continue
        able = [NOWHERE] if row.key in without else sources(state, row.key, without)
        return min(cost + _between(state, place, (zone,)) for cost, place in able)
    return approach(state, zone)


# ---- ways ------------------------------------------------------------------------------------------------------------


def approach(state: State, zone: str) -> float:
    """The way of the heroes to a zone: that of the nearest, and a share of the others'."""
    ways = distance(state, zone)
    near = sorted(min(FAR, ways.get(hero.at or "", FAR)) for hero in state.living()) or [FAR]
    return STEP * (near[0] + 0.3 * sum(near[1:2]) + 0.1 * sum(near[2:]))


def _round(state: State, zones: Collection[str]) -> float:
    """The ways to all these zones, each from the nearest hero or from one of the others: who has emptied a zone has the
    same way left to the next as before."""
    left = {zone: approach(state, zone) for zone in zones}
    total = 0.0
    while left:
        here = min(left, key=lambda zone: (left[zone], zone))
        total += left.pop(here)
        ways = distance(state, here)
        left = {zone: min(way, STEP * min(FAR, ways.get(zone, FAR))) for zone, way in left.items()}
    return total


def _between(state: State, zone: str, ends: tuple[str, ...]) -> float:
    """The shortest way from a zone to one of several."""
    return STEP * min((min(FAR, distance(state, end).get(zone, FAR)) for end in ends), default=FAR)


@derived("pack", "scenario", "doors", "openings", "tokens")
def distance(state: State, to: str) -> Way:
    """The length of the way from each zone to this one, doors to be opened included."""
    return _net(state).to(to)


@derived("pack", "scenario", "doors", "openings", "tokens")
def _net(state: State) -> Net:
    doors = tuple((door, shut) for door, shut in state.doors.items())
    return _known_net(_Barriers(state.board, doors, frozenset(state.openings), tuple(state.barricades()), state))


@dataclass(frozen=True)
class _Barriers:
    """What ways depend on: other matches on the same board stand before the same doors again and again."""

    board: Board
    doors: tuple[tuple[str, str], ...]
    openings: frozenset[str]
    barricades: tuple[str, ...]
    state: State = field(compare=False)


@lru_cache(maxsize=256)
def _known_net(barriers: _Barriers) -> Net:
    return Net(barriers.state)


class Net:
    """The ways of a board with its doors as they are."""

    def __init__(self, state: State) -> None:
        board = state.board
        steps: dict[str, dict[str, float]] = {zone: {} for zone in board.zones}
        for here in board.zones:
            for near in board.neighbours[here]:
                if (cost := _crossing(state, here, near)) is not None:
                    steps[here][near] = cost
            for link, end in board.links_from[here]:
                if link.kind == "ladder":
                    steps[here][end] = min(steps[here].get(end, FAR), 1.0 + link.extra)
        self.near = {zone: tuple(rows.items()) for zone, rows in steps.items()}
        self.known: dict[str, Way] = {}

    def to(self, zone: str) -> Way:
        """The length of the way from each zone to this one."""
        if zone not in self.known:
            self.known[zone] = self._lengths(zone)
        return self.known[zone]

    def _lengths(self, to: str) -> Way:
        lengths: dict[str, float] = {}
        queue = [(0.0, to)]
        while queue:
            way, here = heappop(queue)
            if here in lengths:
                continue
            lengths[here] = way
            for near, cost in self.near[here]:
                if near not in lengths:
                    heappush(queue, (way + cost, near))
        return lengths


def _crossing(state: State, a: str, b: str) -> float | None:
    zone = state.board.zones[a]
    if state.board.zones[b].liquid:
        return None
    costs: list[float] = []
    for piece, kind in pieces_between(state, a, b):
        if kind.surcharge is not None:
            costs.append(1.0 + kind.surcharge + zone.difficult)
        elif piece.door is not None and kind is not KINDS["barricade"]:
            costs.append(1.0 + (LOCKED if state.doors[piece.key] == "locked" else SHUT))
    return min(costs, default=None)

"""The value of a match for the heroes' side; the Overlord's is its negative. What the scenario's rules name as its end
is followed by rule, not by scenario: who must die, what must be carried off, which counter must rise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from math import tanh
from typing import Any

from rules.blade.board import KINDS
from rules.blade.measure import mean
from rules.blade.packs import language as lang
from rules.blade.rules_in_force import counter
from rules.blade.sight import pieces_between
from rules.blade.state import OVERLORD, Hero, State
from rules.kernel import Seat
from rules.kernel.identity_cache import cached_by

GOAL, LIFE, RESERVE, FIGURE, ROUNDS, BOOK, WEAPON = 3.0, 1.6, 0.25, 0.15, 0.9, 0.04, 0.15
"""Weights: of the aim, of heroes' life and reserve as shares, of a figure by its worth, of the rounds left, of a gem of
the Book, of a mean success of the best weapon."""
FAR = 12.0
"""A way as long as this is as good as none."""
SHUT, LOCKED = 2, 5
"""What a door that is closed or locked adds to a way."""


def evaluate(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate`."""
    worth = tanh(worth_of(match.state) / 3.0)
    return -worth if seat == OVERLORD else worth


def worth_of(state: State) -> float:
    """The heroes' prospects, 0 where it is even."""
    heroes = [hero for hero in state.heroes if not hero.dead]
    life = sum(_life(state, hero) for hero in heroes) / max(1, len(state.heroes))
    reserve = sum(hero.gems.reserve / state.card(hero).energy for hero in heroes) / max(1, len(state.heroes))
    figures = sum(_figure_worth(state, it.tile) for it in state.figures if it.at is not None and _is_foe(state, it.id))
    left = max(0, state.last - state.marker) / max(1, state.last)
    aims = list(progress(state))
    goal = sum(aims) / len(aims) if aims else 0.0
    armed = sum(_weapon(state, hero) for hero in heroes) / max(1, len(state.heroes))
    sides = (
        WEAPON * armed
        + GOAL * goal
        + LIFE * (life - 0.6)
        + RESERVE * (reserve - 0.3)
        - FIGURE * figures / max(1, len(heroes))
    )
    # what is still to be done in the rounds that are left
    return sides - ROUNDS * (1.0 - left) * (1.0 - goal) - BOOK * state.book.reserve / max(1, len(state.heroes))


def _life(state: State, hero: Hero) -> float:
    share = hero.gems.life / state.card(hero).energy
    return share - 0.5 * max(0.0, 0.35 - share)


def _weapon(state: State, hero: Hero) -> float:
    """The mean of a hero's best weapon."""
    rows = [max(row.melee, row.ranged, key=len) for row in map(state.item, hero.items) if row.kind == "weapon"]
    return max((sum(mean(state, die) for die in dice) for dice in rows), default=0.0)


def _is_foe(state: State, id: str) -> bool:
    return state.side_of(id) == "overlord"


def _figure_worth(state: State, tile: str) -> float:
    unit = state.pack.units.get(state.tiles[tile].unit)
    return 1.0 if unit is None else float(unit.reinforcement or 2)


# ---- the aim ---------------------------------------------------------------------------------------------------------


def progress(state: State) -> Iterator[float]:
    """How far the heroes are with each of their ways to end the match, 0 to 1."""
    for rule in state.row.rule:
        wins = any(isinstance(it, lang.End) and it.winner == "heroes" for it in rule.do)
        if not wins:
            continue
        match rule.when:
            case lang.Dies(who=str(who)):
                yield 0.85 * _killed(state, who) * _unwarded(state, who)
            case lang.Dies(side="overlord"):
                foes = [it for it in state.figures if _is_foe(state, it.id)]
                gone = sum(it.at is None for it in foes) / max(1, len(foes))
                near = max((closeness(state, it.at) for it in foes if it.at is not None), default=1.0)
                yield 0.9 * gone + 0.1 * near
            case lang.Leaves(carrying=str(card)):
                yield _carried_off(state, card)
            case lang.CounterMoves(id=id):
                yield _counted(state, id)


def _killed(state: State, who: str) -> float:
    """How far a character of the Overlord's is from its start to its death."""
    ids = state.named(who)
    if not ids:
        return 0.0
    it = state.figure(ids[0])
    if it.at is None:
        return 1.0
    lost = 1.0 - it.life / max(1, state.tiles[it.tile].life)
    return 0.6 * lost + 0.4 * closeness(state, it.at)


def _unwarded(state: State, who: str) -> float:
    """The share of a counter that a ward waits for."""
    for rule in state.row.rule:
        if rule.standing and any(isinstance(it, lang.Ward) and it.who == who for it in rule.do):
            shares = [_counted(state, it.id) for it in rule.if_ if isinstance(it, lang.CounterIs)]
            return 0.5 + 0.5 * min(shares, default=1.0)
    return 1.0


def _counted(state: State, id: str) -> float:
    """A counter's share of what is needed, and how near the heroes are to what raises it."""
    needed = max(1, state.counters.get("needed", 1))
    share = min(1.0, counter(state, id) / needed)
    places = []
    for object, thing in state.objects.items():
        row = state.object(object)
        raises = any(isinstance(it, lang.SetCounter) and it.id == id for it in row.do)
        if raises and not thing.gone:
            if row.needs_item is not None:
                return min(0.99, share + 0.9 / needed * _brought(state, row.needs_item, thing.at))
            places.append(thing.at)
    near = max((closeness(state, zone) for zone in places), default=0.0)
    return min(0.99, share + 0.5 / needed * near) if share < 1 else 1.0


def _brought(state: State, card: str, to: str) -> float:
    """How near an item is to where it is needed."""
    carriers = [it for it in state.living() if any(state.item(id).id == card for id in it.items)]
    if carriers:
        return 0.6 + 0.4 * max(_near(distance(state, to).get(it.at or "", FAR)) for it in carriers)
    return 0.55 * _reached(state, card)


def _reached(state: State, card: str) -> float:
    """How near the heroes are to an item that none of them carries: it lies, is in a chest, behind a token, or is
    dropped by somebody."""
    lying = [zone for zone, ids in state.ground.items() if any(state.item(id).id == card for id in ids)]
    if lying:
        return 0.7 + 0.3 * max(closeness(state, zone) for zone in lying)
    for object, thing in state.objects.items():
        if card in state.object(object).contents and not thing.gone:
            return 0.35 * _doors(state, thing.at) + 0.35 * closeness(state, thing.at)
    for rule in state.row.rule:
        if any(isinstance(it, lang.PutItem) and it.item == card for it in rule.do):
            if isinstance(rule.when, lang.Dies) and rule.when.who is not None:
                return 0.6 * _killed(state, rule.when.who)
            if isinstance(rule.when, lang.Reveals):
                return 0.5 * max((closeness(state, zone) for zone in state.hidden), default=0.0)
    return 0.0


def _doors(state: State, zone: str) -> float:
    """How far a zone behind a locked door is from being open: with its key reached, or open already."""
    for row in state.row.door:
        if row.key is None or state.doors.get(row.id) != "locked":
            continue
        if zone in state.board.beside.get(row.id, ()):
            has = any(state.item(id).id == row.key for it in state.living() for id in it.items)
            return 0.7 if has else 0.6 * _reached(state, row.key)
    return 1.0


def _carried_off(state: State, card: str) -> float:
    carriers = [it for it in state.living() if any(state.item(id).id == card for id in it.items)]
    if not carriers:
        return 0.7 * _reached(state, card)
    ways = [distance(state, zone).get(it.at or "", FAR) for it in carriers for zone in state.row.exits]
    return 0.72 + 0.27 * _near(min(ways, default=FAR))


# ---- ways ------------------------------------------------------------------------------------------------------------


def _near(way: float) -> float:
    return max(0.0, 1.0 - way / FAR)


def closeness(state: State, zone: str) -> float:
    """How near the nearest hero is to a zone, 0 to 1."""
    ways = distance(state, zone)
    return _near(min((ways.get(it.at or "", FAR) for it in state.living()), default=FAR))


@cached_by("pack", "scenario", "doors", "openings", "tokens", size=256)
def distance(state: State, to: str) -> Mapping[str, float]:
    """The length of the way from each zone to this one, doors to be opened included."""
    found: dict[str, float] = {}
    queue = [(0.0, to)]
    while queue:
        way, here = heappop(queue)
        if here in found:
            continue
        found[here] = way
        for near in state.board.neighbours[here]:
            if near not in found and (cost := _crossing(state, here, near)) is not None:
                heappush(queue, (way + cost, near))
        for link, end in state.board.links_from[here]:
            if end not in found and link.kind == "ladder":
                heappush(queue, (way + 1 + link.extra, end))
    return found


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


def figures(match: Any, seat: Seat) -> dict[str, float]:
    """The figures of hints: the heroes' life and reserve, the Overlord's figures, gems of the Book, the aim in
    hundredths."""
    state: State = match.state
    aims = list(progress(state))
    return {
        "life": sum(hero.gems.life for hero in state.heroes if not hero.dead),
        "reserve": sum(hero.gems.reserve for hero in state.living()),
        "figures": sum(it.at is not None and _is_foe(state, it.id) for it in state.figures),
        "book": state.book.reserve,
        "aim": round(100 * sum(aims) / len(aims)) if aims else 0,
    }


def part(match: Any) -> str:
    """The turn in which a moment lies."""
    return f"{match.state.round}-{match.state.side}"

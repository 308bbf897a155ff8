"""Rolls against their expectation: the successes of all dice that a seat's characters threw, rerolled ones too, and the
mean of such dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.blade.measure import mean, seat_of
from rules.blade.state import State
from rules.kernel import Json, Seat

KINDS = ("melee", "ranged", "guard", "spell", "area", "manipulation", "leap", "heal", "riposte", "last-blow")
"""The purposes of rolls in which successes are wished for, in the order in which they are told; of a fall they are
wounds (FAL-1)."""
Thrown = tuple[int, str, Seat, str, int]
"""A die: the event, the purpose, the seat, the colour, its successes."""


def luck(match: Any, events: Sequence[Json]) -> Json:
    """`kernel.bots.Advisor.luck`: `{"dice", "successes", "expected"}` by seat."""
    return _sums(match.state, list(_thrown(match.state, events)))


def luck_by_kind(match: Any, events: Sequence[Json]) -> Json:
    """`kernel.bots.Advisor.rolls`: as `luck`, by purpose; those that nobody threw for are left out."""
    dice = list(_thrown(match.state, events))
    by_kind = {kind: [die for die in dice if die[1] == kind] for kind in KINDS}
    return {kind: _sums(match.state, dice) for kind, dice in by_kind.items() if dice}


def _thrown(state: State, events: Sequence[Json]) -> Iterator[Thrown]:
    """All dice of these events, without those of rolls that were taken back."""
    dice: list[Thrown] = []
    last: dict[str, tuple[str, list[str]]] = {}
    for event in events:
        match event:
            case {"kind": "rewound", "to": to}:
                dice = [die for die in dice if die[0] < to]
            case {"kind": "rolled", "n": n, "by": by, "why": why} if by in state.everyone():
                seat = seat_of(state, by)
                last[by] = why, [die["die"] for die in event["dice"]]
                dice += [(n, why, seat, die["die"], die["successes"]) for die in event["dice"]]
            case {"kind": "rerolled", "n": n, "by": by} if by in last:
                why, colours = last[by]
                dice.append((n, why, seat_of(state, by), colours[event["die"]], event["successes"]))
    yield from (die for die in dice if die[1] in KINDS)


def _sums(state: State, dice: Sequence[Thrown]) -> Json:
    means: Mapping[str, float] = {id: mean(state, id) for id in state.pack.dice}
    by_seat: Json = {}
    for seat in state.seats:
        own = [(colour, shown) for _, _, of, colour, shown in dice if of == seat]
        expected = sum(means[colour] for colour, _ in own)
        shown = sum(shown for _, shown in own)
        by_seat[seat] = {"dice": len(own), "successes": shown, "expected": round(expected, 2)}
    return by_seat

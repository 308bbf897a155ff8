"""How a bout stands: points, what is left of either cabal, and how near its rouages are to what can still be gained."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import hypot, pow, tanh
from random import Random
from typing import Any

from rules.kernel import Json
from rules.kernel.bots import Advisor
from rules.olomoc.seats import Seat, other
from rules.olomoc.state import INCH, Point, Rouage, State

SCALE = 7.0
"""A lead that makes a bout nearly sure, in the units below."""
POINT, LEAD, FIEL, PV, ALIVE, STUN, NOIRCEUR, ACTION, NEAR = 2.0, 1.0, 1.6, 0.45, 1.0, 0.4, 0.3, 0.06, 0.09
"""`LEAD`: of who is ahead in points, for each Traque (END-2); `NEAR`: each inch on the way to a goal."""
AWAY = 12.0
"""Inches to a goal at which a rouage off the Bloc is counted."""
PLACES, LISTED = 3, 70
"""Ends of one movement that are worth a look, of so many commands listed."""


def evaluate(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate`."""
    state: State = match.state
    worth = _worth(state, seat) - _worth(state, other(seat))
    ahead = state.points[seat] - state.points[other(seat)]
    # END-1, END-2: the later it is, the more a lead is worth
    late = state.traque + (state.cycle - 1) / 2
    return tanh((worth + LEAD * late * max(-2, min(2, ahead))) / SCALE)


def _worth(state: State, seat: Seat) -> float:
    goals = _goals(state, seat)
    found = POINT * state.points[seat] - FIEL * pow(state.fiel[seat], 1.5)
    return found + sum(_bearing(it, goals) for it in state.rouages(seat) if not it.out)


def _bearing(rouage: Rouage, goals: list[Point]) -> float:
    worth = ALIVE + PV * len(rouage.life_left) + ACTION * rouage.actions - STUN * len(rouage.states)
    worth -= NOIRCEUR * pow(rouage.noirceur, 1.3)
    return worth - NEAR * (AWAY if rouage.at is None else apart(rouage.at, goals))


def _goals(state: State, seat: Seat) -> list[Point]:
    """Where a seat's rouages head for: markers without its token, else the adverse rouages."""
    markers = [marker.at for marker in state.markers.values() if seat not in marker.tokens]
    return markers or [it.at for it in state.rouages(other(seat)) if it.at is not None]


def apart(at: Point, goals: list[Point]) -> float:
    """Inches to the nearest of some places."""
    return min((hypot(at[0] - x, at[1] - y) for x, y in goals), default=0.0) / INCH


def shortlist(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """Every command that is listed but those that only end a movement elsewhere: of these the nearest to a goal."""
    goals, groups = _goals(match.state, seat), {}  # type: ignore[var-annotated]
    for _ in range(2):
        for command in islice(match.commands(seat, rng), LISTED):
            key = repr(sorted((k, v) for k, v in command.items() if k not in ("to", "ruler")))
            groups.setdefault(key, []).append(command)
    for commands in groups.values():
        if isinstance(commands[0].get("to"), list):
            commands.sort(key=lambda it: apart(it["to"], goals))
        yield from commands[:PLACES]


ADVISOR = Advisor(evaluate, shortlist)

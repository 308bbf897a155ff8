"""The value of a match for a seat: its lead, and the peril that all lose, which is the same for every seat, so that no
bot throws the match away to lead in it."""

from __future__ import annotations

from collections.abc import Mapping
from math import tanh
from typing import Any

from rules.hybris.bots.worth import ages_left, peril, seat_worth
from rules.hybris.state import State
from rules.kernel import Seat

SCALE, EACH_AGE = 5.0, 2.0
"""So many Victory Points ahead are worth tanh(1) at the end; and for each Age to come so many more."""


def evaluate(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate`. A loss of all is the worst end for everybody."""
    state: State = match.state
    if not state.mats[seat].olympian or any(not mat.olympian for mat in state.mats.values()):
        return 0.0
    worth = {player: seat_worth(state, player) for player in state.playing}
    others = [worth[player] for player in worth if player != seat]
    lead = worth.get(seat, 0.0) - max(others, default=0.0)
    lost = peril(state)
    return tanh(lead / (SCALE + EACH_AGE * ages_left(state))) * (1 - lost) - lost


def figures(match: Any, seat: Seat) -> Mapping[str, float]:
    """The figures of a match from a seat's side, and of the best of the others; `prospects` is what all that a seat has
    besides Victory Points may bring, in Victory Points."""
    state: State = match.state
    rows: dict[str, float] = {"cities": float(len(state.standing_cities)), "momentum": float(len(state.chaos.momentum))}
    for prefix, seats in (("", [seat]), ("rival_", [player for player in state.playing if player != seat])):
        for name in ("vp", "aegis", "spark", "energy", "worker"):
            rows[prefix + name] = float(max((state.mats[seat].has(name) for seat in seats), default=0))
        hopes = [seat_worth(state, player) - state.mats[player].has("vp") for player in seats]
        rows[f"{prefix}prospects"] = max(hopes, default=0.0)
        tasks = [sum(len(tile.tasks) for tile in state.mats[seat].tiles.values()) for seat in seats]
        rows[f"{prefix}tasks"] = float(max(tasks, default=0))
    return rows


def part(match: Any) -> str:
    """The part of a match: the phase of an Age."""
    state: State = match.state
    return f"{state.age}.{state.phase}"

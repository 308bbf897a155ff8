"""How a match stands for a seat: Victory points after Debts, and a little for what they may still be made of."""

from __future__ import annotations

from typing import Any

from rules.diktat.state import State
from rules.kernel.seats import Seat

GOAL = 10.0


def standing(state: State, seat: Seat) -> float:
    """In Victory points. PP and Agents are worth a share of one: of Agents those sent most, as they will take."""
    if seat not in state.playing or not state.players[seat].cabal:
        return -GOAL
    player = state.players[seat]
    sent = sum(pawn.kind == "E" for _, stack in state.stacks(seat) for pawn in stack.pawns)
    behind = player.agents.count("E")
    tokens = min(state.free_symbols(seat), sum(player.affinities.values()))
    found = state.points(seat) - player.debts - 0.3 * player.corruption
    return found + 0.12 * player.pp + 0.6 * sent + 0.2 * behind + 0.6 * tokens + 0.5 * player.all_markers


def evaluate(match: Any, seat: Seat) -> float:
    """The lead over the best of the others, from -1 to 1."""
    state: State = match.state
    others = max((standing(state, it) for it in state.playing if it != seat), default=0.0)
    return max(-1.0, min(1.0, (standing(state, seat) - others) / GOAL))

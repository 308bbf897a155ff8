"""The auction's bots, in a module without its page: a worker process loads no screens."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.kernel import Json
from rules.kernel.bots import Advisor, Budget, HouseBot


def lowest(match: Any, seat: str, rng: Random) -> Json:
    """The first of the answers in order: the lowest card; to a proposal, no."""
    least: Json = min(
        match.commands(seat),
        key=lambda command: (command["kind"], command.get("card", 0), command.get("accept", False)),
    )
    return least


def evaluate(match: Any, seat: str) -> float:
    """The lead over the best of the others, and a little for high cards in hand."""
    state = match.state
    if not state.hands:
        return 0.0
    worth = {it: state.score[it] + sum(state.hands[it]) / 30 for it in match.engine.playing(state)}
    if seat not in worth:
        return -1.0
    lead = worth[seat] - max((worth[it] for it in worth if it != seat), default=0.0)
    return max(-1.0, min(1.0, lead / 20))


ADVISOR = Advisor(evaluate)
answer = HouseBot(ADVISOR, Budget(60, seconds=0.5), {"lowest": lowest, "greedy": lowest})


def penny(match: Any, seat: str, made: Sequence[Json], seed: int) -> Json:
    """An offer for a bot of Diktat: 1 PP to seat 1, at every opportunity."""
    return {"part": str(len(made)), "command": {"kind": "offer", "to": ["1"], "give": {"pp": 1}}}


def stumble(match: Any, seat: str, made: Sequence[Json], seed: int) -> Json:
    """An offer that fails."""
    raise ValueError("no offer")

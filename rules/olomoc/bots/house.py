"""The house's bots at a table: one answer at a time, from plain data, so that another process may be asked."""

from __future__ import annotations

from random import Random

from rules.kernel import Json
from rules.olomoc.bots.greedy import greedy_bot
from rules.olomoc.bots.uniform import random_bot
from rules.olomoc.match import Match
from rules.olomoc.seats import Seat


def answer(match: Match, seat: Seat, bot: str, seed: int) -> Json:
    """The command of the bot ``"greedy"`` or ``"random"`` for a seat that owes an answer; ``seed`` is for its dice.

    To a proposal every bot answers alike: a takeback is accepted, anything else declined.
    """
    decision = match.decisions[seat]
    if decision["kind"] == "adjust":
        return {"kind": "adjust", "accept": decision["prompt"]["code"] == "takeback"}
    return (greedy_bot if bot == "greedy" else random_bot)(match, seat, Random(seed))

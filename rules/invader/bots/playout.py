"""How the searching bot plays a duel on after a command, before it judges it."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.invader.bots.evaluation import evaluate
from rules.invader.bots.shortlist import shortlist
from rules.kernel.bots import Advisor
from rules.kernel.bots.advisor import settle
from rules.kernel.bots.simple import hasty_answer

TURNS = 2
"""Turns that are played on: this one and the other side's. What a card was worth shows in the answer to it."""
LOOKED_AT = 12
"""The number of commands that each side looks at for each of its own."""
AT_ONCE = Advisor(evaluate, shortlist)


def play_turns(match: Any, depth: int, rng: Random) -> None:
    """`Advisor.playout`: plays this turn and the other side's to their ends, each side by what its commands are worth
    at once; what is asked meanwhile gets the answer by default."""
    last = match.state.number + TURNS
    while match.state.number < last and (asked := match.asked):
        seat, question = next(iter(asked.items()))
        if question.kind == "main":
            command = hasty_answer(AT_ONCE, match, seat, LOOKED_AT, rng)
        else:
            command = question.default or next(match.commands(seat, rng))
        match.submit(seat, command)
    settle(match, depth, rng)

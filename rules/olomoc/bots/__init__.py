"""Bots. A bot knows no more than its seat: decisions and commands, its view, odds, and worlds imagined for it. The
caller submits the command that the bot returns."""

from collections.abc import Callable, Mapping
from random import Random

from rules.kernel import Json
from rules.kernel.bots import Budget, HouseBot, greedy_answer
from rules.kernel.bots import random_answer as random_bot
from rules.olomoc.advice.evaluation import ADVISOR
from rules.olomoc.match import Match
from rules.olomoc.seats import Seat

Bot = Callable[[Match, Seat, Random], Json]
"""The command with which this seat, which owes an answer, goes on. Everything random in it comes from the Random."""


def greedy_bot(match: Match, seat: Seat, rng: Random) -> Json:
    """The kernel's greedy bot with this game's evaluation."""
    return greedy_answer(ADVISOR, match, seat, rng)


BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
BUDGET = Budget(iterations=400, seconds=2.0)
answer = HouseBot(ADVISOR, BUDGET)
"""The house's bots."""

__all__ = ["ADVISOR", "BOTS", "BUDGET", "Bot", "answer", "greedy_bot", "random_bot"]

"""Bots. A bot knows no more than its seat: decisions and commands, its view, odds, and worlds imagined for it. The
caller submits the command that the bot returns."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from rules.kernel import Json
from rules.kernel.bots import Budget, HouseBot, greedy_answer
from rules.kernel.bots import random_answer as random_bot
from rules.olomoc.advice.evaluation import ADVISOR as HINT_ADVISOR
from rules.olomoc.bots.playout import play_on
from rules.olomoc.match import Match
from rules.olomoc.seats import Seat

Bot = Callable[[Match, Seat, Random], Json]
"""The command with which this seat, which owes an answer, goes on. Everything random in it comes from the Random."""


def greedy_bot(match: Match, seat: Seat, rng: Random) -> Json:
    """The kernel's greedy bot with this game's evaluation."""
    return greedy_answer(HINT_ADVISOR, match, seat, rng)


ADVISOR = replace(HINT_ADVISOR, playout=play_on, deepest=1, usual=greedy_bot)
"""For the search; queries, which tell what a command changes by itself, do not play on."""
BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
BUDGET = Budget(iterations=60, seconds=2.0)
answer = HouseBot(ADVISOR, BUDGET)
"""The house's bots."""

__all__ = ["ADVISOR", "BOTS", "BUDGET", "Bot", "answer", "greedy_bot", "random_bot"]

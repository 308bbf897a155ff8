"""Bots: one that plays at random, a greedy one that goes by simple figures, and the kernel's searching one with this
game's evaluation. A bot knows no more than its seat: it is given a match that its seat could imagine."""

from collections.abc import Callable, Mapping
from random import Random

from rules.diktat.bots.evaluation import evaluate
from rules.diktat.bots.greedy import greedy_bot
from rules.diktat.bots.shortlist import shortlist
from rules.diktat.match import Match
from rules.kernel import Json
from rules.kernel.bots import Advisor, Budget, house_bot
from rules.kernel.bots import random_answer as random_bot

Bot = Callable[[Match, str, Random], Json]
"""The command with which this seat, which owes an answer, goes on. Everything random in it comes from the Random."""

BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
ADVISOR = Advisor(evaluate, shortlist, silent=frozenset({"adjust", "verdict", "hold"}))
BUDGET = Budget(iterations=200, seconds=1.0)
answer = house_bot(ADVISOR, BUDGET, {"greedy": greedy_bot})

__all__ = ["ADVISOR", "BOTS", "BUDGET", "Bot", "answer", "evaluate", "greedy_bot", "random_bot"]

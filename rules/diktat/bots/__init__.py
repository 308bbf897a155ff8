"""Bots: one that plays at random, a greedy one that goes by simple figures, and the kernel's searching one with this
game's evaluation. A bot knows no more than its seat: it is given a match that its seat could imagine."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from rules.diktat.bots.evaluation import evaluate, evaluate_cycle, figures, part
from rules.diktat.bots.greedy import greedy_bot, play_cycle
from rules.diktat.bots.offers import offers
from rules.diktat.bots.shortlist import shortlist
from rules.diktat.state import State
from rules.kernel import Json
from rules.kernel.bots import Advisor, Budget, HouseBot, HouseOffers
from rules.kernel.bots import random_answer as random_bot
from rules.kernel.match import KernelMatch

Bot = Callable[[KernelMatch[State], str, Random], Json]
"""The command with which this seat, which owes an answer, goes on. Everything random in it comes from the Random."""

BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
SILENT = frozenset({"adjust", "verdict", "hold"})
HINT_ADVISOR = Advisor(evaluate, shortlist, figures=figures, silent=SILENT, offers=offers, part=part, zero_sum=False)
"""For queries, which have two seconds: it does not play the cycle on."""
ADVISOR = replace(HINT_ADVISOR, playout=play_cycle, deepest=1, later=evaluate_cycle, usual=greedy_bot)
BUDGET = Budget(iterations=200, seconds=0.4)
HINTING = Budget(iterations=80)
"""A query has no clock: so many iterations take a third of its time."""
answer = HouseBot(ADVISOR, BUDGET, {"greedy": greedy_bot})
offer = HouseOffers(ADVISOR)

__all__ = [
    "ADVISOR",
    "BOTS",
    "BUDGET",
    "HINTING",
    "HINT_ADVISOR",
    "Bot",
    "answer",
    "evaluate",
    "greedy_bot",
    "offer",
    "random_bot",
]

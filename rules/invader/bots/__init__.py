"""The bots of the duel: the kernel's, with this game's evaluation and shortlist."""

from rules.invader.bots.evaluation import evaluate, figures, part
from rules.invader.bots.shortlist import shortlist
from rules.kernel.bots import Advisor, Budget, HouseBot

ADVISOR = Advisor(evaluate, shortlist, figures=figures, part=part)
BUDGET = Budget(iterations=600, seconds=1.0)
HINTING = Budget(iterations=200)
"""A query has no clock: so many iterations take a third of its time."""
answer = HouseBot(ADVISOR, BUDGET)

__all__ = ["ADVISOR", "BUDGET", "HINTING", "answer", "evaluate"]

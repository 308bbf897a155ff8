"""The bots of the duel: the kernel's, with this game's evaluation and shortlist."""

from dataclasses import replace

from rules.invader.bots.evaluation import evaluate, evaluate_turn, figures, part
from rules.invader.bots.playout import play_turns
from rules.invader.bots.shortlist import shortlist
from rules.kernel.bots import Advisor, Budget, HouseBot

HINT_ADVISOR = Advisor(evaluate, shortlist, figures=figures, part=part)
"""For queries, which tell what a command changes by itself: it does not play the turns on."""
ADVISOR = replace(HINT_ADVISOR, playout=play_turns, later=evaluate_turn, deepest=1, tried=6)
BUDGET = Budget(iterations=120, seconds=1.0)
HINTING = Budget(iterations=200)
"""A query has no clock: so many iterations take a third of its time."""
answer = HouseBot(ADVISOR, BUDGET)

__all__ = ["ADVISOR", "BUDGET", "HINTING", "HINT_ADVISOR", "answer", "evaluate"]

"""The bots of the duel: the kernel's, with this game's evaluation."""

from rules.invader.bots.evaluation import evaluate
from rules.kernel.bots import Advisor, Budget, house_bot

ADVISOR = Advisor(evaluate)
BUDGET = Budget(iterations=600, seconds=1.0)
answer = house_bot(ADVISOR, BUDGET)

__all__ = ["ADVISOR", "BUDGET", "answer", "evaluate"]

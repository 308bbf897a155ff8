"""The bots of Hybris: the kernel's, with this game's evaluation and shortlist, and a greedy bot of its own."""

from rules.hybris.bots.evaluation import evaluate, figures, part
from rules.hybris.bots.greedy import greedy_bot, play_age
from rules.hybris.bots.reasons import reasons
from rules.hybris.bots.shortlist import shortlist
from rules.kernel.bots import Advisor, Budget, HouseBot

ADVISOR = Advisor(
    evaluate,
    shortlist,
    figures=figures,
    part=part,
    reasons=reasons,
    silent=frozenset({"adjust"}),
    playout=play_age,
    deepest=1,
    reply=greedy_bot,
    usual=greedy_bot,
    zero_sum=False,
)
BUDGET = Budget(iterations=120, seconds=0.3)
HINTING = Budget(iterations=16, worlds=8)
"""A query has no clock."""

answer = HouseBot(ADVISOR, BUDGET, {"greedy": greedy_bot})

__all__ = ["ADVISOR", "BUDGET", "HINTING", "answer", "evaluate", "greedy_bot"]

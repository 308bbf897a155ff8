"""The bots of Blade & Book: the kernel's, with this game's evaluation and lines of play."""

from rules.blade.bots.evaluation import drawn, evaluate, evaluate_further, figures, part
from rules.blade.bots.greedy import greedy_bot, settle
from rules.blade.bots.luck import attacks, luck, luck_by_kind
from rules.blade.bots.shortlist import shortlist
from rules.kernel.bots import Advisor, Budget, HouseBot

SILENT = frozenset({"order", "place", "catch", "adjust"})
ADVISOR = Advisor(
    evaluate_further,
    shortlist,
    figures=figures,
    silent=SILENT,
    part=part,
    luck=luck,
    rolls=luck_by_kind,
    throws=attacks,
    playout=settle,
    deepest=1,  # what follows at random tells less than what a line is worth by itself
    tried=8,
    drawn=drawn,
    least=0.01,  # many small falls decide a match, and its end tells the three largest
)
BUDGET = Budget(iterations=120, seconds=0.5)
HINTING = Budget(iterations=60)
"""A query has no clock: so many iterations take a third of its time."""
answer = HouseBot(ADVISOR, BUDGET, {"greedy": greedy_bot})

__all__ = ["ADVISOR", "BUDGET", "HINTING", "answer", "evaluate", "greedy_bot"]

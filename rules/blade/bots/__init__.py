"""The bots of Blade & Book: the kernel's, with this game's evaluation and shortlist."""

from random import Random
from typing import Any

from rules.blade.bots.evaluation import evaluate, figures, part
from rules.blade.bots.greedy import defence_answer, overlord_answer
from rules.blade.bots.shortlist import shortlist
from rules.blade.state import OVERLORD
from rules.kernel import Json, Seat
from rules.kernel.bots import Advisor, Budget, greedy_answer, house_bot

SILENT = frozenset({"order", "place", "catch", "adjust"})
ADVISOR = Advisor(evaluate, shortlist, figures=figures, silent=SILENT, part=part)
BUDGET = Budget(iterations=120, seconds=0.5)
HINTING = Budget(iterations=60)
"""A query has no clock: so many iterations take a third of its time."""


def greedy_bot(match: Any, seat: Seat, rng: Random) -> Json:
    """One answer of the greedy bot, from a world imagined for its seat."""
    said = overlord_answer(match, rng) if seat == OVERLORD else None
    return said or defence_answer(match, seat) or greedy_answer(ADVISOR, match, seat, rng)


answer = house_bot(ADVISOR, BUDGET, {"greedy": greedy_bot})

__all__ = ["ADVISOR", "BUDGET", "HINTING", "answer", "evaluate"]

"""The commands worth trying: lines of play where there are any, the greedy bot's answer where it needs no search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from rules.blade.bots.evaluation import further_worth_of
from rules.blade.bots.greedy import lines_of, plain_answer
from rules.kernel import Json, Seat

LISTED = 60
"""The most commands of one decision that are looked at."""


def shortlist(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """`kernel.bots.Advisor.shortlist`."""
    answer = plain_answer(match, seat, rng)
    if answer is not None:
        yield answer
        return
    yield from lines_of(match, seat, further_worth_of) or islice(match.commands(seat, rng), LISTED)

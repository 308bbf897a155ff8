"""How the searching bot plays a bout on after a command, before it judges it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from rules.kernel import Json
from rules.kernel.bots.simple import hasty_answer
from rules.olomoc.advice.evaluation import ADVISOR, nearest
from rules.olomoc.seats import Seat

LISTED, LOOKED_AT = 24, 8
"""Commands that are listed for each further one, and of these so many looked at: the ends of one
movement count as one."""
PLAYED_ON = 14
"""The commands and answers that are played on: about the rest of the activation and the next one."""
CONSIDERED = frozenset(("act", "move", "enter"))
"""What is answered by what a command is worth at once; else there is a default."""
NEXT = frozenset(("plan", "compose", "draft"))
"""Questions at which the playout ends, a cycle's at the latest."""


def shortlist(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """`kernel.bots.Advisor.shortlist`, of few commands."""
    return nearest(match.state, seat, islice(match.commands(seat, rng), LISTED), 1)


AT_ONCE = replace(ADVISOR, shortlist=shortlist)


def play_on(match: Any, depth: int, rng: Random) -> None:
    """`Advisor.playout`: plays on for a while, each seat by what its commands are worth at once, so that what a
    movement or a study was good for shows in what the rouage does with it, and in the answer to it."""
    for _ in range(PLAYED_ON):
        seat, question = next(iter(match.asked.items()), ("", None))
        if question is None or question.kind in NEXT:
            return
        if question.kind in CONSIDERED:
            command = hasty_answer(AT_ONCE, match, seat, LOOKED_AT, rng)
        else:
            command = question.default or next(match.commands(seat, rng))
        match.submit(seat, command)

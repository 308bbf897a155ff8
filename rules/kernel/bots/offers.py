"""What others put to a seat out of turn (an offer), weighed: every bot of the house answers alike."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, Match, settle, values
from rules.kernel.codec import Json
from rules.kernel.seats import Seat

WORLDS = 8
"""Imagined, in each of which every answer is tried."""
LEAST = 1e-3
"""By so much an answer must be worth more than the last one, which changes nothing: what is worth nothing is left."""


def weighed(advisor: Advisor, match: Any, seat: Seat, answers: Sequence[Json], rng: Random) -> Json:
    """Of the answers to one thing that was put to a seat (`Match.answers`), the one after which the match stands best
    for it by the advisor's evaluation, on the average of imagined worlds. The last one, the no, stands against all
    others: what is no gain by this estimate is declined."""
    if len(answers) == 1:
        return answers[0]
    worth = [0.0] * len(answers)
    for _ in range(WORLDS):
        world, chance = match.imagine(seat, rng.getrandbits(32)), rng.getrandbits(32)
        for n, command in enumerate(answers):
            worth[n] += values(_answered(world, seat, command, chance, rng), advisor.evaluate)[seat] / WORLDS
    best = max(range(len(answers)), key=worth.__getitem__)
    return answers[best] if worth[best] > worth[-1] + LEAST else answers[-1]


def _answered(world: Match, seat: Seat, command: Json, chance: int, rng: Random) -> Match:
    """The world after this answer, the other seats that are asked the same having said the same: what all must agree to
    is weighed as if it came about."""
    tried = world.fork(chance)
    depth = len(tried.state.stack)
    tried.submit(seat, command)
    for other in tried.seats:
        if other != seat and any(command in rows for rows in tried.answers(other)):
            tried.submit(other, command)
    settle(tried, depth, rng)
    return tried

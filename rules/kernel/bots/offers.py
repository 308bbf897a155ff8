"""The bots' answers to offers made to them out of turn. Every bot answers the same way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, Match, settle, values
from rules.kernel.codec import Json
from rules.kernel.seats import Seat

WORLDS = 8
"""The number of imagined worlds in which every answer is tried."""
LEAST = 1e-3
"""The least by which an answer must be better than the last one, which changes nothing."""


def weighed(advisor: Advisor, match: Any, seat: Seat, answers: Sequence[Json], rng: Random) -> Json:
    """The best of the answers to one offer (`Match.answers`) by the advisor's evaluation, averaged over imagined
    worlds. The last answer, which changes nothing, is returned unless another is better by the margin."""
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
    """The world after this answer, with the same answer given for all other seats that are asked: an offer that needs
    everybody's consent is judged as if it were accepted."""
    tried = world.fork(chance)
    depth = len(tried.state.stack)
    tried.submit(seat, command)
    for other in tried.seats:
        if other != seat and any(command in rows for rows in tried.answers(other)):
            tried.submit(other, command)
    settle(tried, depth, rng)
    return tried

"""The random bot, the greedy bot, and one between them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, answer_others, candidates, settle, values
from rules.kernel.codec import Json
from rules.kernel.seats import Seat

CARE = 0.5
"""The part of its answers that the novice thinks about."""
WORLDS = 2
"""The number of imagined worlds in which the greedy bot tries each command."""


def random_answer(match: Any, seat: Seat, rng: Random) -> Json:
    """The first of the legal commands, which come in random order."""
    command: Json = next(match.commands(seat, rng))
    return command


def novice_answer(greedy: Callable[[Any, Seat, Random], Json], match: Any, seat: Seat, rng: Random) -> Json:
    """The greedy bot's command, or as often any."""
    return greedy(match, seat, rng) if rng.random() < CARE else random_answer(match, seat, rng)


def greedy_answer(advisor: Advisor, match: Any, seat: Seat, rng: Random) -> Json:
    """The command with the best value for this seat, averaged over a few imagined worlds; the first of equals."""
    commands = candidates(advisor, match, seat, rng)
    if len(commands) == 1:
        return commands[0]
    worlds = [answer_others(advisor, match.imagine(seat, rng.getrandbits(32)), seat, rng) for _ in range(WORLDS)]
    depth, worth = len(match.state.stack), [0.0] * len(commands)
    for world in worlds:
        chance = rng.getrandbits(32)
        for n, command in enumerate(commands):
            tried = world.fork(chance)
            tried.submit(seat, command)
            settle(tried, depth, rng)
            worth[n] += values(tried, advisor)[seat]
    return commands[max(range(len(commands)), key=worth.__getitem__)]

"""The peer of the house's search: a plain Monte Carlo search, written on `imagine` and `fork` alone. Each iteration
imagines a world, tries there the command of the root with the highest upper confidence bound, plays on at random, and
evaluates. It keeps no tree and no world."""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, candidates, values

PLAYED_ON = 4
"""The random commands after the one that is tried."""


def plain_search(advisor: Advisor, match: Any, seat: str, seed: int, iterations: int) -> dict[str, Any]:
    """The command that was tried most."""
    rng = Random(seed)
    commands = candidates(advisor, match, seat, rng)
    visits, total = [0] * len(commands), [0.0] * len(commands)
    for n in range(iterations):
        fresh = next((k for k, it in enumerate(visits) if not it), None)
        best = fresh if fresh is not None else max(range(len(commands)), key=lambda k: _bound(total[k], visits[k], n))
        world = match.imagine(seat, rng.getrandbits(32))
        if world.check(seat, commands[best]) is None:
            world.submit(seat, commands[best])
        for _ in range(PLAYED_ON):
            asked = next(iter(world.asked), None)
            if asked is None:
                break
            world.submit(asked, next(world.commands(asked, rng)))
        visits[best] += 1
        total[best] += values(world, advisor)[seat]
    return commands[max(range(len(commands)), key=visits.__getitem__)]


def _bound(total: float, visits: int, n: int) -> float:
    return total / visits + 0.7 * sqrt(log(n + 1) / visits)

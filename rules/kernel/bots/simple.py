"""The random bot, the greedy bot, and those between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, candidates, settle, values, world_of
from rules.kernel.codec import Json
from rules.kernel.seats import Seat

CARE: Mapping[str, float] = {"novice": 0.25, "steady": 0.85}
"""The part of its answers that a bot thinks about, of those between the greedy and the random one. Chosen so that the
three at a table, with the search, stand apart (docs/bots.md): the greedy bot itself is too near to the search."""
WORLDS = 2
"""The number of imagined worlds in which the greedy bot tries each command."""


def random_answer(match: Any, seat: Seat, rng: Random) -> Json:
    """The first of the legal commands, which come in random order."""
    command: Json = next(match.commands(seat, rng))
    return command


def careless_answer(bot: str, greedy: Callable[[Any, Seat, Random], Json], match: Any, seat: Seat, rng: Random) -> Json:
    """The greedy bot's command, or any, as often as this bot (`CARE`) takes care or does not."""
    return greedy(match, seat, rng) if rng.random() < CARE[bot] else random_answer(match, seat, rng)


def greedy_answer(advisor: Advisor, match: Any, seat: Seat, rng: Random) -> Json:
    """The command with the best value for this seat, averaged over a few imagined worlds; the first of equals."""
    return by_worth(advisor, match, seat, candidates(advisor, match, seat, rng), rng)[0]


def by_worth(advisor: Advisor, match: Any, seat: Seat, commands: Sequence[Json], rng: Random) -> list[Json]:
    """Commands by what they are worth to this seat, averaged over a few imagined worlds, the best first; of equals the
    one that came first."""
    if len(commands) == 1:
        return list(commands)
    worlds = [world_of(advisor, match, seat, rng.getrandbits(32), rng) for _ in range(WORLDS)]
    depth = len(match.state.stack)
    by_world = [_worths(advisor, world, seat, commands, depth, rng) for world in worlds]
    totals = [sum(worths) for worths in zip(*by_world, strict=True)]
    return [commands[n] for n in sorted(range(len(commands)), key=lambda n: -totals[n])]


def hasty_answer(advisor: Advisor, match: Any, seat: Seat, most: int, rng: Random) -> Json:
    """The best of so many commands of the shortlist in this very world, for playouts."""
    commands = list(islice(advisor.shortlist(match, seat, rng), most))
    worths = _worths(advisor, match, seat, commands, len(match.state.stack), rng) if len(commands) > 1 else [0.0]
    return commands[max(range(len(worths)), key=worths.__getitem__)]


def _worths(advisor: Advisor, world: Any, seat: Seat, commands: Sequence[Json], depth: int, rng: Random) -> list[float]:
    """What each of these commands is worth to a seat in one world, with the same chance, once its effects are
    resolved."""
    chance, worths = rng.getrandbits(32), []
    for command in commands:
        tried = world.fork(chance)
        tried.submit(seat, command)
        settle(tried, depth, rng)
        worths.append(values(tried, advisor)[seat])
    return worths

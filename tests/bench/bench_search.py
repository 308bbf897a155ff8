"""Iterations a second of the house's search, for each game, beside a plain Monte Carlo search: ``python -m tests.bench
search``. In positions in the middle of matches that greedy bots have begun; by processor time, so that other work on
the machine does not count."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from rules.kernel.bots import Budget, search
from rules.kernel.bots.advisor import candidates
from tests.bench.peers.plain_search import plain_search
from tests.bench.report import Report
from webapp.games import games
from webapp.games.contract import Game

BEGUN = 40
"""Commands before the first position."""
APART = 7
"""Commands between two positions."""
POSITIONS = 4
ITERATIONS = 60


def measure(report: Report) -> None:
    """Both searches, in the same positions."""
    report.part(f"A search of {ITERATIONS} iterations, by processor time")
    for game in games():
        bots = import_module(f"{game.rules_package}.bots")
        worlds = [*islice(positions(game, bots), POSITIONS)]
        rates: dict[str, list[float]] = {"search": [], "a plain one": []}
        for n, (world, seat) in enumerate(worlds):
            asked = bots.ADVISOR, world, seat, n
            rates["search"].append(_rate(partial(search, *asked, Budget(ITERATIONS))))
            rates["a plain one"].append(_rate(partial(plain_search, *asked, ITERATIONS)))
        for name, per_second in rates.items():
            report.values(f"{game.key}: {name}", per_second, "iterations/s")


def positions(game: Game, bots: Any) -> Iterator[tuple[Any, str]]:
    """Worlds imagined for a seat that is asked and has a choice that the bots can judge."""
    options = {choice.key: choice.option(choice.default) for choice in game.choices}
    match, rng, n, since = game.factory().new(options, 5), Random(5), 0, BEGUN
    while match.outcome is None:
        seat, question = next(iter(match.asked.items()))
        world = match.imagine(seat, rng.getrandbits(31))
        if n >= since + APART and question.kind != "adjust" and len(candidates(bots.ADVISOR, world, seat, rng)) > 1:
            yield world, seat
            since = n
        match.submit(seat, bots.answer(world, seat, "greedy", rng.getrandbits(31)))
        n += 1


def _rate(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return ITERATIONS / max(1e-9, time.process_time() - began)

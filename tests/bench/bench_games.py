"""Whole random matches of every game, one core, journal on: decisions per processor second beside a peer's."""

from __future__ import annotations

import random
import time
from typing import Any

from tests.bench import peers
from tests.bench.report import Report
from tests.bench.rows import REPEATS, Row, row, show
from webapp.games import games

GOALS = {"olomoc": 1.0}
OTHERS = 2.0
"""The goal for card games."""
MATCHES = 6
"""Of each game in each repeat."""


def rows() -> list[Row]:
    """Row 1: a line for each game."""
    name, rate = peers.random_games()
    rate(0)
    found = []
    for title in games():
        made = [title.factory(), title.choices]
        played(*made, seed=0)
        pairs = [(ours(*made, repeat), rate(repeat + 1)) for repeat in range(REPEATS)]
        goal = GOALS.get(title.key, OTHERS)
        found.append(row(1, f"random matches: {title.key}", pairs, "/s", name, goal, most=False))
    return found


def ours(match: Any, choices: Any, repeat: int) -> float:
    """Decisions per processor second."""
    start = time.process_time()
    decisions = sum(played(match, choices, seed=1_000 * repeat + n) for n in range(MATCHES))
    return decisions / (time.process_time() - start)


def played(match: Any, choices: Any, seed: int) -> int:
    """How many decisions a random match with random options takes."""
    rng = random.Random(seed)
    options = {choice.key: choice.option(rng.choice(choice.values)) for choice in choices}
    it, count = match.new(options, seed), 0
    while asked := it.asked:
        seat = rng.choice(sorted(asked))
        it.submit(seat, next(it.commands(seat, rng)))
        count += 1
    return count


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("Whole random matches, one core")
    show(rows())

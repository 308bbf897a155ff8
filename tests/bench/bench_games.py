"""Whole random matches of every game, one core, journal on: decisions per processor second beside a peer's, and what
the views of everybody cost on top."""

from __future__ import annotations

import random
import time
from typing import Any

from tests.bench.peers import installed
from tests.bench.report import Report
from tests.bench.rows import REPEATS, Row, row, show
from webapp.games import games

GOALS = {"olomoc": 1.0}
OTHERS = 2.0
"""The goal for card games."""
VIEWS = 1.5
"""The goal for matches with the views of all seats and a spectator after every decision, beside those without."""
MATCHES = 6
"""Of each game in each repeat."""
TABLES = 50
IN_TURN = 1.15
"""The goal for a decision, with everybody's views, in one of so many matches taken in turn, beside the same matches one
after the other."""
DECISIONS = 24
"""Of each match in turn."""


def rows() -> list[Row]:
    """Rows 1 and 2: lines for each game."""
    return [*random_matches(), *with_views(), *in_turn()]


def random_matches() -> list[Row]:
    """Row 1."""
    name, rate = installed.random_games()
    rate(0)
    figures = []
    for title in games():
        made = [title.factory(), title.choices]
        played(*made, seed=0)
        pairs = [(ours(*made, repeat), rate(repeat + 1)) for repeat in range(REPEATS)]
        goal = GOALS.get(title.key, OTHERS)
        figures.append(row(1, f"random matches: {title.key}", pairs, "/s", name, goal, most=False))
    return figures


def with_views() -> list[Row]:
    """Row 2; and beside it what options of decisions, and commands that may be given unasked, take besides: they are
    found when a page reads them."""
    figures = []
    for game in games():
        made = [game.factory(), game.choices]
        played(*made, seed=0, views=True)
        pairs, with_options = [], []
        for n in range(REPEATS):
            without = 1_000 / ours(*made, n)
            pairs.append((1_000 / ours(*made, n, views=True), without))
            with_options.append((1_000 / ours(*made, n, views=True, read=True), without))
        figures.append(row(2, f"with everybody's views: {game.key}", pairs, "ms", "without views", VIEWS, most=True))
        figures.append(
            row(2, f"and all options read: {game.key}", with_options, "ms", "without views", None, most=True)
        )
    return figures


def in_turn() -> list[Row]:
    """Rows 1 and 2 as on a server with many tables: what follows from a state is kept with its match, so that the other
    matches cost it nothing."""
    figures = []
    for game in games():
        made = [game.factory(), game.choices]
        for n, views in ((1, False), (2, True)):
            of_many(*made, 0, in_turn=True, views=views)
            pairs = [
                (of_many(*made, repeat, in_turn=True, views=views), of_many(*made, repeat, in_turn=False, views=views))
                for repeat in range(REPEATS)
            ]
            name = f"{TABLES} in turn, {'with' if views else 'without'} views: {game.key}"
            figures.append(row(n, name, pairs, "ms", "one after the other", IN_TURN, most=True))
    return figures


def of_many(match: Any, choices: Any, repeat: int, *, in_turn: bool, views: bool) -> float:
    """Processor milliseconds a decision, in matches from their beginning: one decision of each in turn, or all of one
    before those of the next."""
    tables = [begun(match, choices, 1_000 * repeat + n) for n in range(TABLES)]
    start, count = time.process_time(), 0
    order = tables * DECISIONS if in_turn else [it for it in tables for _ in range(DECISIONS)]
    for one, rng in order:
        count += decided(one, rng, views=views)
    return 1_000 * (time.process_time() - start) / count


def ours(match: Any, choices: Any, repeat: int, *, views: bool = False, read: bool = False) -> float:
    """Decisions per processor second."""
    start = time.process_time()
    seeds = range(1_000 * repeat, 1_000 * repeat + MATCHES)
    decisions = sum(played(match, choices, seed, views=views, read=read) for seed in seeds)
    return decisions / (time.process_time() - start)


def played(match: Any, choices: Any, seed: int, *, views: bool = False, read: bool = False) -> int:
    """The number of decisions in a random match with random options. `views`: of each seat and a spectator after every
    decision, as a table builds them; `read`: what is only found when it is read is read, too."""
    one, rng = begun(match, choices, seed)
    count = 0
    while decided(one, rng, views=views, read=read):
        count += 1
    return count


def begun(match: Any, choices: Any, seed: int) -> tuple[Any, random.Random]:
    """A match with random options, and the source of its decisions."""
    rng = random.Random(seed)
    chosen: dict[str, str] = {}
    for choice in choices:
        chosen[choice.key] = rng.choice(choice.fitting(chosen))
    options = {choice.key: choice.option(chosen[choice.key]) for choice in choices}
    return match.new(options, seed), rng


def decided(match: Any, rng: random.Random, *, views: bool = False, read: bool = False) -> bool:
    """Makes one decision; False once the match is over."""
    if not (asked := match.asked):
        return False
    seat = rng.choice(sorted(asked))
    match.submit(seat, next(match.commands(seat, rng)))
    if views:
        for viewer in (*match.seats, "spectator"):
            view = match.view(viewer)
            if read:
                for listed in (view.get("asides", ()), (view["decision"] or {}).get("options", ())):
                    len(listed)
    return True


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("Whole random matches, one core")
    show(rows())

"""The costs that grow with the age of a match: one position, reached after 100 events and after 2,000."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.bench.report import Report
from tests.bench.rows import REPEATS, Row, cpu, row, show
from webapp.games import games
from webapp.games.contract import Game

YOUNG, OLD = 100, 2_000
"""Events."""
SAMPLES = 40
"""Of each figure in each repeat, of which the median counts."""
GROWTH = 1.2
OPENING_MS = 100.0


def rows() -> list[Row]:
    """Row 7: a line for each game and work."""
    return [one for game in games() for one in of(game)]


def of(game: Game) -> list[Row]:
    """A game's lines."""
    young = begun(game)
    old = aged(young.fork(1), OLD)
    commands = legal(young)
    for match in (young, old):
        look(match)  # a table has looked at the match before each command
    works: dict[str, Callable[[Any, int], Any]] = {
        "a command": lambda match, n: match.fork(n).submit(*commands[n % len(commands)]),
        "everybody's views": lambda match, n: look(match.fork(n)),
    }
    found = []
    for name, work in works.items():
        pairs = [(took(work, old), took(work, young)) for _ in range(REPEATS)]
        found.append(row(7, f"{name}, {game.key}", pairs, "ms", f"at {YOUNG} events", GROWTH, most=True))
    return [*found, *opening(game, young, old)]


def look(match: Any) -> None:
    """Everybody's views."""
    for viewer in (*match.seats, "spectator"):
        match.view(viewer)


def opening(game: Game, young: Any, old: Any) -> list[Row]:
    """A kept match opened: how long at most, and whether longer than in proportion to its events."""
    texts = [json.dumps(match.journal) for match in (old, young)]
    options = young.view("spectator").get("options", {})

    def opened(text: str) -> float:
        return 1_000 * cpu(lambda: game.factory().replay(options, json.loads(text)))

    times = [tuple(statistics.median(opened(text) for _ in range(5)) for text in texts) for _ in range(REPEATS)]
    share = len(old.journal) / len(young.journal)
    grown = [(late, early * share) for late, early in times]
    return [
        row(
            7,
            f"opening at {OLD} events, {game.key}",
            [(late, None) for late, _ in times],
            "ms",
            "-",
            OPENING_MS,
            most=True,
        ),
        row(7, f"opening, {game.key}", grown, "ms", f"in proportion to {YOUNG} events", GROWTH, most=True),
    ]


def begun(game: Game) -> Any:
    """A random match of 100 events, at which somebody is asked."""
    for seed in range(50):
        rng = random.Random(seed)
        match = game.new({choice.key: choice.option(choice.values[0]) for choice in game.choices}, seed)
        while match.asked:
            if len(match.journal) >= YOUNG:
                return match
            seat = rng.choice(sorted(match.asked))
            match.submit(seat, next(match.commands(seat, rng)))
    # A short game: the rest is talk.
    match = game.new({choice.key: choice.option(choice.values[0]) for choice in game.choices}, 0)
    return aged(match, YOUNG)


def aged(match: Any, events: int) -> Any:
    """The match where it stands, after so many more events of a draw that is proposed and declined again and again."""
    while len(match.journal) < events:
        seat = next(seat for seat in match.seats if match.check(seat, {"kind": "propose", "what": "draw"}) is None)
        match.submit(seat, {"kind": "propose", "what": "draw"})
        other = next(iter(match.asked))
        match.submit(other, {"kind": "adjust", "accept": False})
    return match


def legal(match: Any) -> list[tuple[str, Any]]:
    """Commands that the match takes where it stands."""
    rng, found = random.Random(1), []
    for _ in range(SAMPLES):
        seat = rng.choice(sorted(match.asked))
        found.append((seat, next(match.commands(seat, rng))))
    return found


def took(work: Callable[[Any, int], Any], match: Any) -> float:
    """The median of processor milliseconds."""
    times = []
    for n in range(SAMPLES):
        start = time.process_time_ns()
        work(match, n)
        times.append((time.process_time_ns() - start) / 1e6)
    return statistics.median(times)


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("The age of a match")
    show(rows())

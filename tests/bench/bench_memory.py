"""The memory of a live match, and of a page that only watches."""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import tracemalloc
from pathlib import Path
from typing import Any

from tests.bench.report import Report
from tests.bench.rows import Row, row, show
from tests.driving import DRIVEN, memory
from tests.driving import Game as Driven
from tests.serving import Server
from webapp.games import games
from webapp.games.contract import Game

MATCHES = 6
"""In memory at once; one before them has loaded what all share."""
SPECTATORS = (20, 60)
"""Memory is the slope between so many and so many."""
GOAL_KB = 150.0


def rows() -> list[Row]:
    """Row 8: a finished random match of each game as a table holds it, with everybody's views; a spectator's page."""
    figures = [
        row(
            8,
            f"a live match, {game.key}",
            [(held(game, seed), None) for seed in (1, 2, 3)],
            "kB",
            "-",
            GOAL_KB,
            most=True,
        )
        for game in games()
    ]
    spectators = [(asyncio.run(spectator()), None) for _ in range(3)]
    return [*figures, row(8, "an idle spectator", spectators, "kB", "-", GOAL_KB, most=True)]


def held(game: Game, seed: int) -> float:
    """Kilobytes of one match, of several."""
    journals = [played(game, 100 * seed + n) for n in range(MATCHES + 1)]
    loaded: list[Any] = [load(game, journals.pop())]
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    while journals:
        loaded.append(load(game, journals.pop()))
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return grown / MATCHES / 1_000


def played(game: Game, seed: int) -> list[dict[str, Any]]:
    """The journal of a whole random match."""
    match, rng = (
        game.new({choice.key: choice.option(choice.default) for choice in game.choices}, seed),
        random.Random(seed),
    )
    while match.asked:
        seat = rng.choice(sorted(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
    journal: list[dict[str, Any]] = match.journal
    return journal


def load(game: Game, journal: list[dict[str, Any]]) -> Any:
    """The match as a table has it once both players and a spectator have looked."""
    match = game.factory().replay(journal[0]["options"], journal)
    for viewer in (*match.seats, "spectator"):
        match.view(viewer)
    match.compress()
    return match


async def spectator() -> float:
    """Kilobytes of the server's for each spectator's page of a running match."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", DRIVEN) as server:
        driven = Driven(server)
        await driven.begin()
        await driven.play(20, 0.02)
        few, many = SPECTATORS
        await driven.watch(few)
        await asyncio.sleep(2)
        before = memory(server.pid)
        await driven.watch(many - few)
        await asyncio.sleep(2)
        grown = memory(server.pid) - before
        await driven.close()
    return grown / (many - few) / 1_000


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("Memory")
    show(rows())

"""Matches that nobody follows: what one holds in memory, what is left of it once unloaded, and how fast it comes back.

Aim: back in under 100 ms.
"""

import asyncio
import gc
import random
import tempfile
import threading
import time
import tracemalloc
from pathlib import Path

from rules.olomoc import Match
from tests.bench.report import Clock, Report
from webapp.games.olomoc.game import GAME
from webapp.games.olomoc.table.cards.book import Book
from webapp.store import Store
from webapp.tables import Registry, Table

TABLES = 5
BUSY_S = 0.005


def measure(report: Report) -> None:
    """Whole random matches, looked at by both players and a spectator."""
    asyncio.run(_measure(report))


async def _measure(report: Report) -> None:
    with tempfile.TemporaryDirectory() as folder:
        report.part("Matches that nobody follows")
        store, tables = Store.open(Path(folder) / "olomoc.db"), Registry()
        tables.open(store, [GAME])
        try:
            matches = [_played(seed) for seed in range(TABLES)]
            codes = [(await tables.adopt(match, {}, "", GAME.key)).code for match in matches]
            report.values("events of a match", [float(len(match.journal)) for match in matches], "")
            matches.clear()
            for code in codes:
                _found(tables, code).unload()
            held, clock = [], Clock()
            tracemalloc.start()
            for code in codes:
                table = _found(tables, code)
                gc.collect()
                before = tracemalloc.get_traced_memory()[0]
                await table.load()
                _look(table)
                loaded = tracemalloc.get_traced_memory()[0]
                table.unload()
                gc.collect()
                held.append((loaded - before, tracemalloc.get_traced_memory()[0] - before))
            tracemalloc.stop()
            await _again(tables, codes, clock)
            beside, busy, ended = Clock(), threading.Event(), threading.Event()
            threading.Thread(target=_busy, args=(busy, ended), daemon=True).start()
            busy.wait()
            await _again(tables, codes, beside)
            ended.set()
            report.values("a match in memory", [loaded / 1e6 for loaded, _ in held], "MB")
            report.values("left once unloaded", [left / 1e6 for _, left in held], "MB")
            report.times("loaded again", clock.seconds)
            report.times("loaded again beside a busy thread", beside.seconds)
        finally:
            tables.close()
            store.close()


async def _again(tables: Registry, codes: list[str], clock: Clock) -> None:
    for code in codes * 4:
        table = _found(tables, code)
        table.unload()
        with clock.running():
            await table.load()


def _busy(begun: threading.Event, ended: threading.Event) -> None:
    """Holds the interpreter's lock half of the time, as the event loop of a server with much to do."""
    while not ended.is_set():
        begun.set()
        until = time.perf_counter() + BUSY_S
        while time.perf_counter() < until:
            pass
        time.sleep(BUSY_S)


def _found(tables: Registry, code: str) -> Table:
    table = tables.get(code)
    assert table is not None
    return table


def _look(table: Table) -> None:
    for viewer in ("1", "2", "spectator"):
        table.view(viewer)
    table.once("book", lambda: Book.of(table.match.journal))


def _played(seed: int) -> Match:
    dice = random.Random(seed)
    match = Match.new({}, seed)
    while match.outcome is None:
        seat, question = next(iter(match.decisions.items()))
        command = next(iter(match.commands(seat, dice)))
        match.submit(seat, {**command, "decision": question["id"]})
    return match

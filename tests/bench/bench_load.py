"""Many tables at once, and a hostile guest: the real server over real sockets.

``python -m tests.bench.bench_load 8 25 20`` loads it with 8 tables of 25 spectators for 20 seconds.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests import abuse
from tests.bench.report import Report
from tests.driving import DRIVEN, Game, Times, memory, processor
from tests.serving import Server

LOADS = ((1, 50), (8, 10), (20, 2))
"""Tables, and spectators of each."""

SECONDS = 10.0
PAUSE_S = 1.0
"""Between a table's command and its next: people think."""

QUIET_S = 0.1
ABUSED_S = 12.0


def measure(report: Report) -> None:
    """Each load, then each kind of abuse beside the quiet minutes before it."""
    for tables, viewers in LOADS:
        asyncio.run(load(report, tables, viewers, SECONDS))
    asyncio.run(abused(report))


async def load(report: Report, tables: int, viewers: int, seconds: float) -> None:
    """So many tables, each played at about a command a second and watched by so many."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", DRIVEN) as server:
        before = memory(server.pid)
        games = [Game(server) for _ in range(tables)]
        start = time.perf_counter()
        for game in games:
            await game.begin()
            await game.watch(viewers)
        joined = time.perf_counter() - start
        grown = memory(server.pid) - before
        cpu, start = processor(server.pid), time.perf_counter()
        end = asyncio.ensure_future(asyncio.sleep(seconds))
        await asyncio.gather(*(game.play_during(end, PAUSE_S) for game in games))
        busy = (processor(server.pid) - cpu) / (time.perf_counter() - start)
        for game in games:
            await game.close()
    report.part(f"Load: {tables} tables, {viewers} spectators each, a command a second each")
    report.times("to its own acknowledgement", [s for game in games for s in game.times.own])
    report.times("to the opponent's socket", [s for game in games for s in game.times.opponent])
    report.times("to a spectator's socket", [s for game in games for s in game.times.spectators])
    report.value("one core busy", 100 * busy, "%")
    report.value("a page joins in", 1000 * joined / (tables * (viewers + 2)), "ms")
    report.value("memory per page", grown / (tables * (viewers + 2)) / 1024, "kB")


async def abused(report: Report) -> None:
    """What two people notice of a third who floods the server, as a ratio to the quiet before."""
    kinds: dict[str, Callable[[str, str], Coroutine[Any, Any, Any]]] = {
        "pages asked for without end": lambda url, _: abuse.page_flood(url, _after(ABUSED_S), "127.0.0.3"),
        "a socket that never stops": lambda url, code: abuse.socket_flood(
            url, f"/watch/{code}", _after(ABUSED_S), "127.0.0.4"
        ),
        "nonsense": lambda url, code: _babble(url, f"/watch/{code}"),
    }
    for name, kind in kinds.items():
        with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", DRIVEN) as server:
            game = Game(server)
            await game.begin()
            await game.play(80, QUIET_S)
            quiet, game.times = game.times, Times()
            await game.play_during(asyncio.ensure_future(kind(server.url, game.code)), QUIET_S)
            report.part(f"Abuse: {name}")
            report.times("quiet: to its own acknowledgement", quiet.own)
            report.times("abused: to its own acknowledgement", game.times.own)
            report.value("p95, abused to quiet", p95(game.times.own) / p95(quiet.own), "times")
            await game.close()


def _after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


async def _babble(url: str, table: str) -> None:
    ended = _after(ABUSED_S)
    while not ended():
        await abuse.babble(url, table, "another", 1, "127.0.1")


def p95(seconds: list[float]) -> float:
    """The 95th percentile."""
    return sorted(seconds)[int(len(seconds) * 0.95)]


if __name__ == "__main__":
    arguments = sys.argv[1:]
    asyncio.run(load(Report(), int(arguments[0]), int(arguments[1]), float(arguments[2])))

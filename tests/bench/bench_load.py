"""Many tables at once, and a hostile guest: the real server over real sockets.

``python -m tests.bench.bench_load 8 25 20`` loads it with 8 tables of 25 spectators for 20 seconds;
without numbers it measures the abuse alone.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
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

QUIET_S = 0.15
QUIET_COMMANDS = 20
ROUNDS, ROUND_S = 12, 4.0


def measure(report: Report) -> None:
    """Each load, then each kind of abuse beside the quiet minutes before it."""
    for tables, viewers in LOADS:
        asyncio.run(load(report, tables, viewers, SECONDS))
    asyncio.run(abused(report))


async def load(report: Report, tables: int, viewers: int, seconds: float) -> None:
    """So many tables, each played at about a command a second and watched by so many."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", DRIVEN) as server:
        before = memory(server.pid)
        games = [Game(server, f"127.0.2.{n + 1}") for n in range(tables)]
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
    """The delay that two people notice from a third who floods the server, as a ratio to the quiet before. The third
    has a process, so that only the server is shared."""
    for name in ABUSERS:
        with (
            tempfile.TemporaryDirectory() as folder,
            Server(Path(folder) / "data", DRIVEN) as server,
            ProcessPoolExecutor(1, get_context("spawn")) as elsewhere,
        ):
            game, loop = Game(server), asyncio.get_running_loop()
            await game.begin()
            await loop.run_in_executor(elsewhere, _ready)  # loads what the guest needs
            await game.play(QUIET_COMMANDS, QUIET_S)
            quiet, loud = Times(), Times()
            for _ in range(ROUNDS):
                # Turn and turn about: a match is not the same from beginning to end.
                game.times = quiet
                await game.play_during(asyncio.ensure_future(asyncio.sleep(ROUND_S)), QUIET_S)
                game.times = loud
                await game.play_during(loop.run_in_executor(elsewhere, abuser, name, server.url, game.code), QUIET_S)
            report.part(f"Abuse: {name}")
            report.times("quiet: to its own acknowledgement", quiet.own)
            report.times("abused: to its own acknowledgement", loud.own)
            report.times("quiet: to the opponent's socket", quiet.opponent)
            report.times("abused: to the opponent's socket", loud.opponent)
            report.value("p95, abused to quiet", p95(loud.own) / p95(quiet.own), "times")
            await game.close()


def abuser(name: str, url: str, code: str) -> None:
    """A hostile guest of this kind, for a while."""
    asyncio.run(ABUSERS[name](url, f"/watch/{code}", _after(ROUND_S)))


async def _pages(url: str, _: str, ended: Callable[[], bool]) -> None:
    await abuse.page_flood(url, ended, "127.0.0.3")


async def _sockets(url: str, table: str, ended: Callable[[], bool]) -> None:
    await abuse.socket_flood(url, table, ended, "127.0.0.4")


async def _babble(url: str, table: str, ended: Callable[[], bool]) -> None:
    # A browser that is thrown out has to wait: each round comes from other addresses.
    for n in count(1):
        if ended():
            break
        await abuse.babble(url, table, "another", n, f"127.{random.randrange(1, 255)}.{n}")


ABUSERS: dict[str, Callable[[str, str, Callable[[], bool]], Coroutine[Any, Any, None]]] = {
    "pages asked for without end": _pages,
    "a socket that never stops": _sockets,
    "nonsense": _babble,
}


def _after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def _ready() -> None:
    """Nothing; every process that runs it has loaded this module."""


def p95(seconds: list[float]) -> float:
    """The 95th percentile."""
    return sorted(seconds)[int(len(seconds) * 0.95)]


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if not arguments:
        asyncio.run(abused(Report()))
        sys.exit()
    asyncio.run(load(Report(), int(arguments[0]), int(arguments[1]), float(arguments[2])))

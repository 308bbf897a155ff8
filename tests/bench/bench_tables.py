"""Many tables at once over the real server's sockets, each as fast as answers come."""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.bench import auctions
from tests.bench.report import Report
from tests.bench.rows import REPEATS, Row, p95, row, show
from tests.driving import DRIVEN, Game
from tests.serving import Server

TABLES = 50
OLOMOC_TABLES = 10
"""Its pages take long to open; the server is as busy as it can be with these."""
BURST = 9
"""Commands of each table in each repeat: the repeats and the one before them are a whole match of the auction."""
OLOMOC_BURST = 5
PATIENCE_S = 300.0

Pairs = list[tuple[float, float | None]]


def rows() -> list[Row]:
    """Row 5. Where Olomoc's tables cannot be played, the auction's figures stay."""
    # A process with hundreds of pages is slow to answer, but not gone.
    os.environ["NOTICE_S"] = "60"
    figures = asyncio.run(tables())
    try:
        figures.append(asyncio.run(olomoc()))
    except Exception as problem:
        print(f"olomoc's tables: not measured: {problem!r}", flush=True)
    return figures


async def tables() -> list[Row]:
    """Commands per second of all tables, and how long one waits."""
    rates: Pairs = []
    waits: Pairs = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        path = Path(folder)
        ours, peer = running.enter_context(auctions.Ours(path)), running.enter_context(auctions.peer(path))
        async with asyncio.timeout(PATIENCE_S):
            both = [[await house.table() for _ in range(TABLES)] for house in (ours, peer)]
            for n in range(REPEATS + 1):
                (rate, wait), (peers_rate, peers_wait) = [await burst(played) for played in both]
                if n:  # the first is played before anything is compiled, cached or awake
                    rates.append((rate, peers_rate))
                    waits.append((wait, peers_wait))
            for played in both:
                for table in played:
                    await table.close()
    return [
        row(5, f"commands, {TABLES} tables", rates, "/s", peer.name, 1.0, most=False),
        row(5, f"own p95, {TABLES} tables", waits, "ms", peer.name, 1.0, most=True),
    ]


async def olomoc() -> Row:
    """Olomoc beside it, without a peer."""
    rates: Pairs = []
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", DRIVEN) as server:
        async with asyncio.timeout(PATIENCE_S):
            games = [Game(server, f"127.0.2.{n + 1}") for n in range(OLOMOC_TABLES)]
            for game in games:
                await game.begin()
            for _ in range(REPEATS):
                start = asyncio.get_running_loop().time()
                await asyncio.gather(*(game.play(OLOMOC_BURST) for game in games))
                seconds = asyncio.get_running_loop().time() - start
                rates.append((OLOMOC_TABLES * OLOMOC_BURST / seconds, None))
            for game in games:
                await game.close()
    return row(5, f"olomoc: commands, {OLOMOC_TABLES} tables", rates, "/s", "-", None, most=False)


async def burst(played: list[auctions.Table]) -> tuple[float, float]:
    """Every table plays as fast as answers come: commands per second, the 95th percentile of a wait in milliseconds."""
    start = asyncio.get_running_loop().time()
    times = await asyncio.gather(*(table.play(BURST) for table in played))
    seconds = asyncio.get_running_loop().time() - start
    return TABLES * BURST / seconds, 1_000 * p95(own for it in times for own in it.own)


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("Many tables at once")
    show(rows())

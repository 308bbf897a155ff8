"""The real server over real sockets: from a command to its own acknowledgement, and to everybody who watches."""

import asyncio
import tempfile
import time
from pathlib import Path

from tests.bench.report import Report
from tests.driving import DRIVEN, Game, memory, processor
from tests.serving import Server
from tests.sockets import Page
from webapp.store import Step, Store

VIEWERS = (0, 20, 50)
COMMANDS = 60
PAUSE_S = 0.05


def measure(report: Report) -> None:
    """The store alone, then a table with more and more spectators."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(commits(report, Path(folder)))
    for viewers in VIEWERS:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(commands(report, Path(folder), viewers))


async def commits(report: Report, folder: Path) -> None:
    """Durable appends, one after the other and from many tables at once."""
    report.part("Store: durable steps of 300 bytes (WAL, FULL)")
    store = Store.open(folder / "olomoc.db")
    tables = [await store.add_table(f"T{n}", "olomoc", "", {}, [{"n": 0}]) for n in range(51)]
    events = [{"n": 1, "kind": "moved", "note": "x" * 250}]
    seconds = []
    for n in range(300):
        start = time.perf_counter()
        await store.append(tables[0].id, Step(n + 1, "1", {"kind": "walk"}, events, 0.0), None)
        seconds.append(time.perf_counter() - start)
    report.times("one table", seconds)

    async def many(table: int) -> None:
        for n in range(40):
            await store.append(tables[table].id, Step(n + 1, "1", {"kind": "walk"}, events, 0.0), None)

    start = time.perf_counter()
    await asyncio.gather(*(many(n) for n in range(1, 51)))
    report.value("50 tables at once", 2000 / (time.perf_counter() - start), "steps/s")
    store.close()


async def commands(report: Report, folder: Path, viewers: int) -> None:
    """A random match at about ten commands a second, both seats' real pages open, and so many spectators' pages."""
    with Server(folder / "data", DRIVEN) as server:
        game = Game(server)
        await game.begin()
        for cookies in game.people.values():
            page = await Page.open(f"{server.url}/table/{game.code}", cookies)
            page.counts = True
        await asyncio.sleep(0.5)
        before = memory(server.pid)
        await game.watch(viewers)
        await asyncio.sleep(1)
        grown = memory(server.pid) - before
        cpu = processor(server.pid)
        await game.play(COMMANDS, PAUSE_S)
        cpu = processor(server.pid) - cpu
        await game.close()
    report.part(f"Server: one table, {viewers} spectators")
    report.times("to its own acknowledgement", game.times.own)
    report.times("to the opponent's socket", game.times.opponent)
    report.times("to a spectator's socket", game.times.spectators)
    report.value("processor time per command", 1000 * cpu / game.played, "ms")
    if viewers:
        report.value("memory per spectator", grown / viewers / 1024, "kB")

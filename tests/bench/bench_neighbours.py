"""Two tables: what the questions of one cost while 150 event streams follow the other and everybody points there.

Aim: at most twice as long as beside a quiet table.
"""

import asyncio
import random
import tempfile
import time
from itertools import count
from pathlib import Path

from rules.kernel.refusals import Refused
from tests.bench.report import Clock, Report
from tests.browser.kept import duel
from webapp.api.routes import Viewer, _stream
from webapp.games.olomoc.game import GAME
from webapp.store import Store
from webapp.tables import Registry, Table

STREAMS, POINTING, ROUNDS, ROUND_S = 150, 12, 4, 5.0
ASKED_S = 0.1
PLAYED_S = 0.5
POINTS_S = 0.05
SETTLED_S = 1.0


def measure(report: Report) -> None:
    """Turn and turn about, quiet and loud: other things on the machine then disturb both alike."""
    asyncio.run(_measure(report))


async def _measure(report: Report) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store, tables = Store.open(Path(folder) / "olomoc.db"), Registry()
        tables.open(store, [GAME])
        try:
            loud, quiet = [await tables.adopt(duel(), {}, "", GAME.key) for _ in range(2)]
            for table in (loud, quiet):
                await table.load()
                await point(table, "warm", 0)
            alone, beside, answered = Clock(), Clock(), [0]
            for _ in range(ROUNDS):
                await asked(quiet, alone)
                crowd = [asyncio.create_task(follow(loud)) for _ in range(STREAMS)]
                crowd += [asyncio.create_task(pointing(loud, f"guest-{n}", answered)) for n in range(POINTING)]
                crowd.append(asyncio.create_task(played(loud)))
                await asyncio.sleep(SETTLED_S)
                await asked(quiet, beside)
                for task in crowd:
                    task.cancel()
                await asyncio.gather(*crowd, return_exceptions=True)
        finally:
            tables.close()
            store.close()
        report.part(f"Questions beside {STREAMS} event streams and {POINTING} who point at another table")
        report.times("beside a quiet table", alone.seconds)
        report.times("beside a loud one", beside.seconds)
        report.value("p50, loud to quiet", _at(beside, 0.5) / _at(alone, 0.5), "times")
        report.value("p95, loud to quiet", _at(beside, 0.95) / _at(alone, 0.95), "times")
        report.value("questions answered at the loud one", answered[0] / (ROUNDS * ROUND_S), "a second")


async def point(table: Table, session: str, n: int) -> None:
    """A place that a player points at, another one each time."""
    dice = random.Random(n)
    to = [dice.randrange(60_000, 340_000), dice.randrange(60_000, 340_000)]
    command = {"kind": "walk", "rouage": "1-petra-kantor", "to": to}
    await table.query("1", "check", {"command": command}, session=session)


async def asked(table: Table, clock: Clock) -> None:
    """A question ten times a second, by one browser after the other."""
    end = time.monotonic() + ROUND_S
    for n in count(random.randrange(10**6)):
        if time.monotonic() > end:
            return
        with clock.running():
            await point(table, f"other-{n}", n)
        await asyncio.sleep(ASKED_S)


async def pointing(table: Table, session: str, answered: list[int]) -> None:
    """Points twenty times a second, if answers come as fast; who asks too much waits, as the page does."""
    for n in count():
        try:
            await point(table, f"{session}-{n // 40}", n + hash(session))
            answered[0] += 1
            await asyncio.sleep(POINTS_S)
        except Refused:
            await asyncio.sleep(0.2)


async def follow(table: Table) -> None:
    """A stream of the API, read to its end."""
    async for _ in _stream(Viewer(table, None), 0):
        pass


async def played(table: Table) -> None:
    """The loud table's match goes on, with commands that cost the rules little: what follows them is measured."""
    while True:
        await table.submit_as("1", {"kind": "propose", "what": "takeback", "to": len(table.match.journal)})
        await asyncio.sleep(PLAYED_S)
        await table.submit_as("2", {"kind": "adjust", "accept": True})
        await asyncio.sleep(PLAYED_S)


def _at(clock: Clock, part: float) -> float:
    return sorted(clock.seconds)[int(len(clock.seconds) * part)]

"""The event loop while finished matches are looked back at: for how long it does not get the interpreter.

Counted is the processor time of the whole process between two turns of the loop, so that other programs do not matter.
Beside the house's way (threads, one match after the other) stand the same work on the loop, and plain arithmetic in the
house's way: work that holds the interpreter's lock in one long call would be later than that."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from rules.olomoc import Match
from tests.bench.bench_engine import played
from tests.bench.report import Report
from webapp.base.memory import settle
from webapp.games.olomoc.game import GAME
from webapp.games.olomoc.table.cards.book import Book
from webapp.history.reel import Reel
from webapp.i18n import translator
from webapp.tables.commands import over_whole_match

AT_ONCE = 18
"""The number of matches that are opened at once."""

Work = Callable[[], None]


def measure(report: Report) -> None:
    """The seconds of processor time between two turns of the loop; the second figure is the 95th percentile."""
    *_, match = played(0)
    journal = match.journal
    report.part(f"The event loop beside {AT_ONCE} finished matches of {len(journal)} events")
    tr = translator("fr", "olomoc")

    def whole() -> None:
        match = Match.replay({}, journal)
        match.compress()
        past = match.history()
        reel = Reel(GAME.screens, past, "everyone", tr, Book.of(past.until(0)), "ABCD")
        reel.follow({"1": "Ilse", "2": "Tomáš"})
        reel.marks()
        assert len(match.journal) == len(journal)

    whole()
    settle()  # as in the server: a collection of all that was loaded holds the lock for a tenth of a second
    began = time.thread_time()
    whole()
    seconds = time.thread_time() - began
    report.value("one of them, processor time", 1000 * seconds, "ms")

    def arithmetic() -> None:
        until, n = time.thread_time() + seconds, 0
        while time.thread_time() < until:
            for _ in range(50):
                n += 1

    ways = {"on the loop": (whole, False), "in threads": (whole, True), "arithmetic in threads": (arithmetic, True)}
    for name, (work, apart) in ways.items():
        late = asyncio.run(lateness(work, apart))
        report.times(name, late)
        report.value(f"{name}: at most", 1000 * max(late), "ms")


async def lateness(work: Work, apart: bool) -> list[float]:
    """The seconds of processor time between the loop's turns while the work is done so many times at once. `apart`: as
    the house does it, in threads."""
    late: list[float] = []
    ended = asyncio.Event()

    async def turns() -> None:
        last = time.process_time()
        while not ended.is_set():
            await asyncio.sleep(0.001)
            now = time.process_time()
            late.append(now - last)
            last = now

    async def one() -> None:
        await over_whole_match(work) if apart else work()

    ticking = asyncio.create_task(turns())
    await asyncio.sleep(0.01)
    await asyncio.gather(*(one() for _ in range(AT_ONCE)))
    await asyncio.sleep(0.01)
    ended.set()
    await ticking
    return late

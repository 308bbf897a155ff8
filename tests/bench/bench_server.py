"""Commands over the real server's sockets: one table with more and more spectators."""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.bench import auctions
from tests.bench.report import Report
from tests.bench.rows import REPEATS, Row, p95, row, show
from tests.driving import DRIVEN, Game, processor
from tests.driving import Times as DrivenTimes
from tests.serving import Server
from tests.sockets import Page

VIEWERS = (0, 50, 200)
OLOMOC_VIEWERS = (0, 50)
COMMANDS = 20
"""Of each repeat; some ten to twenty a second."""
PAUSE_S = 0.05
OWN, ALL, ALL_OF_200, CPU = 2.0, 1.5, 2.0, 2.0
"""Goals, beside the peer."""
OLOMOC_OWN = 3.0
OLOMOC_CPU_MS = {0: 10.7, 50: 23.3}
"""A third of what a command took before its views were shared."""

Pairs = list[tuple[float, float | None]]


def rows() -> list[Row]:
    """Row 4."""
    # A process with hundreds of pages is slow to answer, but not gone.
    os.environ["NOTICE_S"] = "60"
    return asyncio.run(commands())


async def commands() -> list[Row]:
    """Row 4: the auction beside the peer's, and Olomoc with what its rules take taken off."""
    figures: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        path = Path(folder)
        ours, peer = running.enter_context(auctions.Ours(path)), running.enter_context(auctions.peer(path))
        olomoc = Olomoc(running.enter_context(Server(path / "olomoc", DRIVEN)))
        both = [await ours.table(), await peer.table()]
        await olomoc.begin()
        for viewers in VIEWERS:
            for table in both:
                await table.watch(viewers)
                await table.play(COMMANDS // 2, PAUSE_S)
            driven = viewers in OLOMOC_VIEWERS
            if driven:
                await olomoc.watch(viewers)
                await olomoc.play()
            own: Pairs = []
            every: Pairs = []
            cpu: Pairs = []
            rest: Pairs = []
            olomoc_cpu: Pairs = []
            for _ in range(REPEATS):
                one, other = [await table.play(COMMANDS, PAUSE_S) for table in both]
                own.append((1_000 * p95(one.own), 1_000 * p95(other.own)))
                every.append((1_000 * p95(one.others), 1_000 * p95(other.others)))
                cpu.append((1_000 * one.cpu / COMMANDS, 1_000 * other.cpu / COMMANDS))
                if driven:
                    less, spent = await olomoc.play()
                    rest.append((less, 1_000 * p95(other.own)))
                    olomoc_cpu.append((spent, None))
            figures += [
                row(4, f"own p95, {viewers} spectators", own, "ms", peer.name, OWN, most=True),
                row(4, f"all p95, {viewers}", every, "ms", peer.name, ALL_OF_200 if viewers >= 200 else ALL, most=True),
                row(4, f"processor a command, {viewers}", cpu, "ms", peer.name, CPU, most=True),
            ]
            if driven:
                name, goal = f"olomoc: own p95 less rules, {viewers}", OLOMOC_CPU_MS[viewers]
                figures.append(row(4, name, rest, "ms", peer.name, OLOMOC_OWN, most=True))
                figures.append(row(4, f"olomoc: processor, {viewers}", olomoc_cpu, "ms", "-", goal, most=True))
        for table in both:
            await table.close()
        await olomoc.game.close()
        if ours.steps != both[0].played:
            raise RuntimeError(f"{both[0].played} commands were answered, {ours.steps} kept")
    return figures


class Olomoc:
    """A random match, both seats' real pages open beside those that are driven."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.game = Game(server)
        self._pages: list[Page] = []

    async def begin(self) -> None:
        """Makes the table."""
        await self.game.begin()
        await self._sit()

    async def _sit(self) -> None:
        """Opens the players' pages, and those of as many spectators as watched the match before."""
        viewers = len(self.game.watching)
        for page in (*self._pages, *self.game.watching):
            await page.close()
        self._pages, self.game.watching = [], []
        for cookies in self.game.people.values():
            page = await Page.open(f"{self._server.url}/table/{self.game.code}", cookies)
            page.counts = True
            self._pages.append(page)
        await self.game.watch(viewers)

    async def watch(self, viewers: int) -> None:
        """So many spectators from now on."""
        await self.game.watch(viewers - len(self.game.watching))

    async def play(self) -> tuple[float, float]:
        """Milliseconds: the 95th percentile of acknowledgements without what rules and views took, and the processor's
        time of a command. Where the match ends meanwhile, all go on to the next and it is measured there."""
        while True:
            code = self.game.code
            self.game.times = DrivenTimes()
            cpu = processor(self._server.pid)
            await self.game.play(COMMANDS, PAUSE_S)
            cpu = processor(self._server.pid) - cpu
            if self.game.code == code:
                break
            await self._sit()
        times = self.game.times
        return 1_000 * p95(own - rules for own, rules in zip(times.own, times.rules, strict=True)), (
            1_000 * cpu / COMMANDS
        )


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("Commands over the real server")
    show(rows())

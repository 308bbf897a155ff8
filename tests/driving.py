"""Plays matches over the real server's sockets: two players at a table, spectators, and the time every update takes."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from rules.kernel import SeededChance
from rules.kernel import journal as journals
from rules.olomoc import Match
from tests.serving import Server
from tests.sockets import Page

DRIVEN = ("-m", "tests.webapp.launch_driven")
"""The real server, with a page for each table that offers a legal command and plays what it is sent."""


@dataclass
class Times:
    """Seconds from a command to its own acknowledgement, to the opponent's page, and to each spectator's; and how many
    of those to the acknowledgement were spent in the rules."""

    sent: float = 0.0
    own: list[float] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)
    opponent: list[float] = field(default_factory=list)
    spectators: list[float] = field(default_factory=list)


class Kept:
    """The match of a table as the server has it on the disk, read on from step to step. What is played is found here,
    so that the server is measured and not who plays on it."""

    def __init__(self, data: Path, code: str) -> None:
        self._database = sqlite3.connect(f"file:{data / 'olomoc.db'}?mode=ro", uri=True)
        self._code = code
        self._steps = 0
        self._events: list[Any] = []
        self._states: list[Any] = []
        self._dice = random.Random()

    def match(self) -> Match:
        """The match after the last step on the disk."""
        query = "SELECT events FROM steps JOIN tables ON tables.id = table_id WHERE code = ? AND sequence >= ?"
        steps = self._database.execute(f"{query} ORDER BY sequence", (self._code, self._steps)).fetchall()
        self._steps += len(steps)
        rows = [row for (events,) in steps for row in json.loads(events)]
        for event in journals.read(Match.engine, rows, len(self._events)):
            self._states.append(journals.after(Match.engine, self._states, event))
            self._events.append(event)
        return Match(self._states[-1], self._events, SeededChance(0))

    def offer(self) -> tuple[str, dict[str, Any]] | None:
        """A seat that is asked, and a legal command of it; None at the end of the match."""
        match = self.match()
        if match.outcome is not None:
            return None
        seat = min(match.asked)
        return seat, next(match.commands(seat, self._dice))

    def close(self) -> None:
        """Lets go of the file."""
        self._database.close()


class Game:
    """A table at which both seats play random legal commands; after a match the next one begins."""

    def __init__(self, server: Server, source: str | None = None) -> None:
        """``source``: the loopback address from which the table is made."""
        self.server = server
        self.source = source
        self.people = {"1": httpx.Cookies(), "2": httpx.Cookies()}
        self.code = ""
        self.kept: Kept | None = None
        self.driven: dict[str, Page] = {}
        self.watching: list[Page] = []
        self.played = 0
        self.times = Times()

    async def begin(self) -> None:
        """Makes the table in the lobby, takes both seats, opens the driven pages."""
        await self.sit({"composition": "secret"})
        for seat, cookies in self.people.items():
            self.driven[seat] = await Page.open(f"{self.server.url}/drive/{self.code}?offers=0", cookies)
        if self.kept is not None:
            self.kept.close()
        self.kept = Kept(self.server.data, self.code)

    async def sit(self, form: dict[str, str]) -> None:
        """Makes a table in the lobby and takes both seats."""
        url, own = self.server.url, self.people["1"]
        async with (
            await Page.open(url, own, source=self.source) as lobby,
            await Page.open(f"{url}/new", own, source=self.source) as making,
        ):
            before = _codes(lobby)
            await making.send(making.find("new-table-form"), "submit", form)
            self.code = (await lobby.until(lambda: _codes(lobby) - before)).pop()
        for seat, cookies in self.people.items():
            async with await Page.open(self.server.url, cookies) as lobby:
                await lobby.send(lobby.find(f"join-{seat}"), "click", f"Player {seat}")
                await lobby.until(lambda: _testids(lobby, "go-on"))

    async def watch(self, viewers: int) -> None:
        """Opens spectators' pages, each in a browser of its own; updates are timed, not read."""
        for _ in range(viewers):
            page = await Page.open(f"{self.server.url}/watch/{self.code}", httpx.Cookies())
            page.counts = True
            self._time(page)
            self.watching.append(page)

    def _time(self, page: Page) -> None:
        last = 0.0

        def note(_: str) -> None:
            nonlocal last
            if self.times.sent != last:
                last = self.times.sent
                self.times.spectators.append(time.perf_counter() - self.times.sent)

        page.on_message = note

    async def play(self, commands: int, pause_s: float = 0.0) -> None:
        """Plays that many accepted commands; each is acknowledged and seen by the other player before the next."""
        end = self.played + commands
        while self.played < end:
            assert self.kept is not None
            if (offered := self.kept.offer()) is None:
                await self.begin()
                continue
            seat, command = offered
            page, other, n = self.driven[seat], self.driven["2" if seat == "1" else "1"], time.monotonic_ns()
            at = state(page)["sequence"]
            self.times.sent = sent = time.perf_counter()
            await page.send(page.find("drive"), "play", {"n": n, "command": command})
            answer = await page.until(lambda page=page, n=n: answered(page, n))
            if answer["refusal"] is not None:
                continue
            self.times.own.append(time.perf_counter() - sent)
            self.times.rules.append(answer["rules"])
            for one in (other, page):
                await one.until(lambda one=one, at=at: state(one)["sequence"] > at)
                if one is other:
                    self.times.opponent.append(time.perf_counter() - sent)
            self.played += 1
            await asyncio.sleep(pause_s * random.uniform(0.5, 1.5))  # else many tables fall into step

    async def play_during(self, other: asyncio.Future[Any], pause_s: float = 0.0) -> Any:
        """Plays until another coroutine ends and returns its result."""
        while not other.done():
            await self.play(1, pause_s)
        return await other

    def known(self) -> dict[str, tuple[int, int]]:
        """The steps and events of the match that both players have been told."""
        return {seat: (state(page)["sequence"], state(page)["events"]) for seat, page in self.driven.items()}

    async def close(self) -> None:
        """Closes every page."""
        for page in (*self.driven.values(), *self.watching):
            await page.close()
        if self.kept is not None:
            self.kept.close()


def state(page: Page) -> dict[str, Any]:
    """The state that a driven page shows."""
    drive_state: dict[str, Any] = json.loads(page.elements[page.find("drive")]["props"]["state"])
    return drive_state


def answered(page: Page, n: int) -> dict[str, Any] | None:
    """The answer to the command of that number on a driven page; None before it is there."""
    answer: dict[str, Any] = json.loads(page.elements[page.find("drive")]["props"].get("answer", "{}"))
    return answer if answer.get("n") == n else None


def _testids(page: Page, start: str) -> set[str]:
    ids = (element.get("props", {}).get("data-testid", "") for element in page.elements.values())
    return {id for id in ids if id.startswith(start)}


def _codes(lobby: Page) -> set[str]:
    """The codes of the tables in the lobby."""
    return {
        id.removeprefix("table-")
        for id in _testids(lobby, "table-")
        if len(id) == len("table-ABCD") and not id[-4:].islower()  # a code may be of digits alone
    }


def memory(pid: int) -> float:
    """Resident bytes of a process; 0 if the system does not say."""
    path = Path(f"/proc/{pid}/statm")
    return int(path.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if path.exists() else 0.0


def processor(pid: int) -> float:
    """Processor seconds of a process; 0 if the system does not say."""
    path = Path(f"/proc/{pid}/stat")
    if not path.exists():
        return 0.0
    fields = path.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

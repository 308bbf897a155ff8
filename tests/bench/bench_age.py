"""The costs that grow with the age of a match: one position, reached after 100 events and after 2,000."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from tests.bench.report import Report
from tests.bench.rows import REPEATS, Row, cpu, row, show
from tests.browser.kept import cookie, keep
from tests.driving import DRIVEN, answered, processor
from tests.serving import Server
from tests.sockets import Page
from webapp.games import games
from webapp.games.contract import Game

YOUNG, OLD = 100, 2_000
"""Events."""
PAUSE_S = 0.03
"""After each command, for what the server sends of it."""
SAMPLES = 40
"""Of each figure in each repeat, of which the median counts."""
GROWTH = 1.2
OPENING_MS = 100.0
REDRAWS = 40
"""Of all pages of a table, in each repeat."""


def rows() -> list[Row]:
    """Row 7: a line for each game and work."""
    return [one for game in games() for one in of(game)]


def of(game: Game) -> list[Row]:
    """A game's lines."""
    young = begun(game)
    old = aged(young.fork(1), OLD)
    commands = legal(young)
    for match in (young, old):
        look(match)  # a table has looked at the match before each command
    works: dict[str, Callable[[Any, int], Any]] = {
        "a command": lambda match, n: match.fork(n).submit(*commands[n % len(commands)]),
        "everybody's views": lambda match, n: look(match.fork(n)),
    }
    figures = []
    for name, work in works.items():
        pairs = [(took(work, old), took(work, young)) for _ in range(REPEATS)]
        figures.append(row(7, f"{name}, {game.key}", pairs, "ms", f"at {YOUNG} events", GROWTH, most=True))
    return [*figures, *opening(game, young, old), asyncio.run(redraw(game, young, old))]


def look(match: Any) -> None:
    """Everybody's views."""
    for viewer in (*match.seats, "spectator"):
        match.view(viewer)


async def redraw(game: Game, young: Any, old: Any) -> Row:
    """A redraw of both players' pages and a spectator's, for a takeback that is proposed or agreed to."""
    with tempfile.TemporaryDirectory() as folder:
        data, matches = Path(folder) / "data", {"YNGE": young, "LDER": old}
        seated = {code: {seat: f"Player {seat}" for seat in match.seats} for code, match in matches.items()}
        keep(data, matches, seated)
        with Server(data, DRIVEN) as server:
            tables = {code: await PlayedTable.open(server, code, match) for code, match in matches.items()}
            pairs = []
            for repeat in range(REPEATS + 1):
                early, late = [await tables[code].redraws(REDRAWS) for code in matches]
                if repeat:  # the first fills caches
                    pairs.append((late, early))
            for table in tables.values():
                await table.close()
    return row(7, f"a redraw, {game.key}", pairs, "ms", f"at {YOUNG} events", GROWTH, most=True)


class PlayedTable:
    """A table with the real pages of two players and a spectator, and a driven page for each seat."""

    def __init__(self, server: Server, match: Any, driven: dict[str, Page], pages: list[Page]) -> None:
        self._pid, self._match, self._driven, self._pages = server.pid, match.fork(1), driven, pages
        self._numbers = count()
        for page in pages:
            page.counts = True

    @classmethod
    async def open(cls, server: Server, code: str, match: Any) -> PlayedTable:
        """Opens the pages of a table that is kept."""
        driven, pages = {}, [await Page.open(f"{server.url}/watch/{code}", httpx.Cookies())]
        for seat in match.seats:
            cookies, session = httpx.Cookies(), cookie(server.data, code, seat, f"Player {seat}") or ""
            cookies.set("olomoc_session", session, httpx.URL(server.url).host)
            driven[seat] = await Page.open(f"{server.url}/drive/{code}?apart=1", cookies)
            if len(pages) < 3:
                pages.append(await Page.open(f"{server.url}/table/{code}", cookies))
        return cls(server, match, driven, pages)

    async def redraws(self, commands: int) -> float:
        """So many commands, one after the other: milliseconds of the server's processor for each."""
        before = processor(self._pid)
        for _ in range(commands):
            seat, command = talk(self._match)
            self._match.submit(seat, command)
            page, n = self._driven[seat], next(self._numbers)
            await page.send(page.find("drive"), "play", {"n": n, "command": command})
            answer = await page.until(lambda page=page, n=n: answered(page, n))
            if answer["refusal"] is not None:
                raise RuntimeError(f"{command} was refused: {answer['refusal']}")
            await asyncio.sleep(PAUSE_S)
        return 1_000 * (processor(self._pid) - before) / commands

    async def close(self) -> None:
        """Closes the pages."""
        for page in (*self._driven.values(), *self._pages):
            await page.close()


def opening(game: Game, young: Any, old: Any) -> list[Row]:
    """A kept match opened: how long at most, and whether longer than in proportion to its events."""
    texts = [json.dumps(match.journal) for match in (old, young)]
    options = young.view("spectator").get("options", {})

    def opened(text: str) -> float:
        return 1_000 * cpu(lambda: game.factory().replay(options, json.loads(text)))

    times = [tuple(statistics.median(opened(text) for _ in range(5)) for text in texts) for _ in range(REPEATS)]
    share = len(old.journal) / len(young.journal)
    grown = [(late, early * share) for late, early in times]
    return [
        row(
            7,
            f"opening at {OLD} events, {game.key}",
            [(late, None) for late, _ in times],
            "ms",
            "-",
            OPENING_MS,
            most=True,
        ),
        row(7, f"opening, {game.key}", grown, "ms", f"in proportion to {YOUNG} events", GROWTH, most=True),
    ]


def begun(game: Game) -> Any:
    """A random match of 100 events, at which somebody is asked."""
    for seed in range(50):
        rng = random.Random(seed)
        match = game.new({choice.key: choice.option(choice.default) for choice in game.choices}, seed)
        while match.asked:
            if len(match.journal) >= YOUNG:
                return match
            seat = rng.choice(sorted(match.asked))
            match.submit(seat, next(match.commands(seat, rng)))
    # A short game: the rest is talk.
    match = game.new({choice.key: choice.option(choice.default) for choice in game.choices}, 0)
    return aged(match, YOUNG)


def aged(match: Any, events: int) -> Any:
    """The match where it stands, after so many more events of takebacks that are agreed to and take nothing back."""
    while len(match.journal) < events or match.view("spectator")["resolving"][-1]["frame"] == "proposal":
        match.submit(*talk(match))
    return match


def talk(match: Any) -> tuple[str, dict[str, Any]]:
    """A command that leaves the match where it stands: a takeback to this moment is proposed, or agreed to if it has
    been."""
    back = {"kind": "propose", "what": "takeback", "to": len(match.journal)}
    for seat in match.seats:
        if match.check(seat, back) is None:
            return seat, back
    return next(iter(match.asked)), {"kind": "adjust", "accept": True}


def legal(match: Any) -> list[tuple[str, Any]]:
    """Commands that the match takes where it stands."""
    rng, commands = random.Random(1), []
    for _ in range(SAMPLES):
        seat = rng.choice(sorted(match.asked))
        commands.append((seat, next(match.commands(seat, rng))))
    return commands


def took(work: Callable[[Any, int], Any], match: Any) -> float:
    """The median of processor milliseconds."""
    times = []
    for n in range(SAMPLES):
        start = time.process_time_ns()
        work(match, n)
        times.append((time.process_time_ns() - start) / 1e6)
    return statistics.median(times)


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("The age of a match")
    show(rows())

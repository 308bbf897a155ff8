"""The load of rows 4 and 5: auctions of the tests at this server, at boardgame.io, or at bare sockets, played alike.

Two seats bid for lots, and change their bids before the last is in, so that every command changes what everybody sees
and a match is as long as it has to be.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.bench.peers import installed
from tests.driving import Game, processor
from tests.nursery import ROOT
from tests.serving import Server
from tests.sockets import Page

LOTS = 5
CHANGES = 9
"""Number of times that the first of a lot's two bids is changed before the other comes."""
PATIENCE_S = 30.0
BOARDGAME = ("boardgame.io@0.50.2", "node-persist@3.1.0")
BID = re.compile(r'"command":\{"kind":"bid","card":(\d+)')

Heard = Callable[[], None]


class Viewer(Protocol):
    """A socket at a table. ``on_message`` is called for whatever comes."""

    on_message: Heard

    async def bid(self, card: int) -> None:
        """Sends a bid for the seat."""

    async def close(self) -> None:
        """Ends it."""


class House(Protocol):
    """A running server with auctions."""

    name: str

    @property
    def pid(self) -> int:
        """Its process."""

    async def table(self) -> Table:
        """Makes a table with both players at it."""


@dataclass
class Times:
    """Seconds from a command to its own acknowledgement, and to each other viewer; of the processor's, its server's."""

    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    cpu: float = 0.0


class Table:
    """One match: two players with their hands, and who watches. ``open`` opens a spectator's socket."""

    def __init__(self, pid: int, players: list[Viewer], hands: list[list[int]], open_: Callable[[], object]) -> None:
        self._pid = pid
        self._players = players
        self._open = open_
        self.spectators: list[Viewer] = []
        self._bids = _bids(hands)
        self._sent = 0.0
        self._heard: dict[Viewer, float] = {}
        self._awaited = asyncio.Event()
        for player in players:
            self._listen(player)
        self.played = 0

    def _listen(self, viewer: Viewer) -> None:
        def note() -> None:
            self._heard.setdefault(viewer, time.perf_counter() - self._sent)
            self._awaited.set()

        viewer.on_message = note

    async def watch(self, viewers: int) -> None:
        """So many spectators from now on."""
        while len(self.spectators) < viewers:
            self.spectators.append(await self._open())  # type: ignore[misc]  # of any kind of server
            self._listen(self.spectators[-1])

    async def play(self, commands: int, pause_s: float = 0.0) -> Times:
        """So many commands, each heard by everybody before the next. Raises TimeoutError where one is not."""
        times, cpu = Times(), processor(self._pid)
        for _ in range(commands):
            seat, card = next(self._bids)
            self._heard.clear()
            self._sent = time.perf_counter()
            await self._players[seat].bid(card)
            async with asyncio.timeout(PATIENCE_S):
                while len(self._heard) < 2 + len(self.spectators):
                    self._awaited.clear()
                    await self._awaited.wait()
            times.own.append(self._heard.pop(self._players[seat]))
            times.others += self._heard.values()
            self.played += 1
            await asyncio.sleep(pause_s * random.uniform(0.5, 1.5))
        times.cpu = processor(self._pid) - cpu
        return times

    async def close(self) -> None:
        """Closes every socket."""
        for one in (*self._players, *self.spectators):
            await one.close()


def _bids(hands: list[list[int]]) -> Iterator[tuple[int, int]]:
    """The bids of each seat: the last lot's bids change for ever, so that no match ends."""
    hands = [[*hand] for hand in hands]
    for lot in range(LOTS):
        first = lot % 2
        n = 0
        while n <= CHANGES or lot == LOTS - 1:
            card = hands[first][n % len(hands[first])]
            yield first, card
            n += 1
        hands[first].remove(card)
        yield 1 - first, hands[1 - first].pop()


# ---- this server -----------------------------------------------------------------------------------------------------


class PageViewer:
    """A page of this server, which is not read."""

    def __init__(self, page: Page) -> None:
        self.on_message: Heard = lambda: None
        self._page = page
        page.counts = True
        page.on_message = lambda _: self.on_message()

    @property
    def hand(self) -> list[int]:
        """The cards that can be bid."""
        return [int(card) for card in BID.findall(self._prompt()[1])]

    def _prompt(self) -> tuple[int, str]:
        payloads = ((id, it.get("props", {}).get("payload", "")) for id, it in self._page.elements.items())
        return next((id, payload) for id, payload in payloads if '"data-testid":"prompt"' in payload)

    async def bid(self, card: int) -> None:
        """Presses a card."""
        await self._page.send(self._prompt()[0], "intent", {"do": "play", "command": {"kind": "bid", "card": card}})

    async def close(self) -> None:
        """Closes the page."""
        await self._page.close()


class Ours:
    """This server with the auction beside its games."""

    name = "ours"

    def __init__(self, folder: Path) -> None:
        self._server = Server(folder / "data", ("-m", "tests.webapp.launch_house"))
        self._tables = 0

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()

    @property
    def pid(self) -> int:
        """The process that serves."""
        return self._server.pid

    @property
    def steps(self) -> int:
        """The number of commands on the disk."""
        connection = sqlite3.connect(f"file:{self._server.data / 'olomoc.db'}?mode=ro", uri=True)
        [(count,)] = connection.execute("SELECT count(*) FROM steps WHERE sequence > 0").fetchall()
        connection.close()
        return int(count)

    @property
    def url(self) -> str:
        """The table's address."""
        return self._server.url

    async def sit(self) -> Game:
        """A table made in the lobby like any other, both seats taken; each from an address of its own, as one address
        makes at most so many a minute."""
        self._tables += 1
        game = Game(self._server, f"127.0.3.{self._tables % 250 + 1}")
        await game.sit({"game": "auction", "players": "2", "lots": str(LOTS)})
        return game

    async def table(self) -> Table:
        """The same, with both pages open."""
        game = await self.sit()
        url = f"{self.url}/table/{game.code}"
        players = [PageViewer(await Page.open(url, cookies)) for cookies in game.people.values()]
        hands = [player.hand for player in players]

        async def watching() -> PageViewer:
            return PageViewer(await Page.open(url.replace("/table/", "/watch/"), httpx.Cookies()))

        return Table(self.pid, [*players], hands, watching)


# ---- peers -----------------------------------------------------------------------------------------------------------


class SocketViewer:
    """A bare socket that speaks socket.io to boardgame.io, or plain JSON to :mod:`tests.bench.peers.bare_sockets`."""

    def __init__(self, socket: ClientConnection, send: Callable[[int], str]) -> None:
        self.on_message: Heard = lambda: None
        self._socket = socket
        self._send = send
        self._listening = asyncio.create_task(self._listen())

    async def bid(self, card: int) -> None:
        """Sends it."""
        await self._socket.send(self._send(card))

    async def _listen(self) -> None:
        async for message in self._socket:
            if message == "2":
                await self._socket.send("3")
            elif '"matchData"' not in str(message)[:40]:
                self.on_message()

    async def close(self) -> None:
        """Ends it."""
        self._listening.cancel()
        await self._socket.close()


class Peer:
    """A server of others, run as ``command``."""

    def __init__(self, name: str, command: list[str], port: int) -> None:
        self.name = name
        self._command = command
        self._port = port
        self._tables = 0

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(self._command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self._port), timeout=5).close()
                return self
            except OSError:
                if self._process.poll() is not None or time.monotonic() > end:
                    self._process.kill()
                    raise RuntimeError(f"{self.name} did not start") from None
                time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def pid(self) -> int:
        """The process that serves."""
        return self._process.pid

    async def table(self) -> Table:
        """A match with both players at it."""
        self._tables += 1
        name = f"T{self._tables}"
        joined = [await self._join(name, seat) for seat in ("0", "1")]

        async def watching() -> SocketViewer:
            return (await self._join(name, None))[0]

        return Table(self.pid, [viewer for viewer, _ in joined], [hand for _, hand in joined], watching)

    async def _join(self, match: str, seat: str | None) -> tuple[SocketViewer, list[int]]:
        raise NotImplementedError


class Boardgame(Peer):
    """boardgame.io."""

    async def _join(self, match: str, seat: str | None) -> tuple[SocketViewer, list[int]]:
        url = f"ws://127.0.0.1:{self._port}/socket.io/?EIO=4&transport=websocket"
        line = await connect(url, max_size=None)
        await line.recv()
        await line.send("40/auction,")
        await line.recv()
        await line.send("42/auction," + json.dumps(["sync", match, seat, None, 2]))
        while not (text := str(await line.recv())).startswith('42/auction,["sync"'):
            pass
        state = json.loads(text.partition(",")[2])[2]["state"]

        def move(card: int) -> str:
            action = {"type": "MAKE_MOVE", "payload": {"type": "bid", "args": [card], "playerID": seat}}
            return "42/auction," + json.dumps(["update", action, 0, match, seat])

        return SocketViewer(line, move), state["G"]["hand"] or []


class Bare(Peer):
    """Bare websockets with SQLite."""

    async def _join(self, match: str, seat: str | None) -> tuple[SocketViewer, list[int]]:
        line = await connect(f"ws://127.0.0.1:{self._port}", compression=None)
        await line.send(json.dumps([match, seat]))
        hand: list[int] = json.loads(await line.recv())["hand"]
        return SocketViewer(line, lambda card: json.dumps(card)), hand


def peer(folder: Path) -> Peer:
    """boardgame.io with flat files; bare sockets where it cannot be had."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    modules = installed.npm(*BOARDGAME)
    if modules is not None and (node := shutil.which("node")):
        script = str(Path(__file__).parent / "peers" / "boardgame.js")
        return Boardgame("boardgame.io", [node, script, str(modules), str(folder / "peer"), str(port)], port)
    command = [sys.executable, "-m", "tests.bench.peers.bare_sockets", str(folder / "bare.db"), str(port)]
    return Bare("bare sockets", command, port)

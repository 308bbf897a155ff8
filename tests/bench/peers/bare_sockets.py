"""The auction over bare websockets, each bid a row of SQLite (WAL, FULL), for want of boardgame.io.
``python -m tests.bench.peers.bare_sockets DATABASE PORT``. A client says ``[match, seat or null]``, then bids cards."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
from dataclasses import dataclass, field

from websockets.asyncio.server import ServerConnection, serve

CARDS = 6


@dataclass
class Match:
    """Hands, the sealed bids, and every viewer by its seat."""

    hands: dict[str, list[int]]
    bids: dict[str, int] = field(default_factory=dict)
    taken: list[dict[str, int]] = field(default_factory=list)
    viewers: dict[ServerConnection, str | None] = field(default_factory=dict)

    def bid(self, seat: str, card: int) -> None:
        """A bid; with the last one both are open, and gone."""
        assert card in self.hands[seat]
        self.bids[seat] = card
        if len(self.bids) == len(self.hands):
            for one, its in self.bids.items():
                self.hands[one].remove(its)
            self.taken.append(self.bids)
            self.bids = {}

    def view(self, seat: str | None) -> str:
        """The view of a seat, or of a spectator."""
        own = {"hand": self.hands.get(seat or "", []), "bid": self.bids.get(seat or "")}
        return json.dumps({**own, "in": sorted(self.bids), "taken": self.taken})


async def main(database: str, port: int) -> None:
    """Serves for ever."""
    connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE steps (match TEXT, seat TEXT, card INTEGER)")
    matches: dict[str, Match] = {}

    async def client(line: ServerConnection) -> None:
        name, seat = json.loads(await line.recv())
        if name not in matches:
            deck = random.sample(range(1, 31), 2 * CARDS)
            matches[name] = Match({"0": sorted(deck[:CARDS]), "1": sorted(deck[CARDS:])})
        match = matches[name]
        match.viewers[line] = seat
        await line.send(match.view(seat))
        try:
            async for card in line:
                match.bid(seat, json.loads(card))
                connection.execute("INSERT INTO steps VALUES (?, ?, ?)", (name, seat, json.loads(card)))
                views = {viewer: match.view(viewer) for viewer in {*match.viewers.values()}}
                for other in sorted(
                    match.viewers, key=lambda viewer: (viewer is not line, match.viewers[viewer] is None)
                ):
                    await other.send(views[match.viewers[other]])
        finally:
            del match.viewers[line]

    async with serve(client, "127.0.0.1", port, compression=None):
        await asyncio.Future()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))

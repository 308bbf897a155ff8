"""What all spectators of a table in one language show alike: made once, packed once, sent to all in one message.

The page framework's outbox wakes, packs and sends for each page apart, which with hundreds of spectators was most of
what a command cost. It numbers its messages for each page, so that one that was cut off is told what it missed; here
messages are numbered for all pages together. A message is ``{"n", "since", "parts"}``: the strings that have become
others since message ``since``. A page that has heard less asks for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import background_tasks, core, ui
from nicegui.events import GenericEventArguments

from webapp.seats.place import SPECTATOR, Place
from webapp.tables import Table
from webapp.ui.pane import StringComponent

EVENT = "parts"
BATCH = 50
"""The number of pages that a message is sent to before other work on the event loop."""

Builds = Mapping[str, Callable[[], str]]
"""By the name of a part, the function that makes its string, which is the same for all spectators."""


class Broadcast:
    """The broadcast to all pages of a table that have these parts in this language. It holds only what every spectator
    may see."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._receivers: dict[str, Receiver] = {}
        """By the page's id."""
        self._texts: dict[str, tuple[int, str]] = {}
        """By the part's name: the message that it last changed with, and what it says."""
        self._n = 0
        self._sent = 0
        self._revision = -1
        self._sending = False

    def join(self, page: str, receiver: Receiver) -> int:
        """Adds a page that has just been built; returns the number of the last message that it has already."""
        self._receivers[page] = receiver
        self._look()
        return self._n

    def leave(self, page: str) -> bool:
        """Removes a closed page; returns whether it was the last one."""
        self._receivers.pop(page, None)
        return not self._receivers

    def hear(self) -> None:
        """Called by each page when the table has changed; only the first call has an effect."""
        if self._revision != self._table.revision and not self._sending:
            self._sending = True  # before the task runs: the next page asks at once
            background_tasks.create(self._send(), name="parts of spectators")

    async def greet(self, page: str) -> None:
        """Sends a page that has connected, for the first time or again, the number of the last message."""
        await core.sio.emit(EVENT, {"n": self._sent, "since": self._sent, "parts": {}}, room=page)

    async def fill(self, page: str, heard: int) -> None:
        """Sends a page everything that has changed since the last message that it received."""
        await core.sio.emit(EVENT, self._since(heard), room=page)

    def _since(self, n: int) -> dict[str, Any]:
        parts = {name: text for name, (at, text) in self._texts.items() if at > n}
        return {"n": self._n, "since": n, "parts": parts}

    def _look(self) -> None:
        """Records which strings have changed."""
        self._revision = self._table.revision
        builds = next(iter(self._receivers.values())).builds
        now = {name: build() for name, build in builds.items()}
        changed = {name: text for name, text in now.items() if name not in self._texts or self._texts[name][1] != text}
        if changed:
            self._n += 1
            self._texts |= {name: (self._n, text) for name, text in changed.items()}

    async def _send(self) -> None:
        try:
            while self._revision != self._table.revision and self._receivers:
                self._look()
                if self._n == self._sent:
                    continue
                message = self._since(self._sent)
                self._sent = self._n
                for receiver in self._receivers.values():
                    receiver.note(message["parts"])
                pages = [*self._receivers]
                for start in range(0, len(pages), BATCH):
                    await core.sio.emit(EVENT, message, room=pages[start : start + BATCH])
        finally:
            self._sending = False


class Receiver(ui.element, component="receiver.js"):
    """The receiver of a broadcast in one page. `parts`: the page's components by name, with the functions that make
    their strings."""

    def __init__(self, at: Place, parts: Mapping[str, tuple[StringComponent, Callable[[], str]]]) -> None:
        super().__init__()
        self._parts = {name: part for name, (part, _) in parts.items()}
        self.builds: Builds = {name: build for name, (_, build) in parts.items()}
        for name, part in self._parts.items():
            part.name(name)
        table, client = at.table, ui.context.client
        key, self._page = (at.tr.language, frozenset(parts)), client.id
        self._broadcast: Broadcast = table.broadcasts.setdefault(key, Broadcast(table))
        self._props["heard"] = self._broadcast.join(self._page, self)
        self.on("missing", self._missing)
        table.subscribe(SPECTATOR, self._hear)

        def leave() -> None:
            if self._broadcast.leave(self._page):
                table.broadcasts.pop(key, None)

        client.on_connect(self._greet)
        client.on_delete(leave)

    # Of each page its own: what ends with one page must not end with the others.

    def _hear(self) -> None:
        self._broadcast.hear()

    async def _greet(self) -> None:
        await self._broadcast.greet(self._page)

    def note(self, told: Mapping[str, str]) -> None:
        """Tells the components which strings the broadcast has sent to the browser."""
        for name, text in told.items():
            self._parts[name].note(text)

    async def _missing(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, int):
            await self._broadcast.fill(self._page, event.args)

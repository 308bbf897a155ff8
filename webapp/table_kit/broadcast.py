"""The part of a page that all spectators of a table in one language share: made once, packed once, sent to all in one
message.

The page framework's outbox wakes, packs and sends for each page apart, which with hundreds of spectators was most of
what a command cost. It numbers its messages for each page, so that one that was cut off is told what it missed; here
messages are numbered for all pages together. A message is ``{"n", "since", "parts"}``: the strings that have become
others since message ``since``. A page that has heard less asks for the rest. Of a long string only what has changed is
sent (:func:`change`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from nicegui import background_tasks, core, ui
from nicegui.events import GenericEventArguments

from webapp.table_kit.place import SPECTATOR, Place
from webapp.tables import Table
from webapp.ui.components import VueComponent
from webapp.ui.pane import StringComponent

EVENT = "parts"
BATCH = 50
"""The number of pages that a message is sent to before other work on the event loop."""

Builds = Mapping[str, Callable[[], str]]
"""The functions that make the strings, by the name of their part; the string is the same for all spectators."""

Change: TypeAlias = tuple[str, int, int, str]
"""The change of a string into another: the text up to its first comma (a part's string begins with the step), then the
number of characters kept from the start of the rest, the number kept from its end, and the text between them."""


class Broadcast:
    """The broadcast to all pages of a table that have these parts in this language. It holds only what every spectator
    may see."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._receivers: dict[str, Receiver] = {}
        """The receivers by the page's id."""
        self._texts: dict[str, tuple[int, str]] = {}
        """The message with which each part last changed, and its text."""
        self._told: dict[str, str] = {}
        """The text of each part with message `_sent`."""
        self._message: dict[str, Any] = {"n": 0, "since": 0, "parts": {}}
        """The last message."""
        self._whole: set[str] = set()
        """The parts that say something else in a page just built (the log: all of it); never sent as changes."""
        self._n = 0
        self._sent = 0
        self._revision = -1
        self._sending = False

    def join(self, page: str, receiver: Receiver) -> int:
        """Adds a page that has just been built; returns the number of the last message that it has already."""
        self._receivers[page] = receiver
        self._look()
        self._whole |= {name for name, text in receiver.built.items() if self._texts[name][1] != text}
        if len(self._receivers) == 1:
            self._note()  # there is nobody else to be told
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
        # A page is often built just before a message, and connected just after.
        last = self._message if (self._message["since"], self._message["n"]) == (heard, self._n) else None
        await core.sio.emit(EVENT, last or self._since(heard), room=page)

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

    def _note(self) -> None:
        self._sent, self._told = self._n, {name: text for name, (_, text) in self._texts.items()}

    async def _send(self) -> None:
        try:
            while self._revision != self._table.revision and self._receivers:
                self._look()
                if self._n == self._sent:
                    continue
                message = self._since(self._sent)
                pages = [page for page, receiver in self._receivers.items() if receiver.heard < self._n]
                for page in pages:
                    self._receivers[page].note(self._n, message["parts"])
                changes = {
                    name: text if name in self._whole else change(self._told.get(name, ""), text)
                    for name, text in message["parts"].items()
                }
                self._message = {**message, "parts": changes}
                self._note()
                for start in range(0, len(pages), BATCH):
                    await core.sio.emit(EVENT, self._message, room=pages[start : start + BATCH])
        finally:
            self._sending = False


def change(before: str, after: str) -> str | Change:
    """The message to a page that shows `before` so that it shows `after`: all of it, unless the change is much shorter.
    Browsers count in units of UTF-16, so that a text with a character of two such units is sent whole."""
    old, (head, comma, new) = before.partition(",")[2], after.partition(",")
    start = _alike(old, new)
    end = min(_alike(old[::-1], new[::-1]), len(old) - start, len(new) - start)
    between = new[start : len(new) - end]
    if len(between) > len(new) // 2 or any(len(text.encode("utf-16-le")) != 2 * len(text) for text in (before, after)):
        return after
    return head + comma, start, end, between


def _alike(a: str, b: str) -> int:
    """The number of characters with which both begin."""
    least, most = 0, min(len(a), len(b))
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if a[least:middle] == b[least:middle] else (least, middle - 1)
    return least


class Receiver(VueComponent, component="receiver.js"):
    """The receiver of a broadcast in one page. `parts`: the page's components by name, with the functions that make
    their strings."""

    def __init__(self, at: Place, parts: Mapping[str, tuple[StringComponent, Callable[[], str]]]) -> None:
        super().__init__()
        self._parts = {name: part for name, (part, _) in parts.items()}
        self.builds: Builds = {name: build for name, (_, build) in parts.items()}
        for name, part in self._parts.items():
            part.name(name)
        self.built = {name: part.shown for name, part in self._parts.items()}
        """The texts of the parts while the page is built."""
        table, client = at.table, ui.context.client
        key, self._page = (at.tr.language, frozenset(parts)), client.id
        self._broadcast: Broadcast = table.broadcasts.setdefault(key, Broadcast(table))
        self.heard = self._props["heard"] = self._broadcast.join(self._page, self)
        """The number of the last message that the page has been sent, or was built with."""
        self.built.clear()
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

    def note(self, n: int, message: Mapping[str, str]) -> None:
        """Tells the components which strings the broadcast has sent to the browser with message `n`."""
        self.heard = n
        for name, text in message.items():
            self._parts[name].note(text)

    async def _missing(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, int):
            await self._broadcast.fill(self._page, event.args)

"""The callbacks of a table's pages after a change: those of the seat that has played at once, other players' behind
them, spectators' in batches behind all."""

import asyncio
from collections.abc import Iterable

from nicegui import Event

TURNS = 6
"""Turns of the event loop that a page's message takes to its socket. So many pass before the pages of other seats than
the one that has played are drawn: whoever has pressed is answered first."""

BATCH = 20
"""Spectators called in one go, before the event loop gets to other work."""

HEADSTART_S = 0.003
"""Seconds between the players' callbacks and the first spectators': the players' messages are sent meanwhile."""


class Subscribers:
    """The subscribers of one table. A change with ``company`` is more than a step of a running match: of seats,
    presence, settings, or the match's beginning or end."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, bool], Event[()]] = {}
        """By seat, and whether they hear of mere steps."""
        self._batches: list[Event[()]] = []
        self._company_batches: list[Event[()]] = []
        self._changes = 0
        self._called = 0  # the number of changes that the spectators have been called after
        self._company = False

    def event(self, seat: str | None, steps: bool = True) -> "Event[()]":
        """The event to subscribe to; `seat`: None for spectators. Without ``steps`` it is emitted only for changes with
        ``company``."""
        if seat is not None:
            return self._players.setdefault((seat, steps), Event())
        batches = self._batches if steps else self._company_batches
        batch = next((event for event in batches if len(event.callbacks) < BATCH), None)
        if batch is None:
            batch = Event()
            batches.append(batch)
        return batch

    @property
    def followed(self) -> bool:
        """Whether anybody is subscribed."""
        events = (*self._players.values(), *self._batches, *self._company_batches)
        return any(event.callbacks for event in events)

    @property
    def has_spectators(self) -> bool:
        """Whether there are batches to call."""
        return bool(self._batches or self._company_batches)

    def drop_empty_batches(self) -> None:
        """Forgets the batches whose spectators have all left."""
        self._batches = [event for event in self._batches if event.callbacks]
        self._company_batches = [event for event in self._company_batches if event.callbacks]

    def call_players(self, company: bool, first: str | None = None) -> "list[Event[()]]":
        """Calls the players' pages, of the seat `first` only if there is one, and returns what is then to be called by
        :meth:`call_others`; :meth:`call_spectators` is to follow."""
        self._changes += 1
        self._company |= company
        others = []
        for (seat, steps), event in self._players.items():
            if event.callbacks and (steps or company):
                if first in (None, seat):
                    event.emit()
                else:
                    others.append(event)
        return others

    async def call_others(self, events: "Iterable[Event[()]]") -> None:
        """Calls the pages of other seats than the one that has played."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        for event in events:
            event.emit()

    async def call_spectators(self) -> None:
        """Calls the spectators' pages batch by batch, until they have been called after the last change. Changes that
        happen meanwhile are one for those not called yet."""
        while self._called < self._changes:
            await asyncio.sleep(HEADSTART_S)
            self._called = self._changes
            company, self._company = self._company, False
            for batch in (*self._batches, *(self._company_batches if company else ())):
                await asyncio.sleep(0)
                batch.emit()

"""Who is at a table now: players and onlookers, by their browsers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from nicegui import Client

from webapp.games.contract import Game
from webapp.store import SavedTable, Store
from webapp.tables.arrangement import Arrangement
from webapp.tables.presence import Presence
from webapp.tables.seats import HOUSE, browser_of
from webapp.tables.subscribers import Subscribers

PRESENCE_S = 0.4
"""Seconds after which changes of presence are published, several together."""


class Attendance(Arrangement):
    """The part of a table for those who are present."""

    def __init__(self, saved: SavedTable, game: Game, store: Store) -> None:
        super().__init__(saved, game, store)
        self.audience = Subscribers()
        self._presence = Presence()
        self.last_presence = self.presence()
        """The presence that pages show: it was told last."""
        self._presence_due: asyncio.TimerHandle | None = None

    def presence(self) -> dict[str, Any]:
        """``{"seats": {"1": "here" | "reconnecting" | "away" | "bot-<kind>" | None}, "spectators": n}``; None: the seat
        is free."""
        browsers = {key: browser_of(seat.holder) for key, seat in self._holders.items()}
        seats: dict[str, str | None] = dict.fromkeys(self.seat_keys)
        for key, browser in browsers.items():
            bot = self._holders[key].bot
            seats[key] = f"bot-{bot}" if bot else self._presence.of(browser)
        return {"seats": seats, "spectators": self._presence.watching(browsers.values())}

    def onlookers(self) -> list[str]:
        """The present browsers without a seat, sorted."""
        return sorted(session for session in self._presence.present_browsers() if not self.belongs(session))

    def absent(self, seat: str) -> bool:
        """Whether somebody has the seat and is not present."""
        held = self._holders.get(seat)
        return held is not None and held.holder != HOUSE and self._presence.of(browser_of(held.holder)) != "here"

    @property
    def attended(self) -> bool:
        """Whether any player is present, or was a moment ago."""
        held = [seat.holder for seat in self._holders.values() if seat.holder != HOUSE]
        return any(self._presence.of(browser_of(holder)) != "away" for holder in held)

    def subscribe(self, viewer: str, callback: Callable[[], Any], *, steps: bool = True) -> None:
        """Calls `callback` after every change: players at once, but first the seat that has played; spectators in
        batches behind them. Without `steps` only after changes of seats, presence and settings, and when the match
        begins or ends.

        Called while a page is built, the callback runs in that page and ends with it."""
        self.audience.event(self._seat(viewer), steps).subscribe(callback)

    def _seat(self, viewer: str) -> str | None:
        return viewer if viewer in self.seat_keys else None

    @contextmanager
    def listening(self, viewer: str) -> Iterator[asyncio.Event]:
        """An event that is set after every change until the end of the ``with``, for clients that are no page. The
        player of the seat `viewer` counts as present meanwhile."""
        woken, presence = asyncio.Event(), secrets.token_hex(8)
        news = self.audience.event(self._seat(viewer))
        news.subscribe(woken.set)
        holder = self._holders.get(viewer)
        if holder is not None:
            self._arrived(presence, browser_of(holder.holder))
        try:
            yield woken
        finally:
            news.unsubscribe(woken.set)
            self._presence.depart(presence)
            self._presence_changed()

    def attend(self, client: Client, session: str) -> None:
        """Counts a page's browser as present while the page is connected."""
        page = client.id

        def arrive() -> None:
            self._arrived(page, session)

        def drop() -> None:
            if not client.has_socket_connection:
                self._presence.drop(page)
                self._presence_changed()

        def depart() -> None:
            self._presence.depart(page)
            self._presence_changed()

        client.on_connect(arrive)
        client.on_disconnect(drop)
        client.on_delete(depart)

    # Inside

    def _arrived(self, page: str, session: str) -> None:
        self._presence.arrive(page, session)
        self._presence_changed()
        if any(seat.bot and browser_of(seat.holder) == session for seat in self._holders.values()):
            task = asyncio.create_task(self.returned(session))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _presence_changed(self) -> None:
        # Published with a delay: a reload is no absence, and a hundred browsers that return after a restart are one
        # change.
        if self._presence_due is None:
            self._presence_due = asyncio.get_running_loop().call_later(PRESENCE_S, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = None
        if self.presence() != self.last_presence:
            self._publish()

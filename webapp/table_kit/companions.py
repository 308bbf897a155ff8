"""What the players of a side show each other while they play: what each is about to do, and pings. It is kept in memory
alone, is no part of the match, and nobody else's page gets it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from nicegui import Event

from webapp.games.contract import Json
from webapp.security.limits import limits
from webapp.tables import Table

PING_S = 5.0
"""Seconds for which a ping is shown."""
MOST_PINGS = 8


@dataclass(frozen=True)
class Ping:
    """A word of a seat about a thing on the board."""

    seat: str
    word: str
    thing: str
    at: float


@dataclass
class CompanionsShown:
    """What the seats of one table show to their sides."""

    plans: dict[str, tuple[int, Json]] = field(default_factory=dict)
    pings: list[Ping] = field(default_factory=list)
    changed: Event[object] = field(default_factory=Event)


class Companions:
    """The companions of one page's seat, which is empty for a page without one: it shows and sees nothing."""

    def __init__(self, table: Table, seat: str, session: str) -> None:
        self._table = table
        self._seat = seat
        self._session = session
        self._shown: CompanionsShown = table.once("companions", CompanionsShown)

    @property
    def seats(self) -> list[str]:
        """The other seats of the same side."""
        sides = self._table.view("spectator").get("sides") or {}
        mine = sides.get(self._seat)
        return [seat for seat, side in sides.items() if side == mine and seat != self._seat] if mine else []

    @property
    def plans(self) -> dict[str, Json]:
        """What companions are about to do at this moment of the match, by seat."""
        turn = self._table.noticed("spectator")
        rows = ((seat, self._shown.plans.get(seat)) for seat in self.seats)
        return {seat: row[1] for seat, row in rows if row is not None and row[0] == turn}

    @property
    def pings(self) -> list[Ping]:
        """The pings of one's side that are still shown, one's own among them."""
        seats, since = {*self.seats, self._seat}, time.monotonic() - PING_S
        return [ping for ping in self._shown.pings if ping.seat in seats and ping.at > since] if self._seat else []

    def plan(self, plan: Json) -> None:
        """Shows companions what this seat is about to do; empty: nothing. It holds until something is played."""
        if not self.seats:
            return
        now = (self._table.noticed("spectator"), plan)
        known = self._shown.plans.get(self._seat)
        if known != now and (plan or (known is not None and known[1])):
            self._shown.plans[self._seat] = now
            self._shown.changed.emit(self)

    def ping(self, word: str, thing: str) -> bool:
        """Shows companions a word about a thing for some seconds; False where there are none, or too many were sent."""
        if not self.seats or not limits.take("say", self._session):
            return False
        ping = Ping(self._seat, word, thing, time.monotonic())
        self._shown.pings = [*self._shown.pings[1 - MOST_PINGS :], ping]
        self._shown.changed.emit(None)
        asyncio.get_running_loop().call_later(PING_S, self._shown.changed.emit, None)
        return True

    def follow(self, refresh: Callable[[], object]) -> None:
        """Calls back, in the page, when a companion shows something else, or a ping is over."""

        def changed(by: object) -> None:
            if by is not self:
                refresh()

        self._shown.changed.subscribe(changed)

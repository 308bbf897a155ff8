"""What the players of a side show each other while they play: what each is about to do, and pings. It is kept in memory
alone, is no part of the match, and nobody else's page gets it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Annotated, Literal

from nicegui import Event
from pydantic import Field

from rules.kernel import noun
from webapp.games.contract import Json
from webapp.i18n import Translator
from webapp.security.limits import limits
from webapp.tables import Table
from webapp.ui.tree import Child, el

PING_S = 5.0
"""Seconds for which a ping is shown."""
MOST_PINGS = 8
URGES: Mapping[str, float] = {"one": 1, "all": inf, "wait": 0}
"""The actions that a bot is called to, by word."""


@noun
class UrgeBot:
    """Has a companion's bot act once, act to the end, or wait."""

    seat: Annotated[str, Field(max_length=20)]
    how: Literal["one", "all", "wait"]
    do: Literal["urge"] = "urge"


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
        self._bots = table.chairs.companions
        self._planned: tuple[int, Json] = (-1, {})

    @property
    def seats(self) -> list[str]:
        """The other seats of the same side."""
        sides = self._table.view("spectator").get("sides") or {}
        mine = sides.get(self._seat)
        return [seat for seat, side in sides.items() if side == mine and seat != self._seat] if mine else []

    @property
    def plans(self) -> dict[str, Json]:
        """What companions are about to do at this moment of the match, by seat."""
        turn, seats = self._table.noticed("spectator"), self.seats
        rows = ((seat, self._shown.plans.get(seat)) for seat in seats)
        bots = {seat: plan for seat, plan in self._bots.plans.items() if seat in seats}
        return {seat: row[1] for seat, row in rows if row is not None and row[0] == turn} | bots

    @property
    def pings(self) -> list[Ping]:
        """The pings of one's side that are still shown, one's own among them."""
        seats, since = {*self.seats, self._seat}, time.monotonic() - PING_S
        return [ping for ping in self._shown.pings if ping.seat in seats and ping.at > since] if self._seat else []

    def plan(self, plan: Json) -> None:
        """Shows companions what this seat is about to do; empty: nothing. It holds until something is played. Of
        several pages of a seat the last that began something shows its own: if each answered the other, it never ended.
        """
        now, before = (self._table.noticed("spectator"), plan), self._planned
        if not self.seats or now == before:
            return
        self._planned = now
        if plan or (before[1] and self._shown.plans.get(self._seat) == before):
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
        self._bots.changed.subscribe(refresh)

    def urge(self, intent: UrgeBot) -> None:
        """Has a companion's bot act before all are done, or wait; nothing happens where no bot sits there."""
        if intent.seat in self.seats and self._table.seats[intent.seat].bot:
            self._table.chairs.call(intent.seat, URGES[intent.how])

    def urging(self, seat: str, tr: Translator) -> list[Child]:
        """The buttons by which a companion's bot is called to act once, to the end, or not yet; nothing for people, and
        while it is not asked what all share."""
        match = self._table.match
        if seat not in self.seats or not self._table.seats[seat].bot or not match.shared or seat not in match.asked:
            return []
        held, called = seat in self._bots.held, self._bots.called(seat)
        words = tr("companion.held") if held else tr("companion.called") if called else tr("companion.waits")
        buttons = [
            el("button.btn.quiet.brief", tr(f"companion.{how}"), do={"do": "urge", "seat": seat, "how": how},
               testid=f"urge-{how}-{seat}", aria_pressed="true" if how == "wait" and held else None)
            for how in URGES
        ]  # fmt: skip
        return [el("p.companion-urges", el("span.muted", words), buttons, role="group")]

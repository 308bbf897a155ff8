"""The strip under a player's head line: what keeps the match from going on, and what may be done about it.

It lies over the page and moves nothing: a seat that is free, somebody who is away, a bot that stands in, a match that
was adjourned.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import ui

from webapp.i18n import Translator
from webapp.tables import Refusal, Table
from webapp.ui.theme import testid, text

AWAY_S = 4.0
"""So long somebody is not here before it is said: a reload is no absence."""


class Strip:
    """Of one player's page; ``holder`` is the name by which the page acts for its seat."""

    def __init__(self, table: Table, tr: Translator, holder: str, seat: str) -> None:
        self._table = table
        self._tr = tr
        self._holder = holder
        self._seat = seat
        self._other = next(key for key in table.seat_keys if key != seat)
        self._shown: object = None
        self._gone = False
        """Whether the other has been away for long enough to say so."""
        self._timer: ui.timer | None = None
        self._box = testid(ui.element("div").classes("standing-strip"), "standing")
        self._box.props["role"] = "status"
        table.subscribe(seat, self.show)
        self.show()

    def show(self) -> None:
        """As things stand now."""
        self._wait_for_other()
        what = self._what()
        if (shown := (what, self._table.seats[self._other])) == self._shown:
            return
        self._shown = shown
        self._box.clear()
        self._box.classes(add="" if what else "gone", remove="gone" if what else "")
        if what:
            with self._box:
                self._say(what)

    def _what(self) -> str:
        """What is to be said; empty: nothing."""
        table, other = self._table, self._table.seats[self._other]
        if table.outcome is not None or table.settings.closed:
            return ""
        if table.begun and not table.seats[self._seat].ready:
            return "adjourned"
        if other.free:
            return "free" if table.settings.bots else ""
        if other.bot:
            return "" if other.house else "stands-in"
        if table.begun and not other.ready:
            return "waits"
        return "away" if self._gone else ""

    def _say(self, what: str) -> None:
        tr, table, other = self._tr, self._table, self._table.seats[self._other]
        bots = table.title.bots
        text("span", tr(f"standing.{what}", name=other.name or "", bot=bots.get(other.bot, "")))
        if what == "adjourned":
            self._button(tr("standing.resume"), "resume", lambda: table.be_ready(self._holder, True))
        elif what == "stands-in":
            self._button(tr("standing.end-bot", bot=bots.get(other.bot, "")), "end-bot", self._end)
        elif what == "free" or (what == "away" and table.settings.bots):
            for bot, name in bots.items():
                words = tr("standing.call" if what == "free" else "standing.call-for", bot=name)
                self._button(words, f"call-{bot}", partial(self._call, bot))

    def _button(self, words: str, name: str, act: Callable[[], Awaitable[Refusal | None]]) -> None:
        async def click() -> None:
            refusal = await act()
            if refusal is not None:
                self._box.clear()
                with self._box:
                    text("span", self._tr(f"refusal.{refusal.code}", **refusal.params))
                self._shown = None

        testid(text("button", words, "btn").on("click", click), name)

    async def _call(self, bot: str) -> Refusal | None:
        return await self._table.call_bot(self._holder, self._other, bot)

    async def _end(self) -> Refusal | None:
        return await self._table.end_bot(self._holder, self._other)

    def _wait_for_other(self) -> None:
        """Notes that the other has gone, and looks again when that has lasted."""
        if not self._table.absent(self._other):
            self._gone = False
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        elif not self._gone and self._timer is None:
            with self._box.client.layout:
                self._timer = ui.timer(AWAY_S, self._has_gone, once=True)

    def _has_gone(self) -> None:
        self._timer = None
        self._gone = self._table.absent(self._other)
        self.show()

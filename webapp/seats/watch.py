"""Spectators: their view, lent views of players, and the switch that lends one."""

from __future__ import annotations

from nicegui import ui

from webapp.i18n import Translator
from webapp.seats.door import follow
from webapp.table_kit.place import SPECTATOR, Place
from webapp.tables import Table
from webapp.ui.confirm_button import sure_button
from webapp.ui.live_box import LiveBox, Notice
from webapp.ui.reader import Reader
from webapp.ui.theme import Frame, link_to, testid, text


def onlooker(table: Table, tr: Translator, page: Frame, session: str, eyes: str) -> None:
    """The page of somebody without a seat; `eyes` is only a request."""
    follow(table, f"/watch/{table.code}", lambda: table.watching_refused(session) is not None)
    at = OverShoulder(table, tr, page, session, eyes) if eyes else Place(table, tr, page, session)
    at.screens.spectator(at)
    Reader(at.large, tr)
    Borrowing(table, tr, session, eyes)


class OverShoulder(Place):
    """A place that shows a seat's view while its player lends it, and cannot act."""

    def __init__(self, table: Table, tr: Translator, frame: Frame, session: str, lent: str) -> None:
        super().__init__(table, tr, frame, session)
        self._lent = lent

    @property
    def viewer(self) -> str:
        """The seat while its view is lent, asked at every drawing; else the spectator."""
        return self._lent if self.table.borrowed(self.session, self._lent) else SPECTATOR

    @property
    def broadcasts(self) -> bool:
        """Whether it shows the strings of all spectators: not while it may see a seat's view."""
        return False


class Borrowing:
    """A strip with the lent views; empty where there are none."""

    def __init__(self, table: Table, tr: Translator, session: str, eyes: str) -> None:
        self._table = table
        self._tr = tr
        self._session = session
        self._eyes = eyes
        self._notice = Notice("standing-strip eyes-strip", "eyes", "")
        table.subscribe("spectator", self.show, steps=False)
        self.show()

    def show(self) -> None:
        """Shows the current state."""
        table, tr = self._table, self._tr
        lent = {seat: its.name or seat for seat, its in table.seats.items() if table.borrowed(self._session, seat)}
        box = self._notice.renew(lent)
        if box is None:
            return
        with box:
            text("span", tr("watching.you-watch"))
            here = f"/watch/{table.code}"
            self._way(tr("watching.everybody"), here, "", self._eyes not in lent)
            for seat, name in lent.items():
                self._way(tr("watching.eyes-of", name=name), f"{here}?eyes={seat}", seat, self._eyes == seat)

    def _way(self, words: str, href: str, seat: str, now: bool) -> None:
        link = testid(text("a", words, f"btn side-{seat}" if seat else "btn"), f"eyes-{seat or 'all'}")
        link_to(link, href)
        if now:
            link.props["aria-current"] = "page"


class Lending:
    """A player's switch in the table's menu, with a mark on the page while it is on."""

    def __init__(
        self, table: Table, tr: Translator, session: str, seat: str, menu: ui.element, page: ui.element
    ) -> None:
        self._table = table
        self._tr = tr
        self._session = session
        self._seat = seat
        if not table.settings.spectators:
            return
        with menu:
            self._switch = LiveBox().classes("lending-switch")
        with page:
            self._notice = Notice("lending-mark", "lending", "")
        table.subscribe(seat, self.show, steps=False)
        self.show()

    def show(self) -> None:
        """Shows the current state."""
        lends, tr = self._table.lends_eyes(self._seat), self._tr
        if self._switch.renew(lends) and not lends:
            with self._switch:
                sure_button(tr, tr("watching.lend"), tr("watching.lend-sure"), self._lend, "lend")
        mark = self._notice.renew(lends)
        if mark is not None:
            with mark:
                text("span", tr("watching.lending"))
                testid(text("button", tr("watching.take-back"), "btn").on("click", self._take_back), "lend-not")

    async def _lend(self) -> None:
        await self._set(True)

    async def _take_back(self) -> None:
        await self._set(False)

    async def _set(self, lent: bool) -> None:
        if await self._table.lend_eyes(self._session, lent) is None:
            name = self._table.seats[self._seat].name or self._seat
            self._table.talk.note("shoulder-on" if lent else "shoulder-off", who=name)

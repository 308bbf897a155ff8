"""A notice of a requested rematch, on every open page of the player who is asked."""

from __future__ import annotations

from nicegui import ui

from webapp.i18n import Translator
from webapp.tables import Refusal, Table, registry
from webapp.tables.create import rematch
from webapp.ui.live_box import Notice
from webapp.ui.theme import testid, text


class RematchNotice:
    """The notice on one page. It disappears when the request is accepted, dismissed or over."""

    def __init__(self, tr: Translator, session: str) -> None:
        self._tr = tr
        self._session = session
        self._client = ui.context.client
        self._asked: Table | None = None
        self._aside: set[str] = set()
        self._notice = Notice("rematch-notice", "rematch-notice")
        registry.rematches.subscribe(self._made)
        registry.changed.subscribe(self._changed)
        self._show(registry.asked_again(session))

    def _made(self, code: str) -> None:
        table = registry.get(code)
        if table is not None and table.asked_again(self._session):
            self._show(table)

    def _changed(self) -> None:
        # Only a page that shows a request checks whether it still stands.
        if self._asked is not None and not self._asked.asked_again(self._session):
            self._show(None)

    def _show(self, table: Table | None) -> None:
        # The table's own page shows the request in its strip.
        here = self._client.request.url.path
        if table is not None and (table.code in self._aside or here == f"/table/{table.code}"):
            table = None
        self._asked = table
        seats = table.seats.values() if table is not None else ()
        names = ", ".join(seat.name for seat in seats if seat.name and seat.ready and not seat.house)
        box = self._notice.renew((table.code, names) if table is not None else ())
        if box is None:
            return
        with box:
            text("span", self._tr("rematch.asked", names=names))
            testid(text("button", self._tr("rematch.agree"), "btn main").on("click", self._agree), "rematch-agree")
            testid(text("button", self._tr("rematch.later"), "btn quiet").on("click", self._later), "rematch-later")

    async def _agree(self) -> None:
        table = self._asked
        before = registry.get(table.settings.after) if table is not None else None
        if table is None or before is None:
            self._show(None)
            return
        made = await rematch(before, self._session)
        if isinstance(made, Refusal):
            box = self._notice.renew((made.code, *made.params.items()))
            if box is not None:
                with box:
                    text("span", self._tr(f"refusal.{made.code}", **made.params))
        else:
            self._client.open(f"/table/{made.code}")

    def _later(self) -> None:
        if self._asked is not None:
            self._aside.add(self._asked.code)
        self._show(None)

"""The clocks in the head of a table's page. The server sends the time left; the browser counts down from there."""

from __future__ import annotations

from nicegui import json

from webapp.games.contract import seat_name
from webapp.i18n import Translator
from webapp.tables import Table, TableSettings
from webapp.ui.components import VueComponent
from webapp.ui.live_page import while_present
from webapp.ui.theme import testid

MINUTE = 60


class ClockDisplay(VueComponent, component="clocks.js"):
    """The clocks of all seats. It is updated when the table changes; the browser counts down in between."""

    def __init__(self, table: Table, tr: Translator, viewer: str) -> None:
        super().__init__()
        self._table = table
        self._tr = tr
        first = viewer if viewer in table.seat_keys else table.seat_keys[0]
        self._order = [first, *(seat for seat in table.seat_keys if seat != first)]
        testid(self, "clocks")
        self.show()
        table.subscribe(viewer, while_present(self.show))

    def show(self) -> None:
        """Sends the clocks and their rules to the browser."""
        states, seats = self._table.clocks.state(), self._table.seats
        rows = [
            {"seat": seat, "name": name, "says": self._tr("clock.of", name=name), **states[seat]}
            for seat in self._order
            if seat in states
            for name in (seats[seat].name or seat_name(self._tr, seat),)
        ]
        body = {"rows": rows, "rules": rules(self._tr, self._table.settings)}
        self.put("told", json.dumps(body))


def clocks(table: Table, tr: Translator, viewer: str) -> None:
    """The clocks of a table; None where it has none."""
    if table.clocks.on:
        ClockDisplay(table, tr, viewer)


def rules(tr: Translator, settings: TableSettings) -> str:
    """The time limits of a table in one line; empty where it has none."""
    words = []
    if settings.clock_bank:
        bank = tr("clock.bank-of", n=settings.clock_bank // MINUTE)
        plus = settings.clock_increment
        words.append(f"{bank} {tr('clock.plus', n=plus)}" if plus else bank)
    if settings.clock_limit:
        words.append(tr("clock.limit-of", n=settings.clock_limit))
    return ", ".join([*words, tr(f"clock.out-{settings.clock_out}")]) if words else ""

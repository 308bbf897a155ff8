"""The sheet on which a player proposes an adjustment of figures; for games that name some (``Screens.adjusts``)."""

from __future__ import annotations

from nicegui import events, ui

from rules.kernel import Json
from webapp.base.numbers import number
from webapp.games.contract import named_seat
from webapp.i18n import Translator
from webapp.tables import Table
from webapp.ui.fields import EMIT_FORM, refusal_text
from webapp.ui.intents import message
from webapp.ui.sheet import Sheet
from webapp.ui.theme import testid, text

ROWS = 4
"""Changes of one proposal."""
MOST = 20
"""The most that a figure is changed by."""
NOTE = 200
EMIT_CLOSED = "() => { document.getElementById('table-menu')?.hidePopover(); emit(); }"
"""The menu lies over any sheet."""


class AdjustmentSheet:
    """A line in a table's menu, built inside it, and the sheet that it opens: up to four figures of any seats."""

    def __init__(self, table: Table, tr: Translator, session: str) -> None:
        self._table = table
        self._tr = tr
        self._session = session
        if not table.game.screens.adjusts or table.over:
            return
        with ui.element("div").classes("head-menu-host"):
            button = testid(text("button", tr("adjustment.open"), "head-menu-way"), "menu-adjust")
            button.on("click", self._open, js_handler=EMIT_CLOSED)
        self._sheet = Sheet(tr("adjustment.title"), "adjustment")
        testid(self._sheet.inside, "adjustment-sheet")

    def _open(self) -> None:
        tr = self._tr
        self._sheet.inside.clear()
        with self._sheet.inside:
            text("h2", tr("adjustment.title"))
            text("p", tr("adjustment.what"), "muted")
            with testid(ui.element("form").on("submit", self._propose, js_handler=EMIT_FORM), "adjustment-form"):
                for n in range(ROWS):
                    self._row(n)
                note = ui.element("input").classes("lobby-field")
                note.props.update({"name": "note", "maxlength": NOTE, "placeholder": tr("adjustment.note")})
                note.props["aria-label"] = tr("adjustment.note")
                self._status = testid(text("p", "", "notice"), "adjustment-said")
                self._status.props["role"] = "status"
                with ui.element("div").classes("adjustment-ways"):
                    send = testid(text("button", tr("adjustment.propose"), "btn main accent"), "adjustment-propose")
                    send.props["type"] = "submit"
                    close = testid(text("button", tr("adjustment.close"), "btn quiet"), "adjustment-close")
                    close.props["type"] = "button"
                    close.on("click", self._sheet.close)
        self._sheet.open()

    def _row(self, n: int) -> None:
        tr, table = self._tr, self._table
        figures = {"": "–"} | {key: tr(f"figure.{key}") for key in table.game.screens.adjusts}
        seats = {key: seat.name or named_seat(tr, key) or key for key, seat in table.seats.items()}
        with ui.element("div").classes("adjustment-row"):
            for name, choices in (("figure", figures), ("seat", seats)):
                with ui.element("select").classes("lobby-field") as choice:
                    choice.props.update({"name": f"{name}-{n}", "aria-label": tr(f"adjustment.{name}")})
                    for key, words in choices.items():
                        text("option", words).props["value"] = key
            field = ui.element("input").classes("lobby-field")
            field.props.update({"name": f"n-{n}", "type": "number", "min": -MOST, "max": MOST, "^value": "1"})
            field.props["aria-label"] = tr("adjustment.n")

    async def _propose(self, event: events.GenericEventArguments) -> None:
        sent = message(event)
        typed_texts = {key: value for key, value in sent.items() if isinstance(value, str)}
        changes: list[Json] = []
        for n in range(ROWS):
            typed = typed_texts.get(f"n-{n}", "")
            by = number(typed.removeprefix("-"), MOST)
            if typed_texts.get(f"figure-{n}") and by:
                signed = -by if typed.startswith("-") else by
                changes.append(
                    {"kind": typed_texts[f"figure-{n}"], "seat": typed_texts.get(f"seat-{n}", ""), "n": signed}
                )
        command = {
            "kind": "propose",
            "what": "adjustment",
            "changes": changes,
            "note": typed_texts.get("note", "")[:NOTE],
        }
        refusal = await self._table.submit(self._session, command)
        if refusal is None:
            self._sheet.close()
        elif refusal.code == "bad-shape":
            self._status.text = self._tr("adjustment.nothing")
        else:
            self._status.text = refusal_text(self._tr, refusal)

"""Hints at tables that allow them: the best answers to a player's question, how they compare, and the reasons."""

from __future__ import annotations

from typing import Any

from nicegui import ui
from nicegui.element import Element

from rules.kernel import Json, Refused
from rules.kernel.bots import HintsQuery
from rules.kernel.contract import HINTS
from webapp.table_kit.place import Place
from webapp.tables import Table
from webapp.ui.sheet import Sheet
from webapp.ui.theme import testid, text


def hints_now(table: Table, seat: str) -> bool:
    """Whether hints are given to a seat and there can be some for what it is asked: a game's bots have no opinion on
    some kinds of questions."""
    question = table.match.asked.get(seat) if table.gives_hints(seat) else None
    if question is None or question.kind == "adjust":
        return False
    query = table.match.queries[HINTS]
    return not (isinstance(query, HintsQuery) and question.kind in query.silent)


class Hints:
    """The hints on one player's page: a control in its head line, shown while hints are given, and the sheet that it
    opens."""

    def __init__(self, at: Place, head: Element) -> None:
        self.at = at
        with head:
            self._button = text("button", at.tr("hint.ask"), "btn quiet frame-tool hint-ask").on("click", self._ask)
        self._button.props["type"] = "button"
        self._given = True
        testid(self._button, "hint")
        self._sheet = Sheet(at.tr("hint.title"), "hints")
        testid(self._sheet.inside, "hint-sheet")
        at.follow(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        """Shows the control while something is asked; drops hints of an earlier question."""
        at = self.at
        given = at.seat is not None and bool(at.view.get("decision")) and hints_now(at.table, at.seat)
        if given != self._given:
            self._given = given
            self._button.classes(add="" if given else "gone", remove="gone" if given else "")
        if self._sheet.value:
            self._sheet.close()

    async def _ask(self) -> None:
        at = self.at
        turn = at.turn
        try:
            found: Json = await at.query(HINTS)
        except (Refused, ValueError, LookupError):
            return
        if at.turn != turn:
            return
        self._sheet.inside.clear()
        with self._sheet.inside:
            text("h2", at.tr("hint.title"))
            if not found["options"]:
                text("p", at.tr("hint.none"))
            with ui.element("ol").classes("hint-options"):
                for option in found["options"]:
                    self._option(option)
            close = text("button", at.tr("hint.close"), "btn quiet").on("click", self._sheet.close)
            testid(close, "hint-close")
        self._sheet.open()

    def _option(self, option: Json) -> None:
        at = self.at
        answer, reasons = at.screens.hint(option, at.words)

        async def play(_: Any = None) -> None:
            self._sheet.close()
            await at.submit(option["command"])

        with ui.element("li"):
            text("strong", answer)
            text("span", at.tr(f"hint.{option['beside']}"), f"hint-beside hint-{option['beside']}")
            with ui.element("ul"):
                for said in reasons:
                    text("li", said)
            testid(text("button", at.tr("hint.play"), "btn").on("click", play), "hint-play")

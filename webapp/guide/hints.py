"""Hints at tables that allow them: the best answers to a player's question, how they compare, and the reasons; what
they name is marked on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nicegui import json, ui
from nicegui.element import Element

from rules.kernel import Json, Refused
from rules.kernel.bots import HintsQuery
from rules.kernel.contract import HINTS
from webapp.table_kit.place import Place
from webapp.tables import Table
from webapp.ui.components import VueComponent
from webapp.ui.sheet import Sheet
from webapp.ui.theme import testid, text


def hints_about(table: Table, seat: str, kind: str) -> bool:
    """Whether hints are given to a seat and there can be some for this kind of question: a game's bots have no opinion
    on some."""
    if not table.gives_hints(seat):
        return False
    query = table.match.queries[HINTS]
    return not (isinstance(query, HintsQuery) and kind in query.silent)


def hints_now(table: Table, seat: str) -> bool:
    """The same for what the seat is asked now."""
    question = table.match.asked.get(seat)
    return question is not None and hints_about(table, seat, question.kind)


def named(value: Any) -> Iterator[str]:
    """The words in a command's values, at any depth: the ids of things among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            if key != "kind":
                yield from named(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from named(item)


class HintMarks(VueComponent, component="hint_marks.js"):
    """The marks on what a hint names. ``told``, as JSON: `things`, the ids of what is marked now; `says`, the words
    that describe them; `ways`, for each hint the ids of what it could mark."""

    def __init__(self) -> None:
        super().__init__()
        self._props["told"] = self._message([], "", [])

    @staticmethod
    def _message(things: list[str], says: str, ways: list[list[str]]) -> str:
        return json.dumps({"things": things, "says": says, "ways": ways})

    def show(self, things: list[str], says: str, ways: list[list[str]]) -> None:
        """Marks these, and nothing else."""
        self.put("told", self._message(things, says, ways))


class Hints:
    """The hints on one player's page: a control in its head line, shown while hints are given, and the sheet that it
    opens."""

    def __init__(self, at: Place, head: Element) -> None:
        self.at = at
        with head:
            self._button = text("button", at.tr("hint.ask"), "btn quiet frame-tool hint-ask").on("click", self._ask)
        self._button.props["type"] = "button"
        self._given = True
        self._ways: list[list[str]] = []
        self._marked_at = -1
        testid(self._button, "hint")
        self._sheet = Sheet(at.tr("hint.title"), "hints")
        testid(self._sheet.inside, "hint-sheet")
        self._marks = HintMarks()
        at.follow(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        """Shows the control while something is asked; drops hints of an earlier question, and their marks."""
        at = self.at
        given = at.seat is not None and bool(at.view.get("decision")) and hints_now(at.table, at.seat)
        if given != self._given:
            self._given = given
            self._button.classes(add="" if given else "gone", remove="gone" if given else "")
        if self._sheet.value:
            self._sheet.close()
        if self._marked_at != at.turn:
            self._mark({}, "")

    async def _ask(self) -> None:
        at = self.at
        turn = at.turn
        try:
            hints: Json = await at.query(HINTS)
        except (Refused, ValueError, LookupError):
            return
        if at.turn != turn:
            return
        self._ways = [sorted(set(named(option["command"]))) for option in hints["options"]]
        self._mark({}, "")
        self._sheet.inside.clear()
        with self._sheet.inside:
            text("h2", at.tr("hint.title"))
            if not hints["options"]:
                text("p", at.tr("hint.none"))
            with ui.element("ol").classes("hint-options"):
                for n, option in enumerate(hints["options"]):
                    self._option(n, option)
            close = text("button", at.tr("hint.close"), "btn quiet").on("click", self._sheet.close)
            testid(close, "hint-close")
        self._sheet.open()

    def _mark(self, command: Json, says: str) -> None:
        """Marks what a command names on the table: its things, and the place that a movement ends at."""
        at, to = self.at, command.get("to")
        self._marked_at = at.turn if command else -1
        self._marks.show(sorted(set(named(command))), says, self._ways)
        if not at.table.settings.guided:  # where the guide lights places
            at.point([to] if isinstance(to, list) else [])

    def _option(self, n: int, option: Json) -> None:
        at = self.at
        answer, reasons = at.screens.hint(option, at.words)

        async def play(_: Any = None) -> None:
            self._sheet.close()
            await at.submit(option["command"])

        def show(_: Any = None) -> None:
            self._sheet.close()
            self._mark(option["command"], at.tr.labelled(at.tr("hint.title"), answer))

        with ui.element("li"):
            text("strong", answer)
            text("span", at.tr(f"hint.{option['beside']}"), f"hint-beside hint-{option['beside']}")
            with ui.element("ul"):
                for reason in reasons:
                    text("li", reason)
            with ui.element("div").classes("hint-ways"):
                testid(text("button", at.tr("hint.play"), "btn").on("click", play), "hint-play")
                testid(text("button", at.tr("hint.show"), "btn quiet").on("click", show), f"hint-show-{n}")

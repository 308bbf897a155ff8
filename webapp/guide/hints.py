"""Hints at tables that allow them: the best answers to a player's question, how they compare, and the reasons; what
they name is marked on the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

from nicegui import background_tasks, json, ui
from nicegui.element import Element

from rules.kernel import Json, Refused
from rules.kernel.bots import HintsQuery
from rules.kernel.contract import HINTS
from webapp.history.answers import AnswerLine, answer_lines
from webapp.table_kit.place import Place
from webapp.tables import Table
from webapp.ui.components import VueComponent
from webapp.ui.fields import refusal_text
from webapp.ui.sheet import Sheet
from webapp.ui.theme import testid, text

log = logging.getLogger(__name__)

PATIENCE_S = 60.0
"""Seconds after which the sheet says that no answer came, as on a busy server."""


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
        self._asked, self._asked_at = "", -1
        testid(self._button, "hint")
        self._sheet = Sheet(at.tr("hint.title"), "hints")
        with testid(self._sheet.inside, "hint-sheet"):
            text("h2", at.tr("hint.title"))
            self._body = ui.element("div")
            testid(text("button", at.tr("hint.close"), "btn quiet").on("click", self._sheet.close), "hint-close")
        self._marks = HintMarks()
        at.follow(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        """Shows the control while something is asked; drops hints of an earlier question, and their marks. Hints that
        are shown while others go on are asked for again."""
        at = self.at
        given = at.seat is not None and bool(at.view.get("decision")) and hints_now(at.table, at.seat)
        if given != self._given:
            self._given = given
            self._button.classes(add="" if given else "gone", remove="gone" if given else "")
        if self._sheet.value and self._question != self._asked:
            self._sheet.close()
        elif self._sheet.value and self._asked_at != at.turn:
            self._inquire()
        if self._marked_at != at.turn:
            self._mark({}, "")

    @property
    def _question(self) -> str:
        """The id of what the player is asked now; empty: nothing."""
        return str((self.at.view.get("decision") or {}).get("id", ""))

    def _ask(self, _: Any = None) -> None:
        """Opens the sheet at once: hints can take seconds on a busy machine."""
        self._asked = self._question
        self._mark({}, "")
        self._say(self.at.tr("hint.wait"), "hint-wait")
        self._sheet.open()
        self._inquire()

    def _inquire(self) -> None:
        self._asked_at = self.at.turn
        background_tasks.create(self._find(self._asked, self._asked_at), name="hints")

    async def _find(self, question: str, turn: int) -> None:
        """Shows the hints, or why there are none, where they are still awaited."""
        hints: Json = {}
        why = ""
        try:
            async with asyncio.timeout(PATIENCE_S):
                hints = await self.at.query(HINTS)
        except Refused as refused:
            why = refusal_text(self.at.tr, refused.refusal)
        except TimeoutError:
            why = self.at.tr("hint.late")
        except Exception:
            log.exception("table %s: no hints", self.at.table.code)
            why = self.at.tr("hint.failed")
        if (question, turn) != (self._asked, self._asked_at) or not self._sheet.value:
            return
        if why or not hints["options"]:
            self._say(why or self.at.tr("hint.none"), "hint-failed" if why else "hint-none")
        else:
            self._list(hints["options"])

    def _say(self, words: str, name: str) -> None:
        self._body.clear()
        with self._body:
            testid(text("p", words), name).props["role"] = "status"

    def _list(self, options: list[Json]) -> None:
        told = answer_lines(options, self.at.screens, self.at.words)
        self._ways = [sorted(set(named(line.option["command"]))) for line in told]
        self._mark({}, "")
        self._body.clear()
        with self._body, ui.element("ol").classes("hint-options"):
            for n, line in enumerate(told):
                self._option(n, line)

    def _mark(self, command: Json, says: str) -> None:
        """Marks what a command names on the table: its things, and the place that a movement ends at."""
        at, to = self.at, command.get("to")
        self._marked_at = at.turn if command else -1
        self._marks.show(sorted(set(named(command))), says, self._ways)
        if not at.table.settings.guided:  # where the guide lights places
            at.point([to] if isinstance(to, list) else [])

    def _option(self, n: int, line: AnswerLine) -> None:
        at, (option, answer, reasons) = self.at, line

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

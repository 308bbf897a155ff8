"""The guide of one page: shows the step that is due, points at its target, performs it on "show me"."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import takewhile
from typing import Any

from nicegui import background_tasks, json

from rules.kernel import Json, Refused
from webapp.guide.progress import Progress, keep, notes_of, progress
from webapp.i18n import Translator
from webapp.lessons.script import Guide, GuideStep
from webapp.table_kit.place import Place
from webapp.ui.components import VueComponent
from webapp.ui.fields import refusal_text
from webapp.ui.tree import Child

TRIES, AGAIN_S = 5, 0.4
"""Number of requests for the place to highlight, and the time by which each further attempt waits longer."""


class Callout(VueComponent, component="callout.js"):
    """A strip above the table and a highlight on the step's target; ``told`` is its content as JSON."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self._props["told"] = content

    def show(self, content: str) -> None:
        """Shows another content."""
        self.put("told", content)


class Guided:
    """Follows one player's page. Build it before the game's page, which tells it what its player prepares, and call
    :meth:`follow` after."""

    def __init__(self, at: Place, guide: Guide) -> None:
        self.at = at
        self.guide = guide
        self.notes = notes_of(at.table, at.seat or "")
        self.callout = Callout("{}")
        self.callout.on("act", self._act)
        self._busy = False
        self._refusal = ""
        self._lit = ""
        self._looking = False
        """Whether the place to be highlighted has been asked for and is not known yet."""

    def follow(self) -> None:
        """Updates on every change of the table and of what the player prepares."""
        self.at.on_preparing = self._refresh
        self.at.follow(self._refresh)
        self._refresh()

    # The step shown

    def _progress(self) -> Progress:
        now = progress(self.guide, self.at.view, self.at.prepared, self.notes)
        keep(self.at.table, self.at.seat or "", self.notes)
        return now

    def _refresh(self) -> None:
        now = self._progress()
        self._light(now.step)
        self.callout.show(json.dumps(self._payload(now)))

    def _payload(self, now: Progress) -> Json:
        tr, step = self.at.tr, now.step
        language = tr.language
        asked = bool(self.at.view.get("decision"))
        if self.notes.left:
            return {"left": True, "words": words(tr), "key": "left"}
        if now.over:
            card = {"key": "over", "title": tr("guide.over"), "text": self._marked(self.guide.over[language])}
        elif step is not None:
            card = {"key": step.key, "title": step.title[language], "text": self._marked(step.text[language])}
        else:
            text = self.guide.free if asked else self.guide.waiting
            card = {"key": "free" if asked else "waiting", "title": "", "text": self._marked(text[language])}
        points = self._points(step) if step is not None and not now.over else ()
        return {
            **card,
            "no": self._refusal,
            "n": now.done,
            "of": now.of if step is None or step.needed else 0,
            "points": [self.guide.selector(point) for point in points],
            "quiet": step.quiet if step is not None and not now.over else "",
            "shows": asked and not now.over,
            "busy": self._looking,
            "words": words(tr),
        }

    def _marked(self, text: str) -> list[Child]:
        glossary = self.at.table.game.glossary
        return glossary.marked(text, self.at.tr.language) if glossary is not None else [text]

    def _points(self, step: GuideStep) -> tuple[str, ...]:
        """The targets of a step; the first visible one is highlighted. Targets after a `spot` wait until its place is
        known: pressing one of them instead would undo what the player has prepared."""
        points = step.point
        if self._looking:
            points = tuple(takewhile(lambda point: not point.startswith("spot:"), points))
        return (*points, *self.guide.uncover) if step.point else ()

    # The light on the board

    def _light(self, step: GuideStep | None) -> None:
        if step is None or self.notes.left or not any(point.startswith("spot:") for point in step.point):
            self.at.point([])
            self._lit, self._looking = "", False
            return
        wanted = f"{step.key}@{self.at.turn}"
        if self._lit != wanted:
            self._lit, self._looking = wanted, True
            background_tasks.create(self._find_spot(step, wanted), name="guide spot")

    async def _find_spot(self, step: GuideStep, wanted: str) -> None:
        """Highlights the place of the suggested command. The query may fail on a server that has just started or is
        busy: it is repeated."""
        spots: list[Any] = []
        try:
            for n in range(TRIES):
                with suppress(Refused):
                    command = await self._suggested(step.show)
                    spots = [command["to"]] if command is not None and command.get("to") else []
                    break
                await asyncio.sleep(AGAIN_S * (n + 1))
        finally:
            if self._lit == wanted:
                self._looking = False
                self.at.point(spots)
                self._refresh()

    # Presses

    async def _act(self, event: Any) -> None:
        pressed = event.args if isinstance(event.args, dict) else {}
        name, key = pressed.get("do"), pressed.get("step")
        if name in ("leave", "resume"):
            self.notes.left = name == "leave"
            self._refresh()
        elif name == "show" and not self._busy and key == self._payload(self._progress())["key"]:
            # Only for the step that was shown when the press began.
            self._busy = True
            try:
                await self._show()
            finally:
                self._busy = False

    async def _show(self) -> None:
        """Does what the step asks for: a step that is done by looking is skipped, else a command is given."""
        step = self._progress().step
        if step is not None and not step.show and step.needed:
            self.notes.seen.add(step.key)
            self._refresh()
            return
        try:
            command = await self._suggested((*(step.show if step is not None else ()), {}))
            refusal = await self.at.submit(command) if command is not None else None
        except Refused as refused:
            refusal = refused.refusal
        self._refusal = "" if refusal is None else refusal_text(self.at.tr, refusal)
        self._refresh()

    async def _suggested(self, shows: tuple[Json, ...]) -> Json | None:
        """The first of these commands that is legal as it is, or completed by the engine; {} stands for any. Raises
        Refused when the query limit is reached."""
        for command in shows:
            try:
                if command and await self.at.query("check", {"command": command}) is None:
                    return command
                answer = await self.at.query("suggest", {"command": command})
            except (ValueError, LookupError):
                continue
            if isinstance(answer, dict):
                return answer
        return None


def words(tr: Translator) -> Json:
    """The labels of the strip's controls."""
    return {key: tr(f"guide.{key}") for key in ("name", "show", "leave", "resume", "here", "step")}

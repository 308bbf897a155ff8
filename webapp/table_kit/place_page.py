"""A live page at a table: trees numbered by the match's step, strings shared by all who may see the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from nicegui import background_tasks, core, ui
from nicegui.events import GenericEventArguments

from webapp.table_kit.broadcast import Receiver
from webapp.table_kit.invitation import WallInvite
from webapp.table_kit.place import SPECTATOR, Place
from webapp.table_kit.stage import StagePart
from webapp.ui.live_page import Component, LivePage, LivePart
from webapp.ui.pane import Beats, Pane, StringComponent
from webapp.ui.tree import Child

C = TypeVar("C")
P = TypeVar("P", bound=Component)
S = TypeVar("S", bound=StringComponent)

STEPS = "steps"
"""The message with the parts of a page at an event that is told: `{"n", "parts"}`, strings by their element's id."""
MOST_STEPS = 40
"""The most events whose moments a page waits for."""


class PlacePage(LivePage[C], Generic[C]):
    """A live page of one place. Shared parts are made of the words alone, once for a viewer class and language, and
    built again only when the words are others."""

    def __init__(self, at: Place, context: Callable[[], C]) -> None:
        super().__init__(context)
        self.at = at
        self._shared: dict[str, tuple[StringComponent, Callable[[], str]]] = {}
        self._stepped: list[tuple[StringComponent, LivePart[C]]] = []
        self._steps_on = False
        self._wanted: list[int] = []
        self._page = ui.context.client.id

    @property
    def turn(self) -> int:
        """The step of the match."""
        return self.at.turn

    def invitation(self) -> StagePart:
        """How people come to the table, beside what a large screen shows."""
        at = self.at
        about = at.table.game.screens.briefing
        return StagePart("invitation", "side", lambda: WallInvite(at.table, at.tr, SPECTATOR, lambda: about(at.words)))

    def part(self, component: P, build: Callable[[Any], str], *, props: Callable[[C], object] | None = None) -> P:
        """Adds a component; inside :meth:`stepped` it is also shown as it was at each event that is told."""
        if self._steps_on and isinstance(component, StringComponent):
            self._stepped.append((component, LivePart(build, props)))
        return super().part(component, build, props=props)

    @contextmanager
    def stepped(self) -> Iterator[None]:
        """Components added inside show, while events are told, the match as it was at each of them (`js/director.js`):
        the browser asks for these moments as it needs them, and the match waits for nothing of it."""
        self._steps_on = True
        try:
            yield
        finally:
            self._steps_on = False

    @contextmanager
    def unasked(self) -> Iterator[None]:
        """The page without question and answer, while a moment is drawn; a page that keeps some drops them here."""
        yield

    def beats(self, build: Callable[[], str]) -> Beats:
        """What is told, and the way to its moments."""
        beats = self.shared_part(Beats(build()), build)
        beats.on("steps", self._step)
        return beats

    def _step(self, event: GenericEventArguments) -> None:
        """The browser asks for moments, by their rows in the viewer's log."""
        rows = event.args if isinstance(event.args, list) else []
        free = not self._wanted
        self._wanted += [row for row in rows if type(row) is int]
        del self._wanted[:-MOST_STEPS]
        if free and self._wanted:
            background_tasks.create(self._send_steps(), name="steps")

    async def _send_steps(self) -> None:
        """Sends the moments asked for, one after the other, so that nobody waits for all of them."""
        while self._wanted and self.at.held():
            row = self._wanted[0]
            if (parts := self.moment(row)) is not None:
                await core.sio.emit(STEPS, {"n": row, "parts": parts}, room=self._page)
            await asyncio.sleep(0)
            self._wanted[:1] = []

    def moment(self, row: int) -> dict[str, str] | None:
        """The stepped parts at a moment, by the ids of their elements; None for one that is not there, or long past."""
        try:
            with self.at.past(row), self.unasked():
                context = self.context()
                return {f"c{component.id}": part.made(context) for component, part in self._stepped}
        except ValueError:
            return None

    def shared_tree(
        self, name: str, build: Callable[[Any], Iterable[Child]], props: Callable[[Any], object] | None = None
    ) -> str:
        """A tree shared by all pages with this viewer and language; `name` identifies it within the game. `props`: as
        :meth:`Place.shared`."""
        return self.at.shared(name, lambda given: self.at.tree([*build(given)]), props)

    def shared_pane(
        self, name: str, build: Callable[[Any], Iterable[Child]], props: Callable[[Any], object] | None = None
    ) -> Pane:
        """A pane of a shared tree."""

        def tree() -> str:
            return self.shared_tree(name, build, props)

        return self.shared_part(Pane(tree()), tree, name)

    def shared_part(self, component: S, build: Callable[[], str], name: str = "", *, apart: bool = True) -> S:
        """A component that shows a shared string; without `name` it is the only one of its kind. `apart`: whether the
        page holds the string apart; not one that changes with each visit."""
        if not self.at.broadcasts:
            return self.part(component, lambda _: build(), props=lambda _: self.at.words)
        self._shared[name or type(component).__name__] = component, build
        if self._steps_on:
            self._stepped.append((component, LivePart(lambda _: build(), None)))
        if apart:
            component.apart(component.FED)
        return component

    def follow(self, changed: Callable[[], Any]) -> None:
        """Calls back as :meth:`Place.follow`, now that everything is built. Shared parts of spectators are told to all
        of them at once, and drawn by no page itself."""
        if self._shared:
            Receiver(self.at, self._shared)
            self._shared = {}
        self.at.follow(changed, steps=bool(self.parts))

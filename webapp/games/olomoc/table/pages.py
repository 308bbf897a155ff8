"""The two kinds of table page, and how they follow the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

from webapp.games.olomoc.board import Bloc
from webapp.games.olomoc.board.aim import aim, watched
from webapp.games.olomoc.board.scene import scene
from webapp.games.olomoc.table import layout
from webapp.games.olomoc.table.controller import Hands
from webapp.games.olomoc.table.focus import Looking
from webapp.games.olomoc.table.lens import Lens, lens
from webapp.games.olomoc.table.text import board
from webapp.games.olomoc.table.text.beats import beats
from webapp.games.olomoc.table.text.catch_up import borrowed, late
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.seats.place import SPECTATOR, Place
from webapp.seats.talk import Talking
from webapp.ui.pane import Beats, LogPane, Pane, stretch, told_of
from webapp.ui.tree import Child, payload

FEWEST, MOST = 8, 80
"""Log entries sent with a change, those of the last two steps: at least, at most. Who has a gap asks for the whole."""


class Page:
    """What both kinds share: components, and strings made once per revision for all who may share them."""

    def __init__(self, at: Place) -> None:
        self.at = at
        self.table = at.table
        self.tr = at.tr
        self.page = at.frame

    def names(self) -> Names:
        """The words of now."""
        found: Names = self.at.words
        return found

    def shared(self, part: str, build: Callable[[Names], str]) -> str:
        """A string that depends on nothing but the table, the viewer class and the language."""
        return self.at.shared(part, build)

    def tree(self, part: str, build: Callable[[Names], list[Child]]) -> str:
        return self.shared(part, lambda names: payload(self.table.sequence, build(names)))

    def scene(self) -> str:
        return self.shared("scene", lambda names: scene(names.view, names, self.table.sequence))

    def log(self, whole: bool = False) -> str:
        """The log's last stretch, or all of it."""

        def build(names: Names) -> str:
            events = names.view["log"]
            start = 0 if whole else self._since(events)
            entries = [{"n": event["n"], "node": entry(event, names)} for event in events[start:]]
            return stretch(self.table.sequence, layout.log_head(names), entries, start, len(events), names.told)

        return self.shared("log-whole" if whole else "log", build)

    def _since(self, events: Sequence[Mapping[str, Any]]) -> int:
        """Where the stretch begins: two steps back, by the events that end a step (each says who is asked now)."""
        ends = [n for n in range(max(0, len(events) - MOST), len(events)) if events[n]["kind"] == "asked"]
        back = ends[-3] + 1 if len(ends) > 2 else len(events) - MOST
        return max(0, len(events) - MOST, min(back, len(events) - FEWEST))

    def _lens(self, looked: Lens) -> str:
        """What is told of what this window looks at."""
        return payload(self.table.sequence, lens(looked, self.names()))

    def _words(self) -> str:
        """The Bloc read out."""
        return self.tree("words", board.readout)

    def _beats(self) -> str:
        return self.shared("beats", lambda names: told_of(self.table.sequence, beats(names)))

    def attach(self, refresh: Callable[[], Any]) -> None:
        """Follows the table for as long as the page lives."""
        words = Pane(self._words())
        told = Beats(self._beats())
        self.at.follow(lambda: told.show(self._beats()))
        self.at.follow(lambda: words.show(self._words()))
        self.at.follow(refresh)


class SpectatorPage(Page):
    """All that is public, and nothing to answer with. What it looks at is this window's own (`looking`)."""

    def __init__(self, at: Place) -> None:
        super().__init__(at)
        self.rev = 0
        self.looking = Looking(at.query, at.session, self.names, self._looked)

    def build(self) -> None:
        """Builds it; to who comes late it says what has happened."""
        with self.page.head:
            self.head = Pane(self._head())
        self.before = Pane(self._before())
        self.bloc = Bloc(self.scene(), self.looking.touch, tools=True)
        self.after = Pane(self._after())
        with ui.element("div").classes("side"):
            self.theirs = Pane(self._theirs())
            self.glass = Pane(self._lens(self.looking.lens), self.looking.intend)
            self.record = LogPane(self.log(whole=True), lambda: self.log(whole=True))
            Talking(self.table, self.tr, self.looking.session)
        self.attach(self.changed)
        Pane(self.tree("late", late))

    async def changed(self) -> None:
        """The table has changed; what this window looks at is asked about anew, for it alone."""
        self.refresh()
        await self.looking.follow()

    def _looked(self) -> None:
        self.rev += 1
        self.bloc.aim(watched(self.rev, self.looking.lens, self.names()))
        self.glass.show(self._lens(self.looking.lens))

    def refresh(self) -> None:
        self.head.show(self._head())
        self.before.show(self._before())
        self.bloc.show(self.scene())
        self.after.show(self._after())
        self.theirs.show(self._theirs())
        self.record.show(self.log())

    def _head(self) -> str:
        return self.tree("head", lambda names: layout.head_line(names))

    def _before(self) -> str:
        return self.tree("before", lambda names: layout.before(names, None, self._seats()))

    def _after(self) -> str:
        viewer = self.at.viewer
        if viewer != SPECTATOR and self.table.outcome is None:
            return payload(self.table.sequence, [borrowed(viewer, self.names())])
        return self.tree("after", lambda names: layout.after(names, None, self._seats(), invite=self._invite()))

    def _theirs(self) -> str:
        return self.tree("theirs", lambda names: layout.theirs(names, None, self.table.presence()))

    def _invite(self) -> list[Child]:
        return [] if self._seats() else self.at.invitation()

    def _seats(self) -> bool:
        return not any(seat.free for seat in self.table.seats.values())


class PlayerPage(Page):
    """A seat's page: its own view, its desk, and the answers."""

    def __init__(self, at: Place) -> None:
        super().__init__(at)
        self.hands = Hands(at.table, at.session, at.viewer, self.names, self.refresh, self.glance, at.invitation)

    def build(self) -> None:
        self.hands.follow()
        with self.page.head:
            self.head = Pane(self._head())
        self.before = Pane(self._before(), self.hands.intend)
        self.bloc = Bloc(self.scene(), self.hands.tell, tools=True)
        self.bloc.aim(self._aim())
        self.after = Pane(self._after(), self.hands.intend)
        with ui.element("div").classes("side"):
            self.theirs = Pane(self._theirs(), self.hands.intend)
            self.glass = Pane(self._lens(self.hands.looking.lens), self.hands.looking.intend)
            self.record = LogPane(self.log(whole=True), lambda: self.log(whole=True))
            Talking(self.table, self.tr, self.hands.session)
        self.attach(self.changed)
        ui.timer(0, self.hands.settle, once=True)

    async def changed(self) -> None:
        """The table has changed: the question may be another, what is shown certainly is."""
        self.hands.follow()
        self.refresh()
        await self.hands.settle()
        await self.hands.looking.follow()

    def refresh(self) -> None:
        self.head.show(self._head())
        self.before.show(self._before())
        self.bloc.show(self.scene())
        self.bloc.aim(self._aim())
        self.glass.show(self._lens(self.hands.looking.lens))
        self.after.show(self._after())
        self.theirs.show(self._theirs())
        self.record.show(self.log())

    def glance(self) -> None:
        """Only what is looked at has changed: Bloc and lens at once; the tiles, which mark it, when all is told."""
        lens = self.hands.looking.lens
        self.bloc.aim(self._aim())
        self.glass.show(self._lens(lens))
        if lens.piece is None or lens.scouted is not None:
            self.before.show(self._before())

    def _aim(self) -> str:
        return aim(self.hands.sheet(), self.hands.looking.lens)

    def _head(self) -> str:
        return self.tree("head", lambda names: layout.head_line(names))

    def _before(self) -> str:
        hands = self.hands
        return self._own(layout.before(self.names(), hands.sheet(), hands.seated, hands.composer()))

    def _after(self) -> str:
        hands = self.hands
        return self._own(layout.after(self.names(), hands.sheet(), hands.seated, hands.composing()))

    def _theirs(self) -> str:
        return self._own(layout.theirs(self.names(), self.hands.sheet(), self.table.presence()))

    def _own(self, tree: list[Child]) -> str:
        return payload(self.table.sequence, tree)

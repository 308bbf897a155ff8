"""The replay page of one browser: it is at a stop of a reel, and the game shows the view of that moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import isawaitable
from typing import Any, assert_never
from urllib.parse import urlencode

from nicegui import background_tasks, ui

from rules.kernel.contract import DECIDED
from webapp.after.after_match import AfterMatch
from webapp.base.addresses import below, listening
from webapp.frame.help_sheet import HelpSheet
from webapp.games.contract import Key
from webapp.history import eyes
from webapp.history.link import LinkField
from webapp.history.reel import Reel, reels
from webapp.i18n import Translator
from webapp.replay import controls, import_export
from webapp.replay.controls import ControlState
from webapp.replay.intents import (
    FURTHEST,
    INTENTS,
    AskBack,
    ChangeEyes,
    ChangeSpeed,
    GoTo,
    GoToEnd,
    PlayOn,
    PlayOrPause,
    ReadThoughts,
    ReplayIntent,
    StepBy,
    StepPhase,
    StepRoll,
)
from webapp.replay.thoughts import thinkers, thoughts
from webapp.replay.timeline import Timeline
from webapp.table_kit.place import SPECTATOR, Place
from webapp.tables import Refusal, Table
from webapp.tables.commands import over_whole_match
from webapp.ui.intents import message
from webapp.ui.live_page import Component, LivePage
from webapp.ui.pane import LogPane, Pane, stretch
from webapp.ui.reader import Reader
from webapp.ui.theme import Frame, link_to, testid, text
from webapp.ui.tree import Child, Node, el, icon, payload

Json = dict[str, Any]

STOP_S = 1.3
"""Seconds that a stop is shown while the replay plays at normal speed."""

KEYS: Mapping[str, Sequence[Key]] = {
    "replay.keys": [
        Key(("←", "→"), "replay.key-step"),
        Key(("PgUp", "PgDn"), "replay.key-phase"),
        Key(("Home", "End"), "replay.key-ends"),
        Key(("␣",), "replay.key-play"),
    ]
}


class PastPlace(Place):
    """The place of a replay page: it shows the view of the page's moment."""

    def __init__(self, page: ReplayPage) -> None:
        super().__init__(page.table, page.tr, page.page, page.session)
        self._replay = page
        self.refreshes: list[Callable[[], Any]] = []

    @property
    def viewer(self) -> str:
        """The viewer chosen on the page."""
        return self._replay.eyes

    @property
    def view(self) -> Json:
        """The view of that moment."""
        view: Json = self.words.view
        return view

    @property
    def words(self) -> Any:
        """The names and translator for the game's texts, at that moment."""
        return self._replay.reel.words(self._replay.row())

    @property
    def book(self) -> Any:
        """The facts of the match's beginning that the game's texts need."""
        return self._replay.reel.book

    @property
    def presence(self) -> Json:
        """No presence: there is none in the past."""
        return {"seats": dict.fromkeys(self.table.seats), "spectators": 0}

    @property
    def facts(self) -> Any:
        """The words for that moment, which no other moment has."""
        return self.words

    @property
    def turn(self) -> int:
        """A number that grows with every change of what is shown."""
        return self._replay.turn

    def shared(self, part: str, build: Callable[[Any], str], props: Callable[[Any], object] | None = None) -> str:
        """A string for this page only."""
        return build(self._given(props))

    async def query(self, name: str, params: Json | None = None) -> Any:
        """The answer to a spectator's query about the match at that moment."""
        moment, past = self._replay.moment(), self._replay.reel.past
        return await self.table.query_past(moment, partial(past.until, moment), SPECTATOR, name, params, self.session)

    def after_match(self) -> None:
        """No nodes: the page shows them beside its tools."""

    def follow(self, refresh: Callable[[], Any], *, steps: bool = True) -> None:
        """Calls `refresh` whenever the page moves to another stop."""
        self.refreshes.append(refresh)

    def held(self) -> bool:
        """Whether this browser may still watch."""
        return not self._replay.sent_away()


class ReplayPage(LivePage[ControlState]):
    """The replay in one browser. Its context is the stop and the actions allowed."""

    def __init__(self, table: Table, tr: Translator, page: Frame, session: str, wish: str) -> None:
        super().__init__(self._state)
        self.table = table
        self.tr = tr
        self.page = page
        self.session = session
        self.eyes = eyes.chosen(wish, table, session)
        self.stop = 0
        self.speed = "1"
        self.notice = ""
        self.thoughts: tuple[int, str, list[Child]] = (-1, "", [])
        """The stop and the seat whose thoughts were read last, and what is shown of them."""
        self.logged = -1
        """The last row whose line was sent."""
        self.end_seen = -1
        """The last stop when anything was shown."""
        self.sequence = -1
        self.reel: Reel
        self.at = PastPlace(self)
        self.scene = self.at.screens.moment(self.at)
        self.origin = listening.reachable(ui.context.client.request.url)

    async def build(self, at: int | None) -> None:
        """Builds the page at a row of the log; without one at the start of a finished match, at the end of a running
        one."""
        self.reel = await reels.get(self.table, self.eyes, self.tr)
        self.sequence = self.table.sequence
        wanted = at if at is not None else 0 if self.table.outcome is not None else self.reel.row(self.reel.last)
        self.stop = self.reel.stop(wanted)
        log = await over_whole_match(self._whole)
        screens, press = self.at.screens, INTENTS.handler(self.session, self.on_intent)

        def words() -> Any:
            return self.at.words

        self.player = ui.timer(STOP_S, self.tick, active=False)
        Reader(self.at.large, self.tr)
        with self.page.head:
            self.pane(screens.head, props=lambda _: words())
            back = text("a", "", "reel-back")
            link_to(back, f"/table/{self.table.code}", title=self.tr("replay.to-table"))
            with back:
                text("span", self.tr("replay.to-table"))
            HelpSheet(self.tr, {**screens.keys, **KEYS})
        self.scene.board()
        with ui.element("section").classes("reel-bar") as section:
            section.props["aria-label"] = self.tr("replay.bar")
            self.pane(lambda state: controls.caption(self.reel, words(), state))
            self.timeline = Timeline(press)
            self.pane(lambda state: controls.controls(self.reel, state), press)
        Pane(payload(0, [controls.tabs(self.tr, self.scene)]))
        with ui.element("div").classes("side"):
            self.scene.side()
            with ui.element("section").classes("reel-tools panel"):
                self.pane(lambda state: controls.tools(self.reel, words(), self.scene, state), press)
                self.link = LinkField(self.tr)
                self._after(opened=at is None)
            record = self.part(LogPane(log, self._whole), lambda _: self._stretch())
            record.on("intent", lambda event: press(message(event)))
        self._lay()
        self.redraw()
        self.table.subscribe("spectator", self.changed)
        ui.context.client.on_connect(self.redraw)

    def _after(self, opened: bool) -> None:
        """Builds the fold with the turning points of a finished match. `opened`: whether the page begins with them;
        else, as for a page at a moment of its own, they are looked up once somebody opens it."""
        if self.table.outcome is None or not self.table.game.shows(DECIDED):
            return
        with ui.element("details").classes("after-fold") as fold:
            testid(text("summary", self.tr("after.title")), "after-fold")

        def fill() -> None:
            if fold.default_slot.children[1:]:
                return
            with fold:
                AfterMatch(self.at)

        fold.on("toggle", fill)
        if opened:
            fold.props["open"] = True
            fill()

    # Following the match

    async def changed(self) -> None:
        """Called when the match went on: a page at its end follows it, any other stays."""
        if self.sent_away() or (self.table.sequence == self.sequence and self._may_see()):
            return
        at_end = self.stop == self.end_seen  # the reel is shared, and may have grown for others already
        await self._see(eyes.chosen(self.eyes, self.table, self.session))
        if at_end:
            self.stop = self.reel.last
        self.redraw()

    def _may_see(self) -> bool:
        """Whether this browser may still have this viewer: seats change hands."""
        return self.eyes in eyes.allowed(self.table, self.session)

    def sent_away(self) -> bool:
        """Whether this browser may no longer watch; then the page says why."""
        if self.table.watching_refused(self.session) is None:
            return False
        self.player.active = False
        ui.navigate.to(f"/watch/{self.table.code}")
        return True

    async def _see(self, chosen: str) -> None:
        """Shows the same moment to another viewer, which this browser may have."""
        moment = self.reel.past.moment(self.reel.first(self.stop), self.eyes)
        self.eyes = chosen
        self.sequence = self.table.sequence
        self.reel = await reels.get(self.table, chosen, self.tr)
        self.stop = self.reel.stop(self.reel.past.rows(moment, chosen) - 1)
        self._lay()

    # Requests

    async def on_intent(self, intent: ReplayIntent) -> None:
        """Handles a button, a key, the timeline, a line of the log."""
        if self.sent_away():
            return
        if not self._may_see():
            await self._see(eyes.chosen(self.eyes, self.table, self.session))
        self.notice = ""
        match intent:
            case GoTo():
                if intent.moment is not None:
                    self._to(self.reel.stop(max(intent.moment, 0)))
                elif intent.stop is not None:
                    self._to(intent.stop)
            case StepBy():
                self.player.active = False
                self._to(self.stop + intent.by)
            case StepPhase():
                marks = self.reel.marks()
                starts = sorted({0, self.reel.last} | {stop for stop, _ in marks["chapters"] + marks["parts"]})
                self._next(starts, intent.by)
            case StepRoll():
                self._next(self.reel.marks()["rolls"] or [], intent.by)
            case GoToEnd():
                self.player.active = False
                self._to(self.reel.last if intent.by > 0 else 0)
            case PlayOrPause():
                self.player.active = not self.player.active and self.stop < self.reel.last
            case ChangeSpeed():
                self.speed = intent.speed
                self.player.interval = STOP_S / float(self.speed)
            case ChangeEyes():
                await self._see(eyes.chosen(intent.eyes, self.table, self.session))
            case PlayOn():
                await self._play_on()
            case ReadThoughts():
                await self._read_thoughts(intent.seat)
            case AskBack():
                await self._ask_back()
            case _:
                assert_never(intent)
        self.redraw()

    async def _play_on(self) -> None:
        """Makes a new table that continues the match from here."""
        if not self._may_play_on():
            return
        made = await import_export.play_on(self.table, self.reel.past, self.moment(), self.session)
        if isinstance(made, Refusal):
            self.notice = self.tr(f"refusal.{made.code}", **made.params)
        else:
            ui.navigate.to(f"/table/{made.code}")

    async def _read_thoughts(self, seat: str) -> None:
        """Shows what a seat could have thought of what it is asked here; meanwhile that they are looked for."""
        stop, at = self.stop, self._thinkers().get(seat)
        if at is None:
            return
        self.player.active = False
        waiting: list[Child] = [el("p.reel-note", self.tr("replay.thoughts-wait"), role="status")]
        self.thoughts = (stop, seat, waiting)
        self.redraw()
        answers = await thoughts(self.table, self.tr, at, seat, self.session)
        if self.thoughts == (stop, seat, waiting):
            self.thoughts = (stop, seat, answers)

    async def _ask_back(self) -> None:
        """Asks the other player to take everything back to here."""
        if (command := self._back_to_here()) is None:
            return
        refusal = await self.table.submit(self.session, command)
        if refusal is None:
            ui.navigate.to(f"/table/{self.table.code}")
        else:
            self.notice = self.tr(f"refusal.{refusal.code}", **refusal.params)

    # Going

    def tick(self) -> None:
        """Goes to the next stop while playing; stops at the end."""
        if self.sent_away() or not self._may_see():
            self.player.active = False
            return
        if self.stop < self.reel.last:
            self.stop += 1
        self.player.active = self.stop < self.reel.last
        self.redraw()

    def _to(self, stop: int) -> None:
        self.stop = min(max(stop, 0), self.reel.last)

    def _next(self, stops: list[int], by: int) -> None:
        beyond = [stop for stop in stops if (stop > self.stop if by > 0 else stop < self.stop)]
        if beyond:
            self._to(min(beyond) if by > 0 else max(beyond))

    def moment(self) -> int:
        """The moment of the page's stop."""
        return self.reel.moment(self.stop)

    def row(self) -> int:
        """The last row of the log that the page shows."""
        return self.reel.row(self.stop)

    def _may_play_on(self) -> bool:
        return self.table.outcome is not None and self.reel.past.asked(self.moment()) is not None

    # Panes

    def _lay(self) -> None:
        words = {"timeline": self.tr("replay.timeline"), "chapter": self.tr(self.at.screens.chapter)}
        self.timeline.lay(len(self.reel.events), self.reel.marks(), words)

    def redraw(self, *only: Component) -> None:
        """Draws everything at the page's moment."""
        self.end_seen = self.reel.last
        super().redraw(*only)
        words = self.at.words
        self.scene.show(self._last_stop(words.view), self.turn)
        for refresh in self.at.refreshes:
            done = refresh()
            if isawaitable(done):
                background_tasks.create(done, name="another moment")
        href = f"/replay/{self.table.code}?{urlencode({'at': self.row(), 'eyes': self.eyes})}"
        self.timeline.stand(self.turn, self.stop, self.row(), self.at.screens.where(words), below(href))
        self.link.show(self.origin + href)

    def _state(self) -> ControlState:
        return ControlState(
            self.stop,
            self.eyes,
            eyes.allowed(self.table, self.session),
            playing=self.player.active,
            speed=self.speed,
            behind=self.reel.last - self.stop,
            over=self.table.outcome is not None,
            may_play_on=self._may_play_on(),
            may_ask_back=self._may_ask_back(),
            thinkers={seat: self._thinks(seat) for seat in self._thinkers()},
            thoughts=self.thoughts[1:] if self.thoughts[0] == self.stop else None,
            notice=self.notice,
        )

    def _thinkers(self) -> dict[str, int]:
        """The seats whose thoughts can be read at the page's stop."""
        first = self.reel.past.moment(self.reel.first(self.stop), self.eyes)
        return thinkers(self.table, self.reel.past, first, self.moment())

    def _thinks(self, seat: str) -> str:
        """The words for reading a seat's thoughts: a bot's own, or a bot's for a person."""
        words = "replay.thoughts" if self.table.seats[seat].house else "replay.thoughts-for"
        return self.tr(words, name=controls.called(seat, self.reel))

    def _may_ask_back(self) -> bool:
        seat, command = self.table.seat_of(self.session), self._back_to_here()
        if seat is None or command is None or self.table.outcome is not None or self.stop == self.reel.last:
            return False
        return self.table.settings.takeback and self.table.match.check(seat, command) is None

    def _back_to_here(self) -> Json | None:
        """The takeback to the last question at or before the page's moment, for the player of this browser. It names
        the row of their own log that follows."""
        seat, past = self.table.seat_of(self.session), self.reel.past
        if seat is None or (asked := past.asked(self.moment())) is None:
            return None
        return {"kind": "propose", "what": "takeback", "to": past.rows(asked, seat)}

    def _last_stop(self, view: Mapping[str, Any]) -> Json:
        """The view with the events of this stop only, so that its dice are animated whenever the page comes to it."""
        log = view["log"][self.reel.first(self.stop) :]
        return {**view, "log": [{**event, "n": self.turn * FURTHEST + event["n"]} for event in log]}

    # The log

    def _stretch(self) -> str:
        """The log entries that are added on the way to this stop; on the way back none are."""
        row = self.row()
        start = min(self.logged, row) + 1
        self.logged = row
        return self._lines(start, row)

    def _whole(self) -> str:
        self.logged = self.row()
        return self._lines(0, self.logged)

    def _lines(self, start: int, last: int) -> str:
        lines = [{"n": n, "node": self._line(n)} for n in range(start, last + 1)]
        basis = " / ".join([*map(str, self.reel.players.values()), self.eyes])
        return stretch(self.turn, self.at.screens.log_head(self.at.words), lines, start, last + 1, basis)

    def _line(self, n: int) -> Node | None:
        entry = self.reel.entries[n]
        if entry is None:
            return None
        words = self.tr("replay.go-here")
        here = el("button.log-go", icon("replay"), do={"do": "go", "moment": n}, aria_label=words, title=words)
        return el("div.log-line", entry, here)

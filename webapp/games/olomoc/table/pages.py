"""The two kinds of table page, and how they follow the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, Generic, TypeVar

from nicegui import ui

from rules.olomoc.advice.dice_stats import RunningLuck
from webapp.games.olomoc import KEY
from webapp.games.olomoc.board import Bloc
from webapp.games.olomoc.board.scene import scene
from webapp.games.olomoc.table import layout
from webapp.games.olomoc.table.aim import aim, watched
from webapp.games.olomoc.table.board_intents import BOARD
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.controller import TableController
from webapp.games.olomoc.table.focus import Focus
from webapp.games.olomoc.table.head import head_props, strip_props
from webapp.games.olomoc.table.intents import LENS, PANES
from webapp.games.olomoc.table.lens import Lens, lens
from webapp.games.olomoc.table.prompts import plan
from webapp.games.olomoc.table.text import board
from webapp.games.olomoc.table.text.beats import MOST as MOST_BEATS
from webapp.games.olomoc.table.text.beats import beat
from webapp.games.olomoc.table.text.catch_up import borrowed, late
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.table_kit.ends import EndScreens, briefing, ending_over_board
from webapp.table_kit.place import SPECTATOR, Place
from webapp.table_kit.place_page import PlacePage
from webapp.table_kit.prompt import BESIDE
from webapp.table_kit.stage import Kind, StagePart, stage
from webapp.table_kit.status_strip import hold_text
from webapp.table_kit.talk import Talking
from webapp.ui.intents import Handler
from webapp.ui.pane import LogPane, Pane, beats_text, stretch
from webapp.ui.tree import Child, payload

C = TypeVar("C")

SIGN = "bloc"
"""The sign of the tab that shows the board on small screens."""
FEWEST, MOST = 8, 80
"""Log entries sent with a change, those of the last two steps: at least, at most. A page with a gap asks for the
whole."""


class TablePage(PlacePage[C], Generic[C]):
    """The base of the pages of players and spectators."""

    def bloc(self, on_tell: Handler | None = None, *, tools: bool = False) -> Bloc:
        """The Bloc with the scene of now."""
        return self.shared_part(Bloc(self._scene(), on_tell, tools=tools), self._scene)

    def log(self) -> LogPane:
        """Builds the log."""
        return self.shared_part(LogPane(self._log(whole=True), lambda: self._log(whole=True)), self._log)

    def stage(self, kind: Kind, *parts: StagePart) -> None:
        """Builds the table of these parts, and what every one of Olomoc's has besides: the strip, and what is told."""
        strip = StagePart("strip", "strip", self._strip)
        beats = StagePart("beat", "beat", lambda: self.beats(self._beats))
        laid = [replace(part, build=partial(self._step_by_step, part)) for part in (strip, *parts)]
        last = [self.invitation()] if kind == "television" else []
        stage(self.at.tr, [beats, *laid, *last], kind=kind, game=KEY, board=SIGN)

    def _strip(self) -> None:
        self.shared_pane("strip", layout.score_strip, strip_props)

    def _step_by_step(self, part: StagePart) -> None:
        """Builds a part; what lies on the table is shown as it was at each event while that is told."""
        if part.where in ("side", "sheet", "prompt"):
            part.build()
        else:
            with self.stepped():
                part.build()

    def record(self) -> list[StagePart]:
        """The log, and the talk."""
        talking = partial(Talking, self.at.table, self.at.tr, self.at.session)
        return [StagePart("log", "side", self.log, tab="log"), StagePart("talk", "side", talking, tab="talk")]

    def follow(self, changed: Callable[[], Any]) -> None:
        """Adds the Bloc read out, and follows the table for as long as the page lives."""
        self.shared_pane("words", board.readout, board.readout_props)
        super().follow(changed)

    def names(self) -> Names:
        """The words of now."""
        names: Names = self.at.words
        return names

    def _scene(self) -> str:
        return self.at.shared("scene", lambda names: scene(names.view, names, self.turn))

    def _beats(self) -> str:
        def build(names: Names) -> str:
            log = names.view["log"]
            start = max(0, len(log) - MOST_BEATS)
            beats = self.at.drawn("beats", names.scope, log, start, lambda event: beat(event, names))
            return beats_text(self.turn, beats, log[-1]["n"] if log else -1)

        return self.at.shared("beats", build)

    def _log(self, whole: bool = False) -> str:
        """The log's last stretch, or all of it."""

        def build(names: Names) -> str:
            events = names.view["log"]
            start = 0 if whole else _since(events)

            def line(event: Mapping[str, Any]) -> dict[str, Any]:
                return {"n": event["n"], "node": entry(event, names)}

            if whole:
                entries = [line(event) for event in events]
            else:
                entries = self.at.drawn("log", names.scope, events, start, line)
            luck = self.at.table.once("luck", RunningLuck).follow(events, names.view["rouages"])
            return stretch(self.turn, layout.log_head(names, luck), entries, start, len(events), names.basis)

        return self.at.shared("log-whole" if whole else "log", build)


def _since(events: Sequence[Mapping[str, Any]]) -> int:
    """The first event of the recent stretch: two steps back, by the events that end a step (each says who is asked
    now)."""
    recent = range(len(events) - 1, max(0, len(events) - MOST) - 1, -1)
    ends = list(islice((n for n in recent if events[n]["kind"] == "asked"), 3))
    back = ends[2] + 1 if len(ends) > 2 else len(events) - MOST
    return max(0, len(events) - MOST, min(back, len(events) - FEWEST))


class SpectatorPage(TablePage[Names]):
    """All that is public, and nothing to answer with. The subject of its lens is this window's own (`focus`)."""

    def __init__(self, screens: EndScreens, at: Place) -> None:
        super().__init__(at, self.names)
        self.screens = screens
        self.rev = 0
        self.lens: Pane | None = None
        """Made at the first look."""
        self.focus = Focus(at.query, at.session, self.names, self._looked)

    def build(self) -> None:
        """Builds it; a spectator who comes late is told what has happened."""
        with self.at.frame.head:
            self.shared_pane("head", layout.head_line, head_props)
        self.stage(
            "player",
            StagePart("tiles", "top", lambda: self.shared_pane("tiles", layout.tiles, layout.tiles_props)),
            StagePart("plan", "top", lambda: self.shared_pane("plan", layout.strip, plan.strip_props), tab="plan"),
            StagePart("hand", "flank", lambda: self.shared_pane("hand", layout.mine, layout.mine_props), tab="cards"),
            StagePart("board", "board", self._board),
            StagePart("prompt", "prompt", self._prompt),
            StagePart("seats", "side", self._seats, tab="hand"),
            StagePart("lens", "sheet", self._beside),
            *self.record(),
        )
        self.follow(self.changed)
        late_pane = Pane(self.shared_tree("late", late))
        if self.at.broadcasts:
            late_pane.apart(late_pane.FED)

    def _board(self) -> None:
        self.board = self.bloc(BOARD.handler(self.at.session, self.focus.on_board), tools=True)
        ending_over_board(self, self.screens)

    def _prompt(self) -> None:
        if self.at.broadcasts:
            self.shared_pane("prompt", self._asked)
        else:
            self.part(Pane(self._after()), lambda _: self._after())

    def _seats(self) -> None:
        self.shared_part(Pane(self._company()), self._company, "company", apart=False)
        self.shared_pane("theirs", layout.theirs)

    def _beside(self) -> None:
        self._side = ui.context.slot

    def _company(self) -> str:
        def build(names: Names) -> str:
            return payload(self.turn, [], layout.company(names, self.at.table.presence()))

        return self.at.shared("company", build)

    def changed(self) -> Awaitable[None] | None:
        """The table has changed; what this window looks at is asked about anew, for it alone."""
        self.redraw()
        return self.focus.follow() if self.focus.lens.looks else None

    def _looked(self) -> None:
        self.rev += 1
        if self.lens is None:
            with self._side:
                self.lens = self.pane(self._lens, LENS.handler(self.at.session, self.focus.on_lens))
                # From now on there is something to draw at each step.
                self.at.follow(self.changed)
        self.board.aim(watched(self.rev, self.focus.lens, self.names()))
        self.redraw(self.lens)

    def _lens(self, names: Names) -> list[Child]:
        return lens(self.focus.lens, names)

    def _after(self) -> str:
        viewer = self.at.viewer
        if viewer != SPECTATOR and self.at.table.outcome is None:
            return payload(self.turn, [borrowed(viewer, self.names())])
        return self.shared_tree("prompt", self._asked)

    def _asked(self, names: Names) -> list[Child]:
        seated = self._seated()
        invite = [] if seated else self.at.invitation()
        return layout.asked(names, None, seated, invite, hold_text(self.at.table, names.tr))

    def _seated(self) -> bool:
        return not any(seat.free for seat in self.at.table.seats.values())


class Aim:
    """The component that aims on a Bloc, as a part of its page."""

    def __init__(self, bloc: Bloc) -> None:
        self.show = bloc.aim


class PlayerPage(TablePage[PanelContext]):
    """A seat's page: its own view, its drafts, and the answers."""

    def __init__(self, screens: EndScreens, at: Place) -> None:
        self.screens = screens
        self.controller = TableController(at, self.redraw, self.redraw_prompt, self.redraw_focus)
        super().__init__(at, lambda: self.controller.player.context)

    def build(self) -> None:
        """Builds it, and does at once what the question wants."""
        controller = self.controller
        self.press = PANES.handler(self.at.session, controller.on_intent)
        controller.follow()
        self.at.on_spots = self.redraw_focus
        with self.at.frame.head:
            self.shared_pane("head", layout.head_line, head_props)
        self.stage(
            "player",
            StagePart("tiles", "top", self._tiles),
            StagePart("plan", "top", self._plan, tab="plan"),
            StagePart("hand", "flank", self._hand, tab="cards"),
            StagePart("board", "board", self._board),
            StagePart("prompt", "prompt", self._prompt),
            StagePart("seats", "side", self._seats, tab="hand"),
            StagePart(BESIDE, "side", lambda: self.pane(layout.explained, self.press)),
            StagePart("forms", "sheet", lambda: self.pane(self._forms, self.press)),
            StagePart("lens", "sheet", self._beside),
            *self.record(),
        )
        self.follow(self.changed)
        self.at.follow_drafts(controller.player.follow_draft)
        ui.timer(0, controller.settle, once=True)

    # Panes of their own, as a command that changes something in one seldom changes something in another.

    def _tiles(self) -> None:
        def props(context: PanelContext) -> layout.TilesProps:
            return layout.tiles_props(context.names, context.draft.looked)

        self.tiles = self.pane(layout.tiles, self.press, props=props)

    def _plan(self) -> None:
        self.pane(layout.strip, self.press, props=lambda context: plan.strip_props(context.names, context))

    def _hand(self) -> None:
        self.pane(layout.mine, self.press, props=lambda context: layout.mine_props(context.names, context))

    def _seats(self) -> None:
        def props(context: PanelContext) -> layout.TheirProps:
            return layout.their_props(context.names, self.at.presence)

        self.pane(layout.their_side, self.press, props=props)

    def _board(self) -> None:
        bloc = self.bloc(BOARD.handler(self.at.session, self.controller.on_board), tools=True)
        self.aim = self.part(Aim(bloc), self._aim)
        self.aim.show(self._aim(self.context()))
        self.pane(self._composer, self.press)
        ending_over_board(self, self.screens)

    def _prompt(self) -> None:
        self.prompt = self.pane(lambda context: layout.asked(context.names, context, context.seated), self.press)

    def _beside(self) -> None:
        self.lens = self.pane(self._lens, LENS.handler(self.at.session, self.controller.focus.on_lens))

    async def changed(self) -> None:
        """The table has changed: the question may be another, what is shown certainly is."""
        self.controller.follow()
        self.redraw()
        await self.controller.settle()
        await self.controller.focus.follow()

    def redraw_prompt(self) -> None:
        """The engine has answered about what is shown."""
        self.redraw(self.aim, self.prompt)

    def redraw_focus(self) -> None:
        """Redraws after a change of the lens alone: Bloc and lens at once; the tiles, which mark it, when all is
        told."""
        subject = self.controller.focus.lens
        whole = subject.piece is None or subject.scouted is not None
        self.redraw(self.aim, self.lens, *([self.tiles] if whole else []))

    def _composer(self, context: PanelContext) -> list[Child]:
        """What composes a cabal, and the briefing, in the place of the Bloc."""
        planned = context.plan.held or any(context.plan.slots)  # then Enter is for the plan
        return [
            self.controller.composer(),
            briefing(self.screens, context.names, context.draft.seat, by_key=not planned),
        ]

    def _forms(self, context: PanelContext) -> list[Child]:
        return layout.forms(context.names, context)

    def _aim(self, context: PanelContext) -> str:
        self.at.prepare(preparing(context, self.controller.focus.lens))
        return aim(context, self.controller.focus.lens, self.at.spots)

    def _lens(self, context: PanelContext) -> list[Child]:
        return lens(self.controller.focus.lens, context.names)


def preparing(context: PanelContext, lens: Lens) -> dict[str, Any]:
    """The answer in preparation on a player's page, for a guide: its kind, whether its place is chosen, the piece
    looked at, how many cards of a plan lie."""
    draft = context.draft
    pending = draft.pending
    return {
        "command": pending.command["kind"] if pending is not None else draft.group or None,
        "placed": pending is not None and pending.to is not None,
        "looks": lens.piece,
        "laid": sum(card is not None for card in context.plan.slots),
    }

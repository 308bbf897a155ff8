"""One moment of Olomoc in a replay: the table's own Bloc and cards, fed with the view of that moment."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import background_tasks

from webapp.games.contract import Marks, MomentScreen, Screens
from webapp.games.olomoc import KEY
from webapp.games.olomoc.board import Bloc
from webapp.games.olomoc.board.scene import scene
from webapp.games.olomoc.table import layout
from webapp.games.olomoc.table.aim import watched
from webapp.games.olomoc.table.board_intents import BOARD, BoardIntent
from webapp.games.olomoc.table.focus import Focus
from webapp.games.olomoc.table.intents import LENS
from webapp.games.olomoc.table.lens import lens
from webapp.games.olomoc.table.pages import SIGN
from webapp.games.olomoc.table.prompts.plan import strip_props
from webapp.games.olomoc.table.text.names import Names
from webapp.table_kit.place import Place
from webapp.table_kit.place_page import PlacePage
from webapp.table_kit.stage import StagePart, stage
from webapp.ui.pane import Pane
from webapp.ui.tree import Child, el, icon, payload

Json = dict[str, Any]

STILL_S = 0.3
"""The time that the page must stand at one moment before its questions about what is looked at are asked again, in
seconds."""


def marks(log: Sequence[Json]) -> Marks:
    """The beginnings of cycles and phases, the rolls, wounds and points."""
    cycles: list[tuple[int, int]] = []
    phases: list[tuple[int, int]] = []
    rolls, hits, points = list[int](), list[int](), list[tuple[int, str]]()
    phase = 0
    for event in log:
        match event["kind"]:
            case "cycle-began":
                cycles.append((event["n"], event["cycle"]))
            case "phase-began":
                phase = event["phase"]
            case "revealed":
                phases.append((event["n"], phase))
            case "rolled":
                rolls.append(event["n"])
            case "wounded" | "out":
                hits.append(event["n"])
            case "scored":
                points.append((event["n"], event["seat"]))
    return Marks(cycles, phases, rolls, hits, points)


def past(view: Json, row: int, log: Sequence[Json]) -> Json:
    """A view in which the agenda stays blank until it was known: what the view names before is none."""
    chosen = next((event["n"] for event in log if event["kind"] == "agenda-chosen"), 0)
    return {**view, "agenda": ""} if row < chosen else view


def where(names: Names) -> str:
    """The cycle and phase of a moment, in words; before the first cycle, that it was being set up."""
    view = names.view
    if not view.get("cycle") or not any(event["kind"] == "cycle-began" for event in view["log"]):
        return names.tr("replay.set-up")
    if not view.get("turned"):
        return names.tr("replay.at-cycle", cycle=view["cycle"])
    return names.tr("replay.at-phase", cycle=view["cycle"], phase=view["phase"])


def hands(names: Names) -> list[Child]:
    """The ministries that these eyes see in hands."""
    view = names.view
    seen: Mapping[str, Sequence[str]] = view.get("hands") or ({view["me"]: view["hand"]} if view.get("hand") else {})
    rows = [
        el(
            "li",
            el("span.reel-hand-whose", names.who(seat)),
            [
                el("span.reel-hand-card", icon(ministry.ministry), names.card(card), key=f"{seat}{card}{n}")
                for n, card in enumerate(cards)
                if (ministry := names.book.ministry(card)) is not None
            ],
        )
        for seat, cards in sorted(seen.items())
        if cards
    ]
    return [el("ul.reel-hands", rows, aria_label=names.tr("replay.hands"))] if rows else []


class BlocMoment(MomentScreen[Place]):
    """The Bloc with what stands before and beside it; what one looks at is asked of the match as it stood there."""

    def __init__(self, screens: Screens[Place], at: Place) -> None:
        super().__init__(screens, at)
        self.page: PlacePage[Names] = PlacePage(at, self._names)
        self.focus = Focus(at.query, at.session, self._names, self._looked)
        self.looked = 0
        """Grows with everything that is shown of what one looks at."""
        self.following: asyncio.Task[Any] | None = None

    def board(self) -> None:
        """The cards, and the Bloc."""
        parts = [
            StagePart("tiles", "top", lambda: self.page.pane(layout.tiles, props=layout.tiles_props)),
            StagePart("plan", "top", lambda: self.page.pane(layout.strip, props=strip_props)),
            StagePart("hand", "flank", lambda: self.page.pane(layout.mine, props=layout.mine_props)),
            StagePart("board", "board", self._bloc),
        ]
        stage(self.at.tr, parts, kind="past", game=KEY, board=SIGN)

    def _bloc(self) -> None:
        names = self._names()
        self.bloc = Bloc(scene(names.view, names, 0), BOARD.handler(self.at.session, self._on_board), tools=True)

    def side(self) -> None:
        """The other side's cards, and what is looked at."""

        self.page.pane(lambda names: layout.theirs(names, self.at.presence))
        self.lens = Pane(payload(0, []), LENS.handler(self.at.session, self.focus.on_lens))

    def show(self, view: Json, turn: int) -> None:
        """Shows everything as it was at the moment of the page."""
        self.page.redraw()
        self.bloc.show(scene(view, self._names(), turn))
        if self.focus.lens.piece is not None or self.focus.lens.ends:
            self.focus.forget()
            if self.following is not None:
                self.following.cancel()
            self.following = background_tasks.create(self._follow(), name="look again")

    def held(self, words: Names) -> list[Child]:
        """The ministries in hands."""
        return hands(words)

    def _names(self) -> Names:
        names: Names = self.at.words
        return names

    async def _on_board(self, intent: BoardIntent) -> None:
        """Handles a message from the Bloc."""
        if self.at.held():
            await self.focus.on_board(intent)

    def _looked(self) -> None:
        self.looked += 1
        names = self._names()
        self.bloc.aim(watched(self.looked, self.focus.lens, names))
        self.lens.show(payload(self.looked, lens(self.focus.lens, names)))

    async def _follow(self) -> None:
        await asyncio.sleep(STILL_S)
        await self.focus.follow()

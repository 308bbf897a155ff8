"""Diktat's page of one person: the map, the question under it, boards, the own screen, log and talk.

Nothing is sent to the match before it is whole. The legal presses, and the reasons against others, are the engine's
answers (``Match.check``, the options of the decision); it checks messages from the browser again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nicegui import background_tasks

from rules.kernel.refusals import Refusal, Refused
from webapp.games.contract import Json
from webapp.games.diktat import asides, bargains, boards, chances, notes, offer_form, terms
from webapp.games.diktat.city import NOTHING, Acts, city
from webapp.games.diktat.composer import DiktatComposer
from webapp.games.diktat.intents import INTENTS, Also, Haggle, Jot
from webapp.games.diktat.names import Names
from webapp.games.diktat.question import QuestionPanel
from webapp.table_kit.place import Place
from webapp.table_kit.plain_page import PlainPage
from webapp.table_kit.prompt import PromptContent
from webapp.table_kit.stage import StagePart
from webapp.ui.tree import Child, Node, el, icon


class DiktatPage(PlainPage):
    """One page. ``terms``: an offer being made; ``noting``: a note being written; ``also``: what something is to be
    done with unasked; ``foreseen``: what commands would surely do, by their JSON."""

    composer: DiktatComposer
    intents = INTENTS

    def __init__(self, screens: Any, at: Place) -> None:
        super().__init__(screens, at)
        self.terms: terms.Terms | None = None
        self.noting: notes.Noting | None = None
        self.also = ""
        self._offers = self._made()
        """The player's own open offers."""
        self.foreseen: dict[str, str] = {}
        self._acts_now: Acts | None = None
        """The presses now open, made once per redraw: the engine is asked about every place on the map."""

    def forget(self) -> None:
        """Drops the presses."""
        self._acts_now = None

    # ---- the parts ----

    def stage_parts(self) -> list[StagePart]:
        """The cards of the cycle, the city, the own screen, every Cabal's board, bargains; on a phone what must be
        known in a strip."""
        self.at.sheet = self._sheet
        if self.at.seat is not None:
            self.at.follow_drafts(self.redraw)
        return [
            StagePart("strip", "strip", lambda: self.shared_pane("diktat-strip", _summary)),
            StagePart("track", "rail", lambda: self._pane("diktat-track", _track), tab="cards"),
            StagePart("board", "board", lambda: self._pane("diktat-map", _city)),
            StagePart("hand", "hand", lambda: self.asked("diktat-hand", self._hand), tab="hand"),
            StagePart("seats", "side", lambda: self._pane("diktat-boards", self._boards), tab="priority"),
            StagePart("deals", "side", self._bargains, tab="gift"),
            StagePart("offer", "sheet", lambda: self.asked("diktat-offer", self._offer)),
        ]

    def _boards(self, names: Names, acts: Acts) -> list[Child]:
        return [boards.boards(names, self.at.presence["seats"], acts)]

    def _bargains(self) -> None:
        """Builds offers and deals; for a player the own notes, too."""
        if self.at.seat is None:
            self.shared_pane("diktat-deals", bargains.panel)
            return
        self.pane(lambda _: self._deals(), self.press)
        self.pane(lambda _: notes.panel(self.at.notes, self.noting, self.names), self.press)

    def _deals(self) -> list[Child]:
        """Offers and deals (NEG), at any time; none any more once the match is over."""
        if self.at.view.get("outcome") or not self._sits():
            return bargains.panel(self.names)
        return bargains.panel(self.names, self._refusal, made=self.terms is None)

    def _offer(self, names: Names) -> list[Child]:
        """The offer that is made, in a sheet: beside the board, on small screens over its lower part."""
        if self.terms is None or self.at.view.get("outcome") or not self._sits():
            return []
        return [offer_form.form(self.terms, self.names, self._refusal)]

    def _made(self) -> frozenset[str]:
        """The player's own open offers, by their ids."""
        return frozenset(offer["id"] for offer in self.at.view["offers"] if offer["by"] == self.at.seat)

    def _sits(self) -> bool:
        """Whether the player has a Cabal, and has not left the city (END-5)."""
        its = self.at.view["cabals"][self.at.view["me"]]
        return bool(its["cabal"]) and not its["gone"]

    def _pane(self, name: str, build: Callable[[Names, Acts], list[Child]]) -> None:
        """A pane of public facts; a seat's has that seat's presses, all other pages share one."""
        if self.at.seat is None:
            self.shared_pane(name, lambda names: build(names, NOTHING))
        else:
            self.pane(lambda _: build(self.names, self._acts()), self.press)

    @property
    def names(self) -> Names:
        """The words of now."""
        names: Names = self.at.words
        return names

    def changed(self) -> None:
        """The table has changed. What commands would do is foreseen anew where the match went on."""
        if gone_on := self._turn != self.at.turn:
            self.foreseen = {}
        self.terms, self.noting = terms.sound(self.terms, self.names), notes.sound(self.noting, self.names)
        if self._made() - self._offers:  # one that a guide or another page of this seat has made, too
            self.terms = None
        self._offers = self._made()
        self.also = "" if gone_on else self.also
        super().changed()
        if gone_on and self.composer.in_preparation():
            background_tasks.create(self._foresee(), name="foresee")

    def preparing(self) -> Json:
        """The command in preparation, with the height of a team, or the list that is open; guides use it."""
        made = super().preparing() | {"narrowed": self.composer.narrowed}
        return made | ({"height": len(made.get("pawns", ""))} if made.get("kind") == "send" else {})

    def _sheet(self, id: str) -> Node | None:
        """The large sheet of a thing; for a player with all that they know of it."""
        sheet = self.screens.large(id, self.names)
        what, _, key = id.partition(":")
        if sheet is None or self.at.seat is None:
            return sheet
        if what == "stack" and (stack := self.names.find_stack(key)) is not None:
            known = self.at.table.match.query(self.at.seat, "knowledge", {})["stacks"].get(key)
            return boards.stack_sheet(stack, self.names, known, self.at.notes.get(id))
        if what == "sector" and (row := self._chances().get(key)):
            return boards.sector_sheet(key, self.names, row)
        return sheet

    def _chances(self) -> dict[str, Json]:
        """The forecast of each sector with stacks, as far as this player knows; the draft's pawns are counted."""
        seat, (sector, pawns) = self.at.seat, self._team()
        if seat is None or not self.at.view["cycle"] or self.at.view.get("outcome"):
            return {}
        key = ("diktat-chances", seat, self.at.tr.language)
        match, names = self.at.table.match, self.names
        shares: dict[str, Json] = self.at.table.memo(key, lambda: chances.of_all(match, seat, names))
        row = chances.of(match, seat, sector, names, pawns) if pawns else None
        return {**shares, sector: row} if row else shares

    def _team(self) -> tuple[str, str]:
        """The sector and the pawns of a team in preparation."""
        command = self.composer.draft.command if self.composer.draft is not None else {}
        return command.get("sector", ""), command.get("pawns", "")

    # ---- what a press means ----

    def _acts(self) -> Acts:
        if self._acts_now is None:
            also = frozenset(asides.about(self._unasked()) if self.terms is None else ())
            self._acts_now = replace(self._presses(), chances=self._chances(), notes=self.at.notes, also=also)
        return self._acts_now

    def _presses(self) -> Acts:
        if self.terms is not None and self.terms.promise is not None:
            return offer_form.presses(self.terms.promise, self.names)
        if self.noting is not None and not self.noting.about:
            return notes.presses(self.names)
        draft, (sector, pawns) = self.composer.draft, self._team()
        at = draft.command.get("at", {}) if draft is not None else {}
        offered = offer_form.things_pressed(self.terms, self.names) if self.terms is not None else {}
        aimed = at.get("stack") or at.get("corruption") or sector
        return Acts({**self.composer.presses(), **offered}, aimed, (sector, pawns))

    def _refusal(self, command: Json) -> Refusal | None:
        refusal: Refusal | None = self.at.table.match.check(self.at.seat or "", command)
        return refusal

    # ---- what is pressed ----

    async def on_intent(self, intent: Any) -> None:
        """A press; a step of what is prepared is kept on the page."""
        if self.at.seat is None:
            return
        if isinstance(intent, Haggle) and intent.part == "send":
            if self.terms is not None:
                await self.play(self.terms.command(self.names))
        elif isinstance(intent, Haggle) and intent.part == "tell":
            await self._tell()
        elif isinstance(intent, Haggle):
            if self._sits():
                self.terms, self.notice = terms.changed(self.terms, intent, self.names), None
            if intent.part != "note" and intent.key != "text":  # the typed text stands in its field already
                self.redraw()
        elif isinstance(intent, Jot):
            await self._jot(intent)
        elif isinstance(intent, Also):
            self.also, self.notice = intent.thing, None
            self.redraw()
        else:
            self.foreseen = {}
            await super().on_intent(intent)
            await self._foresee()

    async def _tell(self) -> None:
        """Says or shows what was put together, until something is refused (NEG-8, NEG-9)."""
        commands = [] if self.terms is None else self.terms.tell_commands(self.names)
        for command in commands:
            await self.play(command)
            if self.notice is not None:
                return
        if commands:
            self.terms = None
            self.redraw()

    async def _jot(self, intent: Jot) -> None:
        """A step in the player's notes; one that is kept is shown on all their pages."""
        writing = self.noting
        self.noting = notes.changed(writing, intent, self.at.notes, self.names)
        if intent.part == "text":  # the typed text stands in its field already
            return
        if intent.part == "keep" and writing is not None and writing.about:
            refusal = await self.at.note(writing.about, writing.text)
            self.notice = refusal
            self.noting = None if refusal is None else writing
        self.redraw()

    async def play(self, command: Json) -> None:
        """Submits a command; a thing that was pressed is done with."""
        self.also = ""
        await super().play(command)

    # ---- the question ----

    def asks(self) -> PromptContent | None:
        """The question as it stands now; what its commands would surely do is empty until the engine has said it."""
        decision = self.decision()
        if self.also and (commands := asides.about(self._unasked()).get(self.also)):
            kind, id = (decision["kind"], decision["id"]) if decision else ("", "")
            asked = asides.asked(self.screens, self.names, commands)
            return replace(asked, step=f"also/{self.also}", kind=kind, decision=id)
        content = None if decision is None else self._panel(decision).question()
        if content is not None and decision is not None:
            kind, id, backs = decision["kind"], decision["id"], self.backs()
            step = self.composer.step
            content = replace(content, ways=backs, first=not backs, step=step, kind=kind, decision=id)
        content = content or super().asks()
        return content and replace(content, ways=[*content.ways, *self._holds(), *self._calls()])

    def _panel(self, decision: Json) -> QuestionPanel:
        def button(n: int, row: Json, about: list[Child]) -> Node:
            return self._option(n, row, row["command"], decision["id"], about=about)

        def sure(command: Json) -> str:
            return self.foreseen.get(json.dumps(command), "")

        question = self.screens.question(decision["prompt"], self.names)
        return QuestionPanel(self.names, self.composer, decision, question, button, sure, self._chances)

    def _meanwhile(self) -> list[Child]:
        """STG-2, OAT-6: the seat's own bid or verdict, too, which nobody else sees before all are in."""
        return [*self._sealed(), *self._held(), *before_you(self.names), *super()._meanwhile()]

    def _held(self) -> list[Child]:
        """TIM-5: who holds the match, and whose question waits for it."""
        for frame in self.at.view["resolving"]:
            if frame["frame"] == "holding":
                whose = ", ".join(map(self.names.who, frame["held"]))
                text = self.at.tr("diktat.held", by=self.names.who(frame["seat"]), whose=whose)
                return [el("p.muted", text, testid="held")]
        return []

    def _sealed(self) -> list[Child]:
        tr = self.at.tr
        for frame in self.at.view["resolving"] if self.at.seat is not None else ():
            if frame["frame"] == "bidding" and frame["bid"] is not None:
                text = tr("diktat.own-bid", n=frame["bid"], sector=self.names.sector(frame["sector"]))
            elif frame["frame"] == "voting" and frame["vote"] is not None:
                text = tr(f"diktat.own-verdict-{'broken' if frame['vote'] else 'kept'}")
            else:
                continue
            return [el("p.sealed", icon("seal"), " ", text, testid="sealed")]
        return []

    def _holds(self) -> list[Child]:
        """TIM-5: in another's turn, the button that holds the match."""
        view, tr = self.at.view, self.at.tr
        if self.at.looks_ahead or not any(aside["kind"] == "hold" for aside in view.get("asides", ())):
            return []
        hold, title = {"do": "play", "command": {"kind": "hold"}}, tr("deal.hold-about")
        return [el("button.btn.quiet", tr("option.hold"), do=hold, title=title, testid="hold")]

    def _calls(self) -> list[Child]:
        """The way to the offers that wait for this seat's answer: on a small window they are behind a tab."""
        me = self.at.seat
        makers = [
            offer["by"] for offer in self.at.view["offers"] if me in offer["to"] and me not in offer.get("accepted", ())
        ]
        if me is None or not makers:
            return []
        text = self.at.tr("deal.waits", names=", ".join(map(self.names.who, dict.fromkeys(makers))))
        return [el("button.btn.offer-waits", icon("talk"), text, set=("tab", "deals"), testid="offer-waits")]

    async def _foresee(self) -> None:
        """Asks what the commands in preparation would surely do, and shows it where they still are."""
        draft, turn, sure = self.composer.draft, self.at.turn, {}
        for command in self.composer.in_preparation():
            try:
                rows = await self.at.query("preview", {"command": command})
            except (Refused, ValueError, LookupError):
                continue
            sure[json.dumps(command)] = chances.sure(rows, self.at.seat or "", self.names)
        if sure and (draft, turn) == (self.composer.draft, self.at.turn):
            self.foreseen = sure
            self.redraw()

    def _unasked(self) -> list[Json]:
        """The commands that the seat may give unasked."""
        at, seat = self.at, self.at.seat
        if seat is None or at.turn < 0:
            return []
        match = at.table.match  # as it is now, whatever moment is drawn
        commands: list[Json] = at.table.memo(
            ("unasked", seat), lambda: asides.legal(match.view(seat), seat, self._refusal)
        )
        return commands

    def _freely(self, seat: str) -> list[Child]:
        return asides.panel(self.screens, self.names, self._unasked())


def before_you(names: Names) -> list[Child]:
    """MAN-1: how many play before the viewer does, while others do."""
    view, me, seats = names.view, names.view["me"], [*names.view["cabals"]]
    if view["phase"] != "manoeuvres" or view["turn"] in (None, me) or not view["cabals"].get(me, {}).get("pawns"):
        return []
    turn = seats.index(view["turn"])
    order = [*seats[turn:], *seats[:turn]]
    between = [seat for seat in order[1 : order.index(me)] if view["cabals"][seat]["pawns"]]
    return [el("p", names.tr.plural("diktat.before-you", 1 + len(between)), testid="before-you")]


def _summary(names: Names) -> list[Child]:
    return [boards.summary(names)]


def _track(names: Names, acts: Acts) -> list[Child]:
    return [boards.track(names, acts)]


def _city(names: Names, acts: Acts) -> list[Child]:
    return [city(names, acts)]

"""One player at one page: their view, their drafts, questions to the engine, commands to the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.refusals import Refused
from webapp.games.olomoc.table.adjustment_draft import AdjustmentDraft
from webapp.games.olomoc.table.composition_draft import CompositionDraft
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.draft import AnswerDraft, PlanDraft
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.whatif_draft import WhatIfDraft
from webapp.table_kit.place import Place
from webapp.table_kit.status_strip import hold_text
from webapp.tables import Refusal

Json = dict[str, Any]


class Player:
    """The common state of the classes of questions. ``draft`` is the page's own; plan, composition and adjustment are
    kept with the table, so that a reload finds them again."""

    def __init__(self, at: Place, redraw: Callable[[], None], redraw_prompt: Callable[[], None]) -> None:
        """``redraw`` draws the page anew; ``redraw_prompt`` the prompt and what is aimed at on the Bloc alone."""
        self.at = at
        self.table = at.table
        self.seat = at.viewer
        self.session = at.session
        self.redraw = redraw
        self.redraw_prompt = redraw_prompt
        self.draft = AnswerDraft(self.seat)
        self.plan = self.table.draft(self.seat, "plan", PlanDraft)
        self.composition = self.table.draft(self.seat, "muster", CompositionDraft)
        self.adjustment = self.table.draft(self.seat, "adjustment", AdjustmentDraft)
        self.whatif = WhatIfDraft()
        self._context: PanelContext | None = None
        self._may: tuple[object, bool, bool] = (None, False, False)

    # The view

    @property
    def names(self) -> Names:
        """The words of the view of now: another object after every change at the table."""
        names: Names = self.at.words
        return names

    @property
    def view(self) -> Json:
        """The match as this player may see it."""
        return self.at.view

    @property
    def decision(self) -> Json | None:
        """The question to this player."""
        decision: Json | None = self.view.get("decision")
        return decision

    @property
    def context(self) -> PanelContext:
        """The input of the panels; made once per change at the table, the drafts in it are the live ones."""
        names = self.names
        if self._context is None or self._context.names is not names:
            may_undo, may_propose = self._may_say()
            seated = not any(seat.free for seat in self.table.seats.values())
            self._context = PanelContext(
                names.view,
                names,
                self.draft,
                self.plan,
                seated,
                may_undo=may_undo,
                may_propose=may_propose,
                adjustment=self.adjustment,
                whatif=self.whatif,
                composition=self.composition,
                held=hold_text(self.table, names.tr),
                invite=() if seated else self.at.invitation(),
                explained=self.at.explanation(),
            )
        return self._context

    def _may_say(self) -> tuple[bool, bool]:
        """Whether this player may take back, and may propose: the engine's word, asked once per step of the match."""
        step = self.table.state_key
        if self._may[0] != step:
            legal = self.table.match.talk(self.seat, ("undo", "draw"))
            self._may = (step, "undo" in legal, "draw" in legal)
        return self._may[1:]

    # The draft

    def changed(self) -> None:
        """The draft is another: what is confirmed from now on is what is drawn now, on every page of this player."""
        self.follow_draft()
        self.at.tell_drafted()

    def follow_draft(self) -> None:
        """Draws what a draft has become."""
        self.draft.rev += 1
        self.redraw()

    # Asking and sending

    def check(self, command: Json) -> Refusal | None:
        """The engine's refusal of a command now, or None."""
        refusal: Refusal | None = self.table.match.check(self.seat, command)
        return refusal

    async def ask(self, name: str, **params: Any) -> Any:
        """The engine's answer to a query, from its own process: a refusal where it refuses, None where the question
        makes no sense (any more)."""
        try:
            return await self.at.query(name, params)
        except Refused as refused:
            return refused.refusal
        except (ValueError, LookupError):
            return None

    async def reckon(self, command: Json) -> Json | None:
        """The engine's forecast of a command: of an attack its odds, of a study its roll."""
        for query in ("odds", "attempt"):
            forecast = await self.ask(query, command=command)
            if isinstance(forecast, dict):
                return forecast
        return None

    async def send(self, command: Json, bound: bool = True) -> Refusal | None:
        """Submits; ``bound``: as the answer to the decision shown. A refusal is shown where it happened, and
        returned."""
        if bound:
            command = {**command, "decision": self.draft.asked}
        refusal = await self.at.submit(command)
        if refusal is not None:
            self.draft.notice = refusal.to_json()
            self.draft.sure = False
            self.changed()
        return refusal

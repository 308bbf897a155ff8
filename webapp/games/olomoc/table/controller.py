"""The dispatch of a player's intents to the class of the question that they concern."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, assert_never

from nicegui import background_tasks

from webapp.games.olomoc.table import board_intents, intents
from webapp.games.olomoc.table.aim import planned
from webapp.games.olomoc.table.board_intents import BoardIntent
from webapp.games.olomoc.table.focus import Focus
from webapp.games.olomoc.table.intents import PaneIntent, QuestionIntent, TalkIntent
from webapp.games.olomoc.table.player import Player
from webapp.games.olomoc.table.prompts.adjustment import AdjustmentForm
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.prompts.cabal import ComposeQuestion, composer, stage
from webapp.games.olomoc.table.prompts.placement import Pointing
from webapp.games.olomoc.table.prompts.places import DecorQuestion
from webapp.games.olomoc.table.prompts.plan import PlanQuestion
from webapp.games.olomoc.table.prompts.slot import question_of
from webapp.games.olomoc.table.prompts.whatif import WhatIfPanel
from webapp.table_kit.composer import AskReason, Begin, Narrow, StepBack
from webapp.table_kit.place import Place
from webapp.table_kit.plain_intents import PlayCommand
from webapp.ui.tree import Node

Q = TypeVar("Q", bound=TableQuestion)


class TableController:
    """The controller of one player's page. A message has its shape already (`intents`); the class of the question that
    is asked decides whether it means anything now."""

    def __init__(
        self,
        at: Place,
        redraw: Callable[[], None],
        redraw_prompt: Callable[[], None],
        redraw_focus: Callable[[], None],
    ) -> None:
        """``redraw_focus`` draws what is looked at; the others are those of :class:`Player`."""
        self.player = Player(at, redraw, redraw_prompt)
        self.pointing = Pointing(self.player)
        self.adjustment = AdjustmentForm(self.player, self.settle)
        self.whatif = WhatIfPanel(self.player)
        self.focus = Focus(at.query, at.session, lambda: self.player.names, self._looked)
        self._redraw_focus = redraw_focus
        self._questions: dict[type[TableQuestion], TableQuestion] = {}

    # The question that is asked

    @property
    def question(self) -> TableQuestion:
        """The object of the current question."""
        return self._one(question_of(self.player.context))

    def _one(self, kind: type[Q]) -> Q:
        """The page's object of a class of questions."""
        question = self._questions.setdefault(kind, kind(self.player, self.pointing))
        assert isinstance(question, kind)
        return question

    def composer(self) -> Node | None:
        """The working area of a composing player."""
        context = self.player.context
        return composer(context, self._one(ComposeQuestion).own_lists()) if stage(context.view) else None

    # Following the table

    def follow(self) -> None:
        """The table has moved on: drafts that belong to another question are dropped."""
        player = self.player
        player.draft.follow(player.table.match, player.decision, player.view)
        player.plan.begin(player.view.get("cycle", 0), player.view.get("plan"))
        if not stage(player.view):
            player.composition.again = False

    async def settle(self) -> None:
        """Prepares a fresh question: pointing where the answer is a place, odds where it is a risk."""
        if self.whatif.draft.open:
            background_tasks.create(self.whatif.follow(), name="what if")
        if self.player.decision is not None and self.adjustment.moving is None:
            await self.question.settle()

    def _looked(self) -> None:
        self.player.draft.looked = self.focus.lens.piece
        self._redraw_focus()

    # Intents

    async def on_intent(self, intent: PaneIntent) -> None:
        """Handles a message from a pane."""
        if isinstance(intent, intents.PlanIntent):
            await self._one(PlanQuestion).on_intent(intent)
        elif isinstance(intent, intents.CabalIntent):
            await self._one(ComposeQuestion).on_intent(intent)
        elif isinstance(intent, intents.AdjustmentIntent):
            await self.adjustment.on_intent(intent)
        elif isinstance(intent, intents.WhatIfIntent):
            await self.whatif.on_intent(intent)
        elif isinstance(intent, intents.TalkIntent):
            await self._on_talk(intent)
        else:
            await self._on_question(intent)

    async def _on_question(self, intent: QuestionIntent) -> None:
        """Handles the intents that several questions share."""
        match intent:
            case intents.PickPiece():
                await self._pick(intent.id, walks=False)
            case PlayCommand():
                if intent.command.get("decision") == self.player.draft.asked:
                    await self.player.send(intent.command)
            case intents.ConfirmShown():
                await self._confirm(intent.rev)
            case intents.TakeNearest():
                await self.pointing.take_nearest()
            case StepBack():
                await self._cancel()
            case Begin() | Narrow() | AskReason():
                await self.question.take(intent)
            case _:
                assert_never(intent)

    async def on_board(self, intent: BoardIntent) -> None:
        """Handles a message from the Bloc."""
        match intent:
            case board_intents.MeasureEnd(planned=True):
                await self.focus.take_end(planned(self.player.context))
            case board_intents.TakeTool() | board_intents.MeasureEnd() | board_intents.CloseLook():
                await self.focus.on_intent(intent)
            case board_intents.PressPiece():
                if not await self.focus.pick_end(intent.id):
                    await self._pick(intent.id, walks=True)
            case board_intents.PointAt():
                if await self.pointing.point(intent):
                    await self._confirm(self.player.draft.rev)
            case board_intents.TurnRuler():
                await self.pointing.turn(intent)
            case board_intents.PressNearest():
                await self.pointing.take_nearest()
            case board_intents.PoseDecor():
                if isinstance(question := self.question, DecorQuestion):
                    question.pose(intent)
            case board_intents.PressEdge():
                await self.question.pick(intent.edge, walks=False)
            case board_intents.ConfirmAim():
                await self._confirm(intent.rev)
            case board_intents.CancelAim():
                await self._cancel()
            case board_intents.PressBlank():
                if self.player.draft.pending is None and not self.player.draft.sure:
                    self.focus.close()
                else:
                    await self._cancel()
            case _:
                assert_never(intent)

    async def _pick(self, id: str, walks: bool) -> None:
        """A piece or a card: for the adjustment, for the question, or just something to look at."""
        if self.adjustment.pick(id) or await self.question.pick(id, walks):
            return
        if self.player.names.get(id):
            await self.focus.look(id)

    async def _confirm(self, rev: int | None) -> None:
        """The last word on what is shown; a press meant for something shown earlier does nothing."""
        draft = self.player.draft
        if rev != draft.rev:
            return
        if self.adjustment.moving is not None:
            await self.adjustment.put_down()
        elif draft.sure:
            await self.player.send({"kind": "concede"}, bound=False)
        else:
            await self.question.confirm()

    async def _cancel(self) -> None:
        """Goes one step back in what is prepared."""
        if self.adjustment.moving is not None:
            await self.adjustment.cancel()
        else:
            await self.question.take(StepBack())

    async def _on_talk(self, intent: TalkIntent) -> None:
        """Handles the commands of table talk."""
        player = self.player
        match intent:
            case intents.AskConcede():
                player.draft.clear()
                player.draft.sure = True
                player.changed()
            case intents.TakeBack():
                await player.send({"kind": "undo"}, bound=False)
            case intents.OfferDraw():
                await player.send({"kind": "propose", "what": "draw"}, bound=False)
            case intents.AskTakeback():
                await player.send({"kind": "propose", "what": "takeback"}, bound=False)
            case _:
                assert_never(intent)

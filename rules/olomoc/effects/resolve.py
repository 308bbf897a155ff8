"""Resolving a card: its operations one after the other, each one effect, with the choices that it asks for."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import Json, Refusal, among, replace
from rules.kernel.handlers import Question, legal
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc.effects import perform, questions
from rules.olomoc.effects.context import name
from rules.olomoc.effects.holders import doing, operations
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Resolve
from rules.olomoc.packs.operations import Capacity
from rules.olomoc.seats import Seat
from rules.olomoc.state import State, in_order

DONE = "done"
"""The answer of a player who wants nothing (more) changed for what is settled by hand."""
TOLD = "told"
"""The first of a frame's answers while the players settle it; their seats follow."""


class ResolveHandler(FrameHandler[Resolve]):
    """One operation a step. The answers are gathered in the frame first; then it is carried out."""

    def ask(self, state: State, frame: Resolve) -> Mapping[Seat, Question]:
        if doing(state, frame.source, frame.card).by_hand:
            return _settle_questions(state, frame)
        need = self._need(state, frame)
        if need is None:
            return {}
        params = {"card": frame.card, "capacity": name(state, frame), "rouage": frame.piece, "choices": need.choices}
        return {need.seat: Question("choose", need.code, {**params, **need.params})}

    def _need(self, state: State, frame: Resolve) -> questions.Need | None:
        todo = operations(state, frame.source, frame.card, frame.path)
        return questions.need(state, frame, todo[frame.at]) if frame.at < len(todo) else None

    def step(self, run: Run, frame: Resolve) -> None:
        if doing(run.state, frame.source, frame.card).by_hand:
            _by_hand(run, frame)
            return
        todo = operations(run.state, frame.source, frame.card, frame.path)
        if frame.at < len(todo):
            run.become(replace(frame, at=frame.at + 1, answers=()))
            perform.perform(run, frame, todo[frame.at])
        elif len(frame.queue) > 1:
            assert frame.each is not None
            bound = {**frame.bound, frame.each: frame.queue[1]}
            run.become(replace(frame, at=0, queue=frame.queue[1:], bound=bound))
        else:
            run.pop()

    def resolve(self, state: State, frame: Resolve, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.ChooseCommand):
            return WRONG_ANSWER
        need = self._need(state, frame)
        choices = [DONE] if need is None else need.choices
        return command if among(command.choice, choices) else Refusal("GEN-6", "not-a-choice")

    def answer(self, run: Run, frame: Resolve, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.ChooseCommand)
        by_hand = doing(run.state, frame.source, frame.card).by_hand
        run.become(replace(frame, answers=(*frame.answers, seat if by_hand else command.choice)))

    def forced(self, state: State, frame: Resolve, seat: Seat) -> cmd.Command | None:
        need = self._need(state, frame)
        return cmd.ChooseCommand(need.choices[0]) if need is not None and len(need.choices) == 1 else None

    def options(self, state: State, frame: Resolve, seat: Seat) -> list[Json]:
        need = self._need(state, frame)
        choices = [DONE] if need is None else need.choices
        return [legal({"kind": "choose", "choice": choice}) for choice in choices]


# Settled by hand


def _by_hand(run: Run, frame: Resolve) -> None:
    """Says that it is up to the players. In the midst of something (a triggered capacity) the match waits until both
    have said that they are done; else the next question, at which they may propose as well, comes at once."""
    if not frame.answers:
        params = {"source": frame.source, "card": frame.card, "rouage": frame.piece, "seat": frame.seat}
        run.emit(ev.Noted("CAP-1", "by-hand", {k: v for k, v in params.items() if v is not None}))
    card = doing(run.state, frame.source, frame.card)
    if not frame.answers and isinstance(card, Capacity) and card.trigger is not None:
        run.become(replace(frame, answers=(TOLD,)))
    else:
        run.pop()


def _settle_questions(state: State, frame: Resolve) -> Mapping[Seat, Question]:
    """The question to both seats at once, the same for each."""
    if not frame.answers:
        return {}
    params = {"source": frame.source, "card": frame.card, "capacity": name(state, frame), "rouage": frame.piece}
    question = Question("choose", "by-hand", {**params, "choices": [DONE]}, {"kind": "choose", "choice": DONE})
    return {seat: question for seat in in_order(state) if seat not in frame.answers}

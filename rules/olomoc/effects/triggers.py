"""Triggered capacities at work, in GEN-6's order, each asked and settled before the next."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from rules.kernel import Json, Refusal, among, replace
from rules.kernel.handlers import Question, legal
from rules.kernel.run import with_stack
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc.effects import activate, targets
from rules.olomoc.effects.scope import Scope, opening
from rules.olomoc.effects.trigger_match import numbered, waiting
from rules.olomoc.flow.noirceur import end_effects
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import (
    Declared,
    Frame,
    Handing,
    Happening,
    Harm,
    MechanismFrame,
    Occasion,
    Settled,
    Strike,
    Testing,
    Waiting,
)
from rules.olomoc.packs import Capacity, PlaceTarget
from rules.olomoc.packs.language import Moment
from rules.olomoc.seats import Seat
from rules.olomoc.state import State

DEEPEST = 5
"""The deepest nesting of events that are answered; what would be triggered deeper is not. With the rule that nothing is
triggered while it is being resolved, this ends every chain."""
HOLDERS = (Declared, Handing, Harm, MechanismFrame, Strike, Testing)
"""Frames that wait for what is about to happen to be answered."""
UNFINISHED = (Harm, Handing)
"""Frames that are one effect: what it triggers comes when it is over, and so does the judgement of END."""


def gather(run: Run) -> None:
    """Pushes the triggered capacities that wait for the run's happenings; beneath an effect that is not finished."""
    if not run.heard:
        return
    happenings, waits = numbered(run.heard)
    run.heard = []
    stack = run.state.stack
    if _too_deep(run, waits):
        return
    at = next((n for n, frame in enumerate(stack) if isinstance(frame, UNFINISHED)), len(stack))
    beneath = stack[at - 1] if 0 < at < len(stack) else None
    if isinstance(beneath, Occasion) and not beneath.before and beneath.turn is None and beneath.now is None:
        moved = tuple(replace(w, of=w.of + len(beneath.happenings)) for w in waits)
        both = Occasion((*beneath.happenings, *happenings), (*beneath.waiting, *moved))
        run.state = with_stack(run.state, (*stack[: at - 1], both, *stack[at:]))
    else:
        run.state = with_stack(run.state, (*stack[:at], Occasion(happenings, waits), *stack[at:]))


def _too_deep(run: Run, waits: tuple[Waiting, ...]) -> bool:
    """The stated rule that ends chains; what it stops is in the log."""
    if sum(isinstance(frame, Occasion) for frame in run.state.stack) < DEEPEST:
        return False
    run.emit(ev.Noted("GEN-6", "chain-stopped", {"capacities": sorted({w.capacity for w in waits}), "depth": DEEPEST}))
    return True


def unfinished(state: State) -> bool:
    """Whether an effect is being carried out: END is judged when it is over (LIF-4, NOI-4)."""
    for frame in state.stack:  # noqa: SIM110  (no generator: looked at after every step)
        if isinstance(frame, UNFINISHED):
            return True
    return False


def listened(run: Run, heard: tuple[Happening, ...], *happenings: Happening) -> tuple[Happening, ...] | None:
    """The happenings as changed by the capacities that wait for them. None: those capacities are pushed first, and the
    frame on top then receives the happenings left over as its `heard`."""
    if heard:
        return heard
    if opening(run.state):
        return happenings
    waits = [(h, waiting(run.state, h)) for h in happenings]
    _, open_waits = numbered(waits)
    if not open_waits or _too_deep(run, open_waits):
        return happenings
    run.push(Occasion(happenings, open_waits, before=True))
    return None


def announced(id: str, action: str, target: str | None, *frames: Frame) -> tuple[Frame, ...]:
    """Frames that a generic capacity is resolved by (the last one first), with what comes before and after it."""

    def happen(moment: Moment) -> tuple[Happening, ...]:
        used = Happening("action", moment, subject=id, object=target, how=action)
        if target is None or target == id or action == "study":
            return (used,)
        return used, Happening("targeted", moment, subject=target, object=id, how=action)

    return (Settled(happen("after"), action=True), *frames, Declared(happen("before"), len(frames) + 1))


class OccasionHandler(FrameHandler[Occasion]):
    """One triggered capacity after the other."""

    def step(self, run: Run, frame: Occasion) -> None:
        if frame.turn is not None:
            self._use(run, frame, frame.turn)
        elif not frame.waiting:
            self._deliver(run, frame)
        else:
            self._turn(run, frame, self._next(run.state, frame)[0])

    def _turn(self, run: Run, frame: Occasion, turn: Waiting) -> None:
        rest = list(frame.waiting)
        rest.remove(turn)
        held = activate.held_of(run.state, turn)
        then = replace(frame, waiting=tuple(rest), turn=None, agreed=False, targets={}, now=None)
        if activate.unusable(_scope(run.state, frame, turn), held) is None:
            then = replace(then, turn=turn, agreed=not _optional(held.capacity), now=turn.of)
        run.become(then)

    def _deliver(self, run: Run, frame: Occasion) -> None:
        """Hands the happenings left over to the frame that waits for them."""
        run.pop()
        if not frame.before:
            return
        holder = run.state.stack[-1]
        assert isinstance(holder, HOLDERS)
        run.become(replace(holder, heard=frame.happenings))

    def _use(self, run: Run, frame: Occasion, turn: Waiting) -> None:
        """Pays for and resolves a capacity for which everything is chosen."""
        run.become(replace(frame, turn=None, agreed=False, targets={}))
        happening = frame.happenings[turn.of]
        bound = {"subject": happening.subject, "object": happening.object, **frame.targets}
        activate.resolve(run, activate.held_of(run.state, turn), {k: v for k, v in bound.items() if v is not None})

    # Order of the seats

    def _next(self, state: State, frame: Occasion) -> list[Waiting]:
        """GEN-6: first those of nobody, then the priority player's, then the other's; a player's agenda scores first,
        in its own order."""
        for seat in (None, state.priority, "2" if state.priority == "1" else "1"):
            mine = [w for w in frame.waiting if w.seat == seat]
            if mine:
                scoring = [w for w in mine if w.piece is None]
                return scoring[:1] or mine
        return []

    def ask(self, state: State, frame: Occasion) -> Mapping[Seat, Question]:
        if frame.turn is None:
            return self._ask_order(state, frame)
        held, turn = activate.held_of(state, frame.turn), frame.turn
        seat = turn.seat if turn.seat is not None else state.priority
        params: Json = {"rouage": turn.piece, "capacity": turn.capacity, **_event(frame.happenings[turn.of])}
        if not frame.agreed:
            return {seat: Question("choose", "trigger", params, {"kind": "choose", "choice": False})}
        target = targets.missing(held.capacity, frame.targets)
        if target is None:
            return {}
        params = {**params, "target": target.name}
        if isinstance(target, PlaceTarget):
            return {seat: Question("move", "place-target", {**params, "range": target.range, "optional": False})}
        choices = targets.candidates(self._choice_scope(state, frame), held.capacity, target)
        return {seat: Question("choose", "target", {**params, "choices": choices})}

    def _ask_order(self, state: State, frame: Occasion) -> Mapping[Seat, Question]:
        mine = self._next(state, frame)
        if len(mine) < 2:
            return {}
        seat = mine[0].seat if mine[0].seat is not None else state.priority
        rows = [{"rouage": w.piece, "capacity": w.capacity, **_event(frame.happenings[w.of])} for w in mine]
        params = {"of": "trigger", "choices": list(range(len(mine))), "effects": rows}
        return {seat: Question("choose", "order", params)}

    def _choice_scope(self, state: State, frame: Occasion) -> Scope:
        assert frame.turn is not None
        return _scope(state, frame, frame.turn).with_(**frame.targets)

    def _place(self, state: State, frame: Occasion) -> PlaceTarget:
        assert frame.turn is not None
        target = targets.missing(activate.held_of(state, frame.turn).capacity, frame.targets)
        assert isinstance(target, PlaceTarget)
        return target

    # Answers

    def resolve(self, state: State, frame: Occasion, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        question = self.ask(state, frame)[seat]
        match question.code, command:
            case "place-target", cmd.MoveCommand(to=to, decline=False) if to is not None:
                return targets.place_fault(self._choice_scope(state, frame), self._place(state, frame), to) or command
            case (("order" | "trigger" | "target"), cmd.ChooseCommand(choice=choice)):
                return command if among(choice, _choices(question)) else Refusal("GEN-6", "not-a-choice")
            case _:
                return WRONG_ANSWER

    def answer(self, run: Run, frame: Occasion, seat: Seat, command: cmd.Command) -> None:
        question = self.ask(run.state, frame)[seat]
        if question.code == "order":
            assert isinstance(command, cmd.ChooseCommand)
            self._turn(run, frame, self._next(run.state, frame)[command.choice])
            return
        assert frame.turn is not None
        if question.code == "trigger":
            assert isinstance(command, cmd.ChooseCommand)
            if command.choice:
                run.become(replace(frame, agreed=True))
            else:
                run.become(replace(frame, turn=None, now=None))
                run.emit(ev.Passed(seat, frame.turn.capacity, frame.turn.piece))
            return
        chosen = command.to if isinstance(command, cmd.MoveCommand) else getattr(command, "choice", None)
        run.become(replace(frame, targets={**frame.targets, question.params["target"]: chosen}))

    def forced(self, state: State, frame: Occasion, seat: Seat) -> cmd.Command | None:
        question = self.ask(state, frame)[seat]
        if question.code == "target" and len(question.params["choices"]) == 1:
            return cmd.ChooseCommand(question.params["choices"][0])
        return None

    def options(self, state: State, frame: Occasion, seat: Seat) -> list[Json]:
        question = self.ask(state, frame)[seat]
        if question.kind == "move":
            return [legal({"kind": "move"}, "to")]
        return [legal({"kind": "choose", "choice": choice}) for choice in _choices(question)]

    def commands(self, state: State, frame: Occasion, seat: Seat, rng: random.Random) -> Iterator[Json]:
        if self.ask(state, frame)[seat].kind != "move":
            yield from super().commands(state, frame, seat, rng)
            return
        for to in targets.sampled(self._choice_scope(state, frame), self._place(state, frame), rng):
            yield {"kind": "move", "to": list(to)}


def _optional(capacity: Capacity) -> bool:
    """One that costs something is always optional."""
    return capacity.optional or bool(capacity.cost.actions or capacity.cost.noirceur)


def _scope(state: State, frame: Occasion, turn: Waiting) -> Scope:
    """The scope of a triggered capacity: its bearer, and the pieces of the event."""
    happening = frame.happenings[turn.of]
    bound = {"subject": happening.subject, "object": happening.object}
    named = {name: id for name, id in bound.items() if id is not None}
    return Scope(state, turn.seat, turn.piece, named, happening.roll, happening.amount)


def _event(happening: Happening) -> Json:
    """The happening for a prompt, in the words of the trigger."""
    row = {
        "when": happening.when,
        "moment": happening.moment,
        "how": happening.how,
        "subject": happening.subject,
        "object": happening.object,
        "amount": happening.amount or None,
        "dice": list(happening.roll.dice) if happening.roll is not None else None,
    }
    return {"event": {key: value for key, value in row.items() if value is not None}}


def _choices(question: Question) -> list[object]:
    return [True, False] if question.code == "trigger" else list(question.params["choices"])


class DeclaredHandler(FrameHandler[Declared]):
    """The capacities that wait for a declaration come first, and may stop it: its cost stays paid."""

    def step(self, run: Run, frame: Declared) -> None:
        heard = listened(run, frame.heard, *frame.happenings)
        if heard is None:
            return
        run.pop()
        stopped = [h for h in heard if h.stopped]
        if stopped:
            run.state = with_stack(run.state, run.state.stack[: len(run.state.stack) - frame.drop])
            first = stopped[0]
            run.emit(ev.Noted("CAP-1", "stopped", {"what": first.how, "rouage": first.subject, "by": first.object}))


class SettledHandler(FrameHandler[Settled]):
    """The capacities that wait for its end come now; effects that hold for one generic capacity end with it."""

    def step(self, run: Run, frame: Settled) -> None:
        run.pop()
        run.occur(*frame.happenings)
        if frame.action:
            end_effects(run, "action")

"""One character's defence against damage (SEQ-5 to SEQ-8, GRD, SKL-5, SKL-10, SKL-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import magic, rolls
from rules.blade.flow.life import spend, wound
from rules.blade.legality.attacks import gem_dice, item_dice
from rules.blade.legality.guards import (
    DODGE,
    bodyguards,
    doomed,
    fixed,
    fixed_parts,
    goes_on,
    guard_fault,
    guards,
    passive_dice,
    reactions,
    with_payer,
)
from rules.blade.legality.magic import cast as cast_fault
from rules.blade.measure import life_left, seat_of
from rules.blade.order_sheet import subjects
from rules.blade.rules_in_force import warded
from rules.blade.state import BOOK, Figure, Hero, State
from rules.kernel import Json, Seat, replace
from rules.kernel.handlers import NOT_NOW, Handler, Question, legal
from rules.kernel.refusals import no
from rules.kernel.run import Run

R = Run[State]


class DefenceHandler(Handler[State, fr.Defence, R]):
    """SEQ-6, SEQ-7: bodyguards and guards are asked for, in anybody's turn (GRD-10, GRD-12), the pot is thrown, wounds
    are dealt. Allies guard as figures do (ALY-5)."""

    def ask(self, state: State, frame: fr.Defence) -> dict[Seat, Question]:
        params = {"target": frame.target, "by": frame.by, "mode": frame.mode, "damage": frame.damage}
        if frame.stage == "bodyguard":
            by = bodyguards(state, frame)
            seat = next((seat for seat in state.seats if any(seat_of(state, id) == seat for id in by)), None)
            if seat is not None:
                return {seat: Question("bodyguard", "bodyguard", params, {"kind": "bodyguard", "by": None})}
        if frame.stage == "guard" and (any(True for _ in guards(state, frame)) or reactions(state, frame)):
            guard = frame.guardian or frame.target
            more: Json = {
                "guardian": frame.guardian,
                "fixed": fixed(state, frame),
                "life": life_left(state, frame.target),
            }
            seat = seat_of(state, guard)
            if others := _others(state, seat):
                more["others"] = others
            return {seat: Question("guard", "guard", params | more, _default(state, frame))}
        return {}

    def step(self, run: R, frame: fr.Defence) -> None:
        match frame.stage:
            case "begin":
                self._begin(run, frame)
            case "bodyguard":
                run.become(replace(frame, stage="guard"))
            case "guard":
                run.become(replace(frame, stage="throw"))
            case "throw":
                _throw(run, frame)
            case "judge":
                _judge(run, frame)

    def _begin(self, run: R, frame: fr.Defence) -> None:
        """GRD-9: where fixed passive defence takes all, nobody is asked; nor where nothing can wound it."""
        state = run.state
        if not state.on_board(frame.target):
            run.pop()
        elif fixed(state, frame) >= frame.damage or warded(state, frame.target):
            _judge(run, replace(frame, dice=()))
        else:
            run.become(replace(frame, stage="throw" if frame.unguarded or doomed(state, frame) else "bodyguard"))

    def subjects(self, state: State, frame: fr.Defence, seat: Seat) -> Sequence[str | None]:
        return subjects(state, (frame.guardian or frame.target) if frame.stage == "guard" else frame.target)

    def ordered(self, state: State, frame: fr.Defence, seat: Seat, answer: Any) -> Any:
        """VAR-5."""
        if frame.stage == "bodyguard":
            able = [id for id in bodyguards(state, frame) if seat_of(state, id) == seat]
            return None if answer == "ask" else cmd.Bodyguard(able[0] if answer == "always" else None)
        return _guard_ordered(state, frame, answer)

    def forced(self, state: State, frame: fr.Defence, seat: Seat) -> Any:
        """A seat that has answered for all its victims of an area attack is not asked again."""
        area = state.stack[-2]
        if frame.stage != "guard" or not isinstance(area, fr.AreaFrame) or seat not in area.guards or frame.guardian:
            return None
        able = [guard for guard in guards(state, frame) if guard.gems <= area.guards[seat]]
        return with_payer(state, frame, max(able, key=lambda guard: guard.gems, default=cmd.Guard(0)))

    def resolve(self, state: State, frame: fr.Defence, seat: Seat, command: Any) -> Any:
        if frame.stage == "bodyguard" and isinstance(command, cmd.Bodyguard):
            known = [None, *(id for id in bodyguards(state, frame) if seat_of(state, id) == seat)]
            return command if command.by in known else no("SKL-10", "not-a-choice")
        if frame.stage != "guard":
            return NOT_NOW
        if isinstance(command, cmd.Cast):
            if command.who != frame.target:
                return no("SPC-4", "not-now")
            return cast_fault(state, seat, command, reaction=True) or command
        if not isinstance(command, cmd.Guard):
            return NOT_NOW
        return guard_fault(state, frame, command) or with_payer(state, frame, command)

    def answer(self, run: R, frame: fr.Defence, seat: Seat, command: Any) -> None:
        match command:
            case cmd.Bodyguard(by=by):
                run.become(replace(frame, stage="guard", guardian=by))
            case cmd.Cast():
                # SEQ-6: then the fixed defence is another one
                run.become(replace(frame, stage="begin" if frame.guardian is None else "guard"))
                magic.carry_out(run, seat, command)
            case cmd.Guard(others=others):
                if others and isinstance(area := run.state.stack[-2], fr.AreaFrame):
                    run.pop()
                    run.become(replace(area, guards={**area.guards, seat: command.gems}))
                    run.push(frame)
                _guard(run, frame, command)

    def options(self, state: State, frame: fr.Defence, seat: Seat) -> list[Json]:
        if frame.stage == "bodyguard":
            ids = [None, *(id for id in bodyguards(state, frame) if seat_of(state, id) == seat)]
            return [legal({"kind": "bodyguard", "by": id}) for id in ids]
        none = [] if frame.guardian is not None else [cmd.Guard(0)]
        answers: list[Any] = [*none, *guards(state, frame), *reactions(state, frame)]
        return [legal(cmd.CODEC.brief(answer)) for answer in answers]


def _others(state: State, seat: Seat) -> list[str]:
    """The victims that are still to suffer an area attack and that this seat answers for."""
    area = state.stack[-2]
    victims = area.victims if isinstance(area, fr.AreaFrame) else ()
    return [id for id in victims if state.on_board(id) and seat_of(state, id) == seat]


NO_GUARD: Json = {"kind": "guard", "gems": 0}


def _guard_ordered(state: State, frame: fr.Defence, answer: Any) -> cmd.Guard | None:
    """VAR-5: what an order for guards answers; None: its player is asked."""
    left = frame.damage - fixed(state, frame)
    if answer == "ask" or frame.guardian is not None:
        return None
    if answer == "deadly":
        return None if left >= life_left(state, frame.target) else cmd.Guard(0)
    if answer == "never" or left < answer["least"]:
        return cmd.Guard(0)
    able = [guard for guard in guards(state, frame) if guard.gems <= answer["gems"]]
    wanted = [guard for guard in able if guard.item == answer.get("item")] or [
        guard for guard in able if guard.item is None
    ]
    return max(wanted, key=lambda guard: guard.gems, default=cmd.Guard(0))


def _default(state: State, frame: fr.Defence) -> Json:
    """No guard; of a bodyguard, who must, the least."""
    if frame.guardian is None:
        return NO_GUARD
    answer: Json = cmd.CODEC.brief(next(guards(state, frame)))
    return answer


def _guard(run: R, frame: fr.Defence, command: cmd.Guard) -> None:
    """GRD-4: paid before the throw."""
    if not command.gems:
        run.become(replace(frame, stage="throw"))
        return
    state, guard = run.state, frame.guardian or frame.target
    character = state.everyone()[guard]
    assert command.payer is not None
    if isinstance(character, Hero):
        items = () if command.item is None else (command.item,)
        dice = (*gem_dice(state.card(character).guard.die, command.gems), *item_dice(state, items, "parry"))
    else:
        dice = tuple(fr.Die(DODGE, "gems") for _ in range(command.gems))
    run.emit(ev.Guarded(frame.target, guard, command.gems, command.item, command.payer))
    ally = isinstance(character, Figure) and command.payer != BOOK
    spend(run, command.payer, "fatigue" if ally else "guard", command.gems, "guard")
    run.become(replace(frame, stage="throw", guard=dice))


# ---- dice and wounds -------------------------------------------------------------------------------------------------


def _throw(run: R, frame: fr.Defence) -> None:
    """GRD-8: guard dice, then passive dice, in one pot."""
    pot = (*frame.guard, *passive_dice(run.state, frame))
    if not pot:
        _judge(run, replace(frame, dice=()))
        return
    run.become(replace(frame, stage="judge"))
    guard = (frame.guardian if frame.guard else None) or frame.target
    enough = frame.damage - fixed(run.state, frame) + _slack(run.state, frame)
    rolls.throw(
        run, guard, "guard", pot, seat_of(run.state, guard), enough=enough, least=_least(run.state, frame, enough)
    )


def _least(state: State, frame: fr.Defence, enough: int) -> int | None:
    """The successes without which a figure dies however many there are; None where each saves something."""
    strikes = isinstance(state.stack[-2], fr.AttackFrame)
    if not isinstance(state.who(frame.target), Figure) or goes_on(state, frame, strikes=strikes):
        return None
    return enough - life_left(state, frame.target) + 1


def _slack(state: State, frame: fr.Defence) -> int:
    """SKL-5 takes a point off dice where there is no fixed defence."""
    return int(frame.precise and not fixed_parts(state, frame))


def _judge(run: R, frame: fr.Defence) -> None:
    """GRD-1, WND-1: wounds are damage less defence; what the target cannot suffer is left over (SKL-4)."""
    assert frame.dice is not None
    state, target = run.state, frame.target
    dice = max(0, rolls.total(state, frame.dice) - _slack(state, frame))
    parts = [ev.SumPart(clause, n) for clause, n in fixed_parts(state, frame)]
    defence = fixed(state, frame) + dice
    wounds = max(0, frame.damage - defence)
    run.emit(ev.Defended(target, defence, (*parts, *([ev.SumPart("GRD-1", dice)] if frame.dice else []))))
    run.pop()
    left = max(0, wounds - life_left(state, target))
    beneath: Any = run.state.stack[-1]
    run.become(replace(beneath, left=left))
    if frame.mode == "web":
        # SKL-29: damage above the defence causes no wound
        if wounds:
            run.emit(ev.Marked(target, "webbed", True))
    else:
        by = frame.by if frame.by in state.everyone() else None
        wound(run, target, wounds, by)

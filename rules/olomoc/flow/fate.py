"""Tempting fate (ROL-5): the question, the cost, the dice thrown again; the same for attacks, studies and rolls of
cards."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import Json, replace
from rules.kernel.handlers import Question, legal
from rules.kernel.run import with_stack
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects import modifiers
from rules.olomoc.effects.scope import active
from rules.olomoc.flow.attack_rolls import happenings, told_apart
from rules.olomoc.flow.noirceur import add_noirceur
from rules.olomoc.flow.run import EACH, FrameHandler, Run
from rules.olomoc.frames import Declared, Happening, RerollFrame, Roll, Settled, Strike, Testing
from rules.olomoc.packs.language import Action
from rules.olomoc.packs.operations import walk
from rules.olomoc.packs.values import CompareCondition, SuccessesValue
from rules.olomoc.seats import Seat
from rules.olomoc.state import State

TEMPT: Action = "tempt-fate"
PRICE = 1
"""ROL-5: the Noirceur that it costs."""
OPTIONS: list[Json] = [legal({"kind": TEMPT, "reroll": reroll}) for reroll in (True, False)]


def question(state: State, id: str, roll: Roll | None, why: str) -> Mapping[Seat, Question]:
    """ROL-5: only an active rouage is asked, while no card forbids it."""
    seat = state.pieces[id].seat
    if roll is None or seat is None or state.pieces[id].out or id not in active(state):
        return {}
    cost = law.cost(state, state.pieces[id], TEMPT)
    if modifiers.forbidden(state, id, TEMPT) is not None or law.payable(state.pieces[id], cost) is not None:
        return {}
    if not state.options.uniform_prompts and roll.successes == len(roll.dice):
        return {}
    params = {"rouage": id, "dice": list(roll.dice), "threshold": roll.threshold, "why": why, "noirceur": PRICE}
    return {seat: Question(TEMPT, TEMPT, params, {"kind": TEMPT, "reroll": False})}


def idle(roll: Roll, enough: int | None = None) -> bool:
    """Whether another throw could win nothing: every die is a success, or `enough` are (more count for nothing).

    The dice lie open, so that nobody is asked gives nothing away."""
    hits = sum(die >= roll.threshold for die in roll.dice)
    return hits == len(roll.dice) or (enough is not None and roll.successes >= enough)


def enough(state: State) -> int | None:
    """The most successes of a study that count, as far as its operations show it; None where each more may count."""
    agenda = state.pack.agendas.get(state.agenda)
    if agenda is None or agenda.study is None:
        return None
    models = list(walk(agenda.study.operations))
    judged = {
        id(model.left): model.right
        for model in models
        if isinstance(model, CompareCondition) and model.holds == "at-least" and isinstance(model.right, int)
    }
    most: list[int] = []
    for value in models:
        if isinstance(value, SuccessesValue):
            limit = judged.get(id(value), value.at_most)
            if limit is None or value.times != 1 or value.plus != 0:
                return None
            most.append(limit)
    return max(most, default=None)


def answer(run: Run, id: str, target: str | None, command: cmd.Command, seat: Seat) -> None:
    """Carries out the answer to `tempt-fate`: for its price all dice of the roll on top are thrown again (ROL-5)."""
    assert isinstance(command, cmd.TemptFate)
    if not command.reroll:
        run.emit(ev.Passed(seat, TEMPT, id))
        return
    if cost := law.cost(run.state, run.state.pieces[id], TEMPT):  # in action tokens none, but for a card
        run.emit(ev.Used(id, TEMPT, cost, PRICE))
    add_noirceur(run, id, PRICE, "ROL-5")
    before = Happening("action", "before", subject=id, object=target, how=TEMPT)
    after = replace(before, moment="after")
    run.push(Settled((after,)), RerollFrame(id, target), Declared((before,), 2))


class RerollHandler(FrameHandler[RerollFrame]):
    """The dice are thrown again, for the roll beneath."""

    def step(self, run: Run, frame: RerollFrame) -> None:
        run.pop()
        stack = run.state.stack
        at = next(n for n in reversed(range(len(stack))) if isinstance(stack[n], Strike | Testing))
        holder = stack[at]
        assert isinstance(holder, Strike | Testing)
        roll = holder.attack_roll if isinstance(holder, Strike) else holder.roll
        assert roll is not None
        faces = EACH
        if isinstance(holder, Strike):
            faces = told_apart(run.state, holder, happenings(holder, "after")[0])
        again = run.roll(len(roll.dice), roll.threshold, by=frame.piece, why="reroll", target=frame.target, apart=faces)
        rerolled = replace(holder, attack_roll=again) if isinstance(holder, Strike) else replace(holder, roll=again)
        run.state = with_stack(run.state, (*stack[:at], rerolled, *stack[at + 1 :]))

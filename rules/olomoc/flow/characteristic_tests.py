"""Rolls outside attacks: studying a marker with the agenda's roll of Technique (ROL-1, ROL-3), and rolls of cards; with
tempting fate (ROL-5)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import Json, Refusal, replace
from rules.kernel.handlers import Question
from rules.olomoc import commands as cmd
from rules.olomoc.effects.scope import thing
from rules.olomoc.effects.triggers import listened
from rules.olomoc.flow import fate
from rules.olomoc.flow.noirceur import end_effects
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Happening, Testing
from rules.olomoc.rolls import Pool, pool
from rules.olomoc.seats import Seat
from rules.olomoc.state import Decor, Rouage, State


def test_roll(state: State, frame: Testing) -> Pool:
    """The roll to come. A decor is in nobody's threat zone: nobody supports against it (ROL-3)."""
    target = thing(state, frame.target) if frame.target is not None else None
    if isinstance(target, Decor) or (isinstance(target, Rouage) and target.at is None):
        target = None
    roller = state.pieces[frame.rouage]
    return pool(state, roller, frame.characteristic, target, frame.roll_of, base=frame.base)


class TestingHandler(FrameHandler[Testing]):
    """The roll, its reroll, what cards make of it, and then what follows from its successes."""

    def ask(self, state: State, frame: Testing) -> Mapping[Seat, Question]:
        if frame.step != "fate" or frame.rouage not in state.pieces:
            return {}
        return fate.question(state, frame.rouage, frame.roll, frame.roll_of)

    def step(self, run: Run, frame: Testing) -> None:
        piece = run.state.pieces.get(frame.rouage)
        if frame.step == "done" or piece is None or piece.out:
            run.pop()
            return
        match frame.step:
            case "aim":
                if listened(run, frame.heard, self._happening(frame, "before")) is not None:
                    run.become(replace(frame, step="roll", heard=()))
            case "roll":
                self._roll(run, frame)
            case "fate":
                run.become(replace(frame, step="rolled"))
            case "rolled":
                heard = listened(run, frame.heard, self._happening(frame, "after"))
                if heard is not None:
                    run.become(replace(frame, step="then", roll=heard[0].roll, heard=()))
            case "then":
                run.become(replace(frame, step="done"))
                run.push(frame.then)

    def _happening(self, frame: Testing, moment: str) -> Happening:
        return Happening(
            "roll",
            "before" if moment == "before" else "after",
            subject=frame.rouage,
            object=frame.target,
            how=frame.roll_of,
            roll=frame.roll,
        )

    def _roll(self, run: Run, frame: Testing) -> None:
        what = test_roll(run.state, frame)
        why = "study" if frame.roll_of == "study" else "effect"
        if what.dice <= 0:  # ROL-4
            run.pop()
        else:
            roll = run.roll(
                what.dice, what.threshold, by=frame.rouage, why=why, modifiers=what.modifiers, target=frame.target
            )
            idle = fate.idle(roll, fate.enough(run.state) if frame.roll_of == "study" else None)
            run.become(replace(frame, step="rolled" if idle else "fate", roll=roll))
        end_effects(run, "roll")

    def resolve(self, state: State, frame: Testing, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        return command if isinstance(command, cmd.TemptFate) else WRONG_ANSWER

    def answer(self, run: Run, frame: Testing, seat: Seat, command: cmd.Command) -> None:
        run.become(replace(frame, step="rolled"))
        fate.answer(run, frame.rouage, frame.target, command, seat)

    def options(self, state: State, frame: Testing, seat: Seat) -> list[Json]:
        return fate.OPTIONS

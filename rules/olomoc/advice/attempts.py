"""The chances of a roll outside attacks: studying a marker, and tempting fate on such a roll (ROL-1, ROL-5)."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel import Json
from rules.olomoc import commands as cmd
from rules.olomoc.advice.chances import Throw, throw_weights
from rules.olomoc.engine import trial
from rules.olomoc.flow.characteristic_tests import test_roll
from rules.olomoc.flow.loop import HANDLERS
from rules.olomoc.frames import Testing
from rules.olomoc.rolls import Pool
from rules.olomoc.seats import Seat
from rules.olomoc.state import State


def attempt(state: State, seat: Seat, command: cmd.Command) -> Json:
    """`Match.attempt`, of a command that the engine has resolved. Raises ValueError for one that rolls nothing so."""
    frame = state.stack[-1]
    match command, frame:
        case cmd.CapacityCommand(), _:
            run = trial(state)
            HANDLERS[type(frame)].answer(run, frame, seat, command)
            rolls = [it for it in run.state.stack if isinstance(it, Testing) and it not in state.stack]
            if not rolls:
                raise ValueError("nothing is rolled for that")
            return _printed(rolls[-1], test_roll(run.state, rolls[-1]))
        case cmd.TemptFate(reroll=True), Testing(roll=roll) if roll is not None:
            return _printed(frame, Pool(len(roll.dice), roll.threshold, ()))
        case cmd.TemptFate(), Testing(roll=roll) if roll is not None:
            kept = Pool(len(roll.dice), roll.threshold, ())
            return _printed(frame, kept) | {
                "successes": {str(roll.successes): "1"},
                "any": str(int(roll.successes > 0)),
            }
        case _:
            raise ValueError("nothing is rolled for that")


def _printed(frame: Testing, pool: Pool) -> Json:
    dice = max(0, pool.dice)
    weights, total = throw_weights(Throw(dice, pool.threshold))
    chances = {count: Fraction(weight, total) for count, weight in weights.items()}
    return {
        "by": frame.rouage,
        "target": frame.target,
        "roll": frame.roll_of,
        "dice": dice,
        "threshold": pool.threshold,
        "modifiers": [{"clause": m.clause, "value": m.value} for m in pool.modifiers],
        "sources": [m.source for m in pool.modifiers],
        "successes": {str(count): str(chance) for count, chance in chances.items()},
        "any": str(1 - chances.get(0, Fraction(0))),
    }

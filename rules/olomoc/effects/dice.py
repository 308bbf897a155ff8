"""Card operations on dice already thrown."""

from __future__ import annotations

from rules.kernel import replace
from rules.olomoc import events as ev
from rules.olomoc.effects.context import change_roll, roll_at_hand, scope_of
from rules.olomoc.effects.questions import Need, dice
from rules.olomoc.flow.run import FACES, Run
from rules.olomoc.frames import Resolve, Roll
from rules.olomoc.packs.verbs import Die, Reroll

LOWEST, HIGHEST = FACES[0], FACES[-1]


def change(run: Run, frame: Resolve, operation: Die) -> None:
    """Dice are set to a face, or theirs is changed; it stays within 1 and 6."""
    roll, faces = _roll_and_faces(run, frame, operation)
    if roll is None:
        return
    turned = [
        operation.to if operation.to is not None else min(max(face + operation.by, LOWEST), HIGHEST) for face in faces
    ]
    change_roll(run, _with_faces(roll, faces, turned), frame.card)


def reroll(run: Run, frame: Resolve, operation: Reroll) -> None:
    """Dice are thrown again, once; the new result stands."""
    roll, faces = _roll_and_faces(run, frame, operation)
    if roll is None:
        return
    thrown = list(run.chance.cast((FACES,) * len(faces)))
    successes = sum(die >= roll.threshold for die in thrown)
    run.emit(ev.Rolled(frame.piece or frame.card, "reroll", roll.threshold, (), tuple(thrown), successes))
    change_roll(run, _with_faces(roll, faces, thrown), frame.card)


def add(run: Run, frame: Resolve, by: int) -> None:
    """Successes are added to the roll at hand, or taken from it; never below 0."""
    roll = roll_at_hand(run.state)
    if roll is not None and by:
        change_roll(run, replace(roll, successes=max(0, roll.successes + by)), frame.card)


def _roll_and_faces(run: Run, frame: Resolve, operation: Die | Reroll) -> tuple[Roll | None, list[int]]:
    """The roll at hand and the faces of its dice that the operation names; no roll where there are none."""
    roll = roll_at_hand(run.state)
    faces = dice(scope_of(run.state, frame), roll, operation, frame.answers)
    assert not isinstance(faces, Need), "everything is chosen before it is done"
    return (roll if faces else None), list(faces)


def _with_faces(roll: Roll, old: list[int], new: list[int]) -> Roll:
    """The roll with these faces in the place of those; what a card added to its successes stays."""
    dice, successes = list(roll.dice), roll.successes
    for before, after in zip(old, new, strict=True):
        dice[dice.index(before)] = after  # dice that show the same are interchangeable
        successes += (after >= roll.threshold) - (before >= roll.threshold)
    return Roll(tuple(dice), roll.threshold, max(0, successes))

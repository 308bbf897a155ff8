"""The run and the frame handlers of this game: triggered capacities hear events, and dice are rolled against a
threshold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from rules.kernel.handlers import Handler
from rules.kernel.refusals import Refusal
from rules.kernel.rolls import Modifier
from rules.kernel.run import Run as KernelRun
from rules.olomoc import events as ev
from rules.olomoc.effects.scope import opening
from rules.olomoc.effects.trigger_match import Heard, heard, waiting
from rules.olomoc.events import Rolled
from rules.olomoc.frames import Frame, Happening, Roll
from rules.olomoc.state import State

F = TypeVar("F", bound=Frame)
FACES: Sequence[int] = (1, 2, 3, 4, 5, 6)
EACH: Sequence[Sequence[int]] = tuple((face,) for face in FACES)
WRONG_ANSWER = Refusal("GEN-2", "not-now")
"""A command that is no answer to what is asked."""


class Run(KernelRun[State]):
    """One command being carried out. `heard`: happenings since the last look, with the capacities that wait for them;
    not filled while `deaf`."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.heard: list[Heard] = []
        self.deaf = False

    @property
    def pending(self) -> bool:
        return bool(self.heard)

    def emit(self, *events: Any) -> None:
        """Emits events, in this order, and hears them."""
        for event in events:
            before = self.state
            super().emit(event)
            if not self.deaf and not opening(before):
                self.heard += heard(before, event, self.state)

    def occur(self, *happenings: Happening) -> None:
        """Hears happenings that have no event of their own."""
        for happening in happenings:
            if not opening(self.state) and (waits := waiting(self.state, happening)):
                self.heard.append((happening, waits))

    def roll(
        self,
        count: int,
        threshold: int,
        *,
        by: str,
        why: str,
        modifiers: tuple[Modifier, ...] = (),
        target: str | None = None,
        apart: Sequence[Sequence[int]] = EACH,
    ) -> Roll:
        """Throws `count` D6 against `threshold` (ROL-1) and emits `Rolled`. `apart`: the groups of faces that mean more
        to what follows than success or failure."""
        kinds = [(face >= threshold, *(face in group for group in apart)) for face in FACES]
        die = tuple(kinds.index(kind) for kind in kinds)
        dice = self.chance.cast((die,) * count)
        roll = Roll(dice, threshold, sum(die >= threshold for die in dice))
        shown = tuple(ev.RolledModifier(m.clause, m.value) for m in modifiers)
        sources = tuple(m.source for m in modifiers)
        self.emit(Rolled(by, why, threshold, shown, dice, roll.successes, target, sources))
        return roll


class FrameHandler(Handler[State, F, Run]):
    """The handler of one kind of frame of this game: a procedure of the rulebook, or a card's operation.

    One `step` (or one answer) is one effect: the end of the match is judged after it, never within (NOI-4, LIF-4).
    """

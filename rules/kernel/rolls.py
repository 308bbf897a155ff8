"""Dice as data: the faces of each kind of die, pots of dice with modifiers, and rerolls as a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rules.kernel.chance import Chance
from rules.kernel.codec import noun, replace
from rules.kernel.handlers import ChoiceHandler
from rules.kernel.run import Run
from rules.kernel.seats import Seat

if TYPE_CHECKING:
    from rules.kernel.engine import State

S = TypeVar("S", bound="State")
F = TypeVar("F")
R = TypeVar("R", bound=Run[Any])

Faces = Mapping[str, Sequence[int]]
"""The faces of each kind of die, in order."""


@noun
class Die:
    """A die of a pot: its kind, where it comes from, and the number of the face that it shows, from 1; 0: it has not
    been rolled."""

    kind: str
    source: str = ""
    number: int = 0


@noun
class Modifier:
    """One reason why a roll changes, with its clause and, if there is one, what it comes from."""

    clause: str
    value: int
    source: str | None = None


@noun
class Pot:
    """Dice that are rolled together, and what is added to their sum.

    >>> faces = {"red": (0, 1, 1, 2), "white": (1, 2, 3, 4, 5, 6)}
    >>> pot = Pot((Die("red", "axe", 4), Die("white", "aim", 3)), (Modifier("", -1, "fog"),))
    >>> pot.shown(faces), pot.total(faces), pot.successes(faces, 3)
    ((2, 3), 4, 1)
    """

    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...] = ()

    def rolled(self, chance: Chance, faces: Faces, only: int | None = None) -> Pot:
        """The pot after a roll of all its dice, or of one of them."""
        numbers = iter(chance.cast([faces[die.kind] for at, die in enumerate(self.dice) if only in (None, at)]))
        dice = (replace(die, number=next(numbers)) if only in (None, at) else die for at, die in enumerate(self.dice))
        return replace(self, dice=tuple(dice))

    def shown(self, faces: Faces) -> tuple[int, ...]:
        """The face that each die shows."""
        return tuple(faces[die.kind][die.number - 1] for die in self.dice)

    def total(self, faces: Faces) -> int:
        """The sum of the faces and modifiers, at least 0."""
        return max(0, sum(self.shown(faces)) + sum(modifier.value for modifier in self.modifiers))

    def successes(self, faces: Faces, threshold: int) -> int:
        """The number of dice that show the threshold or more."""
        return sum(face >= threshold for face in self.shown(faces))


class PotHandler(ChoiceHandler[S, F, R]):
    """The handler of a pot that has been rolled, of which its seat may roll dice again, one at a time, seeing each
    result. The frame has the fields `seat` and `pot`; a seat that may reroll nothing is not asked.

    The field of the command that answers is the place of a die in the pot, or None: the roll is kept."""

    kind: ClassVar[str] = "reroll"
    default: ClassVar[int | None] = 0

    def faces(self, state: S) -> Faces:
        """The faces of the match's dice."""
        raise NotImplementedError

    def may_reroll(self, state: S, frame: F, seat: Seat) -> Sequence[int]:
        """The places of the dice that may be rolled again now."""
        raise NotImplementedError

    def rerolled(self, run: R, frame: F, at: int, pot: Pot) -> F:
        """Tells of the die at this place, which was rolled again, and returns the frame that follows, with this
        pot."""
        raise NotImplementedError

    def kept(self, run: R, frame: F) -> None:
        """Called when the roll stands."""
        raise NotImplementedError

    def choices(self, state: S, frame: F, seat: Seat) -> Sequence[Any]:
        dice = self.may_reroll(state, frame, seat)
        return (None, *dice) if dice else ()

    def chosen(self, run: R, frame: Any, seat: Seat, choice: Any) -> None:
        if choice is None:
            self.kept(run, frame)
        else:
            pot = frame.pot.rolled(run.chance, self.faces(run.state), only=choice)
            run.become(self.rerolled(run, frame, choice, pot))

    def step(self, run: R, frame: F) -> None:
        self.kept(run, frame)

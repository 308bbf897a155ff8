"""Choices from a list that this game's frames leave to a player; some may be answered by standing orders (VAR-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from rules.blade.order_sheet import subjects
from rules.blade.state import OVERLORD, State
from rules.kernel import Seat
from rules.kernel.handlers import ChoiceHandler
from rules.kernel.run import Run

F = TypeVar("F")
R = Run[State]


def player_now(state: State, seat: Seat) -> Seat:
    """The seat that answers for this one: once it has given up, the hero player who has its heroes (WIN-5)."""
    if seat not in state.given_up or seat == OVERLORD:
        return seat
    left = [seat for seat in state.seats if seat != OVERLORD and seat not in state.given_up]
    return next((seat_left for seat_left in left if seat_left > seat), left[0] if left else seat)


class PlayersChoice(ChoiceHandler[State, F, R]):
    """A choice of the seat named by the frame."""

    def asked(self, state: State, frame: Any) -> Sequence[Seat]:
        return (player_now(state, frame.seat),)


class OrderedChoice(PlayersChoice[F]):
    """A choice that a standing order may answer: always the first that is something, or never."""

    subject: ClassVar[str | None]
    """The field of the frame with the character that the question is about."""

    def subjects(self, state: State, frame: F, seat: Seat) -> Sequence[str | None]:
        return (None,) if self.subject is None else subjects(state, getattr(frame, self.subject))

    def ordered(self, state: State, frame: F, seat: Seat, answer: Any) -> Any:
        if answer == "ask":
            return None
        nothing = (None, False)
        able = [choice for choice in self.choices(state, frame, seat) if choice not in nothing]
        declined = next((choice for choice in self.choices(state, frame, seat) if choice in nothing), None)
        command, field = self.answered_by
        return command(**{field: able[0] if able and answer == "always" else declined})

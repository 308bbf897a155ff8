"""Whether data from elsewhere can be a match: what a position or a journal may not be, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from rules.kernel.chance import DiceExhausted
from rules.kernel.seats import Seat, viewers_of


class StateRules(Protocol):
    """What is asked of an engine (`engine.Engine`)."""

    def seats(self, state: Any) -> tuple[Seat, ...]:
        """The seats of a match, in order."""

    def given_up(self, state: Any) -> tuple[Seat, ...]:
        """The seats that have given up."""

    def check_state(self, state: Any) -> None:
        """Raises ValueError for a state that no match of this game can reach."""


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Raises ValueError, with a sentence, for whatever goes wrong within: data from elsewhere can make a game's rules
    raise anything, as of a card that is none or a list in place of a number. `what`: the data, for the sentence."""
    try:
        yield
    except (ValueError, DiceExhausted):
        raise
    except Exception as problem:
        raise ValueError(f"{what} cannot be: {type(problem).__name__}: {problem}") from problem


def check(engine: StateRules, state: Any) -> None:
    """Raises ValueError for a state that no match can reach, by what the kernel knows of every game's state and by what
    the game says (`Engine.check_state`)."""
    seats = engine.seats(state)
    if (state.outcome is None) != bool(state.stack):
        raise ValueError("a match that goes on is resolving something, and one that is over nothing")
    named = [*engine.given_up(state), *state.asked, *(getattr(frame, "seat", None) for frame in state.stack)]
    if strangers := [seat for seat in named if seat is not None and seat not in seats]:
        raise ValueError(f"there is no seat {strangers[0]!r}")
    engine.check_state(state)


def check_opens(match: Any) -> None:
    """Reads every view and every option of a match, so that what cannot be is found now and not when somebody looks."""
    for viewer in viewers_of(match.seats):
        view = match.view(viewer)
        for sequence in (view["decision"] or {}).get("options", ()):
            len(sequence)

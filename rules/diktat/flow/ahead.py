"""The questions that a waiting seat can prepare for: its next Manoeuvre, its next taking."""

from __future__ import annotations

from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.flow.conquest import emissaries
from rules.diktat.state import State
from rules.kernel import Seat, replace
from rules.kernel.run import with_stack


def foreseen(state: State, seat: Seat) -> State | None:
    """The state in which a seat that waits is asked for its next Manoeuvre (MAN-1), or for its next taking in the
    Conquest that goes on (CNQ-5), as its player can know it now."""
    if seat not in state.playing:
        return None
    for at, frame in enumerate(state.stack):
        match frame:
            case fr.Conquest(stage="take") if (turn := _taking(state, frame, seat)) is not None:
                return with_stack(state, (*state.stack[:at], turn))
            case fr.Cycle(stage="manoeuvre") if state.turn != seat and state.players[seat].pawns:
                return with_stack(replace(state, turn=seat, again=None), state.stack[: at + 1])
    return None


def _taking(state: State, frame: fr.Conquest, seat: Seat) -> fr.Conquest | None:
    """The Conquest when it is the seat's turn to take; None where it takes no more."""
    n, left = len(frame.order), emissaries(state, frame, seat)
    if seat in frame.out or not left or not law.trophies_left(state, frame.sector):
        return None
    ahead = next((at for at in range(frame.at, frame.at + n) if frame.order[at % n] == seat), None)
    return None if ahead is None else replace(frame, at=ahead, round=1 + ahead // n)

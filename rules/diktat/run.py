"""The run of one command of Diktat, with the consequences of every event."""

from __future__ import annotations

from collections.abc import Sequence

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import oaths
from rules.diktat.deals import others_stack
from rules.diktat.state import State
from rules.kernel import replace
from rules.kernel.run import Run

PawnPlace = tuple[str, int]
"""A pawn's stack and its position in it, from the top, from 1 on."""
Moves = ev.Killed | ev.Recalled | ev.MovedPawns | ev.OthersMoved
"""Events after which pawns that stay on the board are at other places."""


class Play(Run[State]):
    """Promises are watched and looks keep their places in the one place where a fact happens; nothing happens any more
    once the match is over."""

    def emit(self, *events: object) -> None:
        for event in events:
            if self.state.outcome is not None:
                continue
            before = self.state
            super().emit(event)
            if isinstance(event, Moves):
                self._replaced(event)
            if before.deals:
                self.emit(*oaths.follows(before, self.state, event))

    def _replaced(self, event: Moves) -> None:
        """SPY-4, STK-5, STK-8: pawns looked at in a Manoeuvre that goes on stay so, wherever they go."""
        for n, frame in enumerate(self.state.stack):
            if isinstance(frame, fr.Looking) and frame.done:
                done = tuple(new_place for place in frame.done if (new_place := _place(event, place)))
                stack = self.state.stack
                self.state = replace(self.state, stack=(*stack[:n], replace(frame, done=done), *stack[n + 1 :]))


def _place(event: Moves, place: PawnPlace) -> PawnPlace | None:
    """The place of a pawn after the event; None if it has left the board."""
    match event:
        case ev.Killed(at=at, stays=stays):
            gone = () if stays or at.stack is None or at.pawn is None else ((at.stack, at.pawn),)
            return _moved(place, gone, [None] * len(gone))
        case ev.Recalled(stack=id, pawns=pawns):
            return _moved(place, [(id, pawn) for pawn in pawns], [None] * len(pawns))
        case ev.MovedPawns(stack=id, pawns=pawns, to=to):
            return _moved(place, [(id, pawn) for pawn in pawns], to)
        case ev.OthersMoved(from_=sector, to=onto, count=count):
            block = [(others_stack(sector), pawn) for pawn in range(1, count + 1)]
            return _moved(place, block, [others_stack(onto)] * count)


def _moved(place: PawnPlace, gone: Sequence[PawnPlace], to: Sequence[str | None]) -> PawnPlace | None:
    """The place of a pawn after those at `gone` went on top of the stacks in `to`, where None is off the board. Of
    those that go to one stack the first lies uppermost (STK-7, OTH-4)."""
    stack, position = place
    if place in gone:
        n = gone.index(place)
        target = to[n]
        return None if target is None else (target, 1 + to[:n].count(target))
    left = sum(id == stack and pawn < position for id, pawn in gone)
    return stack, position - left + to.count(stack)

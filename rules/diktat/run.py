"""The run of one command of Diktat, with the consequences of every event."""

from __future__ import annotations

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import oaths
from rules.diktat.state import State
from rules.kernel import replace
from rules.kernel.run import Run


class Play(Run[State]):
    """Promises are watched and looks keep their places in the one place where a fact happens; nothing happens any more
    once the match is over."""

    def emit(self, *events: object) -> None:
        for event in events:
            if self.state.outcome is not None:
                continue
            before = self.state
            super().emit(event)
            if isinstance(event, ev.Killed | ev.Recalled | ev.MovedPawns):
                self._replaced(event)
            if before.deals:
                self.emit(*oaths.follows(before, self.state, event))

    def _replaced(self, event: ev.Killed | ev.Recalled | ev.MovedPawns) -> None:
        """SPY-4, STK-5: pawns looked at in a Manoeuvre that goes on stay so, though others leave from above them."""
        for n, frame in enumerate(self.state.stack):
            if isinstance(frame, fr.Looking) and frame.done:
                done = tuple((id, there) for id, place in frame.done if (there := _place(event, id, place)))
                stack = self.state.stack
                self.state = replace(self.state, stack=(*stack[:n], replace(frame, done=done), *stack[n + 1 :]))


def _place(event: ev.Killed | ev.Recalled | ev.MovedPawns, stack: str, place: int) -> int:
    """The position of a pawn in its stack after the event, from 1 on; 0 if it is gone from there."""
    gone: tuple[int, ...] = ()
    above = 0
    match event:
        case ev.Killed(at=at, stays=False) if at.stack == stack and at.pawn is not None:
            gone = (at.pawn,)
        case ev.Recalled(stack=id, pawns=pawns) if id == stack:
            gone = pawns
        case ev.MovedPawns(stack=id, pawns=pawns, to=to):
            gone = pawns if id == stack else ()
            above = to.count(stack)
    return 0 if place in gone else place - sum(it < place for it in gone) + above

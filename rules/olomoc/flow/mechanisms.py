"""Mechanisms: the Artefact's cards (ART)."""

from __future__ import annotations

from rules.olomoc import events as ev
from rules.olomoc.effects.triggers import listened
from rules.olomoc.flow.run import FrameHandler, Run
from rules.olomoc.frames import Happening, MechanismFrame, Resolve, Settled
from rules.olomoc.seats import Seat, other


class MechanismHandler(FrameHandler[MechanismFrame]):
    """ART-1: draw, priority, effect. ART-5: a cycle's opening one is no occasion for anything."""

    def step(self, run: Run, frame: MechanismFrame) -> None:
        if not frame.opening:
            heard = listened(run, frame.heard, Happening("mechanism", "before"))
            if heard is None:
                return
            if heard[0].stopped:
                run.pop()
                return
        if not run.state.artefact:
            run.emit(ev.Shuffled(run.chance.shuffled(run.state.discard)))  # ART-3
        run.pop()
        if not run.state.artefact:
            return
        card = run.state.artefact[0]
        digit = run.state.pack.artefact[card].priority
        # Digit 1 means player 1: the seat that won SET-1
        seat: Seat = run.state.first if digit == 1 else other(run.state.first)
        run.emit(ev.MechanismMade(card, seat, frame.opening))
        if not frame.opening:
            run.push(Settled((Happening("mechanism", "after"),)))
        run.push(Resolve("artefact", card, seat, None, opening=frame.opening))

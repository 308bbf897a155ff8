"""The Factory of the Forge (FOR-1, FOR-2, RND)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.hybris import events as ev
from rules.hybris.flow import deeds
from rules.hybris.state import InFactory, State
from rules.kernel import Seat
from rules.kernel.run import Run


def put_in(run: Run[State], seat: Seat, plan: str | None, tile: str | None) -> None:
    """FOR-1, RND-3: a plan or a tile is put on space 1; all else has moved one space on before."""
    token = run.state.mats[seat].supply > 0  # PAY-6
    if run.state.factory:
        run.emit(ev.FactoryMoved())
    if tile is not None:
        deeds.promote(run, seat, tile)
        run.emit(ev.TileSent(seat, tile, token))
    else:
        run.emit(ev.Made(seat, plan or "", token))
    leave(run, [slot for slot in run.state.factory if slot.space > run.state.pack.rules.factory])


def leave(run: Run[State], leaving: Sequence[InFactory]) -> None:
    """FOR-2: what leaves together leaves in GEN-7's order of owners, of one owner as it was put in. RND-5: a tile gives
    its rewards at once."""
    order = run.state.in_order(run.state.turn if run.state.phase == "action" else None)
    frames: list[Any] = []
    for slot in sorted(leaving, key=lambda slot: order.index(slot.seat) if slot.seat in order else len(order)):
        run.emit(ev.LeftFactory(slot.seat, slot.card))
        if slot.card in run.state.mats[slot.seat].tiles:
            frames += deeds.activated(run.state, slot.seat, slot.card)
    run.push(*reversed(frames))

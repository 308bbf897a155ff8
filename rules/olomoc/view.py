"""The facts that each viewer may know, built field by field from public facts and the viewer's own (CYC-3, CAB-3,
SET-5)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import SPECTATOR, Json, Seat, Viewer
from rules.kernel.memo import derived, kept_row
from rules.olomoc import frames as fr
from rules.olomoc.effects import modifiers
from rules.olomoc.flow.cycle import hand
from rules.olomoc.position import CABAL, active_json, public
from rules.olomoc.seats import SEATS
from rules.olomoc.state import PHASES, Cabal, State


def own_views(state: State) -> Mapping[Viewer, Json]:
    """What each seat sees besides the open part; the spectator sees no more."""
    return {SPECTATOR: {}, **{seat: _own(state, seat) for seat in SEATS}}


def _own(state: State, seat: Seat) -> Json:
    return {
        "hand": [card for card, n in hand(state, seat).items() for _ in range(n)] if state.ministries[seat] else [],
        "ministries": list(state.ministries[seat]),
        "plan": list(state.plans[seat]) if seat in state.plans else None,
        "cabal": kept_row(state, _cabal, seat, state.composed[seat]) if seat in state.composed else None,
    }


def _cabal(seat: Seat, cabal: Cabal) -> Json:
    row: Json = CABAL.dump(cabal)
    return row


def open_view(state: State) -> Json:
    """The public part of the view."""
    act = next((f for f in reversed(state.stack) if isinstance(f, fr.Activation)), None)
    return {
        **public(state),
        "active": active_json(act),
        "changed": modifiers.changed(state),
        "pile": len(state.artefact),
        "slots": _turned(state),
        "planned": {s: s in state.plans for s in SEATS},
        "composed": {s: s in state.composed for s in SEATS},
    }


@derived("plans", "turned")
def _turned(state: State) -> Json:
    """The slots of each seat's plan, with the cards of those that are turned."""
    return {s: [c if n < state.turned else None for n, c in enumerate(_slots(state, s))] for s in SEATS}


def _slots(state: State, seat: str) -> tuple[str | None, ...]:
    plan = state.plans.get(seat, ())
    return tuple(plan[n] if n < len(plan) and plan[n] else None for n in range(PHASES))

"""Adjustments: changes of figures and pawns that all players agree to, checked for sense and not against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat.deals import At, Id
from rules.diktat.legality import no, pawn_at
from rules.diktat.packs.cards import AFFINITIES
from rules.diktat.state import OTHERS, State
from rules.kernel import Codec, Refusal, Seat, noun
from rules.kernel.drafts import BAD_SHAPE
from rules.kernel.run import Run

Figure = Literal[
    "points", "pp", "citizens", "guards", "emissaries", "spies", "assassins", "politics", "people", "artefact", "debts",
    "corruption",
]  # fmt: skip
FIGURES: tuple[Figure, ...] = get_args(Figure)
MOST = 20
WHY = "adjustment"
AGENTS: Mapping[str, str] = {"citizens": "C", "guards": "G", "emissaries": "E"}
QUIET = (fr.Cycle, fr.Calling)
"""The frames of a match in which nothing is being carried out. Others name places or amounts, which an adjustment
beneath them would make wrong."""


@noun
class ChangeFigure:
    """So much more of a seat's figure, or less; what it has not is not taken."""

    kind: Figure
    seat: Seat
    n: Annotated[int, Field(ge=-MOST, le=MOST)]


@noun
class RemovePawn:
    """A pawn of a player's stack goes back behind its owner's screen. `pawn`: its place, from the top, from 1 on."""

    kind: Literal["remove"]
    stack: Id
    pawn: Annotated[int, Field(ge=1, le=99)]


@noun
class AddPawn:
    """A pawn comes on top of a player's stack, for all to see."""

    kind: Literal["add"]
    stack: Id
    pawn: Literal["C", "G", "E"]


CHANGES: Codec[Any] = Codec(ChangeFigure | RemovePawn | AddPawn)


def fault(state: State, changes: Sequence[Mapping[str, Any]], seat: Seat, card: str | None) -> Refusal | None:
    """`Engine.adjustable`: why these changes make no sense; None if they do. It asks nothing that is hidden."""
    if not changes or card is not None:
        return BAD_SHAPE
    if not all(isinstance(frame, QUIET) for frame in state.stack):
        return no("TIM-1", "not-now")
    judged = (_change_event(state, row) for row in changes)
    return next((fault for fault in judged if isinstance(fault, Refusal)), None)


def carry_out(run: Run[State], changes: Sequence[Mapping[str, Any]], seat: Seat) -> None:
    """Carries out agreed changes, as far as they still make sense."""
    for row in changes:
        event = _change_event(run.state, row)
        if event is not None and not isinstance(event, Refusal):
            run.emit(event)


def _change_event(state: State, row: Mapping[str, Any]) -> ev.Fact | Refusal | None:
    """The event of a change; None where there is nothing to take; why it makes no sense."""
    try:
        change = CHANGES.load(dict(row))
    except ValueError:
        return BAD_SHAPE
    match change:
        case ChangeFigure(seat=seat, n=n):
            return _figure_event(state, change) if n and seat in state.playing else BAD_SHAPE
        case RemovePawn(stack=stack, pawn=place):
            located = pawn_at(state, At(stack=stack, pawn=place))
            if isinstance(located, Refusal):
                return located
            _, owner, pawn = located
            return BAD_SHAPE if owner == OTHERS else ev.Recalled(owner, stack, (place,), pawn.kind)
        case AddPawn(stack=stack, pawn=kind):
            stack_at = state.find(stack)
            if stack_at is None:
                return no("STK-1", "unknown-stack", stack=stack)
            sector, owner, _ = stack_at
            return BAD_SHAPE if owner == OTHERS else ev.PawnAdded(owner, stack, sector, kind)
        case _:
            return BAD_SHAPE


def _figure_event(state: State, change: ChangeFigure) -> ev.Fact | Refusal | None:
    seat, kind, n = change.seat, change.kind, change.n
    its = state.players[seat]
    if kind == "points":
        return ev.Awarded(seat, n, WHY)
    if kind in ("spies", "assassins", "debts", "corruption"):
        if getattr(its, kind) + n < 0:
            return BAD_SHAPE
        if kind == "debts":
            return ev.DebtsChanged(seat, n)
        if kind == "corruption":
            return ev.Tainted(seat, n, WHY)
        return ev.TokensChanged(seat, *((n, 0) if kind == "spies" else (0, n)), WHY)
    # HID-2: what is behind a screen is taken as far as it is there
    if kind == "pp":
        n = max(n, -its.pp)
        return ev.Pp(seat, n, WHY) if n else None
    if kind in AGENTS:
        letter = AGENTS[kind]
        gained, lost = letter * n, letter * min(-n, its.agents.count(letter))
        return ev.AgentsChanged(seat, gained, lost, WHY) if gained or lost else None
    assert kind in AFFINITIES
    n = min(max(n, -its.affinities.get(kind, 0)), state.affinities_left(kind))
    return ev.AffinityChanged(seat, {kind: n}, WHY) if n else None

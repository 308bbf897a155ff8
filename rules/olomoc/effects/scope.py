"""Names of a card resolved where it acts: `self`, the sides, the names of its targets, the roll at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.kernel import replace
from rules.olomoc.frames import Activation, HostileRound, Phase, Resolve, Roll
from rules.olomoc.packs.language import Player, Side
from rules.olomoc.seats import Seat, other
from rules.olomoc.state import PHASES, Decor, PlacedMarker, Rouage, State

Thing = Rouage | PlacedMarker | Decor
SELF = "self"
ROLLED = "@rolled"
"""The name under which the result of a `roll` is bound; no card can name anything so."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A capacity at work: whose it is (`seat` and `bearer`), what its names stand for, and the event it answers."""

    state: State
    seat: Seat | None = None
    bearer: str | None = None
    bound: Mapping[str, Any] = field(default_factory=dict)
    roll: Roll | None = None
    amount: int = 0

    def named(self, ref: str) -> str | None:
        """The id that a reference stands for; nothing for a target left out."""
        id = self.bearer if ref == SELF else self.bound.get(ref)
        return id if isinstance(id, str) else None

    def thing(self, ref: str) -> Thing | None:
        """The piece, marker or decor that a reference stands for, while it is in the game."""
        id = self.named(ref)
        return thing(self.state, id) if id is not None else None

    def with_(self, **bound: Any) -> Scope:
        """The same with further names."""
        return replace(self, bound={**self.bound, **bound})

    @property
    def chooser(self) -> Seat:
        """The seat that decides for the controller: for a hostile's capacity the player with priority (GEN-5)."""
        return self.seat if self.seat is not None else self.state.priority


def thing(state: State, id: str) -> Thing | None:
    """The piece, marker or decor of that id; None for a rouage out of combat."""
    piece = state.pieces.get(id)
    if piece is not None:
        return None if piece.out else piece
    return state.markers.get(id) or state.decor.get(id)


def side(scope: Scope, piece: Rouage) -> Side:
    """GEN-4, GEN-9: what a rouage is, seen from the capacity's controller; the bearer is none but `self`."""
    if piece.id == scope.bearer:
        return "self"
    if scope.seat is None:
        return "allied" if piece.seat is None else "adverse"
    if piece.seat is None:
        return "hostile"
    return "allied" if piece.seat == scope.seat else "adverse"


def decider(scope: Scope, by: Player, piece: Rouage | None = None) -> Seat:
    """The player that a card means; `owner` is that piece's, for a hostile the one with priority (GEN-5)."""
    match by:
        case "controller":
            return scope.chooser
        case "opponent":
            return other(scope.chooser)
        case "priority":
            return scope.state.priority
        case "owner":
            return piece.seat if piece is not None and piece.seat is not None else scope.state.priority


def active(state: State) -> frozenset[str]:
    """The rouages that are active now."""
    return frozenset(id for frame in state.stack if isinstance(frame, Activation) for id in frame.rouages)


def opening(state: State) -> bool:
    """ART-5: whether a cycle's opening mechanism is being resolved."""
    for frame in state.stack:  # noqa: SIM110  (no generator: looked at after every step)
        if isinstance(frame, Resolve) and frame.opening:
            return True
    return False


def phase(state: State) -> int:
    """1 to 5 in a planning phase, 6 in the hostile phase, 0 outside phases."""
    if any(isinstance(frame, HostileRound) and frame.phase for frame in state.stack):
        return PHASES + 1
    return state.phase if any(isinstance(frame, Phase) for frame in state.stack) else 0

"""Lines of sight, borders as they are now, and who could strike whom (SEE, BRD-4, CRW-4, MEL-1, SHT-1)."""

from __future__ import annotations

from typing import NamedTuple

from rules.blade.board import KINDS, SHUT, BorderPiece, Kind, pair
from rules.blade.measure import crowded, has_skill, room_free
from rules.blade.state import State
from rules.geometry.zones import Barrier
from rules.kernel.memo import derived


def kind_now(state: State, piece: BorderPiece) -> Kind:
    """What a piece does now: a door by its state, a smashed one as an opening, one behind a barricade as that."""
    if any(
        token.kind == "barricade" and token.border and pair(*token.border) == state.board.beside[piece.key]
        for token in state.tokens
    ):
        return KINDS["barricade"]
    if piece.key in state.openings:
        return KINDS["opening"]  # SKL-25
    if piece.door is not None:
        return KINDS["door-open"] if state.doors[piece.key] == "open" else SHUT[piece.door.material]
    return KINDS[piece.kind]


@derived("pack", "scenario", "doors", "openings", "tokens")
def pieces_between(state: State, a: str, b: str) -> tuple[tuple[BorderPiece, Kind], ...]:
    """The pieces of the border of two zones, with what they do now; () where they are not adjacent."""
    return tuple((piece, kind_now(state, piece)) for piece in state.board.pieces.get(pair(a, b), ()))


class SightFound(NamedTuple):
    """Whether there is a line of sight; if not, by what, and which clause says so."""

    visible: bool
    by: tuple[str, ...] = ()
    clause: str = "SEE-1"


def sight(state: State, a: str, b: str) -> SightFound:
    """SEE-1 to SEE-8, VAR-1: the line of sight between two zones now."""
    line = _by_board(state, a, b)
    if not line.visible or not state.options.crowds_block_sight:
        return line
    return _through_crowds(state, a, b)


@derived("pack", "scenario", "doors", "openings", "tokens", "limit")
def _by_board(state: State, a: str, b: str) -> SightFound:
    board = state.board
    if a == b:
        return SightFound(True, (), "SEE-2")
    if state.limit is not None and (board.map.distance(a, b) or 99) > state.limit.at_most:
        return SightFound(False, (), "BAS-1")
    forced = board.forced_sight.get(pair(a, b))
    if forced is not None:
        return SightFound(forced, (), "SEE-6")
    low, high = sorted((board.zones[a], board.zones[b]), key=lambda zone: zone.level)
    if low.level != high.level and not high.brink:
        return SightFound(False, (), "SEE-5")
    over = high.level >= 1
    cutting = tuple(piece.key for piece in board.map.met(a, b) if _cuts(state, piece, over))
    return SightFound(not cutting, cutting)


def _cuts(state: State, barrier: Barrier, from_above: bool) -> bool:
    """SEE-8: what stands on the line now. `from_above`: one end is on level 1 or higher, which sees over a palisade
    (BRD-4)."""
    piece = state.board.of_key.get(barrier.key)
    if barrier.kind == "palisade" and from_above:
        return False
    if piece is None:
        return not KINDS[barrier.kind].sight
    if piece.key in state.openings:
        return False
    if piece.door is not None:
        return state.doors[piece.key] != "open" and not SHUT[piece.door.material].sight
    return not KINDS[piece.kind].sight


def _through_crowds(state: State, a: str, b: str) -> SightFound:
    """VAR-1; without it characters never cut a line (SEE-3): a zone on the way that is crowded for a character of
    size 1 cuts the line."""
    between = state.board.map.line(a, b)[1:-1]
    crowds = tuple(zone for zone in between if room_free(state, zone) < 1)
    return SightFound(not crowds, crowds, "VAR-1")


def sees(state: State, a: str, b: str) -> bool:
    """Whether there is a line of sight between two zones now (SEE-4: both ways)."""
    return sight(state, a, b).visible


@derived()
def seen_from(state: State, here: str) -> tuple[str, ...]:
    """The zones to which there is a line of sight from one, itself among them, in the board's order."""
    return tuple(zone for zone in state.board.zones if sees(state, here, zone))


# ---- striking --------------------------------------------------------------------------------------------------------


def in_melee(state: State, attacker: str, target: str) -> str | None:
    """The clause by which one character could strike another in melee; None if it could not (MEL-1)."""
    here, theirs = state.at(attacker), state.at(target)
    if here == theirs:
        return "MEL-1"
    between = pieces_between(state, here, theirs)
    if crowded(state, theirs, attacker) and any(kind.crowd for _, kind in between):
        return "CRW-4"
    if has_skill(state, attacker, "reach") and any(kind.reach for _, kind in between) and sees(state, here, theirs):
        return "SKL-1"
    return None


def why_not_in_melee(state: State, attacker: str, target: str) -> str:
    """The clause that forbids it: CRW-5 where only the other could strike from outside."""
    here, theirs = state.at(attacker), state.at(target)
    outside = state.board.adjacent(here, theirs) and crowded(state, here, target)
    return "CRW-5" if outside else "MEL-1"


def above(state: State, attacker: str, target: str) -> bool:
    """MEL-6: the target is in a zone of a lower level."""
    zones = state.board.zones
    return zones[state.at(target)].level < zones[state.at(attacker)].level

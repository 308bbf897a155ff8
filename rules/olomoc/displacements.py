"""Displacements and entries, with the ruler along which each is laid (MOV, ACT-2).

Every function returns a `Refusal`, or what the engine needs to carry the movement out.
"""

from __future__ import annotations

import random

from rules.geometry import (
    Disc,
    Fault,
    Pose,
    RulerSize,
    Scene,
    check_displacement,
    check_entry,
    check_short,
    entry_reach,
    find_displacement,
    find_entry,
    sample_entry,
    stand_fault,
)
from rules.kernel import Refusal
from rules.olomoc.frames import Drawn
from rules.olomoc.measure import rulers, scene
from rules.olomoc.state import MILLIMETRE, Placement, Point, Rouage, State

Way = tuple[Drawn, Placement | None]
"""The drawing of a displacement: the ruler and where it lies (None for a short move)."""


def displacement(
    state: State,
    piece: Rouage,
    to: Point,
    given: Placement | None,
    allowed: tuple[Drawn, ...] = ("displacement", "push", "short"),
) -> Way | Refusal:
    """The way in which the piece gets there (MOV-2, MOV-3; MOV-4 with `allowed` the push ruler only). A placement that
    is given is checked; otherwise one is searched for."""
    long, short = rulers(state)
    start, board, own = piece.disc, scene(state), frozenset((piece.id,))
    # The fault of the end says more than "no ruler leads there".
    fault = stand_fault(board, Disc(to[0], to[1], start.radius), own) or Fault("no-ruler")
    for drawn, ruler in (("displacement", long), ("push", short)):
        if drawn not in allowed:
            continue
        way = _with_ruler(board, start, to, given, ruler, own)
        if not isinstance(way, Fault):
            return ("displacement" if drawn == "displacement" else "push", way)
        fault = way if fault.code == "no-ruler" else fault
    if "short" in allowed and given is None:
        if (problem := check_short(board, start, to, own)) is None:
            return ("short", None)
        fault = problem if problem.code != "too-far" else fault
    return refused(fault, piece.id)


def _with_ruler(
    board: Scene, start: Disc, to: Point, given: Placement | None, ruler: RulerSize, own: frozenset[str]
) -> Placement | Fault:
    if given is not None:
        pose = Pose(given.x, given.y, given.angle)
        return check_displacement(board, start, to, pose, ruler, own) or given
    placement = find_displacement(board, start, to, ruler, own)
    return placement if isinstance(placement, Fault) else Placement(placement.x, placement.y, placement.angle)


def entry(state: State, piece: Rouage, to: Point, given: Placement | None) -> Way | Refusal:
    """ACT-2: from the ruler laid at the seat's deployment line."""
    assert piece.seat is not None
    edge, (ruler, _), board = state.edges[piece.seat], rulers(state), scene(state)
    if given is not None:
        pose = Pose(given.x, given.y, given.angle)
        fault = check_entry(board, edge, piece.radius, to, pose, ruler)
        return ("displacement", given) if fault is None else refused(fault, piece.id)
    placement = find_entry(board, edge, piece.radius, to, ruler)
    if isinstance(placement, Fault):
        return refused(placement, piece.id)
    return ("displacement", Placement(placement.x, placement.y, placement.angle))


def refused(fault: Fault, id: str) -> Refusal:
    """A fault of geometry as a refusal, with the movement's clause."""
    clause = {"off-bloc": "MOV-1", "overlap": "MOV-1", "no-length": "MOV-3"}.get(fault.code, "MOV-2")
    code = "no-ruler" if fault.code == "too-far" else fault.code
    return Refusal(clause, code, {"rouage": id, "by": list(fault.blockers)})


def farthest(state: State, piece: Rouage) -> float:
    """The greatest length of a displacement, centre to centre (µm): the longer ruler's diagonal and two radii."""
    longest = max((r.length**2 + r.width**2) ** 0.5 for r in rulers(state))
    return float(max(longest + 2 * piece.radius, piece.profile.base * MILLIMETRE))


def has_room(state: State, piece: Rouage) -> bool:
    """ACT-2: whether the ruler and then the base find any place at the deployment line."""
    assert piece.seat is not None
    edge, (ruler, _), board = state.edges[piece.seat], rulers(state), scene(state)
    rng = random.Random(0)  # a fixed sequence of tries: a state has one answer
    if any(sample_entry(board, edge, piece.radius, ruler, rng) for _ in range(20)):
        return True
    return bool(entry_reach(board, edge, piece.radius, ruler))


def drawn_with(state: State, piece: Rouage, to: Point, ruler: Placement | None) -> Drawn:
    """The ruler of a legal, completed displacement: the long one if it fits, else the push ruler."""
    if ruler is None:
        return "short"
    pose, own = Pose(ruler.x, ruler.y, ruler.angle), frozenset((piece.id,))
    fault = check_displacement(scene(state), piece.disc, to, pose, rulers(state)[0], own)
    return "displacement" if fault is None else "push"

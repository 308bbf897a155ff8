"""Regions that a movement can end in and lines of sight, as JSON for a screen. Lengths in µm."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.geometry import (
    Disc,
    Region,
    RulerSize,
    Scene,
    displacement_reach,
    entry_reach,
    region_near,
    union_regions,
    walk_reach,
)
from rules.kernel import Codec, Json, noun
from rules.olomoc.measure import adverse, element, look, rulers, scene
from rules.olomoc.state import INCH, Point, Rouage, State

SPOT: Codec[Point] = Codec(Point)


@noun
class PlannedPlace:
    """A piece as it would stand at a place (µm) where it may come to be."""

    piece: str
    at: Point


PLANNED: Codec[PlannedPlace] = Codec(PlannedPlace)


def region(state: State, id: str, kind: str, target: str | None = None) -> Region:
    """The places where such a movement of a piece can end. `target`: only where a charge at that one can. Raises
    ValueError for an unknown piece, kind or target."""
    piece = state.pieces.get(id) if isinstance(id, str) else None
    if piece is None or piece.out or (piece.at is None) != (kind == "enter"):
        raise ValueError("nothing there makes such a movement")
    long, short = rulers(state)
    if kind == "enter":
        if piece.seat is None or piece.seat not in state.edges:
            raise ValueError("nothing there enters")
        return entry_reach(scene(state), state.edges[piece.seat], piece.radius, long)
    if kind == "push":
        return displacement_reach(scene(state), piece.disc, short, frozenset((id,)))
    if kind == "walk":
        return _walk_reach(state, piece)
    if kind == "charge":
        foes = [p for p in _foes(state, piece) if target is None or p.id == target]
        if target is not None and not foes:
            raise ValueError("a charge has an adverse target on the Bloc")
        whole = _walk_reach(state, piece)
        return union_regions(*(region_near(whole, foe.disc, piece.radius, INCH) for foe in foes))
    raise ValueError("a reach is one of walk, charge, push, enter")


def reach(state: State, id: str, kind: str, target: str | None = None) -> Json:
    """The region that a screen draws (`Match.reach`). Raises ValueError as `region` does."""
    return {"polygons": printed(region(state, id, kind, target))}


def printed(regions: Region) -> list[Json]:
    """A region as JSON."""
    return [{"outer": _ring(p["outer"]), "holes": [_ring(h) for h in p["holes"]]} for p in regions]


def _walk_reach(state: State, piece: Rouage) -> Region:
    return _walked(scene(state), piece.disc, piece.id, *rulers(state))


@lru_cache(maxsize=32)
def _walked(board: Scene, start: Disc, id: str, *both: RulerSize) -> Region:
    """A walk's region, kept for the questions that follow on the same ground: its risks, a charge."""
    return walk_reach(board, start, both, frozenset((id,)))


def _foes(state: State, piece: Rouage) -> list[Rouage]:
    return [p for p in state.on_bloc() if adverse(piece, p)]


def _ring(points: Any) -> list[list[int]]:
    return [[int(x), int(y)] for x, y in points]


def spot(state: State, what: Any) -> Disc:
    if isinstance(what, str):
        if (disc := element(state, what)) is None:
            raise ValueError(f"{what!r} is not on the Bloc")
        return disc.disc
    if isinstance(what, Mapping):
        what = PLANNED.load(dict(what))
    if isinstance(what, PlannedPlace):
        if (piece := state.pieces.get(what.piece)) is None:
            raise ValueError(f"there is no piece {what.piece!r}")
        return Disc(*what.at, piece.radius)
    try:
        x, y = SPOT.load(what)
    except ValueError:
        raise ValueError("a point is [x, y] in whole micrometres") from None
    return Disc(x, y, 0)


def sight(state: State, a: Any, b: Any) -> Json:
    """The line between two things or points (`Match.sight`). Raises ValueError for what is neither.

    LOS-3: what is not on the Bloc neither sees nor is seen.
    """
    if any(isinstance(what, str) and what in state.pieces and state.pieces[what].at is None for what in (a, b)):
        return {"visible": False, "segment": None, "blockers": []}
    seen = look(state, spot(state, a), spot(state, b))
    segment = [list(point) for point in seen.segment] if seen.segment is not None else None
    return {"visible": seen.visible, "segment": segment, "blockers": list(seen.blockers)}

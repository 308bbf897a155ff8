"""Movements with a goal: directly toward or away, or within a range of a target.

The straight way is tried first; then the nearest points of the reachable regions, each settled by the exact search and
improved by small steps. Every result is legal; the best of the legal ones is found to within the resolution of the
regions, at most 0.05 in short of the optimum.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

import shapely
from shapely.geometry.base import BaseGeometry

from rules.geometry.checks import check_displacement, check_short
from rules.geometry.chords import longest
from rules.geometry.footing import NOTHING, stand_fault
from rules.geometry.free import Runs
from rules.geometry.reach import runs_of, walk_shape
from rules.geometry.search import find_displacement
from rules.geometry.shapes import CONTACT, Disc, Point, Pose, RulerSize, Scene, gap, within
from rules.geometry.witness import witnesses

CLOSE = 1270
"""The largest distance from the optimum that counts as "directly", in micrometres."""

FAN = 24
TRIED = 40


@dataclass(frozen=True, slots=True)
class Reached:
    """An end that a movement can reach: its centre, the ruler's placement (None: a short move), the gap left."""

    to: Point
    pose: Pose | None
    gap: float


class Mover:
    """A base that may move along any of some rulers, or by the short move. The results about it are kept, whichever
    target it seeks: the ends that were settled, where rulers may lie, the region that they lead to."""

    def __init__(self, scene: Scene, start: Disc, rulers: tuple[RulerSize, ...], ignore: frozenset[str]) -> None:
        self.scene, self.start, self.rulers, self.ignore = scene, start, rulers, ignore
        self.far = max([longest(ruler, start.radius) for ruler in rulers] + [2.0 * start.radius])
        self.settled: dict[Point, Pose | Literal["short"] | None] = {}

    def settle(self, to: Point, target: Disc) -> Reached | None:
        """The way to reach an end, the short move being preferred; None when it cannot be reached."""
        if to not in self.settled:
            self.settled[to] = self._settle(to)
        way = self.settled[to]
        return (
            Reached(to, way if isinstance(way, Pose) else None, gap(self.at(to), target)) if way is not None else None
        )

    def _settle(self, to: Point) -> Pose | Literal["short"] | None:
        if to == self.start.centre or stand_fault(self.scene, self.at(to), self.ignore) is not None:
            return None
        if check_short(self.scene, self.start, to, self.ignore) is None:
            return "short"
        for ruler in self.rulers:
            pose = find_displacement(self.scene, self.start, to, ruler, self.ignore)
            if isinstance(pose, Pose):
                return pose
        return None

    def at(self, to: Point) -> Disc:
        return Disc(to[0], to[1], self.start.radius)

    @cached_property
    def runs(self) -> list[Runs]:
        return [runs_of(self.scene, self.start, ruler, self.ignore) for ruler in self.rulers]

    @cached_property
    def region(self) -> BaseGeometry:
        return walk_shape(self.scene, self.start, zip(self.rulers, self.runs, strict=True), self.ignore)

    def witnessed(self, target: Disc, sign: int, found: Reached | None, most: float = math.inf) -> Reached | None:
        """A better end than what is found, out of the places where a ruler is known to lie; none with more of a gap
        than `most`."""
        for ruler, runs in zip(self.rulers, self.runs, strict=True):
            for to, pose in witnesses(runs, ruler, self.start, target, sign):
                left = gap(self.at(to), target)
                if left > most or (found is not None and sign * left >= sign * found.gap):
                    break
                if check_displacement(self.scene, self.start, to, pose, ruler, self.ignore) is None:
                    found = Reached(to, pose, left)
                    break
        return found

    def best(self, ends: Iterator[Point] | list[Point], target: Disc, sign: int) -> Reached | None:
        """The best of some ends by `sign` times the gap, searched only while better than what is known."""
        found: Reached | None = None
        for to in ends:
            left = gap(self.at(to), target)
            if found is not None and sign * left >= sign * found.gap:
                continue
            found = self.settle(to, target) or found
        return found


class _Movers:
    """A cache of the movers asked about last, latest first: a search for several targets in turn reuses their
    results."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: tuple[Mover, ...] = ()

    def find(self, scene: Scene, start: Disc, rulers: tuple[RulerSize, ...], ignore: frozenset[str]) -> Mover:
        kept = self._kept
        for mover in kept:
            if mover.scene is scene and (mover.start, mover.rulers, mover.ignore) == (start, rulers, ignore):
                return mover
        made = Mover(scene, start, rulers, ignore)
        self._kept = (made, *kept[: self._most - 1])
        return made


_MOVERS = _Movers(8)


def best_toward(
    scene: Scene, start: Disc, target: Disc, rulers: tuple[RulerSize, ...], ignore: frozenset[str] = NOTHING
) -> Reached | None:
    """The movement that ends as near to a target as possible, or None when none gets nearer."""
    mover = _MOVERS.find(scene, start, rulers, ignore)
    now = gap(start, target)
    least = max(0.0, now - mover.far)
    found = mover.best(_straight(mover, target), target, 1)
    if found is None or found.gap > least + CONTACT:
        found = _improve(mover, target, 1, found, least)
    return found if found is not None and found.gap < now else None


def best_away(
    scene: Scene, start: Disc, target: Disc, rulers: tuple[RulerSize, ...], ignore: frozenset[str] = NOTHING
) -> Reached | None:
    """The movement that ends as far from a target as possible, or None when none gets farther."""
    mover = _MOVERS.find(scene, start, rulers, ignore)
    now = gap(start, target)
    found = mover.best([_from(start.centre, _angle(target, start), mover.far - 1)], target, -1)
    if found is None:
        found = _improve(mover, target, -1, None, now + mover.far)
    return found if found is not None and found.gap > now else None


def can_come_within(
    scene: Scene,
    start: Disc,
    target: Disc,
    reach: int,
    rulers: tuple[RulerSize, ...],
    ignore: frozenset[str] = NOTHING,
    wanted: Callable[[Point], bool] | None = None,
) -> Reached | None:
    """A movement that ends with at most `reach` from edge to edge of a target, if one is found, and where
    `wanted` says yes.

    None is certain when the target is out of every movement's range. Otherwise the directions that were looked at
    leave out only what a ruler reaches with less than half a millimetre to spare, askew to every side.
    """
    mover = _MOVERS.find(scene, start, rulers, ignore)
    if gap(start, target) > mover.far + reach + 2 * CONTACT:
        return None
    for to in _ring(mover, target, reach):
        settled = mover.settle(to, target) if wanted is None or wanted(to) else None
        if settled is not None:
            return settled
    ring = shapely.Point(target.x, target.y).buffer(target.radius + start.radius + reach, quad_segs=16)
    shape = mover.region
    near = shape.intersection(ring)
    ends = [*_insides(near), *_nearest_points(shape, target, 1)[:TRIED]]
    for to in ends:
        near_enough = within(mover.at(to), target, reach) and (wanted is None or wanted(to))
        settled = mover.settle(to, target) if near_enough else None
        if settled is not None:
            return settled
    # Small steps may still lead within reach from an end that is nearly there, and from no other.
    nearly = reach + 4 * CLOSE
    ends = [to for to in ends if gap(mover.at(to), target) <= nearly]
    found = mover.witnessed(target, 1, mover.best(ends, target, 1), nearly)
    if found is not None:
        found = _step(mover, target, 1, found, lambda best: best.gap <= reach)
    if found is None or found.gap > reach or (wanted is not None and not wanted(found.to)):
        return None
    return found


def _angle(a: Disc, b: Disc) -> float:
    """The direction from one disc to another; along x where they have the same centre."""
    return math.atan2(b.y - a.y, b.x - a.x)


def _from(centre: Point, angle: float, far: float) -> Point:
    return round(centre[0] + far * math.cos(angle)), round(centre[1] + far * math.sin(angle))


def _straight(mover: Mover, target: Disc) -> Iterator[Point]:
    """Contact with the target all round it, from the near side on, or the farthest end on the straight way."""
    start = mover.start
    touch = target.radius + start.radius + 1
    if math.hypot(target.x - start.x, target.y - start.y) - touch > mover.far:
        yield _from(start.centre, _angle(start, target), mover.far - 1)
        return
    toward_start = _angle(target, start)
    for k in range(FAN):
        end = _from(target.centre, toward_start + (k + 1) // 2 * (-1) ** k * 2 * math.pi / FAN, touch)
        if math.hypot(end[0] - start.x, end[1] - start.y) <= mover.far:
            yield end


def _ring(mover: Mover, target: Disc, reach: int) -> Iterator[Point]:
    """Ends within reach of a target, from the near side on: just within, in contact, and half way."""
    start = mover.start
    toward_start = _angle(target, start)
    touch = target.radius + start.radius
    for far in (touch + reach - 2, touch + 1, touch + reach / 2):
        for k in range(FAN):
            end = _from(target.centre, toward_start + (k + 1) // 2 * (-1) ** k * 2 * math.pi / FAN, far)
            if math.hypot(end[0] - start.x, end[1] - start.y) <= mover.far:
                yield end


def _insides(shape: BaseGeometry) -> list[Point]:
    """A point well inside each part of a shape, the largest part first."""
    parts = [part for part in shapely.get_parts(shape) if part.area > 0]
    parts.sort(key=lambda part: -part.area)
    points = [part.representative_point() for part in parts]
    return [(round(point.x), round(point.y)) for point in points]


def _nearest_points(shape: BaseGeometry, target: Disc, sign: int) -> list[Point]:
    """Points of the boundary of a shape: of each of its sides the nearest to a target, or the farthest; in order."""
    points: set[Point] = set()
    for part in shapely.get_parts(shape):
        if part.geom_type != "Polygon":
            continue
        for ring in (part.exterior, *part.interiors):
            corners = list(ring.coords)
            points.update((round(x), round(y)) for x, y in corners)
            if sign > 0:
                points.update(_foot(target, p, q) for p, q in pairwise(corners))
    return sorted(points, key=lambda p: (sign * math.hypot(p[0] - target.x, p[1] - target.y), p))


def _foot(target: Disc, p: tuple[float, ...], q: tuple[float, ...]) -> Point:
    dx, dy = q[0] - p[0], q[1] - p[1]
    squared = dx * dx + dy * dy
    t = ((target.x - p[0]) * dx + (target.y - p[1]) * dy) / squared if squared else 0.0
    t = max(0.0, min(1.0, t))
    return round(p[0] + t * dx), round(p[1] + t * dy)


def _improve(mover: Mover, target: Disc, sign: int, found: Reached | None, limit: float) -> Reached | None:
    """The best of the regions' boundary, drawn on by small steps; with what was found before."""
    for to in _nearest_points(mover.region, target, sign)[:TRIED]:
        left = gap(mover.at(to), target)
        if found is not None and sign * left >= sign * found.gap:
            break
        settled = mover.settle(to, target)
        if settled is not None:
            found = settled
            break
    found = mover.witnessed(target, sign, found)
    if found is None:
        return None
    return _step(mover, target, sign, found, lambda best: sign * best.gap <= sign * limit + 1)


def _step(mover: Mover, target: Disc, sign: int, found: Reached, enough: Callable[[Reached], bool]) -> Reached:
    """Small steps from an end to better ones, halved where none helps, until they are far below what counts."""
    size = 2.0 * CLOSE
    while size > CLOSE / 16 and not enough(found):
        ahead = math.atan2(target.y - found.to[1], target.x - found.to[0]) + (math.pi if sign < 0 else 0.0)
        turns = (0.0, 0.6, -0.6, 1.1, -1.1, 1.45, -1.45)
        better = mover.best([_from(found.to, ahead + turn, size) for turn in turns], target, sign)
        if better is not None and sign * better.gap < sign * found.gap - 1:
            found = better
        else:
            size /= 2
    return found

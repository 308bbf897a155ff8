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

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.geometry.checks import check_displacement, check_short
from rules.geometry.chords import longest
from rules.geometry.families import Array, Index
from rules.geometry.footing import NOTHING, stand_fault
from rules.geometry.free import ANGLES, Runs
from rules.geometry.reach import runs_of, walk_shape
from rules.geometry.search import displacement_pose, rounded
from rules.geometry.shapes import CONTACT, OVERLAP, Disc, Point, Pose, RulerSize, Scene, gap, within
from rules.geometry.witness import ends_around, nearest_ends, rulers_along, rulers_near, witnesses

CLOSE = 1270
"""The largest distance from the optimum that counts as "directly", in micrometres."""

FAN = 24
TRIED = 40
RULERS = 400
"""The largest number of known rulers on whose outlines ends are looked for."""
ENDS = 400
"""The largest number of ends on known rulers that are checked."""
CLOSER = 12
"""The largest number of directions beside which rulers askew are looked for."""


@dataclass(frozen=True, slots=True)
class Reached:
    """An end that a movement can reach: its centre, the ruler's placement (None: a short move), the gap left."""

    to: Point
    pose: Pose | None
    gap: float


class Mover:
    """A base that may move along any of some rulers, or by the short move. The results about it are kept, whichever
    target it seeks: the ends that were settled, where rulers may lie, the region that they lead to; and by target and
    sign the best end toward it (1) or away from it (-1)."""

    def __init__(self, scene: Scene, start: Disc, rulers: tuple[RulerSize, ...], ignore: frozenset[str]) -> None:
        self.scene, self.start, self.rulers, self.ignore = scene, start, rulers, ignore
        self.far = max([longest(ruler, start.radius) for ruler in rulers] + [2.0 * start.radius])
        self.settled: dict[Point, Pose | Literal["short"] | None] = {}
        self.sought: dict[tuple[Disc, int], Reached | None] = {}

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
            pose = displacement_pose(self.scene, self.start, to, ruler, self.ignore)
            if pose is not None:
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

    def witnessed(self, target: Disc, sign: int, reached: Reached | None, most: float = math.inf) -> Reached | None:
        """A better end than what is found, out of the places where a ruler is known to lie; none with more of a gap
        than `most`."""
        for ruler, runs in zip(self.rulers, self.runs, strict=True):
            for to, pose in witnesses(runs, ruler, self.start, target, sign):
                left = gap(self.at(to), target)
                if left > most or (reached is not None and sign * left >= sign * reached.gap):
                    break
                if check_displacement(self.scene, self.start, to, pose, ruler, self.ignore) is None:
                    reached = Reached(to, pose, left)
                    break
        return reached

    def best(self, ends: Iterator[Point] | list[Point], target: Disc, sign: int) -> Reached | None:
        """The best of some ends by `sign` times the gap, searched only while better than what is known."""
        reached: Reached | None = None
        for to in ends:
            left = gap(self.at(to), target)
            if reached is not None and sign * left >= sign * reached.gap:
                continue
            reached = self.settle(to, target) or reached
        return reached

    def standing(self, x: Array, y: Array, which: Index) -> tuple[Array, Array, Index]:
        """The ends among these that are on the board and clear of all discs."""
        r, size = self.start.radius, self.scene.size
        room = (x >= r) & (x <= size - r) & (y >= r) & (y <= size - r)
        for name, disc in self.scene.discs:
            if name not in self.ignore:
                room &= (x - disc.x) ** 2 + (y - disc.y) ** 2 >= (r + disc.radius - OVERLAP) ** 2
        return x[room], y[room], which[room]

    def first_end(
        self, places: Array, ruler: RulerSize, target: Disc, reach: int, wanted: Callable[[Point], bool] | None
    ) -> tuple[Reached | None, int]:
        """A legal end within reach of a target on the outline of one of these rulers that is wanted; and the number of
        those that were not."""
        places = places[:, :: places.shape[1] // RULERS + 1]
        gaps = np.linspace(2.0 - OVERLAP, reach - 2.0, max(4, reach // (2 * CLOSE))).tolist()
        around = ends_around(places, ruler, self.start, target, gaps[::-1])
        nearest = nearest_ends(places, ruler, self.start, target)
        x, y, which = self.standing(*(np.concatenate(column) for column in zip(around, nearest, strict=True)))
        unwanted = 0
        for n in np.unique(np.linspace(0, len(x) - 1, min(len(x), ENDS)).astype(np.intp)).tolist():
            to = round(x[n]), round(y[n])
            pose = rounded(places[:, which[n]])
            if not within(self.at(to), target, reach):
                continue
            if check_displacement(self.scene, self.start, to, pose, ruler, self.ignore) is not None:
                continue
            if wanted is None or wanted(to):
                return Reached(to, pose, gap(self.at(to), target)), unwanted
            unwanted += 1
            if unwanted == TRIED:
                break
        return None, unwanted


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
    if (target, 1) not in mover.sought:
        mover.sought[target, 1] = _nearest(mover, target)
    return mover.sought[target, 1]


def _nearest(mover: Mover, target: Disc) -> Reached | None:
    now = gap(mover.start, target)
    least = max(0.0, now - mover.far)
    reached = mover.best(_straight(mover, target), target, 1)
    if reached is None or reached.gap > least + CONTACT:
        reached = _improve(mover, target, 1, reached, least)
    return reached if reached is not None and reached.gap < now else None


def best_away(
    scene: Scene, start: Disc, target: Disc, rulers: tuple[RulerSize, ...], ignore: frozenset[str] = NOTHING
) -> Reached | None:
    """The movement that ends as far from a target as possible, or None when none gets farther."""
    mover = _MOVERS.find(scene, start, rulers, ignore)
    if (target, -1) not in mover.sought:
        mover.sought[target, -1] = _farthest(mover, target)
    return mover.sought[target, -1]


def _farthest(mover: Mover, target: Disc) -> Reached | None:
    start = mover.start
    now = gap(start, target)
    reached = mover.best([_from(start.centre, _angle(target, start), mover.far - 1)], target, -1)
    if reached is None:
        reached = _improve(mover, target, -1, None, now + mover.far)
    return reached if reached is not None and reached.gap > now else None


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
    for to in _short(mover, target, reach):
        settled = mover.settle(to, target) if wanted is None or wanted(to) else None
        if settled is not None:
            return settled
    return _along_rulers(mover, target, reach, wanted)


def _along_rulers(mover: Mover, target: Disc, reach: int, wanted: Callable[[Point], bool] | None) -> Reached | None:
    """An end within reach of a target on the outline of a ruler that is known to lie there; where outlines come nearly
    so near, of one that lies askew between two directions that were looked at."""
    for ruler, runs in zip(mover.rulers, mover.runs, strict=True):
        nearly = rulers_near(
            rulers_along(runs, ruler, mover.start, 2 * CLOSE), ruler, mover.start, target, reach + 2 * CLOSE
        )
        reached, judged = mover.first_end(nearly, ruler, target, reach, wanted)
        if reached is None and not judged:
            *_, which = mover.standing(*ends_around(nearly, ruler, mover.start, target, [reach + 2 * CLOSE]))
            turns = np.unique(runs.angle[nearly[4, which].astype(np.intp)])
            if len(turns):
                turns = turns[:: len(turns) // CLOSER + 1]
                askew = (turns[:, None] + np.arange(-8, 9) * (math.pi / ANGLES / 16)).ravel() % math.pi
                closer = runs_of(mover.scene, mover.start, ruler, mover.ignore, np.unique(askew))
                places = rulers_along(closer, ruler, mover.start, CLOSE / 4)
                near = rulers_near(places, ruler, mover.start, target, reach)
                reached, _ = mover.first_end(near, ruler, target, reach, wanted)
        if reached is not None:
            return reached
    return None


def _short(mover: Mover, target: Disc, reach: int) -> Iterator[Point]:
    """Ends of short moves within reach of a target, from the near side on."""
    ahead = _angle(mover.start, target)
    for far in (2 * mover.start.radius - 1, mover.start.radius, mover.start.radius / 8):
        for k in range(FAN):
            end = _from(mover.start.centre, ahead + (k + 1) // 2 * (-1) ** k * 2 * math.pi / FAN, far)
            if within(mover.at(end), target, reach):
                yield end


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
    """Ends within reach of a target, from the near side on: just within, in contact, and half way; and the farthest
    end on the straight way."""
    start = mover.start
    toward_start = _angle(target, start)
    touch = target.radius + start.radius
    for far in (touch + reach - 2, touch + 1, touch + reach / 2):
        for k in range(FAN):
            end = _from(target.centre, toward_start + (k + 1) // 2 * (-1) ** k * 2 * math.pi / FAN, far)
            if math.hypot(end[0] - start.x, end[1] - start.y) <= mover.far:
                yield end
    farthest = _from(start.centre, _angle(start, target), mover.far)
    if within(mover.at(farthest), target, reach):
        yield farthest


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


def _improve(mover: Mover, target: Disc, sign: int, reached: Reached | None, limit: float) -> Reached | None:
    """The best of the regions' boundary, drawn on by small steps; with what was found before."""
    for to in _nearest_points(mover.region, target, sign)[:TRIED]:
        left = gap(mover.at(to), target)
        if reached is not None and sign * left >= sign * reached.gap:
            break
        settled = mover.settle(to, target)
        if settled is not None:
            reached = settled
            break
    reached = mover.witnessed(target, sign, reached)
    if reached is None:
        return None
    return _step(mover, target, sign, reached, lambda best: sign * best.gap <= sign * limit + 1)


def _step(mover: Mover, target: Disc, sign: int, reached: Reached, enough: Callable[[Reached], bool]) -> Reached:
    """Small steps from an end to better ones, halved where none helps, until they are far below what counts."""
    size = 2.0 * CLOSE
    while size > CLOSE / 16 and not enough(reached):
        ahead = math.atan2(target.y - reached.to[1], target.x - reached.to[0]) + (math.pi if sign < 0 else 0.0)
        turns = (0.0, 0.6, -0.6, 1.1, -1.1, 1.45, -1.45)
        better = mover.best([_from(reached.to, ahead + turn, size) for turn in turns], target, sign)
        if better is not None and sign * better.gap < sign * reached.gap - 1:
            reached = better
        else:
            size /= 2
    return reached

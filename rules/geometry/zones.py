"""Maps of zones: outlines that share borders, a dot in each, and barriers that stand on borders or elsewhere. Lengths
are whole board units, x to the right, y downward; all answers are exact. It knows no game: what a kind of barrier does
is the caller's."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

Point = tuple[int, int]
Segment = tuple[Point, Point]


class Area(NamedTuple):
    """A zone: its outline, a simple polygon without the first point repeated, and its dot."""

    outline: tuple[Point, ...]
    dot: Point


class Barrier(NamedTuple):
    """Something that stands along a line. `key` is unique on its map, `kind` is for the caller."""

    key: str
    kind: str
    path: tuple[Point, ...]

    @property
    def segments(self) -> Iterator[Segment]:
        return zip(self.path, self.path[1:], strict=False)


def turn(a: Point, b: Point, c: Point) -> int:
    """Twice the signed area of a triangle: 0 where the points are on one line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _within(p: Point, s: Segment) -> bool:
    """Whether a point on the line of a segment lies on the segment."""
    (ax, ay), (bx, by) = s
    return min(ax, bx) <= p[0] <= max(ax, bx) and min(ay, by) <= p[1] <= max(ay, by)


def touch(s: Segment, t: Segment) -> bool:
    """Whether two closed segments have a point in common.

    >>> touch(((0, 0), (4, 0)), ((4, 0), (4, 9))), touch(((0, 0), (4, 0)), ((5, -1), (5, 1)))
    (True, False)
    """
    a, b, c, d = turn(*s, t[0]), turn(*s, t[1]), turn(*t, s[0]), turn(*t, s[1])
    if ((a > 0) != (b > 0)) and ((c > 0) != (d > 0)) and a and b and c and d:
        return True
    ends = ((a, t[0], s), (b, t[1], s), (c, s[0], t), (d, s[1], t))
    return any(side == 0 and _within(point, segment) for side, point, segment in ends)


def overlap(s: Segment, t: Segment) -> bool:
    """Whether two segments share a stretch, more than a point."""
    if turn(*s, t[0]) or turn(*s, t[1]):
        return False
    axis = 0 if s[0][0] != s[1][0] else 1
    low = max(min(s[0][axis], s[1][axis]), min(t[0][axis], t[1][axis]))
    return low < min(max(s[0][axis], s[1][axis]), max(t[0][axis], t[1][axis]))


def edges(outline: Sequence[Point]) -> Iterator[Segment]:
    """The sides of a polygon."""
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def share_border(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Whether two outlines share a stretch of border; a corner is not enough."""
    return any(overlap(s, t) for s in edges(one) for t in edges(two))


def holds(outline: Sequence[Point], at: tuple[Fraction | int, Fraction | int]) -> bool:
    """Whether a point lies inside a polygon, or on its border."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in edges(outline):
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if cross == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (cross > 0) == (by > ay):
            inside = not inside
    return inside


@dataclass(frozen=True, eq=False)
class ZoneMap:
    """A map. `barriers`: everything that a line of sight may meet."""

    zones: Mapping[str, Area]
    barriers: tuple[Barrier, ...] = ()

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The zones that share a stretch of border with each zone, in the order of the map."""
        ids, beside = list(self.zones), {id: list[str]() for id in self.zones}
        for n, one in enumerate(ids):
            for two in ids[n + 1 :]:
                if share_border(self.zones[one].outline, self.zones[two].outline):
                    beside[one].append(two)
                    beside[two].append(one)
        return {id: tuple(sorted(near, key=ids.index)) for id, near in beside.items()}

    @cached_property
    def _distances(self) -> Mapping[str, Mapping[str, int]]:
        return {id: self._from(id) for id in self.zones}

    def _from(self, start: str) -> Mapping[str, int]:
        steps, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for near in self.neighbours[here]:
                if near not in steps:
                    steps[near] = steps[here] + 1
                    queue.append(near)
        return steps

    def distance(self, a: str, b: str) -> int | None:
        """The least number of steps between neighbours from one zone to another; None where there is no way."""
        return self._distances[a].get(b)

    def nearest(self, a: str) -> list[str]:
        """All zones that can be reached from one, itself first, by distance and then in the order of the map."""
        from_here = self._distances[a]
        return sorted(from_here, key=from_here.__getitem__)

    @cached_property
    def _met(self) -> dict[tuple[str, str], tuple[Barrier, ...]]:
        return {}

    def met(self, a: str, b: str) -> tuple[Barrier, ...]:
        """The barriers that the straight segment between two dots meets; touching an end is meeting."""
        key = (a, b) if a < b else (b, a)
        if key not in self._met:
            line = (self.zones[key[0]].dot, self.zones[key[1]].dot)
            barriers = (barrier for barrier in self.barriers if any(touch(line, s) for s in barrier.segments))
            self._met[key] = () if a == b else tuple(barriers)
        return self._met[key]

    def sees(self, a: str, b: str, cuts: Callable[[Barrier], bool]) -> bool:
        """Whether the segment between two dots meets no barrier that cuts."""
        return not any(map(cuts, self.met(a, b)))

    @cached_property
    def _lines(self) -> dict[tuple[str, str], tuple[str, ...]]:
        return {}

    def line(self, a: str, b: str, least: int = 1) -> tuple[str, ...]:
        """The zones that the segment between two dots passes through, in order, both ends included; a stretch shorter
        than `least` is passed over."""
        if (a, b) not in self._lines:
            self._lines[a, b] = (a,) if a == b else tuple(self._passed(a, b, least))
        return self._lines[a, b]

    def _passed(self, a: str, b: str, least: int) -> Iterator[str]:
        start, end = self.zones[a].dot, self.zones[b].dot
        dx, dy = end[0] - start[0], end[1] - start[1]
        cuts = {Fraction(0), Fraction(1)}
        for area in self.zones.values():
            for edge in edges(area.outline):
                cuts |= _crossings(start, (dx, dy), edge)
        marks, last = sorted(cuts), None
        lengths: list[tuple[str, Fraction]] = []
        for low, high in itertools.pairwise(marks):
            middle = (low + high) / 2
            point = (start[0] + middle * dx, start[1] + middle * dy)
            zone = next((id for id, area in self.zones.items() if holds(area.outline, point)), None)
            if zone is not None and zone == last:
                lengths[-1] = (zone, lengths[-1][1] + high - low)
            elif zone is not None:
                lengths.append((zone, high - low))
            last = zone
        square = dx * dx + dy * dy
        shown = [zone for zone, share in lengths if share * share * square >= least * least]
        previous = None
        for zone in shown:
            if zone != previous:
                yield zone
            previous = zone


def _crossings(start: Point, way: Point, edge: Segment) -> set[Fraction]:
    """Where, from 0 to 1 along a line, it crosses an edge that is not parallel to it."""
    (ax, ay), (bx, by) = edge
    ex, ey = bx - ax, by - ay
    across = way[0] * ey - way[1] * ex
    if across == 0:
        return set()
    t = Fraction((ax - start[0]) * ey - (ay - start[1]) * ex, across)
    u = Fraction((ax - start[0]) * way[1] - (ay - start[1]) * way[0], across)
    return {t} if 0 <= t <= 1 and 0 <= u <= 1 else set()


# ---- faults of a map -------------------------------------------------------------------------------------------------


def area_of(outline: Sequence[Point]) -> Fraction:
    """The area of a simple polygon."""
    return Fraction(abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in edges(outline))), 2)


def overlapping(zones: Mapping[str, Area]) -> Iterator[tuple[str, str]]:
    """Pairs of zones whose inner parts meet."""
    from shapely import Polygon  # only readers of maps need it

    shapes = {id: Polygon(area.outline) for id, area in zones.items()}
    ids = list(shapes)
    for n, one in enumerate(ids):
        for two in ids[n + 1 :]:
            if shapes[one].intersection(shapes[two]).area > 1e-6:
                yield one, two


def near_misses(zones: ZoneMap, within: int, cuts: Callable[[Barrier], bool]) -> Iterator[tuple[str, str]]:
    """Pairs of zones whose line of sight passes the end of a barrier that cuts at less than this distance without
    meeting it."""
    ids = list(zones.zones)
    ends = [point for barrier in zones.barriers if cuts(barrier) for point in (barrier.path[0], barrier.path[-1])]
    for a, b in ((a, b) for n, a in enumerate(ids) for b in ids[n + 1 :]):
        line = (zones.zones[a].dot, zones.zones[b].dot)
        if zones.sees(a, b, cuts) and any(_distance_squared(point, line) < within * within for point in ends):
            yield a, b


def _distance_squared(p: Point, s: Segment) -> Fraction:
    (ax, ay), (bx, by) = s
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = min(Fraction(1), max(Fraction(0), Fraction((p[0] - ax) * dx + (p[1] - ay) * dy, length)))
    x, y = ax + t * dx - p[0], ay + t * dy - p[1]
    return x * x + y * y

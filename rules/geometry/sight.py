"""Line of sight between two discs past opaque polygons: exact, closed, touching is no cut.

Look along the line between the two centres. What can cut a segment lies in the *corridor*: the trapezium between
the points where the two outer tangents touch the discs. The boundary of a block crosses the corridor in chains.
A chain from the upper tangent to the lower one hides everything. One that comes in and leaves through the upper
tangent hangs down: a free line has all its corners above it; and so below, for the lower tangent. A block wholly
inside may be passed on either side, as one. That holds for any simple polygon, convex or not.

With every corner on a known side, the lines that meet both discs and keep to it are found by their direction
alone: each pair of an upper and a lower bound on a line's offset forbids one open interval of directions.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from rules.geometry.footing import NOTHING
from rules.geometry.polygon import Ring
from rules.geometry.shapes import Disc, Point, Scene, gap

SLACK = 0.02
"""Depth in micrometres below which a line only touches."""

Local = tuple[float, float]
Intervals = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one disc sees another, along which segment (from the first to the second), or what hides it.

    When hidden, `blockers` names a set of blocks that hide it together and of which none can be spared; sorted.
    """

    visible: bool
    segment: tuple[Point, Point] | None
    blockers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shadow:
    """The shadow of one block in the corridor: corners that stay above a free line, below it, or together on a side."""

    shut: bool
    above: tuple[Local, ...]
    below: tuple[Local, ...]
    island: tuple[Local, ...]


class Corridor:
    """Two discs seen along the line between their centres: x from the first to the second, y across."""

    def __init__(self, a: Disc, b: Disc) -> None:
        self.origin = a.centre
        dx, dy = b.x - a.x, b.y - a.y
        self.distance = math.hypot(dx, dy)
        self.cos, self.sin = dx / self.distance, dy / self.distance
        self.ra, self.rb = float(a.radius), float(b.radius)
        # The outer tangents: their points of contact, on the upper side.
        lean = (self.ra - self.rb) / self.distance
        level = math.sqrt(1 - lean * lean)
        self.x0, self.y0 = self.ra * lean, self.ra * level
        self.x1, self.y1 = self.distance + self.rb * lean, self.rb * level
        self.slope = (self.y1 - self.y0) / (self.x1 - self.x0)
        self.widest = math.asin(min(1.0, (self.ra + self.rb) / self.distance))

    def local(self, x: float, y: float) -> Local:
        dx, dy = x - self.origin[0], y - self.origin[1]
        return dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin

    def board(self, x: float, y: float) -> Point:
        ox, oy = self.origin
        return round(ox + x * self.cos - y * self.sin), round(oy + x * self.sin + y * self.cos)

    def half_height(self, x: float) -> float:
        return self.y0 + self.slope * (x - self.x0)

    def inside(self, point: Local) -> bool:
        x, y = point
        return self.x0 < x < self.x1 and abs(y) < self.half_height(x) + SLACK

    def clip(self, p: Local, q: Local) -> tuple[Local, Local] | None:
        """The part of a segment within the corridor."""
        low, high = 0.0, 1.0
        (px, py), (qx, qy) = p, q
        limits = (
            (px - self.x0, qx - self.x0),
            (self.x1 - px, self.x1 - qx),
            (self.half_height(px) + SLACK - py, self.half_height(qx) + SLACK - qy),
            (self.half_height(px) + SLACK + py, self.half_height(qx) + SLACK + qy),
        )
        for at_p, at_q in limits:
            if at_p <= 0 and at_q <= 0:
                return None
            if at_p < 0:
                low = max(low, at_p / (at_p - at_q))
            elif at_q < 0:
                high = min(high, at_p / (at_p - at_q))
        if low >= high:
            return None
        dx, dy = qx - px, qy - py
        return (px + low * dx, py + low * dy), (px + high * dx, py + high * dy)


def shadow(corridor: Corridor, ring: Ring) -> Shadow | None:
    """The shadow that the boundary of a polygon casts in the corridor; None when it stays outside."""
    points = [corridor.local(x, y) for x, y in ring]
    inner = [corridor.inside(point) for point in points]
    if all(inner):
        return Shadow(False, (), (), tuple(points))
    above: list[Local] = []
    below: list[Local] = []
    met = False
    count = len(points)
    first = inner.index(False)
    entry: Local | None = None
    chain: list[Local] = []
    # Once round, from a corner outside: each chain comes in and leaves again.
    for step in range(first, first + count):
        i, j = step % count, (step + 1) % count
        part = corridor.clip(points[i], points[j])
        if entry is None:
            if part is None:
                continue
            entry = part[0]
        if inner[j]:
            chain.append(points[j])
            continue
        leave = part[1] if part is not None else chain[-1]
        met = True
        if (entry[1] > 0) != (leave[1] > 0):
            return Shadow(True, (), (), ())
        (above if leave[1] > 0 else below).extend(chain)
        entry, chain = None, []
    return Shadow(False, tuple(above), tuple(below), ()) if met else None


def shadows(corridor: Corridor, scene: Scene, ignore: frozenset[str]) -> list[tuple[str, Shadow]]:
    cast = []
    for name, outline in scene.opaques:
        if name in ignore:
            continue
        x, y = corridor.local(outline.x, outline.y)
        reach = outline.radius
        if not -reach < x < corridor.distance + reach or abs(y) >= max(corridor.ra, corridor.rb) + reach:
            continue
        met = shadow(corridor, outline.ring)
        if met is not None:
            cast.append((name, met))
    return cast


def free_line(corridor: Corridor, met: Iterable[Shadow]) -> tuple[float, float] | None:
    """A free line that meets both discs, as its angle and its offset: the points with y cos - x sin = offset."""
    above: list[Local] = []
    below: list[Local] = []
    islands = []
    for one in met:
        if one.shut:
            return None
        above.extend(one.above)
        below.extend(one.below)
        if one.island:
            islands.append(one.island)
    return _choose(corridor, above, below, islands)


def _choose(
    corridor: Corridor, above: list[Local], below: list[Local], islands: list[tuple[Local, ...]]
) -> tuple[float, float] | None:
    angles = directions(corridor, above, below)
    if not angles:
        return None
    if not islands:
        return _best_line(corridor, above, below, angles)
    island, rest = list(islands[0]), islands[1:]
    return _choose(corridor, above + island, below, rest) or _choose(corridor, above, below + island, rest)


def directions(corridor: Corridor, above: list[Local], below: list[Local]) -> Intervals:
    """The directions of the free lines: closed intervals of angles, in order."""
    barred: Intervals = []
    for x, y in above:
        for cx, r in ((0.0, corridor.ra), (corridor.distance, corridor.rb)):
            _bar(barred, x - cx, y, -r)
    for x, y in below:
        for cx, r in ((0.0, corridor.ra), (corridor.distance, corridor.rb)):
            _bar(barred, cx - x, -y, -r)
    for ax, ay in above:
        for bx, by in below:
            _bar(barred, ax - bx, ay - by, 0.0)
    free = [(-corridor.widest, corridor.widest)]
    for low, high in barred:
        for shift in (-2 * math.pi, 0.0, 2 * math.pi):
            free = [
                part
                for start, end in free
                for part in ((start, min(end, low + shift)), (max(start, high + shift), end))
                if part[0] <= part[1]
            ]
    return sorted(set(free))


def _bar(barred: Intervals, x: float, y: float, least: float) -> None:
    """Bar the angles at which y cos - x sin < least, by more than the slack."""
    size = math.hypot(x, y)
    least -= SLACK
    if size <= -least:
        return
    # y cos t - x sin t = size * cos(t + turn)
    turn = math.atan2(x, y)
    half = math.acos(max(-1.0, min(1.0, least / size)))
    # Barred from half to 2 pi - half, both turned back.
    low = (half - turn) % (2 * math.pi)
    barred.append((low, low + 2 * (math.pi - half)))


def offsets(corridor: Corridor, above: list[Local], below: list[Local], angle: float) -> tuple[float, float]:
    """The least and greatest offset of free lines of that direction."""
    cos, sin = math.cos(angle), math.sin(angle)
    middle = -corridor.distance * sin
    low = max(-corridor.ra, middle - corridor.rb, *(y * cos - x * sin for x, y in below))
    high = min(corridor.ra, middle + corridor.rb, *(y * cos - x * sin for x, y in above))
    return low, high


def _best_line(
    corridor: Corridor, above: list[Local], below: list[Local], angles: Intervals
) -> tuple[float, float] | None:
    """The line between the centres where it is free, else the one with the most room among a few directions."""
    low, high = offsets(corridor, above, below, 0.0)
    if low <= 0.0 <= high and any(start <= 0.0 <= end for start, end in angles):
        return 0.0, 0.0
    best, chosen = -math.inf, None
    for start, end in angles:
        for part in (0.5, 0.25, 0.75, 0.0, 1.0):
            angle = start + (end - start) * part
            low, high = offsets(corridor, above, below, angle)
            if high - low > best:
                best, chosen = high - low, (angle, (low + high) / 2)
    return chosen


def sight(scene: Scene, a: Disc, b: Disc, ignore: frozenset[str] = NOTHING) -> Sight:
    """Whether some segment from a point of `a` to a point of `b` is cut by no opaque block.

    Neither disc may lie on an opaque block. The segment runs between the facing edges of the discs, in whole
    micrometres; discs that touch always see each other.
    """
    if gap(a, b) <= 0:
        return Sight(True, (a.centre, b.centre), ())
    corridor = Corridor(a, b)
    met = shadows(corridor, scene, ignore)
    line = free_line(corridor, (one for _, one in met))
    if line is None:
        return Sight(False, None, _hiding(corridor, met))
    return Sight(True, _segment(corridor, *line), ())


def _segment(corridor: Corridor, angle: float, offset: float) -> tuple[Point, Point]:
    """The line of sight from the edge of the first disc to that of the second, along a line; both ends a hair
    inside."""
    cos, sin = math.cos(angle), math.sin(angle)
    foot_x, foot_y = -offset * sin, offset * cos
    along = math.sqrt(max((corridor.ra - 2) ** 2 - offset * offset, 0.0))
    # The second centre, in the frame of the line.
    away, aside = corridor.distance * cos, -corridor.distance * sin - offset
    back = away - math.sqrt(max((corridor.rb - 2) ** 2 - aside * aside, 0.0))
    ends = [corridor.board(foot_x + t * cos, foot_y + t * sin) for t in (along, back)]
    return ends[0], ends[1]


def _hiding(corridor: Corridor, met: list[tuple[str, Shadow]]) -> tuple[str, ...]:
    kept = sorted(met, key=lambda item: item[0])
    for item in list(kept):
        rest = [other for other in kept if other is not item]
        if free_line(corridor, (one for _, one in rest)) is None:
            kept = rest
    return tuple(name for name, _ in kept)

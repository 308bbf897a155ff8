"""The margin by which one disc sees another, or is hidden from it: for a screen, beside the verdict of `sight`.

The *margin* is the greatest m for which some straight line meets both discs while every opaque block keeps, across
that line and between the two discs (from where the outer tangents touch them), at least m away from it. Seen by 3 mm:
all that is opaque could be 3 mm thicker on every side. Hidden by 3 mm (m is -3 mm): it would have to be 3 mm thinner
on every side. A block that closes the whole corridor is passed on the side on which less is missing.

The corridor and its corners are those of `sight`, and so is the sign. Over a line's direction the margin is found by
splitting only what a Lipschitz bound leaves open: exact to `EXACT`.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np
import shapely

from rules.geometry.families import Array
from rules.geometry.footing import NOTHING
from rules.geometry.polygon import Ring
from rules.geometry.shapes import Disc, Point, Scene, gap
from rules.geometry.sight import Corridor, Local, shadow

EXACT = 1.0
"""Micrometres to which a margin is found."""
MOST_CELLS = 40_000
MOST_EITHER = 8
"""Blocks that may be passed on either side: of more, only so many are tried on both."""


@dataclass(frozen=True, slots=True)
class Margin:
    """`width`: the margin in micrometres, None where nothing opaque lies between. `line`: the segment, from rim to rim,
    that has it. `cut`: of the line between the two centres, what lies in opaque blocks: name, from, to."""

    width: float | None
    line: tuple[Point, Point]
    cut: tuple[tuple[str, Point, Point], ...]


def margin(scene: Scene, a: Disc, b: Disc, visible: bool, ignore: frozenset[str] = NOTHING) -> Margin:
    """The margin between two discs of which `sight` has said whether one sees the other; radii may be 0."""
    if gap(a, b) <= 0:
        return Margin(None, (a.centre, b.centre), ())
    corridor = Corridor(a, b)
    above, below, either = _sides(corridor, scene, ignore)
    if not (above or below or either):
        return Margin(None, _rims(corridor, 0.0, 0.0), ())
    width, angle, offset = _widest(corridor, above, below, either)
    cut = () if visible else cuts(scene, a, b, ignore)
    return Margin(max(width, 0.0) if visible else min(width, 0.0), _rims(corridor, angle, offset), cut)


def cuts(scene: Scene, a: Disc, b: Disc, ignore: frozenset[str] = NOTHING) -> tuple[tuple[str, Point, Point], ...]:
    """The pieces that opaque blocks cut out of the line from rim to rim between the centres, in the order of the
    line."""
    ends = _rims(Corridor(a, b), 0.0, 0.0)
    line = shapely.LineString(ends)
    segments = []
    for name, outline in scene.opaques:
        if name in ignore:
            continue
        for part in shapely.get_parts(line.intersection(shapely.Polygon(outline.ring))):
            if part.geom_type == "LineString" and part.length > EXACT:
                first, last = ((round(x), round(y)) for x, y in (part.coords[0], part.coords[-1]))
                if math.dist(first, ends[0]) > math.dist(last, ends[0]):
                    first, last = last, first
                segments.append((name, first, last))
    return tuple(sorted(segments, key=lambda one: (math.dist(one[1], ends[0]), one[0])))


def _rims(corridor: Corridor, angle: float, offset: float) -> tuple[Point, Point]:
    """The points at which a line leaves the first disc and meets the second."""
    cos, sin = math.cos(angle), math.sin(angle)
    along = math.sqrt(max(corridor.ra**2 - offset * offset, 0.0))
    aside = -corridor.distance * sin - offset
    back = corridor.distance * cos - math.sqrt(max(corridor.rb**2 - aside * aside, 0.0))
    first, last = (corridor.board(-offset * sin + t * cos, offset * cos + t * sin) for t in (along, back))
    return first, last


def _sides(
    corridor: Corridor, scene: Scene, ignore: frozenset[str]
) -> tuple[list[Local], list[Local], list[tuple[Local, ...]]]:
    """Corners, between the discs, that a line has above it, below it, or together on either side."""
    above: list[Local] = []
    below: list[Local] = []
    either = []
    for name, outline in scene.opaques:
        if name in ignore:
            continue
        between = _between(corridor, outline.ring)
        if not between:
            continue
        met = shadow(corridor, outline.ring)
        if met is not None and (met.shut or met.island):
            either.append(tuple(between))
            continue
        if met is not None:
            above.extend(met.above)
            below.extend(met.below)
        # Points outside the corridor cut nothing, but may be the next to come near.
        for point in between:
            if not corridor.inside(point):
                (above if point[1] > 0 else below).append(point)
    return above, below, either


def _between(corridor: Corridor, ring: Ring) -> list[Local]:
    """A polygon's part between the two ends of the corridor, by its corners."""
    points = [corridor.local(x, y) for x, y in ring]
    for at, sign in ((corridor.x0, 1.0), (corridor.x1, -1.0)):
        kept: list[Local] = []
        for (px, py), (qx, qy) in zip(points, points[1:] + points[:1], strict=True):
            p, q = (px - at) * sign, (qx - at) * sign
            if p >= 0:
                kept.append((px, py))
            if (p < 0) != (q < 0):
                part = p / (p - q)
                kept.append((px + part * (qx - px), py + part * (qy - py)))
        points = kept
        if not points:
            return []
    return points


def _widest(
    corridor: Corridor, above: list[Local], below: list[Local], either: list[tuple[Local, ...]]
) -> tuple[float, float, float]:
    """The margin, and the angle and offset of its line, over all ways to pass what can be passed on either side."""
    # Blocks beyond the limit go to the side of their middle.
    tried, rest = either[:MOST_EITHER], either[MOST_EITHER:]
    for corners in rest:
        (above if sum(y for _, y in corners) > 0 else below).extend(corners)
    best = (-math.inf, 0.0, 0.0)
    for sides in itertools.product((True, False), repeat=len(tried)):
        over = above + [p for corners, up in zip(tried, sides, strict=True) if up for p in corners]
        under = below + [p for corners, up in zip(tried, sides, strict=True) if not up for p in corners]
        best = max(best, _search(corridor, np.array(over).reshape(-1, 2), np.array(under).reshape(-1, 2)))
    return best


def _search(corridor: Corridor, above: Array, below: Array) -> tuple[float, float, float]:
    every = np.vstack((above, below, [[0.0, 0.0], [corridor.distance, 0.0]]))
    # No two offsets drift apart faster than their points, or the discs' rims, lie from each other.
    steep = float(np.hypot(*np.ptp(every, axis=0))) + corridor.ra + corridor.rb
    edges = np.linspace(-corridor.widest, corridor.widest, 65)
    left, right = edges[:-1], edges[1:]
    values, offsets = _margins(corridor, above, below, edges)
    top = int(np.argmax(values))
    best = (float(values[top]), float(edges[top]), float(offsets[top]))
    at_left, at_right = values[:-1], values[1:]
    while True:
        open_ = (at_left + at_right + steep * (right - left)) / 2 > best[0] + EXACT
        if not open_.any() or int(open_.sum()) > MOST_CELLS:
            return best
        left, right, at_left, at_right = left[open_], right[open_], at_left[open_], at_right[open_]
        middle = (left + right) / 2
        values, offsets = _margins(corridor, above, below, middle)
        top = int(np.argmax(values))
        if values[top] > best[0]:
            best = (float(values[top]), float(middle[top]), float(offsets[top]))
        left, right = np.concatenate((left, middle)), np.concatenate((middle, right))
        at_left, at_right = np.concatenate((at_left, values)), np.concatenate((values, at_right))


def _margins(corridor: Corridor, above: Array, below: Array, angles: Array) -> tuple[Array, Array]:
    """For each direction the margin of its best line, and that line's offset."""
    cos, sin = np.cos(angles), np.sin(angles)
    middle = -corridor.distance * sin
    low = np.maximum(-corridor.ra, middle - corridor.rb)
    high = np.minimum(corridor.ra, middle + corridor.rb)
    high = np.maximum(low, high)  # at the outermost directions rounding may cross them
    ceiling = np.min(above[:, 1:] * cos - above[:, :1] * sin, axis=0) if len(above) else np.full(len(angles), np.inf)
    floor = np.max(below[:, 1:] * cos - below[:, :1] * sin, axis=0) if len(below) else np.full(len(angles), -np.inf)
    if not len(above):
        offset = high
    elif not len(below):
        offset = low
    else:
        offset = np.clip((ceiling + floor) / 2, low, high)
    return np.minimum(ceiling - offset, offset - floor), offset

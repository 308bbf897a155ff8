"""The placements of a ruler of a given direction in contact with a base: free runs along its outline, direction by
direction, and the components that they form. Exact for each direction looked at; nothing is known between two of
them."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from rules.geometry.clearance import GIVE, Obstacles
from rules.geometry.families import Array, Index
from rules.geometry.shapes import Disc, RulerSize
from rules.geometry.tangencies import span

ANGLES = 180
ARC_STEPS = 6
NARROW = 2540
"""A passage with less than this many micrometres to spare is looked at in its own direction."""


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Free runs, ordered by direction and then along the outline: ways from `low` to `high` of `around` in all."""

    angle: Array
    index: Index
    low: Array
    high: Array
    around: float
    count: int


@lru_cache(maxsize=32)
def outline_steps(ruler: RulerSize, radius: int) -> tuple[tuple[float, float, float, float, float, float], ...]:
    """The outline as straight steps: way along it, first point, unit vector, length. Quarter circles are cut in a few.

    It begins in the middle of a quarter turn's worth of sides: half way round is the opposite point.
    """
    a, b, r = ruler.length / 2, ruler.width / 2, float(radius)
    points = []
    for cx, cy, first in ((a, b, 0.0), (-a, b, 0.5), (-a, -b, 1.0), (a, -b, 1.5)):
        for k in range(ARC_STEPS + 1):
            turn = math.pi * (first + k / (2 * ARC_STEPS))
            points.append((cx + r * math.cos(turn), cy + r * math.sin(turn)))
    steps, way = [], 0.0
    for (px, py), (qx, qy) in zip(points, points[1:] + points[:1], strict=True):
        length = math.hypot(qx - px, qy - py)
        steps.append((way, px, py, (qx - px) / length, (qy - py) / length, length))
        way += length
    return tuple(steps)


def directions(obstacles: Obstacles, count: int) -> Array:
    """The directions to look at, from 0 to pi: evenly spread, and those in which a ruler fits a narrow place.

    A ruler that just fits a corridor fits only in the direction of its walls; between two discs or corners, only
    across the line that joins them.
    """
    even = np.arange(count) * (math.pi / count)
    along = np.arctan2(obstacles.sides[:, 0], -obstacles.sides[:, 1])
    x = np.concatenate((obstacles.discs[:, 0], obstacles.corners[:, 0]))
    y = np.concatenate((obstacles.discs[:, 1], obstacles.corners[:, 1]))
    r = np.concatenate((obstacles.discs[:, 2], np.zeros(len(obstacles.corners))))
    dx, dy = x[:, None] - x, y[:, None] - y
    spare = np.hypot(dx, dy) - r[:, None] - r - 2 * obstacles.b
    i, j = np.nonzero(np.triu((spare > -3 * GIVE) & (spare < NARROW), 1))
    across = np.arctan2(dx[i, j], -dy[i, j])
    special = np.concatenate((along, along + math.pi / 2, across))
    return np.unique(np.concatenate((even, special % math.pi)).round(9))


def free_runs(obstacles: Obstacles, ruler: RulerSize, start: Disc, angle: Array | None = None) -> Runs:
    """The free runs of these directions; by default of `directions`."""
    angle = directions(obstacles, ANGLES) if angle is None else angle
    steps = np.array(outline_steps(ruler, start.radius))
    way, px, py, ex, ey, length = (steps[:, i] for i in range(6))
    around = float(way[-1] + length[-1])
    cos, sin = np.cos(angle), np.sin(angle)
    blocked = [_board(obstacles, start, cos, sin, px, py, ex, ey, length)]
    if len(obstacles.discs):
        blocked.append(_discs(obstacles, start, cos, sin, px, py, ex, ey, length))
    if len(obstacles.sides):
        blocked.append(_pieces(obstacles, start, cos, sin, px, py, ex, ey, length))
    index, step, low, high = (np.concatenate(parts) for parts in zip(*blocked, strict=True))
    some = low < high
    index, step = index[some], step[some]
    return gaps(angle, index, way[step] + low[some], way[step] + high[some], around)


def gaps(angle: Array, index: Index, low: Array, high: Array, around: float) -> Runs:
    """The free stretches of each round: those between the blocked ones."""
    apart = 4 * around
    count = len(angle)
    ends = np.arange(count)
    base = np.concatenate((index, ends, ends)) * apart
    low = np.concatenate((low, np.zeros(count), np.full(count, around))) + base
    high = np.concatenate((high, np.zeros(count), np.full(count, around))) + base
    order = np.lexsort((high, low))
    low, high = low[order], np.maximum.accumulate(high[order])
    gap = np.flatnonzero((low[1:] > high[:-1]) & (low[1:] - high[:-1] < 2 * around))
    first, last = high[gap], low[gap + 1]
    which = np.floor_divide(first, apart).astype(np.intp)
    return Runs(angle[which], which, first - which * apart, last - which * apart, around, count)


Blocked = tuple[Index, Index, Array, Array]
"""Blocked stretches, some of them empty: direction, step, and from where to where along the step."""


def _board(
    obstacles: Obstacles, start: Disc, cos: Array, sin: Array, px: Array, py: Array, ex: Array, ey: Array, length: Array
) -> Blocked:
    """The stretches on which the ruler is off the board: four half planes, each a stretch of its own."""
    wide = obstacles.a * np.abs(cos) + obstacles.b * np.abs(sin)
    high = obstacles.a * np.abs(sin) + obstacles.b * np.abs(cos)
    # The ruler's centre is the start less the outline point, turned.
    x = start.x - cos[:, None] * px + sin[:, None] * py
    y = start.y - sin[:, None] * px - cos[:, None] * py
    dx = -cos[:, None] * ex + sin[:, None] * ey
    dy = -sin[:, None] * ex - cos[:, None] * ey
    give, size = GIVE, obstacles.size
    value = np.stack((wide[:, None] - x, x + wide[:, None] - size, high[:, None] - y, y + high[:, None] - size), axis=2)
    slope = np.stack((-dx, dx, -dy, dy), axis=2)
    room = give - value
    index, step, side = np.nonzero(np.minimum(room, room - slope * length[:, None]) < 1.0)  # on either end, or nearly
    low, high = negative(room[index, step, side], -slope[index, step, side], length[step])
    return index, step, low, high


def negative(value: Array, slope: Array, length: Array) -> tuple[Array, Array]:
    """The stretch of 0..length on which value + slope * t < 0; from above to below when there is none."""
    slope = np.where(np.abs(slope) < 1e-12, 1e-12, slope)
    root = -value / slope
    low = np.where(slope < 0, np.maximum(root, 0.0), 0.0)
    high = np.where(slope < 0, length, np.minimum(root, length))
    return low, high


def _may_meet(least: Array, most: Array, half: float, p: Array, e: Array, length: Array) -> npt.NDArray[np.bool_]:
    """Direction x step x obstacle: whether what lies from `least` to `most` on an axis of the ruler may come within
    `half` of its middle on the step from `p` on: a cheap test, with a micrometre to spare, of what is worth more."""
    low, high = p + np.minimum(e * length, 0.0) - 1.0, p + np.maximum(e * length, 0.0) + 1.0
    met: npt.NDArray[np.bool_] = (least[:, None] + low[:, None] < half) & (most[:, None] + high[:, None] > -half)
    return met


def _discs(
    obstacles: Obstacles, start: Disc, cos: Array, sin: Array, px: Array, py: Array, ex: Array, ey: Array, length: Array
) -> Blocked:
    a, b, r = obstacles.a, obstacles.b, obstacles.discs[:, 2]
    dx, dy = obstacles.discs[:, 0] - start.x, obstacles.discs[:, 1] - start.y
    qx = cos[:, None] * dx + sin[:, None] * dy
    qy = cos[:, None] * dy - sin[:, None] * dx
    met = _may_meet(qx - r, qx + r, a, px, ex, length) & _may_meet(qy - r, qy + r, b, py, ey, length)
    index, step, disc = np.nonzero(met)
    x, y = px[step] + qx[index, disc], py[step] + qy[index, disc]
    low, high = span(a, b, r[disc], x, y, ex[step], ey[step])
    return index, step, np.maximum(low, 0.0), np.minimum(high, length[step])


def _pieces(
    obstacles: Obstacles, start: Disc, cos: Array, sin: Array, px: Array, py: Array, ex: Array, ey: Array, length: Array
) -> Blocked:
    """A convex piece bars the stretch on which no side of it, and no side of the ruler, keeps them apart."""
    a, b = obstacles.a - GIVE, obstacles.b - GIVE
    dx, dy = obstacles.corners[:, 0] - start.x, obstacles.corners[:, 1] - start.y
    axes = []
    for q, p, e, half in (
        (cos[:, None] * dx + sin[:, None] * dy, px, ex, a),
        (cos[:, None] * dy - sin[:, None] * dx, py, ey, b),
    ):
        least = np.minimum.reduceat(q, obstacles.first_corner, axis=1)
        axes.append((least, np.maximum.reduceat(q, obstacles.first_corner, axis=1), half, p, e))
    index, step, piece = np.nonzero(_may_meet(*axes[0], length) & _may_meet(*axes[1], length))
    # The sides of each piece that may be met, one after the other.
    count = np.diff(obstacles.first_side, append=len(obstacles.sides))[piece]
    first = np.cumsum(count) - count
    side = np.arange(count.sum()) + np.repeat(obstacles.first_side[piece] - first, count)
    at, on = np.repeat(index, count), np.repeat(step, count)
    nx, ny, offset = (obstacles.sides[:, i] for i in range(3))
    # Normals in the ruler's frame; the ruler's centre is the start less the outline point.
    mx, my = cos[:, None] * nx + sin[:, None] * ny, cos[:, None] * ny - sin[:, None] * nx
    level = nx * start.x + ny * start.y - offset - a * np.abs(mx) - b * np.abs(my)
    mx, my, level = mx[at, side], my[at, side], level[at, side]
    low, high = negative(level - px[on] * mx - py[on] * my, -ex[on] * mx - ey[on] * my, length[on])
    low, high = np.maximum.reduceat(low, first), np.minimum.reduceat(high, first)
    for least, most, half, p, e in axes:
        least, most, p, e = least[index, piece], most[index, piece], p[step], e[step]
        for value, slope in ((least + p - half, e), (-most - p - half, -e)):
            part_low, part_high = negative(value, slope, length[step])
            low, high = np.maximum(low, part_low), np.minimum(high, part_high)
    return index, step, low, high


def components(runs: Runs, closed: bool = True) -> Index:
    """A label for each run: runs that touch across the seam of the outline, or overlap in neighbouring directions.

    `closed`: the ways run round an outline; otherwise along a line, that a ruler turned by half a circle shares.
    """
    parent = list(range(len(runs.low)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    first = np.searchsorted(runs.index, np.arange(runs.count + 1)).tolist()
    low, high, around = runs.low.tolist(), runs.high.tolist(), runs.around
    for k in range(runs.count):
        here = range(first[k], first[k + 1])
        if closed and len(here) > 1 and low[here[0]] <= 1.0 and high[here[-1]] >= around - 1.0:
            parent[root(here[-1])] = root(here[0])
        # Past the last direction comes the first again, half way round.
        shift = around / 2 if closed and k + 1 == runs.count else 0.0
        after = (k + 1) % runs.count
        for i in here:
            for j in range(first[after], first[after + 1]):
                for turn in (shift, shift - around) if shift else (0.0,):
                    if low[i] <= high[j] + turn and low[j] + turn <= high[i]:
                        parent[root(i)] = root(j)
    roots = [root(i) for i in range(len(parent))]
    number = {value: n for n, value in enumerate(dict.fromkeys(roots))}
    return np.array([number[value] for value in roots], dtype=np.intp)

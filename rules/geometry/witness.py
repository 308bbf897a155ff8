"""Ends that come with their ruler: out of the free runs of a base, those nearest to a target or farthest from it.

Where a ruler has little room the region of ends is a mere line, too thin to draw. Its ends are found here instead,
each on the outline of a ruler that is known to lie there.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rules.geometry.families import Array, Index
from rules.geometry.free import Runs, outline_steps
from rules.geometry.search import rounded
from rules.geometry.shapes import OVERLAP, Disc, Point, Pose, RulerSize

RULERS = 240
ENDS = 400
EDGE = 2.0
"""Micrometres by which a ruler keeps away from the ends of its run."""


class Witness(NamedTuple):
    """An end on the outline of a ruler that can lie there; whether a base can stand there is not known yet."""

    to: Point
    pose: Pose


def outline_at(ruler: RulerSize, radius: int, way: Array) -> tuple[Array, Array]:
    """Points of a ruler's outline, in its frame, by their way along its steps."""
    steps = np.array(outline_steps(ruler, radius))
    index = np.clip(np.searchsorted(steps[:, 0], way, side="right") - 1, 0, len(steps) - 1)
    along = way - steps[index, 0]
    x, y = steps[index, 1] + along * steps[index, 3], steps[index, 2] + along * steps[index, 4]
    return on_outline(ruler, radius, x, y)


def on_outline(ruler: RulerSize, radius: int, x: Array, y: Array) -> tuple[Array, Array]:
    """The points of the outline nearest to points outside the ruler."""
    core_x, core_y = np.clip(x, -ruler.length / 2, ruler.length / 2), np.clip(y, -ruler.width / 2, ruler.width / 2)
    stretch = radius / np.maximum(np.hypot(x - core_x, y - core_y), 1e-9)
    return core_x + (x - core_x) * stretch, core_y + (y - core_y) * stretch


def rulers_of(runs: Runs, ruler: RulerSize, start: Disc) -> Array:
    """Rulers near both ends and in the middle of every run: rows x, y, ux, uy."""
    inset = np.minimum(EDGE, (runs.high - runs.low) / 2)
    way = np.concatenate((runs.low + inset, (runs.low + runs.high) / 2, runs.high - inset))
    kx, ky = outline_at(ruler, start.radius, way)
    ux, uy = np.tile(np.cos(runs.angle), 3), np.tile(np.sin(runs.angle), 3)
    return np.array((start.x - kx * ux + ky * uy, start.y - kx * uy - ky * ux, ux, uy))


def rulers_along(runs: Runs, ruler: RulerSize, start: Disc, step: float) -> Array:
    """Rulers near both ends of every run, and between them, at most `step` apart: rows x, y, ux, uy, and the number of
    the run."""
    inset = np.minimum(EDGE, (runs.high - runs.low) / 2)
    low, length = runs.low + inset, runs.high - runs.low - 2 * inset
    count = np.floor(length / step).astype(np.intp) + 1  # between the ends, the middle at least
    which = np.repeat(np.arange(len(low)), count + 2)
    nth = np.arange(len(which)) - np.repeat(np.cumsum(count + 2) - count - 2, count + 2)
    part = np.clip((nth - 0.5) / count[which], 0.0, 1.0)
    kx, ky = outline_at(ruler, start.radius, low[which] + length[which] * part)
    ux, uy = np.cos(runs.angle)[which], np.sin(runs.angle)[which]
    return np.array((start.x - kx * ux + ky * uy, start.y - kx * uy - ky * ux, ux, uy, which))


def in_frame(places: Array, target: Disc) -> tuple[Array, Array]:
    """The target's centre in the frame of each ruler."""
    x, y, ux, uy = places[:4]
    dx, dy = target.x - x, target.y - y
    return dx * ux + dy * uy, dy * ux - dx * uy


def rulers_near(places: Array, ruler: RulerSize, start: Disc, target: Disc, most: float) -> Array:
    """Those of some rulers whose outline comes within `most` of a target, edge to edge."""
    along, across = in_frame(places, target)
    a, b = ruler.length / 2, ruler.width / 2
    apart = np.hypot(np.maximum(np.abs(along) - a, 0), np.maximum(np.abs(across) - b, 0))
    near: Array = places[:, apart <= 2 * start.radius + target.radius + most]
    return near


def nearest_ends(places: Array, ruler: RulerSize, start: Disc, target: Disc) -> tuple[Array, Array, Index]:
    """The end nearest to a target on the outline of each ruler, as `ends_around`."""
    kx, ky = on_outline(ruler, start.radius, *in_frame(places, target))
    x, y, ux, uy = places[:4]
    return x + kx * ux - ky * uy, y + kx * uy + ky * ux, np.arange(places.shape[1])


def ends_around(
    places: Array, ruler: RulerSize, start: Disc, target: Disc, gaps: Sequence[float]
) -> tuple[Array, Array, Index]:
    """The ends on the outlines of some rulers with one of those gaps to a target, from edge to edge, gap by gap: x, y,
    and the ruler's number."""
    tx, ty = in_frame(places, target)
    a, b, r = ruler.length / 2, ruler.width / 2, float(start.radius)
    far = np.array([[start.radius + target.radius + gap] for gap in gaps])
    rings: list[tuple[Array, Array, npt.NDArray[np.bool_]]] = []
    with np.errstate(invalid="ignore"):  # roots of less than nothing, where an outline does not come so near
        for side in (-1.0, 1.0):
            width, depth = np.sqrt(far**2 - (side * (b + r) - ty) ** 2), np.sqrt(far**2 - (side * (a + r) - tx) ** 2)
            for x, y in ((tx - width, ty - depth), (tx + width, ty + depth)):
                rings.append((x, np.full_like(x, side * (b + r)), np.abs(x) <= a))
                rings.append((np.full_like(y, side * (a + r)), y, np.abs(y) <= b))
        for cx, cy in ((a, b), (a, -b), (-a, b), (-a, -b)):
            dx, dy = tx - cx, ty - cy
            apart = np.maximum(np.hypot(dx, dy), 1e-9)
            along = (r * r - far * far + apart * apart) / (2 * apart)
            root = np.sqrt(r * r - along * along)
            for aside in (-root, root):
                px, py = (along * dx - aside * dy) / apart, (along * dy + aside * dx) / apart
                rings.append((cx + px, cy + py, (px * cx >= 0) & (py * cy >= 0)))
    kx, ky, valid = (np.hstack(column).ravel() for column in zip(*rings, strict=True))  # a row for each gap
    which = np.flatnonzero(valid)
    kx, ky, which = kx[which], ky[which], which % places.shape[1]
    x, y, ux, uy = places[:4, which]
    return x + kx * ux - ky * uy, y + kx * uy + ky * ux, which


def witnesses(runs: Runs, ruler: RulerSize, start: Disc, target: Disc, sign: int) -> Iterator[Witness]:
    """Ends outside a target, the nearest to it first; with `sign` -1 the farthest first."""
    places = rulers_of(runs, ruler, start)
    x, y, ux, uy = places
    a, b, r = ruler.length / 2, ruler.width / 2, start.radius
    dx, dy = target.x - x, target.y - y
    along, across = dx * ux + dy * uy, dy * ux - dx * uy
    if sign > 0:
        best = np.hypot(np.maximum(np.abs(along) - a, 0), np.maximum(np.abs(across) - b, 0))
    else:
        best = -np.hypot(np.abs(along) + a, np.abs(across) + b)
    chosen = np.argsort(best, kind="stable")[:RULERS]
    places, along, across = places[:, chosen], along[chosen], across[chosen]
    # Points all round each outline; and the very nearest, or the very farthest.
    ring = np.array(outline_steps(ruler, r))
    kx, ky = (np.tile(column, (len(chosen), 1)) for column in on_outline(ruler, r, ring[:, 1], ring[:, 2]))
    if sign > 0:
        tip_x, tip_y = on_outline(ruler, r, along, across)
    else:
        far_x, far_y = -np.copysign(a, along), -np.copysign(b, across)
        stretch = r / np.maximum(np.hypot(far_x - along, far_y - across), 1e-9)
        tip_x, tip_y = far_x + (far_x - along) * stretch, far_y + (far_y - across) * stretch
    kx, ky = np.hstack((kx, tip_x[:, None])), np.hstack((ky, tip_y[:, None]))
    far = np.hypot(kx - along[:, None], ky - across[:, None])
    far[far < target.radius + r - OVERLAP] = np.inf * sign
    order = np.argsort(sign * far, axis=None, kind="stable")[:ENDS]
    for i, j in zip(*np.unravel_index(order, far.shape), strict=True):
        if np.isfinite(far[i, j]):
            x0, y0, cos, sin = places[:, i]
            to = (round(x0 + kx[i, j] * cos - ky[i, j] * sin), round(y0 + kx[i, j] * sin + ky[i, j] * cos))
            yield Witness(to, rounded(places[:, i]))

"""The regions of legal ends of a displacement, a short move and an entry: polygons for display.

Where a ruler can lie is mapped for a list of directions: for each, the free stretches of the outline along which
the mover may touch it, exactly. Stretches of neighbouring directions that overlap belong to one component. The
outline of a ruler is convex and the mover's centre lies on it: along a ray from that centre, the ends that a
component reaches are all those between the least and the greatest distance at which the ray leaves an outline.
"""

import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from rules.geometry.clearance import Obstacles
from rules.geometry.families import Array
from rules.geometry.footing import NOTHING
from rules.geometry.free import Runs, components, free_runs, outline_steps
from rules.geometry.regions import CHORD, Region, circle, cut_to_room, to_region
from rules.geometry.shapes import Disc, RulerSize, Scene
from rules.geometry.tangencies import span

Depths = npt.NDArray[np.float32]

RAYS = 360
STEP = 1270
"""Spacing in micrometres of the outline points from which rays are cast."""


@lru_cache(maxsize=12)
def ray_table(ruler: RulerSize, radius: int) -> tuple[Array, list[Depths], list[Depths]]:
    """Outline points (as ways along it) and how far rays from them stay inside it: greatest and least over runs.

    Entry n of each list is over 2**n points on, rows by the first of them, columns by direction in the ruler's
    frame, twice round so that a turned ruler is a slice.
    """
    a, b = ruler.length / 2, ruler.width / 2
    ways, points = [], []
    for way, px, py, ex, ey, length in outline_steps(ruler, radius):
        count = max(1, math.ceil(length / STEP))
        for k in range(count):
            x, y = px + ex * length * k / count, py + ey * length * k / count
            # From the straight step to the quarter circle that it stands for.
            core_x, core_y = max(-a, min(a, x)), max(-b, min(b, y))
            stretch = radius / math.hypot(x - core_x, y - core_y)
            ways.append(way + length * k / count)
            points.append((core_x + (x - core_x) * stretch, core_y + (y - core_y) * stretch))
    turn = np.tile(np.arange(RAYS) * (2 * math.pi / RAYS), (len(points), 1))
    px_, py_ = (np.repeat(np.array(points)[:, i : i + 1], RAYS, axis=1) for i in (0, 1))
    enter, leave = span(a, b, float(radius), px_, py_, np.cos(turn), np.sin(turn))
    depth = np.where(leave >= enter, np.maximum(leave, 0.0), 0.0).astype(np.float32)
    depth = np.hstack((depth, depth))
    greatest, least = [depth], [depth]
    while 2 ** len(greatest) <= len(ways):
        half = 2 ** (len(greatest) - 1)
        greatest.append(np.maximum(greatest[-1][:-half], greatest[-1][half:]))
        least.append(np.minimum(least[-1][:-half], least[-1][half:]))
    return np.array(ways), greatest, least


def runs_of(scene: Scene, start: Disc, ruler: RulerSize, ignore: frozenset[str], angle: Array | None = None) -> Runs:
    """The placements of a ruler in contact with a base, in these directions (`free_runs`)."""
    return free_runs(Obstacles(scene, ruler, (start,), ignore), ruler, start, angle)


def _led_to(start: Disc, ruler: RulerSize, runs: Runs) -> list[BaseGeometry]:
    """The ends to which one ruler leads, whether or not the mover may stand there."""
    ways, greatest, least = ray_table(ruler, start.radius)
    # The points within each run; of a run between two points, the one before it.
    high = np.searchsorted(ways, runs.high + 1.0) - 1
    low = np.minimum(np.searchsorted(ways, runs.low - 1.0), high)
    shifts = np.rint(runs.angle * (RAYS / (2 * math.pi))).astype(int) % RAYS
    labels = components(runs)
    far = np.zeros((labels.max(initial=-1) + 1, RAYS), dtype=np.float32)
    near = np.full(far.shape, np.inf, dtype=np.float32)
    for label, first, last, shift in zip(labels.tolist(), low.tolist(), high.tolist(), shifts.tolist(), strict=True):
        level = (last - first + 1).bit_length() - 1
        second = last - 2**level + 1
        part = slice(RAYS - shift, 2 * RAYS - shift)
        for table, fold, best in ((greatest[level], np.maximum, far[label]), (least[level], np.minimum, near[label])):
            fold(best, table[first, part], out=best)
            fold(best, table[second, part], out=best)
    return [_between(start, near[i], far[i]) for i in _not_covered(near, far)]


def _not_covered(near: Depths, far: Depths) -> list[int]:
    """The components that no other, with more area, covers in every direction."""
    kept: list[int] = []
    for i in np.argsort(-(far**2 - near**2).sum(axis=1), kind="stable").tolist():
        if not any((near[i] >= near[k]).all() and (far[i] <= far[k]).all() for k in kept):
            kept.append(i)
    return kept


def _between(start: Disc, near: Depths, far: Depths) -> BaseGeometry:
    """The points whose distance from the start, by direction, is between two rounds of distances."""
    turn = np.arange(RAYS) * (2 * math.pi / RAYS)
    x, y = np.cos(turn), np.sin(turn)
    outer = shapely.Polygon(np.stack((start.x + x * (far + 1.0), start.y + y * (far + 1.0)), axis=1))
    if near.max() < 1.0:
        return outer
    return outer.difference(shapely.Polygon(np.stack((start.x + x * (near + 0.5), start.y + y * (near + 0.5)), axis=1)))


def displacement_reach(scene: Scene, start: Disc, ruler: RulerSize, ignore: frozenset[str] = NOTHING) -> Region:
    """The places where the centre may end by a displacement along one ruler: for display, the search decides."""
    led = _led_to(start, ruler, runs_of(scene, start, ruler, ignore))
    return to_region(cut_to_room(scene, shapely.union_all(led), start.radius, ignore))


def walk_shape(
    scene: Scene, start: Disc, rulers: Iterable[tuple[RulerSize, Runs]], ignore: frozenset[str]
) -> BaseGeometry:
    """The places where the centre may end by a displacement along any of some rulers, given where each may lie, or by a
    move of at most the base's diameter."""
    short = circle(start.x, start.y, 2 * start.radius * CHORD)
    led = [short, *(part for ruler, runs in rulers for part in _led_to(start, ruler, runs))]
    return cut_to_room(scene, shapely.union_all(led), start.radius, ignore)


def walk_reach(scene: Scene, start: Disc, rulers: Iterable[RulerSize], ignore: frozenset[str] = NOTHING) -> Region:
    """The places where the centre may end by a displacement along any of some rulers, or by a short move."""
    lying = ((ruler, runs_of(scene, start, ruler, ignore)) for ruler in rulers)
    return to_region(walk_shape(scene, start, lying, ignore))

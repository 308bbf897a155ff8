"""Random legal movements without a search: a free ruler first, then an end on its outline.

The order in which numbers are drawn is part of the contract with seeded players; a result is always accepted by
the checks of the same scene.
"""

import math
import random

from rules.geometry.checks import Edge, ruler_fault
from rules.geometry.footing import NOTHING, stand_fault
from rules.geometry.shapes import MICRO, Disc, Point, Pose, RulerSize, Scene

TRIES = 24
ENDS = 4


def outline_point(ruler: RulerSize, radius: int, way: float) -> tuple[float, float]:
    """A point of the ruler's outline, inflated by `radius`, in the ruler's own frame; `way` in 0..1 runs round it."""
    a, b = ruler.length / 2, ruler.width / 2
    along = way * (4 * (a + b) + 2 * math.pi * radius)
    turn = math.pi * radius / 2
    x, y, ux, uy = a, -b, 0.0, 1.0
    for side in (2 * b, 2 * a, 2 * b, 2 * a):
        # One straight side, with the outward normal (uy, -ux), then the quarter circle at its end.
        if along <= side:
            return x + ux * along + uy * radius, y + uy * along - ux * radius
        along -= side
        x, y = x + ux * side, y + uy * side
        if along <= turn:
            c, s = math.cos(along / radius), math.sin(along / radius)
            return x + radius * (uy * c + ux * s), y + radius * (uy * s - ux * c)
        along -= turn
        ux, uy = -uy, ux
    return a + radius, -b


def sample_displacement(
    scene: Scene, start: Disc, ruler: RulerSize, rng: random.Random, ignore: frozenset[str] = NOTHING
) -> tuple[Point, Pose] | None:
    """A random end and placement for a displacement, or None when some dozens of tries found none."""
    for _ in range(TRIES):
        angle = round(rng.random() * math.pi / MICRO)
        kx, ky = outline_point(ruler, start.radius, rng.random())
        ux, uy = math.cos(angle * MICRO), math.sin(angle * MICRO)
        pose = Pose(round(start.x - kx * ux + ky * uy), round(start.y - kx * uy - ky * ux), angle)
        if ruler_fault(scene, pose, ruler, ignore) is None:
            to = _sample_end(scene, pose, ruler, start.radius, rng, ignore)
            if to is not None and to != start.centre:
                return to, pose
    return None


def sample_entry(
    scene: Scene, edge: Edge, radius: int, ruler: RulerSize, rng: random.Random, ignore: frozenset[str] = NOTHING
) -> tuple[Point, Pose] | None:
    """A random end and placement for an entry from an edge, or None when some dozens of tries found none."""
    for _ in range(TRIES):
        flush = rng.random()
        turn = 0.0 if flush < 0.25 else math.pi / 2 if flush < 0.5 else rng.random() * math.pi
        # The angle in the frame where the edge lies along x; mirrored or turned into the board's.
        angle = round((turn if edge in ("north", "south") else math.pi / 2 - turn) / MICRO)
        ux, uy = abs(math.cos(angle * MICRO)), abs(math.sin(angle * MICRO))
        half_x = (ruler.length * ux + ruler.width * uy) / 2
        half_y = (ruler.length * uy + ruler.width * ux) / 2
        if edge in ("north", "south"):
            along = half_x + rng.random() * (scene.size - 2 * half_x)
            pose = Pose(round(along), round(half_y if edge == "north" else scene.size - half_y), angle)
        else:
            along = half_y + rng.random() * (scene.size - 2 * half_y)
            pose = Pose(round(half_x if edge == "west" else scene.size - half_x), round(along), angle)
        if ruler_fault(scene, pose, ruler, ignore) is None:
            to = _sample_end(scene, pose, ruler, radius, rng, ignore)
            if to is not None:
                return to, pose
    return None


def _sample_end(
    scene: Scene, pose: Pose, ruler: RulerSize, radius: int, rng: random.Random, ignore: frozenset[str]
) -> Point | None:
    ux, uy = math.cos(pose.angle * MICRO), math.sin(pose.angle * MICRO)
    for _ in range(ENDS):
        kx, ky = outline_point(ruler, radius, rng.random())
        end = Disc(round(pose.x + kx * ux - ky * uy), round(pose.y + kx * uy + ky * ux), radius)
        if stand_fault(scene, end, ignore) is None:
            return end.centre
    return None


def sample_short(scene: Scene, start: Disc, rng: random.Random, ignore: frozenset[str] = NOTHING) -> Point | None:
    """A random end for a move by at most the base's diameter, or None when some tries found none."""
    for _ in range(TRIES):
        far = 2 * start.radius * math.sqrt(rng.random())
        turn = 2 * math.pi * rng.random()
        # Towards the start, so that rounding never passes the limit.
        to = (start.x + math.trunc(far * math.cos(turn)), start.y + math.trunc(far * math.sin(turn)))
        if to != start.centre and stand_fault(scene, Disc(to[0], to[1], start.radius), ignore) is None:
            return to
    return None

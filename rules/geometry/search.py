"""The exact search for a ruler placement: sample a family, then split only what a bound does not rule out."""

import math
from functools import lru_cache

import numpy as np

from rules.geometry.checks import Edge, check_displacement, check_entry
from rules.geometry.chords import REACH, Chords, contact_radii, longest
from rules.geometry.clearance import Obstacles
from rules.geometry.families import IMAGES, Array, Family, Index, place, travel
from rules.geometry.footing import NOTHING, stand_fault
from rules.geometry.shapes import CONTACT, MICRO, Disc, Fault, Point, Pose, RulerSize, Scene
from rules.geometry.tangencies import Leanings

SAMPLES = 9
"""Placements looked at first on each segment."""

FINEST = 0.05
"""A stretch of a family whose ruler travels less than this many micrometres is not split any further."""


def first_samples(family: Family) -> tuple[Index, Array, Index]:
    """Segments, ways and images of the samples to start with: rows of SAMPLES, one after the other. They are shared and
    must not be changed."""
    return _samples(len(family.segments) - 1, family.slides[0].shape[1], SAMPLES)


@lru_cache(maxsize=64)
def _samples(count: int, slides: int, of_each: int) -> tuple[Index, Array, Index]:
    segment = np.concatenate((np.tile(np.arange(count), IMAGES), count + np.arange(slides)))
    image = np.concatenate((np.repeat(np.arange(IMAGES), count), np.zeros(slides, dtype=np.intp)))
    way = np.tile(np.linspace(0.0, 1.0, of_each), len(segment))
    return np.repeat(segment, of_each), way, np.repeat(image, of_each)


def best_placement(obstacles: Obstacles, family: Family) -> tuple[Array, float]:
    """The first placement that has room, with the largest clearance of its round; without any, the best seen.

    A stretch between two placements that are both illegal by f and g micrometres can hold a legal one only where
    the ruler travels at least f + g between them.
    """
    segment, way, image = first_samples(family)
    rows = place(family, segment, way, image)
    free = obstacles.clearance(*rows[:4])
    best = int(free.argmax())
    top, best_row = float(free[best]), rows[:, best]
    if top >= 0:
        return best_row, top
    low = np.arange(len(way)).reshape(-1, SAMPLES)[:, :-1].ravel()
    left, right = rows[:, low], rows[:, low + 1]
    free_left, free_right = free[low], free[low + 1]
    segment, image, way_left, way_right = segment[low], image[low], way[low], way[low + 1]
    while True:
        bound = travel(family, left, right)
        open_ = np.flatnonzero((free_left + free_right + bound >= 0) & (bound > FINEST))
        if not len(open_):
            return best_row, top
        segment, image = segment[open_], image[open_]
        way_left, way_right = way_left[open_], way_right[open_]
        way = (way_left + way_right) / 2
        rows = place(family, segment, way, image)
        free = obstacles.clearance(*rows[:4])
        best = int(free.argmax())
        if free[best] > top:
            top, best_row = float(free[best]), rows[:, best]
            if top >= 0:
                return best_row, top
        left = np.concatenate((left[:, open_], rows), axis=1)
        right = np.concatenate((rows, right[:, open_]), axis=1)
        free_left = np.concatenate((free_left[open_], free))
        free_right = np.concatenate((free, free_right[open_]))
        segment, image = np.concatenate((segment, segment)), np.concatenate((image, image))
        way_left, way_right = np.concatenate((way_left, way)), np.concatenate((way, way_right))


def rounded(column: Array) -> Pose:
    """A placement in integers, its angle in 0..pi."""
    angle = math.atan2(column[3], column[2]) % math.pi
    return Pose(round(float(column[0])), round(float(column[1])), round(angle / MICRO))


def find_displacement(
    scene: Scene, start: Disc, to: Point, ruler: RulerSize, ignore: frozenset[str] = NOTHING
) -> Pose | Fault:
    """A ruler placement that lets a base move from `start` to the centre `to`, or why there is none.

    Exact: "no-ruler" means that none is legal, with 8 micrometres of overlap forgiven. The result passes
    `check_displacement`.
    """
    if to == start.centre:
        return Fault("no-length")
    if math.dist(start.centre, to) > longest(ruler, start.radius) + 2 * REACH:
        return Fault("too-far")
    end = Disc(to[0], to[1], start.radius)
    fault = stand_fault(scene, end, ignore)
    if fault is not None:
        return fault
    obstacles = Obstacles(scene, ruler, (start, end), ignore)
    pose, column = _search(scene, obstacles, start, to, ruler, ignore)
    return pose or Fault("no-ruler", obstacles.blockers(*(float(value) for value in column[:4])))


def displacement_pose(
    scene: Scene, start: Disc, to: Point, ruler: RulerSize, ignore: frozenset[str] = NOTHING
) -> Pose | None:
    """What `find_displacement` finds for an end, not the start, where the base may stand; without a reason if there is
    none."""
    if math.dist(start.centre, to) > longest(ruler, start.radius) + 2 * REACH:
        return None
    obstacles = Obstacles(scene, ruler, (start, Disc(to[0], to[1], start.radius)), ignore)
    return _search(scene, obstacles, start, to, ruler, ignore)[0]


def _search(
    scene: Scene, obstacles: Obstacles, start: Disc, to: Point, ruler: RulerSize, ignore: frozenset[str]
) -> tuple[Pose | None, Array]:
    """A legal placement, or None; and the one with the most room that was seen."""
    tried = []
    for radius in contact_radii(ruler, start.radius, math.dist(start.centre, to)):
        column, free = best_placement(obstacles, Chords(ruler, radius, start.centre, to))
        if free >= 0:
            pose = rounded(column)
            if check_displacement(scene, start, to, pose, ruler, ignore) is None:
                return pose, column
        tried.append((free, column))
    return None, max(tried, key=lambda item: item[0])[1]


def find_entry(
    scene: Scene, edge: Edge, radius: int, to: Point, ruler: RulerSize, ignore: frozenset[str] = NOTHING
) -> Pose | Fault:
    """A ruler placement in contact with an edge and with a base entering at `to`, or why there is none."""
    end = Disc(to[0], to[1], radius)
    fault = stand_fault(scene, end, ignore)
    if fault is not None:
        return fault
    family = Leanings(ruler, radius, edge, scene.size, to)
    if family.r > radius + CONTACT / 2:
        return Fault("too-far")
    obstacles = Obstacles(scene, ruler, (end,), ignore)
    column, free = best_placement(obstacles, family)
    if free >= 0:
        pose = rounded(column)
        if check_entry(scene, edge, radius, to, pose, ruler, ignore) is None:
            return pose
    return Fault("no-ruler", obstacles.blockers(*(float(value) for value in column[:4])))

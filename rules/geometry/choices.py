"""All the ways to lay a ruler for one displacement or entry, for a screen that lets a player turn among them."""

import math

import numpy as np

from rules.geometry.checks import Edge, check_displacement, check_entry
from rules.geometry.chords import Chords, contact_radii
from rules.geometry.clearance import Obstacles
from rules.geometry.families import Array, Family, Index, place, travel
from rules.geometry.footing import NOTHING
from rules.geometry.search import find_displacement, find_entry, first_samples, rounded
from rules.geometry.shapes import CONTACT, MICRO, Disc, Point, Pose, RulerSize, Scene
from rules.geometry.tangencies import Leanings

FINE = 400.0
"""Stretches in which a ruler travels less than this many micrometres are not looked into for a screen."""

STEP = 1_500.0
"""Placements of one family that are told apart for a hand: a corner of the ruler lies this many micrometres on."""


def placements(
    scene: Scene, start: Disc, to: Point, ruler: RulerSize, ignore: frozenset[str] = NOTHING, limit: int = 12
) -> list[Pose]:
    """One placement, with room, of each family of legal placements that pass into one another; widest first.

    Empty exactly when `find_displacement` finds none.
    """
    first = find_displacement(scene, start, to, ruler, ignore)
    if not isinstance(first, Pose):
        return []
    end = Disc(to[0], to[1], start.radius)
    obstacles = Obstacles(scene, ruler, (start, end), ignore)
    poses = []
    for radius in contact_radii(ruler, start.radius, math.dist(start.centre, to)):
        for stretch, free in _free_stretches(obstacles, Chords(ruler, radius, start.centre, to)):
            pose = rounded(stretch[:, int(np.argmax(free))])
            if check_displacement(scene, start, to, pose, ruler, ignore) is None:
                poses.append(pose)
    return poses[:limit] or [first]


def turnings(
    scene: Scene, start: Disc, to: Point, ruler: RulerSize, ignore: frozenset[str] = NOTHING
) -> list[tuple[Pose, ...]]:
    """The families of `placements`, widest first, each as legal placements close enough to be turned through by hand:
    the one with most room, then the others in their order. Empty exactly when `find_displacement` finds none."""
    first = find_displacement(scene, start, to, ruler, ignore)
    if not isinstance(first, Pose):
        return []
    obstacles = Obstacles(scene, ruler, (start, Disc(to[0], to[1], start.radius)), ignore)
    ways = []
    for radius in contact_radii(ruler, start.radius, math.dist(start.centre, to)):
        for rows, free in _free_stretches(obstacles, Chords(ruler, radius, start.centre, to)):
            poses = [
                pose
                for pose in _told_apart(rows, free, ruler)
                if check_displacement(scene, start, to, pose, ruler, ignore) is None
            ]
            ways += [tuple(poses)] if poses else []
    return ways or [(first,)]


def entry_turnings(
    scene: Scene, edge: Edge, radius: int, to: Point, ruler: RulerSize, ignore: frozenset[str] = NOTHING
) -> list[tuple[Pose, ...]]:
    """The same for an entry from an edge. Empty exactly when `find_entry` finds none."""
    first = find_entry(scene, edge, radius, to, ruler, ignore)
    if not isinstance(first, Pose):
        return []
    family = Leanings(ruler, radius, edge, scene.size, to)
    if family.r > radius + CONTACT / 2:
        return [(first,)]
    ways = []
    for rows, free in _free_stretches(Obstacles(scene, ruler, (Disc(to[0], to[1], radius),), ignore), family):
        poses = [
            pose
            for pose in _told_apart(rows, free, ruler)
            if check_entry(scene, edge, radius, to, pose, ruler, ignore) is None
        ]
        ways += [tuple(poses)] if poses else []
    return ways or [(first,)]


def _told_apart(rows: Array, free: Array, ruler: RulerSize) -> list[Pose]:
    """Placements of one family in their order, none nearly where another lies; first of all the one with most room."""
    kept: list[Pose] = []
    reach = math.hypot(ruler.length, ruler.width) / 2
    for column in (int(np.argmax(free)), *range(rows.shape[1])):
        pose = rounded(rows[:, column])
        apart = (
            math.hypot(pose.x - one.x, pose.y - one.y) + reach * abs(math.sin((pose.angle - one.angle) * MICRO))
            for one in kept
        )
        if all(way >= STEP for way in apart):
            kept.append(pose)
    return kept


def _samples(obstacles: Obstacles, chords: Family) -> tuple[Array, Array, Index]:
    """Placements in order along each segment and image, their clearance, and the strand each belongs to.

    Between two neighbours there is another as long as what is between could be free where they are not, or the
    other way round.
    """
    segment, way, image = first_samples(chords)
    strand = image * 1000 + segment
    rows = place(chords, segment, way, image)
    free = obstacles.clearance(*rows[:4])
    while True:
        bound = travel(chords, rows[:, :-1], rows[:, 1:])
        mixed = (free[:-1] + free[1:] + bound >= 0) & ((free[:-1] < 0) | (free[1:] < 0))
        split = np.flatnonzero((strand[:-1] == strand[1:]) & mixed & (bound > FINE))
        if not len(split):
            return rows, free, strand
        middle = (way[split] + way[split + 1]) / 2
        added = place(chords, segment[split], middle, image[split])
        rows = np.insert(rows, split + 1, added, axis=1)
        free = np.insert(free, split + 1, obstacles.clearance(*added[:4]))
        way = np.insert(way, split + 1, middle)
        segment = np.insert(segment, split + 1, segment[split])
        image = np.insert(image, split + 1, image[split])
        strand = np.insert(strand, split + 1, strand[split])


def _free_stretches(obstacles: Obstacles, chords: Family) -> list[tuple[Array, Array]]:
    """The legal placements, gathered into families: strands join where they end in the same placement."""
    rows, free, strand = _samples(obstacles, chords)
    legal = free >= 0
    fresh = legal & ~np.concatenate(([False], legal[:-1] & (strand[:-1] == strand[1:])))
    number = np.where(legal, np.cumsum(fresh) - 1, -1)
    count = int(fresh.sum())
    joined = list(range(count))
    for i, j in _meeting(rows, number, strand):
        one, other = sorted((_root(joined, i), _root(joined, j)))
        joined[other] = one
    families: dict[int, list[int]] = {}
    for k in range(count):
        families.setdefault(_root(joined, k), []).append(k)
    masks = [np.isin(number, members) for members in families.values()]
    masks.sort(key=lambda mask: -float(free[mask].max()))
    return [(rows[:, mask], free[mask]) for mask in masks]


def _meeting(rows: Array, number: Index, strand: Index) -> list[tuple[int, int]]:
    """Pairs of stretches that end, at an end of their strands, in one and the same placement."""
    border = np.concatenate(([True], strand[:-1] != strand[1:], [True]))
    ends = np.flatnonzero((border[:-1] | border[1:]) & (number >= 0))
    x, y = rows[0, ends], rows[1, ends]
    # A ruler turned by half a circle is the same: twice its angle is what counts.
    double = 2 * np.arctan2(rows[3, ends], rows[2, ends])
    near = np.hypot(x[:, None] - x, y[:, None] - y) < 1.0
    near &= np.abs(np.exp(1j * double)[:, None] - np.exp(1j * double)) < 1e-5
    return [(int(number[ends[i]]), int(number[ends[j]])) for i, j in zip(*np.nonzero(np.triu(near, 1)), strict=True)]


def _root(joined: list[int], k: int) -> int:
    while joined[k] != k:
        k = joined[k]
    return k

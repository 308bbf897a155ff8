"""The geometry's answers from shapely alone with 180 angles: the peer of row 3. It is no judge: a place between two
angles escapes it."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import shapely

from rules.geometry import OVERLAP, Disc, Pose, RulerSize, Scene

ANGLES = 180
QUARTER = 16
STEP = 5_080
"""Spacing of contact points round a ruler for a region: 0.2 in (µm)."""


@cache
def _turned(ruler: RulerSize, radius: int) -> tuple[Any, Any]:
    """For each angle: the ruler, and the ring round it on which a base in contact has its centre."""
    box = shapely.box(-ruler.length / 2, -ruler.width / 2, ruler.length / 2, ruler.width / 2)
    round_ = box.buffer(radius, quad_segs=QUARTER)
    turn = np.arange(ANGLES) * math.pi / ANGLES
    rulers, rings = (_each_turn(shape, turn) for shape in (box, round_))
    return rulers, shapely.get_exterior_ring(rings)


def _each_turn(shape: Any, turn: Any) -> Any:
    x, y = shapely.get_coordinates(shape).T
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    return shapely.polygons(np.stack((x * cos - y * sin, x * sin + y * cos), axis=2))


def _moved(shapes: Any, x: Any, y: Any) -> Any:
    """Shapes, each by an offset of its own or all by one."""
    counts = shapely.get_num_coordinates(shapes)
    offset = np.stack((np.broadcast_to(x, counts.shape), np.broadcast_to(y, counts.shape)), axis=1)
    moved = np.array(shapes, copy=True)
    return shapely.set_coordinates(moved, shapely.get_coordinates(moved) + np.repeat(offset, counts, axis=0))


def _taken(scene: Scene, ignore: frozenset[str], grow: float) -> list[Any]:
    """All that nothing may lie on, that much larger."""
    discs = [shapely.Point(d.x, d.y).buffer(d.radius + grow) for name, d in scene.discs if name not in ignore]
    solid = [b for b in scene.blocks if b.solid and b.id not in ignore]
    return discs + [shapely.Polygon(block.polygon).buffer(grow) for block in solid]


def _room(scene: Scene, radius: int, ignore: frozenset[str]) -> Any:
    """The centres at which a disc may stand."""
    board = shapely.box(radius, radius, scene.size - radius, scene.size - radius)
    return board.difference(shapely.union_all(_taken(scene, ignore, radius - OVERLAP)))


def _free(scene: Scene, rulers: Any, ignore: frozenset[str]) -> Any:
    """The rulers that lie on nothing."""
    board = shapely.box(-OVERLAP, -OVERLAP, scene.size + OVERLAP, scene.size + OVERLAP)
    taken = shapely.union_all(_taken(scene, ignore, -OVERLAP))
    shapely.prepare(taken)
    return shapely.covers(board, rulers) & ~shapely.intersects(taken, rulers)


def find_displacement(scene: Scene, start: Disc, to: tuple[int, int], ruler: RulerSize, own: frozenset[str]) -> Any:
    """A ruler in contact with both ends, as a pose; None where no angle has one."""
    if not _room(scene, start.radius, own).covers(shapely.Point(to)):
        return None
    rulers, rings = _turned(ruler, start.radius)
    meet = shapely.intersection(_moved(rings, start.x, start.y), _moved(rings, *to))
    points, angle = shapely.get_coordinates(meet, return_index=True)
    if not len(points):
        return None
    free = _free(scene, _moved(rulers[angle], *points.T), frozenset())
    if not free.any():
        return None
    n = int(np.argmax(free))
    return Pose(round(points[n, 0]), round(points[n, 1]), round(angle[n] * math.pi / ANGLES * 1e6))


def walk_reach(scene: Scene, start: Disc, rulers: tuple[RulerSize, ...], own: frozenset[str]) -> Any:
    """The places where a displacement along any of the rulers, or a short move, may end."""
    led = [shapely.Point(start.x, start.y).buffer(2 * start.radius)]
    for ruler in rulers:
        shapes, rings = _turned(ruler, start.radius)
        contact = [shapely.get_coordinates(ring) for ring in shapely.segmentize(rings, STEP)]
        angle = np.repeat(np.arange(ANGLES), [len(points) for points in contact])
        x, y = _centres(start, contact)
        free = _free(scene, _moved(shapes[angle], x, y), frozenset())
        led += list(shapely.polygons(_moved(rings[angle[free]], x[free], y[free])))
    return shapely.union_all(led).intersection(_room(scene, start.radius, own))


def _centres(start: Disc, contact: list[Any]) -> tuple[Any, Any]:
    """Centres of rulers that touch the base with each of those points of theirs."""
    points = np.concatenate(contact)
    return start.x - points[:, 0], start.y - points[:, 1]


def sight(scene: Scene, a: Disc, b: Disc) -> bool:
    """Whether one of the segments between points of the two rims, at each angle, meets nothing that hides."""
    hiding = shapely.union_all([shapely.Polygon(block.polygon) for block in scene.blocks if block.opaque])
    turn = np.arange(ANGLES) * 2 * math.pi / ANGLES
    cos, sin = np.cos(turn), np.sin(turn)
    rim_a = np.stack((a.x + a.radius * cos, a.y + a.radius * sin), axis=1)
    rim_b = np.stack((b.x + b.radius * cos, b.y + b.radius * sin), axis=1)
    lines = shapely.linestrings(np.concatenate((np.stack((rim_a, rim_b), 1), np.stack((rim_a, rim_b[::-1]), 1))))
    shapely.prepare(hiding)
    return bool((~shapely.intersects(hiding, lines)).any())


def nearest_place(scene: Scene, at: tuple[int, int], radius: int, own: frozenset[str]) -> Any:
    """The nearest centre at which a disc fits."""
    room = _room(scene, radius, own)
    return None if room.is_empty else shapely.get_coordinates(shapely.shortest_line(room, shapely.Point(at)))[0]

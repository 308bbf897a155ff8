"""The region of legal ends of an entry from an edge of the board, for display.

For a list of directions, the stretches along the edge on which a ruler standing on it is free, exactly. Those of
neighbouring directions that overlap form components. A base may end wherever some outline of a component passes:
at all points that are within one of its outlines and not strictly within them all.
"""

import math

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from rules.geometry.checks import Edge
from rules.geometry.clearance import GIVE, Obstacles
from rules.geometry.families import Array
from rules.geometry.footing import NOTHING
from rules.geometry.free import Runs, components, directions, gaps, negative, outline_steps
from rules.geometry.regions import Region, cut_to_room, to_region
from rules.geometry.shapes import RulerSize, Scene
from rules.geometry.tangencies import span

EVERY = 3
"""Degrees between the directions that are looked at."""


def standing_runs(obstacles: Obstacles, edge: Edge) -> tuple[Runs, Array, Array]:
    """The free stretches along an edge, and for each direction the ruler's centre at their zero and the unit step."""
    angle = directions(obstacles, 180 // EVERY)
    cos, sin = np.cos(angle), np.sin(angle)
    wide = obstacles.a * np.abs(cos) + obstacles.b * np.abs(sin)
    high = obstacles.a * np.abs(sin) + obstacles.b * np.abs(cos)
    size, zero = obstacles.size, np.zeros(len(angle))
    if edge in ("north", "south"):
        origin = np.stack((zero, high if edge == "north" else size - high), axis=1)
        half, step = wide, np.array([1.0, 0.0])
    else:
        origin = np.stack((wide if edge == "west" else size - wide, zero), axis=1)
        half, step = high, np.array([0.0, 1.0])
    # Beyond either end of the edge the ruler is off the board.
    blocked = [(zero, half - GIVE), (size - half + GIVE, np.full(len(angle), size))]
    blocked += _discs(obstacles, origin, step, cos, sin)
    blocked += _pieces(obstacles, origin, step, cos, sin)
    low, top = (np.stack(column, axis=1) for column in zip(*blocked, strict=True))
    index, which = np.nonzero(low < top)
    return gaps(angle, index, low[index, which], top[index, which], size), origin, step


def _discs(obstacles: Obstacles, origin: Array, step: Array, cos: Array, sin: Array) -> list[tuple[Array, Array]]:
    discs = []
    for x, y, r in obstacles.discs:
        dx, dy = x - origin[:, 0], y - origin[:, 1]
        # Seen from the ruler, the disc runs the other way.
        ex, ey = -(step[0] * cos + step[1] * sin), -(step[1] * cos - step[0] * sin)
        discs.append(span(obstacles.a, obstacles.b, float(r), dx * cos + dy * sin, dy * cos - dx * sin, ex, ey))
    return [(np.maximum(low, 0.0), np.minimum(top, obstacles.size)) for low, top in discs]


def _pieces(obstacles: Obstacles, origin: Array, step: Array, cos: Array, sin: Array) -> list[tuple[Array, Array]]:
    if not len(obstacles.sides):
        return []
    a, b = obstacles.a - GIVE, obstacles.b - GIVE
    length = np.full((len(cos), 1), obstacles.size)
    nx, ny, offset = (obstacles.sides[:, i] for i in range(3))
    mx, my = cos[:, None] * nx + sin[:, None] * ny, cos[:, None] * ny - sin[:, None] * nx
    value = origin[:, :1] * nx + origin[:, 1:] * ny - offset - a * np.abs(mx) - b * np.abs(my)
    low, top = negative(value, np.broadcast_to(nx * step[0] + ny * step[1], value.shape), length)
    low = np.maximum.reduceat(low, obstacles.first_side, axis=1)
    top = np.minimum.reduceat(top, obstacles.first_side, axis=1)
    dx, dy = obstacles.corners[:, 0] - origin[:, :1], obstacles.corners[:, 1] - origin[:, 1:]
    for ux, uy, half in ((cos, sin, a), (-sin, cos, b)):
        q = ux[:, None] * dx + uy[:, None] * dy
        slope = -(ux * step[0] + uy * step[1])[:, None]
        least = np.minimum.reduceat(q, obstacles.first_corner, axis=1)
        most = np.maximum.reduceat(q, obstacles.first_corner, axis=1)
        for edge_value, edge_slope in ((least - half, slope), (-most - half, -slope)):
            part_low, part_top = negative(edge_value, np.broadcast_to(edge_slope, edge_value.shape), length)
            low, top = np.maximum(low, part_low), np.minimum(top, part_top)
    return [(low[:, k], top[:, k]) for k in range(low.shape[1])]


def entry_reach(scene: Scene, edge: Edge, radius: int, ruler: RulerSize, ignore: frozenset[str] = NOTHING) -> Region:
    """The places where the centre of a base may end by an entry from an edge: for display, the search decides."""
    obstacles = Obstacles(scene, ruler, (), ignore)
    runs, origin, step = standing_runs(obstacles, edge)
    outline = np.array([(px, py) for _, px, py, _, _, _ in outline_steps(ruler, radius)])
    parts: dict[int, list[BaseGeometry]] = {}
    common: dict[int, BaseGeometry] = {}
    for k, label in enumerate(components(runs, closed=False).tolist()):
        ux, uy = math.cos(runs.angle[k]), math.sin(runs.angle[k])
        turned = np.stack((outline[:, 0] * ux - outline[:, 1] * uy, outline[:, 0] * uy + outline[:, 1] * ux), axis=1)
        first, last = (turned + origin[runs.index[k]] + step * way for way in (runs.low[k], runs.high[k]))
        parts.setdefault(label, []).append(shapely.MultiPoint(np.concatenate((first, last))).convex_hull)
        if label not in common or not common[label].is_empty:
            both = shapely.Polygon(first).intersection(shapely.Polygon(last))
            common[label] = both if label not in common else common[label].intersection(both)
    shapes = [shapely.union_all(hulls).difference(common[label]) for label, hulls in parts.items()]
    return to_region(cut_to_room(scene, shapely.union_all(shapes), radius, ignore))

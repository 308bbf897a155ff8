"""A slow, obvious second opinion on the geometry. It shares no code with `rules.geometry`.

A positive answer is judged by its worst violation, in micrometres. A negative answer is contradicted only by a
placement or a line that is legal beyond doubt.
"""

import math
from functools import lru_cache

import numpy as np
import shapely

ALLOWED = 25.0
"""The worst violation, in micrometres, that an answer may have."""


@lru_cache(maxsize=4096)
def polygon(points):
    """The shape of some corners, made once: boards are asked about many times over."""
    shape = shapely.Polygon(points)
    shapely.prepare(shape)
    return shape


def solids(scene, ignore=frozenset()):
    """The shapes that nothing may lie on, as an array."""
    return np.array([polygon(b.polygon) for b in scene.blocks if b.solid and b.id not in ignore], dtype=object)


def opaques(scene, ignore=frozenset()):
    """The shapes that cut sight, as an array."""
    return np.array([polygon(b.polygon) for b in scene.blocks if b.opaque and b.id not in ignore], dtype=object)


def others(scene, ignore=frozenset()):
    """The discs of a scene as arrays: x, y, radius."""
    rows = [(disc.x, disc.y, disc.radius) for name, disc in scene.discs if name not in ignore]
    return np.array(rows, dtype=float).reshape(-1, 3).T


@lru_cache(maxsize=64)
def ruler_shape(pose, ruler):
    turn = pose.angle / 1e6
    corners = []
    for along, across in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        x, y = along * ruler.length / 2, across * ruler.width / 2
        corners.append(
            (pose.x + x * math.cos(turn) - y * math.sin(turn), pose.y + x * math.sin(turn) + y * math.cos(turn))
        )
    return shapely.Polygon(corners)


def depth(shape, x, y):
    """Distance of a point from a shape, negative inside."""
    return float(depths(shape, x, y))


def depths(shape, x, y):
    """The same of several shapes or several points, as an array."""
    point = shapely.points(x, y)
    away = shapely.distance(shape, point)
    return np.where(away > 0, away, -shapely.distance(shapely.get_exterior_ring(shape), point))


def overlap(one, other):
    """The depth of two polygons' overlap: how much both have to shrink, at least, until they do not."""
    low, high = 0.0, 2000.0
    if not one.buffer(-0.01).intersects(other):
        return 0.0
    for _ in range(20):
        middle = (low + high) / 2
        if one.buffer(-middle, join_style="mitre").intersects(other):
            low = middle
        else:
            high = middle
    return high


def stand_violation(scene, disc, ignore=frozenset()):
    """The depth to which a disc lies off the board, on a solid block or on another disc."""
    worst = max(disc.radius - disc.x, disc.radius - disc.y)
    worst = max(worst, disc.x + disc.radius - scene.size, disc.y + disc.radius - scene.size)
    x, y, radius = others(scene, ignore)
    on_discs = disc.radius + radius - np.hypot(x - disc.x, y - disc.y)
    on_blocks = disc.radius - depths(solids(scene, ignore), disc.x, disc.y)
    return float(max([worst, *on_discs, *on_blocks]))


def ruler_violation(scene, pose, ruler, ignore=frozenset()):
    """The depth to which a ruler lies off the board, on a solid block or on a disc."""
    shape = ruler_shape(pose, ruler)
    x0, y0, x1, y1 = shape.bounds
    worst = max(-x0, -y0, x1 - scene.size, y1 - scene.size)
    x, y, radius = others(scene, ignore)
    on_discs = radius - depths(shape, x, y)
    blocks = solids(scene, ignore)
    on_blocks = [overlap(shape, block) for block in blocks[shapely.intersects(blocks, shape)]]
    return float(max([worst, *on_discs, *on_blocks]))


def touch_violation(pose, ruler, disc):
    """The distance of a disc from just touching a ruler."""
    return abs(depth(ruler_shape(pose, ruler), disc.x, disc.y) - disc.radius)


def displacement_violation(scene, start, to, pose, ruler, ignore=frozenset()):
    end = type(start)(to[0], to[1], start.radius)
    return max(
        stand_violation(scene, end, ignore),
        ruler_violation(scene, pose, ruler, ignore),
        touch_violation(pose, ruler, start),
        touch_violation(pose, ruler, end),
    )


def entry_violation(scene, edge, end, pose, ruler):
    x0, y0, x1, y1 = ruler_shape(pose, ruler).bounds
    away = {"north": y0, "south": scene.size - y1, "west": x0, "east": scene.size - x1}[edge]
    return max(
        abs(away), stand_violation(scene, end), ruler_violation(scene, pose, ruler), touch_violation(pose, ruler, end)
    )


# Searching for what a negative answer may have missed


def _distance_to_rectangle(x, y, a, b):
    """Of points from a rectangle of those half sides about the origin, negative inside."""
    x, y = np.abs(x) - a, np.abs(y) - b
    within = np.minimum(np.maximum(x, y), 0)
    x, y = np.maximum(x, 0), np.maximum(y, 0)
    return np.sqrt(x * x + y * y) + within  # np.hypot takes six times as long


@lru_cache
def outline(ruler, radius, spacing):
    """Points round a ruler at the distance of a base's radius, in order; the last is the first again."""
    shape = shapely.box(-ruler.length / 2, -ruler.width / 2, ruler.length / 2, ruler.width / 2)
    return shapely.get_coordinates(shape.buffer(radius, quad_segs=64).exterior.segmentize(spacing))


def _handfuls(angles):
    """Directions of a ruler, half round, with cosines and sines, one below the other; a few at a time, because what is
    computed for all at once goes through the memory instead of the processor's cache."""
    turns = np.arange(angles)[:, None] * (math.pi / angles)
    for n in range(0, angles, 15):
        turn = turns[n : n + 15]
        yield turn, np.cos(turn), np.sin(turn)


def touching_rulers(start, end, ruler, angles=360, spacing=600):
    """Rulers that touch two bases of one size, as rows of x, y, direction: for each angle, go round the first and look
    where the second is met."""
    r = start.radius
    ring = outline(ruler, r, spacing)
    dx, dy = end.x - start.x, end.y - start.y
    rulers = []
    for turn, cos, sin in _handfuls(angles):
        ex, ey = dx * cos + dy * sin, dy * cos - dx * sin
        # The start is at a point of the ring in the ruler's frame, so the end is at that point + (ex, ey).
        gap = _distance_to_rectangle(ring[:, 0] + ex, ring[:, 1] + ey, ruler.length / 2, ruler.width / 2) - r
        before, after = gap[:, :-1], gap[:, 1:]
        met, i = np.nonzero(((before > 0) != (after > 0)) | (np.abs(before) < 1))
        before, after = before[met, i], after[met, i]
        part = np.where(before != after, before / np.where(before != after, before - after, 1.0), 0.0).clip(0, 1)
        kx, ky = (ring[i] + part[:, None] * (ring[i + 1] - ring[i])).T
        turn, cos, sin = turn[met, 0], cos[met, 0], sin[met, 0]
        rulers.append(np.stack((start.x - kx * cos + ky * sin, start.y - kx * sin - ky * cos, turn), axis=1))
    return np.concatenate(rulers)


def rulers_from_edge(scene, edge, end, ruler, angles=360, spacing=600):
    """Rulers that stand on an edge and touch a base, as rows of x, y, direction: for each angle, the height is given;
    look along the edge, as far as a ruler can be from the base."""
    a, b = ruler.length / 2, ruler.width / 2
    level = edge in ("north", "south")
    steps = np.arange(0, scene.size, spacing, dtype=float)
    steps = steps[np.abs(steps - (end.x if level else end.y)) < math.hypot(a, b) + end.radius + 2 * spacing]
    rulers = []
    for turn, cos, sin in _handfuls(angles):
        half_x, half_y = a * np.abs(cos) + b * np.abs(sin), a * np.abs(sin) + b * np.abs(cos)
        height = {"north": half_y, "south": scene.size - half_y, "west": half_x, "east": scene.size - half_x}[edge]
        x, y = (steps, height) if level else (height, steps)
        dx, dy = end.x - x, end.y - y
        gap = _distance_to_rectangle(dx * cos + dy * sin, dy * cos - dx * sin, a, b) - end.radius
        met, i = np.nonzero((gap[:, :-1] > 0) != (gap[:, 1:] > 0))
        part = gap[met, i] / (gap[met, i] - gap[met, i + 1])
        along, height = steps[i] + part * (steps[i + 1] - steps[i]), height[met, 0]
        x, y = (along, height) if level else (height, along)
        rulers.append(np.stack((x, y, turn[met, 0]), axis=1))
    return np.concatenate(rulers)


def some_free(scene, ruler, places, bases, ignore=frozenset()):
    """One of some ruler placements that is legal beyond doubt: on nothing, and touching the bases to 5 micrometres."""
    x, y, turn = places.T
    ux, uy = np.cos(turn), np.sin(turn)
    signs = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)])
    along, across = signs[:, 0] * ruler.length / 2, signs[:, 1] * ruler.width / 2
    cx = x[:, None] + ux[:, None] * along - uy[:, None] * across
    cy = y[:, None] + uy[:, None] * along + ux[:, None] * across
    good = (cx.min(1) >= 0) & (cy.min(1) >= 0) & (cx.max(1) <= scene.size) & (cy.max(1) <= scene.size)
    places, shapes = places[good], shapely.polygons(np.stack((cx, cy), axis=2)[good])
    good = np.ones(len(places), dtype=bool)
    for x, y, radius in others(scene, ignore).T:
        good[good] &= shapely.distance(shapes[good], shapely.points(x, y)) >= radius
    for block in solids(scene, ignore):
        good[good] &= ~shapely.intersects(block, shapes[good])
    for disc in bases:
        good[good] &= np.abs(shapely.distance(shapes[good], shapely.points(disc.x, disc.y)) - disc.radius) < 5
    return places[good][0] if good.any() else None


def missed_displacement(scene, start, to, ruler, ignore, angles=360):
    """A legal placement for that displacement, or None when this search finds none."""
    end = type(start)(to[0], to[1], start.radius)
    return some_free(scene, ruler, touching_rulers(start, end, ruler, angles), (start, end), ignore)


def missed_entry(scene, edge, end, ruler, angles=360):
    return some_free(scene, ruler, rulers_from_edge(scene, edge, end, ruler, angles), (end,))


# Sight


def segment_depth(scene, segment, ignore=frozenset()):
    """The depth of a segment in an opaque block, at least to half a micrometre."""
    line = shapely.LineString(segment)
    blocks = opaques(scene, ignore)
    return max([0.0, *(overlap(block, line) for block in blocks[shapely.intersects(blocks, line)])])


def free_line(scene, a, b, points=40):
    """A segment between the facing rims of two discs that no opaque block even touches, out of a fan, or None.

    Wherever a segment starts and ends within the discs, it has a part that runs from rim to facing rim.
    """
    ahead = math.atan2(b.y - a.y, b.x - a.x)
    spread = np.linspace(-math.pi / 2, math.pi / 2, points)
    rims = []
    for disc, turn in ((a, ahead + spread), (b, ahead + math.pi + spread)):
        rims.append(np.stack((disc.x + disc.radius * np.cos(turn), disc.y + disc.radius * np.sin(turn)), axis=1))
    blocks = opaques(scene)
    blocks = blocks[shapely.intersects(shapely.convex_hull(shapely.multipoints(np.concatenate(rims))), blocks)]
    # Lines side by side first: mostly there is one among them.
    abreast = np.stack((rims[0], rims[1][::-1]), axis=1)
    everything = np.stack((np.repeat(rims[0], points, axis=0), np.tile(rims[1], (points, 1))), axis=1)
    for ends in (abreast, everything):
        lines = shapely.linestrings(ends)
        for block in blocks:
            lines = lines[~shapely.intersects(block, lines)]
        if len(lines):
            return shapely.get_coordinates(lines[0])
    return None

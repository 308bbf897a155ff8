"""A slow, obvious second opinion on the geometry. It shares no code with `rules.geometry`.

A positive answer is judged by its worst violation, in micrometres. A negative answer is contradicted only by a
placement or a line that is legal beyond doubt.
"""

import math

import numpy as np
import shapely

ALLOWED = 25.0
"""The worst violation, in micrometres, that an answer may have."""


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
    point = shapely.Point(x, y)
    return -shape.exterior.distance(point) if shape.contains(point) else shape.distance(point)


def overlap(one, other):
    """How far two polygons overlap: how much both have to shrink, at least, until they do not."""
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
    """How far a disc lies off the board, on a solid block or on another disc."""
    worst = max(disc.radius - disc.x, disc.radius - disc.y)
    worst = max(worst, disc.x + disc.radius - scene.size, disc.y + disc.radius - scene.size)
    for name, other in scene.discs:
        if name not in ignore:
            worst = max(worst, disc.radius + other.radius - math.dist((disc.x, disc.y), (other.x, other.y)))
    for block in scene.blocks:
        if block.solid and block.id not in ignore:
            worst = max(worst, disc.radius - depth(shapely.Polygon(block.polygon), disc.x, disc.y))
    return worst


def ruler_violation(scene, pose, ruler, ignore=frozenset()):
    """How far a ruler lies off the board, on a solid block or on a disc."""
    shape = ruler_shape(pose, ruler)
    x0, y0, x1, y1 = shape.bounds
    worst = max(-x0, -y0, x1 - scene.size, y1 - scene.size)
    for name, other in scene.discs:
        if name not in ignore:
            worst = max(worst, other.radius - depth(shape, other.x, other.y))
    for block in scene.blocks:
        if block.solid and block.id not in ignore:
            worst = max(worst, overlap(shape, shapely.Polygon(block.polygon)))
    return worst


def touch_violation(pose, ruler, disc):
    """How far a disc is from just touching a ruler."""
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
    outside = np.hypot(np.maximum(np.abs(x) - a, 0), np.maximum(np.abs(y) - b, 0))
    return np.where((np.abs(x) < a) & (np.abs(y) < b), np.maximum(np.abs(x) - a, np.abs(y) - b), outside)


def outline(ruler, radius, spacing):
    """Points round a ruler at the distance of a base's radius, in order."""
    shape = shapely.box(-ruler.length / 2, -ruler.width / 2, ruler.length / 2, ruler.width / 2)
    ring = shape.buffer(radius, quad_segs=64).exterior.segmentize(spacing)
    return np.array(ring.coords)[:-1]


def touching_rulers(start, end, ruler, angles=360, spacing=600):
    """Rulers that touch two bases of one size: for each angle, go round the first and look where the second is met."""
    a, b, r = ruler.length / 2, ruler.width / 2, start.radius
    ring = outline(ruler, r, spacing)
    found = []
    for turn in np.arange(angles) * (math.pi / angles):
        cos, sin = math.cos(turn), math.sin(turn)
        dx, dy = end.x - start.x, end.y - start.y
        ex, ey = dx * cos + dy * sin, dy * cos - dx * sin
        # The start is at a point of the ring in the ruler's frame, so the end is at that point + (ex, ey).
        gap = _distance_to_rectangle(ring[:, 0] + ex, ring[:, 1] + ey, a, b) - r
        after = np.roll(ring, -1, axis=0)
        gap_after = np.roll(gap, -1)
        part = np.where(gap != gap_after, gap / np.where(gap != gap_after, gap - gap_after, 1.0), 0.0)
        for i in np.flatnonzero(((gap > 0) != (gap_after > 0)) | (np.abs(gap) < 1)):
            t = min(max(part[i], 0.0), 1.0)
            kx, ky = ring[i] + t * (after[i] - ring[i])
            found.append((start.x - kx * cos + ky * sin, start.y - kx * sin - ky * cos, turn))
    return found


def rulers_from_edge(scene, edge, end, ruler, angles=360, spacing=600):
    """Rulers that stand on an edge and touch a base: for each angle, the height is given; look along the edge."""
    a, b = ruler.length / 2, ruler.width / 2
    found = []
    for turn in np.arange(angles) * (math.pi / angles):
        cos, sin = math.cos(turn), math.sin(turn)
        half_x, half_y = a * abs(cos) + b * abs(sin), a * abs(sin) + b * abs(cos)
        along = np.arange(0, scene.size, spacing, dtype=float)
        if edge in ("north", "south"):
            x, y = along, np.full(len(along), half_y if edge == "north" else scene.size - half_y)
        else:
            x, y = np.full(len(along), half_x if edge == "west" else scene.size - half_x), along
        dx, dy = end.x - x, end.y - y
        gap = _distance_to_rectangle(dx * cos + dy * sin, dy * cos - dx * sin, a, b) - end.radius
        for i in np.flatnonzero((gap[:-1] > 0) != (gap[1:] > 0)):
            t = gap[i] / (gap[i] - gap[i + 1])
            found.append((x[i] + t * (x[i + 1] - x[i]), y[i] + t * (y[i + 1] - y[i]), turn))
    return found


def some_free(scene, ruler, places, bases, ignore=frozenset()):
    """One of some ruler placements that is legal beyond doubt: on nothing, and touching the bases to 5 micrometres."""
    if not places:
        return None
    x, y, turn = np.array(places).T
    ux, uy = np.cos(turn), np.sin(turn)
    signs = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)])
    along, across = signs[:, 0] * ruler.length / 2, signs[:, 1] * ruler.width / 2
    cx = x[:, None] + ux[:, None] * along - uy[:, None] * across
    cy = y[:, None] + uy[:, None] * along + ux[:, None] * across
    shapes = shapely.polygons(np.stack((cx, cy), axis=2))
    good = (cx.min(1) >= 0) & (cy.min(1) >= 0) & (cx.max(1) <= scene.size) & (cy.max(1) <= scene.size)
    for name, disc in scene.discs:
        if name not in ignore:
            good[good] &= shapely.distance(shapes[good], shapely.Point(disc.x, disc.y)) >= disc.radius
    for block in scene.blocks:
        if block.solid and block.id not in ignore:
            good[good] &= ~shapely.intersects(shapes[good], shapely.Polygon(block.polygon))
    for disc in bases:
        good[good] &= np.abs(shapely.distance(shapes[good], shapely.Point(disc.x, disc.y)) - disc.radius) < 5
    hits = np.flatnonzero(good)
    return places[int(hits[0])] if len(hits) else None


def missed_displacement(scene, start, to, ruler, ignore, angles=360):
    """A legal placement for that displacement, or None when this search finds none."""
    end = type(start)(to[0], to[1], start.radius)
    return some_free(scene, ruler, touching_rulers(start, end, ruler, angles), (start, end), ignore)


def missed_entry(scene, edge, end, ruler, angles=360):
    return some_free(scene, ruler, rulers_from_edge(scene, edge, end, ruler, angles), (end,))


# Sight


def segment_depth(scene, segment, ignore=frozenset()):
    """How deep a segment runs in an opaque block, at least to half a micrometre."""
    line = shapely.LineString(segment)
    worst = 0.0
    for block in scene.blocks:
        if block.opaque and block.id not in ignore:
            worst = max(worst, overlap(shapely.Polygon(block.polygon), line))
    return worst


def free_line(scene, a, b, points=40):
    """A segment between the facing rims of two discs that no opaque block even touches, out of a fan, or None.

    Wherever a segment starts and ends within the discs, it has a part that runs from rim to facing rim.
    """
    ahead = math.atan2(b.y - a.y, b.x - a.x)
    spread = np.linspace(-math.pi / 2, math.pi / 2, points)
    rims = []
    for disc, turn in ((a, ahead + spread), (b, ahead + math.pi + spread)):
        rims.append(np.stack((disc.x + disc.radius * np.cos(turn), disc.y + disc.radius * np.sin(turn)), axis=1))
    ends = np.stack((np.repeat(rims[0], points, axis=0), np.tile(rims[1], (points, 1))), axis=1)
    lines = shapely.linestrings(ends)
    good = np.ones(len(lines), dtype=bool)
    for block in scene.blocks:
        if block.opaque:
            good[good] &= ~shapely.intersects(lines[good], shapely.Polygon(block.polygon))
    hits = np.flatnonzero(good)
    return ends[hits[0]] if len(hits) else None

"""Laying polygons on the board: each some distance from the edge and from the others, or in contact."""

import math
import random
from collections.abc import Iterator
from functools import lru_cache

import shapely
from shapely.geometry.base import BaseGeometry

from rules.geometry.footing import outline_gap
from rules.geometry.polygon import Ring, outline
from rules.geometry.regions import circle
from rules.geometry.shapes import CONTACT, MICRO, OVERLAP, Block, Disc, Fault

Spot = tuple[int, int, int]
"""A polygon's placement: its origin's x and y, and its angle in microradians."""

Discs = tuple[tuple[str, Disc], ...]

TRIES = 60
ANGLES = 24
LOOKS = 16
"""Points along a side of the board at which ample room is looked for."""


def place_polygon(polygon: Ring, x: int, y: int, angle: int) -> Ring:
    """A polygon turned about its origin by an angle, the origin then laid at x, y; corners rounded."""
    cos, sin = math.cos(angle * MICRO), math.sin(angle * MICRO)
    return tuple((x + round(px * cos - py * sin), y + round(px * sin + py * cos)) for px, py in polygon)


def block_fault(block: Block, size: int, keep: int, blocks: tuple[Block, ...], discs: Discs) -> Fault | None:
    """The fault of a block that may not lie there.

    It has to be on the board, and at least `keep` away from the board's edge and from each of `blocks` and `discs`,
    or in contact with it: "off-bloc", "overlap", "edge-close", "too-close".
    """
    ring = block.outline.ring
    margin = min(min(x, y, size - x, size - y) for x, y in ring)
    if margin < 0:
        return Fault("off-bloc")
    gaps = [(other.id, _gap(ring, other.outline.ring)) for other in blocks]
    gaps += [(name, outline_gap(disc, block.outline)) for name, disc in discs]
    overlaps = sorted(name for name, gap in gaps if gap < -OVERLAP)
    if overlaps:
        return Fault("overlap", tuple(overlaps))
    if CONTACT < margin < keep:
        return Fault("edge-close")
    near = sorted(name for name, gap in gaps if CONTACT < gap < keep)
    return Fault("too-close", tuple(near)) if near else None


@lru_cache(maxsize=1024)
def _shape(ring: Ring) -> BaseGeometry:
    return shapely.Polygon(ring)


def _gap(one: Ring, other: Ring) -> float:
    """Micrometres between two polygons; 0 in contact, minus infinity when they overlap more than is forgiven."""
    a, b = _shape(one), _shape(other)
    distance = float(a.distance(b))
    if distance > 0:
        return distance
    # A hair more than is forgiven: those that then still touch overlap by more.
    shrunk = [shape.buffer(-OVERLAP / 2 - 0.01, join_style="mitre") for shape in (a, b)]
    return -math.inf if shrunk[0].intersects(shrunk[1]) else 0.0


def sample_block(
    polygon: Ring, size: int, keep: int, blocks: tuple[Block, ...], discs: Discs, rng: random.Random
) -> Spot | None:
    """A random legal place for a polygon, sometimes against an edge; None when some dozens of tries found none."""
    for _ in range(TRIES):
        turn = rng.random()
        angle = round((rng.randrange(4) * math.pi / 2 if turn < 0.4 else turn * 2 * math.pi) / MICRO)
        ring = place_polygon(polygon, 0, 0, angle)
        box = _origins(ring, size, 0)
        x, y = rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3])
        against = rng.random()
        if against < 0.2:
            x, y = [(box[0], y), (box[2], y), (x, box[1]), (x, box[3])][int(against * 20)]
        spot = _spot(polygon, (x, y), angle, size, keep, blocks, discs)
        if spot is not None:
            return spot
    return None


def _origins(ring: Ring, size: int, keep: int) -> tuple[int, int, int, int]:
    """The rectangle in which a polygon's origin leaves it `keep` away from the board's edges."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return keep - min(xs), keep - min(ys), size - keep - max(xs), size - keep - max(ys)


def _spot(
    polygon: Ring, at: tuple[float, float], angle: int, size: int, keep: int, blocks: tuple[Block, ...], discs: Discs
) -> Spot | None:
    x, y = round(at[0]), round(at[1])
    laid = Block("", place_polygon(polygon, x, y, angle), False, False)
    return None if block_fault(laid, size, keep, blocks, discs) else (x, y, angle)


@lru_cache(maxsize=256)
def find_block_place(polygon: Ring, size: int, keep: int, blocks: tuple[Block, ...], discs: Discs) -> Spot | None:
    """A legal place for a polygon, or None when there is none at any of 24 angles.

    For each angle the places are worked out, not sampled: those clear of everything, and those in contact with
    the board's edge, with another body, or with two of these.
    """
    for k in range(ANGLES):
        # The quarters first, then what lies between.
        turn = k % 4 * (math.pi / 2) + k // 4 * (math.pi / 12)
        angle = round(turn / MICRO)
        for at in _open_places(place_polygon(polygon, 0, 0, angle), size, keep, blocks, discs):
            spot = _spot(polygon, at, angle, size, keep, blocks, discs)
            if spot is not None:
                return spot
    return None


def has_block_place(polygon: Ring, size: int, keep: int, blocks: tuple[Block, ...], discs: Discs) -> bool:
    """Whether there is a legal place for a polygon, as `find_block_place` tells."""
    return _has_ample_room(polygon, size, keep, blocks, discs) or (
        find_block_place(polygon, size, keep, blocks, discs) is not None
    )


def _has_ample_room(polygon: Ring, size: int, keep: int, blocks: tuple[Block, ...], discs: Discs) -> bool:
    """Whether there is room at some of a few points, however the polygon is turned, even if it and all blocks were as
    wide as the circles around them: cheap, and most often enough to know that there is a place."""
    far = math.ceil(max(math.hypot(x, y) for x, y in polygon)) + keep + 1
    circles = [(o.x, o.y, o.radius + far) for o in (block.outline for block in blocks)]
    circles += [(d.x, d.y, d.radius + far) for _, d in discs]
    at = range(far, size - far + 1, max(1, (size - 2 * far) // LOOKS))
    return any(all(math.hypot(x - cx, y - cy) >= r for cx, cy, r in circles) for x in at for y in at)


def _open_places(
    ring: Ring, size: int, keep: int, blocks: tuple[Block, ...], discs: Discs
) -> Iterator[tuple[float, float]]:
    """A point of each part of the places of a polygon's origin, the polygon being turned already."""
    flush = _origins(ring, size, 0)
    if flush[0] > flush[2] or flush[1] > flush[3]:
        return
    bodies = [_touching(ring, block.outline.ring) for block in blocks]
    bodies += [_touching_disc(ring, disc) for _, disc in discs]
    near = [body.buffer(keep) for body in bodies]
    clear = _origins(ring, size, keep)
    room = shapely.box(*clear) if clear[0] <= clear[2] and clear[1] <= clear[3] else shapely.Polygon()
    x0, y0, x1, y1 = flush
    sides = [((x0, clear[1]), (x0, clear[3])), ((x1, clear[1]), (x1, clear[3]))]
    sides += [((clear[0], y0), (clear[2], y0)), ((clear[0], y1), (clear[2], y1))]
    edges = [shapely.LineString(side) for side in sides if side[0][0] <= side[1][0] and side[0][1] <= side[1][1]]
    corners = [shapely.Point(x, y) for x in (x0, x1) for y in (y0, y1)]
    yield from _points(_less(shapely.union_all([room, *edges, *corners]), near))
    rims = [body.exterior for body in bodies]
    for i, rim in enumerate(rims):
        others = near[:i] + near[i + 1 :]
        yield from _points(_less(shapely.union_all([rim.intersection(part) for part in (room, *edges)]), others))
        for j in range(i):
            rest = [shape for k, shape in enumerate(near) if k not in (i, j)]
            yield from _points(_less(rim.intersection(rims[j]).intersection(room), rest))


def _less(shape: BaseGeometry, taken: list[BaseGeometry]) -> BaseGeometry:
    return shape.difference(shapely.union_all(taken)) if taken else shape


def _points(shape: BaseGeometry) -> Iterator[tuple[float, float]]:
    for part in shapely.get_parts(shape):
        if not part.is_empty:
            on_line = part.geom_type == "LineString"
            point = part.interpolate(0.5, normalized=True) if on_line else part.representative_point()
            yield point.x, point.y


def _touching(ring: Ring, other: Ring) -> shapely.Polygon:
    """The origins at which a turned polygon overlaps another: their Minkowski difference, without its holes."""
    hulls = [
        shapely.MultiPoint([(qx - px, qy - py) for px, py in part.corners for qx, qy in body.corners]).convex_hull
        for part in outline(ring).pieces
        for body in outline(other).pieces
    ]
    return shapely.Polygon(shapely.union_all(hulls).exterior)


def _touching_disc(ring: Ring, disc: Disc) -> shapely.Polygon:
    hulls = []
    for part in outline(ring).pieces:
        mirrored = shapely.MultiPoint([(disc.x - px, disc.y - py) for px, py in part.corners]).convex_hull
        hulls.append(mirrored.buffer(circle(0, 0, disc.radius).bounds[2], quad_segs=16))
    return shapely.Polygon(shapely.union_all(hulls).exterior)

"""Regions of the board as polygons with holes: for display and for guessing where to search, never for a verdict."""

import math
from functools import lru_cache
from typing import TypedDict

import shapely
from shapely.geometry.base import BaseGeometry

from rules.geometry.footing import NOTHING
from rules.geometry.polygon import Ring
from rules.geometry.shapes import OVERLAP, Disc, Scene

QUARTER = 16
"""Segments for a quarter circle."""

CHORD = math.cos(math.pi / (4 * QUARTER))
"""A regular polygon's inner radius over its outer one: what is taken away is drawn round, never through, a circle."""

SLIVER = 250
"""Parts of a region thinner than twice this many micrometres are not drawn."""


class Part(TypedDict):
    """A polygon: its outer ring and its holes, each a list of [x, y] in micrometres, the first not repeated."""

    outer: list[list[int]]
    holes: list[list[list[int]]]


Region = tuple[Part, ...]


def to_region(shape: BaseGeometry) -> Region:
    """The polygons of a shape in whole micrometres, slivers left out, the largest first."""
    thick = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and _is_thick(part)]
    # Onto the grid of micrometres without crossing lines: simplifying and rounding alone might make some.
    whole = shapely.set_precision(shapely.MultiPolygon(thick).simplify(SLIVER / 4).buffer(0), 1.0)
    parts = []
    for part in shapely.get_parts(whole):
        if _is_thick(part):
            holes = [_ring(hole) for hole in part.interiors if shapely.Polygon(hole).area > SLIVER * SLIVER]
            parts.append((-part.area, Part(outer=_ring(part.exterior), holes=holes)))
    return tuple(part for _, part in sorted(parts, key=lambda item: (item[0], item[1]["outer"])))


def _is_thick(part: BaseGeometry) -> bool:
    return part.area > SLIVER * SLIVER and not part.buffer(-SLIVER).is_empty


def _ring(ring: BaseGeometry) -> list[list[int]]:
    return [[round(x), round(y)] for x, y in ring.coords[:-1]]


def to_shape(region: Region) -> BaseGeometry:
    return shapely.union_all([shapely.Polygon(part["outer"], part["holes"]) for part in region])


def union_regions(*regions: Region) -> Region:
    """The union of some regions."""
    return to_region(shapely.union_all([to_shape(region) for region in regions]))


def region_near(region: Region, target: Disc, radius: int, reach: int) -> Region:
    """The centres in a region from which a disc of `radius` is at most `reach` away from a target, edge to edge."""
    ring = circle(target.x, target.y, CHORD * (target.radius + radius + reach))
    return to_region(to_shape(region).intersection(ring))


def circle(x: float, y: float, radius: float) -> BaseGeometry:
    """A polygon round a circle, touching it from outside."""
    return shapely.Point(x, y).buffer(radius / CHORD, quad_segs=QUARTER)


@lru_cache(maxsize=1024)
def inflated(polygon: Ring, radius: int) -> BaseGeometry:
    """A polygon and every point nearer to it than a radius."""
    return shapely.Polygon(polygon).buffer(radius / CHORD, quad_segs=QUARTER)


def cut_to_room(scene: Scene, shape: BaseGeometry, radius: int, ignore: frozenset[str] = NOTHING) -> BaseGeometry:
    """The part of a shape of centres at which a disc of that radius may stand."""
    shape = shape.intersection(shapely.box(radius, radius, scene.size - radius, scene.size - radius))
    taken = [circle(d.x, d.y, d.radius + radius - OVERLAP / 2) for name, d in scene.discs if name not in ignore]
    taken += [inflated(outline.ring, radius) for name, outline in scene.solids if name not in ignore]
    reach = shapely.box(*shape.bounds) if not shape.is_empty else shape
    return shape.difference(shapely.union_all([part for part in taken if part.intersects(reach)]))

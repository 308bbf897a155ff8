"""The prepared form of a polygon: convex parts, bounding circle, signed distance to a point."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import shapely

Vertex = tuple[int, int]
Ring = tuple[Vertex, ...]


@dataclass(frozen=True, slots=True)
class ConvexPart:
    """A convex part of a polygon; `sides` are (nx, ny, offset), the normals of length 1 pointing outward."""

    corners: tuple[tuple[float, float], ...]
    sides: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, eq=False)
class Outline:
    """A polygon made ready for queries. `segments` are (x, y, dx, dy, squared length) of its sides."""

    ring: Ring
    segments: tuple[tuple[float, float, float, float, float], ...]
    x: float
    y: float
    radius: float

    @cached_property
    def pieces(self) -> tuple[ConvexPart, ...]:
        """Its convex parts: not cut for a polygon of which only distances are asked, as where a block is tried."""
        return tuple(_piece(part) for part in convex_parts(self.ring))

    def depth_or_distance(self, x: float, y: float) -> float:
        """Distance of a point from the polygon; inside it, minus its distance from the boundary."""
        best = math.inf
        inside = False
        for ax, ay, dx, dy, squared in self.segments:
            px, py = x - ax, y - ay
            t = (px * dx + py * dy) / squared
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            ex, ey = px - t * dx, py - t * dy
            distance = ex * ex + ey * ey
            if distance < best:
                best = distance
            if (py < 0) != (py - dy < 0) and (px * dy < py * dx) == (dy > 0):
                inside = not inside
        root = math.sqrt(best)
        return -root if inside else root


def area2(ring: Ring) -> int:
    """Twice the signed area."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True))


def cross(a: Vertex, b: Vertex, c: Vertex) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def tidy(ring: Ring) -> Ring:
    """The same polygon turning towards positive area, without repeated corners and corners of 180 degrees."""
    points = list(ring if area2(ring) > 0 else ring[::-1])
    index = 0
    while index < len(points) and len(points) > 3:
        if cross(points[index - 1], points[index], points[(index + 1) % len(points)]) == 0:
            points.pop(index)
            index = max(index - 2, 0)
        else:
            index += 1
    return tuple(points)


@lru_cache(maxsize=4096)
def outline(polygon: Ring) -> Outline:
    """The prepared form of a polygon with corners in micrometres. ValueError when it crosses itself or has no area."""
    if len(polygon) < 3 or area2(polygon) == 0:
        raise ValueError("a polygon needs an area")
    if not shapely.Polygon(polygon).is_valid:
        raise ValueError("a polygon must not cross or touch itself")
    ring = tidy(polygon)
    segments = []
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        dx, dy = bx - ax, by - ay
        segments.append((float(ax), float(ay), float(dx), float(dy), float(dx * dx + dy * dy)))
    x = (min(p[0] for p in ring) + max(p[0] for p in ring)) / 2
    y = (min(p[1] for p in ring) + max(p[1] for p in ring)) / 2
    radius = max(math.hypot(p[0] - x, p[1] - y) for p in ring)
    return Outline(ring, tuple(segments), x, y, radius)


def _piece(ring: Ring) -> ConvexPart:
    sides = []
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        sides.append((nx, ny, nx * ax + ny * ay))
    return ConvexPart(tuple((float(x), float(y)) for x, y in ring), tuple(sides))


def triangles(ring: Ring) -> list[Ring]:
    """A simple polygon of positive area cut into triangles, by clipping ears (integer tests)."""
    rest = list(ring)
    cut: list[Ring] = []
    while len(rest) > 3:
        for index in range(len(rest)):
            ear = (rest[index - 1], rest[index], rest[(index + 1) % len(rest)])
            if cross(*ear) > 0 and not any(p not in ear and _inside(ear, p) for p in rest):
                cut.append(ear)
                rest.pop(index)
                break
        else:
            raise ValueError("a polygon must not cross itself")
        rest = list(tidy(tuple(rest)))
    cut.append((rest[0], rest[1], rest[2]))
    return cut


def _inside(ear: tuple[Vertex, Vertex, Vertex], p: Vertex) -> bool:
    a, b, c = ear
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def convex_parts(ring: Ring) -> list[Ring]:
    """A simple polygon of positive area cut into few convex parts: triangles, joined while they stay convex."""
    parts = triangles(ring)
    joined = True
    while joined:
        joined = False
        for i in range(len(parts)):
            for j in range(i + 1, len(parts)):
                whole = _join(parts[i], parts[j])
                if whole is not None:
                    parts[i] = whole
                    parts.pop(j)
                    joined = True
                    break
            if joined:
                break
    return parts


def _join(one: Ring, other: Ring) -> Ring | None:
    for i in range(len(one)):
        a, b = one[i], one[(i + 1) % len(one)]
        for j in range(len(other)):
            if other[j] == b and other[(j + 1) % len(other)] == a:
                # Walk `one` from b round to a, then `other` from a round to b.
                whole = [one[(i + 1 + k) % len(one)] for k in range(len(one))]
                whole += [other[(j + 2 + k) % len(other)] for k in range(len(other) - 2)]
                count = len(whole)
                turns = [cross(whole[k - 1], whole[k], whole[(k + 1) % count]) for k in range(count)]
                return tidy(tuple(whole)) if min(turns) >= 0 else None
    return None

"""The closest of some discs, and the nearest place where a disc fits."""

import math
from collections.abc import Iterable

from rules.geometry.footing import NOTHING, stand_fault
from rules.geometry.shapes import CONTACT, Disc, Point, Scene, gap

Circle = tuple[float, float, float]
Segment = tuple[float, float, float, float]

TIE = 2.0
"""Places whose distances differ by less than this many micrometres are equally near: rounding decides no tie."""


def nearest(of: Disc, candidates: Iterable[tuple[str, Disc]]) -> list[str]:
    """The ids of the nearest discs, edge to edge: all that are within 25 micrometres of the least gap, by id."""
    gaps = sorted((gap(of, disc), name) for name, disc in candidates)
    return sorted(name for distance, name in gaps if distance <= gaps[0][0] + CONTACT)


def nearest_place(scene: Scene, at: Point, radius: int, ignore: frozenset[str] = NOTHING) -> Point | None:
    """The nearest centre at which a disc fits, ties to the smallest y, then x; None where it fits nowhere.

    Such a centre is `at` itself, or the foot of a perpendicular on one of the curves along which the disc touches
    something, or where two of those curves meet.
    """
    if _fits(scene, at[0], at[1], radius, ignore):
        return at
    circles, segments = _curves(scene, radius, ignore)
    feet = _by_distance(at, [_foot_on_circle(at, c) for c in circles] + [_foot_on_segment(at, s) for s in segments])
    best = _nearest_of(scene, feet, radius, ignore, [])
    # The feet bound how far crossings need to be looked at; without any, they are looked for farther and farther out.
    within = best[0][0] if best else 4.0 * radius
    while True:
        crossings = _by_distance(at, _crossings(at, circles, segments, within + TIE + 1))
        best = _nearest_of(scene, crossings, radius, ignore, best)
        if (best and best[0][0] <= within) or within > 2 * scene.size:
            return min((place for _, place in best), key=lambda p: (p[1], p[0]), default=None)
        within = best[0][0] if best else 2 * within


def _by_distance(at: Point, places: list[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Each with its distance, the nearest first."""
    sorted_places = [(math.hypot(x - at[0], y - at[1]), x, y) for x, y in places]
    return sorted(sorted_places, key=lambda item: item[0])


def _nearest_of(
    scene: Scene,
    places: list[tuple[float, float, float]],
    radius: int,
    ignore: frozenset[str],
    best: list[tuple[float, Point]],
) -> list[tuple[float, Point]]:
    """The nearest places that fit, with those found before, all that are equally near."""
    for distance, x, y in places:
        if best and distance > best[0][0] + TIE:
            break
        place = _settle(scene, x, y, radius, ignore)
        if place is not None:
            best = sorted([*best, (distance, place)])
            best = [item for item in best if item[0] <= best[0][0] + TIE]
    return best


def _fits(scene: Scene, x: int, y: int, radius: int, ignore: frozenset[str]) -> bool:
    return stand_fault(scene, Disc(x, y, radius), ignore) is None


def _settle(scene: Scene, x: float, y: float, radius: int, ignore: frozenset[str]) -> Point | None:
    """The whole-numbered centre nearest to a place that fits but for rounding; at the board's edge, inside."""
    low, high = radius, scene.size - radius
    if not (low - 1 <= x <= high + 1 and low - 1 <= y <= high + 1):
        return None
    place = (min(max(round(x), low), high), min(max(round(y), low), high))
    return place if _fits(scene, *place, radius, ignore) else None


def _curves(scene: Scene, radius: int, ignore: frozenset[str]) -> tuple[list[Circle], list[Segment]]:
    """The curves on which a disc's centre lies while the disc touches a disc, a block or the board's edge."""
    circles = [(float(d.x), float(d.y), float(d.radius + radius)) for name, d in scene.discs if name not in ignore]
    low, high = float(radius), float(scene.size - radius)
    segments = [(low, low, high, low), (high, low, high, high), (high, high, low, high), (low, high, low, low)]
    for name, outline in scene.solids:
        if name in ignore:
            continue
        for x, y, dx, dy, squared in outline.segments:
            length = math.sqrt(squared)
            ox, oy = dy / length * radius, -dx / length * radius
            segments.append((x + ox, y + oy, x + dx + ox, y + dy + oy))
            circles.append((x, y, float(radius)))
    return circles, segments


def _crossings(at: Point, circles: list[Circle], segments: list[Segment], within: float) -> list[tuple[float, float]]:
    """The points at which two of the curves meet that both come within that distance."""
    near_circles = [c for c in circles if abs(math.hypot(c[0] - at[0], c[1] - at[1]) - c[2]) <= within]
    near_segments = [s for s in segments if math.dist(_foot_on_segment(at, s), at) <= within]
    crossings = [p for i, c in enumerate(near_circles) for d in near_circles[:i] for p in _circles_meet(c, d)]
    crossings += [p for c in near_circles for s in near_segments for p in _circle_segment(c, s)]
    crossings += [p for i, s in enumerate(near_segments) for t in near_segments[:i] for p in _segments_meet(s, t)]
    return crossings


def _foot_on_circle(at: Point, circle: Circle) -> tuple[float, float]:
    cx, cy, r = circle
    dx, dy = at[0] - cx, at[1] - cy
    far = math.hypot(dx, dy)
    # From the very centre every way is as long: up, for the smallest y.
    return (cx + dx / far * r, cy + dy / far * r) if far else (cx, cy - r)


def _foot_on_segment(at: Point, segment: Segment) -> tuple[float, float]:
    x, y, qx, qy = segment
    dx, dy = qx - x, qy - y
    t = max(0.0, min(1.0, ((at[0] - x) * dx + (at[1] - y) * dy) / (dx * dx + dy * dy)))
    return x + t * dx, y + t * dy


def _circles_meet(one: Circle, other: Circle) -> list[tuple[float, float]]:
    dx, dy = other[0] - one[0], other[1] - one[1]
    far = math.hypot(dx, dy)
    if far == 0 or far > one[2] + other[2] or far < abs(one[2] - other[2]):
        return []
    along = (far * far + one[2] ** 2 - other[2] ** 2) / (2 * far)
    aside = math.sqrt(max(one[2] ** 2 - along * along, 0.0))
    ux, uy = dx / far, dy / far
    x, y = one[0] + along * ux, one[1] + along * uy
    return [(x - aside * uy, y + aside * ux), (x + aside * uy, y - aside * ux)]


def _circle_segment(circle: Circle, segment: Segment) -> list[tuple[float, float]]:
    cx, cy, r = circle
    x, y, qx, qy = segment
    dx, dy = qx - x, qy - y
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    foot = (cx - x) * ux + (cy - y) * uy
    aside = (cx - x) * uy - (cy - y) * ux
    if abs(aside) > r:
        return []
    half = math.sqrt(r * r - aside * aside)
    return [(x + t * ux, y + t * uy) for t in (foot - half, foot + half) if -1 <= t <= length + 1]


def _segments_meet(one: Segment, other: Segment) -> list[tuple[float, float]]:
    ax, ay, bx, by = one
    cx, cy, dx, dy = other
    ex, ey, fx, fy = bx - ax, by - ay, dx - cx, dy - cy
    turn = ex * fy - ey * fx
    if abs(turn) < 1e-9 * (abs(ex) + abs(ey)) * (abs(fx) + abs(fy)):
        return []
    t = ((cx - ax) * fy - (cy - ay) * fx) / turn
    u = ((cx - ax) * ey - (cy - ay) * ex) / turn
    return [(ax + t * ex, ay + t * ey)] if -1e-6 <= t <= 1 + 1e-6 and -1e-6 <= u <= 1 + 1e-6 else []

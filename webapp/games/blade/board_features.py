"""What the board's drawing has besides outlines and walls: stairs, ledges, links between zones, signs of things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from shapely.geometry import LineString, Polygon
from shapely.ops import linemerge, nearest_points

from webapp.games.contract import Json

Spot = tuple[float, float]

DEPTH, TREADS = 30, 5
"""Of stairs: how far they reach across a border, and their lines."""
HACHURE, APART = 13, 12
"""Of the strokes down from a ledge: their length and distance."""
SPAN = 34
"""Half the length of a link's sign."""
ARC = 36
"""The most that the arc of a leap rises."""

SIGNS: Mapping[str, str] = {
    "chest": "M2 11Q2 4 8 4H16Q22 4 22 11H14V9H10V11ZM2 12.5H10V16H14V12.5H22V21H2Z",
    "crate": "M3 3H21V21H3ZM6 6V18H18V6ZM6.5 8.5L8.5 6.5L17.5 15.5L15.5 17.5Z",
    "lamp": "M9 1H15V4H9ZM7 5H17L19 18H5ZM10 8H14L15 15H9ZM4 19H20V22H4Z",
    "boat": "M1 14H23L19 21H5ZM11 1H13V13H11ZM14 3L20 12H14Z",
    "bag": "M8 2H16L14 6Q21 10 20 17Q19 22 12 22Q5 22 4 17Q3 10 10 6Z",
    "rubble": "M1 21L5 13L11 14L13 21ZM13.5 21L15 9L20 11L23 21ZM8 12L10 6L14 8L13 13Z",
    "flames": "M12 1Q16 7 15 10Q18 9 18 6Q23 14 18 20Q15 23 12 23Q9 23 6 20Q1 14 7 8Q7 12 9 13Q8 6 12 1Z",
    "barricade": "M1 6H23V10H1ZM1 14H23V18H1ZM4 2H8V22H4ZM16 2H20V22H16Z",
    "hidden": "M10 1H14V3H10ZM7 4H17V6H7ZM6 7H18V19H6ZM4 20H20V23H4Z",
    "seized": "M3 9Q3 5 7 5H11V8H7Q6 8 6 9V12Q6 13 7 13H9V16H7Q3 16 3 12ZM15 8H17Q21 8 21 12V15Q21 19 17 19"
    "H13V16H17Q18 16 18 15V12Q18 11 17 11H15ZM8 10H16V14H8Z",
    "webbed": "M1 3H23V5H15V11H23V13H15V21H13V13H5V23H3V13H1V11H3V5H1ZM5 5V11H13V5Z",
    "held": "M9 2H15V7H13L19 22H5L11 7H9Z",
    "afloat": "M1 12Q4 6 8 12T15 12T23 12V18Q19 23 15 18T8 18T1 18Z",
    "halo": "M12 2A10 10 0 1 1 11.9 2ZM12 6A6 6 0 1 0 12.1 6Z",
    "carrying": "M12 2A5 5 0 1 1 11.9 2ZM3 22Q4 13 12 13Q20 13 21 22Z",
    "cautious": "M14 1A11 11 0 1 0 23 16A9 9 0 1 1 14 1Z",
    "aggressive": "M12 6A6 6 0 1 1 11.9 6ZM11 0H13V4H11ZM11 20H13V24H11ZM0 11H4V13H0ZM20 11H24V13H20Z",
    "may-move": "M6 2Q10 2 10 9Q10 13 7 14Q4 13 4 8Q4 2 6 2ZM5 16H9V20H5ZM17 5Q20 5 20 10Q20 15 17 16Q14 15 14 11"
    "Q14 5 17 5ZM15 18H19V22H15Z",
    "shield": "M3 3L12 1L21 3V11Q20 19 12 23Q4 19 3 11Z",
    "bow": "M5 1Q18 3 18 12Q18 21 5 23L6 21Q14 18 14 12Q14 6 6 3ZM1 11H19V9L23 12L19 15V13H1Z",
    "may-attack": "M10 23H14V19H18V16H14V7L12 1L10 7V16H6V19H10Z",
    "attacked": "M10 1H14V5H18V8H14V17L12 23L10 17V8H6V5H10Z",
}
"""The signs of things by their kind, as paths in a square of 24; other objects are crates."""


def sign(kind: str) -> Json:
    """The sign of a thing, in the colour of its text."""
    d = SIGNS.get(kind, SIGNS["crate"])
    shape = {"t": "path", "a": {"d": d, "fill-rule": "evenodd"}}
    return {"t": "drawing", "c": "thing-sign", "box": "0 0 24 24", "shapes": [shape]}


def segments(path: Sequence[Sequence[float]]) -> Iterator[tuple[Spot, Spot, Spot, float]]:
    """The straight pieces of a line: both ends, the direction and the length."""
    for (x0, y0), (x1, y1) in pairwise(path):
        length = hypot(x1 - x0, y1 - y0) or 1.0
        yield (x0, y0), (x1, y1), ((x1 - x0) / length, (y1 - y0) / length), length


def _across(along: Spot, at: Spot, toward: Sequence[float]) -> Spot:
    """The direction square to a line, on the side of a point."""
    x, y = -along[1], along[0]
    towards = (toward[0] - at[0]) * x + (toward[1] - at[1]) * y
    return (x, y) if towards >= 0 else (-x, -y)


def stairs(path: Sequence[Sequence[float]], up: Sequence[float]) -> tuple[str, str]:
    """The bed of a stair as an outline, and its treads: across the border, narrower towards the point `up`."""
    bed, treads = "", ""
    for start, end, along, _ in segments(path):
        over = _across(along, start, up)
        rows = []
        for n in range(TREADS):
            off, inset = DEPTH * (n / (TREADS - 1) - 0.5), 2.5 * n
            rows.append(
                [
                    (start[0] + over[0] * off + along[0] * inset, start[1] + over[1] * off + along[1] * inset),
                    (end[0] + over[0] * off - along[0] * inset, end[1] + over[1] * off - along[1] * inset),
                ]
            )
        bed += _line([*rows[0], rows[-1][1], rows[-1][0]]) + "Z"
        treads += "".join(_line(row) for row in rows)
    return bed, treads


def hachures(path: Sequence[Sequence[float]], down: Sequence[float]) -> str:
    """The strokes that fall from a ledge, on the side of the point `down`."""
    strokes = ""
    for (x, y), _, along, length in segments(path):
        over = _across(along, (x, y), down)
        for n in range(1, int(length / APART)):
            at = (x + along[0] * n * APART, y + along[1] * n * APART)
            long = HACHURE if n % 2 else HACHURE * 0.6
            strokes += _line([at, (at[0] + over[0] * long, at[1] + over[1] * long)])
    return strokes


def link_place(one: Json, other: Json, n: int, of: int) -> tuple[Spot, Spot, float]:
    """Where the n-th of so many links between two zones crosses the longest straight piece of their border, in which
    direction it leads from the first, and how far the zones lie apart there."""
    return _crossing(_closed(one), _closed(other), tuple(one["dot"]), tuple(other["dot"]), n, of)


def _closed(zone: Json) -> tuple[Spot, ...]:
    return tuple((x, y) for x, y in zone["polygon"])


@lru_cache(maxsize=256)
def _crossing(
    one: tuple[Spot, ...], other: tuple[Spot, ...], start: Spot, end: Spot, n: int, of: int
) -> tuple[Spot, Spot, float]:
    a, b = Polygon(one), Polygon(other)
    shared = a.boundary.intersection(b.boundary)
    lines = [part for part in getattr(shared, "geoms", [shared]) if isinstance(part, LineString)]
    if sum(part.length for part in lines) > 1:
        straight = linemerge(lines).simplify(1)
        pieces = [piece for line in getattr(straight, "geoms", [straight]) for piece in segments(line.coords)]
        first, last, along, _ = max(pieces, key=lambda piece: piece[3])
        first, last = sorted((first, last))  # the same from either zone, so that alike links never lie on each other
        part = (n + 1) / (of + 1)
        at = (first[0] + part * (last[0] - first[0]), first[1] + part * (last[1] - first[1]))
        return at, _across(along, at, end), 0.0
    p, q = nearest_points(a, b)
    gap = p.distance(q)
    _, _, along, _ = next(segments([start, end] if gap < 1 else [(p.x, p.y), (q.x, q.y)]))
    return ((p.x + q.x) / 2, (p.y + q.y) / 2), along, gap


def link(kind: str, at: Spot, along: Spot, gap: float = 0.0) -> str:
    """The sign of a link: a leap an arc, a drop an arrow down, a ladder with its rungs, a climb as holds on a line.
    `gap`: how far the zones lie apart."""
    over, half = (-along[1], along[0]), SPAN + gap / 2

    def spot(far: float, aside: float = 0.0) -> Spot:
        return at[0] + along[0] * far + over[0] * aside, at[1] + along[1] * far + over[1] * aside

    def head(far: float) -> str:
        back = far - 11 if far > 0 else far + 11
        return _line([spot(back, -8), spot(far), spot(back, 8)])

    match kind:
        case "leap":
            (x0, y0), (x, y), (x1, y1) = spot(-half), spot(0, -2 * _rise(half)), spot(half)
            return f"M{x0:.0f},{y0:.0f}Q{x:.0f},{y:.0f} {x1:.0f},{y1:.0f}" + head(half) + head(-half)
        case "drop":
            return _line([spot(-half * 0.6), spot(half)]) + head(half)
        case "ladder":
            rungs = range(-int(half) + 5, int(half), 11)
            rails = [_line([spot(-half, side), spot(half, side)]) for side in (-7, 7)]
            return "".join(rails) + "".join(_line([spot(n, -7), spot(n, 7)]) for n in rungs)
        case _:
            holds = range(-int(half) + 4, int(half), 12)
            return _line([spot(-half), spot(half)]) + "".join(
                _line([spot(n), spot(n + 5, 9 if i % 2 else -9)]) for i, n in enumerate(holds)
            )


def _rise(half: float) -> float:
    """How far the arc of a leap rises over its ends."""
    return min(0.8 * half, ARC)


def link_outline(kind: str, at: Spot, along: Spot, gap: float = 0.0) -> list[Spot]:
    """The corners of the block that a link's sign takes, its arc among it."""
    over, half = (-along[1], along[0]), SPAN + gap / 2
    left, right = (-_rise(half) - 3, 9.0) if kind == "leap" else (-10.0, 10.0)
    corners = ((-half, left), (half, left), (half, right), (-half, right))
    return [(at[0] + along[0] * a + over[0] * b, at[1] + along[1] * a + over[1] * b) for a, b in corners]


def _line(points: Sequence[Spot]) -> str:
    return "M" + "L".join(f"{x:.0f},{y:.0f}" for x, y in points)

"""The ground of a board as a woodcut: planks, cobbles, flagstones, tufts and waves, one for each kind of zone. The cuts
are told apart by the data alone, and always fall alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal
from zlib import crc32

from shapely.geometry import LineString, Point, Polygon

from webapp.games.contract import Json

Ground = Literal["planks", "cobbles", "flags", "tufts", "waves"]
Outline = tuple[tuple[int, int], ...]

EDGE = 5
"""The distance of cuts from the outline of their zone, in units of the board."""
PLANK, FLAG = 21, 46
"""The height of a plank, and of a flagstone."""
COBBLE, COURSE = 36, 17
"""The breadth of a cobble, and the distance of their courses."""
WAVE, SWELL = 24, 20
"""Half the length of a wave, and the distance of its lines."""
TUFT = 42
HATCH = 30
"""The distance of the lines across a crowded zone."""


def grounds(zones: Sequence[Json], borders: Sequence[Sequence[str]]) -> Mapping[str, Ground]:
    """The ground of each zone by its id, by the pairs of adjacent zones: waves of liquid, tufts where it is difficult;
    under a roof planks, or flagstones where no zone lies under the sky; else cobbles, flagstones beside water, planks
    between two waters."""
    liquid = {zone["id"] for zone in zones if zone.get("liquid")}
    waters = Counter(here for pair in borders for here, there in (pair, pair[::-1]) if there in liquid)
    vault = all(zone.get("roofed") for zone in zones)
    return {zone["id"]: _ground(zone, waters[zone["id"]], vault=vault) for zone in zones}


def _ground(zone: Json, waters: int, *, vault: bool) -> Ground:
    if zone.get("liquid"):
        return "waves"
    if zone.get("roofed"):
        return "flags" if vault else "planks"
    if zone.get("difficult"):
        return "tufts"
    return ("cobbles", "flags", "planks")[min(waters, 2)]


def cuts(zone: Json, ground: Ground) -> str:
    """The cuts of a zone's ground as one path, in whole units of the board."""
    return _cuts(tuple((x, y) for x, y in zone["polygon"]), ground)


@lru_cache(maxsize=256)
def _cuts(outline: Outline, ground: Ground) -> str:
    shape = Polygon(outline).buffer(-EDGE)
    if shape.is_empty:
        return ""
    match ground:
        case "planks":
            return "".join(_planks(shape))
        case "flags":
            return "".join(_flags(shape))
        case "cobbles":
            return "".join(_courses(shape, COURSE, COBBLE, "q18,-12 36,0", "q18,-12 36,0"))
        case "waves":
            return "".join(_courses(shape, SWELL, WAVE, "q12,-10 24,0", "t24,0"))
        case "tufts":
            return "".join(_tufts(shape))


def hatched(zone: Json) -> str:
    """Lines across a zone in both diagonals, as one path."""
    return _hatched(tuple((x, y) for x, y in zone["polygon"]))


@lru_cache(maxsize=256)
def _hatched(outline: Outline) -> str:
    shape = Polygon(outline).buffer(-EDGE)
    x0, y0, x1, y1 = map(int, shape.bounds)
    high, path = y1 - y0, ""
    for x in range(x0 - high, x1, HATCH):
        for low, top in ((y1, y0), (y0, y1)):
            inside = shape.intersection(LineString([(x, low), (x + high, top)]))
            for part in getattr(inside, "geoms", [inside]):
                if isinstance(part, LineString) and part.length > 1:
                    path += "M" + "L".join(f"{px:.0f},{py:.0f}" for px, py in part.coords)
    return path


def _rows(shape: Polygon, step: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """The levels of a shape, `step` apart, each with its pieces from left to right that lie within."""
    x0, y0, x1, y1 = shape.bounds
    for y in range(-(-int(y0) // step) * step, int(y1) + 1, step):
        inside = shape.intersection(LineString([(x0 - 1, y), (x1 + 1, y)]))
        parts = getattr(inside, "geoms", [inside])
        yield y, [(round(part.bounds[0]), round(part.bounds[2])) for part in parts if part.length > 1]


def _chance(*at: int) -> int:
    """A number for a place, the same for ever."""
    return crc32(repr(at).encode())


def _planks(shape: Polygon) -> Iterator[str]:
    """Long boards with their joints, and a grain in some."""
    for y, pieces in _rows(shape, PLANK):
        for left, right in pieces:
            yield f"M{left},{y}H{right}"
            x = left + 30 + _chance(left, y) % 90
            while x < right - 20:
                if shape.contains(Point(x, y + PLANK - 1)):
                    yield f"M{x},{y}v{PLANK}"
                if _chance(x, y) % 3 and shape.contains(Point(x + 50, y + PLANK)):
                    yield f"M{x + 14},{y + 8}h{14 + _chance(y, x) % 34}"
                x += 90 + _chance(x, y) % 80


def _flags(shape: Polygon) -> Iterator[str]:
    """Broad stones in courses, with a speck here and there."""
    for y, pieces in _rows(shape, FLAG):
        for left, right in pieces:
            yield f"M{left},{y}H{right}"
            for x in range(left + 20 + _chance(y) % 50, right - 10, 74):
                if shape.contains(Point(x, y + FLAG - 2)):
                    yield f"M{x},{y}v{FLAG}"
                if shape.contains(Point(x + 30, y + 20)):
                    yield f"M{x + 18 + _chance(x, y) % 30},{y + 12 + _chance(y, x) % 24}h3"


def _courses(shape: Polygon, step: int, length: int, first: str, then: str) -> Iterator[str]:
    """Lines of arcs, each half an arc aside of the one above."""
    for n, (y, pieces) in enumerate(_rows(shape, step)):
        for left, right in pieces:
            start = left + (n % 2) * length // 2
            many = (right - start) // length
            if many > 0:
                yield f"M{start},{y}{first}{then * (many - 1)}"


def _tufts(shape: Polygon) -> Iterator[str]:
    """Blades of grass in threes."""
    for n, (y, pieces) in enumerate(_rows(shape, TUFT // 2)):
        for left, right in pieces:
            for x in range(left + 10 + (n % 2) * TUFT // 2, right - 8, TUFT):
                x += _chance(x, y) % 9
                if shape.contains(Point(x, y - 14)):
                    yield f"M{x},{y}l-5,-10M{x},{y}v-14M{x},{y}l6,-9"

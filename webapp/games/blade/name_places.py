"""Where the name of each zone stands, and the label that an overlay gives it: clear of walls, of the signs of links, of
other names. Reckoned once for a board and a language, in units of the board."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from shapely import Polygon, box, prepare, union_all
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from webapp.games.blade import board_features as features
from webapp.games.contract import Json

WIDE = 1200
"""The breadth of a board for which the sizes of words and signs here are meant; of others they go by its breadth."""
LINE = 22
"""The height of a line of a name."""
BREADTHS = {**dict.fromkeys("fijlrt,.'’- ", 6.6), **dict.fromkeys("mwMW▲▼", 15.4)}
"""The breadth of narrow and of broad letters in a bold condensed face at the size of `.zone-name`."""
LETTER = 10.6
"""That of all others."""
LABEL = (68, 26)
"""Breadth and height of the label of an overlay."""
STEP = 8
"""Between the places that are tried."""
STOUT: Mapping[str, int] = {"stone": 10, "palisade": 9, "door": 9}
"""Half the breadth of what stands on a border; of all others it is `THIN`."""
THIN = 7
SIGN = 17
"""Half the breadth of a sign on the board: of a lock, of a leap's difficulty."""
THINGS = (52, 22)
"""Half the breadth and height of what lies in a zone, at its lower edge (`discs.things_place`)."""
ASIDE = (-60, 60, -90, 90, -100, 100)
"""How far it may move aside."""

DISC, ROW = 24, 66
"""The radius of the discs of a zone, the first of them at its dot, and how far the next two stand beside it."""


@dataclass(frozen=True)
class NamePlace:
    """Of a zone: the lines of its name, the middle of them, what they take (left, top, right, bottom), the middle of
    an overlay's label, and where else that could stand: in the zone, or over its border."""

    lines: tuple[str, ...]
    name: features.Spot
    block: tuple[float, float, float, float]
    label: features.Spot
    rooms: tuple[BaseGeometry, ...]


def name_places(board: Json, called: Mapping[str, str]) -> Mapping[str, NamePlace]:
    """The places by zone; `called`: what is written in each. Where a zone has no room for its name, it stands at the
    top over whatever is there."""
    parts = ("size", "zones", "borders", "walls", "links")
    return _name_places(json.dumps({part: board.get(part, []) for part in parts}), tuple(called.items()))


@lru_cache(maxsize=64)
def _name_places(board: str, called: tuple[tuple[str, str], ...]) -> Mapping[str, NamePlace]:
    row, words = json.loads(board), dict(called)
    scale = row["size"][0] / WIDE
    marks = list(_marks(row))
    names = {zone["id"]: _name(zone, words[zone["id"]], marks, scale) for zone in row["zones"]}
    taken = [*marks, *(_block(at, size).buffer(3) for _, at, size in names.values())]
    labels: dict[str, features.Spot] = {}
    whole, block, fixed = box(0, 0, *row["size"]), (scale * LABEL[0], scale * LABEL[1]), len(taken)
    for zone in row["zones"]:
        labels[zone["id"]] = _label(zone, names[zone["id"]][1], taken, whole, scale)
        taken.append(_block(labels[zone["id"]], block))
    places: dict[str, NamePlace] = {}
    for n, zone in enumerate(row["zones"]):
        lines, at, size = names[zone["id"]]
        others, shape = [*taken[: fixed + n], *taken[fixed + n + 1 :]], Polygon(zone["polygon"])
        around = shape.buffer(-3), shape.buffer(2 * block[1]).intersection(whole)
        rooms = tuple(_free(room, others) for room in around)
        places[zone["id"]] = NamePlace(lines, at, _block(at, size).bounds, labels[zone["id"]], rooms)
    return places


def _marks(board: Json) -> Iterator[BaseGeometry]:
    """What is drawn on the board and must stay to be seen: walls, doors, ledges, stairs, links."""
    zones, sign = {zone["id"]: zone for zone in board["zones"]}, SIGN * board["size"][0] / WIDE
    pieces = [(piece, row["between"]) for row in board["borders"] for piece in row.get("pieces", ())]
    for piece, between in [*pieces, *((wall, ()) for wall in board["walls"])]:
        if piece.get("path"):
            yield from _wall(piece, [zones[id] for id in between], sign)
    for row in board["links"]:
        alike = [link for link in board["links"] if set(link["between"]) == set(row["between"])]
        one, other = (zones[end] for end in row["between"])
        at, along, gap = features.link_place(one, other, alike.index(row), len(alike))
        yield Polygon(features.link_outline(row["kind"], at, along, gap)).buffer(4)
        if row["kind"] == "leap":
            yield Point(at).buffer(sign)


def _wall(piece: Json, between: Sequence[Json], sign: float) -> Iterator[BaseGeometry]:
    line, kind = LineString(piece["path"]), piece["kind"]
    yield line.buffer(STOUT.get(kind, THIN), cap_style="square")
    if kind == "door":
        yield line.interpolate(0.5, normalized=True).buffer(sign)
    if kind == "stairs":
        yield line.buffer(features.DEPTH / 2 + 3, cap_style="flat")
    if kind == "ledge" and between:
        low = min(between, key=lambda zone: int(zone.get("level", 0)))
        yield line.buffer(features.HACHURE + 4, cap_style="flat").intersection(Polygon(low["polygon"]))


Placed = tuple[tuple[str, ...], features.Spot, tuple[float, float]]
"""The lines of a name, their middle, their breadth and height."""


def _name(zone: Json, words: str, marks: Sequence[BaseGeometry], scale: float) -> Placed:
    shape = Polygon(zone["polygon"])
    (x, y), (_, top, _, bottom) = zone["dot"], shape.bounds
    free = _free(shape.buffer(-3), marks)
    broad, high = (scale * n for n in THINGS)
    low = bottom - 26 - high
    clear = free.difference(box(x - broad, low, x + broad, bottom))
    discs = LineString([(x - ROW, y), (x + ROW, y)]).buffer(DISC), Point(x, y).buffer(DISC)
    # a thing may lie aside as well
    sides = (free.difference(box(x + at - SIGN - 6, low, x + at + SIGN + 6, bottom)) for at in ASIDE)
    for room, lines in product((*(clear.difference(disc) for disc in discs), *sides, free), _broken(words)):
        size = scale * max(map(_breadth, lines)), scale * LINE * len(lines)
        if (at := _first(room, size, (x, top))) is not None:
            return lines, at, size
    return (words,), (x, top + scale * LINE), (scale * _breadth(words), scale * LINE)


def _label(
    zone: Json, name: features.Spot, taken: Sequence[BaseGeometry], whole: BaseGeometry, scale: float
) -> features.Spot:
    """The middle of a label: within the zone, else over its border."""
    shape, size = Polygon(zone["polygon"]), (scale * LABEL[0], scale * LABEL[1])
    within = _first(_free(shape.buffer(-3), taken), size, (zone["dot"][0], shape.bounds[1]))
    beyond = within or _first(_free(shape.buffer(2 * size[1]).intersection(whole), taken), size, name)
    return beyond or (name[0], name[1] + size[1])


def clear_label(place: NamePlace, discs: Sequence[BaseGeometry], size: Sequence[int]) -> features.Spot:
    """The middle of a zone's label where `discs` stand on a board of a size: its own place, else the nearest clear of
    them in the zone, else over its border; its own where there is none."""
    scale = size[0] / WIDE
    block = scale * LABEL[0], scale * LABEL[1]
    if not any(disc.intersects(_block(place.label, block)) for disc in discs):
        return place.label
    rooms = (_free(room, discs) for room in place.rooms)
    return next((at for room in rooms if (at := _first(room, block, place.label)) is not None), place.label)


def _free(shape: BaseGeometry, taken: Sequence[BaseGeometry]) -> BaseGeometry:
    return shape.difference(union_all([mark for mark in taken if mark.intersects(shape)]))


def _breadth(words: str) -> float:
    """The most that a line of a name takes, on a board of 1200."""
    return sum(BREADTHS.get(letter, LETTER) for letter in words)


def _broken(words: str) -> list[tuple[str, ...]]:
    """A name in one line, then in two, broken where they are most alike."""
    parts = words.split(" ")
    halves = [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]
    return [(words,), *([min(halves, key=lambda two: max(map(len, two)))] if halves else ())]


def _first(room: BaseGeometry, size: tuple[float, float], near: features.Spot) -> features.Spot | None:
    """The place nearest to a point at which a block lies wholly in a room, rather beside than below; None for none."""
    if room.is_empty:
        return None
    x0, y0, x1, y1 = room.bounds
    xs = [near[0], *range(int(x0 + size[0] / 2) + 1, int(x1 - size[0] / 2), STEP)]
    ys = range(int(y0 + size[1] / 2) + 1, int(y1 - size[1] / 2) + 1, STEP // 2)
    tried = [(abs(y - near[1]) + 0.6 * abs(x - near[0]), (x, y)) for x in xs for y in ys]
    prepare(room)
    return next((at for _, at in sorted(tried) if room.contains(_block(at, size))), None)


def _block(at: features.Spot, size: tuple[float, float]) -> Polygon:
    (x, y), (w, h) = at, size
    return box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)

"""The ground of the board: boxes and centres of its places in units of 1200 by 900, and what is drawn behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import cos, pi, sin

from webapp.games.contract import Json
from webapp.ui.tree import Node

WIDTH, HEIGHT = 1200, 900
Box = tuple[int, int, int, int]
BOXES: Mapping[str, Box] = {
    "oracle": (16, 16, 310, 226),
    "olympus": (330, 16, 870, 196),
    "forge": (890, 16, 1184, 226),
    "surroundings": (16, 242, 310, 690),
    "mortal-world": (330, 212, 870, 668),
    "colosseum": (890, 242, 1184, 402),
    "underworld": (890, 418, 1184, 668),
    "moirai": (16, 706, 310, 884),
    "pillars": (330, 684, 870, 884),
    "chaos": (890, 684, 1184, 884),
}
"""Left, top, right, bottom of each room; they do not overlap."""
CITIES: Mapping[str, tuple[int, int]] = {
    "athens": (600, 312),
    "sparta": (428, 406),
    "corinth": (772, 406),
    "thebes": (498, 574),
    "argos": (702, 574),
}
"""The centres of the Cities that are drawn for a place of their own; further ones of a pack stand in `SPARE`."""
SPARE = ((600, 440), (600, 640), (380, 540), (820, 540), (400, 290), (800, 290))
RADIUS = 72
"""Of a City. Its name and lots reach beyond by a quarter."""
ROAD = {1: (70, 660), 2: (158, 660), 3: (246, 660)}
"""The spaces of Chaos's road, along the lower edge of the Surroundings."""
GATE = (322, 660)
"""Where the road meets the wall."""


def city_at(id: str, cities: Sequence[str]) -> tuple[int, int]:
    """The centre of a City."""
    if id in CITIES:
        return CITIES[id]
    return SPARE[[city for city in cities if city not in CITIES].index(id) % len(SPARE)]


def share(n: float, of: float) -> str:
    """A length as a part of the board's."""
    return f"{100 * n / of:.2f}%"


def placed(box: Box) -> str:
    """The style that puts something into a box."""
    x0, y0, x1, y1 = box
    return (
        f"--x: {share(x0, WIDTH)}; --y: {share(y0, HEIGHT)}; "
        f"--w: {share(x1 - x0, WIDTH)}; --h: {share(y1 - y0, HEIGHT)}"
    )


def around(x: int, y: int, radius: int) -> Box:
    """The box of a disc."""
    return (x - radius, y - radius, x + radius, y + radius)


# ---- what is drawn ---------------------------------------------------------------------------------------------------


def _shape(tag: str, cls: str, **attributes: str) -> Json:
    return {"t": tag, "a": {"class": cls, **attributes}}


@cache
def _sea() -> str:
    """Incised waves over the whole sea."""
    waves = []
    for row, y in enumerate(range(14, HEIGHT, 26)):
        for x in range(-20 + 34 * (row % 2), WIDTH, 68):
            waves.append(f"M{x},{y}q8,-8 16,0t16,0")
    return "".join(waves)


@cache
def _coast() -> str:
    """The outline of the Mortal World: a rounded, slightly uneven coast."""
    x0, y0, x1, y1 = BOXES["mortal-world"]
    cx, cy, rx, ry = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2
    points = []
    for n in range(48):
        turn = 2 * pi * n / 48
        power = 0.42  # between an ellipse and its box
        x = abs(cos(turn)) ** power * (1 if cos(turn) >= 0 else -1)
        y = abs(sin(turn)) ** power * (1 if sin(turn) >= 0 else -1)
        rough = 0.975 + 0.02 * sin(5 * turn) + 0.012 * sin(11 * turn + 1)
        points.append((round(cx + rx * rough * x), round(cy + ry * rough * y)))
    return "M" + "L".join(f"{x},{y}" for x, y in points) + "Z"


@cache
def _hills() -> str:
    spots = ((520, 232), (690, 240), (560, 470), (640, 500), (372, 300), (832, 300), (596, 640), (380, 560), (826, 560))
    return "".join(f"M{x - 9},{y + 8}l9,-17 9,17z" for x, y in spots)


@cache
def _paths() -> str:
    """The ways between the Cities."""
    ways = (
        ("athens", "sparta"),
        ("athens", "corinth"),
        ("sparta", "thebes"),
        ("corinth", "argos"),
        ("thebes", "argos"),
    )
    ends = [(CITIES[one], CITIES[other]) for one, other in ways]
    return "".join(f"M{x0},{y0}L{x1},{y1}" for (x0, y0), (x1, y1) in ends)


@cache
def _wall() -> list[Box]:
    """The stones of the wall between the Surroundings and the rest; the gate is where the road meets it."""
    return [(313 if n % 2 else 316, y, 326 if n % 2 else 329, y + 15) for n, y in enumerate(range(560, 690, 18))]


def ground(lost: int) -> Node:
    """The sea, the coast, the wall and Chaos's road. `lost`: the Cities destroyed, by which the coast grows darker."""
    shapes: list[Json] = [
        _shape("rect", "sea", x="0", y="0", width=str(WIDTH), height=str(HEIGHT)),
        _shape("path", "waves", d=_sea()),
        _shape("path", "coast-shade", d=_coast(), transform="translate(6 9)"),
        _shape("path", f"coast is-lost-{min(lost, 5)}", d=_coast()),
        _shape("path", "ways", d=_paths()),
        _shape("path", "hills", d=_hills()),
    ]
    return {"t": "drawing", "c": "hyb-ground", "box": f"0 0 {WIDTH} {HEIGHT}", "stretch": True, "shapes": shapes}


def road() -> Node:
    """Chaos's road over the lower edge of the Surroundings, and the wall that it leads to."""
    (x0, y), (x1, _) = ROAD[1], GATE
    shapes = [_shape("path", "road", d=f"M{x0 - 40},{y}H{x1 - 8}")]
    shapes += [
        _shape("rect", "stone", x=str(a), y=str(b), width=str(c - a), height=str(d - b)) for a, b, c, d in _wall()
    ]
    return {"t": "drawing", "c": "hyb-road", "box": f"0 0 {WIDTH} {HEIGHT}", "stretch": True, "shapes": shapes}

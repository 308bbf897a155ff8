"""The Bloc in small, seen from above, with the pieces of an agenda or a set of decor. Lengths in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webapp.games.olomoc.table.text.names import Names
from webapp.ui.diagram import Shape, picture, shape
from webapp.ui.tree import Node

THOUSAND = 1_000
"""Micrometres to a millimetre."""
SIDE, INCH = 406.4, 25.4
MARGIN = 6
EDGES = {
    "north": (0, 0, SIDE, 0),
    "south": (0, SIDE, SIDE, SIDE),
    "west": (0, 0, 0, SIDE),
    "east": (SIDE, 0, SIDE, SIDE),
}
Point = tuple[int, int]


def bloc_map(label: str, edges: Sequence[str], decor: Iterable[Shape], discs: Iterable[Shape]) -> Node:
    """The drawing. `edges`: the deployment edges, by their names; `decor` and `discs` from the functions below."""
    lines = [f"M{n * INCH:g} 0V{SIDE}M0 {n * INCH:g}H{SIDE}" for n in range(4, 16, 4)]
    ground = [shape("rect", cls="ground", width=SIDE, height=SIDE)]
    ground += [shape("path", cls="grid", d=line) for line in lines]
    ground += [
        shape("line", cls=f"edge {side}", **dict(zip(("x1", "y1", "x2", "y2"), EDGES[side], strict=True)))
        for side in edges
        if side in EDGES
    ]
    box = (-MARGIN, -MARGIN, SIDE + 2 * MARGIN, SIDE + 2 * MARGIN)
    return picture(box, [*ground, *decor, *discs], label, "bloc-map")


def block(kind: str, polygon: Iterable[Point], tinted: bool, name: str, names: Names) -> Shape:
    """A piece of decor where it lies; corners in µm."""
    words = [name, names.tr(f"table.decor-{kind}"), names.tr("table.tinted") if tinted else ""]
    points = " ".join(f"{x / THOUSAND:g},{y / THOUSAND:g}" for x, y in polygon)
    return shape("polygon", shape("title", ", ".join(filter(None, words))), cls=_classes(kind, tinted), points=points)


def disc(sort: str, at: Point, size: int, tinted: bool, name: str, text: str = "") -> Shape:
    """A `marker` or a `hostile`: its centre in µm, its diameter in mm; `text`: a letter or a figure in it."""
    x, y = at[0] / THOUSAND, at[1] / THOUSAND
    inside = [shape("title", name), shape("circle", cx=x, cy=y, r=size / 2)]
    if text:
        inside.append(shape("text", text, x=x, y=y))
    return shape("g", *inside, cls=_classes(sort, tinted))


def _classes(sort: str, tinted: bool) -> str:
    return f"{sort} tinted" if tinted else sort

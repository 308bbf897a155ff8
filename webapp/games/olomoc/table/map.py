"""The Bloc in small, seen from above (`js/map.js`): what an agenda or a set of decor puts where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Node

THOUSAND = 1_000
"""Micrometres to a millimetre."""
Point = tuple[int, int]


def bloc_map(label: str, edges: Sequence[str], decor: Iterable[Node], discs: Iterable[Node]) -> Node:
    """The drawing. `edges`: the deployment edges, by their names; `decor` and `discs` from the functions below."""
    return {"t": "map", "label": label, "edges": list(edges), "decor": list(decor), "discs": list(discs)}


def block(kind: str, polygon: Iterable[Point], tinted: bool, name: str, names: Names) -> Node:
    """A piece of decor where it lies; corners in µm."""
    words = [name, names.tr(f"table.decor-{kind}"), names.tr("table.tinted") if tinted else ""]
    points = " ".join(f"{x / THOUSAND:g},{y / THOUSAND:g}" for x, y in polygon)
    return {"c": _classes(kind, tinted), "points": points, "label": ", ".join(filter(None, words))}


def disc(sort: str, at: Point, size: int, tinted: bool, name: str, text: str = "") -> Node:
    """A `marker` or a `hostile`: its centre in µm, its diameter in mm; `text`: a letter or a figure in it."""
    x, y = at
    place = {"x": x / THOUSAND, "y": y / THOUSAND, "r": size / 2}
    return {"c": _classes(sort, tinted), **place, "label": name, "text": text}


def _classes(sort: str, tinted: bool) -> str:
    return f"{sort} tinted" if tinted else sort

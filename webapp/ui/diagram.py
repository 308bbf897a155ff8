"""Drawings of plain shapes: described by the server, drawn by the browser."""

from typing import Any

from nicegui import json

from webapp.ui.components import VueComponent
from webapp.ui.tree import Node

Shape = dict[str, Any]


class Drawing(VueComponent, component="diagram.js"):
    """An SVG of the shapes in its payload (:func:`drawn`)."""

    def __init__(self, payload: str) -> None:
        super().__init__()
        self._props["payload"] = payload

    def show(self, payload: str) -> None:
        """Draws another payload, if it differs."""
        if self._props.get("payload") != payload:
            self.put("payload", payload)


def shape(tag: str, *inside: Shape | str, **attributes: Any) -> Shape:
    """One shape; `cls` is its class, other keywords are SVG attributes with ``_`` for ``-``."""
    named = {("class" if name == "cls" else name.replace("_", "-")): value for name, value in attributes.items()}
    return {"t": tag, "a": named, "x": list(inside)}


def picture(
    box: tuple[float, float, float, float], shapes: list[Shape], label: str, cls: str, *, stretch: bool = False
) -> Node:
    """The same drawing as a node of a tree (:mod:`webapp.ui.tree`)."""
    size = " ".join(f"{figure:g}" for figure in box)
    return {"t": "drawing", "c": cls, "box": size, "shapes": shapes, "label": label, "stretch": stretch}


def drawn(
    box: tuple[float, float, float, float], shapes: list[Shape], *, label: str = "", stretch: bool = False
) -> str:
    """The payload: view box, shapes, and label for screen readers; `stretch`: it fills its place without keeping its
    proportions."""
    whole = {"box": " ".join(f"{figure:g}" for figure in box), "shapes": shapes, "label": label, "stretch": stretch}
    return json.dumps(whole)

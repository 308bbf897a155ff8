"""The marks of a printed page, in millimetres from its top left corner, in greys but for plates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

BLACK, GREY, PALE, WHITE = "#000000", "#555555", "#e4e4e4", "#ffffff"
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Box:
    """A rectangle; `line` 0: no outline; `fill` None: nothing within; `dash`: the length of dashes and gaps."""

    x: float
    y: float
    w: float
    h: float
    line: float = 0.2
    fill: str | None = None
    stroke: str = BLACK
    dash: float | None = None


@dataclass(frozen=True)
class Rule:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    line: float = 0.2
    stroke: str = BLACK
    dash: float | None = None


@dataclass(frozen=True)
class Circle:
    """A circle."""

    x: float
    y: float
    r: float
    line: float = 0.2
    fill: str | None = None
    stroke: str = BLACK


@dataclass(frozen=True)
class TextMark:
    """A line of text: `y` is its baseline, `size` its em."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    anchor: Anchor = "start"
    colour: str = BLACK


@dataclass(frozen=True)
class Sign:
    """An icon of `static/icons/signs.svg`, in a square."""

    x: float
    y: float
    size: float
    name: str


@dataclass(frozen=True)
class Modules:
    """A matrix code: rows of dark and light squares."""

    x: float
    y: float
    size: float
    rows: tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class Picture:
    """A plate in a frame, cut at its edges; `drawing`: a whole SVG of the house's own (:mod:`webapp.plates`)."""

    x: float
    y: float
    w: float
    h: float
    drawing: str


Mark = Box | Rule | Circle | TextMark | Sign | Modules | Picture


@dataclass(frozen=True)
class SheetPage:
    """One page."""

    width: float
    height: float
    marks: Sequence[Mark]


@dataclass(frozen=True)
class Paper:
    """A paper size."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("Letter", 215.9, 279.4)}

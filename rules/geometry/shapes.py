"""The types of the geometry: discs, rulers, blocks and the scene they stand in.

Every length is an integer in micrometres, every angle an integer in microradians. x grows to the right and y downward,
so an angle grows clockwise on a screen; a ruler's angle is the direction of its long side.
"""

import math
from dataclasses import dataclass, field
from typing import Literal

from rules.geometry.polygon import Outline, outline

Point = tuple[int, int]

OVERLAP = 10
"""Depth in micrometres by which two bodies may overlap and still count as touching."""

CONTACT = 25
"""Gap in micrometres up to which two bodies count as touching."""

MICRO = 1e-6


@dataclass(frozen=True, slots=True)
class Disc:
    """A round body: a base or a marker."""

    x: int
    y: int
    radius: int

    @property
    def centre(self) -> Point:
        return (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Pose:
    """The placement of a ruler: its centre, and the direction of its long side."""

    x: int
    y: int
    angle: int


@dataclass(frozen=True, slots=True)
class RulerSize:
    """The size of a ruler, a rectangle: `length` along its own direction and `width` across it."""

    length: int
    width: int


@dataclass(frozen=True, slots=True)
class Block:
    """A simple polygon on the board. `opaque`: it cuts sight; `solid`: nothing may lie on it."""

    id: str
    polygon: tuple[Point, ...]
    opaque: bool
    solid: bool

    @property
    def outline(self) -> Outline:
        return outline(self.polygon)


@dataclass(frozen=True, slots=True)
class Scene:
    """The square board from 0 to `size` on both axes, and all that lies on it."""

    size: int
    blocks: tuple[Block, ...]
    discs: tuple[tuple[str, Disc], ...]
    solids: tuple[tuple[str, Outline], ...] = field(init=False, repr=False, compare=False)
    opaques: tuple[tuple[str, Outline], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The outlines are shared by all the scenes in which a block of that form stands.
        object.__setattr__(self, "solids", tuple((b.id, b.outline) for b in self.blocks if b.solid))
        object.__setattr__(self, "opaques", tuple((b.id, b.outline) for b in self.blocks if b.opaque))


FaultCode = Literal["off-bloc", "overlap", "no-ruler", "no-contact", "on-ruler", "no-length", "too-far"]
BlockCode = Literal["too-close", "edge-close"]
"""The faults that only a block can have."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The reason why a place or a ruler is not legal; `blockers` names the blocks and discs in the way, sorted."""

    code: FaultCode | BlockCode
    blockers: tuple[str, ...] = ()


def gap(a: Disc, b: Disc) -> float:
    """Micrometres from edge to edge, negative where the two overlap."""
    return math.hypot(a.x - b.x, a.y - b.y) - (a.radius + b.radius)


def within(a: Disc, b: Disc, reach: int) -> bool:
    """Whether the edges are at most `reach` micrometres apart, decided in integers."""
    limit = a.radius + b.radius + reach
    dx, dy = a.x - b.x, a.y - b.y
    return limit >= 0 and dx * dx + dy * dy <= limit * limit


def in_contact(a: Disc, b: Disc) -> bool:
    """Whether the edges touch, to 25 micrometres. Overlapping discs touch."""
    return within(a, b, CONTACT)


def apart(a: Disc, b: Disc) -> bool:
    """Whether two discs may both lie there: no deeper overlap than is forgiven, decided in integers."""
    limit = a.radius + b.radius - OVERLAP
    dx, dy = a.x - b.x, a.y - b.y
    return limit <= 0 or dx * dx + dy * dy >= limit * limit

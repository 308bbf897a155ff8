"""The common parts of the one-dimensional families of ruler placements.

A ruler touches a base exactly where the base's centre lies on the ruler's *outline*: its rectangle inflated by the
base's radius, made of four straight sides and four quarter circles. A family is cut into segments on which its
contact points run one way along the outline; then the way a ruler travels between two of its placements is
bounded by what is known at the two, and a search can leave out what that bound rules out.

Placements are columns of an array with the rows x, y (centre), ux, uy (direction of the long side), turn (the
angle that moves it through its family) and k1x, k1y, k2x, k2y: the outline points, in the ruler's frame, that stay
where they are on the board. Half sides of the ruler are a (along) and b (across), the radius of the base r.
"""

import math
from typing import Protocol

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp]

ROWS = 9
IMAGES = 4
RIGHT_ANGLE = math.pi / 2


class Family(Protocol):
    """Rolling segments, `segments` holding their ends in turn, each in four mirror images; then straight slides."""

    a: float
    b: float
    r: float
    segments: Array
    slides: tuple[Array, Array]

    def rolling(self, segment: Index, way: Array, image: Index) -> Array: ...


def place(family: Family, segment: Index, way: Array, image: Index) -> Array:
    """The placements at a `way` from 0 to 1 through segments; those past the rolling ones are the slides."""
    count = len(family.segments) - 1
    rows = family.rolling(np.minimum(segment, count - 1), way, image)
    first, last = family.slides
    if first.shape[1]:
        straight = segment >= count
        which = segment[straight] - count
        rows[:, straight] = first[:, which] + (last[:, which] - first[:, which]) * way[straight]
    return rows


def turn_at(segments: Array, segment: Index, way: Array) -> Array:
    """Slow at both ends of a segment, where a contact point may move without bound for a small turn."""
    low = segments[segment]
    return low + (segments[segment + 1] - low) * (0.5 - 0.5 * np.cos(np.pi * way))


def travel(family: Family, one: Array, other: Array) -> Array:
    """A bound on how far any point of the ruler moves between placements of the same segment.

    Seen from a contact point that stays on the board, the ruler shifts along its own outline and turns. The way
    along the outline between two points c apart is at most c times asin(x)/x with x = c/2r, or pi/2 when longer,
    for a curve that turns by half a circle at most and nowhere more sharply than r; asin(x)/x <= 1 + (pi/2-1)x^2.
    """
    a, b = family.a, family.b
    turned = np.abs(other[4] - one[4])
    best: Array | None = None
    for row in (5, 7):
        step = np.hypot(other[row] - one[row], other[row + 1] - one[row + 1])
        way = step * (1 + (RIGHT_ANGLE - 1) * np.minimum(step / (2 * family.r), 1.0) ** 2)
        near = np.hypot(np.abs(one[row]) + a, np.abs(one[row + 1]) + b)
        far = np.hypot(np.abs(other[row]) + a, np.abs(other[row + 1]) + b)
        bound = way + (np.maximum(near, far) + way / 2) * turned
        best = bound if best is None else np.minimum(best, bound)
    assert best is not None
    return best


def slides_of(pairs: list[tuple[list[float], list[float]]]) -> tuple[Array, Array]:
    """Columns of first and last placements of slides."""
    first = np.array([pair[0] for pair in pairs], dtype=np.float64).reshape(-1, ROWS).T
    last = np.array([pair[1] for pair in pairs], dtype=np.float64).reshape(-1, ROWS).T
    return first, last


def unit(value: float) -> float:
    """Clips to -1..1, which rounding may pass."""
    return max(-1.0, min(1.0, value))

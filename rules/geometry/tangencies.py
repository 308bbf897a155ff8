"""Placements of a ruler in contact with an edge of the board and with a base.

In the frame of that edge, x runs along it and y into the board. The ruler stands on one of its corners, at the
height that its direction gives; it touches the base on its right or on its left. Where it lies flush on the edge
and the base touches the opposite side, there is a slide.
"""

import math

import numpy as np

from rules.geometry.checks import Edge
from rules.geometry.families import RIGHT_ANGLE, Array, Index, slides_of, turn_at, unit
from rules.geometry.shapes import CONTACT, OVERLAP, Point, RulerSize

LEFT = np.array([False, True, False, True])
MIRROR = np.array([1.0, 1.0, -1.0, -1.0])


def span(a: float, b: float, r: float | Array, px: Array, py: Array, ex: Array, ey: Array) -> tuple[Array, Array]:
    """The parameters t at which lines p + t·e, |e| = 1, enter and leave a rectangle of half sides a and b inflated by
    r.

    A line that misses it gives an entry above its exit.
    """
    ex = np.where(np.abs(ex) < 1e-12, 1e-12, ex)
    ey = np.where(np.abs(ey) < 1e-12, 1e-12, ey)
    enter, leave = np.full(px.shape, np.inf), np.full(px.shape, -np.inf)
    for wide, high in ((a + r, b), (a, b + r)):
        tx0, tx1 = (-wide - px) / ex, (wide - px) / ex
        ty0, ty1 = (-high - py) / ey, (high - py) / ey
        low = np.maximum(np.minimum(tx0, tx1), np.minimum(ty0, ty1))
        high_t = np.minimum(np.maximum(tx0, tx1), np.maximum(ty0, ty1))
        hit = low <= high_t
        enter, leave = np.where(hit, np.minimum(enter, low), enter), np.where(hit, np.maximum(leave, high_t), leave)
    for cx, cy in ((a, b), (a, -b), (-a, b), (-a, -b)):
        qx, qy = px - cx, py - cy
        nearest = -(qx * ex + qy * ey)
        square = r * r - (qx * ey - qy * ex) ** 2
        half = np.sqrt(np.maximum(square, 0.0))
        # A line that only touches the circle may miss it by rounding.
        hit = square >= -1.0
        enter = np.where(hit, np.minimum(enter, nearest - half), enter)
        leave = np.where(hit, np.maximum(leave, nearest + half), leave)
    return enter, leave


class Leanings:
    """The family of all placements in which a ruler touches an edge of the board and a base centred at `to`."""

    def __init__(self, ruler: RulerSize, radius: float, edge: Edge, size: int, to: Point) -> None:
        self.a, self.b = ruler.length / 2, ruler.width / 2
        self.edge, self.size = edge, size
        self.along, self.height = self.to_edge(*to)
        diagonal = 2 * math.hypot(self.a, self.b)
        self.r = max(float(radius), self.height - diagonal)
        middle = math.atan2(self.a, self.b)
        spread = math.acos(unit((self.height - self.r) / diagonal))
        self.lowest, self.highest = max(0.0, middle - spread), min(RIGHT_ANGLE, middle + spread)
        self.segments = self._segments()
        self.slides = self._slides()

    def to_edge(self, x: float, y: float) -> tuple[float, float]:
        """A point of the board in the frame of the edge."""
        if self.edge == "north":
            return x, y
        if self.edge == "south":
            return x, self.size - y
        return (y, x) if self.edge == "west" else (y, self.size - x)

    def _segments(self) -> Array:
        """Ends of the segments: where the contact point passes from a side to a quarter circle, or turns back.

        In the frame of the ruler, standing on (-a, -b), the contact is a point k of the outline whose height over
        that corner is given: |k - q| cos(turn - direction of k - q). It turns back where it is right above.
        """
        a, b, r, h = self.a, self.b, self.r, self.height
        cuts = {self.lowest, self.highest}
        for sx in (-1, 1):
            for sy in (-1, 1):
                for kx, ky in ((sx * a, sy * (b + r)), (sx * (a + r), sy * b)):
                    far, direction = math.hypot(kx + a, ky + b), math.atan2(kx + a, ky + b)
                    if far >= h:
                        cuts |= {direction - math.acos(h / far), direction + math.acos(h / far)}
        if h > 2 * b + r:
            cuts.add(math.acos((2 * b + r) / h))
        if h > 2 * a + r:
            cuts.add(math.asin((2 * a + r) / h))
        diagonal = 2 * math.hypot(a, b)
        cosine = (h * h + diagonal * diagonal - r * r) / (2 * h * diagonal)
        if cosine <= 1:
            cuts |= {math.atan2(a, b) - math.acos(cosine), math.atan2(a, b) + math.acos(cosine)}
        inner = sorted(cut for cut in cuts if self.lowest <= cut <= self.highest)
        return np.array(inner if len(inner) > 1 else inner * 2)

    def rolling(self, segment: Index, way: Array, image: Index) -> Array:
        turn = turn_at(self.segments, segment, way)
        cos, sin = np.cos(turn), np.sin(turn)
        up = self.a * sin + self.b * cos
        # The horizontal line through the base's centre, in the ruler's frame: n·k = height, along e.
        rest = self.height - up
        enter, leave = span(self.a, self.b, self.r, rest * sin, rest * cos, cos, -sin)
        way_along = np.where(LEFT[image], enter, leave)
        kx, ky = rest * sin + way_along * cos, rest * cos - way_along * sin
        mirror = MIRROR[image]
        return self._rows(self.along - mirror * way_along, up, cos, mirror * sin, turn, kx, ky)

    def _rows(self, along: Array, up: Array, cos: Array, sin: Array, turn: Array, kx: Array, ky: Array) -> Array:
        """Placements from the frame of the edge to the board's."""
        if self.edge == "north":
            return np.array((along, up, cos, sin, turn, kx, ky, kx, ky))
        if self.edge == "south":
            return np.array((along, self.size - up, cos, -sin, turn, kx, ky, kx, ky))
        if self.edge == "west":
            return np.array((up, along, sin, cos, turn, kx, ky, kx, ky))
        return np.array((self.size - up, along, -sin, cos, turn, kx, ky, kx, ky))

    def _slides(self) -> tuple[Array, Array]:
        """Flush on the edge, the base on the opposite side: at a height that rounding may have missed a little."""
        slides = []
        for turn, half, high in ((0.0, self.a, self.b), (RIGHT_ANGLE, self.b, self.a)):
            if -OVERLAP / 2 <= self.height - 2 * high - self.r <= CONTACT / 2:
                first, last = (self._flush(turn, self.along + side * half, high, -side * half) for side in (-1, 1))
                slides.append((first, last))
        return slides_of(slides)

    def _flush(self, turn: float, along: float, up: float, k: float) -> list[float]:
        column = [np.array([value]) for value in (along, up, math.cos(turn), math.sin(turn), turn, k, 0.0)]
        return [float(value) for value in self._rows(*column)[:, 0]]

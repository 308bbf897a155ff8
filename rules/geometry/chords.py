"""Placements of a ruler in contact with two bases: where a displacement starts and where it ends.

Both centres are on the ruler's outline, so they are the ends of one of its chords. In the ruler's frame there are
two chords of a given direction and length, one on either side of the middle; where a chord lies on a straight
side, or spans two opposite ones, there is a whole slide of them.
"""

import math

import numpy as np

from rules.geometry.clearance import GIVE
from rules.geometry.families import RIGHT_ANGLE, Array, Index, slides_of, turn_at, unit
from rules.geometry.shapes import Point, RulerSize

# The four images of the quarter of directions that is computed: whether the ends of the chord change places,
# their signs along and across, and the sign of the direction's component along the ruler.
SWAPPED = np.array([False, True, False, True])
SIGN_X = np.array([1.0, -1.0, -1.0, 1.0])
SIGN_Y = np.array([1.0, -1.0, 1.0, -1.0])
MIRROR = np.array([1.0, 1.0, -1.0, -1.0])


SAME = 1e-6
"""Lengths that differ by less are equal but for float rounding."""

REACH = 20.0
"""Gap in micrometres that a search takes for contact where contact is singular: less than CONTACT."""


def longest(ruler: RulerSize, radius: int) -> float:
    """The greatest distance, centre to centre, that a displacement along that ruler can have."""
    return math.hypot(ruler.length, ruler.width) + 2 * radius


def contact_radii(ruler: RulerSize, radius: int, distance: float) -> list[float]:
    """The radius at which to look for contact, and those by which rounding may have missed a slide or all of them.

    Two bases exactly as far apart as the ruler is wide, or long, or across its corners, may touch opposite sides
    of it; a micrometre more or less, and they touch it only askew. The tolerances (`CONTACT`, `OVERLAP`)
    make them as good as exact.
    """
    radii = [float(radius)]
    for across in (ruler.width, ruler.length, math.hypot(ruler.length, ruler.width)):
        missed = (distance - across) / 2 - radius
        if missed and -GIVE <= missed <= REACH:
            radii.append(radius + missed)
    return radii


class Chords:
    """The family of all placements in which a ruler touches two bases of one radius, centred at start and end."""

    def __init__(self, ruler: RulerSize, radius: float, start: Point, end: Point) -> None:
        self.a, self.b = ruler.length / 2, ruler.width / 2
        self.start, self.end = start, end
        dx, dy = end[0] - start[0], end[1] - start[1]
        self.distance = math.hypot(dx, dy)
        self.r = radius
        self.cos, self.sin = dx / self.distance, dy / self.distance
        self.lowest, self.highest = self._range()
        self.segments = self._segments()
        self.slides = self._slides()

    def _range(self) -> tuple[float, float]:
        """The directions of the first quarter in which the outline has a chord of that length."""
        a, b, r, d = self.a, self.b, self.r, self.distance
        lowest, highest = 0.0, RIGHT_ANGLE
        diagonal = 2 * math.hypot(a, b)
        middle = math.atan2(b, a)
        spread = math.acos(unit((d * d + diagonal * diagonal - 4 * r * r) / (2 * d * diagonal)))
        if d > 2 * (b + r):
            highest = math.asin(unit(2 * (b + r) / d))
            if d * math.cos(highest) > 2 * a:
                highest = middle + spread
        if d > 2 * (a + r):
            lowest = math.acos(unit(2 * (a + r) / d))
            if d * math.sin(lowest) > 2 * b:
                lowest = middle - spread
        return lowest, max(lowest, highest)

    def _segments(self) -> Array:
        """Ends of the segments within that range: where a contact point may turn back along the outline.

        One end of a chord turns back where the chord is normal to the outline at its other end; that happens only
        on the quarter circle round (a, b), or by symmetry (-a, -b), the chord passing through its centre.
        """
        a, b, r, far = self.a, self.b, self.r, self.distance - self.r
        cuts = {self.lowest, self.highest}
        if far > 2 * b + r:
            cuts.add(math.asin((2 * b + r) / far))
        if far > 2 * a + r:
            cuts.add(math.acos((2 * a + r) / far))
        if far > 0:
            diagonal = 2 * math.hypot(a, b)
            cosine = (far * far + diagonal * diagonal - r * r) / (2 * far * diagonal)
            if cosine <= 1:
                cuts |= {math.atan2(b, a) - math.acos(cosine), math.atan2(b, a) + math.acos(cosine)}
        inner = sorted(cut for cut in cuts if self.lowest <= cut <= self.highest)
        return np.array(inner if len(inner) > 1 else inner * 2)

    def rolling(self, segment: Index, way: Array, image: Index) -> Array:
        turn = turn_at(self.segments, segment, way)
        cos, sin = np.cos(turn), np.sin(turn)
        first_x, first_y, second_x, second_y = self._chord(self.distance * cos, self.distance * sin)
        swap, sx, sy = SWAPPED[image], SIGN_X[image], SIGN_Y[image]
        k1x, k1y = sx * np.where(swap, second_x, first_x), sy * np.where(swap, second_y, first_y)
        k2x, k2y = sx * np.where(swap, first_x, second_x), sy * np.where(swap, first_y, second_y)
        cos = MIRROR[image] * cos
        ux, uy = self.cos * cos + self.sin * sin, self.sin * cos - self.cos * sin
        x = self.start[0] - k1x * ux + k1y * uy
        y = self.start[1] - k1x * uy - k1y * ux
        return np.array((x, y, ux, uy, turn, k1x, k1y, k2x, k2y))

    def _chord(self, dx: Array, dy: Array) -> tuple[Array, Array, Array, Array]:
        """The lower right chord of the outline from k1 to k1 + (dx, dy), dx and dy not negative.

        k1 is on the lower side or on a lower quarter circle, k2 on the right side or on a right quarter circle.
        """
        a, b, r = self.a, self.b, self.r
        # As if k1 were on the lower side; and as if k2 were on the right side.
        low_y2 = dy - (b + r)
        low_x1 = a + np.sqrt(np.maximum(r * r - np.minimum(np.maximum(np.abs(low_y2) - b, 0.0), r) ** 2, 0.0)) - dx
        side_x1 = a + r - dx
        side_y2 = dy - b - np.sqrt(np.maximum(r * r - np.minimum(np.maximum(np.abs(side_x1) - a, 0.0), r) ** 2, 0.0))
        # Otherwise both are on quarter circles, round q1 and q2; k1 is on the one round q1 and that round q2 - d.
        q1x, q2y = np.where(low_x1 < -a, -a, a), np.where(side_y2 < -b, -b, b)
        gx, gy = a - dx - q1x, q2y - dy + b
        g = np.maximum(np.hypot(gx, gy), 1e-9)
        h = np.sqrt(np.maximum(r * r - g * g / 4, 0.0)) / g
        # Of the two, the one farther out to the right of the direction (dx, dy).
        h = np.where(-gy * dy - gx * dx >= 0, h, -h)
        arc_x1, arc_y1 = q1x + gx / 2 - h * gy, -b + gy / 2 + h * gx
        on_low = np.abs(low_x1) <= a
        on_side = np.abs(side_y2) <= b
        x1 = np.where(on_low, low_x1, np.where(on_side, side_x1, arc_x1))
        y1 = np.where(on_low, -(b + r), np.where(on_side, side_y2 - dy, arc_y1))
        return x1, y1, x1 + dx, y1 + dy

    def _slides(self) -> tuple[Array, Array]:
        """The families at one fixed direction: along one straight side, or between two opposite ones.

        Given by the direction and by the two ends that the middle of the chord runs between.
        """
        a, b, r, d = self.a, self.b, self.r, self.distance
        slides: list[tuple[float, float, float, float, float]] = []
        if d < 2 * a:
            slides += [(0.0, d / 2 - a, side, a - d / 2, side) for side in (-b - r, b + r)]
        if d < 2 * b:
            slides += [(RIGHT_ANGLE, side, d / 2 - b, side, b - d / 2) for side in (-a - r, a + r)]
        if d >= 2 * (b + r) - SAME:
            turn = math.asin(unit(2 * (b + r) / d))
            free = a - d * math.cos(turn) / 2
            if free > 0:
                slides += [(t, -free, 0.0, free, 0.0) for t in (turn, math.pi - turn)]
        if d >= 2 * (a + r) - SAME:
            turn = math.acos(unit(2 * (a + r) / d))
            free = b - d * math.sin(turn) / 2
            if free > 0:
                slides += [(t, 0.0, -free, 0.0, free) for t in (turn, math.pi - turn)]
        return slides_of([(self._column(t, x0, y0), self._column(t, x1, y1)) for t, x0, y0, x1, y1 in slides])

    def _column(self, turn: float, wx: float, wy: float) -> list[float]:
        """The placement whose chord has that direction, and its middle at (wx, wy) in the ruler's frame."""
        cos, sin = math.cos(turn), math.sin(turn)
        ux, uy = self.cos * cos + self.sin * sin, self.sin * cos - self.cos * sin
        x, y = (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2
        hx, hy = self.distance * cos / 2, self.distance * sin / 2
        middle = [x - wx * ux + wy * uy, y - wx * uy - wy * ux]
        return [*middle, ux, uy, turn, wx - hx, wy - hy, wx + hx, wy + hy]

"""Signed clearance of many ruler placements at once.

The clearance of a placement is how far it may still move, in micrometres, before it is illegal; negative when it
is illegal, and then its size is a distance that the placement has to move at least. It changes by at most d when
no point of the ruler moves by more than d, which is what makes a search by bounds exact.
"""

import math

import numpy as np
import numpy.typing as npt

from rules.geometry.shapes import Disc, RulerSize, Scene

Array = npt.NDArray[np.float64]

GIVE = 8.0
"""Overlap in micrometres that a search forgives: less than OVERLAP, so that a rounded find still passes a check."""


class Obstacles:
    """The obstacles near some points that a ruler lying there may meet, as flat arrays."""

    def __init__(self, scene: Scene, ruler: RulerSize, anchors: tuple[Disc, ...], ignore: frozenset[str]) -> None:
        self.size = float(scene.size)
        self.a = ruler.length / 2
        self.b = ruler.width / 2
        # No point of a ruler in contact with an anchor is farther from the anchor's edge than this.
        arm = math.hypot(ruler.length, ruler.width)
        discs: list[tuple[float, float, float]] = []
        self.disc_names: list[str] = []
        for name, disc in scene.discs:
            if name not in ignore and _near(disc.x, disc.y, disc.radius, anchors, arm):
                discs.append((disc.x, disc.y, disc.radius - GIVE))
                self.disc_names.append(name)
        sides: list[tuple[float, float, float]] = []
        corners: list[tuple[float, float]] = []
        self.piece_names: list[str] = []
        first_side: list[int] = []
        first_corner: list[int] = []
        for name, outline in scene.solids:
            if name in ignore or not _near(outline.x, outline.y, outline.radius, anchors, arm):
                continue
            for piece in outline.pieces:
                first_side.append(len(sides))
                first_corner.append(len(corners))
                sides.extend(piece.sides)
                corners.extend(piece.corners)
                self.piece_names.append(name)
        self.discs = np.array(discs, dtype=np.float64).reshape(-1, 3)
        self.sides = np.array(sides, dtype=np.float64).reshape(-1, 3)
        self.corners = np.array(corners, dtype=np.float64).reshape(-1, 2)
        self.first_side = np.array(first_side, dtype=np.intp)
        self.first_corner = np.array(first_corner, dtype=np.intp)

    def clearance(self, x: Array, y: Array, ux: Array, uy: Array) -> Array:
        """The smallest clearance of rulers centred at x, y, long side along the unit vector (ux, uy)."""
        best = self._board(x, y, ux, uy)
        if len(self.discs):
            np.minimum(best, self._discs(x, y, ux, uy).min(axis=1), out=best)
        if len(self.sides):
            np.minimum(best, self._pieces(x, y, ux, uy).min(axis=1), out=best)
        return best

    def blockers(self, x: float, y: float, ux: float, uy: float) -> tuple[str, ...]:
        """The ids that a placement overlaps, sorted."""
        place = tuple(np.array([value]) for value in (x, y, ux, uy))
        ids: set[str] = set()
        if len(self.discs):
            ids.update(name for name, f in zip(self.disc_names, self._discs(*place)[0], strict=True) if f < 0)
        if len(self.sides):
            ids.update(name for name, f in zip(self.piece_names, self._pieces(*place)[0], strict=True) if f < 0)
        return tuple(sorted(ids))

    def _board(self, x: Array, y: Array, ux: Array, uy: Array) -> Array:
        cos, sin = np.abs(ux), np.abs(uy)
        half = self.size / 2
        inside_x = half - np.abs(x - half) - self.a * cos - self.b * sin
        inside_y = half - np.abs(y - half) - self.a * sin - self.b * cos
        return np.minimum(inside_x, inside_y) + GIVE

    def _discs(self, x: Array, y: Array, ux: Array, uy: Array) -> Array:
        dx = self.discs[:, 0] - x[:, None]
        dy = self.discs[:, 1] - y[:, None]
        cos, sin = ux[:, None], uy[:, None]
        along = np.abs(dx * cos + dy * sin) - self.a
        across = np.abs(dy * cos - dx * sin) - self.b
        outside = np.hypot(np.maximum(along, 0.0), np.maximum(across, 0.0))
        return outside + np.minimum(np.maximum(along, across), 0.0) - self.discs[:, 2]

    def _pieces(self, x: Array, y: Array, ux: Array, uy: Array) -> Array:
        a, b = self.a - GIVE, self.b - GIVE
        nx, ny, offset = self.sides[:, 0], self.sides[:, 1], self.sides[:, 2]
        cos, sin = ux[:, None], uy[:, None]
        lean = a * np.abs(cos * nx + sin * ny) + b * np.abs(cos * ny - sin * nx)
        by_side = np.maximum.reduceat(x[:, None] * nx + y[:, None] * ny - offset - lean, self.first_side, axis=1)
        dx = self.corners[:, 0] - x[:, None]
        dy = self.corners[:, 1] - y[:, None]
        along = dx * cos + dy * sin
        across = dy * cos - dx * sin
        first = self.first_corner
        by_length = np.maximum(np.minimum.reduceat(along, first, axis=1), -np.maximum.reduceat(along, first, axis=1))
        by_width = np.maximum(np.minimum.reduceat(across, first, axis=1), -np.maximum.reduceat(across, first, axis=1))
        return np.maximum(by_side, np.maximum(by_length - a, by_width - b))


def _near(x: float, y: float, radius: float, anchors: tuple[Disc, ...], arm: float) -> bool:
    return all(math.hypot(x - a.x, y - a.y) < radius + a.radius + arm for a in anchors)

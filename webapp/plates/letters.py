"""The alphabet of the boxes' titles: strokes on a grid of 4 by 6, drawn with a broad pen. Only covers have a title."""

from __future__ import annotations

import re

from webapp.plates.shapes import short

GRID = {
    "A": "M0 6L2 0L4 6M.9 4H3.1",
    "B": "M0 0V6H2.6L4 5.2V3.8L2.8 3H0M2.8 3L3.8 2.2V.8L2.6 0H0",
    "C": "M4 1L3 0H1L0 1V5L1 6H3L4 5",
    "D": "M0 0V6H2.4L4 4.6V1.4L2.4 0Z",
    "E": "M3.7 0H0V6H3.7M0 3H3",
    "H": "M0 0V6M4 0V6M0 3H4",
    "I": "M.5 0V6",
    "K": "M0 0V6M4 0L.6 3L4 6",
    "L": "M0 0V6H3.7",
    "M": "M0 6V0L2.4 3.4L4.8 0V6",
    "N": "M0 6V0L4 6V0",
    "O": "M1 0H3L4 1V5L3 6H1L0 5V1Z",
    "R": "M0 6V0H2.8L4 .9V2.3L2.8 3.2H0M2 3.2L4 6",
    "S": "M4 .9L3 0H1L0 .9V2.1L1 3H3L4 3.9V5.1L3 6H1L0 5.1",
    "T": "M0 0H4M2 0V6",
    "U": "M0 0V5L1 6H3L4 5V0",
    "V": "M0 0L2 6L4 0",
    "Y": "M0 0L2 2.8L4 0M2 2.8V6",
    "&": "M4 6L.9 1.6V.7L1.6 0H2.2L2.9 .7V1.6L.3 3.8V5.1L1.2 6H2.3L4 4",
}
"""Strokes of each letter, in the commands M, L, H, V, Z."""
WIDE = {"I": 1.0, "M": 4.8, " ": 2.0}
_NUMBER = re.compile(r"-?\d*\.?\d+")


def width(text: str, gap: float = 1.5) -> float:
    """The width of a word in units of the grid."""
    return sum(WIDE.get(letter, 4.0) + gap for letter in text) - gap


def strokes(text: str, x: float, y: float, unit: float, gap: float = 1.5) -> str:
    """Path data of a word: its top left corner, the size of a grid unit, the space between letters."""
    data, left = "", x
    for letter in text:
        across = [left]

        def moved(command: re.Match[str], across: list[float] = across) -> str:
            kind, numbers = command[1], [float(n) for n in _NUMBER.findall(command[2])]
            if kind == "H":
                return f"H{short(across[0] + numbers[0] * unit)}"
            if kind == "V":
                return f"V{short(y + numbers[0] * unit)}"
            if kind == "Z":
                return "Z"
            return f"{kind}{short(across[0] + numbers[0] * unit)} {short(y + numbers[1] * unit)}"

        data += re.sub(r"([MLHVZ])([^MLHVZ]*)", moved, GRID.get(letter, ""))
        left += (WIDE.get(letter, 4.0) + gap) * unit
    return data

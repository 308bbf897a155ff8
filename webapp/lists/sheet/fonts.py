"""The print sheet's letters: how wide words are in the font that goes with it, and where lines break."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from fontTools.ttLib import TTFont

from webapp.app.settings import STATIC

FONT = "Roboto Condensed"
FILES = {False: "fonts/RobotoCondensed-Regular.ttf", True: "fonts/RobotoCondensed-Bold.ttf"}
LEADING = 1.22
"""From one baseline to the next, in ems."""
REPLACED = str.maketrans({"◆": "◊", "\u202f": "\u00a0"})
"""Characters that the font does not have, by one that it has."""


@cache
def _widths(bold: bool) -> tuple[dict[int, float], float]:
    """Each character's width in ems, and that of one that is not there."""
    with TTFont(STATIC / FILES[bold]) as font:
        em, advances = font["head"].unitsPerEm, font["hmtx"]
        known = {code: advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}
        return known, advances[".notdef"][0] / em


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line is, mm."""
    known, missing = _widths(bold)
    return size * sum(known.get(ord(c), missing) for c in text.translate(REPLACED))


def printable(text: str) -> str:
    """The text in characters of the font."""
    return text.translate(REPLACED)


def lines(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """The text broken into lines that fit the room; a word that is wider by itself is broken where it must be."""
    found: list[str] = []
    for word in _words(text, size, room, bold):
        if found and width(f"{found[-1]} {word}", size, bold=bold) <= room:
            found[-1] = f"{found[-1]} {word}"
        else:
            found.append(word)
    return found


def _words(text: str, size: float, room: float, bold: bool) -> Iterator[str]:
    for word in printable(text).split():
        while word and width(word, size, bold=bold) > room:
            fits = next(n for n in range(len(word), 0, -1) if n == 1 or width(word[:n], size, bold=bold) <= room)
            yield word[:fits]
            word = word[fits:]
        if word:
            yield word


def fitted(text: str, size: float, room: float, *, bold: bool = False, least: float = 1.6) -> float:
    """The largest size up to that one at which the text fits on one line."""
    wide = width(text, size, bold=bold)
    return size if wide <= room else max(least, size * room / wide)

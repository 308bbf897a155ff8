"""The print sheet's font: widths and line breaks."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from webapp.base.settings import STATIC

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "Roboto Condensed"
FILES = {False: "fonts/RobotoCondensed-Regular.ttf", True: "fonts/RobotoCondensed-Bold.ttf"}
LEADING = 1.22
"""Line height in ems."""
REPLACED = str.maketrans({"◆": "◊", "\u202f": "\u00a0"})
"""Characters that the font lacks, and their replacements."""


POINTS = 72 / 25.4


def with_fonts(out: FPDF) -> FPDF:
    """Adds the sheet's font to a document."""
    for bold, file in FILES.items():
        out.add_font(FONT, "B" if bold else "", STATIC / file)
    return out


def use(out: FPDF, size: float, bold: bool) -> None:
    """Sets the size of the font, in mm."""
    out.set_font(FONT, "B" if bold else "", size * POINTS)


@cache
def _paper() -> FPDF:
    """A hidden page for measuring texts; one thread at a time."""
    # Imported on first use: few print, and it takes a fifth of a second of every start.
    from fpdf import FPDF

    out = with_fonts(FPDF(unit="mm"))
    out.add_page()
    out.c_margin = 0
    return out


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line, in mm."""
    use(_paper(), size, bold)
    return float(_paper().get_string_width(printable(text)))


def printable(text: str) -> str:
    """The text with characters replaced that the font lacks."""
    return text.translate(REPLACED)


def lines(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """The text broken into lines of at most that width; a wider word is broken."""
    use(_paper(), size, bold)
    printed = " ".join(printable(text).split())
    split = _paper().multi_cell(room, text=printed, align="L", dry_run=True, output="LINES") if printed else []
    return [str(line) for line in split] if isinstance(split, list) else []


def fitted(text: str, size: float, room: float, *, bold: bool = False, least: float = 1.6) -> float:
    """The largest size, at most the given one, at which the text fits on one line."""
    wide = width(text, size, bold=bold)
    return size if wide <= room else max(least, size * room / wide)

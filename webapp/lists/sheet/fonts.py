"""The print sheet's letters: how wide words are in the font that goes with it, and where lines break."""

from __future__ import annotations

from functools import cache

from fpdf import FPDF

from webapp.app.settings import STATIC

FONT = "Roboto Condensed"
FILES = {False: "fonts/RobotoCondensed-Regular.ttf", True: "fonts/RobotoCondensed-Bold.ttf"}
LEADING = 1.22
"""From one baseline to the next, in ems."""
REPLACED = str.maketrans({"◆": "◊", "\u202f": "\u00a0"})
"""Characters that the font does not have, by one that it has."""


POINTS = 72 / 25.4


def with_fonts(out: FPDF) -> FPDF:
    """A document that knows the sheet's font."""
    for bold, file in FILES.items():
        out.add_font(FONT, "B" if bold else "", STATIC / file)
    return out


def use(out: FPDF, size: float, bold: bool) -> None:
    """Writes on in that size, mm, from here."""
    out.set_font(FONT, "B" if bold else "", size * POINTS)


@cache
def _paper() -> FPDF:
    """A page that nobody sees, on which texts are laid out: by one thread at a time."""
    out = with_fonts(FPDF(unit="mm"))
    out.add_page()
    out.c_margin = 0
    return out


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line is, mm."""
    use(_paper(), size, bold)
    return float(_paper().get_string_width(printable(text)))


def printable(text: str) -> str:
    """The text in characters of the font."""
    return text.translate(REPLACED)


def lines(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """The text broken into lines that fit the room; a word that is wider by itself is broken where it must be."""
    use(_paper(), size, bold)
    said = " ".join(printable(text).split())
    found = _paper().multi_cell(room, text=said, align="L", dry_run=True, output="LINES") if said else []
    return [str(line) for line in found] if isinstance(found, list) else []


def fitted(text: str, size: float, room: float, *, bold: bool = False, least: float = 1.6) -> float:
    """The largest size up to that one at which the text fits on one line."""
    wide = width(text, size, bold=bold)
    return size if wide <= room else max(least, size * room / wide)

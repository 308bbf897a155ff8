"""Printed pages as a PDF, written by fpdf2."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import assert_never

from fpdf import FPDF

from webapp.lists.sheet.fonts import printable, use, with_fonts
from webapp.lists.sheet.ink import Box, Circle, Mark, Modules, Picture, Rule, SheetPage, Sign, TextMark
from webapp.lists.sheet.signs import drawing


def document(pages: Sequence[SheetPage], title: str) -> bytes:
    """A PDF of the pages. Takes some tenths of a second: run it in a thread."""
    out = with_fonts(FPDF(unit="mm"))
    out.set_title(title)
    out.set_creator("Olomoc online")
    out.set_auto_page_break(False)
    out.set_margin(0)
    for page in pages:
        out.add_page(format=(page.width, page.height))
        for mark in page.marks:
            _mark(out, mark)
    return bytes(out.output())


def _mark(out: FPDF, mark: Mark) -> None:
    match mark:
        case Box(x, y, w, h, line, fill, stroke, dash):
            _pen(out, line, stroke, dash)
            if fill:
                out.set_fill_color(fill)
            style = ("D" if line else "") + ("F" if fill else "")
            if style:
                out.rect(x, y, w, h, style=style)
        case Rule(x1, y1, x2, y2, line, stroke, dash):
            _pen(out, line, stroke, dash)
            out.line(x1, y1, x2, y2)
        case Circle(x, y, r, line, fill, stroke):
            _pen(out, line, stroke, None)
            if fill:
                out.set_fill_color(fill)
            out.circle(x, y, r, style=("D" if line else "") + ("F" if fill else ""))
        case TextMark(x, y, text, size, bold, anchor, colour):
            printed = printable(text)
            use(out, size, bold)
            out.set_text_color(colour)
            wide = out.get_string_width(printed)
            out.text(x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor], y, printed)
        case Sign(x, y, size, name):
            out.image(BytesIO(_sign(name)), x, y, size, size)
        case Modules(x, y, size, rows):
            _modules(out, x, y, size, rows)
        case Picture(x, y, w, h, drawing):
            with out.rect_clip(x, y, w, h):
                out.image(BytesIO(drawing.encode()), x, y, w, h)
            _mark(out, Box(x, y, w, h))
        case _:
            assert_never(mark)


@cache
def _sign(name: str) -> bytes:
    return drawing(name).encode()


def _modules(out: FPDF, x: float, y: float, size: float, rows: Sequence[Sequence[bool]]) -> None:
    """Draws each run of dark squares as one rectangle."""
    module = size / len(rows)
    out.set_fill_color("#000000")
    for row, cells in enumerate(rows):
        start = 0
        while start < len(cells):
            end = start
            while end < len(cells) and cells[end]:
                end += 1
            if end > start:
                out.rect(x + start * module, y + row * module, (end - start) * module, module, style="F")
            start = end + 1


def _pen(out: FPDF, line: float, stroke: str, dash: float | None) -> None:
    if line:
        out.set_line_width(line)
        out.set_draw_color(stroke)
        if dash:
            out.set_dash_pattern(dash=dash, gap=dash)
        else:
            out.set_dash_pattern()

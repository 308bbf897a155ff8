"""Printed pages as SVG, true to scale."""

from __future__ import annotations

from html import escape
from typing import assert_never

from webapp.lists.sheet.fonts import FONT, printable
from webapp.lists.sheet.ink import Box, Circle, Mark, Modules, Picture, Rule, SheetPage, Sign, TextMark
from webapp.lists.sheet.signs import STROKE, inside


def page(of: SheetPage, label: str) -> str:
    """A page as an SVG element, sized in millimetres."""
    body = "".join(_mark(mark) for mark in of.marks)
    return (
        f'<svg class="page" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}"'
        f' width="{of.width:g}mm" height="{of.height:g}mm" viewBox="0 0 {of.width:g} {of.height:g}"'
        f' font-family="{FONT}, sans-serif">{body}</svg>'
    )


def _mark(mark: Mark) -> str:
    match mark:
        case Box(x, y, w, h, line, fill, stroke, dash):
            return (
                f'<rect x="{x:.3f}" y="{y:.3f}" width="{w:.3f}" height="{h:.3f}"'
                f' fill="{fill or "none"}"{_line(line, stroke, dash)}/>'
            )
        case Rule(x1, y1, x2, y2, line, stroke, dash):
            return f'<path d="M{x1:.3f} {y1:.3f}L{x2:.3f} {y2:.3f}"{_line(line, stroke, dash)}/>'
        case Circle(x, y, r, line, fill, stroke):
            return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{r:.3f}" fill="{fill or "none"}"{_line(line, stroke, None)}/>'
        case TextMark(x, y, text, size, bold, anchor, colour):
            weight = ' font-weight="700"' if bold else ""
            return (
                f'<text x="{x:.3f}" y="{y:.3f}" font-size="{size:.3f}" text-anchor="{anchor}" fill="{colour}"{weight}>'
                f"{escape(printable(text))}</text>"
            )
        case Sign(x, y, size, name):
            return (
                f'<g transform="translate({x:.3f} {y:.3f}) scale({size / 24:.5f})" color="#000" {STROKE}>'
                f"{inside(name)}</g>"
            )
        case Modules(x, y, size, rows):
            module = size / len(rows)
            path = "".join(
                f"M{x + column * module:.3f} {y + row * module:.3f}h{module:.3f}v{module:.3f}h-{module:.3f}z"
                for row, cells in enumerate(rows)
                for column, dark in enumerate(cells)
                if dark
            )
            return f'<path d="{path}" fill="#000" shape-rendering="crispEdges"/>'
        case Picture(x, y, w, h, drawing):
            return drawing.replace(
                "<svg ", f'<svg x="{x:.3f}" y="{y:.3f}" width="{w:.3f}" height="{h:.3f}" ', 1
            ) + _mark(Box(x, y, w, h))
        case _:
            assert_never(mark)


def _line(line: float, stroke: str, dash: float | None) -> str:
    if not line:
        return ""
    dashed = f' stroke-dasharray="{dash:g}"' if dash else ""
    return f' stroke="{stroke}" stroke-width="{line:g}"{dashed}'

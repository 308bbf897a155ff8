"""The house's print sheet: name, verdict, cards by section, share code."""

from __future__ import annotations

from typing import Any

import segno

from webapp.i18n import Translator
from webapp.lists.draft import ListDraft
from webapp.lists.kind import ListKind, list_text
from webapp.lists.sheet.fonts import LEADING, fitted, lines
from webapp.lists.sheet.ink import GREY, Mark, Modules, Paper, Rule, SheetPage, TextMark

MARGIN = 14.0
QR = 30.0
TEXT = 4.0
STEP = TEXT * LEADING


def pages(kind: ListKind[Any], desk: ListDraft[Any], link: str, paper: Paper, tr: Translator) -> list[SheetPage]:
    """The pages of the sheet."""
    room = paper.width - 2 * MARGIN
    marks: list[Mark] = [*_head(kind, desk, link, paper, tr)]
    made = [SheetPage(paper.width, paper.height, marks)]
    y = MARGIN + QR + 8
    for text, bold in _rows(kind, desk, tr):
        for line in lines(text, TEXT, room, bold=bold):
            if y > paper.height - 2 * MARGIN:
                marks = []
                made.append(SheetPage(paper.width, paper.height, marks))
                y = MARGIN + STEP
            marks.append(TextMark(MARGIN, y, line, TEXT, bold=bold))
            y += STEP
    return made


def _head(kind: ListKind[Any], desk: ListDraft[Any], link: str, paper: Paper, tr: Translator) -> list[Mark]:
    room = paper.width - 2 * MARGIN - QR - 4
    name = desk.name or list_text("lists.unnamed", tr)
    verdict = kind.judge(kind.read(desk.content()), tr)
    summary = "; ".join((*verdict.problems, *verdict.missing)) or tr("lists.verdict.legal")
    code = segno.make(link, error="l")
    rows = tuple(tuple(bool(cell) for cell in row) for row in code.matrix)
    marks: list[Mark] = [
        TextMark(MARGIN, MARGIN + 7, name, fitted(name, 9, room, bold=True, least=4), bold=True),
        TextMark(MARGIN, MARGIN + 13, kind.about(kind.read(desk.content()), tr), TEXT, colour=GREY),
        Modules(paper.width - MARGIN - QR, MARGIN, QR, rows),
        Rule(MARGIN, MARGIN + QR + 2, paper.width - MARGIN, MARGIN + QR + 2),
    ]
    for n, line in enumerate(lines(summary, TEXT, room)[:2]):
        marks.append(TextMark(MARGIN, MARGIN + 19 + n * STEP, line, TEXT))
    shown = desk.code()
    marks.append(
        TextMark(MARGIN, paper.height - MARGIN, shown, fitted(shown, 3.2, paper.width - 2 * MARGIN), colour=GREY)
    )
    return marks


def _rows(kind: ListKind[Any], desk: ListDraft[Any], tr: Translator) -> list[tuple[str, bool]]:
    value = kind.read(desk.content())
    counts = kind.counts(value)
    rows: list[tuple[str, bool]] = []
    for of in kind.sections(value, tr):
        named = {card.id: card for card in of.cards}
        held = counts.get(of.key, {})
        if held:
            rows.append((of.name, True))
        for id, n in held.items():
            card = named.get(id)
            line = ": ".join(filter(None, (card.name, card.words))) if card else id
            rows.append((f"{n} × {line}" if n > 1 else line, False))
    return rows

"""The house's print sheet: name, verdict, cards by section, share code."""

from __future__ import annotations

from typing import Any

import segno

from webapp.i18n import Translator
from webapp.lists.draft import ListDraft
from webapp.lists.kind import ListKind, list_text
from webapp.lists.sheet.fonts import LEADING, fitted, lines
from webapp.lists.sheet.ink import GREY, Mark, Modules, Paper, Picture, Rule, SheetPage, TextMark
from webapp.plates.addresses import drawing

MARGIN = 14.0
QR = 30.0
TEXT = 4.0
STEP = TEXT * LEADING
PICTURE = 9.0


def pages(kind: ListKind[Any], desk: ListDraft[Any], link: str, paper: Paper, tr: Translator) -> list[SheetPage]:
    """The pages of the sheet."""
    room = paper.width - 2 * MARGIN
    marks: list[Mark] = [*_head(kind, desk, link, paper, tr)]
    made = [SheetPage(paper.width, paper.height, marks)]
    y = MARGIN + QR + 8
    for text, bold, picture in _rows(kind, desk, tr):
        indent = PICTURE + 3 if picture else 0.0
        printed = lines(text, TEXT, room - indent, bold=bold)
        tall = max(len(printed) * STEP, PICTURE + 1.5 if picture else 0.0) + (1.5 if bold else 0.0)
        first = y + max(0.0, PICTURE - len(printed) * STEP) / 2 if picture else y
        if y + tall > paper.height - 2 * MARGIN + STEP:
            marks = []
            made.append(SheetPage(paper.width, paper.height, marks))
            y = MARGIN + STEP
        if picture:
            marks.append(Picture(MARGIN, y - TEXT, PICTURE, PICTURE, picture))
        for n, line in enumerate(printed):
            marks.append(TextMark(MARGIN + indent, first + n * STEP, line, TEXT, bold=bold))
        y += tall
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


def _rows(kind: ListKind[Any], desk: ListDraft[Any], tr: Translator) -> list[tuple[str, bool, str]]:
    """Lines of text, whether they are headings, and the picture beside them."""
    value = kind.read(desk.content())
    counts = kind.counts(value)
    rows: list[tuple[str, bool, str]] = []
    for of in kind.sections(value, tr):
        named = {card.id: card for card in of.cards}
        held = counts.get(of.key, {})
        if held:
            rows.append((of.name, True, ""))
        for id, n in held.items():
            card = named.get(id)
            line = tr.colon.join(filter(None, (card.name, card.words))) if card else id
            picture = drawing(card.picture) if card and card.picture else ""
            rows.append((f"{n} × {line}" if n > 1 else line, False, picture))
    return rows

"""The roster: the whole cabal on one page, with everything that is checked and counted at a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import segno

from rules.olomoc.cabals.draft import PLACES, Sketch, gaps, judge, wires
from rules.olomoc.cabals.legality import CabalProblem
from rules.olomoc.packs import Capacity, EquipmentCard, Pack, RouageCard
from webapp.games.olomoc.cabals.builder.legality_text import gap_words, problem_words
from webapp.games.olomoc.cabals.card_faces import first_name
from webapp.games.olomoc.cabals.lists.share_code import encode
from webapp.games.olomoc.cabals.sheet.cards import life, terms
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import STATS
from webapp.games.olomoc.table.text.names import Names
from webapp.lists.sheet.fonts import LEADING, fitted, lines, width
from webapp.lists.sheet.ink import (
    BLACK,
    GREY,
    PALE,
    Box,
    Circle,
    Mark,
    Modules,
    Paper,
    Rule,
    Sign,
    TextMark,
)

MARGIN = 14.0
QR = 30.0
ACTIONS, NOIRCEUR, FIEL = 4, 3, 3
TEXT = 3.5
NOTE_LINE = 8.0


@dataclass(frozen=True)
class Printed:
    """The subject of a print: a sketch of a pack under a name; `link`: the address that opens its code, for the matrix
    code."""

    pack: Pack
    sketch: Sketch
    name: str
    link: str


def roster(of: Printed, paper: Paper, names: Names) -> list[Mark]:
    """The marks of the page."""
    marks: list[Mark] = []
    y = _title(marks, of, paper, names)
    y = _verdict(marks, of, paper, names, y)
    for place in PLACES:
        y = _place(marks, of, place, paper, names, y)
    _bottom(marks, of, paper, names, y)
    return marks


def _title(marks: list[Mark], of: Printed, paper: Paper, names: Names) -> float:
    tr = names.tr
    room = paper.width - 2 * MARGIN - QR - 4
    name = of.name or tr("list.unnamed")
    size = fitted(name, 9, room, bold=True, least=4)
    marks.append(TextMark(MARGIN, MARGIN + 7, name, size, bold=True))
    faction = of.sketch.faction
    subtitle = names.book.faction(faction, tr.language) if faction else ""
    under = " · ".join(filter(None, (subtitle, tr("cabals.sheet.pack", pack=of.pack.id, version=of.pack.version))))
    marks.append(TextMark(MARGIN, MARGIN + 13, under, 4, colour=GREY))
    code = segno.make(of.link, error="l")
    rows = tuple(tuple(bool(cell) for cell in row) for row in code.matrix)
    marks.append(Modules(paper.width - MARGIN - QR, MARGIN, QR, rows))
    return MARGIN + 20


def _verdict(marks: list[Mark], of: Printed, paper: Paper, names: Names, y: float) -> float:
    """Legal, or every problem: a sheet never looks better than its list."""
    tr = names.tr
    problems: Sequence[CabalProblem] = judge(of.pack, of.sketch)
    missing = dict.fromkeys(gap_words(gap, of.sketch, names) for gap in gaps(of.sketch))
    room = paper.width - 2 * MARGIN - QR - 4
    if not problems and not missing:
        marks.append(TextMark(MARGIN, y + 3, tr("cabals.sheet.legal"), 3.6, bold=True))
        return max(y + 9, MARGIN + QR + 5)
    problem_lines = [f"{problem_words(problem, of.sketch, names)} {problem.clause}" for problem in problems]
    if missing:
        problem_lines.append(tr("cabals.sheet.missing", what="; ".join(missing)))
    rows = [line for text in problem_lines for line in lines(text, TEXT, room - 8)]
    height = 7.5 + len(rows) * TEXT * LEADING
    marks.append(Box(MARGIN, y - 2, room, height, line=0.6))
    marks.append(Sign(MARGIN + 2, y - 0.4, 4.4, "cross"))
    marks.append(TextMark(MARGIN + 7.6, y + 3, tr("cabals.sheet.not-legal"), 3.8, bold=True))
    for n, line in enumerate(rows):
        marks.append(TextMark(MARGIN + 4, y + 7.6 + n * TEXT * LEADING, line, TEXT))
    return max(y + height + 4, MARGIN + QR + 5)


def _place(marks: list[Mark], of: Printed, place: int, paper: Paper, names: Names, y: float) -> float:
    """A rouage with all that is counted for it, and what it bears."""
    card = of.pack.rouages.get(of.sketch.at(place, "card") or "")
    gear = of.pack.equipment.get(of.sketch.at(place, "equipment") or "")
    right, tr = paper.width - MARGIN, names.tr
    marks.append(Box(MARGIN, y, right - MARGIN, 10, line=0, fill=PALE))
    if card is None:
        id = of.sketch.at(place, "card")
        words_ = tr("cabals.unknown-card", id=id) if id else tr("cabals.place-n", n=place + 1)
        marks.append(TextMark(MARGIN + 3, y + 6.6, words_, 5, bold=True, colour=GREY))
    else:
        marks.extend(_rouage_head(card, y, right, names))
    y += 14
    if card is not None:
        marks.extend(life(card.life, MARGIN + 3, y - 1.4, 5.2, paper.width / 2 - MARGIN))
        marks.extend(_counters(right, y - 1.4, names))
        y += 8
        y = _texts(marks, card.capacities, y, right, names)
    y = _gear(marks, of, place, gear, y, right, names)
    return y + 6


def _rouage_head(card: RouageCard, y: float, right: float, names: Names) -> Iterator[Mark]:
    x = MARGIN + 3
    for _ in range(card.rank):
        yield Box(x, y + 2.8, 1.9, 4.6, line=0, fill=BLACK)
        x += 2.6
    x += 1.4
    for ministry in card.ministries:
        yield Sign(x, y + 2.6, 4.8, ministry)
        x += 6
    left = right - 4 * 14 - 16
    size = fitted(card.name, 5.4, left - x - 2, bold=True)
    yield TextMark(x + 0.8, y + 6.8, card.name, size, bold=True)
    for n, stat in enumerate(STATS):
        at = left + n * 14
        yield Sign(at, y + 3.2, 3.6, stat)
        yield TextMark(at + 4.2, y + 6.4, names.tr(f"card.{stat}-letter"), 2.8, colour=GREY)
        yield TextMark(at + 11.6, y + 6.9, str(getattr(card, stat)), 5.4, bold=True, anchor="end")
    yield TextMark(right - 2, y + 6.4, names.tr("cabals.base", mm=card.base), 2.9, anchor="end", colour=GREY)


def _counters(right: float, y: float, names: Names) -> Iterator[Mark]:
    """Action tokens and Noirceur, as circles to be ticked."""
    x = right - 3
    for label, count in ((names.tr("cabals.sheet.noirceur"), NOIRCEUR), (names.tr("cabals.sheet.tokens"), ACTIONS)):
        for _ in range(count):
            x -= 5.4
            yield Circle(x + 2.4, y + 2.6, 2.2, line=0.25)
        x -= 1.6
        yield TextMark(x, y + 3.6, label, 2.9, anchor="end", colour=GREY)
        x -= 26


def _texts(
    marks: list[Mark], capacities: Sequence[Capacity], y: float, right: float, names: Names, indent: float = 3
) -> float:
    """Each capacity: its name and terms, then what it does."""
    language = names.tr.language
    x, room = MARGIN + indent, right - MARGIN - indent - 3
    for capacity in capacities:
        name = words(capacity.name, language)
        marks.append(TextMark(x, y + 1.6, name, TEXT, bold=True))
        marks.append(TextMark(x + width(name, TEXT, bold=True) + 2, y + 1.6, terms(capacity, names), TEXT, colour=GREY))
        y += TEXT * LEADING
        for line in lines(words(capacity.text, language), TEXT, room):
            marks.append(TextMark(x, y + 1.6, line, TEXT))
            y += TEXT * LEADING
        y += 1
    return y + 1.4


def _gear(
    marks: list[Mark], of: Printed, place: int, gear: EquipmentCard | None, y: float, right: float, names: Names
) -> float:
    """The equipment of a place, and the card that opens it (CAB-2)."""
    tr = names.tr
    id = of.sketch.at(place, "equipment")
    if gear is None:
        text = tr("cabals.unknown-card", id=id) if id else tr("cabals.choose-gear")
        marks.append(TextMark(MARGIN + 9, y + 1.6, text, 3.6, colour=GREY))
        marks.append(Box(MARGIN + 3, y - 1.6, 4, 4, line=0.25, dash=0.6))
        return y + 6
    marks.append(Sign(MARGIN + 3, y - 2, 4.6, "gift" if gear.gift else "equipment"))
    x = MARGIN + 9
    for ministry in gear.ministries:
        marks.append(Sign(x, y - 2, 4.4, ministry))
        x += 5.6
    name = words(gear.name, tr.language)
    size = fitted(name, 4.2, 76, bold=True)
    marks.append(TextMark(x, y + 1.6, name, size, bold=True))
    opener = next((by for by, card in wires(of.pack, of.sketch).items() if card == gear.id), None)
    if opener is not None:
        text = tr("cabals.plug.open", name=first_name(opener, names))
        marks.append(TextMark(right - 2, y + 1.6, text, 2.9, anchor="end", colour=GREY))
    return _texts(marks, gear.capacities, y + 5.6, right, names, indent=9)


def _bottom(marks: list[Mark], of: Printed, paper: Paper, names: Names, used: float) -> None:
    """Fiel and Traque to be counted, room for notes, and the code."""
    tr = names.tr
    y = paper.height - MARGIN - 14
    marks.append(Rule(MARGIN, y - 6, paper.width - MARGIN, y - 6, line=0.3))
    room = int((y - 10 - used) / NOTE_LINE)
    if room > 1:
        marks.append(TextMark(MARGIN, used + 3, tr("lists.notes"), 3.2, colour=GREY))
        lows = (used + n * NOTE_LINE for n in range(1, room + 1))
        marks.extend(Rule(MARGIN, low, paper.width - MARGIN, low, line=0.1, stroke=GREY) for low in lows)
    x = MARGIN
    for label, count in ((tr("cabals.sheet.fiel"), FIEL), (tr("cabals.sheet.traque"), FIEL)):
        marks.append(TextMark(x, y + 1, label, 3.2, colour=GREY))
        x += 14
        for _ in range(count):
            marks.append(Circle(x + 2.6, y, 2.4, line=0.25))
            x += 6
        x += 8
    marks.append(TextMark(x, y + 1, tr("cabals.sheet.points"), 3.2, colour=GREY))
    marks.append(Rule(x + 14, y + 2, paper.width - MARGIN, y + 2, line=0.15, stroke=GREY))
    code = encode(of.sketch, of.pack)
    marks.append(
        TextMark(MARGIN, paper.height - MARGIN, code, fitted(code, 3.2, paper.width - 2 * MARGIN), colour=GREY)
    )

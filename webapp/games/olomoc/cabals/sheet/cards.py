"""Cards to cut out, 63 by 88 mm: rouages, and what they bear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.olomoc.packs import Capacity, EquipmentCard, RouageCard
from webapp.games.olomoc.cabals.card_faces import piece_id
from webapp.games.olomoc.faces import portrait
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import STATS
from webapp.games.olomoc.table.text.names import Names
from webapp.lists.sheet.fonts import LEADING, fitted, lines, width
from webapp.lists.sheet.ink import GREY, PALE, Box, Circle, Mark, Picture, Rule, Sign, TextMark
from webapp.plates.addresses import drawing

WIDTH, HEIGHT = 63.0, 88.0
PAD = 3.2
INNER = WIDTH - 2 * PAD
HEAD = 9.5
FOOT = 4.2
TEXT, LEAST_TEXT = 3.5, 1.5
LIFE_BOX, LIFE_GAP = 4.4, 0.8


@dataclass(frozen=True)
class Corner:
    """The top left corner of a card on its page."""

    x: float
    y: float


def rouage_card(card: RouageCard, at: Corner, version: str, names: Names) -> Iterator[Mark]:
    """A rouage's card."""
    yield from _head(card.name, at, _rouage_signs(card), card.rank)
    y = at.y + HEAD + 9.4
    yield from _portrait(card, at.x + PAD, y, names)
    yield from _beside(card, at, names)
    y = at.y + HEAD + 18.6
    yield from _stats(card, at.x + PAD, y, names)
    y += 10.6
    yield from life(card.life, at.x + PAD, y, LIFE_BOX, INNER)
    y += LIFE_BOX + 2
    yield Rule(at.x + PAD, y, at.x + WIDTH - PAD, y, line=0.15)
    yield from _capacities(card.capacities, at, y + 1.2, names)
    yield from _foot(at, names.tr("cabals.base", mm=card.base), version)


def _portrait(card: RouageCard, x: float, y: float, names: Names) -> Iterator[Mark]:
    """Its portrait, or its letters where its pack brings a picture; `y`: of the middle."""
    if plate := drawing(portrait(names.book, card.id, "1", "middle")):
        yield Picture(x, y - 7.6, 15.2, 15.2, plate)
        return
    yield Circle(x + 7.6, y, 7.2, line=0.7)
    yield TextMark(x + 7.6, y + 2.2, names.monogram(piece_id(card.id)), 6.2, bold=True, anchor="middle")


def gear_card(card: EquipmentCard, at: Corner, version: str, bearer: str | None, names: Names) -> Iterator[Mark]:
    """The card of an equipment or a gift; `bearer`: whose it is in this list."""
    tr = names.tr
    yield from _head(words(card.name, tr.language), at, ["gift" if card.gift else "equipment", *card.ministries], 0)
    y = at.y + HEAD + 4.2
    whose = [*map(names.ministry, card.ministries)]
    whose += [names.book.faction(faction, tr.language) for faction in card.factions]
    whose += [tr("cabals.made-for", name=names.card(rouage)) for rouage in card.rouages]
    kind = tr("cabals.gift") if card.gift else tr("cabals.equipment")
    for line in lines(" · ".join([kind, *whose]), 2.9, INNER):
        yield TextMark(at.x + PAD, y, line, 2.9, colour=GREY)
        y += 2.9 * LEADING
    if bearer:
        yield TextMark(at.x + PAD, y, tr("cabals.borne-by", name=bearer), 2.9, bold=True)
        y += 2.9 * LEADING
    yield Rule(at.x + PAD, y - 1.4, at.x + WIDTH - PAD, y - 1.4, line=0.15)
    yield from _capacities(card.capacities, at, y, names)
    yield from _foot(at, "", version)


def _rouage_signs(card: RouageCard) -> list[str]:
    return list(card.ministries)


def _head(name: str, at: Corner, signs: Sequence[str], rank: int) -> Iterator[Mark]:
    """Name on the left, rank and signs on the right."""
    yield Box(at.x, at.y, WIDTH, HEAD, line=0, fill=PALE)
    right = at.x + WIDTH - PAD
    for sign in reversed(signs):
        right -= 5
        yield Sign(right, at.y + 2.4, 4.6, sign)
    right -= 0.8
    for _ in range(rank):
        right -= 2.4
        yield Box(right, at.y + 2.6, 1.8, 4.2, line=0, fill="#000000")
    room = right - at.x - PAD - 1.2
    size = fitted(name, 4.7, room, bold=True)
    yield TextMark(at.x + PAD, at.y + 4.8 + size * 0.34, name, size, bold=True)


def _beside(card: RouageCard, at: Corner, names: Names) -> Iterator[Mark]:
    """Beside the portrait: what it is, whose it is."""
    language = names.tr.language
    x, room = at.x + PAD + 17.5, INNER - 17.5
    allegiances = [(words(card.title, language), True)] if card.title else []
    allegiances.append((names.tr("cabals.rank-n", n=card.rank), False))
    allegiances += [(names.ministry(ministry), False) for ministry in card.ministries]
    allegiances.append((" · ".join(names.book.faction(faction, language) for faction in card.factions), False))
    rows = [(line, bold) for text, bold in allegiances for line in lines(text, 2.7, room, bold=bold)][:6]
    y = at.y + HEAD + 9.4 - (len(rows) - 1) * 2.7 * LEADING / 2 + 0.9
    for line, bold in rows:
        yield TextMark(x, y, line, 2.7, bold=bold, colour="#000000" if bold else GREY)
        y += 2.7 * LEADING


def _stats(card: RouageCard, x: float, y: float, names: Names) -> Iterator[Mark]:
    cell = INNER / len(STATS)
    for n, stat in enumerate(STATS):
        left = x + n * cell
        yield Box(left, y, cell, 9, line=0.2)
        yield Sign(left + 1.2, y + 1, 3, stat)
        yield TextMark(left + 4.8, y + 3.4, names.tr(f"card.{stat}-letter"), 2.5, colour=GREY)
        yield TextMark(left + cell - 2.2, y + 7.4, str(getattr(card, stat)), 6, bold=True, anchor="end")


def life(line: str, x: float, y: float, size: float, room: float) -> Iterator[Mark]:
    """A life line as boxes to be checked: thick for reinforced, with a dot for tinted (LIF-1). `size`: of a box, in
    millimetres; smaller where the line would be wider than `room`."""
    size = min(size, (room + LIFE_GAP) / max(1, len(line)) - LIFE_GAP)
    for n, kind in enumerate(line):
        left = x + n * (size + LIFE_GAP)
        inset = 0.4 if kind == "R" else 0.1
        yield Box(left + inset, y + inset, size - 2 * inset, size - 2 * inset, line=0.9 if kind == "R" else 0.25)
        if kind == "T":
            yield Circle(left + size / 2, y + size / 2, size * 0.22, line=0, fill="#000000")


def _capacities(capacities: Sequence[Capacity], at: Corner, y: float, names: Names) -> Iterator[Mark]:
    """All texts, at the largest size at which they fit."""
    room = at.y + HEIGHT - FOOT - 1 - y
    size = TEXT
    while size > LEAST_TEXT and _height(capacities, size, names) > room:
        size -= 0.05
    for capacity in capacities:
        for text, bold, colour in _paragraphs(capacity, names):
            for line in lines(text, size, INNER, bold=bold):
                y += size * LEADING
                yield TextMark(at.x + PAD, y - size * 0.2, line, size, bold=bold, colour=colour)
        y += size * 0.5


def _height(capacities: Sequence[Capacity], size: float, names: Names) -> float:
    count = sum(
        len(lines(text, size, INNER, bold=bold))
        for capacity in capacities
        for text, bold, _ in _paragraphs(capacity, names)
    )
    return size * (LEADING * count + 0.5 * len(capacities))


def _paragraphs(capacity: Capacity, names: Names) -> list[tuple[str, bool, str]]:
    language = names.tr.language
    runs = [(words(capacity.name, language), True, "#000000"), (terms(capacity, names), False, GREY)]
    runs.append((words(capacity.text, language), False, "#000000"))
    if capacity.by_hand:
        runs.append((names.tr("cabals.by-hand"), False, GREY))
    return [row for row in runs if row[0]]


def terms(capacity: Capacity, names: Names) -> str:
    """Cost, frequency and time, in words that need no signs."""
    tr = names.tr
    parts = [tr("card.permanent")] if capacity.time == "permanent" else []
    if capacity.cost.actions:
        parts.append(tr.plural("cabals.sheet.actions", capacity.cost.actions))
    if capacity.cost.noirceur:
        parts.append(tr.plural("card.cost-noirceur", capacity.cost.noirceur))
    if capacity.frequency:
        parts.append(tr(f"card.per-{capacity.frequency.per}", n=capacity.frequency.n))
    return " · ".join(parts)


def _foot(at: Corner, left: str, right: str) -> Iterator[Mark]:
    y = at.y + HEIGHT - 2.4
    yield TextMark(at.x + PAD, y, left, 2.1, colour=GREY)
    size = fitted(right, 2.1, INNER - width(left, 2.1) - 2)
    yield TextMark(at.x + WIDTH - PAD, y, right, size, anchor="end", colour=GREY)

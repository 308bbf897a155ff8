"""The pages of a sheet: the roster, then the cards in rows of three, edge to edge, with lines to cut along."""

from __future__ import annotations

from collections.abc import Iterator

from rules.olomoc.cabals.draft import PLACES
from webapp.games.olomoc.cabals.card_faces import first_name
from webapp.games.olomoc.cabals.sheet.cards import HEIGHT, WIDTH, Corner, gear_card, rouage_card
from webapp.games.olomoc.cabals.sheet.roster import Printed, roster
from webapp.games.olomoc.table.text.names import Names
from webapp.lists.sheet.ink import GREY, Mark, Paper, Rule, SheetPage, TextMark

COLUMNS, ROWS = 3, 2
OUTSIDE = 5.0
"""The length of cut lines beyond the cards, in mm."""


def pages(of: Printed, paper: Paper, names: Names) -> list[SheetPage]:
    """The roster and the cards, each on a page of that paper."""
    sheets = [SheetPage(paper.width, paper.height, roster(of, paper, names))]
    if not of.sketch.empty:
        sheets.append(SheetPage(paper.width, paper.height, [*_cards(of, paper, names)]))
    return sheets


def _cards(of: Printed, paper: Paper, names: Names) -> Iterator[Mark]:
    left, top = (paper.width - COLUMNS * WIDTH) / 2, (paper.height - ROWS * HEIGHT) / 2
    version = f"{of.pack.id} {of.pack.version}"
    for place in PLACES:
        x = left + place * WIDTH
        card = of.pack.rouages.get(of.sketch.at(place, "card") or "")
        gear = of.pack.equipment.get(of.sketch.at(place, "equipment") or "")
        if card is not None:
            yield from rouage_card(card, Corner(x, top), version, names)
        if gear is not None:
            bearer = first_name(card.id, names) if card is not None else None
            yield from gear_card(gear, Corner(x, top + HEIGHT), version, bearer, names)
    yield from _cuts(left, top)
    scale = names.tr("cabals.sheet.scale", w=f"{WIDTH:g}", h=f"{HEIGHT:g}")
    yield TextMark(paper.width / 2, top - OUTSIDE - 3, scale, 3, anchor="middle", colour=GREY)


def _cuts(left: float, top: float) -> Iterator[Mark]:
    right, bottom = left + COLUMNS * WIDTH, top + ROWS * HEIGHT
    for n in range(COLUMNS + 1):
        x = left + n * WIDTH
        yield Rule(x, top - OUTSIDE, x, bottom + OUTSIDE, line=0.1, stroke=GREY, dash=1)
    for n in range(ROWS + 1):
        y = top + n * HEIGHT
        yield Rule(left - OUTSIDE, y, right + OUTSIDE, y, line=0.1, stroke=GREY, dash=1)

"""Nothing is said by colour alone: sides differ by line and letter as well."""

import re

from rules.olomoc import Match
from tests.browser.kept import position, rouage
from tests.webapp.games.test_reading import parts
from webapp.base.settings import STATIC
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.head import head, head_props
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import translator


def letters(one: str, two: str) -> dict[str, str]:
    cards = [rouage("1-petra-kantor", 5, 8), rouage("2-vera-simkova", 9, 8)]
    match = Match.from_position(position(cards, "1-petra-kantor"), seed=7)
    names = Names(match.view("spectator"), translator("fr", "olomoc"), {"1": one, "2": two}, Book.of(match.journal))
    marks = [
        part for part in parts(head(head_props(names))) if isinstance(part, dict) and "letter" in part.get("c", "")
    ]
    return {re.sub(r".*side-", "", mark["c"]): mark["x"][0] for mark in marks}


def test_each_side_has_its_letter_where_there_is_no_room_for_names() -> None:
    assert letters("Ilse", "Tomáš") == {"1": "I", "2": "T"}
    assert letters("Ilse", "Ines") == {"1": "1", "2": "2"}


def test_side_2_is_double_wherever_side_1_is_single() -> None:
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (STATIC / "css").rglob("*.css")}
    for name, what in (("panels.css", ".ring-2"), ("panels.css", ".log-entry.side-2"), ("panels.css", ".slot.side-2"),
                       ("phone.css", ".tile.side-2"), ("lobby.css", ".lobby-seat.side-2")):  # fmt: skip
        rule = re.search(rf"{re.escape(what)} \{{([^}}]*)\}}", sheets[name])
        assert rule is not None, what
        assert "double" in rule[1], what


def test_the_head_line_is_made_of_nothing_but_its_props() -> None:
    """A rouage that moves changes no props of it; the names at the seats and the points do."""
    cards = [rouage("1-petra-kantor", 5, 8), rouage("2-vera-simkova", 9, 8)]
    match = Match.from_position(position(cards, "1-petra-kantor"), seed=7)

    def props(one: str = "Ilse", **changes: object) -> object:
        view = {**match.view("spectator"), **changes}
        return head_props(Names(view, translator("fr", "olomoc"), {"1": one, "2": "Tomáš"}, book))

    book = Book.of(match.journal)
    assert props() == props(rouages=[])
    assert props() != props("Ines")
    assert props() != props(points={"1": 1, "2": 0})

"""The Bloc in words: positions in inches, distances from edge to edge, directions; the same as the engine measures."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules.kernel import Json
from rules.olomoc import Match
from tests.browser.kept import position, rouage
from tests.webapp.games.test_reading import said
from webapp.games.olomoc.table import head, layout
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.text import board
from webapp.games.olomoc.table.text.names import INCH, Names
from webapp.i18n import LANGUAGES, translator

CARDS = [
    rouage("1-petra-kantor", 5, 8),
    rouage("1-hynek-novotny", 5, 3, wounds=1),
    rouage("2-vera-simkova", 9, 8, noirceur=2, states=["stunned"]),
]


def named(view: Json, language: str, book: Book) -> Names:
    return Names(view, translator(language, "olomoc"), {"1": "Ilse", "2": "Tomáš"}, book)


def names(match: Match, language: str, viewer: str = "1") -> Names:
    return named(match.view(viewer), language, Book.of(match.journal))


def lines(tree: list[object]) -> dict[str, str]:
    """The text about each piece."""
    section = tree[0]
    [items] = [child for child in section["x"] if isinstance(child, dict) and child["t"] == "ul"]
    return {line["a"]["data-said"]: said(line) for line in items["x"]}


def test_positions_distances_and_bearings() -> None:
    """MEA-2: from edge to edge. Věra stands 4 in east of Pétra, both bases are 30 mm: 2.8 in lie between them."""
    its = names(Match.from_position(position(CARDS, "1-petra-kantor"), seed=7), "en")
    readout = lines(board.readout(its))
    assert next(iter(readout)) == "1-petra-kantor"
    assert "5.0 in from the west, 8.0 in from the south" in readout["1-petra-kantor"]
    assert "Věra 2.8 in east" in readout["1-petra-kantor"]
    assert "Hynek 3.8 in north" in readout["1-petra-kantor"]
    assert "5.0 in from the west, 13.0 in from the south" in readout["1-hynek-novotny"]
    assert "Pétra 3.8 in south" in readout["1-hynek-novotny"]
    # LIF-1, NOI-1, STA-2: what burdens a rouage is said with it.
    assert "2 Noirceur" in readout["2-vera-simkova"]
    assert "stunned" in readout["2-vera-simkova"]
    assert "active" in readout["1-petra-kantor"]


def test_touching_bases_are_read_out_as_in_contact() -> None:
    """MEA-5: two bases of 30 mm whose centres are 30 mm apart."""
    beside = {**rouage("2-vera-simkova", 5, 8), "at": [5 * INCH + 30_000, 8 * INCH]}
    its = names(Match.from_position(position([rouage("1-petra-kantor", 5, 8), beside], "1-petra-kantor"), seed=7), "en")
    assert "Věra in contact east" in lines(board.readout(its))["1-petra-kantor"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_more_than_their_view_holds(language: str) -> None:
    """Everything comes from the viewer's view: what is off the Bloc is named as such, in both languages."""
    match = Match.from_position(
        position([*CARDS, {**rouage("2-otakar-benda", 1, 1), "at": None}], "1-petra-kantor"), seed=7
    )
    for viewer in ("1", "2", "spectator"):
        tree = board.readout(names(match, language, viewer))
        assert "2-otakar-benda" not in lines(tree)
        assert "Otakar" in said(tree[0])
        assert "readout." not in said(tree[0])


@pytest.mark.parametrize(
    ("step", "where"), [((0, -1), "n"), ((1, -1), "ne"), ((1, 0), "e"), ((1, 1), "se"), ((0, 1), "s"), ((-1, 1), "sw")]
)
def test_directions_run_clockwise(step: tuple[int, int], where: str) -> None:
    assert board.bearing(*step) == where


PANES: dict[str, tuple[Callable[[Any], Any], Callable[[Names], Any]]] = {
    "the head line": (layout.head_line, head.head_props),
    "the strip": (layout.score_strip, head.strip_props),
    "the Bloc read out": (board.readout, board.readout_props),
}
"""The parts of a page that are not built anew while their props are equal, with these."""


@pytest.fixture(scope="module")
def moments() -> list[tuple[Json, Json, Book]]:
    """Views of random matches, each with a later one of the same viewer."""
    sampled = []
    for seed, (agenda, decor) in enumerate((("survey", "placed"), ("gargoule", "preset"), ("skirmish", "preset"))):
        match, rng = Match.new({"composition": "secret", "agenda": agenda, "decor": decor}, seed), Random(seed)
        views: dict[str, list[Json]] = {"1": [], "spectator": []}
        while asked := match.asked:
            seat = rng.choice(sorted(asked))
            match.submit(seat, next(match.commands(seat, rng)))
            for viewer, seen in views.items():
                seen.append(match.view(viewer))
        book = Book.of(match.journal)
        sampled += [(one, rng.choice(seen[n:]), book) for seen in views.values() for n, one in enumerate(seen[::9])]
    return sampled


@pytest.mark.parametrize("pane", PANES)
def test_a_part_that_is_not_built_anew_would_say_the_same(pane: str, moments: list[tuple[Json, Json, Book]]) -> None:
    """A part is built again where its props have changed: any other field of the view may be as it is later on."""
    build, props = PANES[pane]
    others = 0
    for view, later, book in moments:
        its = named(view, "en", book)
        given, before = props(its), json.dumps(build(props(its)))
        for key in later:
            other = named(view | {key: later[key]}, "en", book)
            if props(other) == given:
                assert json.dumps(build(props(other))) == before, key
                others += key in view and view[key] != later[key]
    assert others > 100

"""Who has won how often, over the finished tables of the house."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from webapp.i18n import translator
from webapp.lobby.tally import Played, evening, evenings, pairings, standings
from webapp.store import SavedSeat, SavedTable
from webapp.tables.seats import HOUSE

DAY = 86_400.0


def test_an_evening_is_told_by_who_has_won_how_often() -> None:
    """Of people, by their names, whatever seat each had; matches of another day, from files or guided are left out."""

    def played(
        at: float,
        won: list[str],
        names: tuple[str, str],
        origin: str = "",
        *,
        house: bool = False,
        guided: bool = False,
    ) -> Any:
        seats = {"1": SimpleNamespace(name=names[0], house=False), "2": SimpleNamespace(name=names[1], house=house)}
        about = {
            "code": "CODE",
            "game": SimpleNamespace(key="invader"),
            "settings": SimpleNamespace(origin=origin, guided=guided),
        }
        return SimpleNamespace(created_at=at, outcome={"winners": won}, seats=seats, **about)

    tables = [
        played(2 * DAY, ["1"], ("Ilse", "Tomáš")),
        played(2 * DAY - 3600, ["1"], ("Tomáš", "Ilse")),
        played(2 * DAY - 3700, ["2"], ("Tomáš", "Ilse"), "file"),
        played(2 * DAY - 7200, ["1"], ("Ilse", "Golem"), house=True),
        played(2 * DAY - 7300, ["1"], ("Tomáš", "Golem"), house=True, guided=True),
        played(DAY, ["2"], ("Ilse", "Tomáš")),
    ]
    assert evening(tables, translator("en")) == "The last evening, 3 matches: Ilse won 2, Tomáš won 1."
    assert evening(tables[:1], translator("en")) == ""


def match(names: str, won: str, *, game: str = "diktat", at: float = 0.0) -> Played:
    """A match of these people at seats 1, 2, …; `won`: the numbers of the seats that won."""
    return Played("CODE", game, at, dict(zip("12345", names.split(), strict=False)), frozenset(won))


def test_players_stand_by_their_wins_in_all_games_and_in_each() -> None:
    matches = [
        match("Ilse Tomáš Eva", "1"),
        match("Tomáš Ilse", "2", game="invader"),
        match("Eva Tomáš", "", game="invader"),
        match("Ilse Ilse Tomáš", "2"),
    ]
    rows = {row.name: (row.won, row.matches, row.by_game) for row in standings(matches)}
    assert [*rows] == ["Ilse", "Eva", "Tomáš"]
    assert rows["Ilse"] == (3, 3, {"diktat": (2, 2), "invader": (1, 1)})
    assert rows["Tomáš"] == (0, 4, {"diktat": (2, 0), "invader": (2, 0)})


def test_the_house_has_won_where_nobody_else_did() -> None:
    assert Played("CODE", "diktat", 0.0, {"1": "Ilse"}, frozenset("2")).house_won
    assert not Played("CODE", "diktat", 0.0, {"1": "Ilse"}, frozenset("12")).house_won
    assert not Played("CODE", "diktat", 0.0, {"1": "Ilse"}, frozenset()).house_won


def test_a_pair_counts_where_one_won_and_the_other_did_not() -> None:
    """Who wins or loses together says nothing about the two; a draw neither. The one who leads stands first."""
    matches = [
        match("Ilse Tomáš Eva", "2"),
        match("Tomáš Ilse", "1"),
        match("Ilse Tomáš", "1"),
        match("Eva Tomáš", "12"),
        match("Eva Ilse", ""),
    ]
    rows = [(row.one, row.other, row.won, row.lost) for row in pairings(matches)]
    assert rows == [("Tomáš", "Ilse", 2, 1), ("Tomáš", "Eva", 1, 0)]


def test_matches_of_half_a_day_are_one_evening() -> None:
    nights = evenings([match("A B", "1", at=at) for at in (5 * DAY, 5 * DAY - 3600, 4 * DAY, 3.9 * DAY)])
    assert [[one.at for one in night] for night in nights] == [[5 * DAY, 5 * DAY - 3600], [4 * DAY, 3.9 * DAY]]


def test_a_stored_table_is_a_match_of_its_people() -> None:
    """A bot that has a seat to itself is nobody; a guided match and one from a file are not counted."""

    def row(**settings: Any) -> SavedTable:
        seats = (SavedSeat("1", "browser-of-ilse", "Ilse"), SavedSeat("2", HOUSE, "Golem", bot="steady"))
        outcome = {"winners": ["1"], "score": {"1": 5, "2": 3}}
        return SavedTable(1, "CODE", "olomoc", "", {}, DAY, outcome, seats, settings)

    stored = Played.of_row(row())
    assert stored == Played("CODE", "olomoc", DAY, {"1": "Ilse"}, frozenset("1"), {"1": 5, "2": 3})
    assert Played.of_row(row(guided=True)) is None
    assert Played.of_row(row(origin="file")) is None

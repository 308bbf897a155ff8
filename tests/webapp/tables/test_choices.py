"""Choices of a new table that depend on those before them, and the seat of a lone person."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.standin.game import GAME
from webapp.games.contract import Choice
from webapp.tables.create import options_of, players_of

LOTS = {"2": ("2", "5"), "3": ("4",)}
GAMES = replace(
    GAME,
    choices=(
        Choice("players", ("2", "3", "4"), means={n: int(n) for n in "234"}, preset="3"),
        Choice(
            "lots",
            ("4", "2", "5"),
            means={n: int(n) for n in "245"},
            fits=lambda before: LOTS.get(before["players"], ()),
        ),
    ),
)


@pytest.mark.parametrize(
    ("chosen", "options"),
    [
        ({}, (3, 4)),
        ({"players": "3", "lots": "5"}, (3, 4)),  # of three players: four lots, and no others
        ({"players": "2", "lots": "5"}, (2, 5)),
        ({"players": "2", "lots": "4"}, (2, 2)),  # neither the chosen value nor the default fits: the first that does
        ({"players": "2"}, (2, 2)),
        ({"players": "4", "lots": "5"}, (4, 5)),  # nothing would fit: all may be chosen
        ({"players": "9", "lots": ["5"]}, (3, 4)),
    ],
)
def test_a_value_that_does_not_go_with_those_before_it_is_not_taken(chosen: Any, options: tuple[int, int]) -> None:
    chosen_options = options_of(GAMES, chosen)
    assert (chosen_options["players"], chosen_options["lots"]) == options


def test_a_choice_without_a_condition_offers_all() -> None:
    players, lots = GAMES.choices
    assert players.fitting({}) == ("2", "3", "4")
    assert lots.fitting({"players": "2"}) == ("2", "5")
    assert players_of(GAMES) == (2, 4)


def test_a_lone_person_has_the_seat_that_the_game_says() -> None:
    assert GAME.lone_seat({"players": 3}) == "1"
    assert replace(GAME, lone=lambda options: str(options["players"])).lone_seat({"players": 3}) == "3"

"""The season game by game: shares by seat, by what was chosen and by what was played, and what a match keeps for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from nicegui.testing import User

from tests import goldens
from tests.webapp.test_lobby import make_table, texts
from tests.webapp.test_season import WAYS, played
from webapp.games import games
from webapp.games.contract import Game
from webapp.i18n import LANGUAGES, translator
from webapp.lobby.rates import Share, Split, by_cast, by_choice, by_seat
from webapp.lobby.season_rates import cast_words, options_words
from webapp.lobby.tally import Played
from webapp.tables import registry

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py"),
]


def game_of(key: str) -> Game:
    return next(game for game in games() if game.key == key)


def match(won: str, *, game: str = "blade", record: Any = None, **options: Any) -> Played:
    """A match that these seats won."""
    return Played("CODE", game, 0.0, {}, frozenset(won), {}, options, record or {})


def test_a_seat_counts_in_the_matches_that_have_it() -> None:
    blade = game_of("blade")
    matches = [match("1", players=2), match("2", players=2), match("23", players=3), match("", players=3)]
    assert by_seat(blade, matches) == {"1": Share(1, 4), "2": Share(2, 4), "3": Share(1, 2)}
    assert by_seat(blade, matches)["1"].percent == 25
    split = Split.of(matches)
    assert [*split.won.items()] == [(("1",), 1), (("2",), 1), (("2", "3"), 1), ((), 1)]
    assert split.matches == 4


def test_a_choice_counts_where_several_of_its_values_were_played() -> None:
    """Its values in the order in which the form of a table offers them."""
    blade = game_of("blade")
    first, second = blade.choices[1].values[:2]
    matches = [
        match("1", players=3, scenario=second, heroes=None),
        match("23", players=3, scenario=first, heroes=None),
        match("23", players=3, scenario=second, heroes=None),
    ]
    found = by_choice(blade, matches)
    assert [*found] == ["scenario"]
    assert {value: split.won for value, split in found["scenario"].items()} == {
        first: {("2", "3"): 1},
        second: {("1",): 1, ("2", "3"): 1},
    }


def test_a_value_that_chance_gave_counts_as_that_value() -> None:
    olomoc = game_of("olomoc")
    random, first, second = olomoc.choices[0].offered[:3]
    drawn = match("1", game="olomoc", agenda=random, record={"drawn": {"agenda": second}})
    matches = [drawn, match("2", game="olomoc", agenda=first)]
    assert [*by_choice(olomoc, matches)["agenda"]] == [first, second]
    assert options_words(translator("en"), olomoc, drawn).startswith("Agenda: ")


def test_what_was_played_counts_where_a_match_keeps_it() -> None:
    """The most played first; an older match keeps nothing."""
    kept = {"cast": {"1": ["polisec"], "2": ["syndicate"]}}
    other = {"cast": {"1": ["syndicate"], "2": ["resistance"]}}
    matches = [match("1", game="diktat", record=kept), match("1", game="diktat", record=other), match("2")]
    assert by_cast(matches) == {"syndicate": Share(1, 2), "polisec": Share(1, 1), "resistance": Share(0, 1)}
    named = {"1": "PoliSec", "2": "Syndicate"}
    assert cast_words(translator("en"), game_of("diktat"), matches[:1]) == [named]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["points", "invader/plot", "diktat/points-4", "blade/ledger", "hybris/points-3"])
def test_every_game_keeps_what_its_seats_played(name: str, language: str) -> None:
    """As data, with a name and a picture for everything; the seats of a match play different things."""
    golden = goldens.load(name)
    over = goldens.match_of(name).replay(golden["options"], golden["journal"])
    game = game_of(type(over).__module__.split(".")[1])
    kept = game.record(over)
    assert set(kept["cast"]) == set(over.seats)
    ids = [id for its in kept["cast"].values() for id in its]
    named = game.screens.cast(ids, translator(language, game.key))
    assert set(named) == set(ids)
    assert all(its.name and its.picture for its in named.values())
    assert game.screens.cast(["nobody"], translator(language, game.key)) == {}
    for key, value in kept.get("drawn", {}).items():
        assert value in next(choice for choice in game.choices if choice.key == key).offered


async def test_each_game_has_a_panel_with_its_rates(user: User) -> None:
    await played(user, "Ilse", "Tomáš", won="1")
    table = await played(user, "Tomáš", "Ilse", won="2")
    await table.change(record={"cast": {"1": ["petra-kantor"], "2": ["kubik-oktobar"]}})
    await user.open("/season")
    [panel] = texts(user, f"season-game-{table.game.key}")
    assert "2 matches" in panel
    assert "50 % 1 of 2" in panel
    [cast] = texts(user, f"season-cast-{table.game.key}")
    assert "100 % 1 of 1" in cast
    assert "0 % 0 of 1" in cast


@pytest.mark.parametrize("sound", [True, False])
async def test_what_was_played_is_kept_when_a_match_is_over(
    user: User, sound: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """A game that cannot say it ends its matches all the same."""
    kept = {"cast": {"1": ["petra-kantor"]}}

    def record(over: Any) -> Any:
        assert over.outcome is not None
        return kept if sound else kept["none"]

    await user.open("/")
    table = await make_table(user)
    table.game = replace(table.game, record=record)
    for seat, name in (("1", "Ilse"), ("2", "Tomáš")):
        await table.sit(f"browser of {name}", seat, name)
    for n, value in enumerate(WAYS["1"]):
        assert await table.submit_as("12"[n % 2], {"kind": "add", "value": value}) is None
    assert table.outcome is not None
    [row] = await registry.finished()
    assert row.settings["record"] == table.settings.record == (kept if sound else {})
    assert ("nothing could be kept" in caplog.text) != sound
    caplog.clear()

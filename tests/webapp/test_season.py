"""The season: who has won how often over all finished matches, as a page and as a file."""

from __future__ import annotations

import asyncio
import csv
import io

import pytest
from nicegui.testing import User

from tests.webapp.test_lobby import make_table, texts
from webapp.tables import Table, registry

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py"),
]


WAYS = {"1": (9, 9, 3), "2": (1, 9, 2, 9)}
"""By seat, the figures with which it reaches 21 first; the seats take turns."""


async def played(user: User, first: str, second: str, *, won: str) -> Table:
    """A match of two that this seat has won."""
    table = await make_table(user)
    await table.sit(f"browser of {first}", "1", first)
    await table.sit(f"browser of {second}", "2", second)
    for n, value in enumerate(WAYS[won]):
        assert await table.submit_as("12"[n % 2], {"kind": "add", "value": value}) is None
    assert table.outcome is not None
    return table


async def test_a_season_without_matches_says_so(user: User) -> None:
    await user.open("/season")
    await user.should_see(marker="season-none")


async def test_players_pairs_and_evenings_are_listed(user: User) -> None:
    await played(user, "Ilse", "Tomáš", won="1")
    table = await played(user, "Tomáš", "Ilse", won="2")
    await user.open("/")
    await user.should_see(marker="to-season")
    await user.open("/season")
    assert "2 matches" in texts(user, "season-count")[0]
    [players] = texts(user, "season-players")
    assert "Ilse 2 2 100 %" in players
    assert "Tomáš 0 2 0 %" in players
    assert "Ilse over Tomáš 2 0" in texts(user, "season-pairs")[0]
    assert "Ilse won: Tomáš" in texts(user, "season-evenings")[0]
    assert table.game.key in {game.key for game in registry.games}


@pytest.mark.parametrize("query", ["?since=2999-01-01", "?game=none&since=never&house=x"])
async def test_an_address_says_what_is_counted(user: User, query: str) -> None:
    """What makes no sense in it is left out."""
    await played(user, "Ilse", "Tomáš", won="1")
    await user.open(f"/season{query}")
    await user.should_see(marker="season-none" if "2999" in query else "season-count")


async def test_the_matches_are_a_file_for_a_spreadsheet(user: User) -> None:
    """A line for each player of a match; a name that a spreadsheet would compute is text there."""
    table = await played(user, "=1+1", "Tomáš", won="1")
    response = await user.http_client.get("/season.csv")
    assert response.headers["content-type"].startswith("text/csv")
    rows = [*csv.DictReader(io.StringIO(response.text))]
    assert [(row["table"], row["seat"], row["player"], row["won"]) for row in rows] == [
        (table.code, "1", "'=1+1", "1"),
        (table.code, "2", "Tomáš", "0"),
    ]


async def test_a_match_of_one_person_counts_where_it_is_asked_for(user: User) -> None:
    """Against a bot that has the seat to itself, and adds 1 each time."""
    table = await make_table(user)
    await table.sit("browser of Ilse", "1", "Ilse")
    assert await table.call_bot("browser of Ilse", "2", next(iter(table.game.bots))) is None
    for value in (9, 9, 1):
        assert await table.submit_as("1", {"kind": "add", "value": value}) is None
        while table.outcome is None and "1" not in table.match.asked:
            await asyncio.sleep(0.01)
    assert table.outcome is not None
    await user.open("/season")
    await user.should_see(marker="season-none")
    await user.open("/season?house=1")
    assert "Ilse 1 1" in texts(user, "season-players")[0]

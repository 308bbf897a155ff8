"""The large screen, which no hand reaches: how people come to the table, who has won, and the rematch."""

from __future__ import annotations

import pytest
from nicegui import Client
from nicegui.testing import User

from tests.waiting import until
from tests.webapp.test_lobby import make_table, send, somebody
from tests.webapp.test_plain_table import read
from webapp.tables.create import rematch

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_house.py"),
]


async def test_it_says_how_to_come_then_who_has_won_and_goes_on_to_the_rematch(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, opened = somebody(), []
    monkeypatch.setattr(Client, "open", lambda _, target, new_tab=False: opened.append(target))
    table = await make_table(user)
    await wall.open(f"/watch/{table.code}?tv")
    assert f"/table/{table.code}" in read(wall)
    await wall.should_not_see(marker="tv-result")
    await send(user, "join-1", "click", "Ilse")
    assert await table.sit("another-browser", "2", "Tomáš") is None
    await until(lambda: f"/table/{table.code}" not in read(wall))
    assert await table.submit_as("2", {"kind": "concede"}) is None
    await wall.should_see(marker="tv-result")
    assert "Ilse has won" in " ".join(read(wall).split())
    opened.clear()
    made = await rematch(table, "another-browser")
    assert f"/watch/{getattr(made, 'code')}?tv" in opened  # noqa: B009  # a Table, not a Refusal

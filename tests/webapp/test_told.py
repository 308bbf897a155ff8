"""What happens to a table is told at once to whom it concerns, wherever they are, and can be taken back."""

import pytest
from nicegui.testing import User

from tests.webapp.test_lobby import make_table, send, somebody, texts
from webapp.games.olomoc.cabals.bring_to_table import chairs
from webapp.security.host_key import keys
from webapp.tables import Table, registry

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]

TOMAS = "tomas"


async def seated(user: User) -> Table:
    """Ilse sits at seat 1 and has the table open; Tomáš is at seat 2, and away."""
    await user.open("/")
    table = await make_table(user)
    await send(user, "join-1", "click", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    await user.open(f"/table/{table.code}")
    return table


async def test_a_closed_table_is_told_to_players_spectators_and_the_large_screen(user: User) -> None:
    table = await seated(user)
    spectator, screen = somebody(), somebody("fr")
    await spectator.open(f"/watch/{table.code}")
    await screen.open(f"/watch/{table.code}?tv")
    await spectator.should_not_see("closed this table")
    assert await table.change(closed=True) is None
    await user.should_see("The host has closed this table")
    await spectator.should_see("The host has closed this table")
    await screen.should_see("L’hôte a fermé cette")
    assert await table.change(closed=False) is None
    await user.should_not_see("The host has closed this table")
    await spectator.should_not_see("The host has closed this table")


async def test_where_nobody_new_may_sit_nothing_is_offered_to_join(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    stranger = somebody()
    await stranger.open("/")
    await stranger.should_see(marker="join-1")
    door = somebody()
    await door.open(f"/table/{table.code}")
    await door.should_see(marker="join-1")
    assert [it.table for it in chairs("stranger")] == [table] * 2
    assert await table.change(locked=True) is None
    await stranger.should_not_see(marker="join-1")
    assert "locked" in texts(stranger, f"table-{table.code}")[0]
    assert chairs("stranger") == []
    await door.open(f"/table/{table.code}")
    await door.should_see("The host lets nobody new sit down")
    await door.should_not_see(marker="join-1")
    assert await table.change(locked=False, closed=True) is None
    assert chairs("stranger") == []
    await door.open(f"/table/{table.code}")
    await door.should_see("The host has closed this table")


async def test_a_free_seat_at_a_locked_table_is_told_as_it_is(user: User) -> None:
    table = await seated(user)
    await table.leave(TOMAS)
    await user.should_see("The other seat is free.")
    await table.change(locked=True)
    await user.should_see("the host lets nobody new sit down")
    await user.should_not_see(marker="call-greedy")


async def test_the_host_lets_somebody_in_again_from_the_table_and_from_the_hosts_page(user: User) -> None:
    table = await seated(user)
    host = somebody()
    for page, here in ((host, "/host"), (user, f"/table/{table.code}")):
        await page.open("/host")
        await send(page, "key-form", "submit", {"key": keys.spoken})
        await page.open(here)
    for page, marker in ((host, "pardon-1"), (user, "menu-pardon-1")):
        await table.kick("2")
        await page.should_see(marker=marker)
        await send(page, marker, "click", None)
        assert table.sent_away == ()
        assert await table.sit(TOMAS, "2", "Tomáš") is None
        await page.should_not_see(marker=marker)


async def test_who_is_asked_to_adjourn_is_told_who_asks(user: User) -> None:
    table = await seated(user)
    with table.listening("2"):
        await table.adjourn(TOMAS)
        await user.should_see("Tomáš would like to adjourn")
        await send(user, "play-on", "click", None)
        assert table.adjourn_wanted == ()
        await table.adjourn(TOMAS)
        await send(user, "adjourn-too", "click", None)
        assert table.hold() is not None
    await user.should_see("The match waits until everyone is ready")
    await send(user, "resume", "click", None)
    assert table.seats["1"].ready


async def test_a_wrong_password_is_told_apart_from_none(user: User) -> None:
    await user.open("/")
    table = await make_table(user, **{"seat-password": "ember"})
    assert "with a password" in texts(user, f"table-{table.code}")[0]
    door = somebody()
    await door.open(f"/table/{table.code}")
    await send(door, "join-1", "click", {"name": "Ilse", "password": ""})
    await door.should_see("asks for a password")
    await send(door, "join-1", "click", {"name": "Ilse", "password": "amber"})
    await door.should_see("That is not the password")
    assert registry.get(table.code) is table

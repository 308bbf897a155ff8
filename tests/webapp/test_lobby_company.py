"""Tables from the lobby: two screens, one shared screen, a bot; adjourning and going on; what the players agree on."""

import asyncio
from typing import Any

import pytest
from nicegui.testing import User

from tests.webapp.test_lobby import make_table, send, somebody, texts
from webapp.seats import hot_seat
from webapp.security import codes
from webapp.table_kit import status_strip
from webapp.tables import Table, TableSettings, registry
from webapp.ui.pane import Pane

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py"),
]


async def test_everything_agreed_is_in_the_form(user: User) -> None:
    await user.open("/")
    table = await make_table(user, takeback="no", spectators="no", bots="no")
    assert table.settings == TableSettings(takeback=False, spectators=False, bots=False)
    table = await make_table(user, takeback="yes", spectators="", bots="nonsense")
    assert table.settings == TableSettings()
    table = await make_table(user, **{"seat-password": "sit", "watch-password": "look"})
    assert codes.matches("sit", table.settings.seat_password)
    assert codes.matches("look", table.settings.watch_password)


@pytest.mark.parametrize(("bot", "name"), [("steady", "Golem"), ("novice", "Loutka")])
async def test_a_table_against_the_house_has_its_bot_from_the_start(user: User, bot: str, name: str) -> None:
    await user.open("/")
    table = await make_table(user, company=bot)
    seat = table.seats["2"]
    assert (seat.name, seat.bot, seat.house) == (name, bot, True)
    await user.should_see(name)
    assert (table.seats["1"].name, table.state) == ("Guest", "running")
    assert len(registry.all()) == 1


async def test_a_player_alone_may_call_a_bot_from_the_list(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await user.should_not_see(marker="call-steady")
    await send(user, "join-1", "click", "Ilse")
    await user.open("/")
    stranger = somebody()
    await stranger.open("/")
    await stranger.should_not_see(marker="call-steady")
    await send(user, "call-steady", "click", None)
    assert table.seats["2"].house
    await user.should_see("Golem")
    await stranger.should_see("bot")


async def test_no_bot_is_offered_where_none_was_agreed(user: User) -> None:
    await user.open("/")
    await make_table(user, bots="no")
    await send(user, "join-1", "click", "Ilse")
    await user.open("/")
    await user.should_not_see(marker="call-steady")
    await user.should_see("free")


async def test_hints_between_people_are_agreed_on_with_the_table(user: User) -> None:
    await user.open("/new")
    await user.should_see("Hints while people play against each other")
    table = await make_table(user)
    assert not table.settings.hints
    table = await make_table(user, hints="yes")
    assert table.settings.hints
    assert not table.gives_hints("spectator")
    assert table.gives_hints("1")


async def test_an_adjourned_match_is_taken_up_from_the_list(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await send(user, "join-1", "click", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    await table.submit_as("1", {"kind": "add", "value": 1})
    await user.open("/")
    await user.should_see(marker="go-on")
    await table.adjourn("tomas")
    await user.should_see(marker="resume")
    await user.should_not_see(marker="go-on")
    assert "Adjourned" in texts(user, f"table-{table.code}")[0]
    assert "not ready" in texts(user, f"table-{table.code}")[0]
    assert (await table.submit_as("2", {"kind": "add", "value": 1})).code == "adjourned"
    await send(user, "resume", "click", None)
    assert table.seats["1"].ready
    assert not table.seats["2"].ready
    await table.be_ready("tomas", True)
    assert not table.adjourned
    assert await table.submit_as("2", {"kind": "add", "value": 1}) is None


async def test_two_at_one_screen_sit_down_together(user: User) -> None:
    await user.open("/")
    table = await make_table(user, company="hotseat")
    assert table.settings.hotseat
    # No seat alone, not even past the list.
    await user.should_not_see(marker="join-1")
    await user.should_see(marker="share")
    assert (await table.sit("somebody", "1", "Ada")).code == "together"
    await user.open(f"/table/{table.code}")
    await send(user, "share-form", "submit", {"name-1": "Ilse", "name-2": "ILSE"})
    await user.should_see("Somebody at this table")
    await send(user, "share-form", "submit", {"name-1": "Ilse", "name-2": ""})
    assert all(seat.free for seat in table.seats.values())
    await send(user, "share-form", "submit", {"name-1": "Ilse", "name-2": "Tomáš"})
    assert [seat.name for seat in table.seats.values()] == ["Ilse", "Tomáš"]
    await user.open("/")
    await user.should_see(marker="go-on")
    assert texts(user, f"table-{table.code}")[0].count("you") == 2
    other = somebody()
    await other.open("/")
    await other.should_see("Ilse")
    await other.should_not_see(marker="go-on")


@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
@pytest.mark.usefixtures("app_environment")
async def test_who_has_taken_the_screen_to_look_keeps_it_whatever_else_happens(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hot_seat, "PAUSE_S", 0.01)
    handed_on: list[str] = []
    monkeypatch.setattr(hot_seat.SharedPlace, "give", lambda place, seat="": handed_on.append(place.seat))
    await user.open("/")
    table = await make_table(user, company="hotseat")
    await user.open(f"/table/{table.code}")
    await send(user, "share-form", "submit", {"name-1": "Ilse", "name-2": "Tomáš"})
    await user.open(f"/table/{table.code}")
    (asked,) = table.match.decisions
    await send(user, "take-2" if asked == "1" else "take-1", "click", None)
    await user.open(f"/table/{table.code}")
    await user.should_see(marker="hand-over")
    await table.change(locked=True)
    await asyncio.sleep(0.1)
    assert handed_on == []


async def seated(user: User) -> Table:
    await user.open("/")
    table = await make_table(user)
    await send(user, "join-1", "click", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    await user.open(f"/table/{table.code}/seat")
    return table


async def test_the_seats_page_readies_adjourns_swaps_and_leaves(user: User) -> None:
    table = await seated(user)
    await send(user, "adjourn", "click", None)
    assert not any(seat.ready for seat in table.seats.values())
    await send(user, "be-ready", "click", None)
    assert table.seats["1"].ready
    await table.be_ready("tomas", True)
    # Sides are changed when both ask for it; asked twice by one, it is taken back.
    await send(user, "swap", "click", None)
    assert table.swaps == {"1": "2"}
    await send(user, "swap", "click", None)
    assert not table.swaps
    await send(user, "swap", "click", None)
    await table.swap("tomas")
    assert [seat.name for seat in table.seats.values()] == ["Tomáš", "Ilse"]


async def test_a_list_of_tables_is_live_in_every_section(user: User) -> None:
    watcher = somebody()
    await watcher.open("/")
    await user.open("/")
    table = await make_table(user, name="Live")
    await watcher.should_see("Seats free")
    await send(user, "join-1", "click", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    [row] = watcher.find(marker=f"table-{table.code}").elements
    running = row.parent_slot.parent
    for seat in "121":
        await table.submit_as(seat, {"kind": "add", "value": 9})
    [row] = watcher.find(marker=f"table-{table.code}").elements
    assert row.parent_slot.parent is not running
    await watcher.should_see("Ilse won")
    # The two play again, each on the other's side; the second to ask meets the first.
    await user.open("/")
    await send(user, "rematch", "click", None)
    again = registry.get(table.settings.rematch)
    assert [seat.name for seat in again.seats.values()] == ["Tomáš", "Ilse"]
    assert (again.seats["1"].ready, again.seats["2"].ready) == (False, True)
    await watcher.should_see(f"Table {again.code}" if not again.name else again.name)


async def test_the_bot_across_the_table_is_sent_away_from_the_seats_page(user: User) -> None:
    await user.open("/")
    table = await make_table(user, company="steady")
    await user.open(f"/table/{table.code}/seat")
    await send(user, "end-bot", "click", None)
    assert table.seats["2"].free
    await user.should_not_see(marker="end-bot")


async def test_of_two_who_are_away_the_one_without_a_bot_is_offered_one(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once they have been away for long, and by a second press: the hand goes with it."""
    monkeypatch.setattr(status_strip, "AWAY_S", 0.05)
    monkeypatch.setattr(status_strip, "STAND_IN_S", 0.5)
    await user.open("/")
    table = await make_table(user, game="diktat", players="3")
    await send(user, "join-1", "click", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    await table.sit("petra", "3", "Petra")
    await user.open(f"/table/{table.code}")
    for seat, name in (("2", "Tomáš"), ("3", "Petra")):
        await user.should_see(f"{name} is away.", retries=100)
        await user.should_see(marker="call-steady", retries=100)
        await send(user, "call-steady", "click", None)
        assert not table.seats[seat].bot
        await user.should_see(f"{name}’s hand goes with it")
        await send(user, "call-steady", "click", None)
        assert table.seats[seat].bot
    await user.should_see(marker="end-bot", retries=100)


async def test_only_the_host_is_shown_the_way_to_the_hosts_page(user: User) -> None:
    await user.open("/")
    await user.should_not_see(marker="to-host")
    at_home = somebody()
    at_home.http_client.base_url = "http://localhost"
    await at_home.open("/")
    await at_home.should_see(marker="to-host")


@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
@pytest.mark.usefixtures("app_environment")
async def test_a_scenario_without_a_hero_for_each_is_greyed_with_the_reason(user: User) -> None:
    """Blade & Book: with five people the scenario of three heroes is out, and another is chosen in its place."""
    await user.open("/new?game=blade")

    def option(scenario: str) -> Any:
        [field] = user.find(marker="scenario").elements
        return next(child.props for child in field.default_slot.children if child.props["value"] == scenario)

    def words() -> list[str]:
        [field] = user.find(marker="scenario").elements
        return [child.text for child in field.default_slot.children]

    assert not option("ledger").get("disabled")
    await send(user, "players-5", "change", "5")
    assert option("ledger")["disabled"]
    assert f"Salt and Ink: {option('ledger')['title']}" in words()
    assert option("reeds")["selected"]
    await send(user, "players-3", "change", "3")
    assert not option("ledger")["disabled"]
    assert "Salt and Ink" in words()


@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
@pytest.mark.usefixtures("app_environment")
@pytest.mark.parametrize("scenario", ["practice", "reeds"])
async def test_a_screen_shared_without_secrets_has_no_curtain(user: User, scenario: str) -> None:
    """The page of who is asked is there at once, and a button for the other who is; with secrets the screen between."""
    await user.open("/")
    table = await make_table(user, game="blade", company="hotseat", scenario=scenario, players="3")
    await user.open(f"/table/{table.code}")
    await user.should_see("nothing is hidden" if scenario == "practice" else "stays hidden")
    await send(user, "share-form", "submit", {"name-1": "Ilse", "name-2": "Tomáš", "name-3": "Eva"})
    await user.open(f"/table/{table.code}")
    assert set(table.match.decisions) == {"2", "3"}
    if scenario == "reeds":
        await user.should_see(marker="between")
        await user.should_not_see(marker="prompt")
        return
    await user.should_not_see(marker="between")
    await user.should_see(marker="hand-over")
    panes = [str(pane._props["payload"]) for pane in user.find(kind=Pane).elements]
    assert [pane.count('["Tomáš"]') for pane in panes if "prompt-whose" in pane] == [1]

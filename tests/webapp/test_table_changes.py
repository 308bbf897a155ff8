"""Changes at a table are shown at once to the people concerned, wherever they are, and can be undone."""

import asyncio

import pytest
from nicegui import Client
from nicegui.testing import User

from rules.kernel.refusals import Refusal
from tests.waiting import until
from tests.webapp.test_lobby import make_table, send, somebody, texts
from webapp.games.olomoc.lists import LISTS as CABALS
from webapp.lists.offers import chairs
from webapp.security.host_key import keys
from webapp.table_kit.table_menu import TableMenu
from webapp.tables import Table, registry
from webapp.tables.create import rematch
from webapp.ui.pane import Pane

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]

TOMAS = "tomas"


def prompts(user: User, words: str) -> bool:
    """Whether a part of the page that is drawn in the browser says that."""
    return any(words in it._props["payload"] for it in user.find(kind=Pane).elements)


async def seated(user: User, **wanted: str) -> Table:
    """Ilse sits at seat 1 and has the table open; Tomáš is at seat 2, and away."""
    await user.open("/")
    table = await make_table(user, **wanted)
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
    assert prompts(user, "The match is paused."), "no button that would be refused"
    await spectator.should_see("The host has closed this table")
    await screen.should_see("L’hôte a fermé cette")
    assert await table.change(closed=False) is None
    await user.should_not_see("The host has closed this table")
    assert not prompts(user, "The match is paused.")
    await spectator.should_not_see("The host has closed this table")


async def test_a_closed_table_offers_its_free_seats_to_nobody_who_watches(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await user.open(f"/watch/{table.code}")
    assert prompts(user, "A seat is free.")
    assert await table.change(closed=True) is None
    await user.should_see("The host has closed this table")
    assert prompts(user, "The match is paused.")
    assert not prompts(user, "A seat is free.")


async def test_the_door_follows_the_seats_and_keeps_what_is_typed(user: User) -> None:
    """Somebody else sits down and leaves again, while a name is being typed."""
    await user.open("/")
    table = await make_table(user)
    await user.open(f"/table/{table.code}")
    [field] = user.find(marker="your-name").elements
    await user.should_not_see("Tomáš")
    assert await table.sit(TOMAS, "2", "Tomáš") is None
    await user.should_see("Tomáš")
    await user.should_not_see(marker="join-2")
    await user.should_see(marker="join-1")
    assert user.find(marker="recover-form").elements, "a seat can be taken back"
    assert await table.leave(TOMAS) is None
    await user.should_see(marker="join-2")
    assert user.find(marker="your-name").elements == {field}, "the page was not loaded again"


async def test_the_host_sends_a_spectator_away_and_lets_nobody_watch(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of whoever watches leads to the door, and nothing that they write is heard."""
    table = await seated(user)
    await user.open("/host")
    await send(user, "key-form", "submit", {"key": keys.spoken})
    eva, opened = somebody(), []
    monkeypatch.setattr(Client, "open", lambda _, target, new_tab=False: opened.append(target))
    await eva.open(f"/watch/{table.code}")
    await until(table.onlookers)
    [session] = table.onlookers()
    await user.open("/host")
    [line] = texts(user, "host-onlooker-1")
    assert "watches" in line
    # Muted first: they are told at once, and so is the host what the button does now.
    await send(user, "mute-onlooker-1", "click", None)
    await until(lambda: table.talk.muted(session))
    await user.should_see("Let speak again")
    [pane] = eva.find(marker="talk").elements
    assert "The host has muted you" in pane._props["told"]
    table.talk.mute(session, False)
    assert pane._props["told"] == ""
    for _ in range(2):  # it asks first
        await send(user, "turn-out-1", "click", None)
    assert table.watching_refused(session) == Refusal("", "sent-away")
    await until(lambda: opened == [f"/watch/{table.code}"])
    await eva.open(f"/watch/{table.code}")
    await eva.should_see("The host has asked you to leave")
    assert (await table.talk.say(session, "Eva", {"text": "nonsense"})) == Refusal("", "sent-away")
    await send(user, "pardon-1", "click", None)
    assert table.watching_refused(session) is None
    await eva.open(f"/watch/{table.code}")
    await send(user, "watching", "click", None)
    assert table.watching_refused(session) == Refusal("", "no-spectators")
    await until(lambda: opened.count(f"/watch/{table.code}") > 1)
    await eva.open(f"/watch/{table.code}")
    await eva.should_see("does not allow spectators")
    await send(user, "watching", "click", None)
    assert table.watching_refused(session) is None


async def test_where_nobody_new_may_sit_nothing_is_offered_to_join(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    stranger = somebody()
    await stranger.open("/")
    await stranger.should_see(marker="join-1")
    door = somebody()
    await door.open(f"/table/{table.code}")
    await door.should_see(marker="join-1")
    assert [it.table for it in chairs(CABALS, "stranger")] == [table] * 2
    assert await table.change(locked=True) is None
    await stranger.should_not_see(marker="join-1")
    assert "locked" in texts(stranger, f"table-{table.code}")[0]
    assert chairs(CABALS, "stranger") == []
    await door.open(f"/table/{table.code}")
    await door.should_see("The host has locked this table")
    await door.should_not_see(marker="join-1")
    assert await table.change(locked=False, closed=True) is None
    assert chairs(CABALS, "stranger") == []
    await door.open(f"/table/{table.code}")
    await door.should_see("The host has closed this table")


async def test_a_free_seat_at_a_locked_table_is_told_as_it_is(user: User) -> None:
    table = await seated(user)
    await table.leave(TOMAS)
    await user.should_see("The other seat is free.")
    await table.change(locked=True)
    await user.should_see("the host has locked the table")
    await user.should_not_see(marker="call-steady")


async def test_the_host_lets_somebody_in_again_from_the_table_and_from_the_hosts_page(user: User) -> None:
    table = await seated(user)
    host = somebody()
    for page, here in ((host, "/host"), (user, f"/table/{table.code}")):
        await page.open("/host")
        await send(page, "key-form", "submit", {"key": keys.spoken})
        await page.open(here)
    user.find(kind=TableMenu).trigger("open")
    for page, marker in ((host, "pardon-1"), (user, "menu-pardon-1")):
        await table.kick("2")
        await page.should_see(marker=marker)
        await send(page, marker, "click", None)
        assert table.sent_away == ()
        assert await table.sit(TOMAS, "2", "Tomáš") is None
        await page.should_not_see(marker=marker)


async def test_a_deleted_table_is_told_and_had_back(user: User) -> None:
    table = await seated(user)
    host, stranger = somebody(), somebody()
    await host.open("/host")
    await send(host, "key-form", "submit", {"key": keys.spoken})
    await host.open("/host")
    await stranger.open("/")
    await stranger.should_see(marker=f"table-{table.code}")
    for _ in range(2):
        await send(host, "delete", "click", None)  # asks first
    await user.should_see("The host has deleted this table")
    await stranger.should_not_see(marker=f"table-{table.code}")
    await stranger.open(f"/table/{table.code}")
    await stranger.should_not_see(marker="join-1")
    await host.should_see("Bin: 1 table")
    await send(host, "put-back", "click", None)
    await user.should_not_see("The host has deleted this table")
    await host.should_not_see("Bin: 1 table")
    for _ in range(2):
        await send(host, "delete", "click", None)
    for _ in range(2):
        await send(host, "forget", "click", None)
    assert registry.binned() == []


async def test_the_question_to_adjourn_names_who_asks(user: User) -> None:
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
    await door.should_see("need a password")
    await send(door, "join-1", "click", {"name": "Ilse", "password": "amber"})
    await door.should_see("That is not the password")
    assert registry.get(table.code) is table


async def ended(user: User, **wanted: str) -> Table:
    """A match between Ilse, who has its end before her, and Tomáš: both cabals were revealed, then Tomáš gave up."""
    table = await seated(user, **wanted)
    while "compose" not in (kinds := {it["kind"] for it in table.match.decisions.values()}) and "draft" not in kinds:
        await answer(table)
    while kinds <= {"compose", "draft"}:
        await answer(table)
        kinds = {it["kind"] for it in table.match.decisions.values()}
    assert await table.submit(TOMAS, {"kind": "concede"}) is None
    assert table.over
    return table


async def test_the_door_of_a_shared_screen_follows_the_seats(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two guests at the same door: once one has taken the seats, the other's page leads on."""
    await user.open("/")
    table = await make_table(user)
    assert await table.change(hotseat=True) is None
    other, opened = somebody(), []
    await other.open(f"/table/{table.code}")
    await other.should_see(marker="share-form")
    monkeypatch.setattr(Client, "open", lambda _, target, new_tab=False: opened.append(target))
    await table.share("somebody-else", {"1": "Ilse", "2": "Tomáš"}, "", "")
    await until(lambda: opened == [f"/table/{table.code}"])
    await other.open(f"/table/{table.code}")
    await other.should_not_see(marker="share-form")


async def test_players_at_one_screen_press_for_a_rematch_there_too(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    assert await table.change(hotseat=True) is None
    await user.open(f"/table/{table.code}")
    await send(user, "share-form", "submit", {"name-1": "Ilse", "name-2": "Tomáš"})
    assert await table.submit_as("1", {"kind": "concede"}) is None
    # At the end: the page without a player, and the screen between.
    await user.open(f"/table/{table.code}")
    await user.should_see(marker="rematch")
    await send(user, "rematch", "click", None)
    again = registry.get(table.settings.rematch)
    assert again is not None
    assert names(again) == {"1": "Tomáš", "2": "Ilse"}
    assert again.hold() is None
    # Somebody else who watches has nothing to press.
    spectator = somebody()
    await spectator.open(f"/table/{table.code}")
    await spectator.should_not_see(marker="rematch")


async def answer(table: Table) -> None:
    """The first legal command of somebody who is asked."""
    seat, question = next(iter(table.match.decisions.items()))
    command = next(iter(table.match.commands(seat)))
    assert await table.submit_as(seat, {**command, "decision": question["id"]}) is None


def cabals(table: Table, after: dict[str, str]) -> dict[str, set[tuple[str, str]]]:
    """The cards of each player, by name, with ``after`` naming the seats."""
    by_player: dict[str, set[tuple[str, str]]] = {}
    for row in table.view("spectator")["rouages"]:
        by_player.setdefault(after[row["seat"]], set()).add((row["card"], row["equipment"]))
    return by_player


def names(table: Table) -> dict[str, str]:
    return {key: seat.name or "" for key, seat in table.seats.items()}


@pytest.mark.parametrize("composition", ["secret", "draft"])
async def test_a_rematch_is_one_press_of_each_and_keeps_the_cabals(user: User, composition: str) -> None:
    table = await ended(user, composition=composition)
    before = cabals(table, names(table))
    # Tomáš asks; she is told at once on the end screen, and in the lobby, in her own language.
    again = await rematch(table, TOMAS)
    assert isinstance(again, Table)
    await user.should_see("Tomáš asks for a rematch")
    await user.open("/")
    await user.should_see("Tomáš asks for a rematch")
    await send(user, "rematch-agree", "click", None)
    assert names(again) == {"1": "Tomáš", "2": "Ilse"}
    assert again.hold() is None
    await user.should_not_see("Tomáš asks for a rematch")
    async with asyncio.timeout(120):
        while not again.view("spectator").get("rouages"):
            # CAB-3: what each had is composed again, as soon as it is asked.
            if any(it["kind"] != "compose" for it in again.match.decisions.values()):
                await answer(again)
            await asyncio.sleep(0.01)
    assert cabals(again, names(again)) == before


async def test_the_first_who_asks_presses_the_end_screens_button(user: User) -> None:
    table = await ended(user)
    await user.open(f"/table/{table.code}")
    panes = [it for it in user.find(kind=Pane).elements if '"rematch"' in it._props["payload"]]
    assert len(panes) == 1
    panes[0]._handle_event({"listener_id": next(iter(panes[0]._event_listeners)), "args": {"do": "rematch"}})
    async with asyncio.timeout(120):
        while not table.settings.rematch:
            await asyncio.sleep(0.01)
    again = registry.get(table.settings.rematch)
    assert again is not None
    assert [seat.ready for seat in again.seats.values()] == [False, True]

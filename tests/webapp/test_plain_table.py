"""A small game in the web app: the lobby makes its table, and its page is a few trees on the plain table."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nicegui.testing import User

from tests.standin import game
from tests.waiting import until
from tests.webapp.test_lobby import CreateUser, make_table, send, somebody
from webapp.guide.callout import Callout
from webapp.tables import Table, registry
from webapp.tables.create import play_now
from webapp.ui.pane import LogPane, Pane

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_house.py"),
]

NAMES = ("Ilse", "Tomáš", "Eva")


def nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Every node of a tree."""
    for node in tree if isinstance(tree, list) else [tree]:
        if isinstance(node, dict):
            yield node
            yield from nodes(node.get("x", []))


def words(tree: Any) -> str:
    """The text of a tree."""
    if isinstance(tree, list):
        return " ".join(words(it) for it in tree)
    return tree if isinstance(tree, str) else words(tree.get("x", [])) if isinstance(tree, dict) else ""


def panes(user: User) -> list[tuple[Pane, list[Any]]]:
    assert user.client is not None
    shown = [it for it in user.client.elements.values() if isinstance(it, Pane)]
    return [(pane, json.loads(pane.props["payload"])["tree"]) for pane in shown]


def read(user: User) -> str:
    """The text on a table's page besides its log."""
    return " ".join(words(tree) for _, tree in panes(user))


def log(user: User) -> str:
    assert user.client is not None
    [pane] = [it for it in user.client.elements.values() if isinstance(it, LogPane)]
    return words([entry["node"] for entry in json.loads(pane.props["payload"])["entries"]])


def marked(user: User, name: str) -> list[tuple[Pane, dict[str, Any]]]:
    return [
        (pane, it) for pane, tree in panes(user) for it in nodes(tree) if it.get("a", {}).get("data-testid") == name
    ]


async def press(user: User, name: str) -> None:
    """Presses what is marked so in one of the page's panes, once it can be pressed."""

    def there() -> list[tuple[Pane, dict[str, Any]]]:
        return [(pane, node) for pane, node in marked(user, name) if "do" in node]

    await until(there)
    [(pane, node)] = there()
    await intend(user, pane, node["do"])


async def intend(user: User, pane: Pane, intent: dict[str, Any]) -> None:
    pane.mark("the-pane")
    await send(user, "the-pane", "intent", intent)
    pane.mark("")


async def seated(user: User, **chosen: str) -> tuple[Table, list[User]]:
    """A table of the auction made in the lobby, and its three players at their pages."""
    people = [user, somebody(), somebody("fr")]
    for person in people:
        await person.open("/")
    table = await make_table(user, game="auction", lots="2", **chosen)
    for person, seat, name in zip(people, "123", NAMES, strict=True):
        await person.should_see(marker=f"join-{seat}")
        await send(person, f"join-{seat}", "click", name)
        await person.open(f"/table/{table.code}")
    return table, people


def test_the_auctions_page_is_under_a_hundred_lines() -> None:
    assert len(Path(game.__file__).read_text(encoding="utf-8").splitlines()) < 100


async def test_a_whole_match_at_three_screens(user: User, create_user: CreateUser) -> None:
    table, people = await seated(user)
    assert list(table.seats) == ["1", "2", "3"]
    ilse, tomas, eva = people
    hands = [table.view(seat)["hand"] for seat in "123"]
    for person, hand in zip(people, hands, strict=True):
        [(_, shown)] = marked(person, "plain-hand")
        assert [int(it["x"][0]) for it in nodes(shown) if "plain-card" in it.get("c", "").split()] == hand
    await press(ilse, "option-3")
    assert f"Your sealed bid: {hands[0][2]}" in read(ilse)
    assert "Waiting for Tomáš, Eva" in read(ilse)
    assert "Ont misé\u00a0: Ilse" in read(eva)
    assert "sealed bid" not in read(tomas)  # BID-3
    await press(tomas, "option-1")
    await press(eva, "option-1")
    assert "takes the lot" in log(ilse)
    assert "emporte le lot" in log(eva)
    for person in people:
        await press(person, "option-1")
    assert table.outcome is not None
    for person in people:
        assert marked(person, "outcome")
        assert not marked(person, "option-1")
    won = [table.seats[seat].name or "" for seat in table.outcome["winners"]]
    assert all(name in read(tomas) for name in won)
    await ilse.open("/")
    await ilse.should_see("Finished")


async def test_a_command_that_is_refused_says_why_and_changes_nothing(user: User, create_user: CreateUser) -> None:
    table, (ilse, *_) = await seated(user)
    [(pane, _)] = marked(ilse, "prompt")
    wrong = next(card for card in range(1, 31) if card not in table.view("1")["hand"])
    await intend(ilse, pane, {"do": "play", "command": {"kind": "bid", "card": wrong}})
    assert f"You do not hold {wrong}. (BID-3)" in words(marked(ilse, "notice")[0][1])
    for nonsense in ({"do": "play"}, {"do": "play", "command": "bid"}, {"do": "what"}, {"do": "ask", "what": [7]}, {}):
        await intend(ilse, pane, nonsense)
    assert (table.sequence, table.begun) == (0, False)
    stale = {"kind": "bid", "card": table.view("1")["hand"][0], "decision": "99-1"}
    await intend(ilse, pane, {"do": "play", "command": stale})
    assert words(marked(ilse, "notice")[0][1]).endswith("(BID-3)")


async def test_a_spectator_sees_the_table_and_can_press_nothing(user: User, create_user: CreateUser) -> None:
    table, _ = await seated(user)
    watcher = somebody()
    await watcher.open(f"/watch/{table.code}")
    assert "Lot 1" in read(watcher)
    assert not marked(watcher, "plain-hand")
    assert not [node for _, tree in panes(watcher) for node in nodes(tree) if "do" in node]
    [(pane, _)] = marked(watcher, "prompt")
    await intend(watcher, pane, {"do": "play", "command": {"kind": "bid", "card": table.view("1")["hand"][0]}})
    assert table.sequence == 0


async def test_cards_are_shown_and_a_seat_gives_up_only_when_sure(user: User, create_user: CreateUser) -> None:
    table, (ilse, tomas, eva) = await seated(user)
    lowest = table.view("2")["hand"][0]
    await press(tomas, "aside-1")
    assert f"Tomáš shows {lowest}" in log(ilse)
    await press(tomas, "concede")
    with table.listening("1"):  # somebody comes: what is asked about once more still is
        await until(lambda: table.presence()["seats"]["1"] == "here")
    table.audience.call_players(company=True)
    assert table.view("spectator")["waiting"].keys() == {"1", "2", "3"}
    await press(tomas, "concede-sure")
    assert "Tomáš gives up" in log(ilse)
    await press(eva, "draw")
    await press(eva, "draw-sure")
    assert "Eva offers a draw" in read(ilse)
    await press(ilse, "option-1")
    assert table.outcome is not None
    assert table.outcome["winners"] == []
    assert "Nobody wins" in read(ilse)
    await ilse.open("/")
    await ilse.should_see("Nobody won")


async def test_the_game_is_chosen_first_and_its_own_options_follow(user: User, create_user: CreateUser) -> None:
    await user.open("/new")
    await user.should_see("Sealed bids for lots whose worth a die decides.")
    await user.should_see("2 to 5 players · about 5 min")
    await user.should_see(marker="composition-draft")
    await send(user, "game-auction", "change", "auction")
    await user.should_see(marker="players-4")
    await user.should_not_see(marker="composition-draft")
    await send(user, "game-auction", "change", "nonsense")
    await user.should_see(marker="players-4")
    await send(user, "new-table-form", "submit", {"game": "auction", "players": "5", "lots": "2"})
    [table] = registry.all()
    assert (table.game.key, table.options) == ("auction", {"players": 5, "lots": 2, "wishes": False})


async def test_three_presses_make_one_table(user: User, create_user: CreateUser) -> None:
    await user.open("/new")
    chosen = {"game": "auction", "players": "4", "your-name": "Ilse"}
    for _ in range(3):
        await send(user, "new-table-form", "submit", chosen)
    [table] = registry.all()
    await user.should_see(f"Table {table.code} is ready already.")
    await send(user, "new-table-form", "submit", {**chosen, "players": "5"})
    assert len(registry.all()) == 2
    await table.sit("cookie-tomas", "1", "Tomáš")
    await table.sit("cookie-eva", "2", "Eva")


@pytest.mark.parametrize("key", ["auction", "olomoc"])
async def test_play_now_is_one_press(user: User, create_user: CreateUser, key: str) -> None:
    """Seated, bots on all other seats, everything prepared; a second press leads to the same table."""
    await user.open("/")
    for _ in range(2):
        await send(user, f"door-now-{key}", "click", "Ilse")
    [table] = registry.all()
    seats = list(table.seats.values())
    assert (table.game.key, seats[0].name, seats[0].house) == (key, "Ilse", False)
    assert all(seat.house for seat in seats[1:])
    assert table.full
    assert {it["kind"] for it in table.match.decisions.values()} <= {"bid", "plan", "choose"}  # nothing to prepare


async def test_play_now_deals_no_mirror_and_an_agenda_that_scores_early(user: User) -> None:
    """Whatever is drawn: the first answer of each seat is the same one."""
    await user.open("/")
    for n in range(6):
        table = await play_now(registry.games["olomoc"], f"cookie-{n}", "Ilse")
        assert isinstance(table, Table)
        revealed = next(it["cabals"] for it in table.match.journal if it["kind"] == "cabals-revealed")
        assert revealed["1"] != revealed["2"]
        assert table.options["agenda"] == "survey"


async def test_the_maker_of_a_table_against_bots_is_seated(user: User, create_user: CreateUser) -> None:
    await user.open("/new")
    chosen = {"game": "auction", "players": "4", "company": "lowest", "your-name": "Ilse", "seat-password": "ember"}
    for _ in range(2):
        await send(user, "new-table-form", "submit", chosen)
    [table] = registry.all()
    assert [seat.name for seat in table.seats.values()] == ["Ilse", "Golem", "Bruncvík", "Krakonoš"]


async def test_until_it_begins_seats_and_options_change_and_all_are_told(user: User, create_user: CreateUser) -> None:
    table, (ilse, tomas, _) = await seated(user, players="5")
    await ilse.open(f"/table/{table.code}/seat")
    await send(ilse, "arrange-form", "submit", {"players": "4", "lots": "5"})
    assert (table.options, len(table.seats)) == ({"players": 4, "lots": 5, "wishes": False}, 4)
    assert [seat.ready for seat in table.seats.values() if not seat.free] == [True, False, False]
    await tomas.open(f"/table/{table.code}")
    await tomas.should_see(marker="resume")
    await send(tomas, "resume", "click", None)
    assert table.seats["2"].ready
    await send(ilse, "swap-4", "click", None)
    assert (table.seats["4"].name, table.seats["1"].free) == ("Ilse", True)


async def test_empty_seats_go_to_bots_or_away(user: User, create_user: CreateUser) -> None:
    table, (ilse, tomas, eva) = await seated(user, players="5")
    await ilse.should_see("2 seats are free. Fill them with:")
    await eva.should_see("2 places sont libres. Confiez-les à\u00a0:")
    await eva.should_see(marker="fill-lowest", content="Golem")
    assert eva.client is not None
    [button] = [it for it in eva.client.elements.values() if "fill-lowest" in it._markers]
    assert button.props["aria-label"] == "Golem à chaque place libre"
    await send(ilse, "without", "click", None)
    assert (table.options["players"], table.full) == (3, True)
    other = await registry.create({"players": 4, "lots": 2}, "Other", "auction")
    await tomas.open("/")
    await tomas.should_see("Other")
    await other.sit("cookie-max", "2", "Max")
    watcher = somebody()
    await watcher.open("/")
    await watcher.should_see(marker="join-1")
    await send(watcher, "join-1", "click", "Zoe")
    await watcher.open(f"/table/{other.code}")
    await send(watcher, "fill-lowest", "click", None)
    assert [seat.name for seat in other.seats.values()] == ["Zoe", "Max", "Golem", "Bruncvík"]


async def test_three_at_one_screen_hand_it_to_who_is_asked(user: User, create_user: CreateUser) -> None:
    await user.open("/new")
    await send(user, "new-table-form", "submit", {"game": "auction", "lots": "2", "company": "hotseat"})
    [table] = registry.all()
    await user.open(f"/table/{table.code}")
    await send(user, "share-form", "submit", {f"name-{n}": name for n, name in zip("123", NAMES, strict=True)})
    for seat, name in zip("123", NAMES, strict=True):
        await user.open(f"/table/{table.code}")
        await user.should_see(f"I am {name}")
        assert not marked(user, "plain-hand")
        await send(user, f"take-{seat}", "click", None)
        await user.open(f"/table/{table.code}")
        [(_, shown)] = marked(user, "plain-hand")
        held = [int(it["x"][0]) for it in nodes(shown) if "plain-card" in it.get("c", "").split()]
        assert held == table.view(seat)["hand"]
        await press(user, "option-1")
    assert table.view("spectator")["gone"] != []


async def test_a_rematch_of_three_moves_the_first_seat_on(user: User, create_user: CreateUser) -> None:
    table, (ilse, tomas, eva) = await seated(user)
    for person in (tomas, eva):
        await press(person, "concede")
        await press(person, "concede-sure")
    assert table.outcome is not None
    for person in (ilse, tomas, eva):
        await press(person, "rematch")
    [again] = [it for it in registry.all() if it is not table]
    assert [seat.name for seat in again.seats.values()] == ["Eva", "Ilse", "Tomáš"]
    assert all(seat.ready for seat in again.seats.values())


def told(user: User) -> dict[str, Any]:
    """The facts that the guide of a page gets."""
    assert user.client is not None
    [callout] = [it for it in user.client.elements.values() if isinstance(it, Callout)]
    callout_props: dict[str, Any] = json.loads(callout.props["told"])
    return callout_props


async def test_a_guide_leads_through_a_plain_tables_first_match(user: User) -> None:
    """Three steps of data: what the player prepares, then what the match tells; the house bids for the others."""
    await user.open("/")
    await send(user, "door-guided-auction", "click", "")
    [table] = registry.all()
    await user.open(f"/table/{table.code}")
    assert (told(user)["key"], told(user)["n"], told(user)["of"]) == ("careful", 0, 3)
    assert told(user)["points"] == ["[data-testid='concede']"]
    await press(user, "concede")
    assert told(user)["key"] == "bid"
    await press(user, "never-mind")
    assert told(user)["key"] == "bid", "done is done"
    await press(user, "option-1")
    await until(lambda: told(user)["key"] == "again")
    await press(user, "option-1")
    await until(lambda: told(user)["key"] == "over")
    assert table.over

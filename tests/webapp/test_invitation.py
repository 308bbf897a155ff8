"""A table says how others come to it: an address that they can open, its code, and the truth about who may."""

import json

import pytest
from nicegui.testing import User

from tests.webapp.test_lobby import make_table, send, somebody, texts
from tests.webapp.test_table_changes import prompts
from webapp.base import addresses
from webapp.base.addresses import Listening, listening
from webapp.i18n import translator
from webapp.table_kit.invitation import InviteBox, invitation, invitation_nodes
from webapp.table_kit.table_menu import TableMenu
from webapp.tables import Table, registry
from webapp.ui.tree import Child

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]

LAN = "http://192.168.1.5:8080"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Listening, "open", lambda *_: None)
    for name, value in vars(Listening()).items():  # on all addresses, port 8080, whatever other tests have opened
        monkeypatch.setattr(listening, name, value)
    monkeypatch.setattr(addresses, "lan_addresses", lambda version=4: ["192.168.1.5", "10.0.0.7"])


async def hosting(user: User, **wanted: str) -> Table:
    """A table that Ilse has made at the server's own machine, where she sits and waits: nothing is asked of her yet."""
    user.http_client.base_url = "http://localhost:8080"
    await user.open("/")
    table = await make_table(user, **wanted)
    await table.load()
    mine = next(key for key in table.seat_keys if key not in table.match.decisions)
    await send(user, f"join-{mine}", "click", "Ilse")
    await user.open(f"/table/{table.code}")
    return table


def invited(user: User) -> list[str]:
    """The words of each invitation on the page but the prompt's: in the menu, on the seat page."""
    assert user.client is not None
    nodes: list[Child] = []
    for element in user.client.elements.values():
        if isinstance(element, TableMenu):
            nodes.append(json.loads(element.props["payload"])["invitation"])
        elif isinstance(element, InviteBox):
            nodes += json.loads(element.props["payload"])["tree"]
    return [words(node) for node in nodes if node is not None]


def words(node: Child) -> str:
    """The text of a node."""
    return (node or "") if not isinstance(node, dict) else " ".join(words(it) for it in node.get("x", ()))


@pytest.mark.parametrize(
    ("here", "expected"),
    [
        ("http://localhost:8080/table/A", LAN),
        ("http://[::1]:8080/", LAN),
        ("http://10.0.0.7:8080/", "http://10.0.0.7:8080"),
        ("https://games.example/", "https://games.example"),
        ("http://[fd00::7]:8080/", "http://[fd00::7]:8080"),
    ],
)
def test_an_address_that_others_can_open(here: str, expected: str) -> None:
    assert Listening().reachable(addresses.URL(here)) == expected


def test_the_picture_of_an_address_is_drawn_once() -> None:
    """Every page of a table holds it."""
    assert addresses.qr_picture(f"{LAN}/table/BCDF") is addresses.qr_picture(f"{LAN}/table/BCDF")
    assert addresses.qr_picture(f"{LAN}/table/BCDF") != addresses.qr_picture(f"{LAN}/table/BCDG")


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda version=4: [])
    base = Listening().reachable(addresses.URL("http://localhost:8080/"))
    assert base == "http://localhost:8080"
    assert addresses.alone(base)
    assert not addresses.alone(LAN)


async def test_the_waiting_table_its_menu_and_the_seat_page_say_how_to_come(user: User) -> None:
    table = await hosting(user)
    url = f"{LAN}/table/{table.code}"
    assert prompts(user, url)
    assert prompts(user, "invite-qr")
    [menu] = invited(user)
    assert f"{LAN} /table/{table.code}" in menu, "in two pieces, so that a narrow window breaks it between them"
    assert table.code in menu
    assert "can take a free seat" in menu
    assert "password" not in menu
    await user.open(f"/table/{table.code}/seat")
    [page] = invited(user)
    assert page == menu


async def test_a_password_is_named(user: User) -> None:
    table = await hosting(user)
    assert await table.change(seat_password="kept") is None
    assert "A password is needed" in invited(user)[0]
    assert prompts(user, "A password is needed")


async def test_the_invitation_to_a_locked_or_closed_table_says_that_nobody_can_come(user: User) -> None:
    table = await hosting(user)
    assert await table.change(locked=True) is None
    assert invited(user) == ["This table is locked: nobody new can come to play."]
    assert prompts(user, "This table is locked")
    assert not prompts(user, LAN)
    assert await table.change(locked=False, closed=True) is None
    assert "The host has closed this table" in invited(user)[0]
    assert not prompts(user, LAN)
    assert await table.change(closed=False) is None
    assert LAN in invited(user)[0]
    assert prompts(user, LAN)


@pytest.mark.parametrize(("players", "title"), [(2, "Invite your friend"), (4, "Invite your friends")])
async def test_the_sheet_asks_for_as_many_friends_as_there_are_free_seats(user: User, players: int, title: str) -> None:
    await user.open("/")
    table = await registry.create({"players": players}, "Evening", "hybris")
    await user.open("/")
    await send(user, "join-1", "click", "Ilse")
    await user.open(f"/table/{table.code}?invite")
    assert texts(user, "invite-sheet") == [f"{title} Close"]


async def test_once_all_sit_others_may_watch_if_the_table_lets_them(user: User) -> None:
    table = await hosting(user)
    await table.sit("tomas", next(key for key, it in table.seats.items() if it.free), "Tomáš")
    assert "can watch" in invited(user)[0]
    assert await table.change(watch_password="x") is None
    assert "password is needed" in invited(user)[0]
    assert await table.change(spectators=False) is None
    assert "nobody may watch" in invited(user)[0]
    assert LAN not in invited(user)[0]


async def test_a_spectator_is_not_told_that_they_can_just_sit_down(user: User) -> None:
    table = await hosting(user)
    spectator = somebody()
    await spectator.open(f"/watch/{table.code}")
    assert prompts(spectator, "A seat is free.")
    assert not prompts(spectator, "can take a free seat")
    tr = translator("fr")
    assert "Toute personne" in invitation(table, tr, LAN, "1").sentence
    assert "Toute personne" not in invitation(table, tr, LAN, "spectator").sentence
    # Spectators share what is drawn: it may not name the address by which one of them came.
    assert LAN not in str(invitation_nodes(table, tr, LAN, "spectator"))


async def test_the_link_to_a_moment_can_be_opened_by_others(user: User) -> None:
    table = await hosting(user)
    await user.open(f"/replay/{table.code}")
    [field] = user.find(marker="reel-link").elements
    assert str(field.props["value"]).startswith(f"{LAN}/replay/{table.code}")

"""The lobby, as people see it."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from nicegui import core
from nicegui.element import Element
from nicegui.testing import User

from tests.waiting import settled
from webapp.games import games
from webapp.games.contract import MultipleChoice
from webapp.i18n import translator
from webapp.table_kit.place import Place
from webapp.tables import Table, registry
from webapp.tables.create import players_of
from webapp.ui.theme import BRAND, Frame

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py"),
]

CreateUser = Callable[[], User]


def somebody(language: str = "en") -> User:
    """Another person, with a browser that prefers a language."""
    transport = httpx.ASGITransport(core.app)
    return User(httpx.AsyncClient(transport=transport, base_url="http://test", headers={"accept-language": language}))


async def send(user: User, marker: str, event: str, sent: Any) -> None:
    """Sends an event of an element as the browser does; returns when it has been dealt with."""
    before = asyncio.all_tasks()
    user.find(marker=marker).trigger(event, sent)
    handling = asyncio.all_tasks() - before
    if handling:
        await asyncio.wait(handling, timeout=120)
    await settled(before)


async def make_table(user: User, **wanted: str) -> Table:
    """Makes a table on the page for that, and comes back to the lobby."""
    await user.open("/new")
    await send(user, "new-table-form", "submit", wanted)
    await user.open("/")
    return registry.all()[0]


def texts(user: User, marker: str) -> list[str]:
    """The words inside the marked elements, whatever tags they are in."""

    def words(element: Element) -> list[str]:
        own = getattr(element, "text", "")
        return [*([own] if own else []), *(word for child in element for word in words(child))]

    return [" ".join(words(element)) for element in user.find(marker=marker).elements]


def test_the_cards_of_the_games_are_drawn_without_reading_packs() -> None:
    """Only the game whose form is shown needs them (`MultipleChoice.option`)."""

    def now() -> dict[str, str]:
        raise AssertionError("read")

    for game in games():
        its = replace(game)
        its.__dict__["several"] = (MultipleChoice("packs", now),)
        fewest, most = players_of(its)
        assert 2 <= fewest <= most


async def test_an_empty_lobby_says_what_to_do(user: User) -> None:
    await user.open("/")
    await user.should_see("No table yet")


async def test_a_table_is_made_with_what_was_chosen(user: User) -> None:
    await user.open("/")
    table = await make_table(user, name="  Evening\n", agenda="skirmish", composition="secret", decor="placed")
    assert (table.name, table.options) == (
        "Evening",
        {"agenda": "skirmish", "composition": "secret", "decor": "placed", "uniform_prompts": True},
    )
    await user.should_see("Skirmish · Decor: Placed by player 1")


@pytest.mark.parametrize("sent", [{}, {"agenda": "nonsense", "decor": 7, "extra": "x"}, None, "text"])
async def test_a_form_that_makes_no_sense_makes_a_plain_table(user: User, sent: Any) -> None:
    await user.open("/new")
    await send(user, "new-table-form", "submit", sent)
    [table] = registry.all()
    assert table.options == {"agenda": "random", "composition": "secret", "decor": "preset", "uniform_prompts": True}


async def test_a_seat_needs_a_name_and_then_this_browser_keeps_both(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await send(user, "join-1", "click", "   ")
    await user.should_see("Enter your name first")
    assert table.seats["1"].free
    await send(user, "join-1", "click", "Ilse")
    assert table.seats["1"].name == "Ilse"
    await user.open("/")
    [field] = user.find(marker="your-name").elements
    assert field.props["^value"] == "Ilse"
    assert "you" in texts(user, f"table-{table.code}")[0]
    await user.should_see(marker="go-on")
    await user.should_not_see(marker="join-2")


async def test_others_see_it_without_a_reload_and_cannot_take_the_seat(user: User, create_user: CreateUser) -> None:
    await user.open("/")
    other = somebody()
    await other.open("/")
    table = await make_table(user)
    await other.should_see(marker="join-1")
    await send(user, "join-1", "click", "Ilse")
    await other.should_see("Ilse")
    await other.should_not_see(marker="join-1")
    await other.should_see(marker="join-2")
    await send(other, "join-2", "click", "Tomáš")
    assert [seat.name for seat in table.seats.values()] == ["Ilse", "Tomáš"]
    await user.should_see("Tomáš")


async def test_a_row_that_did_not_change_stays_as_it_is(user: User) -> None:
    await user.open("/")
    first = await make_table(user, name="First")
    [before] = user.find(marker=f"table-{first.code}").elements
    second = await make_table(somebody(), name="Second")
    await send(user, "join-1", "click", "")
    [after] = user.find(marker=f"table-{first.code}").elements
    assert after is before
    [newer] = user.find(marker=f"table-{second.code}").elements
    assert newer.parent_slot.children.index(newer) < after.parent_slot.children.index(after)


async def test_pages_whose_browser_is_away_are_brought_up_to_date_when_it_is_back(
    user: User, create_user: CreateUser
) -> None:
    """Whatever is queued for such a page, the page framework looks ten times a second whether it can be sent."""
    other = create_user()
    await user.open("/")
    await other.open("/")
    client = user.client
    assert client is not None
    client.outbox.stop()
    tab, client.tab_id = client.tab_id, None
    client.outbox.updates.clear()
    table = await make_table(other)
    drawn: list[str] = []
    with client:
        at = Place(table, translator("en"), Frame(client.content, client.content), "eva")
        at.follow(lambda: drawn.append(table.state))
    await table.sit("ilse", "1", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    await asyncio.sleep(0.1)
    assert (drawn, dict(client.outbox.updates)) == ([], {})
    client.tab_id = tab
    for handler in client.connect_handlers:
        client.safe_invoke(handler)
    assert drawn == ["running"]
    await user.should_see(marker=f"table-{table.code}")


async def test_names_are_shown_as_text(user: User) -> None:
    await user.open("/")
    await make_table(user, name="<img src=x onerror=alert(1)>")
    await send(user, "join-2", "click", "<b>Ilse</b>")
    response = await user.http_client.get("/")
    assert "onerror" in response.text
    assert "<img src=x" not in response.text
    assert "<b>Ilse" not in response.text


async def test_a_finished_table_says_who_won(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await send(user, "join-1", "click", "Ilse")
    await table.sit("another-browser", "2", "Tomáš")
    for seat in "121":
        assert await table.submit_as(seat, {"kind": "add", "value": 9}) is None
    await user.should_see("Ilse won")
    await user.should_see("Finished")
    await user.should_not_see(marker="go-on")


async def test_the_browsers_language_first_then_the_chosen_one(user: User, create_user: CreateUser) -> None:
    french = somebody("fr-BE,fr;q=0.9,en;q=0.2")
    response = await french.http_client.get("/")
    assert '<html lang="fr">' in response.text
    await french.open("/")
    await french.should_see("Créer une table")
    await send(french, "language-en", "click", None)
    await french.open("/")
    await french.should_see("Make a table")
    await user.open("/")
    await user.should_see("Make a table")


async def test_the_cookie_is_kept_long_and_hidden_from_scripts(user: User) -> None:
    response = await user.http_client.get("/")
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("olomoc_session=")
    for part in ("Max-Age=31536000", "httponly", "samesite=lax"):
        assert part in cookie
    again = await user.http_client.get("/")
    assert again.status_code == 200


async def test_no_page_gives_away_a_browsers_id(user: User) -> None:
    await user.open("/")
    table = await make_table(user)
    await send(user, "join-1", "click", "Ilse")
    [holder] = [seat.holder for seat in table._holders.values()]
    stranger = somebody()
    assert re.search(r"[0-9a-f-]{36}", holder)
    assert holder not in (await stranger.http_client.get("/")).text


async def test_the_house_can_be_put_on_a_home_screen(user: User) -> None:
    """Under its own name, with icons that are there, in the language of the device."""
    page = (await user.http_client.get("/", headers={"accept-language": "fr"})).text
    assert '<meta name="description" content="Des jeux de plateau' in page
    [touch] = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert (await user.http_client.get(touch)).headers["content-type"] == "image/png"
    [address] = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
    answer = await user.http_client.get(address)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["name"] == BRAND == "Olomoc online"
    for icon in manifest["icons"]:
        assert (await user.http_client.get(f"/static/{icon['src']}")).headers["content-type"] == icon["type"]


async def test_every_answer_carries_the_content_policy(user: User) -> None:
    for path in ("/", "/static/css/theme.css", "/nowhere"):
        policy = (await user.http_client.get(path)).headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy


async def test_a_page_that_breaks_keeps_the_reason_to_itself(
    user: User, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks() -> None:
        raise ValueError("the secret plan")

    monkeypatch.setattr(registry, "all", breaks)
    response = await user.http_client.get("/", headers={"accept-language": "fr"})
    assert response.status_code == 500
    assert "Cette page n’a pas pu être affichée" in response.text
    assert "secret plan" not in response.text
    assert "secret plan" in caplog.text
    caplog.clear()

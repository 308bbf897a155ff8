"""From another machine of the network: plain HTTP by an address that is not localhost, which browsers trust less.

No feature may need what they keep for themselves there (the clipboard, service workers, `crypto.randomUUID`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person, asked_player
from tests.browser.presses import press
from tests.browser.windows import Windows
from tests.serving import LAN_NAME, Server

Come = Callable[[str], Person]


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as `make play` starts it: reachable by every address of the machine."""
    with Server(tmp_path_factory.mktemp("lan") / "data", host="0.0.0.0") as server:
        yield server
    assert not server.complaints, server.output


@pytest.fixture
def come(lan: Server, windows: Windows) -> Iterator[Come]:
    arrived: list[Person] = []

    def coming(name: str) -> Person:
        person = Person(windows, f"http://{LAN_NAME}:{lan.port}", name)
        arrived.append(person)
        return person

    yield coming
    for person in arrived:
        assert not person.troubles
        person.close()


def test_two_sit_down_and_play_and_find_their_seats_again(come: Come) -> None:
    ilse, tomas = come("Ilse"), come("Tomáš")
    ilse.open("/new")
    assert ilse.page.evaluate("window.isSecureContext") is False
    ilse.tick("composition-secret")
    ilse.make_table()
    ilse.get("join-1").wait_for()
    ilse.get("your-name").fill("Ilse")
    ilse.press("join-1")
    expect(ilse.get("bloc")).to_be_visible()
    code = urlsplit(ilse.page.url).path[-4:]
    tomas.sit(code, "2")
    players = {"1": ilse, "2": tomas}
    chooser = asked_player(players, "choose-edge")
    press(chooser.page.locator("[data-testid='prompt'] [data-kind='choose-edge']").first)
    for person in players.values():
        person.wait_for("compose")
        press(person.page.locator(".starter").first)
    expect(tomas.page.locator(".card")).to_have_count(6)
    ilse.reload()
    expect(ilse.page.locator(".hero .card")).to_have_count(3)


@pytest.mark.soak
def test_a_list_is_shared_where_the_clipboard_is_denied(come: Come) -> None:
    ilse = come("Ilse")
    ilse.open("/olomoc/cabals/new?starter=black-guard")
    ilse.press("side-share")
    ilse.press("copy-share-link")
    taken = ilse.page.evaluate("document.getSelection().toString() || document.activeElement.value || ''")
    link = ilse.get("share-link").input_value()
    assert LAN_NAME in link
    assert taken == link
    tomas = come("Tomáš")
    tomas.page.goto(link)
    expect(tomas.get("shared")).to_be_visible()


@pytest.mark.soak
def test_every_page_opens_and_nothing_comes_from_outside(come: Come) -> None:
    ilse = come("Ilse")
    asked: list[str] = []
    ilse.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/olomoc/cabals", "/olomoc/packs", "/olomoc/packs/guide", "/olomoc/rules"):
        ilse.open(path)
        expect(ilse.page.locator("main").last).to_be_visible()
    outside = [url for url in asked if urlsplit(url).hostname != LAN_NAME and not re.match("data:|blob:", url)]
    assert outside == []
    assert len(asked) > 20

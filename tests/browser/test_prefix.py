"""Below a path (``OLOMOC_PREFIX``): a browser that plays finds everything there, and asks for nothing elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.presses import press
from tests.browser.windows import Windows
from tests.relay import Relay, in_thread, proper
from tests.serving import Server


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    """In front of a server that is offered at ``/games/``, set up as the README says."""
    data = tmp_path_factory.mktemp("games") / "data"
    with Server(data, OLOMOC_PROXIES="127.0.0.1", OLOMOC_PREFIX="/games") as server:
        relay = Relay(server.port, proper("192.0.2.13", prefix="/games", left=True))
        with in_thread(relay):
            yield relay
    assert not server.complaints, server.output


@pytest.mark.soak
def test_a_match_is_begun_and_looked_back_at(proxy: Relay, windows: Windows) -> None:
    ilse = Person(windows, f"{proxy.url}/games", "Ilse")
    wrong: list[str] = []
    ilse.on(
        "request",
        lambda request: wrong.append(request.url) if not urlsplit(request.url).path.startswith("/games/") else None,
    )
    ilse.on(
        "response",
        lambda response: wrong.append(f"{response.status} {response.url}") if response.status >= 400 else None,
    )
    ilse.open("/new?game=invader")
    ilse.make_table()
    ilse.get("your-name").fill("Ilse")
    ilse.press("join-1")
    expect(ilse.get("prompt")).to_be_visible()
    code = urlsplit(ilse.page.url).path.removeprefix("/games/table/")
    ilse.settled()
    ilse.open(f"/replay/{code}").settled()
    press(ilse.page.locator(".reel-back"))
    ilse.page.wait_for_url(f"**/games/table/{code}")
    ilse.settled()
    hrefs = ilse.page.evaluate("[...document.querySelectorAll('a[href^=\"/\"]')].map((it) => it.getAttribute('href'))")
    assert hrefs
    assert [it for it in hrefs if not it.startswith("/games/")] == []
    assert [it for it in wrong if not it.startswith("data:")] == []
    assert not ilse.troubles
    ilse.close()

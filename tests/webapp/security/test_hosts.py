"""The server answers under its own names only: a foreign name that leads here (DNS rebinding) gets no page."""

import httpx
import pytest
from nicegui import core
from nicegui.testing import User

from webapp.base.addresses import lan_addresses
from webapp.base.settings import settings
from webapp.security import hosts as names
from webapp.security.headers import Message, Receive, Send
from webapp.security.hosts import Hosts, OwnNames, own_names

pytestmark = [pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")]


async def ask(path: str, host: str, language: str = "en") -> httpx.Response:
    transport = httpx.ASGITransport(core.app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as browser:
        return await browser.get(path, headers={"host": host, "accept-language": language})


@pytest.mark.usefixtures("app_environment")
async def test_a_foreign_name_that_leads_here_gets_a_page_that_says_why(user: User) -> None:
    for path in ("/", "/host", "/olomoc/packs", "/api/v1/tables", "/static/css/theme.css", "/alive", "/health"):
        answer = await ask(path, "rebound.example:8080")
        assert answer.status_code == 400, path
        assert "set-cookie" not in answer.headers
        assert "OLOMOC_NAMES=rebound.example" in answer.text
    assert "ce nom" in (await ask("/", "rebound.example", "fr")).text
    wild = await ask("/", "<img src=x>")
    assert (wild.status_code, "<img" in wild.text) == (400, False)
    for name in ("localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "test", *lan_addresses()):
        assert (await ask("/alive", name)).status_code == 204, name


async def test_no_socket_opens_under_a_foreign_name() -> None:
    types: list[str] = []

    async def served(scope: Message, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        types.append(message["type"])

    for host in (b"localhost:8080", b"rebound.example:8080"):
        await OwnNames(served)({"type": "websocket", "headers": [(b"host", host)]}, receive, send)
    assert types == ["websocket.accept", "websocket.close"]


def test_configured_names_and_this_machines_own_are_known() -> None:
    hosts = Hosts()
    hosts.open(["Games.Example.", "192.0.2.9"])
    for name in ("games.example", "GAMES.example.", "192.0.2.9", "localhost", "::1", *own_names()):
        assert hosts.known(name), name
    for name in ("example", "not.games.example", "192.0.2.10", "localhost.example", ""):
        assert not hosts.known(name), name


def test_an_address_that_the_machine_gets_later_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = Hosts()
    assert not hosts.known("198.51.100.7")
    monkeypatch.setattr(names, "own_names", lambda: frozenset({"198.51.100.7"}))
    monkeypatch.setattr(names, "LOOK_AGAIN_S", 0.0)
    assert hosts.known("198.51.100.7")


def test_the_names_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLOMOC_NAMES", " games.example ,, other.example")
    assert settings().names == ("games.example", "other.example")

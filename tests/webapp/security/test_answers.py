"""What every answer says and what it keeps to itself; what is kept on the disk is the host's account's alone."""

import re
import stat
from pathlib import Path

import httpx
import pytest
from nicegui import core
from nicegui.testing import User

from tests.serving import Server
from webapp.base.settings import STATIC
from webapp.security.headers import Message, Receive, Send
from webapp.security.hosts import OwnNames
from webapp.store import Store

ADDRESSES = ("/", "/host", "/health", "/alive", "/api", "/api/v1/tables", "/api/v1/openapi.json", "/olomoc/rules",
             "/olomoc/cabals", "/olomoc/packs", "/static/css/theme.css", "/static/icons/signs.svg")  # fmt: skip


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("webapp/__main__.py")
async def test_head_is_answered_wherever_get_is_and_every_answer_is_guarded(user: User) -> None:
    transport = httpx.ASGITransport(core.app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as browser:
        for path in ADDRESSES:
            got, head = await browser.get(path), await browser.head(path)
            assert (head.status_code, head.content) == (got.status_code, b""), path
            if path != "/alive":
                assert "camera=()" in head.headers["permissions-policy"], path
                assert head.headers["cross-origin-resource-policy"] == "same-origin", path
        # What a seat's token shows is in no cache.
        assert (await browser.get("/api/v1/tables")).headers["cache-control"] == "no-store"
        assert (await browser.head("/api/v1/tables/ZZZZ/events")).status_code == 405


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("webapp/__main__.py")
async def test_a_page_that_waits_learns_whether_it_is_taken_for_another_sites(user: User) -> None:
    """By an answer that no console shows as an error, unless it is."""
    transport = httpx.ASGITransport(core.app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as browser:
        for origin, status in (("http://test", 204), ("http://another.example", 403)):
            assert (await browser.post("/alive", headers={"origin": origin})).status_code == status


async def test_of_two_names_neither_is_answered() -> None:
    statuses: list[int] = []

    async def served(scope: Message, receive: Receive, send: Send) -> None:
        statuses.append(200)

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def receive() -> Message:
        return {"type": "http.request"}

    ours, foreign = (b"host", b"localhost:8080"), (b"host", b"rebound.example")
    for headers in ([ours], [ours, ours], [ours, foreign], [foreign, ours]):
        scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
        await OwnNames(served)(scope, receive, send)
    assert statuses == [200, 200, 400, 400]


def test_the_data_is_readable_by_the_hosts_account_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    Store.open(data / "olomoc.db").close()
    (data / "olomoc.db").chmod(0o644)
    Store.open(data / "olomoc.db").close()  # one of before is closed, too
    with Server(data, ("-m", "tests.webapp.launch_standin", "alone")) as server:
        assert "server" not in httpx.get(f"{server.url}/alive").headers
        for path in (data, *(data / it for it in ("olomoc.db", "olomoc.db-wal", "secret", "host-key"))):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_no_phone_zooms_in_on_a_field() -> None:
    theme = (STATIC / "css" / "theme.css").read_text(encoding="utf-8")
    rule = re.search(r"@media \(pointer: coarse\) \{\s*:is\(input[^{]*textarea, select\) \{([^}]*)\}", theme)
    assert rule is not None
    assert "max(16px, 1em) !important" in rule[1]

"""A seat cannot be stolen: one attempt per test, on a real server, with what a thief could get hold of."""

import asyncio
import base64
import contextlib
import json
import sqlite3
from collections.abc import Iterator
from typing import Any

import httpx
import itsdangerous
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.serving import Server
from tests.sockets import Page, PageLost
from webapp.security.limits import RATES

pytestmark = pytest.mark.slow


class Evening:
    """A running server with a table at which Ilse sits."""

    def __init__(self, server: Server, code: str, ilse: httpx.Cookies) -> None:
        self.server = server
        self.code = code
        self.ilse = ilse

    def url(self, path: str = "") -> str:
        return f"{self.server.url}/table/{self.code}{path}"

    async def is_seated(self, cookies: httpx.Cookies) -> bool:
        """Whether the seat's own page is shown to this browser."""
        async with httpx.AsyncClient(verify=False, cookies=cookies) as browser:
            answer = await browser.get(self.url("/seat"))
        return "recovery-shown" in answer.text

    async def come(self, name: str, seat: str) -> httpx.Cookies:
        """A new browser that tries to take a seat at the door."""
        cookies = httpx.Cookies()
        async with await Page.open(self.url(), cookies) as door:
            if shown(door, f"join-{seat}"):
                await door.send(door.find(f"join-{seat}"), "click", {"name": name, "password": ""})
                await asyncio.sleep(0.3)
        return cookies

    async def sit(self, name: str, seat: str) -> httpx.Cookies:
        """A new browser that takes a free seat."""
        cookies = await self.come(name, seat)
        await self.seated(cookies)
        return cookies

    async def seated(self, cookies: httpx.Cookies) -> None:
        """Returns once the seat's own page is shown to this browser."""
        async with asyncio.timeout(120):
            while not await self.is_seated(cookies):
                await asyncio.sleep(0.1)

    def holders(self) -> dict[str, str]:
        connection = sqlite3.connect(f"file:{self.server.data / 'olomoc.db'}?mode=ro", uri=True)
        table = "(SELECT id FROM tables WHERE code = ?)"
        seats = connection.execute(f"SELECT seat, holder FROM seats WHERE table_id = {table}", (self.code,))
        rows = dict(seats.fetchall())
        connection.close()
        return rows


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("theft") / "data", ("-m", "tests.webapp.launch_standin")) as running:
        yield running


@pytest.fixture
async def evening(server: Server) -> Evening:
    code = httpx.post(f"{server.url}/api/v1/tables", json={}).json()["code"]
    made = Evening(server, code, httpx.Cookies())
    made.ilse = await made.sit("Ilse", "1")
    return made


def shown(page: Page, testid: str) -> bool:
    return any(its.get("props", {}).get("data-testid") == testid for its in page.elements.values())


def session_of(cookies: httpx.Cookies) -> dict[str, Any]:
    payload = cookies["olomoc_session"].split(".")[0]
    session: dict[str, Any] = json.loads(base64.b64decode(payload))
    return session


async def test_no_way_in(evening: Evening) -> None:
    before = evening.holders()
    mine = session_of(evening.ilse)
    # A forged cookie: the right id, signed with another key, with none, or with the signature of another cookie.
    thief = await evening.come("Thief", "1")
    payload = base64.b64encode(json.dumps(mine).encode()).decode()
    forged = [
        itsdangerous.TimestampSigner("guessed").sign(payload).decode(),
        payload,
        payload + "." + thief["olomoc_session"].split(".", 1)[1],
    ]
    for value in forged:
        assert not await evening.is_seated(httpx.Cookies({"olomoc_session": value}))
    assert mine["id"] in evening.holders().values()
    # A cookie of one's own with another's id in it, and one that says it is the host's.
    stolen = json.loads(base64.b64decode(thief["olomoc_session"].split(".")[0])) | {"id": mine["id"], "host": "1" * 32}
    body = base64.b64encode(json.dumps(stolen).encode()).decode()
    for value in (body + "." + thief["olomoc_session"].split(".", 1)[1], body + "..", ""):
        assert not await evening.is_seated(httpx.Cookies({"olomoc_session": value}))
    # A reused name, in another browser: no seat, and not even the name.
    for seat in ("1", "2"):
        assert not await evening.is_seated(await evening.come("Ilse", seat))
    # A seat in the address, or in what is sent: there is nothing to say it with.
    async with httpx.AsyncClient(verify=False, cookies=thief) as browser:
        answer = await browser.get(evening.url("?seat=1&viewer=1&session=" + mine["id"]))
        assert "recovery-shown" not in answer.text
    assert evening.holders() == before


async def test_another_pages_client_and_a_replayed_event_are_worth_nothing(evening: Evening) -> None:
    def ready() -> bool:
        is_ready: bool = httpx.get(f"{evening.server.url}/api/v1/tables/{evening.code}").json()["seats"]["1"]["ready"]
        return is_ready

    tomas = await evening.sit("Tomáš", "2")
    async with await Page.open(evening.url("/seat"), evening.ilse) as page:
        message = {
            "id": page.find("adjourn"),
            "client_id": page._client_id,
            "listener_id": page.elements[page.find("adjourn")]["events"][0]["listener_id"],
            "args": ["{}"],
        }
        # From Tomáš' socket, naming Ilse's client: it is not his page.
        async with await Page.open(evening.url("/seat"), tomas) as his:
            await his._socket.send("42" + json.dumps(["event", message]))
            await asyncio.sleep(0.4)
        assert ready()
        # A socket that asks to be let in to Ilse's page, with the cookie of Tomáš.
        query = f"EIO=4&transport=websocket&client_id={page._client_id}&tab_id=t&document_id=d&next_message_id=0"
        url = evening.server.url.replace("http", "ws") + f"/_nicegui_ws/socket.io/?{query}&implicit_handshake=true"
        cookie = {"Cookie": f"olomoc_session={tomas['olomoc_session']}"}
        async with connect(url, additional_headers=cookie) as socket:
            await socket.recv()
            await socket.send("40")
            assert str(await socket.recv()).startswith("44"), "let in"
        # Ilse's own socket may.
        await page.send(page.find("adjourn"), "click", {})
        await page.until(lambda: shown(page, "be-ready"))
        assert not ready()
        await page.send(page.find("be-ready"), "click", {})
        await page.until(lambda: shown(page, "adjourn"))
        assert ready()
    # Ilse's page is gone; what was sent from it before is sent again.
    async with await Page.open(evening.server.url, httpx.Cookies()) as stranger:
        await stranger._socket.send("42" + json.dumps(["event", message]))
        await asyncio.sleep(0.3)
    assert ready()


async def test_an_event_sent_again_by_its_own_page_takes_no_seat_back(evening: Evening) -> None:
    """A message sent before a seat changed hands is worth nothing after it, from any socket."""
    async with await Page.open(evening.url("/seat"), evening.ilse) as page:
        await page.send(page.find("recovery"), "click", {})
        shown_id = page.find("recovery-shown")
        code = await page.until(lambda: page.elements[shown_id].get("text"))
        adjourn = page.find("adjourn")
        phone = httpx.Cookies()
        async with await Page.open(evening.url(), phone) as door:
            await door.send(door.find("recover-form"), "submit", {"code": code})
            await evening.seated(phone)
        before = evening.holders()
        # The page is still open, and its socket its own; the seat is not.
        for element in (adjourn, page.find("leave"), page.find("recovery")):
            listener = page.elements[element]["events"][0]["listener_id"] if element in page.elements else "gone"
            message = {"id": element, "client_id": page._client_id, "listener_id": listener, "args": ["{}"]}
            with contextlib.suppress(ConnectionClosed):
                await page._socket.send("42" + json.dumps(["event", message]))
        await asyncio.sleep(0.4)
    assert evening.holders() == before
    assert httpx.get(f"{evening.server.url}/api/v1/tables/{evening.code}").json()["seats"]["1"]["ready"]
    assert not await evening.is_seated(evening.ilse)


async def test_a_guessed_table_shows_nothing_and_guesses_are_slowed(evening: Evening) -> None:
    line = httpx.AsyncHTTPTransport(verify=False, local_address="127.0.0.9")
    async with httpx.AsyncClient(transport=line, timeout=30) as browser:
        for guess in ("ZZZZ", "BCDF", evening.code[:3], evening.code + "2"):
            answer = await browser.get(f"{evening.server.url}/table/{guess}")
            assert "recovery-shown" not in answer.text
            assert "Ilse" not in answer.text
        # A table that asks for a password says no more to somebody who has found its code.
        made = await browser.post(
            f"{evening.server.url}/api/v1/tables", json={"watch_password": "w", "seat_password": "s"}
        )
        code = made.json()["code"]
        page = (await browser.get(f"{evening.server.url}/watch/{code}")).text
        assert "log-entry" not in page
        # A browser that tries code after code has to wait for each, and is refused where it tries many at once.
        many = await asyncio.gather(*(browser.get(f"{evening.server.url}/watch/Z{n}") for n in range(60)))
    assert 429 in {answer.status_code for answer in many}


async def test_a_socket_from_another_site_is_not_let_in(evening: Evening) -> None:
    url = evening.server.url.replace("http", "ws") + "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    with pytest.raises(InvalidStatus):
        await connect(url, additional_headers={"Origin": "http://elsewhere.example"})
    async with connect(url, additional_headers={"Origin": evening.server.url}) as socket:
        assert str(await socket.recv()).startswith("0")


async def test_codes_take_a_seat_along_once_and_are_not_guessed(evening: Evening) -> None:
    async with await Page.open(evening.url("/seat"), evening.ilse) as page:
        await page.send(page.find("recovery"), "click", {})
        shown = page.find("recovery-shown")
        code = await page.until(lambda: page.elements[shown].get("text"))
    # Kept as a digest, and shown nowhere again.
    raw = b"".join(path.read_bytes() for path in evening.server.data.glob("olomoc.db*"))
    assert code.encode() not in raw
    assert code.replace("-", "").encode() not in raw
    async with httpx.AsyncClient(verify=False, cookies=evening.ilse) as browser:
        assert code not in (await browser.get(evening.url("/seat"))).text

    async def attempt(cookies: httpx.Cookies, typed: str, says: str = "") -> None:
        """Types a code at the door, and waits for what it says; nothing: for the seat."""
        async with await Page.open(evening.url(), cookies) as door:
            text_id = next(
                id
                for id, its in door.elements.items()
                if its.get("props", {}).get("role") == "status"
                and id in door.elements[door.find("recover-form")]["children"]
            )
            await door.send(door.find("recover-form"), "submit", {"code": typed})
            if says:
                await door.until(lambda: says in str(door.elements[text_id].get("text", "")))
            else:
                await evening.seated(cookies)

    phone = httpx.Cookies()
    await attempt(phone, code.lower().replace("-", " "))
    assert not await evening.is_seated(evening.ilse)
    # Used up; and a browser that guesses has to wait, even with a right one.
    thief = httpx.Cookies()
    for _ in range(RATES["guess"].amount):
        await attempt(thief, code, says="This code does not give back any seat")
    await attempt(thief, code, says="Too many tries")
    assert not await evening.is_seated(thief)


async def test_a_second_tab_and_a_restarted_server_keep_the_seat(evening: Evening) -> None:
    async with await Page.open(evening.url("/seat"), evening.ilse), await Page.open(evening.url("/seat"), evening.ilse):
        assert await evening.is_seated(evening.ilse)
    evening.server.kill()
    evening.server.start()
    assert await evening.is_seated(evening.ilse)
    assert not await evening.is_seated(httpx.Cookies())
    with pytest.raises(PageLost):
        await Page.open(f"{evening.server.url}/nowhere", httpx.Cookies())

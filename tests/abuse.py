"""A hostile guest, by hand: what somebody on the network can send to the server with a program of their own.

Every attempt is a coroutine over a server's address; it returns what the server answered, and never gives up because
it was turned away. Each comes from an address of its own on the loopback, as from another machine.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.sockets import Page, PageLost

AT_ONCE = 20

DEEP = "[" * 20_000 + "]" * 20_000


@dataclass
class Answers:
    """The answers received: HTTP statuses, and the ends of sockets."""

    statuses: list[int] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    sent: int = 0
    turned_away: int = 0


async def page_flood(url: str, ended: Callable[[], bool], source: str) -> Answers:
    """Asks for pages as fast as they come, `AT_ONCE` at a time."""
    got = Answers()
    line = httpx.AsyncHTTPTransport(verify=False, local_address=source)

    async def ask(browser: httpx.AsyncClient) -> None:
        while not ended():
            with suppress(httpx.HTTPError):
                answer = await browser.get(url, timeout=20)
                got.statuses.append(answer.status_code)
                if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                    await asyncio.sleep(0.05)

    async with httpx.AsyncClient(transport=line) as browser:
        await asyncio.gather(*(ask(browser) for _ in range(AT_ONCE)))
    return got


async def socket_flood(
    url: str, table: str, ended: Callable[[], bool], source: str, got: Answers | None = None
) -> Answers:
    """Sends without a pause on a page of its own, and reconnects after every disconnect. `got`: filled in as it
    goes."""
    got = got or Answers()
    while not ended():
        try:
            page = await Page.open(f"{url}{table}", httpx.Cookies(), source=source)
        except PageLost:
            got.turned_away += 1
            await asyncio.sleep(0.1)
            continue
        got.closed.append(await _talk(page, got, ended))
    return got


async def _talk(page: Page, got: Answers, ended: Callable[[], bool]) -> int:
    socket = page._socket
    event = json.dumps(["event", {"id": 1, "client_id": page._client_id, "listener_id": "x", "args": ["1"]}])
    try:
        while not ended():
            await socket.send("42" + event)
            got.sent += 1
            await asyncio.sleep(0)
        await page.close()
    except ConnectionClosed:
        pass
    return socket.close_code or 0


def nonsense(page: Page, others: str, dice: random.Random) -> list[str]:
    """Frames that no page of ours sends: wrong packets, wrong shapes, other people's pages, replays out of order."""
    event = {"id": 1, "client_id": page._client_id, "listener_id": "none", "args": []}
    shapes: list[object] = [
        None, 7, "x", [], {}, {"client_id": None}, {"client_id": []}, {**event, "id": "1"}, {**event, "id": 10**40},
        {**event, "args": None}, {**event, "args": ["{"]}, {**event, "args": [DEEP]}, {**event, "args": ["NaN"]},
        {**event, "listener_id": {}}, {**event, "client_id": others}, {**event, "args": [json.dumps("x" * 60_000)]},
    ]  # fmt: skip
    spoken = [
        "42" + json.dumps([name, shape])
        for name in ("event", "handshake", "ack", "javascript_response", "log", "too_many", "connect", "__class__")
        for shape in shapes
    ]
    raw = [
        "",
        "4",
        "42",
        "42[",
        "42{}",
        "43",
        "451-",
        "9",
        "40/other",
        "41",
        "0{}",
        "6",
        "42" + DEEP,
        "\x00",
        "42[\ud7ff",
    ]
    return dice.sample(spoken + raw, len(spoken) + len(raw))


async def babble(url: str, table: str, others: str, seed: int, source: str) -> int:
    """Sends all the nonsense and returns the number of frames; after a disconnect it goes on from another address:
    ``source`` is one without its last number."""
    dice, sent, address = random.Random(seed), 0, count(2)
    page = await Page.open(f"{url}{table}", httpx.Cookies(), source=f"{source}.{next(address)}")
    for frame in nonsense(page, others, dice):
        try:
            await page._socket.send(frame)
            sent += 1
            await asyncio.sleep(0.01)
        except ConnectionClosed:
            with suppress(PageLost):
                page = await Page.open(f"{url}{table}", httpx.Cookies(), source=f"{source}.{next(address)}")
    await page.close()
    return sent


async def shout(url: str, table: str, characters: int, source: str) -> int:
    """Sends one frame of that many characters; returns the close code, 0 if the socket stays open."""
    page = await Page.open(f"{url}{table}", httpx.Cookies(), source=source)
    socket: ClientConnection = page._socket
    with suppress(ConnectionClosed, TimeoutError):
        await socket.send("42" + json.dumps(["event", "x" * characters]))
        await asyncio.wait_for(socket.wait_closed(), 2)
    return socket.close_code or 0


async def from_elsewhere(url: str, origin: str) -> int:
    """Opens a socket as a page of another site would; returns the status of the refusal, 101 if there is none."""
    address = url.replace("http", "ws") + "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    try:
        async with connect(address, additional_headers={"Origin": origin}):
            return 101
    except WebSocketException as problem:
        response = getattr(problem, "response", None)
        return int(response.status_code) if response is not None else 0


def requests(code: str) -> list[tuple[str, str, bytes]]:
    """Malformed or forbidden requests to the HTTP API: method, path, body."""
    play = f"/api/v1/tables/{code}/commands"
    bodies = [
        b"", b"{", b"null", b"[]", b'"x"', b"NaN", DEEP.encode(), b"\xff\xfe", b"\x00" * 1000,
        b'{"kind": "' + b"x" * 500_000 + b'"}',
        b'{"kind": {"kind": {}}}', b'{"seat": "1", "kind": "concede"}', b'{"kind": "concede", "decision": 1e999}',
    ]  # fmt: skip
    paths = (play, "/api/v1/tables", f"/api/v1/tables/{code}/seats/1", "/api/v1/tables/..%2f..%2f", "/api/v1/%00")
    return [(method, path, body) for method in ("POST", "PUT", "DELETE", "GET") for path in paths for body in bodies]

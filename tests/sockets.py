"""A page without a browser: speaks NiceGUI's protocol over a websocket."""

import asyncio
import html
import json
import re
import ssl
import uuid
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

Element = dict[str, Any]
APART = re.compile(r'data-strings="(\w)" href="([^"]+)"')
"""The files of the strings that a page holds apart (`webapp/ui/strings_apart.py`)."""


class PageLost(Exception):
    """Raised when the server has closed the socket, or does not know the page."""


class Page:
    """One open page of one browser; ``cookies`` are the browser's and are kept up to date.

    ``elements`` is the page as the server told it, by element id; every update calls ``on_update`` with what changed.
    A page that only ``counts`` does not read what it gets; ``on_message`` is called when something has come, before
    anything is read.
    """

    def __init__(self, elements: dict[int, Element], socket: ClientConnection, client_id: str) -> None:
        self.elements = elements
        self.counts = False
        self.on_message: Callable[[str], None] = lambda _: None
        self.on_update: Callable[[dict[int, Element | None]], None] = lambda _: None
        self._socket = socket
        self._client_id = client_id
        self._changed = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def open(
        cls,
        url: str,
        cookies: httpx.Cookies,
        *,
        deflate: bool = True,
        source: str | None = None,
        trust: ssl.SSLContext | None = None,
    ) -> Self:
        """Opens a page: the HTML, then the socket; if asked, from another loopback address, over TLS with `trust`.
        Raises PageLost where no server answers."""
        try:
            # Plain HTTP: setting up TLS would take longer than the page.
            line = httpx.AsyncHTTPTransport(verify=trust or False, local_address=source)
            async with httpx.AsyncClient(cookies=cookies, follow_redirects=True, transport=line) as browser:
                answer = await browser.get(url, timeout=120)
                cookies.update(browser.cookies)
                if answer.status_code != httpx.codes.OK:
                    raise PageLost(f"{url}: {answer.status_code}")
                text = answer.text
                strings = {
                    f"@{mark}{n}": string
                    for mark, path in APART.findall(text)
                    for n, string in enumerate((await browser.get(str(httpx.URL(url).join(path)), timeout=120)).json())
                }
            query = json.loads(_between(text, "query: ", ",\n").replace("'", '"').replace("True", "true"))
            elements = json.loads(html.unescape(_between(text, "parseElements(String.raw`", "`)")))
            asked = {**query, "document_id": uuid.uuid4(), "tab_id": uuid.uuid4(), "EIO": 4, "transport": "websocket"}
            asked["implicit_handshake"] = "true"
            base = re.sub(r"^http", "ws", str(httpx.URL(url).join("/_nicegui_ws/socket.io/")))
            socket = await connect(
                f"{base}?{httpx.QueryParams({key: str(value) for key, value in asked.items()})}",
                additional_headers={"Cookie": "; ".join(f"{key}={value}" for key, value in cookies.items())},
                compression="deflate" if deflate else None,
                max_size=None,
                ssl=trust,
                local_addr=(source, 0) if source else None,
            )
            await _greet(socket)
        except (httpx.HTTPError, OSError, WebSocketException) as problem:
            raise PageLost(str(problem)) from problem
        for element in elements.values():
            props = element.get("props", {})
            props.update({key: strings[it] for key, it in props.items() if isinstance(it, str) and it in strings})
        return cls({int(key): element for key, element in elements.items()}, socket, query["client_id"])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the page like a closed tab."""
        self._listening.cancel()
        await self._socket.close()

    def find(self, testid: str) -> int:
        """The element with that ``data-testid``."""
        return next(
            id for id, element in self.elements.items() if element.get("props", {}).get("data-testid") == testid
        )

    async def send(self, id: int, event: str, *args: Any) -> None:
        """Sends an event of an element. Raises PageLost."""
        listener = next(its for its in self.elements[id]["events"] if its["type"] == event)
        message = {
            "id": id,
            "client_id": self._client_id,
            "listener_id": listener["listener_id"],
            "args": [json.dumps(arg) for arg in args],
        }
        try:
            await self._socket.send("42" + json.dumps(["event", message]))
        except ConnectionClosed as problem:
            raise PageLost from problem

    async def until(self, condition: Callable[[], Any], timeout: float = 120.0) -> Any:
        """Waits until the condition holds and returns its value. Raises PageLost or TimeoutError."""
        async with asyncio.timeout(timeout):
            while not (result := condition()):
                if self._listening.done():
                    raise PageLost
                self._changed.clear()
                waiting = asyncio.create_task(self._changed.wait())
                await asyncio.wait({waiting, self._listening}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
        return result

    async def _listen(self) -> None:
        try:
            async for message in self._socket:
                await self._take(str(message))
        except ConnectionClosed:
            return

    async def _take(self, message: str) -> None:
        if message == "2":
            await self._socket.send("3")
        elif message.startswith("42"):
            self.on_message(message)
            if self.counts:
                return
            name, data = json.loads(message[2:])
            if name == "update":
                changed = {int(key): element for key, element in data.items() if key != "_id"}
                for id, element in changed.items():
                    if element is None:
                        self.elements.pop(id, None)
                    else:
                        self.elements[id] = element
                self.on_update(changed)
            elif name == "parts":
                await self._take_parts(**data)
            self._changed.set()

    async def _take_parts(self, n: int, since: int, parts: dict[str, str | list[Any]]) -> None:
        """Takes what all pages that show the same are told, as `receiver.js` does."""
        receiver, its = next((id, it["props"]) for id, it in self.elements.items() if "heard" in it.get("props", {}))
        if n <= its["heard"]:
            return
        if since > its["heard"] or (since < its["heard"] and any(isinstance(it, list) for it in parts.values())):
            await self.send(receiver, "missing", its["heard"])
            return
        its["heard"] = n
        changed: dict[int, Element | None] = {}
        for id, element in self.elements.items():
            props = element.get("props", {})
            if props.get("part") in parts:
                fed = "scene" if "scene" in props else "payload"
                props[fed] = shown(props[fed], parts[props["part"]])
                changed[id] = element
        self.on_update(changed)


def shown(text: str, changed: str | list[Any]) -> str:
    """A part's string after it was told that: another one, or how it changes (`webapp.table_kit.broadcast.Change`)."""
    if isinstance(changed, str):
        return changed
    head, start, end, between = changed
    rest = text.partition(",")[2]
    return str(head + rest[:start] + between + rest[len(rest) - end :])


async def _greet(socket: ClientConnection) -> None:
    opened = await socket.recv()
    await socket.send("40")
    joined = await socket.recv()
    if not str(opened).startswith("0") or not str(joined).startswith("40"):
        raise PageLost(f"not welcome: {joined!r}")


def _between(text: str, start: str, end: str) -> str:
    try:
        at = text.index(start) + len(start)
        return text[at : text.index(end, at)]
    except ValueError:
        raise PageLost(f"no {start!r} in the page") from None

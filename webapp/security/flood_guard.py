"""Limits on sockets, messages and requests of one address, checked before anything else, so that a flood hardly delays
others.

A guest's browser stays far below them. Requests from the server's own machine are not counted by number: there are
simpler ways to stop a server from there, and a proxy there has limits of its own."""

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from webapp.i18n import translator
from webapp.security.headers import App, Message, Receive, Send
from webapp.security.hosts import LOOPBACK
from webapp.security.limits import limits
from webapp.security.notice import spoken, tell

log = logging.getLogger(__name__)

FRAME = 262_144
"""The most bytes of one message on a socket. A page's messages have some hundred; files come over HTTP."""

FRAMES, FRAMES_S = 300, 3.0
"""The most messages of a socket, and the seconds in which they are counted."""

SOCKETS = 64
"""The most open sockets of one address."""

WAITING = 8
"""The most page requests of one address that wait for their turn."""

APART_S = 0.25
"""The time between two pages for one address: messages of others have their way through the server in between."""

HELD, HOLD_S = 64, 1.0
"""Refusals that one address may have waiting to be told, and for how many seconds they wait: who is refused at once
asks again at once, and each time costs."""

NO_PAGES = ("/static/", "/_nicegui/", "/api/", "/health", "/alive")
"""Addresses that are not limited here: cheap files that pages load by the dozen, and what has limits of its own."""

PICTURES = "/packs/pictures/"
"""The same below the address of any game, such as pictures of cards."""

TEXTS = re.compile(r"/[a-z]+/(rules|terms)/[a-z]+\.json")
"""The addresses of a game's clauses and glossary: fetched beside a page, and kept by browsers."""

PACKETS = "0123456"
"""The first characters of a page's messages: the kind of packet. Messages are always text."""

CLOSE_POLICY, CLOSE_LATER = 1008, 1013


class Floods:
    """ASGI middleware that limits sockets (their number and messages) and requests (their number, and the number of
    page requests).

    A page request too many waits a while for its turn, then gets 429 after a delay; a socket with too many messages is
    closed, and its address may connect again a little later."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._sockets: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._held: Counter[str] = Counter()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Passes on what is within an address's limits."""
        who = (scope.get("client") or ("",))[0]
        match scope["type"]:
            case "websocket":
                await self._socket(who, scope, receive, send)
            case "http" if who not in LOOPBACK and not await self._may_ask(who, scope["path"]):
                with _one_more(self._held, who, HELD) as held:
                    await asyncio.sleep(HOLD_S if held else 0)
                await _too_many(limits.wait_s("page", who), scope, send)
            case _:
                await self._app(scope, receive, send)

    async def _may_ask(self, who: str, path: str) -> bool:
        if not limits.take("ask", who):
            return False
        if path.startswith(NO_PAGES) or PICTURES in path or TEXTS.fullmatch(path):
            return True
        if not limits.take("page", who):
            with _one_more(self._waiting, who, WAITING) as waits:
                if waits:
                    await asyncio.sleep(limits.wait_s("page", who))
                if not waits or not limits.take("page", who):
                    return False
        turn = self._turns.setdefault(who, asyncio.Lock())
        await turn.acquire()
        asyncio.get_running_loop().call_later(APART_S, turn.release)
        return True

    async def _socket(self, who: str, scope: Message, receive: Receive, send: Send) -> None:
        if self._sockets[who] >= SOCKETS and who not in LOOPBACK:
            await send({"type": "websocket.close", "code": CLOSE_LATER})
            return
        if not limits.left("flood", who) or (who not in LOOPBACK and not limits.take("socket", who)):
            await send({"type": "websocket.close", "code": CLOSE_LATER})
            return
        talk = _Talk(who, receive, send)
        with _one_more(self._sockets, who):
            await self._app(scope, talk.receive, talk.send)


@contextmanager
def _one_more(counted: Counter[str], who: str, most: int | None = None) -> Iterator[bool]:
    """Counts one more for a key while it lasts; yields whether there was room for it."""
    if most is not None and counted[who] >= most:
        yield False
        return
    counted[who] += 1
    try:
        yield True
    finally:
        counted[who] -= 1
        if not counted[who]:
            del counted[who]


class _Talk:
    """The message count of a socket. After one too many it is closed, and its page is told that the browser left."""

    def __init__(self, who: str, receive: Receive, send: Send) -> None:
        self._who = who
        self._since = 0.0
        self._messages = 0
        self._receive = receive
        self._send = send
        self._closed = False

    async def receive(self) -> Message:
        message: Message = await self._receive()
        if message["type"] != "websocket.receive":
            return message
        text = message.get("text") or ""
        if text[:1] in PACKETS and text and len(text) <= FRAME and self._in_measure():
            return message
        log.warning("a socket from %s said too much, or what is no packet, and was closed", self._who)
        limits.take("flood", self._who)
        self._closed = True
        await self._send({"type": "websocket.close", "code": CLOSE_POLICY})
        return {"type": "websocket.disconnect", "code": CLOSE_POLICY}

    def _in_measure(self) -> bool:
        now = time.monotonic()
        if now - self._since > FRAMES_S:
            self._since, self._messages = now, 0
        self._messages += 1
        return self._messages <= FRAMES

    async def send(self, message: Message) -> None:
        if not self._closed:
            await self._send(message)


async def _too_many(seconds: int, scope: Message, send: Send) -> None:
    """A browser gets a page that comes back by itself; a program gets a refusal."""
    headers, again = dict(scope["headers"]), str(seconds).encode()
    if b"text/html" in headers.get(b"accept", b""):
        tr = translator(spoken(headers))
        wait = tr.plural("flood.wait", seconds)
        await tell(
            scope,
            send,
            429,
            tr.language,
            tr("flood.title"),
            wait,
            headers=[(b"retry-after", again), (b"refresh", again)],
        )
        return
    body = b'{"clause":"","code":"too-many","params":{"seconds":%d}}' % seconds
    plain = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", again),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": plain})
    await send({"type": "http.response.body", "body": body})

"""The security headers of every response."""

import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

log = logging.getLogger(__name__)

POLICY = "; ".join(
    (
        "default-src 'self'",
        # NiceGUI starts its pages with inline scripts and compiles Vue templates in the browser.
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"),
)

PRIVATE = (b"cache-control", b"no-store")
"""Of what the API says: it depends on the token that came with the request."""


COMPONENT = re.compile(r"/_nicegui/[^/]+/(components|esm)/")
"""Addresses of components' files, which change with their contents, so that browsers may cache them; NiceGUI forbids
that."""

KEEP = (b"cache-control", b"public, max-age=31536000, immutable")

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class SameOrigin:
    """ASGI middleware that refuses requests made by pages of other sites.

    Browsers name the origin of every socket and of every request that may change something; other programs name
    none."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Passes on requests of our own pages."""
        if scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE):
            headers = dict(scope["headers"])
            origin = headers.get(b"origin")
            if origin is not None and _host(origin) != headers.get(b"host", b"").lower():
                names = ascii(origin[:80].decode("latin-1")), ascii(headers.get(b"host", b"")[:80].decode("latin-1"))
                log.warning("a page of %s that asked for %s was refused: a proxy has to pass Host on (README)", *names)
                await _turn_away(scope, send)
                return
        await self._app(scope, receive, send)


def _host(origin: bytes) -> bytes:
    _, _, host = origin.lower().partition(b"://")
    return host


async def _turn_away(scope: Message, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = b'{"clause":"","code":"foreign-origin","params":{}}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class SafeHeaders:
    """ASGI middleware that adds the headers to every HTTP response, and removes the cookie from responses that caches
    may keep: a shared cache would hand one person's cookie, and with it their seat, to everybody."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Passes everything on."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                if message["status"] == 200 and COMPONENT.match(scope["path"]):
                    headers.append(KEEP)
                if scope["path"].startswith("/api/") and not any(name == b"cache-control" for name, _ in headers):
                    headers.append(PRIVATE)
                message["headers"] = [*_for_all(headers), *HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


class Heads:
    """ASGI middleware that answers HEAD wherever GET is answered: as that, without the body; not where that has no end,
    which a stream of events has not."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Passes everything on."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith("/events"):
            await self._app(scope, receive, send)
            return

        async def bodiless(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, bodiless)


def _for_all(given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of a response; of one that is the same for everybody, without those that depend on a cookie."""
    if not any(name.lower() == b"cache-control" and b"public" in value for name, value in given):
        return given
    kept = [(name, _but_cookie(value) if name.lower() == b"vary" else value) for name, value in given]
    return [(name, value) for name, value in kept if value and name.lower() != b"set-cookie"]


def _but_cookie(vary: bytes) -> bytes:
    return b", ".join(word for word in (w.strip() for w in vary.split(b",")) if word.lower() != b"cookie")

"""Trusted proxies (``OLOMOC_PROXIES``): what they say about their visitors is taken for true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from webapp.base.addresses import prefix
from webapp.i18n import translator
from webapp.security.headers import App, Message, Receive, Send
from webapp.security.notice import spoken, tell

PROXIED = "olomoc.proxied"
"""The key in a request's scope that says that a trusted proxy brought it."""


class Proxies:
    """The addresses and networks of the trusted proxies; none until they are configured."""

    def __init__(self) -> None:
        self._networks: frozenset[IPv4Network | IPv6Network] = frozenset()

    def open(self, addresses: Iterable[str]) -> None:
        """Sets them. They are checked with the settings."""
        self._networks = frozenset(ip_network(network, strict=False) for network in addresses)

    def trusted(self, address: str) -> bool:
        """Whether the peer with this address is one of them."""
        if not self._networks:
            return False
        try:
            peer = ip_address(address)
        except ValueError:
            return False
        return any(peer in network for network in self._networks)


proxies = Proxies()
"""The proxies of this process; opened at start."""


class TrustedProxies:
    """ASGI middleware, before all other: takes client, scheme and host of a request from the ``X-Forwarded-`` headers
    that a trusted proxy sets. Of everybody else these headers mean nothing."""

    def __init__(self, app: App, addresses: Sequence[str] = ()) -> None:
        self._app = app
        self._told = ProxyHeadersMiddleware(app, [*addresses])  # type: ignore[arg-type]  # uvicorn's own types

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Passes everything on."""
        if scope["type"] == "lifespan" or not proxies.trusted((scope.get("client") or ("",))[0]):
            await self._app(scope, receive, send)
            return
        scope[PROXIED] = True
        asked = next((value for name, value in scope["headers"] if name == b"x-forwarded-host"), None)
        if asked is not None:
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            scope["headers"] = [*others, (b"host", asked.split(b",")[0].strip())]
        await self._told(scope, receive, send)  # type: ignore[arg-type]


TOLD = b"x-forwarded-prefix"


class BelowPrefix:
    """ASGI middleware for a server that a proxy offers below a path (``OLOMOC_PREFIX``): takes the path away where the
    proxy has left it, and tells the framework of it. A page with the reason is the answer where the proxy tells of
    another path: the pages would look for everything where nothing is."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers the request, or passes it on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        path = prefix.path.encode()
        headers = dict(scope["headers"])
        announced = headers.get(TOLD, b"").strip(b"/")
        if scope["type"] == "http" and announced and announced != path.strip(b"/"):
            tr = translator(spoken(headers))
            sentence = tr("belowpath.what", path=announced.decode("latin-1")[:80])
            await tell(scope, send, 400, tr.language, tr("belowpath.title"), sentence)
            return
        if not path:
            await self._app(scope, receive, send)
            return
        scope["headers"] = [*((name, value) for name, value in scope["headers"] if name != TOLD), (TOLD, path)]
        if _is_below(scope["path"]):
            scope["path"] = scope["path"][len(path) :] or "/"
            scope["raw_path"] = scope.get("raw_path", b"")[len(path) :] or b"/"

        host = headers.get(b"host", b"").decode("latin-1")

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                rows = message.get("headers", ())
                message["headers"] = [
                    (name, _led(value, host, bool(announced)) if name.lower() == b"location" else value)
                    for name, value in rows
                ]
            await send(message)

        await self._app(scope, receive, answer)


def _is_below(path: str) -> bool:
    return path == prefix.path or path.startswith(f"{prefix.path}/")


def _led(location: bytes, host: str, announced: bool) -> bytes:
    """Where a redirect leads: on this server below the prefix. `announced`: by the proxy, then the framework, which
    stands around us, sees to those without an origin."""
    parts = urlsplit(location.decode("latin-1"))
    if (
        parts.netloc not in ((host,) if announced else (host, ""))
        or not parts.path.startswith("/")
        or _is_below(parts.path)
    ):
        return location
    return parts._replace(path=prefix.path + parts.path).geturl().encode("latin-1")


def proxied(request: HTTPConnection) -> bool:
    """Whether a trusted proxy brought the request."""
    return bool(request.scope.get(PROXIED))

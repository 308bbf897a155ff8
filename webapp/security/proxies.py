"""Trusted proxies (``OLOMOC_PROXIES``): what they say about their visitors is taken for true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from webapp.security.headers import App, Message, Receive, Send

PROXIED = "olomoc.proxied"
"""The key in a request's scope that says that a trusted proxy brought it."""


class Proxies:
    """The addresses and networks of the trusted proxies; none until they are configured."""

    def __init__(self) -> None:
        self._networks: frozenset[IPv4Network | IPv6Network] = frozenset()

    def open(self, addresses: Iterable[str]) -> None:
        """Sets them. They are checked with the settings."""
        self._networks = frozenset(ip_network(it, strict=False) for it in addresses)

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


def proxied(request: HTTPConnection) -> bool:
    """Whether a trusted proxy brought the request."""
    return bool(request.scope.get(PROXIED))

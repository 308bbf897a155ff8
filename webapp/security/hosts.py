"""The host names that this server answers to.

Another site's name may lead to this machine (DNS rebinding): its scripts would have our origin, and from the server's
own machine they would count as the host's. Browsers always send the name, so only our own are answered."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

import ifaddr

from webapp.base.addresses import host_of
from webapp.i18n import translator
from webapp.security.headers import App, Message, Receive, Send
from webapp.security.notice import spoken, tell

log = logging.getLogger(__name__)

LOOPBACK = frozenset({"127.0.0.1", "::1"})

LOOK_AGAIN_S = 2.0
"""Seconds between two readings of the machine's addresses, which change while the server runs, for unknown names."""

CLOSE_POLICY = 1008


class Hosts:
    """The server's names: loopback, the machine's addresses and names, and configured ones."""

    def __init__(self) -> None:
        self._configured: frozenset[str] = frozenset()
        self._own: frozenset[str] = frozenset()
        self._read_at = float("-inf")

    def open(self, names: Iterable[str]) -> None:
        """Sets the configured names (``OLOMOC_NAMES``)."""
        self._configured = frozenset(normal(host_of(name)) for name in names)
        self._read_at = float("-inf")

    def known(self, name: str) -> bool:
        """Whether the server answers to this host name or address, given without a port."""
        asked = normal(name)
        if asked in LOOPBACK or asked == "localhost" or asked in self._configured or asked in self._own:
            return True
        now = time.monotonic()
        if now - self._read_at < LOOK_AGAIN_S:
            return False
        self._read_at = now
        self._own = own_names()
        return asked in self._own


hosts = Hosts()
"""The host names of this process; opened at start."""


def normal(name: str) -> str:
    """A host name or address in the one form in which they are compared.

    >>> normal("Table.Example."), normal("[::1]"), normal("0:0:0:0:0:0:0:1")
    ('table.example', '::1', '::1')
    """
    bare = name.strip().lower().removesuffix(".").removeprefix("[").removesuffix("]")
    try:
        return str(ip_address(bare))
    except ValueError:
        return bare


def own_addresses() -> frozenset[str]:
    """The addresses of this machine, IPv4 and IPv6."""
    addresses = {ip.ip if isinstance(ip.ip, str) else ip.ip[0] for at in ifaddr.get_adapters() for ip in at.ips}
    return frozenset(map(normal, addresses))


def own_names() -> frozenset[str]:
    """The addresses of this machine, and its name, also as the local network spells it (mDNS)."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return own_addresses() | ({name, short, f"{short}.local"} if short else frozenset())


class OwnNames:
    """ASGI middleware that answers only to the server's own names; other requests get 400 and a page with the reason.

    A request without ``Host`` passes: no browser sends one."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers the request, or passes it on."""
        if scope["type"] in ("http", "websocket"):
            headers = dict(scope["headers"])
            named = {value for name, value in scope["headers"] if name == b"host"}
            # Of several, each part of the server might read another one.
            asked = next((host for host in named if len(named) > 1 or not hosts.known(_name(host))), None)
            if asked is not None:
                log.warning("a request for a name that is not ours was turned away: %s", ascii(_name(asked)[:80]))
                await _turn_away(scope, headers, _name(asked), send)
                return
        await self._app(scope, receive, send)


def _name(host: bytes) -> str:
    """The name in a ``Host`` header; empty for a malformed one."""
    try:
        return urlsplit(f"//{host.decode('ascii')}").hostname or "?"
    except ValueError:
        return "?"


async def _turn_away(scope: Message, headers: dict[bytes, bytes], name: str, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": CLOSE_POLICY})
        return
    tr, short = translator(spoken(headers)), name[:80]
    sentences = (tr("foreignname.what", name=short), tr("foreignname.owner", name=short))
    await tell(scope, send, 400, tr.language, tr("foreignname.title"), *sentences)

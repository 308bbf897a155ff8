"""Limits on HTTP connections: time for headers and bodies, and the number of idle ones.

Otherwise the server would keep every connection as long as its peer likes: a thousand of them use up the files that the
system allows a process, and nobody else can connect."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from webapp.security.hosts import LOOPBACK
from webapp.security.proxies import proxies

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

HEADERS_S = 10.0
"""Seconds from the beginning of a connection, or of a request, to the end of the request's headers."""

BODY_S = 90.0
"""Seconds from there to the end of its body: enough for twenty megabytes over a bad wireless network."""

HEADER_BYTES = 65_536
"""The most bytes of a request's line and headers together."""

SILENT_OF_ONE, SILENT = 48, 384
"""Connections without a request on them, of one address and of all; of more the oldest is closed for the newest. A
browser holds six."""

OPEN_OF_ONE = 256
"""Connections of one address, requests and all; more are closed at once. Not for this machine: a proxy on it brings
everybody; nor for trusted proxies."""

OPEN_FILES = 4_096
"""The number of open files to ask the system for."""

TELL_S = 10.0
"""Seconds between two log lines about closed connections of an address."""


class Connections:
    """The open connections; those without a request in the order in which they became idle."""

    def __init__(self) -> None:
        self._silent: OrderedDict[GuardedConnection, None] = OrderedDict()
        self._silent_of: dict[str, OrderedDict[GuardedConnection, None]] = {}
        self._open: Counter[str] = Counter()
        self._closed: Counter[str] = Counter()
        self._logged_at: dict[str, float] = {}

    def opened(self, connection: GuardedConnection) -> bool:
        """Counts a new connection; returns whether there is room for it."""
        self._open[connection.address] += 1
        if (
            self._open[connection.address] > OPEN_OF_ONE
            and connection.address not in LOOPBACK
            and not proxies.trusted(connection.address)
        ):
            self.note(connection.address, "too many connections")
            return False
        self.silent(connection)
        return True

    def silent(self, connection: GuardedConnection) -> None:
        """The connection has no request now."""
        self.busy(connection)
        own = self._silent_of.setdefault(connection.address, OrderedDict())
        own[connection] = self._silent[connection] = None
        if len(own) > SILENT_OF_ONE:
            self._drop(next(iter(own)))
        elif len(self._silent) > SILENT:
            self._drop(next(iter(self._silent)))

    def busy(self, connection: GuardedConnection) -> None:
        """The connection has a request, or has become a socket."""
        self._silent.pop(connection, None)
        own = self._silent_of.get(connection.address)
        if own is not None:
            own.pop(connection, None)
            if not own:
                del self._silent_of[connection.address]

    def closed(self, connection: GuardedConnection) -> None:
        """Forgets a connection that has ended, or became a socket, which is counted elsewhere."""
        self.busy(connection)
        self._open[connection.address] -= 1
        if self._open[connection.address] <= 0:
            del self._open[connection.address]

    def note(self, address: str, why: str) -> None:
        """Logs closed connections, several in one line."""
        self._closed[address] += 1
        now = time.monotonic()
        if now - self._logged_at.get(address, float("-inf")) > TELL_S:
            log.warning("connections from %s were closed: %s (%d so far)", address, why, self._closed[address])
            self._logged_at[address] = now
            if len(self._logged_at) > SILENT:
                self._logged_at.clear()
                self._closed.clear()

    def _drop(self, connection: GuardedConnection) -> None:
        self.busy(connection)
        self.note(connection.address, "too many without a request")
        connection.abort()


connections = Connections()
"""The connections of this process."""


class GuardedConnection(HttpToolsProtocol):
    """Uvicorn's HTTP connection with time limits, counted in :data:`connections`."""

    address = ""
    _counted = False
    _limit: asyncio.TimerHandle | None = None
    _in_headers = True
    _header_bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._counted = True
        if connections.opened(self):
            self._expect(HEADERS_S, "no request in time")
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._header_bytes = self._header_bytes + len(data) if self._in_headers else 0
        super().data_received(data)
        if self._in_headers and self._header_bytes > HEADER_BYTES and not self.transport.is_closing():
            self._late("endless headers")

    def on_message_begin(self) -> None:
        self._in_headers = True
        if self._limit is None:  # not the first request: that was due since the connection was made
            self._expect(HEADERS_S, "no headers in time")
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_headers = False
        connections.busy(self)
        self._expect(BODY_S, "no body in time")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect_nothing()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            connections.silent(self)

    def handle_websocket_upgrade(self) -> None:
        self._forget()
        super().handle_websocket_upgrade()

    def abort(self) -> None:
        """Closes the connection at once, whatever is still to be sent."""
        self._expect_nothing()
        self.transport.abort()

    def _expect(self, seconds: float, otherwise: str) -> None:
        self._expect_nothing()
        self._limit = self.loop.call_later(seconds, self._late, otherwise)

    def _expect_nothing(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _late(self, why: str) -> None:
        connections.note(self.address, why)
        self.abort()

    def _forget(self) -> None:
        self._expect_nothing()
        if self._counted:
            self._counted = False
            connections.closed(self)


def open_more_files() -> None:
    """Raises the process's limit of open files."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

"""Relays and proxies in front of a test server, as small as they can be: what a host may put there."""

from __future__ import annotations

import asyncio
import re
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

Head = list[bytes]
"""The lines of a request's head."""

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""A key that everybody knows and its certificate, for ``localhost``, ``olomoc.lan`` and 127.0.0.1."""


class Relay:
    """Takes connections at `url` and passes them on to a port of this machine. `headed` changes the head of each
    request (None: bytes are passed as they are; changed to nothing, it is never answered). `tls`: speaks TLS to its
    visitors; `address`: where it listens."""

    def __init__(
        self, port: int, headed: Callable[[Head], Head] | None = None, *, tls: bool = False, address: str = "127.0.0.1"
    ) -> None:
        self._port = port
        self._headed = headed
        self._tls = tls
        self._address = address
        self.port = 0
        self.url = ""

    async def __aenter__(self) -> Self:
        context = None
        if self._tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)
        self._server = await asyncio.start_server(self._serve, self._address, 0, ssl=context)
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"{'https' if self._tls else 'http'}://{self._address}:{self.port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to, out = await asyncio.open_connection("127.0.0.1", self._port)
        tasks = [asyncio.create_task(self._pass(reader, out)), asyncio.create_task(_pump(to, writer))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        # What the server still says is passed on, but it does not have to end by itself.
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 1)
        for end in (out, writer):
            end.close()

    async def _pass(self, reader: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        if self._headed is not None:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[:-2]
                if not (changed := self._headed(head)):
                    await asyncio.Event().wait()
                out.write(b"\r\n".join(changed) + b"\r\n\r\n")
        await _pump(reader, out)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError, ssl.SSLError):
        while chunk := await reader.read(65_536):
            writer.write(chunk)
            await writer.drain()


@contextmanager
def in_thread(*relays: Relay) -> Iterator[None]:
    """Runs relays in a thread of their own, for tests whose own loop is a browser's."""
    loop, ready = asyncio.new_event_loop(), threading.Event()
    ended = asyncio.Event()

    async def serve() -> None:
        async with AsyncExitStack() as stack:
            for relay in relays:
                await stack.enter_async_context(relay)
            ready.set()
            await ended.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait()
    yield
    loop.call_soon_threadsafe(ended.set)
    thread.join()


def hanging(head: Head) -> Head:
    """What becomes of a socket behind a proxy that never answers its upgrade: nothing."""
    if any(line.lower() == b"upgrade: websocket" for line in head):
        return []
    return [head[0], *without(head)[1:]]


def without(head: Head, *names: bytes) -> Head:
    """The head without these headers, and with no more than one request on the connection, which the relay reads."""
    names = (*names, *(() if any(b"upgrade: websocket" in line.lower() for line in head) else (b"connection",)))
    kept = [head[0], *(line for line in head[1:] if line.split(b":")[0].lower() not in names)]
    return kept if b"connection" not in names else [*kept, b"Connection: close"]


def plain_nginx(port: int) -> Callable[[Head], Head]:
    """What nginx makes of a request with nothing but ``proxy_pass http://127.0.0.1:port``."""

    def headed(head: Head) -> Head:
        method, path, _ = head[0].split(b" ")
        first = b" ".join((method, path, b"HTTP/1.0"))
        return [first, f"Host: 127.0.0.1:{port}".encode(), *without(head, b"host", b"upgrade")[1:]]

    return headed


README = Path(__file__).parents[1] / "README.md"
SETTINGS = re.findall(r"proxy_set_header (\S+) (\S+);", README.read_text())
"""The headers that nginx sets as the README says: names, and values that may be a variable of nginx's."""


def proper(client: str, scheme: str = "http", prefix: str = "", *, left: bool = False) -> Callable[[Head], Head]:
    """What nginx with the README's settings makes of a request by a client; `prefix`: the path below which it offers
    the server and nothing else; it takes it away and tells of it, unless it is `left`, as the README has it."""

    def headed(head: Head) -> Head:
        came = {name.strip().lower(): it.strip() for name, _, it in (line.decode().partition(":") for line in head[1:])}
        known = {"$remote_addr": client, "$scheme": scheme, "$http_host": came["host"]}
        known["$http_upgrade"] = came.get("upgrade", "")
        headers = {name: known[value] if value.startswith("$") else value for name, value in SETTINGS}
        if prefix and not left:
            headers["X-Forwarded-Prefix"] = prefix
        if not known["$http_upgrade"]:
            headers["Connection"] += ", close"  # the relay reads one request of a connection and changes no other
        here = f" {prefix}/".encode()
        first = head[0].replace(here, here if left else b" /", 1)
        if here not in head[0]:
            first = b"GET /nothing-is-here HTTP/1.1"
        instead = {name.lower() for name in headers}
        kept = [line for line in head[1:] if line.decode().partition(":")[0].lower() not in instead]
        # What is empty is not sent.
        return [first, *kept, *(f"{name}: {it}".encode() for name, it in headers.items() if it)]

    return headed

"""Files that a page of ours sends as the body of a request.

Nothing that others wait for is held while a body comes: a peer may send a byte a second. What is limited is how many
bodies come from one address."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request

from webapp.base.numbers import number
from webapp.security.limits import Open, limits

PATIENCE_S = 60

_coming = Open(of_one=6, of_all=64)
"""The bodies that come at the same time; more are refused."""

_turns = asyncio.Semaphore(2)
"""The most uploads that are examined at once, each with its body in hand; others wait."""


class Busy(Exception):
    """Too many bodies come already, from this address or in all."""


def ours(request: Request) -> bool:
    """Whether a page of this server sent the request: another site's page cannot set that header or have our origin."""
    origin = request.headers.get("origin")
    sender = urlsplit(origin).netloc if origin else None
    return request.headers.get("x-olomoc") == "1" and sender in (None, request.headers.get("host"))


@asynccontextmanager
async def received(request: Request, guest: str, limit: int) -> AsyncIterator[bytes | None]:
    """The body, and a turn to examine it; None where it is too large or incomplete. Raises :class:`Busy`. `guest`:
    who sends it, whose address is noted."""
    address = request.client.host if request.client is not None else ""
    limits.met(guest, address)
    with _coming.one_more(address) as room:
        if not room:
            raise Busy
        data = await _body(request, limit)
    async with _turns:
        yield data


async def _body(request: Request, limit: int) -> bytes | None:
    if number(request.headers.get("content-length", "0"), limit) is None:
        return None
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE_S):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limit:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return bytes(data)

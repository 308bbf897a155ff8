"""Files that a page of ours sends as the body of a request."""

import asyncio
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request

PATIENCE_S = 60


def ours(request: Request) -> bool:
    """Whether a page of this server sent the request: another site's page cannot set that header or have our origin."""
    origin = request.headers.get("origin")
    there = urlsplit(origin).netloc if origin else None
    return request.headers.get("x-olomoc") == "1" and there in (None, request.headers.get("host"))


async def body_of(request: Request, limit: int) -> bytes | None:
    """The body; None where it is too large or incomplete."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > limit:
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

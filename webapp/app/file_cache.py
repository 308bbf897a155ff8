"""A cache of static files as they are sent, compressed once."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from dataclasses import dataclass

from webapp.security.headers import KEEP, App, Message, Receive, Send
from webapp.ui.theme import digest

FILES = ("/static/", "/_nicegui/")
"""The addresses of files that do not change while the server runs. Their query only renews browsers' caches."""

MOST_BYTES = 16_000_000
"""The most bytes of all bodies together; the least recently used are dropped. A page's files are some 0.6 MB."""

SMALLEST_BYTES = 500
"""The smallest body, in bytes, that is compressed."""

CONDITIONS = frozenset({b"range", b"if-none-match", b"if-modified-since", b"if-range", b"if-match"})
"""Headers of requests that do not ask for the whole file; these go to the app."""

WORTH_COMPRESSING = (b"text/", b"application/javascript", b"application/json", b"image/svg")

Key = tuple[str, bool]


@dataclass(frozen=True)
class CachedResponse:
    """An answer with status 200."""

    headers: list[tuple[bytes, bytes]]
    body: bytes
    digest: str
    """The digest of the file itself."""

    def headers_for(self, query: bytes) -> list[tuple[bytes, bytes]]:
        """The headers; where the address names what is in the file, browsers need not ask for it again."""
        if query != f"v={self.digest}".encode():
            return list(self.headers)
        return [*(header for header in self.headers if header[0] != KEEP[0]), KEEP]


class FileCache:
    """ASGI middleware that answers requests for static files from memory.

    A file would otherwise be opened and compressed for each visitor anew, and a page asks for some fifty. Only answers
    that any cache may keep (``cache-control: public``), and that set no cookie, are kept.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._kept: OrderedDict[Key, CachedResponse] = OrderedDict()
        self._bytes = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers the request, or passes it on."""
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(FILES):
            await self._app(scope, receive, send)
            return
        asked = dict(scope["headers"])
        if not CONDITIONS.isdisjoint(asked):
            await self._app(scope, receive, send)
            return
        compressed = b"gzip" in asked.get(b"accept-encoding", b"")
        key = (scope["path"], compressed)
        kept = self._kept.get(key)
        if kept is None:
            answer = _Answer(send)
            await self._app(scope, receive, answer.take)
            kept = await answer.finish(compressed)
            if kept is None:
                return
            self._keep(key, kept)
        else:
            self._kept.move_to_end(key)
        await send({"type": "http.response.start", "status": 200, "headers": kept.headers_for(scope["query_string"])})
        await send({"type": "http.response.body", "body": kept.body})

    def _keep(self, key: Key, kept: CachedResponse) -> None:
        if (before := self._kept.pop(key, None)) is not None:
            self._bytes -= len(before.body)
        self._kept[key] = kept
        self._bytes += len(kept.body)
        while self._bytes > MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest.body)


class _Answer:
    """The app's response: held back if it may be cached, else passed on as it comes."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._body: list[bytes] = []

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _may_be_kept(message):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            self._body.append(message.get("body", b""))

    async def finish(self, compressed: bool) -> CachedResponse | None:
        """The whole response; None where it was passed on."""
        if self._start is None:
            return None
        body, headers = b"".join(self._body), list(self._start["headers"])
        if dict(headers).get(b"content-length") != str(len(body)).encode():
            # The app stops reading a file when the browser leaves, and does not say that the answer is cut off.
            await self._send(self._start)
            await self._send({"type": "http.response.body", "body": body})
            return None
        its = digest(body)
        kind = dict(headers).get(b"content-type", b"")
        if compressed and len(body) >= SMALLEST_BYTES and kind.startswith(WORTH_COMPRESSING):
            body = await asyncio.to_thread(gzip.compress, body, mtime=0)
            headers = [(name, value) for name, value in headers if name not in (b"content-length", b"vary")]
            headers += [
                (b"content-length", str(len(body)).encode()),
                (b"content-encoding", b"gzip"),
                (b"vary", b"Accept-Encoding"),
            ]
        return CachedResponse(headers, body, its)


def _may_be_kept(start: Message) -> bool:
    headers = dict(start["headers"])
    return (
        start["status"] == 200
        and b"public" in headers.get(b"cache-control", b"")
        and b"set-cookie" not in headers
        and b"content-encoding" not in headers
    )

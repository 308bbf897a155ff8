"""Static files are read and compressed once; nothing that is one visitor's, or no file, is kept."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from webapp.app import file_cache
from webapp.app.file_cache import FileCache
from webapp.security.headers import App, Message, Receive, Send
from webapp.ui.theme import digest

STYLE = b".bloc { fill: none }\n" * 100
PUBLIC = (b"cache-control", b"public, max-age=3600")
CSS = (b"content-type", b"text/css; charset=utf-8")


class Files:
    """An app that gives every address the same answer, and remembers what it was asked."""

    def __init__(self, status: int = 200, headers: tuple[tuple[bytes, bytes], ...] = (CSS, PUBLIC)) -> None:
        self.asked: list[str] = []
        self._status = status
        self._headers = headers

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        self.asked.append(scope["path"])
        headers = [*self._headers, (b"content-length", str(len(STYLE)).encode())]
        await send({"type": "http.response.start", "status": self._status, "headers": headers})
        await send({"type": "http.response.body", "body": STYLE[:700], "more_body": True})
        await send({"type": "http.response.body", "body": STYLE[700:]})


def browser(app: App, **headers: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://test", headers=headers)


async def test_a_file_is_read_once_for_all_browsers_that_take_it_in_the_same_form() -> None:
    files = Files()
    cache = FileCache(files)
    for _ in range(2):
        async with browser(cache) as one:
            answer = await one.get("/static/css/theme.css?v=1")
            assert (answer.content, answer.headers["content-encoding"]) == (STYLE, "gzip")
            assert answer.headers["vary"] == "Accept-Encoding"
            assert int(answer.headers["content-length"]) == len(gzip.compress(STYLE, mtime=0)) < len(STYLE)
        async with browser(cache, **{"accept-encoding": "identity"}) as other:
            answer = await other.get("/static/css/theme.css?v=2")
            assert answer.content == STYLE
            assert "content-encoding" not in answer.headers
    assert len(files.asked) == 2


async def test_browsers_keep_for_good_what_is_named_in_the_address() -> None:
    cache = FileCache(Files())
    for query, kept in ((f"?v={digest(STYLE)}", True), ("?v=0123456789", False), ("", False)):
        for _ in range(2):
            async with browser(cache) as one:
                answer = await one.get(f"/static/css/theme.css{query}")
            assert ("immutable" in answer.headers["cache-control"]) is kept, query
            assert len(answer.headers.get_list("cache-control")) == 1


@pytest.mark.parametrize(
    "asking",
    [
        lambda client: client.get("/watch/MIDS"),
        lambda client: client.head("/static/css/theme.css"),
        lambda client: client.get("/static/css/theme.css", headers={"range": "bytes=0-9"}),
        lambda client: client.get("/static/css/theme.css", headers={"if-none-match": '"1"'}),
    ],
)
async def test_answers_that_are_no_whole_files_are_not_cached(
    asking: Callable[[httpx.AsyncClient], Any],
) -> None:
    files = Files()
    cache = FileCache(files)
    for _ in range(2):
        async with browser(cache) as one:
            await asking(one)
    assert len(files.asked) == 2


@pytest.mark.parametrize(
    "files",
    [
        Files(status=404),
        Files(headers=(CSS, (b"cache-control", b"no-store"))),
        Files(headers=(CSS, PUBLIC, (b"set-cookie", b"session=1"))),
    ],
)
async def test_an_answer_that_is_one_visitors_or_a_refusal_is_not_kept(files: Files) -> None:
    cache = FileCache(files)
    for _ in range(2):
        async with browser(cache) as one:
            assert (await one.get("/static/css/theme.css")).content == STYLE
    assert len(files.asked) == 2


async def test_what_is_cut_off_where_a_browser_leaves_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "theme.css").write_bytes(STYLE)
    begun = asyncio.Event()

    async def files(scope: Message, receive: Receive, send: Send) -> None:
        async def stopped(message: Message) -> None:
            await send(message)
            if not begun.is_set():
                begun.set()
                await anyio.sleep_forever()

        await FileResponse(tmp_path / "theme.css", headers={"cache-control": "public"})(scope, receive, stopped)

    async def passed_on(request: Request, call_next: RequestResponseEndpoint) -> Response:
        return await call_next(request)

    async def leaving() -> Message:
        await begun.wait()
        return {"type": "http.disconnect"}

    async def nobody(message: Message) -> None:
        """Takes an answer for which there is no browser any more."""

    cache = FileCache(BaseHTTPMiddleware(files, passed_on))
    scope = {"type": "http", "method": "GET", "path": "/static/css/theme.css", "query_string": b"", "headers": []}
    await cache({**scope, "extensions": {}, "asgi": {"version": "3.0", "spec_version": "2.3"}}, leaving, nobody)
    async with browser(cache, **{"accept-encoding": "identity"}) as one:
        assert (await one.get("/static/css/theme.css")).content == STYLE


async def test_files_asked_for_least_recently_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_cache, "MOST_BYTES", 2 * len(gzip.compress(STYLE, mtime=0)))
    files = Files()
    async with browser(FileCache(files)) as one:
        for name in ("a", "b", "a", "c", "a", "b"):
            await one.get(f"/static/css/{name}.css")
    assert [path[-5] for path in files.asked] == ["a", "b", "c", "b"]

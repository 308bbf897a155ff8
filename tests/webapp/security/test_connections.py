"""Connections that send nothing, or send it slowly, on a real socket."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import uvicorn

from tests.serving import Server, free_port
from tests.waiting import until
from webapp.security import connections as guard
from webapp.security.connections import GuardedConnection, connections
from webapp.security.headers import Message, Receive, Send

PATIENCE_S = 30


async def app(scope: Message, receive: Receive, send: Send) -> None:
    """Answers with the number of bytes that came."""
    if scope["type"] != "http":
        return
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    body = str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
async def port() -> AsyncIterator[int]:
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, http=GuardedConnection, lifespan="off", log_level="error"))
    running = asyncio.ensure_future(server.serve())
    await until(lambda: server.started)
    yield port
    server.should_exit = True
    await running


async def say(port: int, *words: bytes, apart_s: float = 0) -> bytes:
    """The server's answer to these words until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for word in words:
            writer.write(word)
            await asyncio.sleep(apart_s)
        async with asyncio.timeout(PATIENCE_S):
            return await reader.read(-1)
    except ConnectionError:
        return b""
    finally:
        writer.close()


GET = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\nconnection: close\r\n\r\n"


async def test_requests_are_answered(port: int) -> None:
    assert (await say(port, GET)).endswith(b"0")
    assert (await say(port, POST, b"ab", b"cd", apart_s=0.02)).endswith(b"4")
    twice = GET.replace(b"connection: close\r\n", b"") + POST + b"abcd"
    assert (await say(port, twice)).count(b"200 OK") == 2
    await until(lambda: not connections._open)
    assert (connections._silent, connections._silent_of) == ({}, {})


@pytest.mark.parametrize("words", [(), (b"GET / HTTP/1.1\r\n", b"host: localhost\r\n")], ids=["silent", "slow"])
async def test_without_headers_in_time_it_is_closed(
    port: int, words: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "HEADERS_S", 0.2)
    assert await say(port, *words) == b""


async def test_without_the_body_in_time_it_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_S", 0.2)
    assert await say(port, POST, b"ab") == b""


async def test_a_second_request_has_its_own_time(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "HEADERS_S", 0.3)
    kept = GET.replace(b"connection: close\r\n", b"")
    assert (await say(port, kept, b"GET /", apart_s=0.1)).count(b"200 OK") == 1


async def test_headers_without_end_are_not_read(port: int) -> None:
    assert await say(port, b"GET / HTTP/1.1\r\n", b"x: " + b"y" * 1_000_000) == b""


async def test_newcomers_have_room_beside_a_crowd_that_says_nothing(
    port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(guard, "SILENT_OF_ONE", 8)
    connections._logged_at.clear()
    crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(40)]
    await until(lambda: len(connections._silent) <= 8)
    assert (await say(port, GET)).endswith(b"0")
    gone = [asyncio.ensure_future(reader.read(1)) for reader, _ in crowd]
    await until(lambda: sum(it.done() for it in gone) >= 32)
    # The oldest went, and the log tells of them in a line.
    assert all(it.done() for it in gone[:32])
    assert caplog.text.count("connections from 127.0.0.1 were closed") == 1
    for task in gone:
        task.cancel()
    for _, writer in crowd:
        writer.close()
    await asyncio.gather(*gone, return_exceptions=True)


async def test_an_address_has_so_many_connections_and_this_machine_any_number(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "OPEN_OF_ONE", 3)
    for here, answered in ((frozenset({"127.0.0.1"}), 4), (frozenset[str](), 3)):
        monkeypatch.setattr(guard, "LOOPBACK", here)
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(4)]
        await until(lambda: connections._open.total() == answered)  # noqa: B023
        for _, writer in held:
            writer.close()
        await until(lambda: not connections._open)


async def test_the_server_keeps_no_thousand_silent_connections(server: Server) -> None:
    """The real one: a thousand connections are made and say nothing, and a page still comes."""
    crowd = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(1_000)]
    answer = await say(server.port, b"GET /alive HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    assert b" 204 " in answer
    kept = [asyncio.ensure_future(reader.read(1)) for reader, _ in crowd]
    await until(lambda: sum(it.done() for it in kept) >= 900)
    for task in kept:
        task.cancel()
    for _, writer in crowd:
        writer.close()
    await asyncio.gather(*kept, return_exceptions=True)
    assert "connections from 127.0.0.1 were closed" in server.output
    assert server.complaints == []

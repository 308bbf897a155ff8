"""Messages to pages: one to rooms reaches all of their sockets; a wait for one takes no task of its own; a method is
asked once whether it takes the event."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from engineio.exceptions import SocketIsClosedError
from nicegui import core
from socketio.packet import Packet

from webapp.app import messages
from webapp.app.messages import Messages, expects_arguments, wait_for


async def test_a_message_to_rooms_reaches_their_sockets_but_those_that_have_closed() -> None:
    queued: list[tuple[str, str]] = []

    async def send(socket: str, packet: Any) -> None:
        if socket == "closed":
            raise SocketIsClosedError
        queued.append((socket, packet.encode()))

    manager, sockets = Messages(), SimpleNamespace(send_packet=send, generate_id=core.sio.eio.generate_id)
    manager.set_server(SimpleNamespace(packet_class=Packet, eio=sockets))
    for page, socket in (("a", "one"), ("b", "closed"), ("c", "two"), ("d", "other")):
        sid = await manager.connect(socket, "/")
        await manager.enter_room(sid, "/", page)
    await manager.emit("parts", {"n": 1}, "/", room=["a", "b", "c"])
    await manager.emit("parts", {"n": 2}, "/", room="d")
    assert queued == [(it, f'42["parts",{{"n":{n}}}]') for it, n in (("one", 1), ("two", 1), ("other", 2))]


async def test_what_is_awaited_has_its_time_and_no_task() -> None:
    ended: list[asyncio.Task[Any] | None] = []

    async def something(seconds: float) -> str:
        try:
            await asyncio.sleep(seconds)
        finally:
            ended.append(asyncio.current_task())
        return "done"

    assert await wait_for(something(0), 5) == await wait_for(something(0), None) == "done"
    with pytest.raises(TimeoutError):
        await wait_for(something(30), 0.01)
    assert ended == [asyncio.current_task()] * 3


expecting = messages._expects_arguments


def test_a_method_is_asked_once_for_all_objects_that_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Handler:
        def plain(self, hint: str = "") -> None: ...

        def told(self, event: object) -> None: ...

    asked: list[object] = []
    monkeypatch.setattr(messages, "_expects_arguments", lambda it: asked.append(it) or expecting(it))
    for handler in (Handler(), Handler()):
        assert not expects_arguments(handler.plain)
        assert expects_arguments(handler.told)
    assert len(asked) == 2
    assert expects_arguments(lambda event: None)
    assert not expects_arguments(lambda: None)
    assert not expects_arguments([].clear)

"""Messages to pages: one to rooms reaches all of their sockets."""

from types import SimpleNamespace
from typing import Any

from engineio.exceptions import SocketIsClosedError
from nicegui import core
from socketio.packet import Packet

from webapp.app.messages import Messages


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

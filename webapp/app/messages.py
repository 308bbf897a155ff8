"""Messages to pages, with less work for each than socket.io does by itself."""

from contextlib import suppress
from typing import Any

from engineio import exceptions, packet
from nicegui import core
from socketio import AsyncManager
from socketio.packet import EVENT


class Messages(AsyncManager):  # type: ignore[misc]  # socket.io has no types
    """The manager of socket.io's rooms. A message is put into the queue of each receiver's socket, which takes no time:
    socket.io would make a task for each, and wait for all of them."""

    async def emit(self, event: str, data: Any, namespace: str, room: Any = None, **_: Any) -> None:
        """Sends a message to a room, or to several; nobody waits for an answer to one."""
        made = self.server.packet_class(EVENT, namespace=namespace, data=[event, data])
        sent = packet.Packet(packet.MESSAGE, made.encode())
        for _, socket in self.get_participants(namespace, room):
            with suppress(exceptions.SocketIsClosedError):
                await self.server.eio.send_packet(socket, sent)


LATE_S = 4.0
"""The seconds that a page has to answer a ping. The framework gives it two: a slow telephone that drew for longer, or a
busy machine, lost its line again and again."""


def lighten() -> None:
    """Called before the server starts."""
    core.app.on_startup(_wait_for_late_pages)
    # A page's messages are handled one after the other, in the order in which they were sent.
    core.sio.async_handlers = False
    core.sio.manager = Messages()
    core.sio.manager.set_server(core.sio)


def _wait_for_late_pages() -> None:
    core.sio.eio.ping_timeout = max(core.sio.eio.ping_timeout, LATE_S)

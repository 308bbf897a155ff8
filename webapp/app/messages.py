"""Messages to and from pages, with less work for each than socket.io and NiceGUI do by themselves."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import FunctionType, MethodType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from engineio import exceptions, packet
from nicegui import core, helpers
from socketio import AsyncManager
from socketio.packet import EVENT

T = TypeVar("T")

_expecting: WeakKeyDictionary[Callable[..., Any], bool] = WeakKeyDictionary()
_expects_arguments = helpers.expects_arguments


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


async def wait_for(awaited: Awaitable[T], timeout: float | None) -> T:
    """`asyncio.wait_for` as Python has it from 3.12 on: without a task for what is awaited."""
    async with asyncio.timeout(timeout):
        return await awaited


def expects_arguments(func: Callable[..., Any]) -> bool:
    """`nicegui.helpers.expects_arguments`, which would read the signature of a method anew for each object that has it:
    three for each element of a page."""
    if not isinstance(func, MethodType) or not isinstance(func.__func__, FunctionType):
        return _expects_arguments(func)
    found = _expecting.get(func.__func__)
    if found is None:
        found = _expecting[func.__func__] = _expects_arguments(func)
    return found


def lighten() -> None:
    """Called before the server starts."""
    helpers.expects_arguments = expects_arguments
    # A message is waited for by its page's outbox, by its socket and, as it comes in, by its reader.
    if sys.version_info < (3, 12):
        asyncio.wait_for = wait_for  # type: ignore[assignment]  # futures are awaitable, too
    # Nothing binary is sent: socket.io need not look for it in every message.
    core.sio.packet_class.uses_binary_events = False
    # The task of a message may handle its event, too.
    core.sio.async_handlers = False
    core.sio.manager = Messages()
    core.sio.manager.set_server(core.sio)

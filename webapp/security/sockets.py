"""Sockets act for their own page and their own browser only.

NiceGUI takes events for any page whose id they name, from any socket. A page's id is long and stays in that page; but
a seat is not to hang on an id that somebody may have seen over a shoulder or in a log. So a socket is let in to a page
only with the cookie of the browser that asked for it, and speaks for no page but the one it was let in to.
"""

import inspect
import logging
from collections import deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from nicegui import Client, core

log = logging.getLogger(__name__)

SPEAKING = ("event", "javascript_response", "ack", "log")
"""The socket's events that carry a message for the page that they name."""

_guarded: set[int] = set()

KNOWN = 64
"""The events of a page whose names are known, those that came last: more than are under way on a line that ends."""
LONGEST = 64
"""The most characters of a name."""
_came: WeakKeyDictionary[Client, deque[str]] = WeakKeyDictionary()
"""The names of events that came, by page."""


def guard() -> None:
    """Installs the checks before NiceGUI's handlers, once."""
    if id(core.sio) in _guarded:
        return
    _guarded.add(id(core.sio))
    for name in SPEAKING:
        core.sio.on(name, _own_page_only(core.sio.handlers["/"][name]))
    core.sio.on("handshake", _own_browser_only(core.sio.handlers["/"]["handshake"]))
    core.sio.on("connect", _connecting(core.sio.handlers["/"]["connect"]))


def _own_page_only(handler: Callable[..., Any]) -> Callable[..., Any]:
    async def handle(sid: str, *messages: Any) -> Any:
        message = messages[0] if len(messages) == 1 else None
        named = message.get("client_id") if isinstance(message, dict) else None
        # The handshake puts a socket into a room that is named after its page.
        if not isinstance(named, str) or sid not in core.sio.manager.rooms.get("/", {}).get(named, ()):
            log.warning("a socket spoke for a page that is not its own")
            return None
        if isinstance(message, dict) and again(named, message):
            return None
        return await _hear(handler, sid, message)

    return handle


def again(page: str, message: dict[str, Any]) -> bool:
    """Whether an event of a page, known by its id, has come before, by the `name` in the message: a page sends again
    what may have been lost with its last line (static/js/staying.js). An event without a name is always new."""
    name, client = message.get("name"), Client.instances.get(page)
    if client is None or not isinstance(name, str) or len(name) > LONGEST:
        return False
    came = _came.setdefault(client, deque(maxlen=KNOWN))
    if name in came:
        return True
    came.append(name)
    return False


def _own_browser_only(handler: Callable[..., Any]) -> Callable[..., Any]:
    async def handle(sid: str, *messages: Any) -> Any:
        message = messages[0] if len(messages) == 1 else None
        named = message.get("client_id") if isinstance(message, dict) else None
        if not _same_browser(core.sio.get_environ(sid), named):
            return False
        return await _hear(handler, sid, message)

    return handle


def _connecting(handler: Callable[..., Any]) -> Callable[..., Any]:
    async def connect(sid: str, environ: Any = None, auth: Any = None, *more: Any) -> Any:
        # A message may be called "connect" too: what came with the socket itself is the very thing that is kept of it.
        if environ is not core.sio.get_environ(sid):
            log.warning("a socket said what no page says: connect")
            return False
        query = environ["asgi.scope"].get("query_string", b"")
        pairs = [pair.partition(b"=") for pair in query.split(b"&")]
        named = next((value.decode("ascii", "replace") for key, _, value in pairs if key == b"client_id"), None)
        if named in Client.instances and not _same_browser(environ, named):
            return False
        # By this a posted body would be read. It is kept as long as the socket, with a class made for it alone.
        environ.pop("wsgi.input", None)
        return await _run(handler, sid, environ, auth)

    return connect


def _same_browser(environ: dict[str, Any] | None, page: Any) -> bool:
    """Whether a socket has the cookie of the browser that requested a page. True for a page that is gone: NiceGUI then
    reloads it."""
    client = Client.instances.get(page) if isinstance(page, str) else None
    if client is None or environ is None:
        return True
    session = environ["asgi.scope"].get("session") or {}
    if session.get("id") == client.request.session.get("id"):
        return True
    log.warning("a socket asked for a page of another browser")
    return False


async def _run(handler: Callable[..., Any], *args: Any) -> Any:
    done = handler(*args)
    return await done if inspect.isawaitable(done) else done


async def _hear(handler: Callable[..., Any], sid: str, message: Any) -> Any:
    """The handler with a check of the message. One of another shape than our pages send is dropped: NiceGUI does not
    check, and its errors are not caught here."""
    try:
        return await _run(handler, sid, message)
    except (TypeError, ValueError, LookupError, AttributeError) as problem:
        log.warning("a socket said what no page says: %r", problem)
        return None

"""The private parts of libraries that we rely on are still the same in the versions that are installed.

A failure here says where a new version needs a look; the behaviour itself has its own tests, named at each.
"""

import ast
import inspect
from asyncio import selector_events
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import nicegui
from engineio import async_server, async_socket
from engineio.async_drivers import asgi
from fastapi import FastAPI, routing
from fastapi.middleware import asyncexitstack
from nicegui import Client, core, dependencies, ui
from nicegui.page import page
from nicegui.storage import request_contextvar
from nicegui.testing import User
from socketio import AsyncManager, AsyncServer
from socketio.base_manager import BaseManager
from starlette.middleware import base
from starlette.requests import Request
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tests import simulation
from webapp.app.logs import LEFT, UNREADABLE
from webapp.frame.page_frame import ANSWERED_IN
from webapp.security.connections import GuardedConnection
from webapp.security.sockets import SPEAKING
from webapp.ui.components import LeanElement, VueComponent, unwatch

WEBAPP = Path(__file__).parents[2] / "webapp"
SCRIPT = (Path(nicegui.__file__).parent / "static" / "nicegui.js").read_text(encoding="utf-8")


def test_nicegui_hears_nothing_on_its_sockets_that_is_not_guarded() -> None:
    """security/sockets.py puts a check before each handler by its name. Its effects: test_theft.py."""
    handlers = core.sio.handlers["/"]
    assert set(handlers) == {*SPEAKING, "handshake", "connect", "disconnect"}
    assert set(core.sio.handlers) == {"/"}
    assert len(inspect.signature(handlers["handshake"]).parameters) == 2
    for name in SPEAKING:
        assert len(inspect.signature(handlers[name]).parameters) == 2, name


def test_nicegui_elements_keep_their_properties_where_ours_write_them() -> None:
    """Elements under webapp/ui write `_props` and then `update()`: written one by one each would be sent by itself."""
    with Client(page("")):
        element = ui.element("div")
    assert element._props is element.props


def test_nicegui_elements_are_written_where_ours_leave_out_strings() -> None:
    """ui/strings_apart.py. Its effects: test_spectators.py."""
    with Client(page("")):
        element = ui.element("div").props("role=note")
    assert element._to_dict()["props"] == {"role": "note"}
    assert "element._to_dict()" in inspect.getsource(Client.build_response)


def test_nicegui_elements_are_written_from_the_collections_that_ours_make_late() -> None:
    """ui/components.py: `VueComponent`. Its effects: every page."""
    with Client(page("")):
        element, ours = ui.element("div"), VueComponent()
        for either in (element, ours):
            either.on("press", lambda: None).classes("large").style("color: red").props("role=note")
    assert {"_props", "_classes", "_style"} <= vars(element).keys()
    written = [{key: value for key, value in it._to_dict().items() if key != "events"} for it in (element, ours)]
    assert written[0] == written[1]


def test_nicegui_elements_are_written_alike_when_nothing_watches_them_any_more() -> None:
    """ui/components.py: `unwatch`, `LeanElement`. Their effects: every page."""
    with Client(page("")) as client:
        ui.element("div").classes("large wide").style("color: red").props("role=note")
        elements = list(client.elements.values())
        before = [it._to_dict() for it in elements]
        for element in elements:
            unwatch(element)
        assert [it._to_dict() for it in elements] == before
        label, ours = ui.label("<b>").classes("large"), LeanElement("div", "large", "<b>")
        assert label._to_dict() == ours._to_dict()
        ours.classes("wide")
        assert ours._to_dict()["class"] == ["large", "wide"]


async def test_shared_signature_cache_matches_fastapi_and_nicegui() -> None:
    """tests/simulation.py. A second route of a function has the first one's models and nothing else of it; one that
    is made otherwise has its own."""

    def page(number: int) -> Callable[[], int]:
        async def answer(size: int = 3) -> int:
            return number * size

        return answer

    first, second, third = (page(number) for number in (1, 2, 3))
    router, other = FastAPI(), FastAPI()
    router.get("/page")(first)
    other.get("/page")(second)
    other.get("/page", status_code=201)(third)
    one, two, three = router.routes[-1], *other.routes[-2:]
    assert all(isinstance(it, routing.APIRoute) for it in (one, two, three))
    assert two.dependant.query_params == one.dependant.query_params
    assert two.response_field is one.response_field is not three.response_field
    assert (two.endpoint, two.dependant.call, two.dependency_overrides_provider) == (second, second, other)
    assert (one.status_code, two.status_code, three.status_code) == (None, None, 201)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(other), base_url="http://test") as browser:
        assert (await browser.get("/page?size=5")).json() == 10
    assert set(inspect.signature(routing.APIRoute.__init__).parameters) >= simulation.OWN


def test_nicegui_scripts_name_what_ours_read() -> None:
    """static/js/staying.js, and the tests' browsers. Its effects: tests/browser/test_coming_back.py."""
    for name in ("window.socket", "window.nextMessageId", "next_message_id", "window.did_handshake"):
        assert name in SCRIPT, name


def test_nicegui_names_its_libraries_and_starts_pages_where_our_components_come_in() -> None:
    """ui/components.py. Its effects: test_first_picture.py."""
    resources = inspect.getsource(dependencies.generate_resources)
    assert "in esm_modules.items()" in resources
    assert "imports.update(importmap_overrides)" in resources
    page = (Path(nicegui.__file__).parent / "templates" / "index.html").read_text(encoding="utf-8")
    module = page.rpartition('<script type="module">')[2]
    assert module.index("const app =") < module.index("vue_config_script") < module.index("app.mount(")


def test_uvicorns_connections_call_what_ours_override() -> None:
    """security/connections.py: `GuardedConnection`. Its effects: test_connections.py."""
    overridden = {name for name, it in vars(GuardedConnection).items() if inspect.isfunction(it)}
    leant_on = {
        *("connection_made", "connection_lost", "data_received", "handle_websocket_upgrade"),
        *("on_message_begin", "on_headers_complete", "on_message_complete", "on_response_complete"),
    }
    assert leant_on <= overridden
    assert leant_on <= set(vars(HttpToolsProtocol))
    assert set(vars(HttpToolsProtocol)) & {"_expect", "_expect_nothing", "_late", "_forget", "abort"} == set()
    source = inspect.getsource(HttpToolsProtocol.__init__)
    assert all(f"self.{name}" in source for name in ("loop", "transport", "client", "cycle"))
    assert "self.response_complete" in inspect.getsource(RequestResponseCycle.__init__)


def test_libraries_tell_of_their_peers_in_the_words_that_we_look_for() -> None:
    """app/logs.py knows their records by how they begin. Its effects: test_malformed.py."""
    protocol, packet = UNREADABLE
    assert f"'{protocol}data_received() call failed.'" in inspect.getsource(selector_events)
    assert packet.removeprefix("message") in inspect.getsource(async_server)
    assert f'"{LEFT}"' in inspect.getsource(base)


def test_sockets_keep_the_request_that_they_came_with() -> None:
    """security/sockets.py compares its session with that of the page. Its effects: test_theft.py."""
    assert "'asgi.scope'" in inspect.getsource(asgi)
    assert {"get_environ", "rooms"} <= set(dir(core.sio))
    assert "request" in inspect.signature(Client).parameters
    assert isinstance(Client.instances, dict)
    # Of what a socket came with, what reads a posted body is dropped: only a POST, with its own, is read by it.
    readers = [it for it in (async_server, async_socket, asgi, core) if '["wsgi.input"]' in _source(it)]
    assert readers == [async_socket]
    assert _source(async_socket.AsyncSocket.handle_post_request).count('["wsgi.input"]') == 1
    assert _source(async_socket).count('["wsgi.input"]') == 1


def _source(thing: Any) -> str:
    return inspect.getsource(thing).replace("'", '"')


def test_requests_keep_what_answers_them_where_we_take_it_away() -> None:
    """frame/page_frame.py: `_let_go`. Its effects: test_spectators.py."""
    assert {"_receive", "_send"} <= set(vars(Request({"type": "http"})))
    sources = [inspect.getsource(routing), inspect.getsource(asyncexitstack)]
    for name in ANSWERED_IN:
        assert any(f'"{name}"' in source for source in sources), name
    assert request_contextvar.get() is None
    assert all(f"self.{name} = ''" in inspect.getsource(Client.__init__) for name in ("_head_html", "_body_html"))


def test_socketio_sends_messages_where_ours_put_them_into_queues() -> None:
    """app/messages.py: `Messages`. Its effects: test_messages.py."""
    assert "if self.async_handlers:" in inspect.getsource(AsyncServer)
    assert "await self.manager.emit(event, data, namespace, room=room," in inspect.getsource(AsyncServer.emit)
    sends = "await self.eio.send_packet(eio_sid, eio_pkt)"
    assert sends in inspect.getsource(vars(AsyncServer)["_send_eio_packet"])
    assert "eio_packet.Packet(eio_packet.MESSAGE, p)" in inspect.getsource(AsyncManager.emit)


def test_the_room_of_a_page_has_its_sockets() -> None:
    """security/sockets.py looks there for the socket that speaks. Its effects: test_theft.py."""
    assert "self.rooms[namespace].items()" in inspect.getsource(BaseManager.get_rooms)


def test_the_testing_user_takes_its_retries_by_keyword() -> None:
    """tests/webapp/conftest.py makes it patient."""
    assert User.should_see.__kwdefaults__["retries"] == User.should_not_see.__kwdefaults__["retries"] == 100


def test_no_other_private_members_of_libraries_are_used() -> None:
    """A private name that no module of the web app defines belongs to a library: each has a test above."""
    used: set[str] = set()
    ours: set[str] = set()
    for path in WEBAPP.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    ours.add(name)
                case (
                    ast.Name(id=name, ctx=ast.Store())
                    | ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store())
                ):
                    ours.add(name)
                case ast.Attribute(attr=name) if name.startswith("_") and not name.endswith("__"):
                    used.add(name)
                case ast.ImportFrom(module=str(module), names=names) if not module.startswith(("webapp", "__future__")):
                    parts = [*module.split("."), *(it.name for it in names)]
                    used |= {part for part in parts if part.startswith("_")}
    # `os._exit` and a named tuple's `_replace` are documented.
    assert used - ours == {"_exit", "_replace", "_head_html", "_body_html"}


def test_dialogs_of_the_framework_are_made_in_one_place() -> None:
    """Its style sheet gives presses back to a ``div`` directly below a dialog, and to no other element (every button is
    pressed: tests/browser/test_sheets.py)."""
    made = [
        str(path.relative_to(WEBAPP))
        for path in sorted(WEBAPP.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "dialog" and ast.unparse(node.value) == "ui"
    ]
    assert made == ["ui/sheet.py"]

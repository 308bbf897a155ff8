"""The error pages (404, 500): a sentence and a way back. The reason goes to the log alone."""

import logging

from fastapi import Request, Response
from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, app, ui
from nicegui.page import page as page_of
from starlette.exceptions import HTTPException

from webapp.frame.page_frame import frame
from webapp.i18n import translator
from webapp.people.visitors import language_of
from webapp.ui.theme import link_to, testid, text

log = logging.getLogger(__name__)

NOT_FOUND = 404


def register() -> None:
    """Registers the pages. An exception's own message is never shown, because it may hold secrets."""
    app.on_page_exception(trouble)
    app.exception_handler(NOT_FOUND)(lost)


def trouble(problem: Exception) -> None:
    """Builds the page for an error of the server."""
    log.error("a page could not be built", exc_info=problem)
    _page("trouble.title", "trouble.what", "trouble")


async def lost(request: Request, problem: Exception) -> Response:
    """Builds the page for an unknown address; an API address is answered with JSON."""
    asked = request.scope.get("endpoint")
    if isinstance(problem, HTTPException) and asked is not None and not request.scope.get("nicegui_page_path"):
        return await http_exception_handler(request, problem)
    with Client(page_of(""), request=request) as client:
        _page("trouble.lost", "trouble.lost-what", "lost", request)
    return client.build_response(request, NOT_FOUND)


def _page(title: str, what: str, name: str, request: Request | None = None) -> None:
    tr = translator(language_of(request))
    with (
        frame(tr, tr(title), styles=("lobby.css",), page_class="lobby-trouble"),
        testid(ui.element("div"), name).classes("panel"),
    ):
        text("h1", tr(title))
        text("p", tr(what), "muted")
        back = text("a", tr("trouble.back"), "btn main accent")
        link_to(back, "/")

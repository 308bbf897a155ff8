"""The error pages (404, 500): a sentence and a way back. The reason goes to the log alone."""

import logging

from fastapi import Request, Response
from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, app, ui
from nicegui.page import page as page_of
from starlette.exceptions import HTTPException

from webapp.i18n import translator
from webapp.people.visitors import language_of
from webapp.ui.page_frame import frame
from webapp.ui.theme import testid, text

log = logging.getLogger(__name__)

NOT_FOUND = 404


def register() -> None:
    """Shows it instead of the exception's own words, which may hold what the reader must not know."""
    app.on_page_exception(trouble)
    app.exception_handler(NOT_FOUND)(lost)


def trouble(problem: Exception) -> None:
    """Builds the page for a problem of ours."""
    log.error("a page could not be built", exc_info=problem)
    _page("trouble.title", "trouble.what", "trouble")


async def lost(request: Request, problem: Exception) -> Response:
    """The page for an address where there is none; programs that ask for one of theirs are told so as data."""
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
        back.props["href"] = "/"

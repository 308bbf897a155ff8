"""``/<game>/<path>``: the shelf of a browser's lists; below it ``list/…``, ``new``, ``open/…``: the builder."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response
from nicegui import app, ui

from webapp.frame.page_frame import frame
from webapp.games.contract import Game
from webapp.i18n import Translator, translator
from webapp.lists.draft import ListDraft
from webapp.lists.entry import entry_of, tidy
from webapp.lists.import_export import exported
from webapp.lists.kind import BadCode, ListKind, list_text
from webapp.lists.offers import load_own
from webapp.lists.service import list_service
from webapp.lists.sheet.routes import sheet, sheet_pdf
from webapp.lists.shelf_page import ShelfPage, file_name
from webapp.people.visitors import language_of, session_id
from webapp.ui.theme import BUILD_S, PATIENCE_S, link_to, testid, text

STYLES = ("lists.css",)


def register(game: Game) -> None:
    """Puts the pages of a game's lists at their addresses."""
    if game.lists_path:
        _register(game, f"/{game.key}/{game.lists_path}")


def _register(game: Game, address: str) -> None:
    def its() -> ListKind[Any]:
        """The game's lists, loaded for the first visitor."""
        kind = game.lists
        assert kind is not None
        return kind

    async def shelf_page() -> None:
        await _shelf(its())

    async def new_page(request: Request) -> None:
        kind, tr = its(), translator(language_of(), game.key)
        await _build(kind, kind.begin(request.query_params, tr), tr)

    async def list_page(id: str) -> None:
        await _list(its(), id)

    async def open_page(code: str, name: str = "") -> None:
        await _open(its(), code, name)

    for path, page in (("", shelf_page), ("/new", new_page), ("/list/{id}", list_page), ("/open/{code}", open_page)):
        ui.page(f"{address}{path}", reconnect_timeout=PATIENCE_S, response_timeout=BUILD_S)(page)

    async def export(request: Request) -> Response:
        return _export(its(), request)

    async def printed(
        request: Request, code: str = "", name: str = "", paper: str = "a4", language: str = ""
    ) -> Response:
        return await sheet(its(), request, code, name, paper, language)

    async def printed_pdf(
        request: Request, code: str = "", name: str = "", paper: str = "a4", language: str = ""
    ) -> Response:
        return await sheet_pdf(its(), request, code, name, paper, language)

    for path, answer in (("/export", export), ("/sheet", printed), ("/sheet.pdf", printed_pdf)):
        app.add_api_route(f"{address}{path}", answer, methods=["GET"], include_in_schema=False)


async def _shelf(kind: ListKind[Any]) -> None:
    """Builds the page of the shelf."""
    tr, session = translator(language_of(), kind.game), session_id()
    await load_own(kind, session)
    with frame(tr, list_text("lists.title", tr), styles=kind.styles, page_class="lists-page shelf") as page:
        with page.head:
            text("span", list_text("lists.heading", tr), "head-words")
        ShelfPage(kind, tr, session).build()


async def _list(kind: ListKind[Any], id: str) -> None:
    """The builder with one of the browser's own lists."""
    tr, session = translator(language_of(), kind.game), session_id()
    saved = list_service.get(session, kind.game, id)
    if saved is None:
        _say(kind, tr, tr("lists.no-such-list"))
        return
    try:
        desk = kind.draft(kind.read(saved.content))
    except BadCode as bad:
        _say(kind, tr, list_text(f"lists.bad.{bad.code}", tr, **bad.params))
        return
    except ValueError:
        _say(kind, tr, tr("lists.unreadable"))
        return
    desk.take_up(saved)
    await _build(kind, desk, tr)


async def _open(kind: ListKind[Any], code: str, name: str) -> None:
    """The builder with the list of a share code in the address."""
    tr = translator(language_of(), kind.game)
    try:
        desk = kind.opened(code)
    except BadCode as bad:
        _say(kind, tr, list_text(f"lists.bad.{bad.code}", tr, **bad.params))
        return
    desk.shared, desk.name = True, tidy(name)
    await _build(kind, desk, tr)


async def _build(kind: ListKind[Any], desk: ListDraft[Any], tr: Translator) -> None:
    await load_own(kind, session_id())
    title = f"{desk.name or list_text('lists.unnamed', tr)} · {list_text('lists.title', tr)}"
    with frame(tr, title, styles=kind.styles, page_class="lists-page builder") as page:
        kind.build(desk, tr, session_id(), page)


def _say(kind: ListKind[Any], tr: Translator, sentence: str) -> None:
    """A page that only says why there is no list."""
    with (
        frame(tr, list_text("lists.title", tr), styles=STYLES, page_class="lists-page door"),
        ui.element("div").classes("panel door-box"),
    ):
        testid(text("h1", sentence), "said")
        link = text("a", list_text("lists.yours", tr), "btn main accent")
        link_to(link, kind.address)


def _export(kind: ListKind[Any], request: Request) -> Response:
    """All lists of the browser as a file, without the deleted ones."""
    session = str(request.session.get("id", ""))
    lists = [entry_of(one) for one in list_service.lists(session, kind.game) if one.deleted_at is None]
    headers = {"content-disposition": f'attachment; filename="{file_name(kind)}"', "cache-control": "no-store"}
    return Response(exported(kind, lists), media_type="application/json", headers=headers)

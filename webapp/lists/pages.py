"""``/olomoc/cabals``: the shelf of a browser's lists; below it ``list/…``, ``new``, ``open/…``: the builder."""

from __future__ import annotations

from fastapi import Request, Response
from nicegui import app, ui

from rules.olomoc.cabals.draft import Sketch
from rules.olomoc.packs import Pack
from rules.olomoc.packs.layers import CORE
from webapp.games.olomoc.cabals import packs
from webapp.games.olomoc.cabals.builder.candidates import Filters, rouage_place, taken
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.builder.page import Builder
from webapp.games.olomoc.cabals.lists.cabal_list import tidy
from webapp.games.olomoc.cabals.lists.share_code import BadCode, decode
from webapp.games.olomoc.table.cards.book import words
from webapp.i18n import Translator, translator
from webapp.lists.bring import load_own
from webapp.lists.import_export import exported
from webapp.lists.service import as_list, keeper
from webapp.lists.sheet.routes import sheet, sheet_pdf
from webapp.lists.shelf_page import ShelfPage
from webapp.lists.shelf_tree import starter_sketch
from webapp.people.visitors import language_of, session_id
from webapp.ui.theme import PATIENCE_S, frame, testid, text

STYLES = ("olomoc/panels.css", "olomoc/cabals.css")


def register() -> None:
    """Puts the pages at their addresses."""
    ui.page("/olomoc/cabals", reconnect_timeout=PATIENCE_S)(shelf_page)
    ui.page("/olomoc/cabals/new", reconnect_timeout=PATIENCE_S)(new_page)
    ui.page("/olomoc/cabals/list/{id}", reconnect_timeout=PATIENCE_S)(list_page)
    ui.page("/olomoc/cabals/open/{code}", reconnect_timeout=PATIENCE_S)(open_page)
    for path, answer in (
        ("/olomoc/cabals/export", export),
        ("/olomoc/cabals/sheet", sheet),
        ("/olomoc/cabals/sheet.pdf", sheet_pdf),
    ):
        app.add_api_route(path, answer, methods=["GET"], include_in_schema=False)


async def shelf_page() -> None:
    """The lists, and where to start from."""
    tr, session = translator(language_of(), "olomoc"), session_id()
    await load_own(session)
    with frame(tr, tr("cabals.title"), styles=STYLES, page_class="cabals-page shelf") as page:
        with page.head:
            text("span", tr("cabals.heading"), "head-words")
        ShelfPage(_pack(), tr, session).build()


async def new_page(faction: str = "", rouage: str = "", starter: str = "", pack: str = CORE) -> None:
    """A new list from a faction, from a rouage, from a ready-made cabal, or from nothing."""
    await _begin(translator(language_of(), "olomoc"), packs.find(pack) or _pack(), faction, rouage, starter)


async def _begin(tr: Translator, pack: Pack, faction: str, rouage: str, starter: str) -> None:
    desk = CabalDraft(pack)
    if starter in pack.starters:
        desk.sketch = starter_sketch(pack.starters[starter])
        desk.name = words(pack.starters[starter].name, tr.language)
    elif rouage in pack.rouages:
        desk.sketch = taken(pack, Sketch(), rouage, "card", rouage_place(pack, Sketch(), rouage))
    elif faction in pack.factions:
        desk.sketch = Sketch(faction)
    if desk.sketch.faction:
        desk.filters = Filters(factions=frozenset({desk.sketch.faction}))
    if not desk.sketch.whole:
        desk.part = "cards"
    await _build(desk, tr)


async def list_page(id: str) -> None:
    """One of the browser's own lists."""
    tr, session = translator(language_of(), "olomoc"), session_id()
    saved = keeper.get(session, id)
    if saved is None:
        _say(tr, tr("cabals.no-such-list"))
        return
    try:
        of = as_list(saved)
    except ValueError:
        _say(tr, tr("cabals.unreadable"))
        return
    pack = packs.find(of.pack)
    if pack is None:
        _say(tr, tr("cabals.bad.no-pack", pack=of.pack, version=of.version))
        return
    await _build(CabalDraft(pack, of.sketch, of.name, of.notes, of.tags, saved), tr)


async def open_page(code: str, name: str = "") -> None:
    """A list that came by a link or a code: all of it is in the address."""
    tr = translator(language_of(), "olomoc")
    try:
        found = decode(code, packs.find)
    except BadCode as bad:
        _say(tr, tr(f"cabals.bad.{bad.code}", **bad.params))
        return
    pack = packs.find(found.list.pack)
    assert pack is not None  # it was decoded with it
    desk = CabalDraft(pack, found.list.sketch, tidy(name), shared=True)
    if found.list.version != pack.version:
        desk.other_version, desk.altered = found.list.version, found.altered
    await _build(desk, tr)


async def _build(desk: CabalDraft, tr: Translator) -> None:
    await load_own(session_id())
    title = tr("cabals.list-title", name=desk.name or tr("cabals.unnamed"))
    with frame(tr, title, styles=STYLES, page_class="cabals-page builder") as page:
        Builder(desk, tr, session_id(), page).build()


def _say(tr: Translator, said: str) -> None:
    """A page that only says why there is no list."""
    with (
        frame(tr, tr("cabals.title"), styles=STYLES, page_class="cabals-page door"),
        ui.element("div").classes("panel door-box"),
    ):
        testid(text("h1", said), "said")
        link = text("a", tr("cabals.shelf-link"), "btn main accent")
        link.props["href"] = "/olomoc/cabals"


def _pack() -> Pack:
    """The pack to start with."""
    return next(packs.every())


async def export(request: Request) -> Response:
    """All of the browser's lists as a file; those that were deleted stay out."""
    session = str(request.session.get("id", ""))
    lists = [as_list(one) for one in keeper.lists(session) if one.deleted_at is None]
    headers = {"content-disposition": 'attachment; filename="olomoc-cabals.json"', "cache-control": "no-store"}
    return Response(exported(lists), media_type="application/json", headers=headers)

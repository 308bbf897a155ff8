"""``/<game>/<path>/sheet`` and ``sheet.pdf``: the print sheet of the list of a share code."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from webapp.base.addresses import below, listening
from webapp.i18n import LANGUAGES, Translator, translator
from webapp.lists.draft import ListDraft
from webapp.lists.entry import tidy
from webapp.lists.kind import BadCode, ListKind, link, list_text
from webapp.lists.sheet.fonts import FILES, FONT
from webapp.lists.sheet.ink import PAPERS, Paper, SheetPage
from webapp.lists.sheet.svg import page as svg
from webapp.people.visitors import language_of
from webapp.ui.theme import asset

STYLE = """
@font-face { font-family: "%(font)s"; font-weight: 400; src: url("%(plain)s"); }
@font-face { font-family: "%(font)s"; font-weight: 700; src: url("%(bold)s"); }
@page { size: %(width)gmm %(height)gmm; margin: 0; }
* { box-sizing: border-box; }
body { margin: 0; background: #2a2d31; font-family: "%(font)s", sans-serif; text-rendering: geometricPrecision; }
nav { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 10px 16px; background: #17191c;
  color: #e8e3d8; }
nav :is(button, a) { font: 700 16px/1 "%(font)s", sans-serif; padding: 10px 16px; border: 1px solid #4a4e54;
  border-radius: 3px;
  background: #1e2125; color: #e8e3d8; text-decoration: none; cursor: pointer; }
nav button { background: #e0a23c; border-color: #e0a23c; color: #17120a; }
nav :focus-visible { outline: 2px solid #f4d08a; outline-offset: 2px; }
nav p { margin: 0; color: #9a958a; }
.page { display: block; margin: 16px auto; background: #fff; font-kerning: none; font-feature-settings: "liga" 0; }
@media print {
  body { background: none; }
  nav { display: none; }
  .page { margin: 0; break-after: page; }
  .page:last-child { break-after: auto; }
}
"""


_one_at_a_time = asyncio.Lock()


async def sheet(kind: ListKind[Any], request: Request, code: str, name: str, paper: str, language: str) -> Response:
    """The sheet as a page to be printed by the browser."""
    tr = _translator(kind, request, language)
    draft = _draft(kind, code, name)
    if isinstance(draft, BadCode):
        problem = f"<nav><p>{escape(_why(draft, tr))}</p></nav>"
        return HTMLResponse(_whole(tr, list_text("lists.title", tr), "", problem), 404)
    size = PAPERS.get(paper, PAPERS["a4"])
    title = tr("lists.sheet.title", name=draft.name or list_text("lists.unnamed", tr))
    query = urlencode({"code": code, "name": name, "paper": paper, "language": tr.language})
    bar = (
        f'<nav><button type="button" onclick="print()">{escape(tr("lists.sheet.print"))}</button>'
        f'<a href="{below(kind.address)}/sheet.pdf?{escape(query)}">{escape(tr("lists.sheet.pdf"))}</a>'
        f"<p>{escape(tr('lists.sheet.hint'))}</p></nav>"
    )
    made = await _laid_out(kind, draft, request, size, tr)
    body = "".join(svg(page, tr("lists.sheet.page-n", n=n, all=len(made))) for n, page in enumerate(made, 1))
    return HTMLResponse(_whole(tr, title, _style(size), bar + body), headers={"cache-control": "no-store"})


async def sheet_pdf(kind: ListKind[Any], request: Request, code: str, name: str, paper: str, language: str) -> Response:
    """The sheet as a PDF."""
    tr = _translator(kind, request, language)
    draft = _draft(kind, code, name)
    if isinstance(draft, BadCode):
        return Response(_why(draft, tr), 404, media_type="text/plain; charset=utf-8")
    title = draft.name or list_text("lists.unnamed", tr)
    made = await _laid_out(kind, draft, request, PAPERS.get(paper, PAPERS["a4"]), tr)
    body = await asyncio.to_thread(_pdf, made, title)
    headers = {"content-disposition": f'inline; filename="{_file_name(title)}.pdf"', "cache-control": "no-store"}
    return Response(body, media_type="application/pdf", headers=headers)


def _draft(kind: ListKind[Any], code: str, name: str) -> ListDraft[Any] | BadCode:
    try:
        desk = kind.opened(code)
    except BadCode as bad:
        return bad
    desk.name = tidy(name)
    return desk


async def _laid_out(
    kind: ListKind[Any], desk: ListDraft[Any], request: Request, paper: Paper, tr: Translator
) -> Sequence[SheetPage]:
    """The pages, laid out in a thread (some hundredths of a second), one request at a time as they share a measuring
    page."""
    address = link(kind, desk.code(), desk.name, listening.reachable(request.url))
    async with _one_at_a_time:
        return await asyncio.to_thread(kind.sheet, desk, address, paper, tr)


def _pdf(made: Sequence[SheetPage], title: str) -> bytes:
    # Imported on first use: few print, and it would slow every start.
    from webapp.lists.sheet.pdf import document

    return document(made, title)


def _why(bad: BadCode, tr: Translator) -> str:
    return list_text(f"lists.bad.{bad.code}", tr, **bad.params)


def _translator(kind: ListKind[Any], request: Request, language: str) -> Translator:
    return translator(language if language in LANGUAGES else language_of(request), kind.game)


def _style(paper: Paper) -> str:
    return STYLE % {
        "font": FONT,
        "plain": asset(FILES[False]),
        "bold": asset(FILES[True]),
        "width": paper.width,
        "height": paper.height,
    }


def _whole(tr: Translator, title: str, style: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="{tr.language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>'
        f"<body>{body}</body></html>"
    )


def _file_name(name: str) -> str:
    """A file name that is valid on every system."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60] or "list"

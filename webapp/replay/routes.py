"""Match files over HTTP: download of a finished match, upload as a finished table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from fastapi import Request, Response
from nicegui import app, ui
from starlette.responses import JSONResponse

from webapp.history.match_file import MOST_BYTES, SUFFIX
from webapp.i18n import Translator, translator
from webapp.packs.components import Upload
from webapp.people.visitors import language_of
from webapp.replay import import_export
from webapp.security.limits import program
from webapp.security.uploads import Busy, ours, received
from webapp.store import StoreProblem
from webapp.tables import Refusal, Table, registry
from webapp.ui.theme import text

BRING = "/matches/bring"


def register() -> None:
    """Registers the addresses."""
    app.post(BRING)(bring)
    app.get("/replay/{code}/file")(file)


async def file(request: Request, code: str) -> Response:
    """The file of a finished match, for everyone who may watch it."""
    table = registry.get(code)
    session = str(request.session.get("id", ""))
    refusal = Refusal("", "no-such-code") if table is None else table.watching_refused(session)
    if table is None or refusal is not None or table.outcome is None:
        words = translator(language_of(request))(f"refusal.{refusal.code if refusal else 'match-still-on'}")
        return Response(words, 404 if table is None else 403, media_type="text/plain; charset=utf-8")
    try:
        await table.load()
        whole = await import_export.file_of(table)
    except StoreProblem as problem:
        words = translator(language_of(request))(f"store.{problem.code}", **problem.params)
        return Response(words, 503, media_type="text/plain; charset=utf-8")
    name = quote(import_export.file_name(table))
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{name}", "cache-control": "no-store"}
    return Response(whole, media_type="application/json", headers=headers)


async def bring(request: Request) -> Response:
    """Receives a match's file as the body of the request. Answers with the table's code, or with 4xx and a sentence."""
    tr = translator(language_of(request))
    if not ours(request):
        return _no(tr, Refusal("", "foreign-page"), 403)
    guest = str(request.session.get("id", "")) or program(request.client.host if request.client is not None else "")
    try:
        async with received(request, guest, MOST_BYTES) as data:
            if data is None:
                return _no(tr, Refusal("", "match-too-large", {"most": MOST_BYTES // 1_000_000}), 413)
            made = await import_export.bring(data, guest)
    except Busy:
        return _no(tr, Refusal("", "match-too-many"), 429)
    if isinstance(made, Refusal):
        status = {"not-kept": 503, "match-too-many": 429, "too-many-tables": 429, "house-full": 503}
        return _no(tr, made, status.get(made.code, 422))
    return JSONResponse({"code": made.code})


def bring_match(tr: Translator, say: Callable[[str], None]) -> None:
    """The field in the lobby for uploading a match's file; the replay of the match is then opened."""
    client = ui.context.client

    def sent(answer: dict[str, Any]) -> None:
        table: Table | None = registry.get(str(answer.get("code", "")))
        if table is not None:
            say("")
            client.open(f"/replay/{table.code}")

    with ui.element("details").classes("panel lobby-bring"):
        text("summary", tr("lobby.bring"))
        words = {
            "choose": tr("lobby.bring-choose"),
            "what": tr("lobby.bring-hint"),
            "busy": tr("lobby.bring-busy"),
            "notSent": tr("lobby.bring-not-sent"),
        }
        Upload(BRING, words, sent, accept=f"{SUFFIX},.json,application/json", name="match-file")


def _no(tr: Translator, refusal: Refusal, status: int) -> Response:
    return JSONResponse({"words": tr(f"refusal.{refusal.code}", **refusal.params)}, status)

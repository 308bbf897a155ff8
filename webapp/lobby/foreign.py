"""Tables, lists and packs of games that are not installed here: they can be exported or deleted."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from fastapi import Request, Response
from nicegui import app, ui

from webapp.history import match_file
from webapp.i18n import Translator, translator
from webapp.people.visitors import language_of
from webapp.security.host_key import keys
from webapp.store import SavedTable, Store, StoreProblem
from webapp.store.packs import SavedPack
from webapp.store.shelves import SavedList
from webapp.tables import registry
from webapp.ui.confirm_button import sure_button
from webapp.ui.theme import link_to, testid, text

ADDRESS = "/foreign/{kind}/{id}"


@dataclass(frozen=True)
class ForeignItem:
    """A stored item. `whole`: its file; `delete`: deletes it, None where this browser may not."""

    kind: str
    id: str
    title: str
    name: str
    whole: Callable[[], Any]
    delete: Callable[[], Awaitable[None]] | None


class ForeignItems:
    """The items of foreign games in this server. Opened at start, after the tables."""

    def __init__(self) -> None:
        self._store: Store | None = None

    def open(self, store: Store) -> None:
        """Reads the items in the store."""
        self._store = store

    def close(self) -> None:
        """Closes the store."""
        self._store = None

    def items(self, session: str, host: bool) -> list[ForeignItem]:
        """The items that this browser may export: tables that everybody could watch, its own lists and packs; all
        tables and packs for the host."""
        store = self._store
        if store is None:
            return []
        shelf = store.shelves.shelf_of(session)
        lists = [one for one in store.shelves.lists(shelf) if one.deleted_at is None] if shelf is not None else []
        packs = [pack for id in store.packs.revisions() if (pack := store.packs.get(id)) and pack.deleted_at is None]
        items = [self._table(store, table, host) for table in registry.foreign.values() if host or _open(table)]
        items += [_list(store, one) for one in lists if registry.games.get(one.title) is None]
        items += [
            _pack(store, pack)
            for pack in packs
            if registry.games.get(pack.title) is None and (host or pack.holder == session != "")
        ]
        return items

    def _table(self, store: Store, table: SavedTable, host: bool) -> ForeignItem:
        def whole() -> Any:
            journal = [event for step in store.steps(table.id) for event in step.events]
            players = {seat.seat: seat.name for seat in table.seats}
            about = (table.title, table.name, table.options, players, journal, table.outcome)
            return match_file.written(*about, table.code, table.created_at)

        delete = partial(registry.remove_foreign, table.code) if host else None
        return ForeignItem("table", table.code, table.title, table.name or table.code, whole, delete)


def _open(table: SavedTable) -> bool:
    """Whether everybody may download the match: it is over, and could be watched."""
    agreed = table.settings
    watched = agreed.get("spectators", True) and not agreed.get("watch_password") and not agreed.get("deleted_at")
    return table.outcome is not None and bool(watched)


def _list(store: Store, one: SavedList) -> ForeignItem:
    async def delete() -> None:
        await store.shelves.keep([replace(one, deleted_at=time.time())])

    kept = {"game": one.title, "name": one.name, "notes": one.notes, "tags": list(one.tags), "content": one.content}
    return ForeignItem("list", one.id, one.title, one.name or one.id, lambda: kept, delete)


def _pack(store: Store, pack: SavedPack) -> ForeignItem:
    async def delete() -> None:
        await store.packs.keep(replace(pack, deleted_at=time.time(), revision=pack.revision + 1))

    kept = {"game": pack.title, "by": pack.by, "version": pack.version, "files": dict(pack.files)}
    return ForeignItem("pack", pack.id, pack.title, pack.id, lambda: kept, delete)


foreign = ForeignItems()
"""The items of this process."""


def register() -> None:
    """Registers the address of the files."""
    app.get(ADDRESS)(export)


async def export(request: Request, kind: str, id: str) -> Response:
    """One of the items that this browser may have, as JSON."""
    session = str(request.session.get("id", ""))
    items = foreign.items(session, keys.is_host(request))
    item = next((entry for entry in items if (entry.kind, entry.id) == (kind, id)), None)
    tr = translator(language_of(request))
    if item is None:
        return Response(tr("foreign.none"), 404, media_type="text/plain; charset=utf-8")
    try:
        whole = await asyncio.to_thread(item.whole)
    except StoreProblem as problem:
        return Response(tr(f"store.{problem.code}", **problem.params), 503, media_type="text/plain; charset=utf-8")
    headers = {"content-disposition": f'attachment; filename="{kind}-{id}.json"', "cache-control": "no-store"}
    return Response(json.dumps(whole, ensure_ascii=False, indent=1), media_type="application/json", headers=headers)


def foreign_panel(tr: Translator, session: str) -> None:
    """The panel of the browser's foreign items in the lobby; empty if there are none."""
    host = keys.is_host(ui.context.client.request)
    place = ui.element("div")

    def show() -> None:
        items = foreign.items(session, host)
        place.clear()
        if not items:
            return
        with place, testid(ui.element("details"), "foreign").classes("panel lobby-bring"):
            text("summary", tr("foreign.title"))
            text("p", tr("foreign.what"), "muted")
            for item in items:
                _row(tr, item, show)

    show()


def _row(tr: Translator, item: ForeignItem, show: Callable[[], None]) -> None:
    with testid(ui.element("div"), f"foreign-{item.kind}-{item.id}").classes("lobby-ways"):
        text("span", tr(f"foreign.{item.kind}", name=item.name, game=item.title))
        link = text("a", tr("foreign.export"), "btn quiet")
        link_to(link, f"/foreign/{item.kind}/{item.id}", download="")
        if item.delete is not None:
            delete = item.delete

            async def remove() -> None:
                try:
                    await delete()
                except StoreProblem as problem:
                    ui.notify(tr(f"store.{problem.code}", **problem.params))
                show()

            sure_button(tr, tr("foreign.delete"), tr("foreign.delete-sure"), remove, "foreign-delete")

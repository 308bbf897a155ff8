"""Backups on the host's page: make one, download one, restore one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from nicegui import ui

from webapp.host import copies
from webapp.host.restore import restarting
from webapp.host.server import server
from webapp.i18n import Translator
from webapp.store import StoreProblem
from webapp.store.backup import check
from webapp.ui.confirm_button import sure_button
from webapp.ui.theme import link_to, testid, text

SHOWN = 8
"""The number of backups listed, the newest ones; older ones stay in the folder."""

CODES = 6
"""The number of tables named one by one; further ones are counted."""


class Copies:
    """The list of backups with their actions. A restore shows its consequences before it is confirmed."""

    def __init__(self, tr: Translator, say: Callable[..., None]) -> None:
        self._tr = tr
        self._say = say
        text("p", tr("host.copies-what", folder=copies.folder(server.settings.data)), "muted")
        make = testid(text("button", tr("host.copy-now"), "btn main accent"), "copy-now")
        make.props["type"] = "button"
        make.on("click", self._make)
        self._asked = testid(ui.element("div").classes("host-restore"), "restore")
        self._list = ui.element("ul").classes("host-copies-list")
        ui.timer(0, self._show, once=True)

    async def _show(self) -> None:
        kept = await asyncio.to_thread(copies.copies, server.settings.data)
        self._list.clear()
        with self._list:
            for copy in kept[:SHOWN]:
                with testid(ui.element("li"), f"copy-{copy.name}"):
                    self._row(copy)
            if not kept:
                text("li", self._tr("host.no-copies"), "muted")
            if (more := len(kept) - SHOWN) > 0:
                testid(text("li", self._tr.plural("host.more-copies", more), "muted"), "more-copies")

    def _row(self, copy: copies.Copy) -> None:
        tr = self._tr
        with ui.element("div").classes("host-copy"):
            text("strong", copy.name)
            text("span", self._words(copy.contents, copy.size), "muted")
        with ui.element("div").classes("host-ways"):
            link = testid(text("a", tr("host.take-along"), "btn quiet"), "take-along")
            link_to(link, f"/host/copies/{copy.name}", download=copy.name)
            back = testid(text("button", tr("host.go-back"), "btn quiet"), "go-back")
            back.on("click", partial(self._ask, copy))

    def _words(self, contents: copies.Contents | None, size: int) -> str:
        if contents is None:
            return self._tr("host.copy-unreadable")
        last = time.strftime("%Y-%m-%d %H:%M", time.localtime(contents.last)) if contents.last else "–"
        return self._tr(
            "host.copy-what", tables=contents.tables, steps=contents.steps, last=last, kb=max(1, size // 1024)
        )

    async def _make(self) -> None:
        try:
            made = await asyncio.to_thread(copies.make, server.settings.database)
        except StoreProblem as problem:
            self._say(self._tr(f"store.{problem.code}", **problem.params))
            return
        except OSError as problem:
            self._say(self._tr("store.unwritable", where=server.settings.data, detail=problem.strerror or problem))
            return
        self._say(self._tr("host.copied", name=made.name), good=True)
        await self._show()

    async def _ask(self, copy: copies.Copy) -> None:
        """Checks the backup and shows the consequences of restoring it; nothing is changed yet."""
        tr = self._tr
        self._asked.clear()
        with self._asked:
            text("p", tr("host.checking", name=copy.name), "muted")
        wrong = await asyncio.to_thread(check, copy.path)
        then = await asyncio.to_thread(copies.contents, copy.path)
        now = await asyncio.to_thread(copies.contents, server.settings.database)
        self._asked.clear()
        with self._asked:
            if wrong or then is None:
                text("p", tr("host.copy-bad", name=copy.name, wrong="; ".join(wrong) or "?"), "no")
                self._never_mind()
                return
            text("h3", tr("host.back-to", name=copy.name))
            for words in self._changes(copies.change(now, then)):
                text("p", words)
            text("p", tr("host.before-kept"), "muted")
            with ui.element("div").classes("host-ways"):
                sure_button(tr, tr("host.replace"), tr("host.replace-sure"), partial(self._go, copy), "replace")
                self._never_mind()

    def _changes(self, change: copies.RestoreImpact) -> list[str]:
        tr = self._tr
        sentences = []
        if change.gone:
            sentences.append(tr.plural("host.gone", len(change.gone), codes=_named(change.gone)))
        if change.back:
            sentences.append(tr.plural("host.back", len(change.back), codes=_named(change.back)))
        if change.steps > 0:
            sentences.append(tr.plural("host.lost-steps", change.steps))
        return sentences or [tr("host.nothing-lost")]

    def _never_mind(self) -> None:
        button = testid(text("button", self._tr("host.never-mind"), "btn quiet"), "never-mind")
        button.on("click", self._asked.clear)

    def _go(self, copy: copies.Copy) -> None:
        self._say(self._tr("host.going-back"), good=True)
        ui.timer(0.3, lambda: restarting.go_back_to(copy.path), once=True)


def _named(codes: tuple[str, ...]) -> str:
    more = len(codes) - CODES
    return ", ".join(codes[:CODES]) + (f" + {more}" if more > 0 else "")

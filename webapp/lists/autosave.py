"""Saves the draft of a builder page to its list, and follows changes of the list on other pages."""

from __future__ import annotations

import asyncio
from typing import Any

from rules.olomoc.cabals.draft import Sketch
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.lists.cabal_list import NAME_LENGTH
from webapp.i18n import Translator
from webapp.lists.service import ShelfFull, as_list, keeper
from webapp.store import SavedVersion, StoreProblem


class Autosave:
    """Saves the list of a draft. `trouble`: why the last change could not be kept, in words; empty where it was."""

    def __init__(self, desk: CabalDraft, session: str, tr: Translator) -> None:
        self.trouble = ""
        self._desk = desk
        self._session = session
        self._tr = tr
        self._lock = asyncio.Lock()

    async def keep(self) -> None:
        """Keeps the list as it is; one that nobody has yet goes on this browser's shelf."""
        desk = self._desk
        async with self._lock:
            try:
                if desk.saved is None:
                    [desk.saved] = await keeper.add(self._session, [desk.list()])
                    desk.fresh()
                else:
                    desk.saved = await keeper.revise(desk.saved, desk.list(), fresh=desk.fresh())
            except ShelfFull:
                self.trouble = self._tr("cabals.shelf-full")
            except StoreProblem as problem:
                self.trouble = self._tr("refusal.not-kept", **problem.params)
            else:
                desk.other_version, desk.altered, self.trouble = None, (), ""

    async def mark(self, **marks: bool) -> None:
        """Marks the list: `favourite`, `archived`, `deleted`."""
        async with self._lock:
            if self._desk.saved is None:
                return
            try:
                self._desk.saved = await keeper.mark(self._desk.saved, **marks)
                self.trouble = ""
            except StoreProblem as problem:
                self.trouble = self._tr("refusal.not-kept", **problem.params)

    async def copy(self) -> str | None:
        """The id of a list of its own with the same cards; None where there is no room for it."""
        saved = self._desk.saved
        if saved is None:
            return None
        name = self._tr("cabals.copy-of", name=saved.name or self._tr("cabals.unnamed"))[:NAME_LENGTH]
        try:
            return (await keeper.copy(self._session, saved, name)).id
        except ShelfFull:
            self.trouble = self._tr("cabals.shelf-full")
        except StoreProblem as problem:
            self.trouble = self._tr("refusal.not-kept", **problem.params)
        return None

    def versions(self) -> list[SavedVersion]:
        """What the list was and is, the newest first."""
        return keeper.versions(self._session, self._desk.saved.id) if self._desk.saved is not None else []

    def earlier(self, number: Any) -> Sketch | None:
        """Takes an earlier version's name up, to be kept as a new version; its cabal."""
        version = next((it for it in self.versions() if it.number == number), None)
        if version is None:
            return None
        try:
            sketch = Sketch.from_json(version.content)
        except ValueError:
            return None
        self._desk.sitting = 0.0
        self._desk.rename(version.name)
        return sketch

    def elsewhere(self, shelf: str) -> Sketch | None:
        """Takes up what another page has made of the list, if it has; its cabal."""
        desk = self._desk
        if self._lock.locked() or desk.saved is None or desk.saved.shelf != shelf:
            return None
        there = keeper.get(self._session, desk.saved.id)
        if there is None or there == desk.saved:
            return None
        other, desk.saved = as_list(there), there
        desk.name, desk.notes, desk.tags = other.name, other.notes, other.tags
        return other.sketch

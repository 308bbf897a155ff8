"""Saves the draft of a builder page to its list, and follows changes of the list on other pages."""

from __future__ import annotations

import asyncio
from typing import Any

from webapp.i18n import Translator
from webapp.lists.draft import ListDraft
from webapp.lists.entry import NAME_LENGTH
from webapp.lists.kind import list_text
from webapp.lists.service import ShelfFull, list_service
from webapp.store import SavedVersion, StoreProblem


class Autosave:
    """Saves the list of a draft. `trouble`: why the last change could not be kept, in words; empty where it was."""

    def __init__(self, game: str, desk: ListDraft[Any], session: str, tr: Translator) -> None:
        self.trouble = ""
        self._game = game
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
                    [desk.saved] = await list_service.add(self._session, self._game, [desk.entry()])
                    desk.fresh()
                else:
                    desk.saved = await list_service.revise(desk.saved, desk.entry(), fresh=desk.fresh())
            except ShelfFull:
                self.trouble = self._tr("lists.shelf-full")
            except StoreProblem as problem:
                self.trouble = self._tr("refusal.not-kept", **problem.params)
            else:
                desk.was_kept()
                self.trouble = ""

    async def mark(self, **marks: bool) -> None:
        """Marks the list: `favourite`, `archived`, `deleted`."""
        async with self._lock:
            if self._desk.saved is None:
                return
            try:
                self._desk.saved = await list_service.mark(self._desk.saved, **marks)
                self.trouble = ""
            except StoreProblem as problem:
                self.trouble = self._tr("refusal.not-kept", **problem.params)

    async def copy(self) -> str | None:
        """The id of a list of its own with the same cards; None where there is no room for it."""
        saved = self._desk.saved
        if saved is None:
            return None
        name = self._tr("lists.copy-of", name=saved.name or list_text("lists.unnamed", self._tr))[:NAME_LENGTH]
        try:
            return (await list_service.copy(self._session, saved, name)).id
        except ShelfFull:
            self.trouble = self._tr("lists.shelf-full")
        except StoreProblem as problem:
            self.trouble = self._tr("refusal.not-kept", **problem.params)
        return None

    def versions(self) -> list[SavedVersion]:
        """What the list was and is, the newest first."""
        return list_service.versions(self._session, self._desk.saved) if self._desk.saved is not None else []

    def earlier(self, number: Any) -> Any | None:
        """Takes an earlier version's name up, to be kept as a new version; its value."""
        version = next((it for it in self.versions() if it.number == number), None)
        if version is None:
            return None
        try:
            value = self._desk.read(version.content)
        except ValueError:
            return None
        self._desk.sitting = 0.0
        self._desk.rename(version.name)
        return value

    def elsewhere(self, shelf: str) -> Any | None:
        """Takes up what another page has made of the list, if it has; its value."""
        desk = self._desk
        if self._lock.locked() or desk.saved is None or desk.saved.shelf != shelf:
            return None
        there = list_service.get(self._session, self._game, desk.saved.id)
        if there is None or there == desk.saved:
            return None
        try:
            value = desk.read(there.content)
        except ValueError:
            return None
        desk.take_up(there)
        return value

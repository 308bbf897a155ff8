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
    """Saves the list of a draft. `trouble`: the sentence that says why the last change was not saved; empty if it
    was."""

    def __init__(self, game: str, desk: ListDraft[Any], session: str, tr: Translator) -> None:
        self.trouble = ""
        self._game = game
        self._desk = desk
        self._session = session
        self._tr = tr
        self._lock = asyncio.Lock()

    async def keep(self) -> None:
        """Saves the draft; a list that is new is added to this browser's shelf."""
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
        """Copies the list and returns the copy's id; None if it could not be saved (`trouble` says why)."""
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
        """All saved versions, newest first."""
        return list_service.versions(self._session, self._desk.saved) if self._desk.saved is not None else []

    def earlier(self, number: Any) -> Any | None:
        """Takes over the name of an earlier version and returns its value; None if it is gone or cannot be read."""
        version = next((kept for kept in self.versions() if kept.number == number), None)
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
        """Takes over what another page has saved and returns its value; None if nothing changed there."""
        desk = self._desk
        if self._lock.locked() or desk.saved is None or desk.saved.shelf != shelf:
            return None
        saved = list_service.get(self._session, self._game, desk.saved.id)
        if saved is None or saved == desk.saved:
            return None
        try:
            value = desk.read(saved.content)
        except ValueError:
            return None
        desk.take_up(saved)
        return value

"""The owners of lists and every change to lists: the shelves that pages show, and the actions of pages on them.

A browser's shelf is found by the id in its cookie and made when it first keeps something. Pages that show a shelf hear
of every change to it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import replace

from nicegui import Event

from webapp.base.clock import bin_clock
from webapp.lists.entry import ListEntry, entry_of
from webapp.security.limits import limits
from webapp.store import SavedList, SavedVersion, Store

LETTERS = "BCDFGHJKMNPQRTVWXYZ346789"
"""Letters of codes: none that can be confused with another or with a digit, and no vowels."""
ID_LENGTH = 10
OFFER_LENGTH = 8
OFFER_S = 15 * 60
"""Seconds that a code for another browser is valid."""
BIN_S = 30 * 86_400
"""Seconds that a deleted list can be restored."""
SITTING_S = 10 * 60
"""Changes on one page with shorter pauses than this, in seconds, make one version."""
MOST = 1_000
"""The most lists on one shelf, deleted ones included."""


class ShelfFull(Exception):
    """The shelf has no room for more lists."""


class ListService:
    """The stored shelves. Opened once, at start."""

    def __init__(self) -> None:
        self.changed: Event[str] = Event()
        """Emitted with the id of the shelf that changed."""
        self._store: Store | None = None

    def open(self, store: Store) -> None:
        """Uses this store from now on."""
        self._store = store

    def close(self) -> None:
        """Stops using the store."""
        self.changed.callbacks.clear()  # the pages that listened were this server's
        self._store = None

    async def empty_bins(self) -> None:
        """Removes lists that were deleted longer than `BIN_S` ago."""
        await self._open.shelves.forget(bin_clock.now() - BIN_S)

    @property
    def _open(self) -> Store:
        if self._store is None:
            raise RuntimeError("the list service is not open")
        return self._store

    # Looking

    def shelf(self, session: str) -> str | None:
        """The id of the browser's shelf, or None. It must not leave the server."""
        return self._open.shelves.shelf_of(session)

    def lists(self, session: str, game: str) -> list[SavedList]:
        """A game's lists on the browser's shelf, last changed first, deleted ones included."""
        shelf = self.shelf(session)
        return [one for one in self._open.shelves.lists(shelf) if one.title == game] if shelf is not None else []

    def get(self, session: str, game: str, id: str) -> SavedList | None:
        """A game's list of the browser's own shelf; None if it is on another."""
        saved = self._open.shelves.get(id)
        own = saved is not None and saved.title == game and saved.shelf == self.shelf(session)
        return saved if own else None

    def versions(self, session: str, saved: SavedList) -> list[SavedVersion]:
        """The versions of one of the browser's own lists, newest first; empty for any other."""
        own = self.get(session, saved.title, saved.id) is not None
        return self._open.shelves.versions(saved.id) if own else []

    # Keeping

    async def add(self, session: str, game: str, lists: Iterable[ListEntry]) -> list[SavedList]:
        """Adds lists to the browser's shelf, in order. Raises ShelfFull, also for too many in a while; then none is
        added."""
        new = list(lists)
        shelf = await self._own(session)
        if len(self._open.shelves.lists(shelf)) + len(new) > MOST or any(limits.charge("list", session) for _ in new):
            raise ShelfFull
        now = time.time()
        # The first is the newest: imported together, they stand in the order in which they came.
        saved = [_new(one, game, shelf, now - n / 1000) for n, one in enumerate(new)]
        await self._keep(shelf, saved)
        return saved

    async def revise(self, saved: SavedList, of: ListEntry, *, fresh: bool) -> SavedList:
        """Saves a changed list; `fresh`: as a new version, else in place of the last one."""
        now = time.time()
        number = saved.version + 1 if fresh else saved.version
        changed = replace(
            saved,
            name=of.name,
            notes=of.notes,
            tags=of.tags,
            content=of.content,
            version=number,
            changed_at=now,
        )
        await self._keep(saved.shelf, [changed])
        return changed

    async def mark(
        self,
        saved: SavedList,
        *,
        favourite: bool | None = None,
        archived: bool | None = None,
        deleted: bool | None = None,
    ) -> SavedList:
        """Sets or clears marks; content and last change stay."""
        now = time.time()
        marked = saved
        if favourite is not None:
            marked = replace(marked, favourite=favourite)
        if archived is not None:
            marked = replace(marked, archived_at=now if archived else None)
        if deleted is not None:
            marked = replace(marked, deleted_at=now if deleted else None)
        await self._keep(saved.shelf, [marked])
        return marked

    async def copy(self, session: str, saved: SavedList, name: str) -> SavedList:
        """Copies a list under another name."""
        return (await self.add(session, saved.title, [replace(entry_of(saved), name=name)]))[0]

    # Other browsers of the same person

    async def offer(self, session: str) -> str:
        """A code with which another browser may join this one's shelf; valid once, for `OFFER_S`."""
        shelf = await self._own(session)
        code = "".join(secrets.choice(LETTERS) for _ in range(OFFER_LENGTH))
        now = time.time()
        await self._open.shelves.offer(shelf, code, now, now + OFFER_S)
        return code

    async def claim(self, session: str, code: str) -> bool:
        """Joins the shelf of a code, together with the browser's own lists; False if the code is not valid."""
        tidied = "".join(c for c in code.upper() if c in LETTERS)
        before = self.shelf(session)
        shelf = await self._open.shelves.claim(session, tidied, time.time())
        if shelf is None:
            return False
        self.changed.emit(shelf)
        if before is not None and before != shelf:
            self.changed.emit(before)
        return True

    # Within

    async def _own(self, session: str) -> str:
        shelf = self.shelf(session)
        if shelf is None:
            shelf = secrets.token_urlsafe(18)
            await self._open.shelves.let_in(session, shelf)
        return shelf

    async def _keep(self, shelf: str, lists: list[SavedList]) -> None:
        await self._open.shelves.keep(lists)
        self.changed.emit(shelf)


list_service = ListService()
"""The service of this process; opened at start."""


def _new(of: ListEntry, game: str, shelf: str, at: float) -> SavedList:
    id = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
    return SavedList(id, shelf, game, of.name, of.content, at, at, notes=of.notes, tags=of.tags)

"""All packs of this process: stored files, the checked packs, and the report on each.

Sound packs are on the shelf that matches take their cards from; a pack with a problem is listed with its report and
cannot be chosen. A pack belongs to the browser that uploaded it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from nicegui import Event

from rules.kernel.packs.archive import Bundle, opened
from rules.kernel.packs.layers import CORE
from rules.kernel.packs.problems import Problem
from rules.kernel.packs.reader import header_of
from webapp.base.clock import bin_clock
from webapp.packs.checker import Checker, InProcessChecker, NotRead
from webapp.packs.examine import ReceivedFiles, Report
from webapp.packs.pictures import kind_of
from webapp.security.limits import limits
from webapp.store import Conflict, SavedPack, SavedPicture, Store

if TYPE_CHECKING:
    from webapp.packs.kind import PackKind

log = logging.getLogger(__name__)

LETTERS = "BCDFGHJKMNPQRTVWXYZ346789"
"""Characters of ids: without vowels, and without letters that look like other letters or digits."""
ID_LENGTH = 8
BIN_S = 30 * 86_400
"""Seconds that a deleted pack can be restored."""
MOST, MOST_OF_ONE = 100, 25
"""The most packs of all browsers together, and of one browser."""
MOST_TEXT = 500_000
"""The most characters of a pack's TOML: six times the core pack."""
MOST_CARDS = 500
"""The most cards of a pack: three times the core pack."""


class PackRefused(ValueError):
    """The library refuses a pack. `code` is for the catalogue: ``full``, ``too-large``, ``too-many``, ``too-long``,
    ``too-many-cards``, ``full-own``, ``gone``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Replaces(PackRefused):
    """A pack would replace another of the same browser: `entry`."""

    def __init__(self, entry: Entry) -> None:
        super().__init__("replaces")
        self.entry = entry


@dataclass(frozen=True)
class Entry:
    """A stored pack and its report."""

    saved: SavedPack
    report: Report
    pending: bool = False
    """Whether the pack is yet to be examined after a start of the server."""
    clash: Problem | None = None
    """The problem that another pack has its id."""
    pack: Any = field(default=None, compare=False)
    """The pack as matches use it, with the store's names of its pictures; None if something is wrong with it."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems of the pack."""
        clash = (self.clash,) if self.clash is not None else ()
        return tuple(dict.fromkeys((*clash, *self.report.problems)))

    @property
    def sound(self) -> bool:
        """Whether the pack can be chosen for a match."""
        return self.pack is not None and self.clash is None

    @property
    def shown(self) -> bool:
        """Whether the editor can show its cards one by one; a pack stored under larger limits may be too large."""
        return not (self.pending or _too_large(self.saved.files, self.report))

    def may_change(self, session: str, host: bool) -> bool:
        """Whether this browser may change it: its owner's or the host's (``Keys.is_host``)."""
        return host or (self.saved.holder != "" and self.saved.holder == session)


class Library:
    """The packs of one game. Opened at start; used on the event loop only."""

    def __init__(self, kind: PackKind, checker: Checker | InProcessChecker) -> None:
        self.kind = kind
        self.changed: Event[()] = Event()
        """Emitted when lists of packs must be redrawn."""
        self.checker = checker
        self._entries: dict[str, Entry] = {}
        self._store: Store | None = None
        self._examining = asyncio.Lock()

    def open(self, store: Store) -> None:
        """Loads all stored packs; :meth:`examine_kept` examines them."""
        self._store = store
        for id in store.packs.revisions(self.kind.game):
            saved = store.packs.get(id)
            if saved is not None:
                self._entries[id] = Entry(saved, Report(), pending=True)
        self._settle()

    async def examine_kept(self) -> None:
        """Examines the packs stored before the start, one after the other, in the process for untrusted files."""
        async with self._examining:
            for entry in self._in_order():
                now = self._entries.get(entry.saved.id)
                if now is not None and now.pending and self._store is not None:
                    await self._take_up(now.saved)

    def close(self) -> None:
        """Forgets everything in memory."""
        self.checker.close()
        self.changed.callbacks.clear()  # the pages that listened were this server's
        self._entries.clear()
        self._settle()
        self._store = None

    # Looking

    def all(self) -> list[Entry]:
        """All packs but the core pack and deleted ones, oldest first."""
        return [entry for entry in self._in_order() if entry.saved.deleted_at is None]

    def binned(self) -> list[Entry]:
        """The deleted packs, last deleted first."""
        gone = [entry for entry in self._entries.values() if entry.saved.deleted_at is not None]
        return sorted(gone, key=lambda entry: -(entry.saved.deleted_at or 0))

    def get(self, id: str) -> Entry | None:
        """One pack, deleted or not; None where there is none."""
        return self._entries.get(id)

    def shelf(self) -> dict[str, Any]:
        """The sound packs besides the core pack, by their ids."""
        return {entry.report.id: entry.pack for entry in self.all() if entry.sound and entry.pack is not None}

    def bundle(self, id: str) -> Bundle | None:
        """The files of a pack or of the core pack, to be zipped."""
        if id == CORE:
            return opened(self.kind.folder)
        entry = self._entries.get(id)
        if entry is None or entry.saved.deleted_at is not None:
            return None
        pictures = {name: self._kept.packs.picture(picture) for name, picture in entry.saved.pictures.items()}
        return Bundle(
            entry.saved.files, {name: picture.data for name, picture in pictures.items() if picture is not None}
        )

    def picture(self, name: str) -> SavedPicture | None:
        """A card's picture, by its name in the store."""
        return self._kept.packs.picture(name)

    def fresh_id(self, like: str) -> str:
        """An id that no other pack has."""
        taken = {CORE, *(entry.report.id for entry in self.all())}
        numbers = (f"{like[:40]}-{n}" for n in range(2, MOST + 3))
        return next(id for id in (like, *numbers) if id not in taken)

    def notice(self) -> bool:
        """Loads the packs that another process has stored, to be examined; returns whether there are any."""
        for id, revision in self._kept.packs.revisions(self.kind.game).items():
            known = self._entries.get(id)
            saved = self._kept.packs.get(id) if known is None or known.saved.revision < revision else None
            if saved is not None:
                self._entries[id] = Entry(saved, Report(), pending=True)
                self._settle()
        return any(entry.pending for entry in self._entries.values())

    async def refresh(self) -> None:
        """Loads the packs that another process has stored, and waits until they have been examined."""
        if self.notice():
            await self.examine_kept()

    # Changing

    async def add(self, session: str, by: str, taken: ReceivedFiles, *, replaces: bool = True) -> Entry:
        """Stores an uploaded pack: as a new version of one of the browser's own with the same id, else as a new pack.

        Raises PackRefused or StoreProblem, with nothing stored. Without `replaces` a new version raises
        :class:`Replaces`."""
        await self.examine_kept()  # the ids of the kept packs
        pictures = [SavedPicture(kind_of(name), data) for name, data in taken.pictures.items()]
        names = dict(zip(taken.pictures, (picture.name for picture in pictures), strict=True))
        report = await self._examined(session, taken.files, names)
        now = time.time()
        mine = next(
            (entry for entry in self.all() if entry.report.id == report.id != "" and entry.saved.holder == session),
            None,
        )
        if mine is not None and not replaces:
            raise Replaces(mine)
        if mine is not None:
            saved = replace(
                mine.saved,
                files=dict(taken.files),
                pictures=names,
                changed_at=now,
                version=mine.saved.version + 1,
                revision=mine.saved.revision + 1,
            )
        elif len(self.all()) >= MOST:
            raise PackRefused("full")
        elif session and sum(entry.saved.holder == session for entry in self.all()) >= MOST_OF_ONE:
            raise PackRefused("full-own")
        elif session and limits.charge("pack", session):
            raise PackRefused("too-many")
        else:
            id = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
            saved = SavedPack(id, session, by, dict(taken.files), now, now, names, title=self.kind.game)
        return await self._keep(saved, report, pictures)

    async def save(self, entry: Entry, files: Mapping[str, str], *, fresh: bool) -> Entry:
        """Stores a changed pack; `fresh`: as a new version, else over the last one. Raises PackRefused, Conflict where
        it was changed meanwhile, and any other StoreProblem."""
        saved = entry.saved
        report = await self._examined(saved.holder, files, saved.pictures)
        changed = replace(
            saved,
            files=dict(files),
            changed_at=time.time(),
            version=saved.version + 1 if fresh else saved.version,
            revision=saved.revision + 1,
        )
        return await self._keep(changed, report)

    async def draw(self, entry: Entry, name: str, data: bytes) -> Entry:
        """Adds a picture, re-encoded already, to a pack; one with the same name is replaced."""
        picture = SavedPicture(kind_of(name), data)
        pictures = {**entry.saved.pictures, name: picture.name}
        report = await self._examined(entry.saved.holder, entry.saved.files, pictures)
        changed = replace(entry.saved, pictures=pictures, changed_at=time.time(), revision=entry.saved.revision + 1)
        return await self._keep(changed, report, [picture])

    async def back(self, entry: Entry) -> Entry | None:
        """Restores the version before; None if there is none."""
        earlier = self._kept.packs.before(entry.saved.id, entry.saved.version)
        if earlier is None:
            return None
        report = await self._examined(entry.saved.holder, earlier.files, earlier.pictures)
        return await self._keep(replace(earlier, changed_at=time.time(), revision=entry.saved.revision + 1), report)

    async def delete(self, entry: Entry, deleted: bool = True) -> Entry:
        """Deletes a pack or restores it. Matches that are played with it go on."""
        if not deleted and len(self.all()) >= MOST:
            raise PackRefused("full")
        when = time.time() if deleted else None
        while True:
            changed = replace(entry.saved, deleted_at=when, revision=entry.saved.revision + 1)
            try:
                return await self._keep(changed, entry.report)
            except Conflict:
                await self.refresh()
                newer = self._entries[entry.saved.id]
                if newer.saved.revision == entry.saved.revision:
                    raise
                entry = newer

    async def empty_bin(self) -> None:
        """Removes packs that were deleted longer than `BIN_S` ago, and pictures that no pack uses."""
        await self._kept.packs.forget(bin_clock.now() - BIN_S)
        ids = self._kept.packs.revisions(self.kind.game)
        for id in [id for id in self._entries if id not in ids]:
            del self._entries[id]

    # Within

    @property
    def _kept(self) -> Store:
        if self._store is None:
            raise RuntimeError("the library is not open")
        return self._store

    def _in_order(self) -> list[Entry]:
        return sorted(self._entries.values(), key=lambda entry: (entry.saved.added_at, entry.saved.id))

    async def _examined(self, guest: str, files: Mapping[str, str], pictures: Mapping[str, str]) -> Report:
        if sum(map(len, files.values())) > MOST_TEXT:
            raise PackRefused("too-large")
        report = await self._read(guest, files, pictures)
        if _too_large(files, report):
            raise PackRefused("too-many-cards")
        return report

    async def _read(self, guest: str, files: Mapping[str, str], pictures: Mapping[str, str]) -> Report:
        try:
            return await self.checker.ask(guest, self.kind.examine, dict(files), set(pictures))
        except NotRead as problem:
            raise PackRefused(problem.code) from problem

    async def _take_up(self, saved: SavedPack) -> None:
        code = ""
        try:
            report = await self._read("", saved.files, saved.pictures)
        except PackRefused as refused:
            code = refused.code
        except Exception as problem:
            log.error("pack %s could not be examined: %r", saved.id, problem)
            code = "too-long"
        if code:
            unread = Problem(header_of(saved.files), 1, code, None, "bad-file", {"reason": code})
            report = Report(problems=(unread,))
        self._entries[saved.id] = Entry(saved, report)
        self._settle()
        self.changed.emit()

    async def _keep(self, saved: SavedPack, report: Report, pictures: list[SavedPicture] | None = None) -> Entry:
        await self._kept.packs.keep(saved, pictures or ())
        self._entries[saved.id] = Entry(saved, report)
        self._settle()
        self.changed.emit()
        return self._entries[saved.id]

    def _settle(self) -> None:
        """Assigns ids (the oldest pack keeps its own) and rebuilds the shelf."""
        taken = {CORE}
        for entry in self._in_order():
            id, clash = entry.report.id, None
            if entry.saved.deleted_at is None:
                if id in taken:
                    header = header_of(entry.saved.files)
                    clash = Problem(header, entry.report.line, f"there is a pack {id!r}", None, "id-taken", {"id": id})
                elif id:
                    taken.add(id)
            pack = self._pictured(entry.report.pack, entry.saved.pictures)
            self._entries[entry.saved.id] = replace(entry, clash=clash, pack=pack)
        self.kind.settled(self.shelf())

    def _pictured(self, pack: Any, pictures: Mapping[str, str]) -> Any:
        """The pack with the store's names of its pictures."""
        if pack is None or not pictures:
            return pack
        changed = {}
        for name in self.kind.sorts.values():
            cards = getattr(pack, name)
            drawn = {id: card for id, card in cards.items() if getattr(card, "image", None) in pictures}
            if drawn:
                named = {id: card.model_copy(update={"image": pictures[card.image]}) for id, card in drawn.items()}
                changed[name] = {**cards, **named}
        return pack.model_copy(update=changed)


def _too_large(files: Mapping[str, str], report: Report) -> bool:
    return sum(map(len, files.values())) > MOST_TEXT or sum(report.counts.values()) > MOST_CARDS

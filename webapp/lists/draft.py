"""The draft of one builder page: value, name, notes, tags, undo history. Saves and shows nothing."""

from __future__ import annotations

import time
from typing import Any, Generic, TypeVar

from webapp.i18n import Translator
from webapp.lists.entry import ListEntry, tidy, tidy_notes, tidy_tags
from webapp.lists.service import SITTING_S
from webapp.store import SavedList

Json = dict[str, Any]
S = TypeVar("S")
PAST = 200
SIDES: tuple[str, ...] = ("keep", "share", "play")
"""The panels of the last column."""


class ListDraft(Generic[S]):
    """A draft of ``value``, a frozen object. ``saved``: the stored list, None while there is none; ``shared``: it came
    by a link. Arguments come from a browser and are checked in each method."""

    sides = SIDES
    parts: tuple[str, ...] = ("cards", "list", *SIDES)
    """The parts of the page; a phone shows one of them."""

    def __init__(self, value: S) -> None:
        self.value = value
        self.name = ""
        self.notes = ""
        self.tags: tuple[str, ...] = ()
        self.saved: SavedList | None = None
        self.shared = False
        self.past: list[S] = []
        self.future: list[S] = []
        self.sitting = 0.0
        self.part = self.parts[1]
        self.side = self.sides[0]

    # To be written by a kind of list

    def content(self) -> Json:
        """The JSON to be stored, without name, notes and tags."""
        raise NotImplementedError

    def read(self, content: Json) -> S:
        """Reads what :meth:`content` returned. Raises ValueError."""
        raise NotImplementedError

    @property
    def legal(self) -> bool:
        """Whether the list may be brought to a table."""
        raise NotImplementedError

    def code(self) -> str:
        """A short code that holds the whole list."""
        raise NotImplementedError

    def plain_text(self, tr: Translator) -> str:
        """The list as plain text."""
        raise NotImplementedError

    # Keeping

    def entry(self) -> ListEntry:
        """The list as it would be stored."""
        return ListEntry(self.content(), self.name, self.notes, self.tags)

    def take_up(self, saved: SavedList) -> None:
        """Becomes the draft of a stored list: takes over its name, notes and tags."""
        self.saved, self.name, self.notes, self.tags = saved, saved.name, saved.notes, saved.tags

    def was_kept(self) -> None:
        """Called after the list was saved."""

    def fresh(self) -> bool:
        """Whether the next change starts a new version rather than extending the last one (`SITTING_S`). Restarts the
        interval."""
        before, self.sitting = self.sitting, time.monotonic()
        return self.sitting - before > SITTING_S or before == 0.0

    # Changing

    def change(self, value: S) -> bool:
        """Replaces the value and remembers the old one for undo; False if they are equal."""
        if value == self.value:
            return False
        self.past = [*self.past, self.value][-PAST:]
        self.future.clear()
        self.lay(value)
        return True

    def undo(self) -> bool:
        """Undoes the last change; False if there is none."""
        if not self.past:
            return False
        self.future.append(self.value)
        self.lay(self.past.pop())
        return True

    def redo(self) -> bool:
        """Redoes the last undone change; False if there is none."""
        if not self.future:
            return False
        self.past.append(self.value)
        self.lay(self.future.pop())
        return True

    def lay(self, value: S) -> None:
        """Sets the value without touching the history."""
        self.value = value

    # Words

    def rename(self, name: Any) -> bool:
        """Sets the name; False if it is the same."""
        before, self.name = self.name, tidy(name)
        return self.name != before

    def note(self, notes: Any) -> bool:
        """Sets the notes; False if they are the same."""
        before, self.notes = self.notes, tidy_notes(notes)
        return self.notes != before

    def tag(self, tags: Any) -> bool:
        """Sets the tags from a line with commas; False if they are the same."""
        before, self.tags = self.tags, tidy_tags(tags)
        return self.tags != before

    def turn(self, part: Any) -> None:
        """Shows another part of the page."""
        if part in self.parts:
            self.part = part
            self.side = part if part in self.sides else self.side

"""The draft of one builder page: what is composed, its words, what was undone. Nothing here is kept or shown."""

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
"""What the last column can show."""


class ListDraft(Generic[S]):
    """A draft of ``value``, a frozen thing. ``saved``: the list as it is kept, None while it is not; ``shared``: it
    came by a link. What a press may do is checked where it is done: intents come from a browser."""

    sides = SIDES
    parts: tuple[str, ...] = ("cards", "list", *SIDES)
    """What a phone shows one of."""

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

    # What a kind says

    def content(self) -> Json:
        """What would be kept besides its words."""
        raise NotImplementedError

    def read(self, content: Json) -> S:
        """The value that was kept as ``content``. Raises ValueError."""
        raise NotImplementedError

    @property
    def legal(self) -> bool:
        """Whether it may be brought to a table."""
        raise NotImplementedError

    def code(self) -> str:
        """A short code that holds the whole list."""
        raise NotImplementedError

    def said(self, tr: Translator) -> str:
        """The list as plain text."""
        raise NotImplementedError

    # Keeping

    def entry(self) -> ListEntry:
        """The list as it would be kept."""
        return ListEntry(self.content(), self.name, self.notes, self.tags)

    def take_up(self, saved: SavedList) -> None:
        """The words of a list that is kept, which this is the draft of."""
        self.saved, self.name, self.notes, self.tags = saved, saved.name, saved.notes, saved.tags

    def was_kept(self) -> None:
        """The list has just been kept as it is."""

    def fresh(self) -> bool:
        """Whether the next change is a new version of the list, not more of the last one; and that it happens now."""
        before, self.sitting = self.sitting, time.monotonic()
        return self.sitting - before > SITTING_S or before == 0.0

    # Changing

    def change(self, value: S) -> bool:
        """Takes another value up, so that it can be undone; False where it is the same."""
        if value == self.value:
            return False
        self.past = [*self.past, self.value][-PAST:]
        self.future.clear()
        self.lay(value)
        return True

    def undo(self) -> bool:
        """Back to before the last change."""
        if not self.past:
            return False
        self.future.append(self.value)
        self.lay(self.past.pop())
        return True

    def redo(self) -> bool:
        """Forward again."""
        if not self.future:
            return False
        self.past.append(self.value)
        self.lay(self.future.pop())
        return True

    def lay(self, value: S) -> None:
        """Another value; what depends on it follows."""
        self.value = value

    # Words

    def rename(self, name: Any) -> bool:
        """Another name; False where it is the same."""
        before, self.name = self.name, tidy(name)
        return self.name != before

    def note(self, notes: Any) -> bool:
        """Other notes."""
        before, self.notes = self.notes, tidy_notes(notes)
        return self.notes != before

    def tag(self, tags: Any) -> bool:
        """Other tags, from a line with commas."""
        before, self.tags = self.tags, tidy_tags(tags)
        return self.tags != before

    def turn(self, part: Any) -> None:
        """To another part of the page."""
        if part in self.parts:
            self.part = part
            self.side = part if part in self.sides else self.side

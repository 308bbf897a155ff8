"""A list independent of its shelf: content, name, notes, tags."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from webapp.base.typed_text import tidy_name
from webapp.store import SavedList

Json = dict[str, Any]
NAME_LENGTH = 60
NOTES_LENGTH = 2_000
TAGS = 8
TAG_LENGTH = 24


@dataclass(frozen=True)
class ListEntry:
    """A list. ``content`` is the JSON that its kind dumps."""

    content: Json = field(default_factory=dict)
    name: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()


def entry_of(saved: SavedList) -> ListEntry:
    """The entry of a stored list."""
    return ListEntry(saved.content, saved.name, saved.notes, saved.tags)


def tidied(content: Json, name: Any = "", notes: Any = "", tags: Any = ()) -> ListEntry:
    """An entry whose name, notes and tags come from untrusted input."""
    return ListEntry(content, tidy(name), tidy_notes(notes), tidy_tags(tags))


def tidy(name: Any) -> str:
    """A list's name: one line, printable, not too long."""
    return tidy_name(name, NAME_LENGTH) if isinstance(name, str) else ""


def tidy_notes(notes: Any) -> str:
    """Notes: lines of printable text, not too long."""
    if not isinstance(notes, str):
        return ""
    lines = ("".join(c for c in line if c.isprintable()) for line in notes[:NOTES_LENGTH].splitlines())
    return "\n".join(lines).strip()


def tidy_tags(tags: Any) -> tuple[str, ...]:
    """Tags: a few short words, none twice; from a list, or from a line with commas."""
    words = tags.split(",") if isinstance(tags, str) else tags if isinstance(tags, list | tuple) else ()
    cleaned = (tidy_name(word, TAG_LENGTH) for word in words if isinstance(word, str))
    return tuple(dict.fromkeys(word for word in cleaned if word))[:TAGS]

"""Who is looking: the browser behind a request, with the name and language it asked to have remembered.

Nobody has an account. A browser is known by the id in its signed cookie; that id never leaves the server.
"""

import logging
import unicodedata
from dataclasses import replace
from typing import Any

from fastapi import Request
from nicegui import app, ui

from webapp.i18n import LANGUAGES, negotiate
from webapp.store import SavedVisitor, Store, StoreProblem

log = logging.getLogger(__name__)

NAME_LENGTH = 24

ACCENTS = 3
"""Marks over and under one letter; no writing needs more."""

JOINER = "\u200d"
"""Makes one picture of two."""

BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Signs of which nothing is seen, though they count as letters."""


class Visitors:
    """What browsers want remembered, in memory and kept."""

    def __init__(self) -> None:
        self._known: dict[str, SavedVisitor] = {}
        self._store: Store | None = None

    def open(self, store: Store) -> None:
        """Starts from what the store holds."""
        self._store = store
        self._known = {visitor.id: visitor for visitor in store.visitors()}

    def get(self, id: str) -> SavedVisitor:
        """What is known of a browser; a stranger has no name and no chosen language."""
        return self._known.get(id) or SavedVisitor(id)

    async def rename(self, id: str, name: str) -> None:
        """Remembers a name, tidied by :func:`tidy_name`."""
        await self._keep(replace(self.get(id), name=tidy_name(name)))

    async def speak(self, id: str, language: str) -> None:
        """Remembers a language of ours; others are ignored."""
        if language in LANGUAGES:
            await self._keep(replace(self.get(id), language=language))

    async def prefer(self, id: str, preferences: dict[str, Any]) -> None:
        """Remembers what somebody prefers (:mod:`webapp.preferences`), in the place of what was remembered of it."""
        await self._keep(replace(self.get(id), preferences=preferences))

    async def _keep(self, visitor: SavedVisitor) -> None:
        if visitor == self.get(visitor.id):
            return
        self._known[visitor.id] = visitor
        if self._store is None:
            return
        try:
            await self._store.remember(visitor)
        except StoreProblem as problem:
            # Nobody's seat depends on it, and until the server ends it is remembered all the same.
            log.error("what somebody wants remembered could not be kept: %s", problem)


visitors = Visitors()
"""Of this process; opened at start."""


def tidy_name(name: str, length: int = NAME_LENGTH) -> str:
    """A name as others may see it: one line, nothing that is there and cannot be seen, nothing that turns the direction
    of writing, no towers of accents, not too long and not cut through a sign; may be empty.

    >>> tidy_name("  Ilse\\u202e\\n  Varga ")
    'Ilse Varga'
    >>> tidy_name("Il\\u200bse \\u3164")
    'Ilse'
    >>> tidy_name("e" + 9 * "\\u0301" + "v") == "e" + ACCENTS * "\\u0301" + "v"
    True
    >>> tidy_name("abe\\u0301", 3)
    'ab'
    """
    seen: list[str] = []
    accents = 0
    for n, c in enumerate(name[: 20 * length]):
        category = unicodedata.category(c)
        accents = accents + 1 if category in {"Mn", "Me"} else 0
        if c == JOINER and seen and unicodedata.category(name[n + 1 : n + 2] or " ") == "So":
            seen.append(c)
        elif category not in {"Cf", "Cn", "Co", "Cs"} and accents <= ACCENTS:
            seen.append(c if c.isprintable() and c not in BLANK else " ")
    tidied = " ".join("".join(seen).split())
    end = length
    while 0 < end < len(tidied) and _clings(tidied, end):
        end -= 1
    return tidied[:end].rstrip()


def _clings(text: str, at: int) -> bool:
    """Whether what stands there belongs to the sign before it."""
    c = text[at]
    return JOINER in (c, text[at - 1]) or unicodedata.category(c).startswith("M") or "\U0001f3fb" <= c <= "\U0001f3ff"


def session_id() -> str:
    """The id of the browser behind the page being built or the event being handled."""
    return str(app.storage.browser["id"])


def language_of(request: Request | None = None) -> str:
    """The language to show: what this browser chose, else what it prefers, else English."""
    request = request or ui.context.client.request
    chosen = visitors.get(str(request.session.get("id", ""))).language
    return chosen or negotiate(request.headers.get("accept-language"))

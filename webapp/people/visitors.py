"""The visitor behind a request: a browser, with its stored name and language.

There are no accounts. A browser is known by the id in its signed cookie; that id never leaves the server.
"""

import logging
from dataclasses import replace
from typing import Any

from fastapi import Request
from nicegui import app, ui

from webapp.base.typed_text import tidy_name
from webapp.i18n import LANGUAGES, negotiate
from webapp.security.limits import limits
from webapp.store import SavedVisitor, Store, StoreProblem

log = logging.getLogger(__name__)


class Visitors:
    """The settings of all browsers, in memory and stored."""

    def __init__(self) -> None:
        self._known: dict[str, SavedVisitor] = {}
        self._store: Store | None = None

    def open(self, store: Store) -> None:
        """Loads the stored settings."""
        self._store = store
        self._known = {visitor.id: visitor for visitor in store.visitors()}

    def get(self, id: str) -> SavedVisitor:
        """The settings of a browser; a new one has no name and no chosen language."""
        return self._known.get(id) or SavedVisitor(id)

    async def rename(self, id: str, name: str) -> None:
        """Stores a name, cleaned by :func:`tidy_name`."""
        await self._keep(replace(self.get(id), name=tidy_name(name)))

    async def speak(self, id: str, language: str) -> None:
        """Stores a language; one that is not offered is ignored."""
        if language in LANGUAGES:
            await self._keep(replace(self.get(id), language=language))

    async def prefer(self, id: str, preferences: dict[str, Any]) -> None:
        """Stores the preferences of a browser (:mod:`webapp.people.preferences`) in place of its former ones."""
        await self._keep(replace(self.get(id), preferences=preferences))

    async def _keep(self, visitor: SavedVisitor) -> None:
        if visitor == self.get(visitor.id):
            return
        if visitor.id not in self._known and limits.charge("remember", visitor.id):
            log.warning("too many new browsers come from one address: one was not remembered")
            return
        self._known[visitor.id] = visitor
        if self._store is None:
            return
        try:
            await self._store.remember(visitor)
        except StoreProblem as problem:
            # No seat depends on it, and it stays in memory until the server ends.
            log.error("what somebody wants remembered could not be kept: %s", problem)


visitors = Visitors()
"""The visitors of this process; opened at start."""


def session_id() -> str:
    """The id of the browser behind the page being built. Its address is noted, for what is counted by address."""
    session, client = str(app.storage.browser["id"]), ui.context.client.request.client
    limits.met(session, client.host if client is not None else "")
    return session


def language_of(request: Request | None = None) -> str:
    """The language to show: what this browser chose, else the best of its header, else English."""
    request = request or ui.context.client.request
    chosen = visitors.get(str(request.session.get("id", ""))).language
    return chosen or negotiate(request.headers.get("accept-language"))

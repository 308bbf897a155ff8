"""The answers of slow queries on one page: each is asked for once a step; the page is drawn again when it comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import background_tasks, json

from rules.kernel.refusals import Refused
from webapp.games.contract import Json
from webapp.table_kit.place import Place

KEPT = 80
"""The answers that one page keeps."""


class QueryAnswers:
    """The answers to a page's queries (:meth:`Place.query`), at the step that the page shows. `redraw`: draws the page
    again."""

    def __init__(self, at: Place, redraw: Callable[[], object]) -> None:
        self._at = at
        self._redraw = redraw
        self._known: dict[str, Any] = {}

    def get(self, name: str, params: Json | None = None) -> Any:
        """The answer; None while it is awaited, or where the query has none."""
        key = json.dumps([self._at.turn, self._at.viewer, name, params or {}])
        if key not in self._known:
            self._known = {**dict(list(self._known.items())[1 - KEPT :]), key: None}
            background_tasks.create(self._ask(key, name, params), name=f"query {name}")
        return self._known[key]

    async def _ask(self, key: str, name: str, params: Json | None) -> None:
        try:
            answer = await self._at.query(name, params)
        except (Refused, ValueError, LookupError):
            return
        if key in self._known:
            self._known[key] = answer
            self._redraw()

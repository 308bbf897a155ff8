"""Persists what of a table outlives the server besides its match: clocks, abandonment, the notes of its guide."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from webapp.store import Store, StoreProblem

log = logging.getLogger(__name__)


class KeptState:
    """The state of one table, by key. Writes are asynchronous; changes during one share the next."""

    def __init__(self, code: str, id: int, store: Store) -> None:
        self._code = code
        self._id = id
        self._store = store
        self._state: dict[str, Any] = store.talks.standing(id)
        self._task: asyncio.Task[None] | None = None
        self._stale = False

    def get(self, key: str) -> Any:
        """What was put in last; None: nothing ever was."""
        return self._state.get(key)

    def put(self, key: str, value: Any) -> None:
        """Keeps JSON data under a key."""
        if self._state.get(key) == value:
            return
        self._state = self._state | {key: value}
        self._stale = True
        if self._task is None:
            self._task = asyncio.create_task(self._save())

    async def _save(self) -> None:
        try:
            while self._stale:
                self._stale = False
                await self._store.talks.stand(self._id, self._state)
        except StoreProblem as problem:
            # The clocks go on in memory; the next change is kept again.
            log.error("table %s: what outlives the server could not be kept: %s", self._code, problem)
        finally:
            self._task = None

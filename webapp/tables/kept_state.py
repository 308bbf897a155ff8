"""The state of a table that survives a restart besides its match: clocks, abandonment, the progress of its guide, what
decided it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from webapp.store import Store, StoreProblem

log = logging.getLogger(__name__)


class KeptState:
    """The state of one table, by key. Writes are asynchronous; changes during a write are written together by the
    next."""

    def __init__(self, code: str, id: int, store: Store) -> None:
        self._code = code
        self._id = id
        self._store = store
        self._state: dict[str, Any] = store.talks.kept_state(id)
        self._task: asyncio.Task[None] | None = None
        self._stale = False

    def get(self, key: str) -> Any:
        """The value of a key; None where there is none."""
        return self._state.get(key)

    def put(self, key: str, value: Any) -> None:
        """Stores JSON data under a key."""
        if self._state.get(key) == value:
            return
        self._state = self._state | {key: value}
        self._stale = True
        if self._task is None:
            self._task = asyncio.create_task(self._save())

    async def answer(
        self, key: str, sequence: int, asked: Mapping[str, Any], compute: Callable[[], Awaitable[Any]]
    ) -> Any:
        """What `compute` gives, or gave before for the same question about the match after the step `sequence`: the
        answers to a question that takes long, about a match that is over."""
        known = self.get(key) or {}
        answers: dict[str, Any] = known["answers"] if known.get("sequence") == sequence else {}
        if (question := json.dumps(asked, sort_keys=True)) not in answers:
            computed = await compute()
            # Others may have been kept meanwhile.
            known = self.get(key) or {}
            answers = known["answers"] if known.get("sequence") == sequence else {}
            self.put(key, {"sequence": sequence, "answers": answers | {question: computed}})
            return computed
        return answers[question]

    async def _save(self) -> None:
        try:
            while self._stale:
                self._stale = False
                await self._store.talks.keep_state(self._id, self._state)
        except StoreProblem as problem:
            # The state in memory is right; the next change tries again.
            log.error("table %s: what outlives the server could not be kept: %s", self._code, problem)
        finally:
            self._task = None

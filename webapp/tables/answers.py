"""Stored answers of players, submitted again in a rematch: the lists that they brought to the last match."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webapp.tables.table import Table

log = logging.getLogger(__name__)


class KeptAnswers:
    """The stored answers of one table. Each is submitted once, to the first question of its kind, if the rules allow it
    then; after a takeback it is not submitted again before the server restarts."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._given: set[tuple[str, int]] = set()
        """The answers given, by the player's mark and the place in their list."""
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Submits what is due; called when a seat may have been asked something."""
        if self._table.settings.answers and self._task is None and self._owed() is not None:
            self._task = asyncio.create_task(self._give())
            self._task.add_done_callback(self._done)

    def close(self) -> None:
        """Stops submitting."""
        if self._task is not None:
            self._task.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("table %s: a kept answer could not be given", self._table.code, exc_info=problem)

    def _owed(self) -> tuple[str, tuple[str, int], dict[str, Any]] | None:
        """A seat that is asked what its player has answered before, the index of that answer, and the command; None
        where there is none."""
        table = self._table
        if not table.loaded or table.over or not table.full or table.hold() is not None:
            return None
        for seat, question in table.match.decisions.items():
            mark = table.player_mark(seat)
            for n, command in enumerate(table.settings.answers.get(mark, ())):
                if command["kind"] == question["kind"] and (mark, n) not in self._given:
                    return seat, (mark, n), {**command, "decision": question["id"]}
        return None

    async def _give(self) -> None:
        while (owed := self._owed()) is not None:
            seat, which, command = owed
            # If it is refused (the pack may have changed), the player answers.
            self._given.add(which)
            await self._table.submit_as(seat, command)

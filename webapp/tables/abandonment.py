"""Adjourns a table after a while without any of its players, and closes it as abandoned after a long while."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from webapp.base.clock import steady
from webapp.tables.kept_state import KeptState

if TYPE_CHECKING:
    from webapp.tables.table import Table

ADJOURN_S = 30 * 60.0
ABANDON_S = 14 * 86_400.0

AGAIN_S = 60.0
"""Seconds until a failed write is tried again."""

KEEP_S = 300.0
"""Seconds between writes of the time that a table is empty: the most that a restart gives back."""

KEY = "alone-s"


class AbandonmentWatch:
    """Watches one table. The time for which it is empty survives a restart; only time in which the server runs counts,
    and a crash counts as everybody leaving."""

    def __init__(self, table: Table, kept_state: KeptState) -> None:
        self._table = table
        self._kept_state = kept_state
        self._began: tuple[float, float] | None = None
        """When the table was found empty, by the steady clock, and for how many seconds it had been."""
        self._due: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[bool] | None = None
        self._over = False

    def look(self) -> None:
        """Checks the table; called when somebody may have come or gone, and by a timer."""
        table = self._table
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._over or table.outcome is not None:
            return
        if table.settings.closed or table.settings.deleted_at or table.attended:
            # The time starts again when somebody comes, and when the table is reopened.
            self._began = None
            self._kept_state.put(KEY, None)
            return
        now, kept = steady.now(), self._kept_state.get(KEY)
        if self._began is None:
            self._began = now, float(kept) if isinstance(kept, (int, float)) else 0.0
        alone = now - self._began[0] + self._began[1]
        if kept is None or alone - kept >= KEEP_S or alone >= ADJOURN_S > kept:
            self._kept_state.put(KEY, round(alone, 1))
        if self._task is None and (alone >= ABANDON_S or (alone >= ADJOURN_S and self._plays)):
            self._task = asyncio.create_task(self._leave(alone >= ABANDON_S))
            self._task.add_done_callback(self._left)
            return
        wait = (ADJOURN_S if self._plays else ABANDON_S) - alone
        self._due = asyncio.get_running_loop().call_later(max(0.01, min(wait, KEEP_S)), self.look)

    def close(self) -> None:
        """Stops the timer."""
        self._over = True
        if self._due is not None:
            self._due.cancel()
        if self._task is not None:
            self._task.cancel()

    @property
    def _plays(self) -> bool:
        """Whether there is a running match that could be adjourned."""
        return self._table.begun and self._table.full and self._table.hold() is None

    async def _leave(self, for_good: bool) -> bool:
        """Adjourns or closes the table; returns whether that was stored."""
        if for_good:
            return await self._table.change(closed=True, abandoned=True) is None
        if await self._table.left_alone() is not None:
            return False
        self._table.talk.note("left-alone")
        return True

    def _left(self, task: asyncio.Task[bool]) -> None:
        self._task = None
        if task.cancelled() or self._over:
            return
        if task.exception() is None and task.result():
            self.look()
        else:
            self._due = asyncio.get_running_loop().call_later(AGAIN_S, self.look)

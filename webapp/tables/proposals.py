"""Declines proposals (a draw, a takeback, an adjustment) for absent players, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from webapp.base.clock import steady

if TYPE_CHECKING:
    from webapp.tables.table import Table

log = logging.getLogger(__name__)

PROPOSAL = "adjust"
"""The kind of the question whether a seat agrees (``rules.kernel.table_talk``)."""

ABSENT_S = 60.0
"""Seconds of absence that count as a no."""

AGAIN_S = 5.0
"""Seconds until a failed answer is tried again."""


class Proposals:
    """Answers the proposals of one table for seats whose players are absent."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._since: dict[tuple[str, str], float] = {}
        """The time at which a seat was first away from a question, by the steady clock."""
        self._due: asyncio.TimerHandle | None = None
        self._answering: asyncio.Task[None] | None = None
        self._over = False

    def look(self) -> None:
        """Starts or stops the timers; called after every change."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._over or self._answering is not None:
            return
        now = steady.now()
        self._since = {owed: self._since.get(owed, now) for owed in self._absent()}
        if not self._since:
            return
        owed, since = min(self._since.items(), key=lambda item: item[1])
        if now - since >= ABSENT_S:
            self._answering = asyncio.create_task(self._answer(*owed))
            self._answering.add_done_callback(self._answered)
        else:
            self._due = asyncio.get_running_loop().call_later(ABSENT_S - (now - since), self.look)

    def close(self) -> None:
        """Stops the timers."""
        self._over = True
        if self._due is not None:
            self._due.cancel()
        if self._answering is not None:
            self._answering.cancel()

    def _absent(self) -> list[tuple[str, str]]:
        """The absent seats that are asked to agree, each with the id of the question."""
        table = self._table
        if not table.loaded or table.over or table.hold() is not None:
            return []
        away = [
            seat
            for seat, question in table.match.asked.items()
            if question.kind == PROPOSAL and table.absent(seat) and not table.seats[seat].bot
        ]
        asked = table.match.decisions if away else {}
        return [(seat, str(asked[seat]["id"])) for seat in away]

    async def _answer(self, seat: str, decision: str) -> None:
        table = self._table
        refusal = await table.lapse(seat, {"kind": PROPOSAL, "accept": False, "decision": decision})
        if refusal is None:
            table.talk.note("absent", who=table.seats[seat].name or seat)
        elif refusal.code != "stale":
            log.warning("table %s: no answer could be given for the absent seat %s: %s", table.code, seat, refusal.code)
            await asyncio.sleep(AGAIN_S)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._answering = None
        if task.cancelled():
            return
        if (problem := task.exception()) is not None:
            log.error("table %s: a proposal is left waiting", self._table.code, exc_info=problem)
            return
        self.look()

"""Answers given before they are asked for: the lists that players brought to the last match, and the answers that they
prepare while others play.

A prepared answer is played by the table once its question comes, after `GIVEN_S`, whatever it says and whatever anybody
holds, so that its time tells nothing that is hidden. Nobody but its player learns of it before."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.kernel.refusals import Refusal
from webapp.tables.commands import shape_fault
from webapp.tables.kept_state import KeptState
from webapp.tables.proposals import PROPOSAL

if TYPE_CHECKING:
    from rules.kernel.contract import Match
    from webapp.tables.table import Table

log = logging.getLogger(__name__)

KEY = "prepared"
"""The key of the prepared answers in the table's kept state."""
GIVEN_S = 0.6
"""Seconds from the question to the answer prepared for it."""
MOST_WISHES = 3
"""The most answers to one question, in order of wish: the first that is legal then is given."""


class KeptAnswers:
    """The stored answers of one table.

    Those to the lists of the last match (`TableSettings.answers`) are submitted once, to the first question of their
    kind, if the rules allow it then; after a takeback none is submitted again before the server restarts.

    Those prepared are kept by player: `{"seat", "kind", "code", "commands"}`, or, once they do not fit, with `why`, the
    refusal, in place of `commands`."""

    def __init__(self, table: Table, kept_state: KeptState) -> None:
        self._table = table
        self._kept_state = kept_state
        self._given: set[tuple[str, int]] = set()
        """The lists given, by the player's mark and the place in their answers."""
        self._task: asyncio.Task[None] | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """By seat, when a prepared answer is due."""
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self) -> None:
        """Submits what is due, and drops what no longer fits; called when a seat may have been asked something."""
        if self._table.settings.answers and self._task is None and self._owed() is not None:
            self._task = asyncio.create_task(self._give())
            self._task.add_done_callback(self._done)
        if self._prepared and self._playing:
            for mark, row in list(self._prepared.items()):
                self._look_at(mark, row)

    def close(self) -> None:
        """Stops submitting."""
        for running in (self._task, *self._tasks, *self._timers.values()):
            if running is not None:
                running.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        if task is self._task:
            self._task = None
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("table %s: a kept answer could not be given", self._table.code, exc_info=problem)

    @property
    def _playing(self) -> bool:
        table = self._table
        return table.loaded and not table.over and table.full and table.hold() is None

    # ---- lists of the last match ----

    def _owed(self) -> tuple[str, tuple[str, int], dict[str, Any]] | None:
        """A seat that is asked what its player has answered before, the index of that answer, and the command; None
        where there is none."""
        table = self._table
        if not self._playing:
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

    # ---- prepared answers ----

    @property
    def _prepared(self) -> Mapping[str, dict[str, Any]]:
        return self._kept_state.get(KEY) or {}

    def prepared(self, seat: str) -> dict[str, Any] | None:
        """What the player of a seat has prepared, or why it was dropped, as it is kept."""
        row = self._prepared.get(self._table.player_mark(seat))
        return row if row is not None and row["seat"] == seat else None

    def prepare(self, session: str, command: Any) -> Refusal | None:
        """Keeps an answer to the question ahead of this browser's seat, after those kept for it already. None, or the
        refusal."""
        table = self._table
        if (seat := table.seat_of(session)) is None:
            return Refusal("", "not-seated")
        if (fault := shape_fault(command)) is not None:
            return fault
        ahead = table.match.ahead(seat) if self._playing else None
        if ahead is None:
            return Refusal("", "not-ahead")
        answer = {key: value for key, value in command.items() if key != "decision"}
        if (no := ahead.check(seat, answer)) is not None:
            return no
        question = _question(ahead, seat)
        before = self.prepared(seat)
        commands = before["commands"] if before is not None and "commands" in before and _same(before, question) else []
        if answer not in commands:
            commands = [*commands, answer][-MOST_WISHES:]
        self._keep(seat, {"seat": seat, **question, "commands": commands})
        return None

    def withdraw(self, session: str) -> None:
        """Drops what the player at this browser has prepared, or the word that it was dropped."""
        if (seat := self._table.seat_of(session)) is not None:
            self._keep(seat, None)

    def _keep(self, seat: str, row: dict[str, Any] | None) -> None:
        mark = self._table.player_mark(seat)
        rows = {its: prepared for its, prepared in self._prepared.items() if its != mark}
        self._kept_state.put(KEY, rows if row is None else {**rows, mark: row})
        if (timer := self._timers.pop(seat, None)) is not None:
            timer.cancel()
        self._table.drafted(seat).emit(None)
        if row is not None:
            self.look()

    def _look_at(self, mark: str, row: dict[str, Any]) -> None:
        """Gives or drops what a player has prepared, if it is time."""
        seat, match = row["seat"], self._table.match
        if self._table.player_mark(seat) != mark or self._table.seats[seat].bot:
            self._kept_state.put(KEY, {its: prepared for its, prepared in self._prepared.items() if its != mark})
        elif "why" in row:
            if self._table.last_seat == seat:
                self._keep(seat, None)
        elif (asked := match.asked.get(seat)) is None:
            ahead = match.ahead(seat)
            if (ahead is None or not _same(row, _question(ahead, seat))) and not _interrupted(match):
                self._drop(seat, row, Refusal("", "not-ahead"))
        elif asked.kind == row["kind"] and asked.code == row["code"] and seat not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[seat] = loop.call_later(GIVEN_S, self._due, seat)

    def _drop(self, seat: str, row: dict[str, Any], why: Refusal) -> None:
        kept = {key: value for key, value in row.items() if key != "commands"}
        self._keep(seat, {**kept, "why": why.to_json()})

    def _due(self, seat: str) -> None:
        self._timers.pop(seat, None)
        task = asyncio.create_task(self._give_prepared(seat))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def _give_prepared(self, seat: str) -> None:
        """Plays the first wish that is legal now; where none is, all are dropped, for the reason against the first."""
        row, match = self.prepared(seat), self._table.match if self._playing else None
        asked = None if match is None else match.decisions.get(seat)
        if row is None or "commands" not in row or match is None or asked is None:
            return
        if asked["kind"] != row["kind"] or asked["prompt"]["code"] != row["code"]:
            return
        refusals = [match.check(seat, command) for command in row["commands"]]
        command = next((command for command, no in zip(row["commands"], refusals, strict=True) if no is None), None)
        no = refusals[0]
        if command is not None:
            self._keep(seat, None)  # before its step is told: it answers no second question
            no = await self._table.submit_as(seat, {**command, "decision": asked["id"]})
        if no is not None:
            self._drop(seat, row, no)


def _question(match: Match, seat: str) -> dict[str, str]:
    """What tells a question from others that a seat may be asked."""
    asked = match.asked[seat]
    return {"kind": asked.kind, "code": asked.code}


def _same(row: Mapping[str, Any], question: Mapping[str, str]) -> bool:
    return bool(row["kind"] == question["kind"] and row["code"] == question["code"])


def _interrupted(match: Match) -> bool:
    """Whether a proposal of the table is answered first, after which the match goes on as it was."""
    return any(decision.kind == PROPOSAL for decision in match.asked.values())

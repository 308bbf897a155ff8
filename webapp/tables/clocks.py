"""The clocks of a table with time limits: a bank for each seat, a limit for each decision, or both.

Time runs for seats that are asked something. Where several share the question it runs for each until that seat is done:
one limit, and one increment, for all that it does meanwhile. Time stops while the match is adjourned or closed, a seat
is free, or the server is off, asleep or held still. A proposal stops no clock: those of the question beneath it go on.
Only the server counts. When time is up, it does what the table's settings say and records that in the match's journal
and in the talk; a proposal that is open then is withdrawn or declined first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.kernel.refusals import Refusal
from webapp.base.clock import steady
from webapp.tables.kept_state import KeptState
from webapp.tables.proposals import PROPOSAL

if TYPE_CHECKING:
    from webapp.tables.table import Table

log = logging.getLogger(__name__)

LEAST_S = 5.0
"""Seconds for each decision with an empty bank, where that does not lose the match."""

KEEP_S = 10.0
"""Seconds between writes of running clocks: the most that a crash gives back."""

AGAIN_S = 2.0
"""Seconds until a failed answer is tried again."""

KEY = "clocks"


@dataclass
class Clock:
    """The clock of a seat, in seconds. `since`: the steady clock's time when it was last updated; None while it is
    stopped."""

    bank: float
    decision: str = ""
    """The id of the question that it runs for, or ran for last."""
    spent: float = 0.0
    """Seconds used on that question."""
    since: float | None = None
    sharing: str = ""
    """The question that it shares with others (`Match.sharing`); empty: none."""
    done: bool = False
    """Whether its seat has been done with that, so that its time was made longer."""
    owed: bool = False
    """Whether the seat owes an answer to that question, also while a proposal lies over it."""


class Clocks:
    """The clocks of one table."""

    def __init__(self, table: Table, kept_state: KeptState) -> None:
        self._table = table
        self._kept_state = kept_state
        self._clocks: dict[str, Clock] = {}
        self._due: asyncio.TimerHandle | None = None
        self._sequence = -1
        self._answering: asyncio.Task[None] | None = None
        self._over = False

    @property
    def on(self) -> bool:
        """Whether this table has clocks at all."""
        return bool(self._table.settings.clock_bank or self._table.settings.clock_limit)

    def look(self) -> None:
        """Stops the clocks of seats that are no longer asked, starts those of seats that are; called after every
        change."""
        if not self.on or self._over:
            return
        now = steady.now()
        owed = self._owed()
        moved = self._table.sequence != self._sequence
        self._sequence = self._table.sequence
        for seat in self._table.seat_keys:
            self._turn(seat, owed.get(seat), now, moved)
        self._clocks = {seat: clock for seat, clock in self._clocks.items() if seat in self._table.seat_keys}
        self._keep()
        self._plan(now)

    @property
    def running(self) -> bool:
        """Whether any clock runs."""
        return any(clock.since is not None for clock in self._clocks.values())

    def close(self) -> None:
        """Stops all clocks."""
        self._over = True
        if self._due is not None:
            self._due.cancel()
        if self._answering is not None:
            self._answering.cancel()

    def state(self) -> dict[str, Any]:
        """The time left: ``{seat: {"bank": s | None, "limit": s | None, "runs": bool}}``; {} without clocks."""
        if not self.on:
            return {}
        now = steady.now()
        rules = self._table.settings
        return {
            seat: {
                "bank": round(max(0.0, self._bank(clock, now)), 2) if rules.clock_bank else None,
                "limit": round(max(0.0, self._limit(clock, now)), 2) if rules.clock_limit else None,
                "runs": clock.since is not None,
            }
            for seat in self._table.seat_keys
            for clock in (self._clock(seat),)
        }

    # Inside

    def _clock(self, seat: str) -> Clock:
        if seat not in self._clocks:
            kept: Mapping[str, Any] = (self._kept_state.get(KEY) or {}).get(seat, {})
            bank = float(kept.get("bank", self._table.settings.clock_bank))
            spent, owed = float(kept.get("spent", 0.0)), bool(kept.get("owed", False))
            self._clocks[seat] = Clock(bank, kept.get("decision", ""), spent, owed=owed)
            self._clocks[seat].sharing, self._clocks[seat].done = kept.get("sharing", ""), bool(kept.get("done"))
        return self._clocks[seat]

    def _owed(self) -> dict[str, str]:
        """The questions that clocks run for, by seat."""
        table = self._table
        if not table.loaded or table.over or table.hold() is not None or not table.full:
            return {}
        asked = table.match.decisions
        kinds = {question["kind"] for question in asked.values()}
        clocks = {seat: self._clock(seat) for seat in table.seat_keys}
        if PROPOSAL in kinds:
            return {seat: clock.decision for seat, clock in clocks.items() if clock.owed and not table.seats[seat].bot}
        owed = {} if kinds & table.game.untimed else {seat: str(decision["id"]) for seat, decision in asked.items()}
        for seat, clock in clocks.items():
            clock.owed = seat in owed
        return {seat: id for seat, id in owed.items() if not table.seats[seat].bot}

    def _turn(self, seat: str, decision: str | None, now: float, moved: bool) -> None:
        clock, sharing = self._clock(seat), self._table.match.sharing if self._table.loaded else ""
        goes_on = bool(sharing) and sharing == clock.sharing
        if clock.since is not None:
            gone = now - clock.since
            clock.bank, clock.spent, clock.since = clock.bank - gone, clock.spent + gone, None
            acted = moved and self._table.last_seat == seat and decision != clock.decision
            if acted and (decision is None or not goes_on) and not clock.done:
                clock.bank, clock.done = max(0.0, clock.bank) + self._table.settings.clock_increment, goes_on
        if not goes_on:
            clock.sharing, clock.done = "", False
        if decision is None:
            return
        if decision != clock.decision and not goes_on:
            clock.spent = 0.0
            if self._table.settings.clock_out != "loss":
                clock.bank = max(clock.bank, LEAST_S)
        clock.decision, clock.sharing, clock.since = decision, sharing, now

    def _bank(self, clock: Clock, now: float) -> float:
        return clock.bank - (now - clock.since if clock.since is not None else 0.0)

    def _limit(self, clock: Clock, now: float) -> float:
        return self._table.settings.clock_limit - clock.spent - (now - clock.since if clock.since is not None else 0.0)

    def _left(self, clock: Clock, now: float) -> float:
        rules = self._table.settings
        both = [self._bank(clock, now)] if rules.clock_bank else []
        return min([*both, self._limit(clock, now)] if rules.clock_limit else both)

    def _keep(self) -> None:
        kept = {
            seat: {
                "bank": round(clock.bank, 2),
                "decision": clock.decision,
                "spent": round(clock.spent, 2),
                "owed": clock.owed,
                "sharing": clock.sharing,
                "done": clock.done,
            }
            for seat, clock in self._clocks.items()
        }
        self._kept_state.put(KEY, kept)

    def _plan(self, now: float) -> None:
        """Sets the timer to the next end of a seat's time or write of running clocks."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        running = [self._left(clock, now) for clock in self._clocks.values() if clock.since is not None]
        if running:
            wait = max(0.0, min(*running, KEEP_S))
            self._due = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._due = None
        now = steady.now()
        out = [seat for seat, clock in self._clocks.items() if clock.since is not None and self._left(clock, now) <= 0]
        if out and self._answering is None:
            self._answering = asyncio.create_task(self._out(out[0]))
            self._answering.add_done_callback(self._answered)
        elif not out:
            self.look()

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._answering = None
        if task.cancelled():
            return
        if (problem := task.exception()) is not None:
            log.error("table %s: the clock stopped", self._table.code, exc_info=problem)
        self.look()

    async def _out(self, seat: str) -> None:
        """Handles the end of a seat's time, as the table's settings say."""
        table, decision = self._table, self._clock(seat).decision
        if (refusal := await self._proposal_ended(seat)) is not None:
            log.warning("table %s: the proposal over seat %s's question stays (%s)", table.code, seat, refusal)
            await asyncio.sleep(AGAIN_S)
            return
        loses = table.settings.clock_out == "loss"
        answer = None if loses else await self._default(seat)
        if self._owed().get(seat) != decision:
            return
        known = loses or answer is not None
        refusal = await table.lapse(seat, answer and {**answer, "decision": decision}) if known else None
        if not known or refusal is not None:
            log.warning("table %s: the clock of seat %s has no answer (%s)", table.code, seat, refusal)
            await asyncio.sleep(AGAIN_S)
            return
        table.talk.note("clock-lost" if loses else "clock-answered", who=table.seats[seat].name or seat)

    async def _proposal_ended(self, seat: str) -> Refusal | None:
        """Ends a proposal that lies over the question of a seat whose time is up: for that seat with a no, or else it
        is withdrawn. None, or the refusal."""
        table = self._table
        if table.settings.clock_out == "loss":
            return None
        asked = table.match.decisions
        if seat in asked and asked[seat]["kind"] == PROPOSAL:
            return await table.lapse(seat, {"kind": PROPOSAL, "accept": False, "decision": asked[seat]["id"]})
        if (
            open_one := next((decision for decision in asked.values() if decision["kind"] == PROPOSAL), None)
        ) is not None:
            return await table.submit_as(open_one["prompt"]["params"]["by"], {"kind": "retract"})
        return None

    async def _default(self, seat: str) -> dict[str, Any] | None:
        """The answer given for a seat whose time is up: the question's default, else the greedy bot's."""
        table = self._table
        question = table.match.decisions.get(seat, {})
        if isinstance(question.get("default"), dict):
            return dict(question["default"])
        return await table.chairs.answer(seat)

"""Plays the bot-held seats of one table: asks the bot process for a command and submits it like a player's.

That process is sent a world imagined for the seat, never the match: what a bot does not know cannot reach it. Where the
bot of a seat takes too long, dies or fails, the game's greedy one answers for it, and the log says so.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from math import inf
from typing import TYPE_CHECKING, Any

from nicegui import Event

from rules.kernel.contract import Match
from webapp.tables.proposals import PROPOSAL
from webapp.tables.worker import Worker, WrittenMatch

if TYPE_CHECKING:
    from webapp.tables.table import Table

log = logging.getLogger(__name__)

PAUSE_S = 1.1
"""Seconds between a bot's action and the one before, so that people can follow."""

WAIT_S = 3.0
"""Seconds that people wait at most for the bots of their table together, from being done until being asked again."""

FOLLOW_S = 2.0
"""Of these, seconds for thought and pauses. The rest is for what the commands take besides: the step on the disk, the
processes' work around a thought, on a busy machine the wait for a processor. Where that was more in waits before, there
are fewer for thought and pauses."""

WAITS = 8
"""So many waits before tell how much the commands take besides: the slowest but one, as one may be an accident."""

SHARES = 3
"""An answer gets so great a part of the time that is left, or less where there are more bots: several in a row get less
and less, and all of them together no more than there is."""

ALONE_S = 0.3
"""The same where bots have all seats."""

AGAIN_S = 5.0
"""Seconds until each new attempt after a failure."""

REPLY_S = 2.0
"""Seconds that a bot waits for the answers of other bots to its offer: a further command would have them weigh it
again."""

OFFER_S = 0.05
"""The least share of the table's time in which a bot looks for an offer."""

TRIES = 6
"""The number of failures in a row after which the bot waits for a change at the table."""

GREEDY = "greedy"
"""The name of the bot that answers where another fails; every game has it."""

ANSWER = "webapp.base.worker_process:bot"
OFFER_ANSWER = "webapp.base.worker_process:offered_bot"
OFFER = "webapp.base.worker_process:offering_bot"


class CompanionBots:
    """The bots among those who share a question: whom people have called to act before they are done themselves, or
    held, and what each is about to do. It holds until the question is another; in memory alone, no part of the match.
    """

    def __init__(self) -> None:
        self.changed: Event[()] = Event()
        self.plans: dict[str, dict[str, Any]] = {}
        """The command that each is about to give."""
        self.held: frozenset[str] = frozenset()
        self._calls: dict[str, float] = {}
        self._question: object = None

    def follow(self, question: object) -> None:
        """Takes the question that is shared now; None: there is none. What was said for another is over."""
        if question != self._question:
            self._question, self._calls, self.held = question, {}, frozenset()

    def may_act(self, seat: str, *, people: bool) -> bool:
        """Whether a bot acts now. `people`: some of those who share the question are not done."""
        return seat not in self.held and (not people or self._calls.get(seat, 0) > 0)

    def called(self, seat: str) -> bool:
        """Whether a bot has been called to act."""
        return self._calls.get(seat, 0) > 0

    def call(self, seat: str, actions: float) -> None:
        """Has a bot act so many times."""
        self._calls[seat] = actions
        self.held -= {seat}
        self.changed.emit()

    def hold(self, seat: str) -> None:
        """Has a bot wait until it is called."""
        self._calls.pop(seat, None)
        self.held |= {seat}
        self.changed.emit()

    def acted(self, seat: str) -> None:
        """Counts an action of a bot."""
        if seat in self._calls:
            self._calls[seat] -= 1

    def plan(self, seat: str, command: dict[str, Any] | None) -> None:
        """Shows what a bot is about to do; None: nothing any more."""
        if command is None:
            self.plans.pop(seat, None)
        else:
            self.plans[seat] = command
        self.changed.emit()


class TableTime:
    """The seconds of a table's bots for thought and pauses while people wait, by the clock of its caller."""

    def __init__(self) -> None:
        self._since: float | None = None
        """When people began to wait; None: they do not."""
        self._given = 0.0
        """Seconds of this wait that went to thought and pauses, those of several bots at once counted once."""
        self._to = 0.0
        """The end of the latest of them."""
        self._besides: deque[float] = deque(maxlen=WAITS)
        """Of the last waits, the seconds that went to neither."""

    def follow(self, now: float, *, waiting: bool) -> None:
        """Whether people wait for bots now."""
        if not waiting and self._since is not None:
            self._besides.append(now - self._since - self._given)
        if not waiting:
            self._since = None
        elif self._since is None:
            self._since, self._given, self._to = now, 0.0, now

    def gave(self, began: float, until: float) -> None:
        """Counts what an answer took of its share, from a time to another."""
        self._given += max(0.0, until - max(began, self._to))
        self._to = max(self._to, until)

    def left(self, now: float) -> float:
        """The seconds that are left for thought and pauses in this wait."""
        if self._since is None:
            return FOLLOW_S
        besides = sorted(self._besides)[-2:]
        return max(0.0, min(FOLLOW_S - (now - self._since), WAIT_S - besides[0] - self._given if besides else FOLLOW_S))


class BotSeats:
    """Plays the seats of bots while they are asked something, several at once where their questions stand together.
    Offers made to them out of turn are answered separately, at once, whoever's turn it is. They make offers of their
    own right after their answers, and withdraw those that are still open before their next one, since it could turn
    them into a loss.

    Time is the table's: while people wait, every answer gets a share of what its `TableTime` has left, so that the bots
    of a table take that long together, however many and however often they are asked."""

    def __init__(self, table: Table, worker: Worker, quick: Worker) -> None:
        """`worker` computes answers to questions; `quick` answers to offers, so that they do not wait for a search."""
        self._table = table
        self.worker = worker
        self._quick = quick
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """The running answers by seat."""
        self._offers: asyncio.Task[None] | None = None
        self._time = TableTime()
        self._warm = False
        self._made: dict[tuple[str, str], list[dict[str, Any]]] = {}
        """The offers that each seat has made in each match of the table, as `Game.bot_offers` takes them."""
        self.companions = CompanionBots()

    def look(self) -> None:
        """Starts the answers of bots that are asked or offered something; called after every change."""
        if not self._warm and any(seat.bot for seat in self._table.seats.values()):
            self._warm = True
            self.worker.warm(self._table.game.match, self._table.game.warm)
        if self._bots():
            self.companions.follow(self._table.match.sharing)
        owed = self._owed()
        waiting = owed and not self._alone() and not self._table.match.asked.keys() - self._bots().keys()
        self._time.follow(asyncio.get_running_loop().time(), waiting=bool(waiting))
        for seat in owed.keys() - self._tasks.keys():
            self._tasks[seat] = asyncio.create_task(self._answer_questions(seat))
            self._tasks[seat].add_done_callback(self._done)
        if self._offers is None and self._offered() is not None:
            self._offers = asyncio.create_task(self._answer_offers())
            self._offers.add_done_callback(self._done)

    @property
    def busy(self) -> bool:
        """Whether an answer is being computed."""
        return bool(self._tasks) or self._offers is not None

    def close(self) -> None:
        """Cancels the running tasks."""
        for task in (*self._tasks.values(), self._offers):
            if task is not None:
                task.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("table %s: the bot stopped", self._table.code, exc_info=problem)

    def _owed(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """The seats whose bots should answer now, each with its bot and its question. Where seats share the question,
        bots act one by one, once the people are done, who decide together; before that where they are called, and not
        while they are held."""
        bots = self._bots()
        if not bots:
            return {}
        match = self._table.match
        able = list(bots)
        if match.shared:
            people = bool(match.asked.keys() - bots.keys())
            able = [seat for seat in bots if self._alone() or self.companions.may_act(seat, people=people)]
        asked = match.decisions if able else {}
        owed = {seat: (bots[seat], asked[seat]) for seat in able if seat in asked}
        return dict(list(owed.items())[:1]) if match.shared else owed

    def _offered(self) -> tuple[str, str] | None:
        """A seat that a bot plays and that has an offer to answer: the seat, the bot."""
        return next(((key, bot) for key, bot in self._bots().items() if self._table.match.answers(key)), None)

    def _bots(self) -> dict[str, str]:
        """The bots by seat; empty while no match is played."""
        table = self._table
        if not table.loaded or table.over or table.hold() is not None or not table.full:
            return {}
        return {key: seat.bot for key, seat in table.seats.items() if seat.bot}

    def _share(self) -> float:
        """The seconds for the next answer, thought and pause together, of what is left of the table's; any number where
        nobody waits."""
        if self._alone():
            return inf
        return self._time.left(asyncio.get_running_loop().time()) / max(SHARES, len(self._bots()))

    async def _answer_questions(self, seat: str) -> None:
        try:
            await self._play(seat)
        finally:
            # Here and not in a callback: a question that comes before that would be overlooked.
            del self._tasks[seat]

    async def _play(self, seat: str) -> None:
        loop, failed = asyncio.get_running_loop(), 0
        while (owed := self._owed().get(seat)) is not None and failed < TRIES:
            bot, question = owed
            for withdrawal in self._table.match.withdrawals(seat):
                await self._table.submit_as(seat, withdrawal)
            began, state, share = loop.time(), self._table.state_key, self._share()
            # After a refused answer the greedy bot answers, and in lessons, which count on what it answers.
            command = await self.answer(seat, GREEDY if failed or self._table.settings.guided else bot, seconds=share)
            if command is not None and self._shown(question):
                await self._show(seat, command)
            else:
                # The pause is for commands: a proposer need not wait for a bot's answer.
                pause = 0.0 if question["kind"] == PROPOSAL else min(share, ALONE_S if self._alone() else PAUSE_S)
                await asyncio.sleep(max(0.0, pause - (loop.time() - began)))
            self._time.gave(began, min(began + share, loop.time()))
            held = self._table.seats.get(seat)
            still = self._same(seat, question)
            if held is None or held.bot != bot or still is None or seat not in self._owed():
                continue
            refusal, shared = None, self._table.match.shared
            if command is not None:
                refusal = await self._table.submit_as(seat, {**command, "decision": still["id"]})
            if command is not None and refusal is None:
                failed = 0
                if shared:
                    self.companions.acted(seat)
                await self._offer(seat)
                continue
            if self._table.state_key != state:
                # The state that it thought about has changed (an offer was made or answered, say): think again.
                continue
            if refusal is not None and refusal.code == "not-kept":
                # The disk's fault, not the bot's: it tries for as long as that takes.
                await asyncio.sleep(AGAIN_S)
                continue
            failed += 1
            log.warning("table %s: the bot at seat %s has no answer (%s)", self._table.code, seat, refusal)
            await asyncio.sleep(AGAIN_S * failed)

    def _shown(self, question: dict[str, Any]) -> bool:
        """Whether people see what a bot is about to do before it does it: where seats share the question."""
        return self._table.match.shared and question["kind"] != PROPOSAL and not self._alone()

    async def _show(self, seat: str, command: dict[str, Any]) -> None:
        """Shows a command for a moment; nobody waits for the thought besides."""
        self.companions.plan(seat, command)
        try:
            await asyncio.sleep(PAUSE_S)
        finally:
            self.companions.plan(seat, None)

    def call(self, seat: str, actions: float) -> None:
        """Has the bot of a seat act before the people of its side are done: so many times; 0: it waits until called."""
        if actions:
            self.companions.call(seat, actions)
        else:
            self.companions.hold(seat)
        self.look()

    def _alone(self) -> bool:
        """Whether bots have all seats."""
        return all(seat.bot for seat in self._table.seats.values())

    def _same(self, seat: str, question: dict[str, Any]) -> dict[str, Any] | None:
        """The question that a seat is asked now, perhaps with another id; None where it or its options differ from
        those given. Asides of others change neither, so that nobody can keep a bot from answering."""
        now = self._table.match.decisions.get(seat) if self._bots() else None
        return now if now is not None and {**now, "id": None} == {**question, "id": None} else None

    async def _answer_offers(self) -> None:
        try:
            await self._until_all_are_answered()
        finally:
            # As above.
            self._offers = None

    async def _until_all_are_answered(self) -> None:
        failed = 0
        while (offered := self._offered()) is not None and failed < TRIES:
            seat, bot = offered
            state = self._table.state_key
            command = await self.answer(seat, bot, offered=True)
            if self._table.state_key != state:
                # The value of the offer may have changed.
                continue
            if command is None or await self._table.submit_as(seat, command) is not None:
                failed += 1
                log.warning("table %s: the bot at seat %s has no answer to an offer", self._table.code, seat)
                await asyncio.sleep(AGAIN_S * failed)

    async def _offer(self, seat: str) -> None:
        """Makes an offer for a bot's seat if it finds a good one. If that fails, or the state has changed in the
        meantime, or the time of the table is used up, it makes none: nobody waits for an offer."""
        table = self._table
        share = self._share()
        if not table.game.bot_offers or table.settings.guided or seat not in self._bots() or share < OFFER_S:
            return
        (code, sequence), seed = table.state_key, secrets.randbits(31)
        made = self._made.setdefault((code, seat), [])
        try:
            world = await asyncio.to_thread(_imagined, table.match.fork(seed), seat, seed)
            arguments = (table.game.bot_offers, seat, made, seed)
            row = await self._quick.ask(table.game.match, (lane(code, seat), sequence), world, OFFER, arguments)
        except Exception as problem:
            log.warning("table %s: the bot at seat %s could not look for an offer (%r)", code, seat, problem)
            return
        if row is not None and table.state_key == (code, sequence) and seat in self._bots():
            made.append(row)
            await table.submit_as(seat, row["command"])
            if self._offers is not None:
                await asyncio.wait({self._offers}, timeout=min(REPLY_S, share))

    async def answer(
        self, seat: str, bot: str = GREEDY, *, offered: bool = False, seconds: float | None = None
    ) -> dict[str, Any] | None:
        """A bot's answer for a seat, or the greedy bot's if that fails; None where both fail. `offered`: the answer to
        an offer instead; `seconds`: the time for a search from now on, which may be less than the game's."""
        until = None if seconds is None else time.monotonic() + seconds
        for kind in dict.fromkeys((bot, GREEDY)):
            try:
                return await self._think(seat, kind, offered, until)
            except Exception as problem:
                if kind == GREEDY:
                    log.exception("table %s: the bot at seat %s could not think", self._table.code, seat)
                else:
                    log.warning(
                        "table %s: the bot %r at seat %s failed (%r); %r answers for it",
                        self._table.code, kind, seat, problem, GREEDY,
                    )  # fmt: skip
        return None

    async def _think(self, seat: str, bot: str, offered: bool, until: float | None) -> dict[str, Any]:
        table = self._table
        seed = table.sequence if table.settings.guided else secrets.randbits(31)
        script = table.game.script(table.settings.lesson) if table.settings.guided else None
        if script is not None and not offered:
            from webapp.lessons import house  # the reader of guides, which few tables need

            aims = house.due(script, table.view(seat))
            if (aimed := await asyncio.to_thread(house.aimed, table.match.fork(seed), seat, aims)) is not None:
                return aimed
        code, sequence = table.state_key
        world = await asyncio.to_thread(_imagined, table.match.fork(seed), seat, seed)
        arguments: tuple[Any, ...] = (table.game.bot, seat, bot, seed)
        worker, function = self._quick, OFFER_ANSWER
        if not offered:
            worker, function, arguments = self.worker, ANSWER, (*arguments, until)
        answer: dict[str, Any] = await worker.ask(
            table.game.match, (lane(code, seat), sequence), world, function, arguments
        )
        return answer


def lane(code: str, seat: str) -> str:
    """The key of a seat's worlds in the worker's cache."""
    return f"{code}#{seat}"


def _imagined(match: Match, seat: str, seed: int) -> WrittenMatch:
    """A world that fits what a seat knows, as the worker takes it."""
    return WrittenMatch(match.imagine(seat, seed).snapshot())

"""Plays the bot-held seats of one table: asks the bot process for a command and submits it like a player's.

That process is sent a world imagined for the seat, never the match: what a bot does not know cannot reach it. Where the
bot of a seat takes too long, dies or fails, the game's greedy one answers for it, and the log says so.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Any

from rules.kernel.contract import Match
from webapp.tables.proposals import PROPOSAL
from webapp.tables.worker import PastMatch, Worker

if TYPE_CHECKING:
    from webapp.tables.table import Table

log = logging.getLogger(__name__)

PAUSE_S = 1.1
"""Seconds between a bot's action and the one before, so that people can follow."""

ALONE_S = 0.3
"""The same where bots have all seats."""

AGAIN_S = 5.0
"""Seconds until each new attempt after a failure."""

REPLY_S = 2.0
"""Seconds that a bot waits for the answers of other bots to its offer: a further command would have them weigh it
again."""

TRIES = 6
"""The number of failures in a row after which the bot waits for a change at the table."""

GREEDY = "greedy"
"""The name of the bot that answers where another fails; every game has it."""

ANSWER = "webapp.base.worker_process:bot"
OFFER_ANSWER = "webapp.base.worker_process:offered_bot"
OFFER = "webapp.base.worker_process:offering_bot"


class BotSeats:
    """Plays the seats of bots while they are asked something. Offers made to them out of turn are answered separately,
    at once, whoever's turn it is. They make offers of their own right after their answers, and withdraw those that are
    still open before their next one, since it could turn them into a loss."""

    def __init__(self, table: Table, worker: Worker, quick: Worker) -> None:
        """`worker` computes answers to questions; `quick` answers to offers, so that they do not wait for a search."""
        self._table = table
        self.worker = worker
        self._quick = quick
        self._task: asyncio.Task[None] | None = None
        self._offers: asyncio.Task[None] | None = None
        self._failed = 0
        self._made: dict[tuple[str, str], list[dict[str, Any]]] = {}
        """The offers that each seat has made in each match of the table, as `Game.bot_offers` takes them."""

    def look(self) -> None:
        """Starts an answer if a bot is asked or offered something; called after every change."""
        if self._task is None and self._owed() is not None:
            self._failed = 0
            self._task = asyncio.create_task(self._play())
            self._task.add_done_callback(self._done)
        if self._offers is None and self._offered() is not None:
            self._offers = asyncio.create_task(self._answer_offers())
            self._offers.add_done_callback(self._done)

    @property
    def busy(self) -> bool:
        """Whether an answer is being computed."""
        return self._task is not None or self._offers is not None

    def close(self) -> None:
        """Cancels the running tasks."""
        for task in (self._task, self._offers):
            if task is not None:
                task.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        if task is self._task:
            self._task = None
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("table %s: the bot stopped", self._table.code, exc_info=problem)

    def _owed(self) -> tuple[str, str, dict[str, Any]] | None:
        """A seat that a bot plays and that is asked something: the seat, the bot, the question. Where seats share the
        question, bots act once the people are done, who decide together."""
        bots = self._bots()
        if bots and self._table.match.shared and self._table.match.asked.keys() - bots.keys():
            return None
        asked = self._table.match.decisions if bots else {}
        return next(((key, bot, asked[key]) for key, bot in bots.items() if key in asked), None)

    def _offered(self) -> tuple[str, str] | None:
        """A seat that a bot plays and that has an offer to answer: the seat, the bot."""
        return next(((key, bot) for key, bot in self._bots().items() if self._table.match.answers(key)), None)

    def _bots(self) -> dict[str, str]:
        """The bots by seat; empty while no match is played."""
        table = self._table
        if not table.loaded or table.over or table.hold() is not None or not table.full:
            return {}
        return {key: seat.bot for key, seat in table.seats.items() if seat.bot}

    async def _play(self) -> None:
        loop = asyncio.get_running_loop()
        while (owed := self._owed()) is not None and self._failed < TRIES:
            seat, bot, question = owed
            for withdrawal in self._table.match.withdrawals(seat):
                await self._table.submit_as(seat, withdrawal)
            began, state = loop.time(), self._table.state_key
            # After a refused answer the greedy bot answers.
            command = await self.answer(seat, GREEDY if self._failed else bot)
            # The pause is for commands: a proposer need not wait for a bot's answer.
            pause = 0.0 if question["kind"] == PROPOSAL else self._pause()
            await asyncio.sleep(max(0.0, pause - (loop.time() - began)))
            held = self._table.seats.get(seat)
            still = self._same(seat, question)
            if held is None or held.bot != bot or still is None:
                continue
            refusal = None
            if command is not None:
                refusal = await self._table.submit_as(seat, {**command, "decision": still["id"]})
            if command is not None and refusal is None:
                self._failed = 0
                await self._offer(seat)
                continue
            if self._table.state_key != state:
                # The state that it thought about has changed (an offer was made or answered, say): think again.
                continue
            if refusal is not None and refusal.code == "not-kept":
                # The disk's fault, not the bot's: it tries for as long as that takes.
                await asyncio.sleep(AGAIN_S)
                continue
            self._failed += 1
            log.warning("table %s: the bot at seat %s has no answer (%s)", self._table.code, seat, refusal)
            await asyncio.sleep(AGAIN_S * self._failed)

    def _pause(self) -> float:
        people = any(not seat.bot for seat in self._table.seats.values())
        return PAUSE_S if people else ALONE_S

    def _same(self, seat: str, question: dict[str, Any]) -> dict[str, Any] | None:
        """The question that a seat is asked now, perhaps with another id; None where it or its options differ from
        those given. Asides of others change neither, so that nobody can keep a bot from answering."""
        now = self._table.match.decisions.get(seat) if self._bots() else None
        return now if now is not None and {**now, "id": None} == {**question, "id": None} else None

    async def _answer_offers(self) -> None:
        try:
            await self._until_all_are_answered()
        finally:
            # Here and not in a callback: an offer that comes before that would be overlooked.
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
        meantime, it makes none: nobody waits for an offer."""
        table = self._table
        if not table.game.bot_offers or table.settings.guided or seat not in self._bots():
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
                await asyncio.wait({self._offers}, timeout=REPLY_S)

    async def answer(self, seat: str, bot: str = GREEDY, *, offered: bool = False) -> dict[str, Any] | None:
        """A bot's answer for a seat, or the greedy bot's if that fails; None where both fail. `offered`: the answer to
        an offer instead."""
        for kind in dict.fromkeys((bot, GREEDY)):
            try:
                return await self._think(seat, kind, offered)
            except Exception as problem:
                if kind == GREEDY:
                    log.exception("table %s: the bot at seat %s could not think", self._table.code, seat)
                else:
                    log.warning(
                        "table %s: the bot %r at seat %s failed (%r); %r answers for it",
                        self._table.code, kind, seat, problem, GREEDY,
                    )  # fmt: skip
        return None

    async def _think(self, seat: str, bot: str, offered: bool) -> dict[str, Any]:
        table = self._table
        seed = table.sequence if table.settings.guided else secrets.randbits(31)
        if table.settings.guided and table.game.guide is not None and not offered:
            from webapp.lessons import house  # the reader of guides, which few tables need

            aims = house.due(table.game.guide, table.view(seat))
            if (aimed := await asyncio.to_thread(house.aimed, table.match.fork(seed), seat, aims)) is not None:
                return aimed
        code, sequence = table.state_key
        world = await asyncio.to_thread(_imagined, table.match.fork(seed), seat, seed)
        worker, function = (self._quick, OFFER_ANSWER) if offered else (self.worker, ANSWER)
        answer: dict[str, Any] = await worker.ask(
            table.game.match, (lane(code, seat), sequence), world, function, (table.game.bot, seat, bot, seed)
        )
        return answer


def lane(code: str, seat: str) -> str:
    """The key of a seat's worlds in the worker's cache."""
    return f"{code}#{seat}"


def _imagined(match: Match, seat: str, seed: int) -> PastMatch:
    """A world that fits what a seat knows, as the worker takes it."""
    snapshot = match.imagine(seat, seed).snapshot()
    return PastMatch(lambda: snapshot)

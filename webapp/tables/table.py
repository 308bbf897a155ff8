"""A live table: one match, its seats, its audience. Everything that happens to a match happens through here.

The order is always the same: the match is forked, the fork takes the command, the step is committed, the fork becomes
the match, and only then is anybody told. Whatever goes wrong before the end leaves the match as it was.
"""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from nicegui import Client, Event

from rules.kernel.bots import DECIDED, HINTS
from rules.kernel.contract import Match
from rules.kernel.refusals import Refusal, Refused
from webapp.app.worker_process import Key
from webapp.games.contract import Game, Json
from webapp.store import Conflict, SavedTable, Step, Store, StoreProblem
from webapp.tables.abandonment import AbandonmentWatch
from webapp.tables.answers import KeptAnswers
from webapp.tables.arrangement import Arrangement
from webapp.tables.bots import BotSeats, lane
from webapp.tables.clocks import Clocks
from webapp.tables.kept_state import KeptState
from webapp.tables.presence import Presence, Status
from webapp.tables.proposals import Proposals
from webapp.tables.questions import Questions
from webapp.tables.seating import HOUSE, browser_of
from webapp.tables.talk import Talk
from webapp.tables.worker import COMPUTED_S, QUERY, PastMatch, Rebuildable, Worker

log = logging.getLogger(__name__)

T = TypeVar("T")

BATCH = 20
"""Spectators told in one go, before the loop looks after somebody else."""

HEADSTART_S = 0.003
"""What the players were told leaves for their browsers before the spectators' pages are looked at."""

PRESENCE_S = 0.4
"""Comings and goings are told together after so many seconds."""

LARGEST_COMMAND = 16_384
"""Characters of JSON. The largest command that means anything (a long proposal) is far below."""

COMMANDS = ThreadPoolExecutor(4, "commands")
"""Where the rules decide on commands. Nothing else is done there: whatever else keeps threads busy (passwords, files,
pictures), a command does not wait for it."""


class Table(Arrangement):
    """One table. Made by the registry, which is where pages find it.

    ``changed`` of the players' pages comes first, spectators follow in batches: use :meth:`subscribe`.
    """

    def __init__(
        self,
        saved: SavedTable,
        game: Game,
        store: Store,
        worker: Worker,
        thinker: Worker,
        questions: Questions | None = None,
    ) -> None:
        super().__init__(saved, game, store)
        self.created_at = saved.created_at
        self.outcome: Json | None = saved.outcome
        self.sequence = -1
        """The number of the last step kept; -1 until the match is loaded. For the server alone: see :meth:`noticed`."""
        self.revision = 0
        """Grows with everything a viewer may see change: steps, seats, presence."""
        self.changed: Event[()] = Event()
        """Emitted for those at the table (players) after every change."""
        self._company_changed: Event[()] = Event()
        self._watched: list[Event[()]] = []
        self._company_watched: list[Event[()]] = []
        self._worker = worker
        self._questions = questions or Questions()
        self.chairs = BotSeats(self, thinker, worker)
        self.talk = Talk(self, saved.id, store)
        self.standing = KeptState(saved.code, saved.id, store)
        self.answers = KeptAnswers(self)
        self.clocks = Clocks(self, self.standing)
        self.attendance = AbandonmentWatch(self, self.standing)
        self.proposals = Proposals(self)
        self.last_seat: str | None = None
        """The seat that the last step was played for; None before one was, since the start of the server."""
        self._presence = Presence()
        self._last_presence = self.presence()
        self._last_begun = (False, False)
        self._presence_due: asyncio.TimerHandle | None = None
        self._match: Match | None = None
        self._used_at = time.monotonic()
        self._spectators_at = 0
        self._spectators_company = False  # whether they are told of more than steps
        self._views: dict[str, Json] = {}
        self._memo: dict[Hashable, Any] = {}
        self._once: dict[Hashable, Any] = {}
        self.broadcasts: dict[Hashable, Any] = {}
        """What is sent to many pages at once, by what they have in common (:mod:`webapp.seats.broadcast`)."""

    # Looking

    @property
    def match(self) -> Match:
        """The match of now, to look at; commands go through :meth:`submit`. Raises LookupError until it is loaded."""
        if self._match is None:
            raise LookupError(f"table {self.code} is not loaded")
        return self._match

    @property
    def loaded(self) -> bool:
        """Whether the match is in memory."""
        return self._match is not None

    @property
    def begun(self) -> bool:
        """Whether anything has been played."""
        return self.sequence > 0 or self.outcome is not None

    @property
    def over(self) -> bool:
        """Whether the match has an outcome."""
        return self.outcome is not None

    @property
    def state(self) -> str:
        """``open`` while a seat is free, ``running`` once all are taken, ``finished`` when there is an outcome or the
        host has closed or deleted it."""
        if self.outcome is not None or self.settings.closed or self.settings.deleted_at:
            return "finished"
        return "running" if self.full else "open"

    @property
    def state_key(self) -> tuple[str, int]:
        """What tells this state of the match from every other, for answers that are remembered."""
        return f"{self.code}{'+' * self.arranged}", self.sequence

    def asked_again(self, session: str) -> bool:
        """Whether somebody at this browser is asked for a rematch here, and has not said yet that they are ready."""
        if not self.settings.after or self.begun or self.state == "finished":
            return False
        return any(browser_of(its.holder) == session and not its.ready for its in self._holders.values())

    def view(self, viewer: str) -> Json:
        """The match as ``viewer`` (a seat or ``spectator``) may see it; its ``log`` is read where it is looked at.
        Shared by all who look: never change it."""
        self._used_at = time.monotonic()
        if viewer not in self._views:
            match = self.match
            self._views[viewer] = {**match.view(viewer, match.rows(viewer)), "log": match.log(viewer)}
        return self._views[viewer]

    def noticed(self, viewer: str) -> int:
        """The number of the last event in this viewer's log; -1 while the match is not in memory. What leaves the
        server is numbered with it: :attr:`sequence` also counts steps that only their own seat may notice."""
        return -1 if self._match is None else self._match.rows(viewer) - 1

    def memo(self, key: Hashable, build: Callable[[], T]) -> T:
        """What ``build`` makes, made once per revision and key.

        For payloads that many pages share: ``table.memo(("board", viewer, language), lambda: json.dumps(scene))``.
        The key must name everything that ``build`` depends on besides the table, the viewer above all.
        """
        if key not in self._memo:
            self._memo[key] = build()
        made: T = self._memo[key]
        return made

    def once(self, key: Hashable, build: Callable[[], T]) -> T:
        """What ``build`` makes of the match's beginning, made once for as long as the match is loaded."""
        if key not in self._once:
            self._once[key] = build()
        made: T = self._once[key]
        return made

    def presence(self) -> dict[str, Any]:
        """``{"seats": {"1": "here" | "reconnecting" | "away" | "bot" | None}, "spectators": n}``; None: nobody sits
        there."""
        browsers = {key: browser_of(seat.holder) for key, seat in self._holders.items()}
        seats: dict[str, Status | None] = dict.fromkeys(self.seat_keys)
        for key, browser in browsers.items():
            seats[key] = "bot" if self._holders[key].bot else self._presence.of(browser)
        return {"seats": seats, "spectators": self._presence.watching(browsers.values())}

    def onlookers(self) -> list[str]:
        """The browsers that are here and have no seat, in an order that stays."""
        return sorted(session for session in self._presence.here() if not self.belongs(session))

    def absent(self, seat: str) -> bool:
        """Whether somebody has the seat and is not here."""
        held = self._holders.get(seat)
        return held is not None and held.holder != HOUSE and self._presence.of(browser_of(held.holder)) != "here"

    @property
    def attended(self) -> bool:
        """Whether any of its players is here, or was a moment ago."""
        held = [seat.holder for seat in self._holders.values() if seat.holder != HOUSE]
        return any(self._presence.of(browser_of(holder)) != "away" for holder in held)

    def wake(self) -> None:
        """The server has started: bots, clocks and all go on where they stood."""
        self.chairs.look()
        self.answers.look()
        self.clocks.look()
        self.attendance.look()
        self.proposals.look()

    def close(self) -> None:
        """The server ends: nothing is begun any more."""
        for it in (self.chairs, self.answers, self.clocks, self.attendance, self.proposals):
            it.close()

    async def query(self, viewer: str, name: str, params: Json | None = None, session: str = "") -> Any:
        """What the match answers ``viewer`` (a seat or ``spectator``, as the session says), worked out in a worker
        process and remembered until the next step. ``session``: the browser that asks, which waits for its last
        question's answer first; without one it is the server that asks.

        Only for the game's ``queries``, which look and change nothing. Raises ValueError for any other name, Refused
        where the rules or :class:`Questions` refuse, and whatever else the query raises.
        """
        if name == DECIDED:
            # Of the match as it was played, which other questions do not know; once for all who look.
            past = PastMatch(lambda: self.match.journal)
            key = (f"{self.code}*", self.sequence)
            return await self._asked(key, past, session, viewer, name, params, COMPUTED_S)
        return await self._asked(self.state_key, self.match, session, viewer, name, params)

    async def query_past(
        self,
        moment: int,
        past: Callable[[], list[Json]],
        viewer: str,
        name: str,
        params: Json | None = None,
        session: str = "",
    ) -> Any:
        """As :meth:`query`, of the match as it stood after the event ``moment``; ``past`` gives its journal up to
        there. Answers are remembered for the last moment that anybody asked about."""
        return await self._asked((f"{self.code}@", moment), PastMatch(past), session, viewer, name, params)

    async def _asked(
        self,
        key: Key,
        match: Rebuildable,
        session: str,
        viewer: str,
        name: str,
        params: Json | None,
        seconds: float | None = None,
    ) -> Any:
        if name not in self.game.queries:
            raise ValueError(f"{name!r} is no query")
        if viewer not in (*self.seats, "spectator"):
            raise ValueError(f"{viewer!r} is no viewer")
        if name == HINTS and not self.gives_hints(viewer):
            raise Refused(Refusal("", "no-hints"))
        answer = self._worker.ask(self.game.match, key, match, QUERY, (viewer, name, params or {}), seconds)
        return await (self._questions.ask(session, answer) if session else answer)

    def gives_hints(self, seat: str) -> bool:
        """Whether the player of a seat may ask for hints: where the table has agreed on it, where nobody but the house
        sits opposite, and once the match is over."""
        if HINTS not in self.game.queries or seat not in self.seats:
            return False
        return self.settings.hints or self.over or all(it.house for key, it in self.seats.items() if key != seat)

    # Listening

    def subscribe(self, viewer: str, callback: Callable[[], Any], *, steps: bool = True) -> None:
        """Calls back after every change: players at once, spectators in batches behind them. Without ``steps`` not
        after a step of the match that neither began nor ended it: for what shows seats, presence and what was agreed.

        Called while a page is built, the callback runs in that page and ends with it.
        """
        self._news(viewer, steps).subscribe(callback)

    @contextmanager
    def listening(self, viewer: str) -> Iterator[asyncio.Event]:
        """An event that is set after every change, until the end of the ``with``, for clients that are no page. The
        player of the seat ``viewer`` counts as present meanwhile."""
        woken, news, presence = asyncio.Event(), self._news(viewer), secrets.token_hex(8)
        news.subscribe(woken.set)
        holder = self._holders.get(viewer)
        if holder is not None:
            self._arrived(presence, browser_of(holder.holder))
        try:
            yield woken
        finally:
            news.unsubscribe(woken.set)
            self._presence.depart(presence)
            self._presence_changed()

    def _news(self, viewer: str, steps: bool = True) -> "Event[()]":
        if viewer in self.seat_keys:
            return self.changed if steps else self._company_changed
        batches = self._watched if steps else self._company_watched
        batch = next((event for event in batches if len(event.callbacks) < BATCH), None)
        if batch is None:
            batch = Event()
            batches.append(batch)
        return batch

    def attend(self, client: Client, session: str) -> None:
        """Counts a page's browser as present from its connection to its end."""
        page = client.id

        def arrive() -> None:
            self._arrived(page, session)

        def drop() -> None:
            if not client.has_socket_connection:
                self._presence.drop(page)
                self._presence_changed()

        def depart() -> None:
            self._presence.depart(page)
            self._presence_changed()

        client.on_connect(arrive)
        client.on_disconnect(drop)
        client.on_delete(depart)

    # Acting

    async def submit(self, session: str, command: Any) -> Refusal | None:
        """Plays a command for the seat that this browser holds. None, or why not; then nothing has changed.

        The seat comes from the session, whatever the command says. When this returns None the step is on the disk
        and the players' pages have been told.
        """
        seat = self.seat_of(session)
        if seat is None:
            return self._no(None, command, Refusal("", "not-seated"))
        return await self.submit_as(seat, command)

    async def submit_as(self, seat: str, command: Any) -> Refusal | None:
        """Plays a command for a seat: for players that live on the server. Pages use :meth:`submit`."""
        if (problem := _shape(command)) is not None:
            return self._no(seat, command, problem)
        return await self._finish(self._play(seat, command))

    async def lapse(self, seat: str, command: Json | None) -> Refusal | None:
        """The clock of a seat ran out: the command answers for it; without one its match is lost."""
        return await self._finish(self._play(seat, {"kind": "lapse", "answer": command}, lapses=True))

    async def load(self) -> None:
        """Replays the stored journal on the first visit. Raises :class:`Damaged` for a journal that is
        not what was written."""
        # They will soon ask something; until anybody comes, a server has no use for the process.
        self._worker.warm(self.game.match, self.game.warm)
        self._used_at = time.monotonic()
        if self._match is not None:
            return
        async with self._lock:
            await self._load()
        self.wake()

    async def _load(self) -> None:
        if self._match is None:
            await asyncio.to_thread(self.load_now)

    def load_now(self) -> None:
        """Replays the kept journal here and now: for the start, when nobody waits for the loop."""
        steps = self._store.steps(self._id)
        journal = [event for step in steps for event in step.events]
        match = self.game.factory().replay(self.options, journal)
        match.compress()
        self._take(match, steps[-1].sequence)

    def idle_s(self) -> float:
        """Seconds since anybody last needed the match in memory; 0 while a page or a stream follows the table, a bot
        thinks or a clock runs."""
        events = (self.changed, self._company_changed, *self._watched, *self._company_watched)
        followed = any(event.callbacks for event in events)
        if followed or self._lock.locked() or self._tasks or self.chairs.busy or self.clocks.running:
            return 0.0
        return time.monotonic() - self._used_at

    def unload(self) -> None:
        """Gives back the memory of the match and of all that was made of it; :meth:`load` has it again."""
        self._match = None
        for kept in (self._views, self._memo, self._once):
            kept.clear()
        self._watched = [event for event in self._watched if event.callbacks]
        self._company_watched = [event for event in self._company_watched if event.callbacks]
        self.talk.unload()
        code = self.state_key[0]
        self._worker.forget(code, f"{self.code}@", f"{self.code}*")
        for bots in (self.chairs.worker, self._worker):
            bots.forget(*(lane(code, seat) for seat in self.seat_keys))

    def take_up(self, match: Match) -> None:
        """Begins with a match just made, whose making is kept as step 0."""
        self._once.clear()
        self._take(match, 0)

    def _tell_arranged(self, who: str) -> None:
        self.talk.note("arranged", who=who)

    # Inside

    async def _play(self, seat: str, command: Json, lapses: bool = False) -> Refusal | None:
        async with self._lock:
            if (refusal := self._held_up(command)) is not None:
                return self._no(seat, command, refusal)
            self._used_at = time.monotonic()
            await self._load()
            # Each command has its own dice, so that a commit that fails takes the throw with it.
            # At a guided table they are the same for all who play alike.
            fork = self.match.fork(self.sequence if self.settings.guided else secrets.randbits(63))
            try:
                # Nearly always done in a millisecond or two, but some moves that the rules seek take a hundred.
                work = partial(fork.lapse, seat, command["answer"]) if lapses else partial(fork.submit, seat, command)
                events = await asyncio.get_running_loop().run_in_executor(COMMANDS, _carried_out, fork, work)
                outcome = fork.outcome
            except Refused as refused:
                return self._no(seat, command, refused.refusal)
            except Exception:
                log.exception("table %s: the rules broke on %s from seat %s", self.code, _kind(command), seat)
                return Refusal("", "broken")
            step = Step(self.sequence + 1, seat, command, events, time.time())
            try:
                await self._store.append(self._id, step, outcome)
            except StoreProblem as problem:
                return await self._unkept(seat, command, problem)
            self._take(fork, step.sequence)
            self.outcome = outcome
            self.last_seat = seat
            self._publish(step=True)
        if outcome is not None:
            self.settled.emit()
        return None

    def _held_up(self, command: Json) -> Refusal | None:
        """Why nothing, or not this, is played at this table now, whatever the rules would say."""
        if (hold := self.hold()) is not None:
            return hold
        if not self.settings.takeback and self.game.takes_back(command):
            return Refusal("", "no-takeback")
        return None

    async def _unkept(self, seat: str, command: Json, problem: StoreProblem) -> Refusal:
        """A step could not be kept: the match stays where it was, or goes to where the journal is."""
        log.error("table %s: step %d could not be kept: %s", self.code, self.sequence + 1, problem)
        if isinstance(problem, Conflict):
            await asyncio.to_thread(self.load_now)
            self._publish()
        return self._no(seat, command, Refusal("", "not-kept", problem.params))

    def _take(self, match: Match, sequence: int) -> None:
        self._match = match
        self.sequence = sequence
        self._views.clear()

    def _no(self, seat: str | None, command: Any, refusal: Refusal) -> Refusal:
        # The kind and the reason only: a refused plan is still a secret, and the host may be the opponent.
        log.info("table %s: seat %s, %s refused: %s %s", self.code, seat, _kind(command), refusal.code, refusal.clause)
        return refusal

    def _arrived(self, page: str, session: str) -> None:
        self._presence.arrive(page, session)
        self._presence_changed()
        if any(seat.bot and browser_of(seat.holder) == session for seat in self._holders.values()):
            task = asyncio.create_task(self.returned(session))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _presence_changed(self) -> None:
        # Told a little later, all at once: a reload is no absence, and a hundred who come back together after a
        # restart are one change, not a hundred.
        if self._presence_due is None:
            self._presence_due = asyncio.get_running_loop().call_later(PRESENCE_S, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = None
        if self.presence() != self._last_presence:
            self._publish()

    def _note(self, key: str, **params: Any) -> None:
        self.talk.note(key, **params)

    async def _carry_notes(self, before: str, after: str) -> None:
        await self.talk.carry(before, after)

    def _publish(self, *, step: bool = False) -> None:
        """Tells the players now, and starts telling the spectators. ``step``: of a step of the match."""
        self.revision += 1
        self._memo.clear()
        # Who came or went a moment ago is told along with the step.
        presence, begun = self.presence(), (self.begun, self.over)
        company = not step or (presence, begun) != (self._last_presence, self._last_begun)
        self._last_presence, self._last_begun = presence, begun
        self.clocks.look()
        self.changed.emit()
        if company:
            self._company_changed.emit()
            self._spectators_company = True
        self.chairs.look()
        self.answers.look()
        self.attendance.look()
        self.proposals.look()
        timed = self.clocks.on or any(seat.bot for seat in self._holders.values())
        if timed and self._match is None and self.sequence >= 0 and not self.over and self.full and self.hold() is None:
            # Taken up again from elsewhere: its clocks and bots go on.
            self._behind(self.load())
        if (self._watched or self._company_watched) and not any(
            task.get_name() == "spectators" for task in self._tasks
        ):
            self._behind(self._tell_spectators(), "spectators")

    def _behind(self, work: Coroutine[Any, Any, None], name: str | None = None) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell_spectators(self) -> None:
        while self._spectators_at < self.revision:
            await asyncio.sleep(HEADSTART_S)
            self._spectators_at = self.revision
            company, self._spectators_company = self._spectators_company, False
            for batch in (*self._watched, *(self._company_watched if company else ())):
                await asyncio.sleep(0)
                batch.emit()


def _carried_out(match: Match, work: Callable[[], list[Json]]) -> list[Json]:
    """The events of a command; the match is then kept as it will be for hours."""
    events = work()
    match.compress()
    return events


def _shape(command: Any) -> Refusal | None:
    """Whether a message can be a command at all: a JSON object of a sane size. The rest is the rules' business."""
    if not isinstance(command, dict) or not isinstance(command.get("kind"), str):
        return Refusal("", "bad-shape")
    try:
        text = json.dumps(command, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return Refusal("", "bad-shape")
    return Refusal("", "too-large") if len(text) > LARGEST_COMMAND else None


def _kind(command: Any) -> str:
    kind = command.get("kind") if isinstance(command, dict) else None
    return kind[:32] if isinstance(kind, str) and kind.isprintable() else "a message without a kind"

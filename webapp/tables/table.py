"""A live table: one match, its seats, its audience. All changes to a match are made here.

Always in this order: the match is forked, the fork carries out the command, the step is committed, the fork becomes the
match, and then the pages are told. A failure before the end leaves the match unchanged."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from rules.kernel.contract import DECIDED, HINTS, TAKEBACK, Match
from rules.kernel.refusals import Refusal, Refused
from webapp.base.worker_process import Key
from webapp.games.contract import Game, Json
from webapp.store import Conflict, SavedTable, Step, Store, StoreProblem
from webapp.tables.abandonment import AbandonmentWatch
from webapp.tables.answers import KeptAnswers
from webapp.tables.attendance import Attendance
from webapp.tables.bots import BotSeats, lane
from webapp.tables.clocks import Clocks
from webapp.tables.commands import THREADS, carried_out, guided_seed, kind_of, over_whole_match, shape_fault
from webapp.tables.kept_state import KeptState
from webapp.tables.proposals import Proposals
from webapp.tables.questions import Questions
from webapp.tables.seats import browser_of
from webapp.tables.talk import Talk
from webapp.tables.worker import COMPUTED_S, QUERY, PastMatch, Rebuildable, Worker

log = logging.getLogger(__name__)

T = TypeVar("T")


class Table(Attendance):
    """One table. The registry creates it, and pages find it there."""

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
        self.sequence = saved.sequence
        """The number of the last step kept. For the server alone: see :meth:`noticed`."""
        self.revision = 0
        """Grows with everything a viewer may see change: steps, seats, presence."""
        self._worker = worker
        self._questions = questions or Questions()
        self.chairs = BotSeats(self, thinker, worker)
        self.talk = Talk(self, saved.id, store)
        self.kept_state = KeptState(saved.code, saved.id, store)
        self.answers = KeptAnswers(self, self.kept_state)
        self.clocks = Clocks(self, self.kept_state)
        self.abandonment = AbandonmentWatch(self, self.kept_state)
        self.proposals = Proposals(self)
        self.last_seat: str | None = None
        """The seat that the last step was played for; None before one was, since the start of the server."""
        self._last_begun = (False, False)
        self._match: Match | None = None
        self._used_at = time.monotonic()
        self._views: dict[str, Json] = {}
        self._memo: dict[Hashable, Any] = {}
        self._once: dict[Hashable, Any] = {}
        self.broadcasts: dict[Hashable, Any] = {}
        """The messages sent to many pages at once, by what these have in common (:mod:`webapp.table_kit.broadcast`)."""

    # Looking

    @property
    def match(self) -> Match:
        """The present match, to read; commands go through :meth:`submit`. Raises LookupError until it is loaded."""
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
        """A key for answers about this state of the match."""
        return f"{self.code}{'+' * self.arranged}", self.sequence

    def asked_again(self, session: str) -> bool:
        """Whether somebody at this browser is asked for this rematch and is not ready yet."""
        if not self.settings.after or self.begun or self.state == "finished":
            return False
        return any(browser_of(its.holder) == session and not its.ready for its in self._holders.values())

    def view(self, viewer: str) -> Json:
        """The match as `viewer` (a seat or ``spectator``) may see it; rows of its ``log`` are read when they are
        accessed. Shared by all pages: never change it."""
        self._used_at = time.monotonic()
        if viewer not in self._views:
            self._views[viewer] = self.match.view(viewer)
        return self._views[viewer]

    def noticed(self, viewer: str) -> int:
        """The number of the last event in this viewer's log; -1 while the match is not in memory. Messages to browsers
        are numbered with it, because :attr:`sequence` also counts steps that only one seat may notice."""
        return -1 if self._match is None else self._match.rows(viewer) - 1

    def memo(self, key: Hashable, build: Callable[[], T]) -> T:
        """The result of `build`, computed once per revision and key.

        For payloads that many pages share: ``table.memo(("board", viewer, language), lambda: json.dumps(scene))``. The
        key must name everything that `build` depends on besides the table, above all the viewer."""
        try:
            made: T = self._memo[key]
        except KeyError:
            made = self._memo[key] = build()
        return made

    def once(self, key: Hashable, build: Callable[[], T]) -> T:
        """The result of `build`, which depends on the match's beginning only, computed once while the match is
        loaded."""
        if key not in self._once:
            self._once[key] = build()
        made: T = self._once[key]
        return made

    def wake(self) -> None:
        """Lets bots, clocks and timers continue after the start of the server."""
        self.chairs.look()
        self.answers.look()
        self.clocks.look()
        self.abandonment.look()
        self.proposals.look()

    def close(self) -> None:
        """Stops bots, clocks and timers at the end of the server."""
        for part in (self.chairs, self.answers, self.clocks, self.abandonment, self.proposals):
            part.close()

    async def query(self, viewer: str, name: str, params: Json | None = None, session: str = "") -> Any:
        """The match's answer to a query of `viewer` (a seat or ``spectator``, from the session), computed in a worker
        process and cached until the next step. `session`: the browser that asks, whose queries are answered one at a
        time; without one the server asks.

        Only for the game's ``queries``. Raises ValueError for any other name, Refused where the rules or
        :class:`Questions` refuse, and whatever else the query raises."""
        if name == DECIDED:
            # About the match with its past, which other queries do without; computed once for all viewers, and kept.
            match, key = self.match, (f"{self.code}*", self.sequence)
            past = PastMatch(lambda: match.journal)  # the one that the key names, whatever is played meanwhile
            work = partial(self._asked, key, past, session, viewer, name, params, COMPUTED_S)
            return await (self.kept_state.answer(name, self.sequence, params or {}, work) if self.over else work())
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
        """The answer to a :meth:`query` about the match after event `moment`; `past` gives the journal up to it.
        Answers are cached for the moment asked about last."""
        # The match is played up to the moment first, which takes longer the longer it was.
        key, match = (f"{self.code}@", moment), PastMatch(past)
        return await self._asked(key, match, session, viewer, name, params, COMPUTED_S)

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
        asked = (viewer, name, params or {})
        if name == HINTS:  # a search: no page asks for it unasked, and its answer is kept until the next step
            seconds = COMPUTED_S
        query = partial(self._worker.ask, self.game.match, key, match, QUERY, asked, seconds)
        return await (self._questions.ask(session, query) if session else query())

    def gives_hints(self, seat: str) -> bool:
        """Whether the player of a seat may ask for hints: if the table's settings allow it, if all other seats are
        bots', and once the match is over."""
        if HINTS not in self.game.queries or seat not in self.seats:
            return False
        return self.settings.hints or self.over or all(other.house for key, other in self.seats.items() if key != seat)

    # Acting

    async def submit(self, session: str, command: Any) -> Refusal | None:
        """Plays a command for the seat of this browser. None, or the refusal, with nothing changed.

        The seat comes from the session, whatever the command says. When this returns None, the step is on the disk and
        the pages of the seat have been told; others are about to be."""
        seat = self.seat_of(session)
        if seat is None:
            return self._no(None, command, Refusal("", "not-seated"))
        return await self.submit_as(seat, command)

    async def submit_as(self, seat: str, command: Any) -> Refusal | None:
        """Plays a command for a seat: for players that live on the server. Pages use :meth:`submit`."""
        if (problem := shape_fault(command)) is not None:
            return self._no(seat, command, problem)
        return await self._finish(self._play(seat, command))

    async def lapse(self, seat: str, command: Json | None) -> Refusal | None:
        """Called when a seat's time is up: the command answers for it; without one its match is lost."""
        return await self._finish(self._play(seat, {"kind": "lapse", "answer": command}, lapses=True))

    async def load(self) -> None:
        """Replays the stored journal, if the match is not in memory. Raises :class:`Damaged` for a journal that is not
        what was written."""
        # The visitor will soon make queries; without visitors the server needs no worker process.
        self._worker.warm(self.game.match, self.game.warm)
        self._used_at = time.monotonic()
        if self._match is None:
            await self.resume()

    async def resume(self) -> None:
        """Loads the match without a visitor, as :meth:`load` does: lets bots and clocks continue after the start of the
        server."""
        async with self._lock:
            await self._load()
        self.wake()

    async def _load(self) -> None:
        if self._match is None:
            self.game.load()
            # Finished ones one after the other; one that goes on waits for none of them.
            await (over_whole_match(self.load_now) if self.over else asyncio.to_thread(self.load_now))

    def load_now(self) -> None:
        """Replays the stored journal synchronously: for threads."""
        steps = self._store.steps(self._id)
        journal = [event for step in steps for event in step.events]
        match = self.game.factory().replay(self.options, journal)
        match.compress()
        self._take(match, steps[-1].sequence)

    def idle_s(self) -> float:
        """Seconds since the match was last needed in memory; 0 while a page or stream follows the table, a bot computes
        or a clock runs."""
        if self.audience.followed or self._lock.locked() or self._tasks or self.chairs.busy or self.clocks.running:
            return 0.0
        return time.monotonic() - self._used_at

    def unload(self) -> None:
        """Frees the memory of the match and of everything computed from it; :meth:`load` loads it again."""
        self._match = None
        for kept in (self._views, self._memo, self._once):
            kept.clear()
        self.audience.drop_empty_batches()
        self.talk.unload()
        code = self.state_key[0]
        self._worker.forget(code, f"{self.code}@", f"{self.code}*")
        for bots in (self.chairs.worker, self._worker):
            bots.forget(*(lane(code, seat) for seat in self.seat_keys))

    def take_up(self, match: Match) -> None:
        """Replaces the match by a new one, whose step 0 is stored already."""
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
            # Each command has its own dice, so that a failed commit discards the throw.
            guided, script = self.settings.guided, self.game.script(self.settings.lesson)
            fork = self.match.fork(guided_seed(script, self.sequence) if guided else secrets.randbits(63))
            try:
                # Nearly always a millisecond or two, but the rules may need a hundred to search for a move.
                work = partial(fork.lapse, seat, command["answer"]) if lapses else partial(fork.submit, seat, command)
                events = await asyncio.get_running_loop().run_in_executor(THREADS, carried_out, fork, work)
                outcome = fork.outcome
            except Refused as refused:
                return self._no(seat, command, refused.refusal)
            except Exception:
                log.exception("table %s: the rules broke on %s from seat %s", self.code, kind_of(command), seat)
                return Refusal("", "broken")
            step = Step(self.sequence + 1, seat, command, events, time.time())
            try:
                await self._store.append(self._id, step, outcome)
            except StoreProblem as problem:
                return await self._unkept(seat, command, problem)
            self._take(fork, step.sequence)
            self.outcome = outcome
            self.last_seat = seat
            if outcome is not None:
                await self._keep_record(fork)
            self._publish(step=True)
        if outcome is not None:
            self.settled.emit()
        return None

    async def _keep_record(self, match: Match) -> None:
        """Keeps what the season counts of a match that is over; where that fails it counts nothing of it."""
        try:
            record = await asyncio.get_running_loop().run_in_executor(THREADS, self.game.record, match)
            if record:
                settings = replace(self.settings, record=record)
                await self._store.companies.agree(self._id, settings.to_json())
                self.settings = settings
        except Exception:
            log.exception("table %s: nothing could be kept for the season", self.code)

    def _held_up(self, command: Json) -> Refusal | None:
        """The refusal of any command, or of this one, at this table now, whatever the rules say."""
        if (hold := self.hold()) is not None:
            return hold
        if not self.settings.takeback and TAKEBACK.items() <= command.items():
            return Refusal("", "no-takeback")
        return None

    async def _unkept(self, seat: str, command: Json, problem: StoreProblem) -> Refusal:
        """Handles a step that could not be stored: the match stays as it was, or is loaded again from the store."""
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
        log.info(
            "table %s: seat %s, %s refused: %s %s", self.code, seat, kind_of(command), refusal.code, refusal.clause
        )
        return refusal

    def _note(self, key: str, **params: Any) -> None:
        self.talk.note(key, **params)

    async def _carry_notes(self, before: str, after: str) -> None:
        await self.talk.carry(before, after)

    def _publish(self, *, step: bool = False) -> None:
        """Calls the players' pages now, and the spectators' soon. `step`: the change is a step of the match."""
        self.revision += 1
        self._memo.clear()
        # Pending changes of presence are published with the step.
        presence, begun = self.presence(), (self.begun, self.over)
        company = not step or (presence, begun) != (self.last_presence, self._last_begun)
        self.last_presence, self._last_begun = presence, begun
        self.clocks.look()
        if others := self.audience.call_players(company, self.last_seat):
            self._behind(self.audience.call_others(others))
        self.chairs.look()
        self.answers.look()
        self.abandonment.look()
        self.proposals.look()
        timed = self.clocks.on or any(seat.bot for seat in self._holders.values())
        if timed and self._match is None and not self.over and self.full and self.hold() is None:
            # The match is not in memory, and goes on through another page: its clocks and bots need it.
            self._behind(self.load())
        if self.audience.has_spectators and not any(task.get_name() == "spectators" for task in self._tasks):
            self._behind(self.audience.call_spectators(), "spectators")

    def _behind(self, work: Coroutine[Any, Any, None], name: str | None = None) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

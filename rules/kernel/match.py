"""`KernelMatch`: the base class of a game's `Match`, in JSON; the game's `Engine` has the nouns and rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from rules.kernel import journal as journals
from rules.kernel import orders, possible, table_talk
from rules.kernel.append_only import AppendOnly
from rules.kernel.chance import Chance, SeededChance
from rules.kernel.codec import Json
from rules.kernel.contract import Query, ask
from rules.kernel.decisions import decision, decision_id, read
from rules.kernel.drafts import begins
from rules.kernel.engine import Engine, State, ViewParts
from rules.kernel.handlers import Question
from rules.kernel.history import History, Log, examine, follow, view_of_row
from rules.kernel.journal import Asked, Began
from rules.kernel.memo import memo_of
from rules.kernel.queries import COMMON_QUERIES
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.run import Run, questions, settle, shared_question, state_ahead, top
from rules.kernel.seats import Seat, Viewer, viewers_of

S = TypeVar("S", bound=State)

STATES = 12
"""Number of states kept to go back to, one per question; older ones are folded from the journal."""

DEALS = 200
"""Number of deals that `imagine` tries where the deal does not fit the question: far more than is ever needed."""


class KernelMatch(Generic[S]):
    """One match. `submit` changes it or raises `Refused` and leaves it unchanged; all else is read-only.

    A game subclasses it, names its `engine`, and adds its `queries` to the common ones. `contract.Match` says what each
    method promises."""

    engine: ClassVar[Engine[Any]]
    queries: ClassVar[Mapping[str, Query[Any, Any]]] = COMMON_QUERIES
    """The closed list of queries that `query` answers, by name."""

    def __init__(
        self, state: S, events: Sequence[Any], chance: Chance, asked_at: Mapping[int, S] | None = None
    ) -> None:
        self._state = state
        self._events = events if isinstance(events, AppendOnly) else AppendOnly(events)
        self._past = table_talk.Past(self._events)
        self._chance = chance
        self._asked_at = dict(asked_at or {})  # the state before event n, for going back to where somebody was asked
        self._logs: dict[Viewer, Log] = {}
        self._written: Mapping[int, Json] = {}  # the last command's events as the journal has them, by their numbers
        self._decisions: Mapping[Seat, Json] | None = None
        self._parts: ViewParts | None = None

    # ---- making ----

    @classmethod
    def new(cls, options: Mapping[str, Any] | None = None, seed: int | None = None, **supplies: Any) -> Self:
        """A new match at its first question. `seed`: of chance, to be kept secret; without one the system's randomness
        is used. Raises ValueError for options that make no sense."""
        began, state = cls.engine.opening({} if options is None else options, **supplies)
        return cls._begun(state, began, SeededChance(seed))

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any],
        *,
        chance: Chance | None = None,
        seed: int | None = None,
        **supplies: Any,
    ) -> Self:
        """The match in this position, at its questions. `chance`: scripted, for tests; without it, `seed` as in `new`.
        Raises ValueError for a position that cannot be."""
        source = chance if chance is not None else SeededChance(seed)
        with possible.reading("this position"):
            state, packs = cls.engine.parse_partial(position, source, **supplies)
            possible.check(cls.engine, state)
            match = cls._from_state(state, packs, source)
            possible.check_opens(match)
            return match

    @classmethod
    def _from_state(cls, state: S, packs: tuple[Json, ...], chance: Chance) -> Self:
        return cls._begun(state, cls._position_began(state, packs), chance)

    @classmethod
    def _position_began(cls, state: S, packs: tuple[Json, ...]) -> Began:
        return Began(cls.engine.options.dump(state.options), cls.engine.version, packs, cls.engine.position(state))

    @classmethod
    def _begun(cls, state: S, began: Began, chance: Chance) -> Self:
        match = cls(state, [began], chance)
        if (run := match.run()).state.outcome is None:
            settle(run, None)
        match._keep(run)
        return match

    @classmethod
    def replay(cls, options: Mapping[str, Any], journal: Sequence[Json], seed: int | None = None) -> Self:
        """The match that a journal records, equal to the one that wrote it: nothing is rolled or decided again.
        `options` may be `{}`, as the journal has them. `seed`: of chance still to come. Raises ValueError for a journal
        that cannot be."""
        with possible.reading("this journal"):
            events = journals.read(cls.engine, journal)
            states = journals.fold(cls.engine, events)
            possible.check(cls.engine, states[-1])
        asked = [n for n, event in enumerate(events) if isinstance(event, Asked)]
        asked_at = {n + 1: states[n] for n in asked[-STATES:]}
        return cls(states[-1], events, SeededChance(seed), asked_at)

    @classmethod
    def examine(cls, journal: Sequence[Json]) -> Json:
        """A summary of a journal that comes from elsewhere, as `Match.examine` of the contract. Raises ValueError."""
        return examine(cls.engine, journal)

    def fork(self, seed: int | None = None) -> Self:
        """An independent copy, secrets included, with its own chance. Cheap: states and events are shared."""
        copy = type(self)(self._state, self._events.copy(), SeededChance(seed), self._asked_at)
        copy._logs = {viewer: log.copy() for viewer, log in self._logs.items()}
        copy._decisions, copy._parts, copy._written = self._decisions, self._parts, self._written
        copy._past = self._past.continued(copy._events)
        return copy

    def placed(self, state: S, events: Sequence[Any] = ()) -> Self:
        """A copy in another state, between two effects, with these events besides: for exact odds (`odds`)."""
        past = self._events.copy()
        past.extend(events)
        return type(self)(state, past, SeededChance(0), self._asked_at)

    def since(self, earlier: Self) -> list[Any]:
        """The events, as the game's nouns, since another match of the same past."""
        return self._events[len(earlier._events) :]

    def imagine(self, viewer: Viewer, seed: int, *, reopen: bool = False) -> Self:
        """A match that fits what this viewer knows, and who is asked: all that is hidden is dealt anew by `seed`.
        `reopen`: who has sealed an answer that the viewer may not see is asked again, in place of a guess at it."""
        rng = random.Random(seed)
        for _ in range(DEALS):
            state = self.engine.world(self._state, viewer, rng, reopen)
            asked = questions(self.engine, state).keys()
            if asked == self._state.asked.keys() or (reopen and asked > self._state.asked.keys()):
                break
        return self._from_state(state, self._packs, SeededChance(seed))

    def snapshot(self) -> list[Json]:
        """The journal of a match that begins here, without its past. `replay` makes an equal match in any process."""
        state, engine = self._state, self.engine
        asked = Asked(tuple(engine.frames.dump(state.stack)), state.asked)
        events = self._position_began(state, self._packs), asked
        return [journals.numbered(engine, event, n) for n, event in enumerate(events)]

    def compress(self) -> None:
        """Compresses old events and log rows in memory, which are read back on demand, and forgets what follows from
        the state. For a match kept in memory for hours. Not while another thread reads this match; its forks are not
        changed."""
        memo_of(self._state).clear()
        self._events.compress(self.engine.events)
        for log in self._logs.values():
            log.compress(self._logs.values(), self._events)

    @property
    def _packs(self) -> tuple[Json, ...]:
        began = self._events[0]
        assert isinstance(began, Began)
        return began.packs

    # ---- asking ----

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this match, in order."""
        return self.engine.seats(self._state)

    @property
    def sides(self) -> Mapping[Seat, str]:
        """The side of each seat, in order: seats of one side win and lose together."""
        return self.engine.sides(self._state)

    @property
    def shared(self) -> bool:
        """Whether the seats that are asked share the question (`handlers.SharedHandler`)."""
        return bool(shared_question(self.engine, self._state.stack[-1:]))

    @property
    def sharing(self) -> str:
        """The question that seats share, also beneath others that their acts have led to; empty: they share none."""
        return shared_question(self.engine, self._state.stack)

    @property
    def asked(self) -> dict[Seat, Question]:
        """The questions owed, by seat, without options: cheaper than `decisions`. Empty once the match is over."""
        return questions(self.engine, self._state)

    @property
    def decisions(self) -> dict[Seat, Json]:
        """The decisions owed, by seat; {} once the match is over. The caller may change what it gets.

        Each is `{"id", "seat", "kind", "prompt": {"code", "params"}, "options", "default"?}`; an option is `{"command",
        "needs", "legal": True}` or `{"command", "legal": False, "why": {"clause", "code", "params"}}`."""
        return cast("dict[str, Json]", json.loads(json.dumps(self._owed, default=list)))

    @property
    def _owed(self) -> Mapping[Seat, Json]:
        """`decisions`, shared: they must not be changed. Their options are found when they are first accessed."""
        if self._decisions is None:
            self._decisions = {seat: self._decision(seat, question) for seat, question in self.asked.items()}
        return self._decisions

    def _decision(self, seat: Seat, question: Question) -> Json:
        return decision(self.engine, self._state, seat, question, self._log)

    def check(self, seat: Seat, command: Any) -> Refusal | None:
        """The refusal of this command from this seat now; None if it is legal. Never raises, whatever the arguments."""
        return resolved if isinstance(resolved := self._resolve(seat, command), Refusal) else None

    def talk(self, seat: Seat, names: Iterable[str]) -> list[str]:
        """The names of those of these commands of `table_talk.PLAIN` that are legal for this seat now."""
        may = self._state.outcome is None and seat in self.engine.playing(self._state)
        return table_talk.allowed(self.engine, self._state, self._past, self._before, seat, names) if may else []

    def resolve(self, seat: Seat, command: Any) -> Json:
        """The command as it would be carried out, with whatever the engine completes. Raises Refused."""
        rows = self.engine.commands.dump(self.legal(seat, command)).items()
        return {key: value for key, value in rows if value is not None}

    def suggest(self, seat: Seat, command: Any) -> Json | None:
        """One legal completion of an option, if one is found. None does not prove that there is none."""
        commands = self.commands(seat) if isinstance(command, dict) else iter(())
        return next((legal for legal in commands if command.items() <= legal.items()), None)

    def choices(self, seat: Seat, command: Json) -> Json | None:
        """The values that the next part of an unfinished command may have; None where no legal option begins so."""
        asking, answer = top(self.engine, self._state), self._read(seat, command)
        rows = self._owed[seat]["options"] if seat in self.asked else []
        begun = any(row["legal"] and begins(row["command"], command) for row in rows)
        if asking is None or not begun or isinstance(answer, Refusal):
            return None
        return asking[1].nameable(self._state, asking[0], seat, answer[1])

    def commands(self, seat: Seat, rng: random.Random | None = None) -> Iterator[Json]:
        """Complete legal commands in random order, made one at a time; continuous ones are sampled with `rng` (left
        out: the same every time for the same match). Empty for a seat that owes no answer; never proposals or
        conceding."""
        asking = top(self.engine, self._state)
        if asking is None or seat not in list(self.asked):
            return
        frame, handler = asking
        yield from handler.commands(self._state, frame, seat, rng or random.Random(len(self._events)))

    def asides(self, seat: Seat, rng: random.Random | None = None) -> Iterator[Json]:
        """Complete legal commands that this seat may give without being asked, in random order."""
        if self._may_act(seat):
            yield from self.engine.asides(self._state, seat, rng or random.Random(len(self._events)))

    def answers(self, seat: Seat) -> list[list[Json]]:
        """The offers to this seat and its legal answers, as `Match.answers` of the contract."""
        return self.engine.answers(self._state, seat) if self._may_act(seat) else []

    def withdrawals(self, seat: Seat) -> list[Json]:
        """Commands that withdraw open offers, as `Match.withdrawals` of the contract."""
        return self.engine.withdrawals(self._state, seat) if self._may_act(seat) else []

    def ahead(self, seat: Seat) -> Self | None:
        """The match at the question that a waiting seat will be asked next, as `Match.ahead` of the contract."""
        state = state_ahead(self.engine, self._state, seat, len(self._events))
        return None if state is None else self.placed(state)

    def query(self, viewer: Viewer, name: str, params: Mapping[str, Any]) -> Any:
        """The answer to a query of `queries`, from what this viewer may know. Raises Refused where the rules refuse it,
        ValueError for an unknown name or for parameters that do not fit."""
        return ask(self.queries, self, viewer, name, params)

    def _may_act(self, seat: Seat) -> bool:
        return self._state.outcome is None and seat in self.engine.playing(self._state) and not self._pending

    @property
    def _pending(self) -> bool:
        return table_talk.pending(self._state) is not None

    def _resolve(self, seat: Seat, data: Any) -> Any:
        """The command as it will be carried out, or the Refusal."""
        if isinstance(answer := self._read(seat, data), Refusal):
            return answer
        answered, command = answer
        engine, state = self.engine, self._state
        if state.outcome is not None:
            return engine.refuse("over")
        if seat in engine.given_up(state):
            return engine.refuse("gave-up")
        judged = table_talk.judge(engine, state, self._past, self._before, seat, self._renumbered(seat, command))
        if isinstance(command, orders.Instruct):
            judged = orders.judge(engine, state, seat, command)
        if judged is None:
            judged = self._answerable(state, seat, answered, command)
        if isinstance(judged, Refusal) and not judged.clause:
            return Refusal(engine.clause(judged.code), judged.code, judged.params)
        return judged

    def _read(self, seat: Seat, data: Any) -> tuple[str | None, Any] | Refusal:
        return read(self.engine, self.seats, seat, data)

    def _renumbered(self, seat: Seat, command: Any) -> Any:
        """A takeback with the row of its seat's own log turned into the number in the journal."""
        if self.engine.own_numbers and isinstance(command, table_talk.Propose) and command.to is not None:
            return table_talk.taking_back(command, self._log(seat).event_at(command.to))
        return command

    def _answerable(self, state: S, seat: Seat, answered: str | None, command: Any) -> Any:
        asking = top(self.engine, state)
        assert asking is not None
        frame, handler = asking
        asked = questions(self.engine, state)
        if answered is not None and (seat not in asked or answered != decision_id(state, seat)):
            return self.engine.refuse("stale", decision=answered)
        if (never := self.engine.barred(state, seat, command)) is not None:
            return never
        aside = None if self._pending else self.engine.aside(state, seat, command)
        if aside is not None:
            return aside
        if seat not in asked and not handler.late(state, frame, seat):
            return self.engine.refuse("not-your-turn", waiting=sorted(asked))
        return handler.resolve(state, frame, seat, command)

    def legal(self, seat: Seat, command: Any) -> Any:
        """The command as it will be carried out. Raises Refused."""
        if isinstance(judged := self._resolve(seat, command), Refusal):
            raise Refused(judged)
        return judged

    # ---- acting ----

    def submit(self, seat: Seat, command: Any) -> list[Json]:
        """Carries out a command and returns its events as the journal has them. Raises Refused, or DiceExhausted where
        a script runs short; the match is then unchanged."""
        return self._carried_out(seat, self.legal(seat, command), self.run())

    def lapse(self, seat: Seat, command: Any = None) -> list[Json]:
        """Called when a seat's time is up: records that, then carries out `command` for the seat, or the seat gives up
        and the game says what follows. Returns and raises as `submit`."""
        resolved = self.legal(seat, {"kind": "concede"} if command is None else command)
        run = self.run()
        run.emit(table_talk.TimeRanOut(seat))
        if command is not None:
            return self._carried_out(seat, resolved, run)
        table_talk.give_up(run, seat, "time")
        return self._settled(run, seat)

    def _carried_out(self, seat: Seat, resolved: Any, run: Run[S]) -> list[Json]:
        self.perform(seat, resolved, run)
        return self._settled(run, seat)

    def perform(self, seat: Seat, resolved: Any, run: Run[S]) -> None:
        """Carries out the first effect of a command that `legal` returned."""
        if not table_talk.perform(run, self._events, seat, resolved):
            if isinstance(resolved, orders.Instruct):
                orders.perform(run, seat, resolved)
            elif not self._pending and self.engine.aside(self._state, seat, resolved) is not None:
                self.engine.perform(run, seat, resolved)
            else:
                asking = top(self.engine, self._state)
                assert asking is not None
                asking[1].answer(run, asking[0], seat, resolved)

    def _settled(self, run: Run[S], by: Seat) -> list[Json]:
        if run.state.outcome is None:
            settle(run, by)
        return self._keep(run)

    def run(self) -> Run[S]:
        """A run from here; the match changes where `submit` keeps it."""
        return self.engine.run(self.engine, self._state, self._chance, self._events, self._before, self.rows)

    def _before(self, n: int) -> S:
        """The state before event n."""
        kept = self._asked_at.get(n)
        return kept if kept is not None else journals.fold(self.engine, self._events[:n])[-1]

    def _keep(self, run: Run[S]) -> list[Json]:
        """Takes over the state and events of a run; returns the events as rows of the journal."""
        first = len(self._events)
        self._events.extend(run.events)
        self._state = run.state
        self._decisions = self._parts = None
        if isinstance(self._events[-1], Asked):
            self._asked_at[len(self._events)] = run.state
            if len(self._asked_at) > STATES:
                del self._asked_at[next(iter(self._asked_at))]
        # viewers' logs have most of these rows, too
        self._written = {n: self.engine.events.dump(event) for n, event in enumerate(run.events, first)}
        return [{"n": n, **row} for n, row in self._written.items()]

    # ---- looking ----

    @property
    def state(self) -> S:
        """The state, frozen: for the game's own modules and bots."""
        return self._state

    @property
    def began(self) -> Json:  # event 0 of the journal
        return journals.numbered(self.engine, self._events[0], 0)

    @property
    def journal(self) -> list[Json]:
        """Every event so far, as `{"n", "kind", …}`. It holds every secret but chance still to come."""
        return [journals.numbered(self.engine, event, n) for n, event in enumerate(self._events)]

    @property
    def outcome(self) -> Json | None:
        """The end of the match, or None: `{"winners", "reason", "score", "ranking"?}`."""
        return self.engine.outcome(self._state)

    def position(self) -> Json:
        """The state in the game's notation, of which `from_position` makes an equal match: with every secret, for the
        server only. The caller may change what it gets."""
        return cast(Json, json.loads(json.dumps(self.engine.position(self._state))))

    def view(self, viewer: Viewer, since: int = 0) -> Json:
        """The facts that a seat or "spectator" may know: the game's own keys (`Engine.open_view`, `own_views`), `me`,
        `seats`, `waiting`, `resolving`, `outcome`, `decision` (as in `decisions`), and `log` from row `since` on. The
        rows of a whole log, the options of a decision and what else a game finds by search are sequences, read when
        they are accessed. The values are shared by the views of all viewers and must not be changed. Raises ValueError
        for any other viewer."""
        log = self._logs.get(viewer)
        if log is None or log.known < len(self._events):
            log = self._followed(viewer)
        if self._parts is None:
            self._parts = self.engine.view_parts(self._state, self.asked, self._owed)
        shown = self.engine.full_view(self._state, viewer, log, self._parts)
        shown["log"] = log.rows[since:] if since else log.rows.snapshot()
        return shown

    def moment(self, row: int, viewer: Viewer) -> Json:
        """The view after a row of the viewer's log, as `History.view`, since one of the last `STATES` questions. Raises
        ValueError for a row that is not there, and for an older one."""
        return view_of_row(self.engine, self._followed(viewer), row, self._events, self._asked_at, self._before)

    def rows(self, viewer: Viewer) -> int:
        """Number of rows in the log of a viewer: cheaper than `view`."""
        # Without numbers of its own a log has a row for every event.
        return self._log(viewer).count(self._events) if self.engine.own_numbers else len(self._events)

    def _log(self, viewer: Viewer) -> Log:
        """The log of a viewer, with the numbers of all events."""
        log = self._logs.get(viewer)
        if log is None:
            if viewer not in viewers_of(self.seats):
                raise ValueError(f"nobody looks as {viewer!r}")
            log = self._logs.setdefault(viewer, Log(self.engine, viewer))
        log.count(self._events)
        return log

    def _followed(self, viewer: Viewer) -> Log:
        """The log of a viewer, with the rows of events that it did not know yet."""
        log = self._logs.get(viewer) or self._log(viewer)
        logs = self._logs.values()
        # those that somebody looks at are looked at after every command, by all their viewers
        level = [other for other in logs if other.known == log.known] if log.known else [log]
        follow(self.engine, level, self._events, logs, self._written)
        return log

    def history(self, known: History[S] | None = None) -> History[S]:
        """All moments of this match so far. `known`: an earlier result, brought up to date with the new events."""
        history = History(self.engine) if known is None else known
        history.follow(self._events)
        return history

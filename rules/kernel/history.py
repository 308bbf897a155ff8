"""The moments of a match as each viewer saw them, and each viewer's log.

A moment is named by the number of the last event that had happened. A viewer is shown what they could know at that
moment; every secret is shown only once the match is over."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rules.kernel import journal
from rules.kernel.append_only import AppendOnly
from rules.kernel.audience import Seen, absent
from rules.kernel.codec import Json
from rules.kernel.journal import Asked, Began, Rewound
from rules.kernel.possible import reading
from rules.kernel.run import questions
from rules.kernel.seats import EVERYONE, SPECTATOR, Seat, Viewer, viewers_of
from rules.kernel.table_talk import Proposed

if TYPE_CHECKING:
    from rules.kernel.engine import Engine, State

S = TypeVar("S", bound="State")

LAST = 64
"""Number of last known events that are compared to see whether a match continues the known one."""
MOST_EVENTS = 20_000
"""The largest number of events in a foreign journal: ten times a long match."""
GOING_BACK = (Proposed, Rewound)
"""Events whose `to` is the number of an event."""


class Log:
    """The log of one viewer. `follow` makes its rows when they are first accessed; they are shared and never changed.
    With `own_numbers` some events may be absent, and rows are numbered without them."""

    def __init__(self, engine: Engine[Any], viewer: Viewer) -> None:
        self._engine, self.viewer = engine, viewer
        self.rows: AppendOnly[Json] = AppendOnly()
        """The rows of the first `known` events (`follow`)."""
        self.known = 0
        self._absent: AppendOnly[int] = AppendOnly()  # numbers in the journal of the events without a row
        self.counted = 0
        """The number of events of the journal that were asked whether they have a row."""

    def copy(self) -> Log:
        """A copy with the same rows that grows independently."""
        made = Log(self._engine, self.viewer)
        made.rows, made.known = self.rows.copy(), self.known
        made._absent, made.counted = self._absent.copy(), self.counted
        return made

    def count(self, events: Sequence[Any]) -> int:
        """The number of rows for these events, all of the match so far: cheaper than the rows."""
        if not self._engine.own_numbers:
            return len(events)
        if self.counted < len(events):
            self.count_more(events[self.counted :])
        return self.counted - len(self._absent)

    def count_more(self, events: Sequence[Any]) -> None:
        """Counts further events, the ones that follow those counted already."""
        for event in events:
            if self.viewer != EVERYONE and absent(event, self.viewer):
                self._absent.append(self.counted)
            self.counted += 1

    def note_absent(self, n: int) -> None:
        """Notes that event n has no row, unless it was counted already."""
        if n >= self.counted:
            self._absent.append(n)

    def renumbered(self, row: Json) -> Json:
        """The row of a takeback, its event, frame or prompt parameters, with `to`, the number of an event in the
        journal, replaced by its number in this log."""
        if not self._engine.own_numbers or (to := row.get("to")) is None:
            return row
        return {**row, "to": to - bisect_left(self._absent, to)}

    def event_at(self, row: int) -> int:
        """The number in the journal of this row; for a row still to come, that of the next event."""
        if not 0 <= row < self.counted - len(self._absent):
            return self.counted
        return row + bisect_right(range(len(self._absent)), row, key=lambda gap: self._absent[gap] - gap)

    def until(self, n: int) -> list[Json]:
        """The rows up to event n of the journal."""
        return self.rows[: min(n + 1, self.known) - bisect_right(self._absent, n)]

    def compress(self, others: Iterable[Log], events: AppendOnly[Any]) -> None:
        """Compresses old rows (`AppendOnly.compress`). `others`, `events`: the logs and events of the same match,
        which are much alike."""
        self.rows.compress(ROWS, [*(log.rows for log in others), events])


Group = tuple[list[Log], int, list[Json]]
"""Logs that had as many rows and have been shown the same since: the logs, the number of rows before, those made
since."""


def follow(
    engine: Engine[Any],
    logs: Sequence[Log],
    events: Sequence[Any],
    others: Iterable[Log] = (),
    written: Mapping[int, Json] = MappingProxyType({}),
) -> None:
    """Makes the rows of the events that `logs` do not know yet: one log at least, all of them at the same event, that
    of "everyone" by itself. `others`: all logs of the same match. Equal rows are one object in all of them, as rows are
    most of a long match's memory. `written`: the JSON of some of the events, by their numbers."""
    known, last = logs[0].known, len(events)
    ahead = [other.rows for other in others if other.known > known]
    everyone = logs[0].viewer == EVERYONE
    by_length: dict[int, list[Log]] = {}
    for log in logs:
        by_length.setdefault(len(log.rows), []).append(log)
    groups: list[Group] = [(members, first, []) for first, members in by_length.items()]
    run: list[Json] = []  # events in a row that all see alike
    for at, event in enumerate(events[known:], known):
        seen = _seen_whole(engine, event) if everyone else engine.seen(event, written.get(at))
        going_back = isinstance(event, GOING_BACK) and engine.own_numbers
        if seen.common is not None and not seen.own and not going_back:
            run.append(seen.common)
            continue
        _extend(groups, run, ahead)
        parted = [part for group in groups for part in _parted(seen, group, going_back)]
        groups, run = [group for group, _ in parted], []
        made: list[Json] = []
        for (members, first, new), content in parted:
            if content is None:
                for log in members:
                    log.note_absent(at)
                continue
            n = first + len(new)
            row = {"n": n, **content}
            if made or ahead:
                # a row has its number: an equal one of another log is in the same place
                rows_alike = (*made, *(rows[n] for rows in ahead if n < len(rows)))
                row = next((other for other in rows_alike if other == row), row)
            made.append(row)
            new.append(row)
    _extend(groups, run, ahead)
    for members, _, new in groups:
        for log in members:
            log.rows.extend(new)
            log.known = log.counted = last


def _extend(groups: Iterable[Group], run: Sequence[Json], ahead: Iterable[AppendOnly[Json]]) -> None:
    """Adds rows of events that all see alike, one for all groups with as many rows. `ahead`: rows of logs that may have
    them already."""
    at, rows = -1, []
    for _, first, new in groups:
        if (n := first + len(new)) != at:
            at, rows = n, [{"n": row, **event} for row, event in enumerate(run, n)]
            for known in ahead:
                if (known_rows := known[n : n + len(run)]) == rows:
                    rows = known_rows
                    break
        new += rows


def _parted(seen: Seen, group: Group, going_back: bool) -> list[tuple[Group, Json | None]]:
    """The logs of a group by what their viewers see of an event."""
    parts: list[tuple[Group, Json | None]] = []
    members, first, new = group
    for log in members:
        row = seen.by(log.viewer)
        if row is not None and going_back:
            row = log.renumbered(row)
        for (those, _, _), known in parts:
            if known is row or known == row:
                those.append(log)
                break
        else:
            parts.append((([log], first, list(new)), row))
    return parts


class _Rows:
    """The codec of rows, which are JSON already."""

    def dump(self, row: Json) -> Json:
        return row

    load = dump


ROWS = _Rows()


class History(Generic[S]):
    """The states of one match after each of its events. States share their unchanged parts."""

    def __init__(self, engine: Engine[S]) -> None:
        self._engine = engine
        self._events: list[Any] = []
        self._states: list[S] = []
        self._logs: dict[Viewer, Log] = {}

    def follow(self, events: Sequence[Any]) -> None:
        """Takes in the events since the last call. `events`: all events of the match. May run in a thread while others
        read: results are published when they are complete."""
        known = len(self._events)
        same = known <= len(events) and self._events[-LAST:] == events[max(0, known - LAST) : known]
        states = list(self._states) if same else []  # else it was read anew, or is another match
        for event in events[len(states) :]:
            states.append(journal.after(self._engine, states, event))
        if not same:
            self._logs = {}
        self._states, self._events = states, list(events)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self._events) - 1

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._states) and self._states[-1].outcome is not None

    def log(self, eyes: Viewer) -> list[Json]:
        """The whole log of a viewer. It is shared: never change it. Raises ValueError for a viewer that may not see
        it."""
        return self._log(eyes).rows[:]

    def view(self, n: int, eyes: Viewer) -> Json:
        """The view of moment n, as `Match.view`; nobody is asked anything in the middle of a command. For "everyone" it
        has besides what each seat could see (`Engine.revealed`).

        Raises ValueError for an unknown moment, and for "everyone" while the match goes on."""
        log = self._log(eyes)
        if not 0 <= n <= self.last:
            raise ValueError(f"there is no moment {n}")
        state = self._states[n]
        view = view_of_moment(self._engine, state, self._events[n], SPECTATOR if eyes == EVERYONE else eyes, log)
        view["log"] = log.until(n)
        return view | self._engine.revealed(state) if eyes == EVERYONE else view

    def moment(self, row: int, eyes: Viewer) -> int:
        """The moment of a row of a viewer's log, in which events may be absent (`Engine.own_numbers`)."""
        return min(self._log(eyes).event_at(row), self.last) if self._engine.own_numbers else row

    def rows(self, n: int, eyes: Viewer) -> int:
        """The number of rows in a viewer's log up to moment n."""
        return len(self._log(eyes).until(n))

    def asked(self, n: int) -> int | None:
        """The last moment at or before n at which somebody was asked: a match can be continued from there."""
        for at in range(n, -1, -1):
            event = self._events[at]
            if isinstance(event, Asked) and event.asked:
                return at
        return None

    def decision(self, n: int, seat: Seat) -> Json | None:
        """What a seat was asked at moment n, `{"kind", "prompt"}` as in its decision; None where it owed no answer.
        Raises ValueError while the match goes on: what somebody is asked may be a secret."""
        if not self.over:
            raise ValueError("while a match goes on a decision is its seat's alone")
        asked = questions(self._engine, self._states[n]).get(seat) if isinstance(self._events[n], Asked) else None
        if asked is None:
            return None
        return {"kind": asked.kind, "prompt": {"code": asked.code, "params": dict(asked.params)}}

    def until(self, n: int) -> list[Json]:
        """The journal up to moment n, which `Match.replay` continues. It holds every secret: for the server only."""
        return [journal.numbered(self._engine, event, at) for at, event in enumerate(self._events[: n + 1])]

    def _log(self, eyes: Viewer) -> Log:
        if eyes == EVERYONE and not self.over:
            raise ValueError("while a match goes on nobody sees everything")
        log = self._logs.get(eyes)
        if log is None or log.known < len(self._events):
            # A copy: others may be looking at the one there.
            log = log.copy() if log is not None else Log(self._engine, eyes)
            follow(self._engine, [log], self._events, list(self._logs.values()))
            self._logs[eyes] = log
        return log


def view_of_moment(engine: Engine[S], state: S, event: Any, viewer: Viewer, log: Log) -> Json:
    """The view of a state, without `log`; `event`: the one that led to it. Nobody is asked anything in the middle of a
    command."""
    asked = questions(engine, state) if isinstance(event, Asked) else {}
    return engine.full_view(state, viewer, log, engine.view_parts(state, asked, {}))


def view_of_row(
    engine: Engine[S], log: Log, row: int, events: Sequence[Any], kept: Mapping[int, S], before: Callable[[int], S]
) -> Json:
    """The view after a row of a log. `kept`: states by the number of the event that they come before: only the events
    since the last of them are folded; `before` finds any other. Raises ValueError for a row that is not there, and
    where no state before it is kept."""
    if not 0 <= row < len(log.rows):
        raise ValueError(f"there is no row {row}")
    n = log.event_at(row)
    first = max((at for at in kept if at <= n + 1), default=None)
    if first is None:
        raise ValueError(f"row {row} is long past")
    state = kept[first]
    for event in events[first : n + 1]:
        back = isinstance(event, Rewound)
        state = engine.rewound(before(event.to), state) if back else engine.evolved(state, event)
    return view_of_moment(engine, state, events[n], log.viewer, log) | {"log": log.rows[: row + 1]}


def _seen_whole(engine: Engine[Any], event: Any) -> Seen:
    """An event as "everyone" sees it: whole, event 0 excepted."""
    return Seen(engine.seen(event).common if isinstance(event, Began) else engine.events.dump(event))


def examine(engine: Engine[Any], rows: Sequence[Json]) -> Json:
    """A summary of a foreign journal: `{"over", "outcome", "options", "packs", "last"}`.

    The journal is folded in full and viewed as every viewer. Raises ValueError for one that does not fold, or that no
    match could have written."""
    if len(rows) > MOST_EVENTS:
        raise ValueError(f"no match has {len(rows)} events")
    with reading("this journal"):
        events = journal.read(engine, rows)
        history: History[Any] = History(engine)
        states: list[Any] = []
        for event in events:
            states.append(journal.after(engine, states, event))
            engine.check_state(states[-1])
        history.follow(events)
        if not states:
            raise ValueError("a journal begins with the event that began the match")
        final = states[-1]
        for eyes in viewers_of(engine.seats(final)):
            history.view(history.last, eyes)
        return {
            "over": history.over,
            "outcome": engine.outcome(final),
            "options": engine.options.dump(final.options),
            "packs": history.log(SPECTATOR)[0]["packs"],
            "last": history.last,
        }

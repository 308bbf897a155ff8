"""A match as it stood after each of its events, as each viewer could see it then, and the log as each viewer sees it.

A moment is named by the last event that has happened. Who looks back at a moment is shown what they could have known
then and no more; every secret is shown only once the match is over.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rules.kernel import journal
from rules.kernel.append_only import AppendOnly
from rules.kernel.codec import Json
from rules.kernel.journal import Asked, Began
from rules.kernel.seats import EVERYONE, SPECTATOR, Viewer, viewers_of

if TYPE_CHECKING:
    from rules.kernel.engine import Engine, State

S = TypeVar("S", bound="State")

LAST = 64
"""Events that tell whether a match is the one that was known: one that went another way did so in its last step."""
MOST_EVENTS = 20_000
"""Of a match that comes from elsewhere: ten times what a long one has."""


class Log:
    """The events as one viewer sees them. A row is made once, the first time that it is asked for, and kept; rows are
    shared by all who ask and never changed. `own_numbers`: some events may be absent, and rows are numbered here."""

    def __init__(self, own_numbers: bool) -> None:
        self._own_numbers = own_numbers
        self.rows: AppendOnly[Json] = AppendOnly()
        self._absent: AppendOnly[int] = AppendOnly()  # numbers in the journal of the events without a row
        self.known = 0
        """How many events of the journal have been taken in."""

    def copy(self) -> Log:
        """A log with the same rows that grows by itself."""
        made = Log(self._own_numbers)
        made.rows, made._absent, made.known = self.rows.copy(), self._absent.copy(), self.known
        return made

    def follow(self, events: Sequence[Any], seen: Callable[[Any], Json | None], others: Iterable[Log] = ()) -> None:
        """Takes in what has happened since. `others`: logs of the same match, whose rows are shared where they say the
        same: most events lie open, and a long match's rows are most of what it holds in memory."""
        for n, event in enumerate(events[self.known :], self.known):
            row = seen(event)
            if row is None:
                self._absent.append(n)
            else:
                made = {"n": len(self.rows), **self.renumbered(row)}
                self.rows.append(next((same for log in others if (same := log._row(n)) == made), made))
            self.known = n + 1

    def _row(self, n: int) -> Json | None:
        """The row of the journal's event n, if it is here."""
        gaps = bisect_left(self._absent, n)
        absent = n >= self.known or (gaps < len(self._absent) and self._absent[gaps] == n)
        return None if absent else self.rows[n - gaps]

    def renumbered(self, row: Json) -> Json:
        """An event, a frame or a prompt's parameters whose `to` is an event of the journal, with its number here."""
        to, about = row.get("to"), row.get("kind", row.get("frame", row.get("what")))
        if not self._own_numbers or about not in ("proposed", "rewound", "proposal", "takeback") or to is None:
            return row
        return {**row, "to": to - bisect_left(self._absent, to)}

    def event_at(self, row: int) -> int:
        """The number in the journal of this log's row; of a row still to come, that of the next event."""
        if not 0 <= row < len(self.rows):
            return self.known
        return row + bisect_right(range(len(self._absent)), row, key=lambda gap: self._absent[gap] - gap)

    def until(self, n: int) -> list[Json]:
        """The rows up to the journal's event n."""
        return self.rows[: min(n + 1, self.known) - bisect_right(self._absent, n)]

    def compress(self, others: Iterable[Log]) -> None:
        """Gives back memory (`AppendOnly.compress`). `others`: logs of the same match."""
        self.rows.compress(ROWS, [log.rows for log in others])


class _Rows:
    """Rows are JSON already."""

    def dump(self, row: Json) -> Json:
        return row

    load = dump


ROWS = _Rows()


class History(Generic[S]):
    """The moments of one match, folded once and kept: a state shares with the one before it all that is the same."""

    def __init__(self, engine: Engine[S]) -> None:
        self._engine = engine
        self._events: list[Any] = []
        self._states: list[S] = []
        self._logs: dict[Viewer, Log] = {}

    def follow(self, events: Sequence[Any]) -> None:
        """Takes in what has happened since: `events` are all those of the match, the known ones among them.

        May run in a thread while others look: what they look at is put in place when it is whole.
        """
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
        """Every event as these eyes see it. Shared by all who ask: never change it. Raises ValueError for eyes that see
        too much."""
        return self._log(eyes).rows[:]

    def view(self, n: int, eyes: Viewer) -> Json:
        """The table at moment n as these eyes see it, as in `Match.view`; nobody is asked anything in the midst of a
        command. For "everyone" there is besides what each seat alone could see (`Engine.revealed`).

        Raises ValueError for a moment that never was, and for "everyone" while the match goes on.
        """
        log = self._log(eyes)
        if not 0 <= n <= self.last:
            raise ValueError(f"there is no moment {n}")
        state = self._states[n]
        found = self._engine.looked_at(state, SPECTATOR if eyes == EVERYONE else eyes)
        found |= {"decision": None, "log": log.until(n)}
        found["resolving"] = [log.renumbered(frame) for frame in found["resolving"]]
        if not isinstance(self._events[n], Asked):
            found["waiting"] = {}
        return found | self._engine.revealed(state) if eyes == EVERYONE else found

    def asked(self, n: int) -> int | None:
        """The last moment at or before n at which somebody was asked: from there a match can go on."""
        for at in range(n, -1, -1):
            event = self._events[at]
            if isinstance(event, Asked) and event.asked:
                return at
        return None

    def until(self, n: int) -> list[Json]:
        """The journal up to moment n: `Match.replay` makes of it a match that goes on from there, with the secrets of
        then. For the keeper of the match: it holds every secret."""
        return [journal.numbered(self._engine, event, at) for at, event in enumerate(self._events[: n + 1])]

    def _log(self, eyes: Viewer) -> Log:
        if eyes == EVERYONE and not self.over:
            raise ValueError("while a match goes on nobody sees everything")
        log = self._logs.get(eyes)
        if log is None or log.known < len(self._events):
            # A copy: others may be looking at the one there.
            log = log.copy() if log is not None else Log(self._engine.own_numbers)
            log.follow(self._events, lambda event: seen_by(self._engine, event, eyes), list(self._logs.values()))
            self._logs[eyes] = log
        return log


def seen_by(engine: Engine[Any], event: Any, eyes: Viewer) -> Json | None:
    """An event as these eyes see it; everyone sees it whole, but of event 0 what lies open. None: it is not in their
    log."""
    if eyes != EVERYONE:
        hidden = isinstance(event, Asked) and event.only not in (None, eyes)
        return None if hidden else engine.seen(event, eyes)
    if isinstance(event, Began):
        return engine.seen(event, SPECTATOR)
    whole: Json = engine.events.dump(event)
    return whole


def examine(engine: Engine[Any], rows: Sequence[Json]) -> Json:
    """What a match is that comes from elsewhere: `{"over", "outcome", "options", "packs", "last"}`.

    It is folded in full and looked at through every kind of eyes. Raises ValueError for a journal that does not fold,
    or that no match could have written.
    """
    if len(rows) > MOST_EVENTS:
        raise ValueError(f"no match has {len(rows)} events")
    try:
        events = journal.read(engine, rows)
        history: History[Any] = History(engine)
        states: list[Any] = []
        for event in events:
            states.append(journal.after(engine, states, event))
            engine.sane(states[-1])
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
    except ValueError:
        raise
    except Exception as problem:  # whatever a forged event runs into: no such piece, no such card, a list for a number
        raise ValueError(f"the journal cannot be replayed: {problem!r}") from problem

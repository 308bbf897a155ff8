"""The journal of a match: its events in order, numbered from 0 without gaps, and the state that they fold to.

Events are facts: nothing is rolled or decided again when they are folded. This module has the events of every game's
journal; `table_talk` adds those of concessions and proposals, and a game its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import model_serializer

from rules.kernel.audience import PUBLIC, Fields, Parties, event
from rules.kernel.codec import Json, noun, replace
from rules.kernel.seats import Seat

if TYPE_CHECKING:
    from rules.kernel.engine import Engine, State

S = TypeVar("S", bound="State")
Row = TypeVar("Row", bound=Mapping[str, Any])


@noun
class Outcome:
    """The end of a match. `winners` may be several, or none: a draw, unless `all_lost`. `ranking`: groups of equal
    seats, best first, where the game ranks them."""

    winners: tuple[Seat, ...]
    reason: str
    score: Mapping[Seat, int] = field(default_factory=dict)
    ranking: tuple[tuple[Seat, ...], ...] = ()
    all_lost: bool = False

    @model_serializer(mode="wrap")
    def _written(self, write: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Leaves out `all_lost` where it is false, as in older journals."""
        row = write(self)
        if not self.all_lost:
            row.pop("all_lost", None)
        return row


def _packs(value: Began) -> list[Json]:
    return [{"id": pack["id"], "version": pack["version"]} for pack in value.packs]


@event("began", sees=Fields("rules", options=lambda event: dict(event.options), packs=_packs))
class Began:
    """Event 0: the options, the version of the rules, the packs with their whole definitions, and the starting
    position, if any. Viewers see the packs by name only, and no starting position."""

    options: Mapping[str, Any]
    rules: str
    packs: tuple[dict[str, Any], ...]
    position: dict[str, Any] | None = None


def _noticed(event: Asked) -> tuple[Seat, ...]:
    return () if event.only is None else (event.only,)


@event("asked", sees=Parties(_noticed, Fields("by", waiting=lambda event: sorted(event.asked))))
class Asked:
    """The end of every command: the stack, the number under which each seat was asked, and the seat whose command led
    here (None: nobody's). `only`: the one seat whose log has this event, after a command that nobody else may
    notice."""

    stack: tuple[dict[str, Any], ...]
    asked: Mapping[Seat, int]
    by: Seat | None = None
    only: Seat | None = None

    @model_serializer(mode="wrap")
    def _written(self, write: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Leaves out `only` where it is None, as in older journals."""
        row = write(self)
        if self.only is None:
            row.pop("only", None)
        return row


@event("rewound", sees=PUBLIC)
class Rewound:
    """An `undo` or an accepted takeback: the state is that before event `to`; chance still to come is not rewound."""

    seat: Seat
    to: int
    why: Literal["undo", "takeback"]


def standing(events: Iterable[Row]) -> list[Row]:
    """The events, as JSON, that no `undo` or takeback has taken back."""
    kept: list[Row] = []
    for row in events:
        if row["kind"] == "rewound":
            kept = [before for before in kept if before["n"] < row["to"]]
        else:
            kept.append(row)
    return kept


def outcome_json(outcome: Outcome) -> Json:
    """An outcome as the contract has it."""
    row: Json = {"winners": list(outcome.winners), "reason": outcome.reason, "score": dict(outcome.score)}
    if outcome.ranking:
        row["ranking"] = [list(group) for group in outcome.ranking]
    return row | {"all_lost": True} if outcome.all_lost else row


@event("over", sees=Fields("clause", outcome=lambda event: outcome_json(event.outcome)))
class Over:
    """The match has ended."""

    outcome: Outcome
    clause: str = ""


def numbered(engine: Engine[Any], event: Any, n: int) -> Json:
    """The event as a row of the journal. The packs and the position of event 0 are shared with it."""
    if not isinstance(event, Began):
        return {"n": n, **engine.events.dump(event)}
    # They are plain data already, and nearly all of a snapshot: to write them anew took 95 % of its time.
    plain = engine.events.dump(replace(event, packs=(), position=None))
    return {"n": n, **plain, "packs": list(event.packs), "position": event.position}


def read(engine: Engine[Any], rows: Sequence[Json], first: int = 0) -> list[Any]:
    """The events of a journal's rows from row `first` on. Raises ValueError where a row is missing or not an event."""
    events = []
    for n, row in enumerate(rows, first):
        if row.get("n") != n:
            raise ValueError(f"event {n} of the journal is numbered {row.get('n')}")
        events.append(_event(engine, {key: value for key, value in row.items() if key != "n"}))
    return events


def _event(engine: Engine[Any], row: Json) -> Any:
    packs = row.get("packs") if row.get("kind") == "began" else None
    if not isinstance(packs, list | tuple) or not all(isinstance(pack, dict) for pack in packs):
        return engine.events.load(row)
    # Read apart: a pack that is shared already is not checked again, which took a third of the time of a whole journal.
    event = engine.events.load({**row, "packs": []})
    try:
        return replace(event, packs=tuple(_shared(json.dumps(pack, allow_nan=False)) for pack in packs))
    except (TypeError, RecursionError) as problem:
        raise ValueError(f"a pack that is no JSON: {problem!r}") from None


@lru_cache(maxsize=16)
def _shared(pack: str) -> dict[str, Any]:
    """The definition of a pack, shared by all matches in memory that use it: it is by far the largest part of a
    journal. Never change it."""
    read: dict[str, Any] = json.loads(pack)
    return read


def fold(engine: Engine[S], events: Sequence[Any]) -> list[S]:
    """The state after each of these events; the first must be event 0. Raises ValueError for a journal that does not
    fold."""
    states: list[S] = []
    for each in events:
        states.append(after(engine, states, each))
    if not states:
        raise ValueError("a journal begins with the event that began the match")
    return states


def after(engine: Engine[S], states: Sequence[S], event: Any) -> S:
    """The state after an event, given the states before. Raises ValueError where the event cannot come now."""
    if not states:
        if not isinstance(event, Began):
            raise ValueError("a journal begins with the event that began the match")
        return engine.start(event)
    if isinstance(event, Rewound):
        if not 0 < event.to <= len(states):
            raise ValueError("a journal goes back to an event that is not there")
        return engine.rewound(states[event.to - 1], states[-1])
    return engine.evolved(states[-1], event)


def asked_before(events: Sequence[Any], n: int) -> int | None:
    """The number of the last `Asked` before event `n` that was not undone; skips commands that nobody else may
    notice."""
    while n > 0:
        n -= 1
        event = events[n]
        if isinstance(event, Rewound):
            n = event.to
        elif isinstance(event, Asked) and event.only is None and not (n > 0 and isinstance(events[n - 1], Rewound)):
            return n
    return None

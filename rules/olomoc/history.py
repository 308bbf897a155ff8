"""A match as it stood after each of its events: replays, and what a saved match is checked by before it is believed.

A moment is named by the last event that has happened. Whoever looks back at a moment is shown what they could have
known then and no more; every secret is shown only once the match is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rules.kernel import SEATS, Json, Viewer
from rules.olomoc import events as ev
from rules.olomoc import wire
from rules.olomoc.journal import after
from rules.olomoc.position import OPTIONS, OUTCOME
from rules.olomoc.state import State
from rules.olomoc.view import seen, view

Eyes = Viewer | Literal["everyone"]
"""Who looks: a viewer, or with every secret in sight, as those do who talk a match over when it has ended."""

MOST_EVENTS = 20_000
"""Of a match that comes from elsewhere: ten times what a long one has."""

MOST_THINGS = 100
"""Of one sort in such a match: pieces, markers, decor, effects."""


class Past:
    """The moments of one match, folded once and kept: a state shares with the one before it all that is the same.

    >>> from rules.olomoc import Match
    >>> match = Match.from_position({"rouages": [{"id": "petra", "seat": "1", "card": "petra-kantor"}]}, seed=1)
    >>> past = match.past()
    >>> past.last, past.view(0, "spectator")["waiting"], past.view(past.last, "spectator")["waiting"]
    (1, {}, {'1': 'plan', '2': 'plan'})
    """

    def __init__(self) -> None:
        self._events: list[ev.Event] = []
        self._states: list[State] = []
        self._logs: dict[Eyes, list[Json]] = {}

    @classmethod
    def of(cls, journal: Sequence[Json]) -> Past:
        """The past that a journal tells. Raises ValueError for a journal that is none."""
        past = cls()
        past.follow(wire.events(journal))
        return past

    def follow(self, events: Sequence[ev.Event]) -> None:
        """Takes in what has happened since: `events` are all those of the match, the known ones among them.

        May run in a thread while others look: what they look at is put in place when it is whole.
        """
        known = len(self._events)
        same = known <= len(events) and (not known or self._events[-1] is events[known - 1])
        states = list(self._states) if same else []  # else it was read anew, or is another match
        for event in events[len(states) :]:
            states.append(after(states, event))
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

    def log(self, eyes: Eyes) -> list[Json]:
        """Every event as these eyes see it, under its number: `log(eyes)[: n + 1]` is what they had seen at moment n.
        Shared by all who ask: never change it. Raises ValueError for eyes that see too much."""
        self._allow(eyes)
        rows, events = self._logs.get(eyes, []), self._events
        if len(rows) < len(events):
            rows = rows + [{"n": n, **_seen(events[n], eyes)} for n in range(len(rows), len(events))]
            self._logs[eyes] = rows
        return rows

    def view(self, n: int, eyes: Eyes) -> Json:
        """The table at moment n as these eyes see it, as in `Match.view`; nobody is asked anything in the midst of a
        command. For "everyone" there are besides, by seat, `hands`, `plans` and `cabals`.

        Raises ValueError for a moment that never was, and for "everyone" while the match goes on.
        """
        self._allow(eyes)
        if not 0 <= n <= self.last:
            raise ValueError(f"there is no moment {n}")
        state = self._states[n]
        found = view(state, "spectator" if eyes == "everyone" else eyes)
        found |= {"decision": None, "log": self.log(eyes)[: n + 1]}
        if not isinstance(self._events[n], ev.Asked):
            found["waiting"] = {}
        return found | _everything(state) if eyes == "everyone" else found

    def asked(self, n: int) -> int | None:
        """The last moment at or before n at which somebody was asked: from there a match can go on."""
        for at in range(n, -1, -1):
            event = self._events[at]
            if isinstance(event, ev.Asked) and event.asked:
                return at
        return None

    def until(self, n: int) -> list[Json]:
        """The journal up to moment n: `Match.replay` makes of it a match that goes on from there, with the hands, plans
        and piles of then. For whoever keeps the match: it holds every secret."""
        return [wire.numbered(event, at) for at, event in enumerate(self._events[: n + 1])]

    def _allow(self, eyes: Eyes) -> None:
        if eyes == "everyone" and not self.over:
            raise ValueError("while a match goes on nobody sees everything")


def _seen(event: ev.Event, eyes: Eyes) -> Json:
    if eyes != "everyone" or isinstance(event, ev.Began):
        return seen(event, "spectator" if eyes == "everyone" else eyes)
    whole: Json = ev.CODEC.dump(event)
    return whole


def _everything(state: State) -> Json:
    own = {seat: view(state, seat) for seat in SEATS}
    return {f"{key}s": {seat: own[seat][key] for seat in SEATS} for key in ("hand", "plan", "cabal")}


def examine(journal: Sequence[Json]) -> Json:
    """What a match is that comes from elsewhere: `{"over", "outcome", "options", "packs", "last"}`.

    It is folded in full and looked at through every kind of eyes. Raises ValueError for a journal that does not fold,
    or that no match could have written.
    """
    if len(journal) > MOST_EVENTS:
        raise ValueError(f"no match has {len(journal)} events")
    try:
        events, states = wire.events(journal), list[State]()
        for event in events:
            states.append(_sane(after(states, event)))
        past = Past()
        past.follow(events)
        for eyes in ("spectator", *SEATS):
            past.view(past.last, eyes)
    except ValueError:
        raise
    except Exception as problem:  # whatever a forged event runs into: no such piece, no such card, a list for a number
        raise ValueError(f"the journal cannot be replayed: {problem!r}") from problem
    final = states[-1]
    return {
        "over": past.over,
        "outcome": None if final.outcome is None else OUTCOME.dump(final.outcome),
        "options": OPTIONS.dump(final.options),
        "packs": past.log("spectator")[0]["packs"],
        "last": past.last,
    }


def _sane(state: State) -> State:
    things: tuple[Any, ...] = (state.pieces, state.markers, state.decor, state.effects)
    if max(len(them) for them in things) > MOST_THINGS:
        raise ValueError("no match has so many things in it")
    return state

"""A match unrolled for one kind of eyes and one language: its log in sentences, the places to stop at, the marks of a
timeline.

A stop is what one sentence of the log tells, together with the bookkeeping that follows it; the stops are counted from
0, while moments are numbered like the events.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from typing import Any, cast

from rules.kernel import Viewer
from rules.olomoc import Match
from rules.olomoc.history import History
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import Translator
from webapp.tables import Table
from webapp.ui.tree import Node

Json = dict[str, Any]

KEPT = 8
"""Matches kept unrolled: the last that anybody looked at."""


class Reel:
    """What one kind of eyes sees, in one language. Grows with a match that goes on."""

    def __init__(self, past: History, eyes: Viewer, tr: Translator, book: Book, code: str = "") -> None:
        self.code = code
        self.past = past
        self.eyes: Viewer = eyes
        self.tr = tr
        self.book = book
        self.players: dict[str, str | None] = {}
        self.events: list[Json] = []
        self.entries: list[Node | None] = []
        self._told: list[int] = []
        """The events that begin a stop: those with a sentence."""
        self._agenda = 0
        """The event by which the agenda was known; before, what the view names is but a blank."""

    def follow(self, players: dict[str, str | None]) -> None:
        """Takes in what has happened since. Takes some tens of milliseconds for a whole match, and may run in a thread
        while others look: what they look at is put in place when it is whole."""
        log = self.past.log(self.eyes)
        known = len(self.events) if players == self.players and len(self.events) <= len(log) else 0
        self.players = dict(players)
        if len(log) == known:
            return
        names, entries, told = self.names(len(log) - 1), self.entries[:known], [*self._told] if known else []
        for event in log[known:]:
            said = entry(event, names)
            if said is not None or not told:
                told.append(event["n"])
            if event["kind"] == "agenda-chosen":
                self._agenda = event["n"]
            entries.append(said)
        self.entries, self.events, self._told = entries, log, told

    @property
    def last(self) -> int:
        """The last stop."""
        return len(self._told) - 1

    def moment(self, stop: int) -> int:
        """The event after which a stop stands still."""
        return self._told[stop + 1] - 1 if stop < self.last else len(self.events) - 1

    def first(self, stop: int) -> int:
        """The event that a stop begins with, which its sentence tells."""
        return self._told[stop]

    def stop(self, moment: int) -> int:
        """The stop that a moment belongs to; the nearest for a moment that never was."""
        return max(0, bisect_right(self._told, moment) - 1)

    def names(self, moment: int) -> Names:
        """The table at a moment, and what things are called there."""
        view = self.past.view(moment, self.eyes)
        if moment < self._agenda:
            view["agenda"] = ""
        return Names(view, self.tr, self.players, self.book, self.code)

    def marks(self) -> Json:
        """What a timeline shows, by stop: where cycles and phases begin, rolls, wounds and points."""
        cycles: list[list[Any]] = []
        phases: list[list[Any]] = []
        rolls, hits, points = list[int](), list[int](), list[list[Any]]()
        phase = 0
        for event in self.events:
            match event["kind"]:
                case "cycle-began":
                    cycles.append([self.stop(event["n"]), event["cycle"]])
                case "phase-began":
                    phase = event["phase"]
                case "revealed":
                    phases.append([self.stop(event["n"]), phase])
                case "rolled":
                    rolls.append(self.stop(event["n"]))
                case "wounded" | "out":
                    hits.append(self.stop(event["n"]))
                case "scored":
                    points.append([self.stop(event["n"]), event["seat"]])
        return {"last": self.last, "cycles": cycles, "phases": phases, "rolls": rolls, "hits": hits, "points": points}


class Reels:
    """The matches that are looked back at, each folded once for all who look."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[History, dict[tuple[Viewer, str], Reel]]] = OrderedDict()
        self._lock = asyncio.Lock()

    async def get(self, table: Table, eyes: Viewer, tr: Translator) -> Reel:
        """The reel of a loaded table, up to now. Who may have which eyes is for the caller to decide."""
        async with self._lock:
            past, reels = self._kept.setdefault(table.code, (History(), {}))
            self._kept.move_to_end(table.code)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            players = {key: seat.name for key, seat in table.seats.items()}
            # In a thread: the loop waits for nobody.
            return await asyncio.to_thread(_unrolled, table, past, reels, eyes, tr, players)


def _unrolled(
    table: Table,
    past: History,
    reels: dict[tuple[Viewer, str], Reel],
    eyes: Viewer,
    tr: Translator,
    players: dict[str, str | None],
) -> Reel:
    cast(Match, table.match).past(past)
    reel = reels.get((eyes, tr.language))
    if reel is None:
        reel = reels[(eyes, tr.language)] = Reel(past, eyes, tr, Book.of(past.until(0)), table.code)
    reel.follow(players)
    return reel


reels = Reels()
"""Of this process."""

"""A match as a sequence of stops for one viewer and one language: its log in sentences, and the marks of a timeline.

A stop is one sentence of the log, with the rows without a sentence that follow it; stops are counted from 0. Rows are
numbered as in the viewer's log, which need not have one for every event; moments are numbered like the events, and are
never told to a viewer while the match goes on."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary

from rules.kernel.contract import History
from webapp.games.contract import Screens
from webapp.i18n import Translator
from webapp.tables import Table
from webapp.tables.commands import over_whole_match
from webapp.ui.tree import Node

Json = dict[str, Any]

KEPT = 8
"""The number of reels in the cache, the last used ones."""


class Reel:
    """The reel of one viewer in one language. It grows with a running match."""

    def __init__(
        self, screens: Screens[Any], past: History, eyes: str, tr: Translator, book: Any = None, code: str = ""
    ) -> None:
        self.screens = screens
        self.code = code
        self.past = past
        self.eyes = eyes
        self.tr = tr
        self.book = book
        self.players: dict[str, str | None] = {}
        self.events: list[Json] = []
        self.entries: list[Node | None] = []
        self._marks: tuple[int, Json] = (-1, {})
        self._stops: list[int] = []
        """The rows that begin a stop: those with a sentence."""

    def follow(self, players: dict[str, str | None]) -> None:
        """Adds the new events. It takes some tens of milliseconds for a whole match, and may run in a thread while
        others read: results are published when they are complete."""
        log = self.past.log(self.eyes)
        known = len(self.events) if players == self.players and len(self.events) <= len(log) else 0
        self.players = dict(players)
        if len(log) == known:
            return
        words, entries, stops = self._words(len(log) - 1, log), self.entries[:known], [*self._stops] if known else []
        for event in log[known:]:
            line = self.screens.line(event, words)
            if line is not None or not stops:
                stops.append(event["n"])
            entries.append(line)
        self.entries, self.events, self._stops = entries, log, stops

    @property
    def last(self) -> int:
        """The last stop."""
        return len(self._stops) - 1

    def row(self, stop: int) -> int:
        """The last row of a stop."""
        return self._stops[stop + 1] - 1 if stop < self.last else len(self.events) - 1

    def moment(self, stop: int) -> int:
        """The moment of a stop's last row."""
        return self.past.moment(self.row(stop), self.eyes)

    def first(self, stop: int) -> int:
        """The first row of a stop, which has its sentence."""
        return self._stops[stop]

    def stop(self, row: int) -> int:
        """The stop of a row; the nearest one for a row that never was."""
        return max(0, bisect_right(self._stops, row) - 1)

    def words(self, row: int, reader: str | None = None, asked: str | None = None) -> Any:
        """The match at a row, with the names for its texts; `reader`: the seat that they call "you"; `asked`: the seat
        of a finished match whose question at that time the view has as its `decision`, without options."""
        return self._words(row, self.events, {reader: self.tr("hint.you")} if reader is not None else {}, asked)

    def _words(
        self,
        row: int,
        log: list[Json],
        called: Mapping[str, str] = MappingProxyType({}),
        asked: str | None = None,
    ) -> Any:
        moment = self.past.moment(row, self.eyes)
        view = self.screens.past(self.past.view(moment, self.eyes), row, log)
        if asked is not None:
            view = {**view, "decision": self.past.decision(moment, asked)}
        return self.screens.words(view, self.tr, {**self.players, **called}, self.book, self.code)

    def marks(self) -> Json:
        """The marks of a timeline, by stop: see :class:`webapp.games.contract.Marks`. Found with the events."""
        if self._marks[0] != len(self.events):
            self._marks = (len(self.events), self._found_marks())
        return self._marks[1]

    def _found_marks(self) -> Json:
        marks = self.screens.marks(self.events)
        return {
            "last": self.last,
            "chapters": [[self.stop(n), label] for n, label in marks.chapters],
            "parts": [[self.stop(n), label] for n, label in marks.parts],
            "rolls": None if marks.rolls is None else [self.stop(n) for n in marks.rolls],
            "hits": [self.stop(n) for n in marks.hits],
            "points": [[self.stop(n), seat] for n, seat in marks.points],
        }


class Reels:
    """The histories of matches in replay, each folded once for all viewers."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[History | None, dict[tuple[str, str], Reel]]] = OrderedDict()
        self._turns: WeakKeyDictionary[Table, asyncio.Lock] = WeakKeyDictionary()

    async def get(self, table: Table, eyes: str, tr: Translator) -> Reel:
        """The reel of a loaded table, up to date. The caller decides which viewers are allowed."""
        # A lock for each table, so that folding a long match does not delay others.
        async with self._turns.setdefault(table, asyncio.Lock()):
            known, reels = self._kept.get(table.code, (None, {}))
            players = {key: seat.name for key, seat in table.seats.items()}
            # In a thread: the loop waits for nobody.
            unroll = partial(_unrolled, table, known, reels, eyes, tr, players)
            past, reel = await over_whole_match(unroll)
            self._kept[table.code] = (past, reels)
            self._kept.move_to_end(table.code)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return reel


def _unrolled(
    table: Table,
    known: History | None,
    reels: dict[tuple[str, str], Reel],
    eyes: str,
    tr: Translator,
    players: dict[str, str | None],
) -> tuple[History, Reel]:
    past = table.match.history(known)
    reel = reels.get((eyes, tr.language))
    if reel is None:
        screens = table.game.screens
        reel = Reel(screens, past, eyes, tr, screens.book(past.until(0)), table.code)
        reels[(eyes, tr.language)] = reel
    reel.follow(players)
    reel.marks()
    return past, reel


reels = Reels()
"""The reels of this process."""

"""All live tables: created here, found by code, loaded from the store at start."""

import asyncio
import logging
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from nicegui import Event

from rules.kernel.contract import Match
from rules.kernel.refusals import Refusal, Refused
from webapp import i18n
from webapp.base.clock import bin_clock
from webapp.base.processes import preload
from webapp.games.contract import Game, Games, Json
from webapp.security.codes import code as new_code
from webapp.security.limits import limits
from webapp.store import Conflict, SavedSeat, SavedTable, Store, StoreProblem
from webapp.tables.questions import SECONDS, Questions
from webapp.tables.settings import TableSettings
from webapp.tables.table import Table
from webapp.tables.worker import Worker

log = logging.getLogger(__name__)

CODE_LENGTH, LONGEST_CODE = 4, 12
"""The length of new codes, and the longest that is looked for."""

FIRST_MATCHES = 3
"""The number of matches during which somebody counts as new."""

PROCESSES = 2
"""The number of processes for queries; the second one starts when a table has to wait for another."""

THINKERS = 2
"""The number of processes for bots: as many think side by side, of one table or of several."""

THINKING_S = 10.0
"""Seconds of processor time for a bot's answer, after which its process is killed; a search ends long before."""

IDLE_S, FINISHED_S = 15 * 60.0, 60.0
"""Seconds that a match without pages stays in memory: a running one, a finished one."""

SWEEP_S = 30.0

FINISHED_KEPT = 40
"""The number of finished tables that are objects whether or not somebody looks, the newest ones: as many as lists
show."""

BIN_S = 30 * 86_400.0
"""Seconds during which a deleted table can be restored."""

MOST_UNFINISHED = 1_000
"""The most tables of a house whose matches are not over, closed ones not counted."""

ELSEWHERE = "elsewhere"
"""The holder of the seats of a match that was played on another server. No browser's id is that short."""


class Registry:
    """The tables by code. Opened once, at start; everything else happens on the event loop."""

    def __init__(self) -> None:
        self.changed: Event[()] = Event()
        """Emitted when a list of tables would show something new."""
        self.rematches: Event[str] = Event()
        """Emitted with the code of a table just made for a rematch."""
        self.unreadable: dict[str, str] = {}
        """Codes of tables whose journal cannot be replayed, with the reason. They are left as they are."""
        self.foreign: dict[str, SavedTable] = {}
        """Tables of games that are not installed here. They are left as they are."""
        self._tables: dict[str, Table] = {}
        self.games = Games()
        """The games of this server, in the order in which the lobby offers them."""
        self._store: Store | None = None
        self._sweeping: asyncio.TimerHandle | None = None
        self._questions = Questions()
        self._worker = Worker(PROCESSES, SECONDS)
        self._thinker = Worker(THINKERS, THINKING_S)
        """The worker of the bots: nobody's question waits behind a bot that thinks."""

    def open(self, store: Store, games: Iterable[Game]) -> None:
        """Lists the stored tables at which something may happen, and the newest others; older ones are rows until
        somebody comes to them. Matches are read by :meth:`resume`, or when somebody comes to one."""
        self._store = store
        self.games = Games(games)
        preload("webapp.base.worker_process", *(module for game in self.games for module in game.worker_modules))
        i18n.folders.update({game.key: game.texts for game in self.games})
        for saved in (*store.tables(resting=False), *store.tables(resting=True, newest=FINISHED_KEPT)):
            self._add(saved)
        for code in store.others(game.key for game in self.games):
            for saved in store.tables(code=code) if code not in self.foreign else ():
                self.foreign[code] = saved

    def wake(self) -> None:
        """Starts the timers of all tables."""
        for table in self._tables.values():
            table.wake()
        self._sweep()

    async def resume(self) -> None:
        """Reads all unfinished matches, the newest first, at the same questions as before: their bots and clocks
        continue. A match that cannot be replayed is listed in ``unreadable`` and does not affect the others."""
        for table in self.all():
            if self._store is not None and table.outcome is None and not table.loaded:
                await self._resume(table)

    def _sweep(self) -> None:
        self.unload_idle()
        bin_clock.keep()
        self._sweeping = asyncio.get_running_loop().call_later(SWEEP_S, self._sweep)

    def unload_idle(self, idle_s: float = IDLE_S, finished_s: float = FINISHED_S) -> None:
        """Frees the memory of matches that nobody follows, after `finished_s` seconds for finished ones, else `idle_s`,
        and of finished tables but the newest. They are loaded again at the next visit."""
        finished = []
        for table in self._tables.values():
            over = table.state == "finished"
            if table.loaded and table.idle_s() > (finished_s if over else idle_s):
                table.unload()
            if over and not table.settings.deleted_at:
                finished.append(table)
        finished.sort(key=lambda table: table.created_at)
        for table in finished[:-FINISHED_KEPT]:
            if not table.loaded and table.idle_s() > finished_s:
                table.close()
                del self._tables[table.code]

    def close(self) -> None:
        """Forgets everything in memory; the store is unchanged."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for table in self._tables.values():
            table.close()
        self._worker.close()
        self._thinker.close()
        for event in (self.changed, self.rematches):
            event.callbacks.clear()  # the pages that listened were this server's
        self._tables.clear()
        self.unreadable.clear()
        self.foreign.clear()
        self._store = None

    async def compute(self, function: str, *args: Any) -> Any:
        """The result of the rules' function ``module:function(*args)``, computed in the worker process; arguments and
        result are plain data. Raises what that raises."""
        return await self._worker.run(function, *args)

    def get(self, code: str) -> Table | None:
        """The table with this code, upper or lower case, or None. A finished one may have to be loaded: ``await
        table.load()``."""
        table = self._tables.get(code.upper()) or self._awakened(code.upper())
        return None if table is None or table.settings.deleted_at else table

    def _awakened(self, code: str) -> Table | None:
        """A finished table that is a row only, as an object."""
        if self._store is None or len(code) > LONGEST_CODE or code in self.unreadable or code in self.foreign:
            return None
        return next((self._add(saved) for saved in self._store.tables(code=code)), None)

    def asked_again(self, session: str) -> Table | None:
        """The newest rematch that somebody at this browser is asked for and has not agreed to yet."""
        tables = [table for table in self._tables.values() if table.settings.after and table.asked_again(session)]
        return max(tables, key=lambda table: table.created_at, default=None)

    def novice(self, session: str) -> bool:
        """Whether somebody at this browser has played at most three matches, a running one included."""
        return self._store is None or len(self._store.codes_of(session, FIRST_MATCHES + 1)) <= FIRST_MATCHES

    def of(self, session: str) -> list[Table]:
        """The tables at which somebody at this browser has a seat, newest first; of the finished ones only some."""
        last = self._store.codes_of(session, 1) if self._store is not None else []
        tables = {table.code: table for code in last if (table := self.get(code)) is not None}
        tables |= {table.code: table for table in self.all() if table.belongs(session)}
        return sorted(tables.values(), key=lambda table: table.created_at, reverse=True)

    async def resting(self) -> int:
        """The number of all finished tables."""
        return (
            0
            if self._store is None
            else await asyncio.to_thread(self._store.resting, [game.key for game in self.games])
        )

    async def finished(self) -> list[SavedTable]:
        """All finished tables of the games of this server as they are stored, oldest first."""
        if self._store is None:
            return []
        rows = await asyncio.to_thread(self._store.tables, resting=True)
        return [saved for saved in rows if self.games.get(saved.title)]

    async def rows(self) -> list[SavedTable]:
        """The finished tables that are no objects (:meth:`all`), oldest first."""
        return [saved for saved in await self.finished() if saved.code not in self._tables]

    def all(self) -> list[Table]:
        """All tables that may go on, and the newest finished ones, newest first; without deleted ones."""
        tables = [table for table in self._tables.values() if not table.settings.deleted_at]
        return sorted(tables, key=lambda table: table.created_at, reverse=True)

    def unfinished(self) -> list[Table]:
        """The tables whose matches may go on, newest first."""
        return [table for table in self.all() if table.state != "finished"]

    def binned(self) -> list[Table]:
        """The deleted tables, last deleted first."""
        tables = [table for table in self._tables.values() if table.settings.deleted_at]
        return sorted(tables, key=lambda table: table.settings.deleted_at, reverse=True)

    async def remove(self, table: Table) -> Refusal | None:
        """Deletes a table for good, once it is in the bin. None, or the refusal."""
        if self._store is None or not table.settings.deleted_at:
            return Refusal("", "not-binned")
        try:
            await self._store.remove_table(table.code)
        except StoreProblem as problem:
            return Refusal("", "not-kept", problem.params)
        table.close()
        self._tables.pop(table.code, None)
        self.changed.emit()
        return None

    async def remove_foreign(self, code: str) -> None:
        """Deletes a table of a game that is not installed. Raises :class:`StoreProblem`."""
        if self._store is not None and code in self.foreign:
            await self._store.remove_table(code)
            self.foreign.pop(code, None)

    async def empty_bin(self) -> None:
        """Deletes the tables for good that were deleted long ago."""
        for table in self.binned():
            if table.settings.deleted_at < bin_clock.now() - BIN_S:
                await self.remove(table)

    async def create(
        self, options: Json, name: str, title: str = "", settings: TableSettings | None = None, *, by: str = ""
    ) -> Table:
        """A new table with a new match, of the first game where none is named.

        `options` go to the match unchanged. Raises KeyError for an unknown game, whatever the match raises for options
        that make no sense, and what :meth:`adopt` raises."""
        game = self.games[title] if title else next(iter(self.games))
        match = game.new(options, secrets.randbits(63))
        return await self.adopt(match, options, name, game.key, settings, by=by)

    async def adopt(
        self,
        match: Match,
        options: Json,
        name: str,
        title: str,
        settings: TableSettings | None = None,
        players: Mapping[str, str] | None = None,
        *,
        by: str = "",
    ) -> Table:
        """A new table with a match that may have a past: continued from a moment of another, or read from a file.
        `players`: who played it, by seat; no browser holds those seats. `by`: who makes it, as in
        :meth:`Limits.charge`. Every table of the house is made here.

        Raises :class:`Refused` (``too-many-tables``: of one browser or address in a while; ``house-full``),
        :class:`StoreProblem` where it cannot be stored, KeyError for an unknown game."""
        if self._store is None:
            raise RuntimeError("the registry is not open")
        if match.outcome is None and len(self.unfinished()) >= MOST_UNFINISHED:
            raise Refused(Refusal("", "house-full", {"n": MOST_UNFINISHED}))
        if seconds := limits.charge("create", by):
            raise Refused(Refusal("", "too-many-tables", {"seconds": seconds}))
        agreed = (settings or TableSettings()).to_json()
        journal, outcome = await asyncio.to_thread(lambda: match.journal), match.outcome
        seats = [SavedSeat(seat, ELSEWHERE, played) for seat, played in (players or {}).items()]
        while True:
            code = new_code(CODE_LENGTH)
            if code in self._tables or code in self.foreign:
                continue
            try:
                saved = await self._store.add_table(code, title, name, options, journal, agreed, outcome, seats)
            except Conflict:
                continue
            break
        table = self._add(saved)
        if table is None:
            raise KeyError(title)
        table.take_up(match)
        table.abandonment.look()
        self.changed.emit()
        return table

    def _add(self, saved: SavedTable) -> Table | None:
        title = self.games.get(saved.title)
        if title is None or self._store is None:
            self.foreign[saved.code] = saved
            return None
        table = Table(saved, title, self._store, self._worker, self._thinker, self._questions)
        table.settled.subscribe(self.changed.emit)
        self._tables[table.code] = table
        return table

    async def _resume(self, table: Table) -> None:
        try:
            await table.resume()
        except Exception as problem:
            # One match that cannot be replayed must not keep the others from their table.
            level = logging.ERROR if isinstance(problem, StoreProblem) else logging.CRITICAL
            log.log(level, "table %s cannot be taken up: %s", table.code, problem, exc_info=level > logging.ERROR)
            table.close()
            if self._tables.pop(table.code, None) is not None:
                self.unreadable[table.code] = str(problem)
                self.changed.emit()


registry = Registry()
"""The tables of this process."""

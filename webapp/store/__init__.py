"""Durable state in one SQLite file: tables, seats, accepted commands with their events, visitors.

Nothing here knows a particular game. A step is committed as one row before anyone is shown its result.
"""

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlmodel import Session, SQLModel, col, delete, func, select, update

from webapp.store.database import driver_of, open_database
from webapp.store.digests import GENESIS, digest
from webapp.store.lock import FolderLock
from webapp.store.models import SeatRow, StepRow, TableRow, VisitorRow
from webapp.store.packs import Packs, SavedPack, SavedPicture
from webapp.store.problems import (
    Conflict,
    Damaged,
    DatabaseGone,
    DatabaseMoved,
    FromTheFuture,
    InUse,
    StoreProblem,
    Unwritable,
)
from webapp.store.replacement import complete
from webapp.store.seats import SavedSeat, SeatStore, reseated
from webapp.store.shelves import SavedList, SavedVersion, Shelves
from webapp.store.talk import TalkLine, Talks
from webapp.store.wal import look_over
from webapp.store.writer import Writer

__all__ = [
    "Conflict",
    "Damaged",
    "DatabaseGone",
    "DatabaseMoved",
    "FromTheFuture",
    "InUse",
    "Packs",
    "SavedList",
    "SavedPack",
    "SavedPicture",
    "SavedSeat",
    "SavedTable",
    "SavedVersion",
    "SavedVisitor",
    "SeatStore",
    "Shelves",
    "Step",
    "Store",
    "StoreProblem",
    "TalkLine",
    "Talks",
    "Unwritable",
]


RESTING = (
    "coalesce(json_extract(settings, '$.deleted_at'), 0) = 0"
    " AND (outcome IS NOT NULL OR coalesce(json_extract(settings, '$.closed'), 0))"
)
"""In SQL: whether nothing happens at a table by itself. Its match is over, or the host has closed it; and it is not in
the bin."""


@dataclass(frozen=True)
class Step:
    """One accepted command and its events, as JSON data. Step 0, the creation of the match, has no seat."""

    sequence: int
    seat: str | None
    command: dict[str, Any]
    events: list[dict[str, Any]]
    at: float


@dataclass(frozen=True)
class SavedTable:
    """A stored table."""

    id: int
    code: str
    title: str
    name: str
    options: dict[str, Any]
    created_at: float
    outcome: dict[str, Any] | None
    seats: tuple[SavedSeat, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    sequence: int = -1
    """The number of its last step."""


@dataclass(frozen=True)
class SavedVisitor:
    """The settings that a browser wants kept; `language` is None until chosen; `preferences` are JSON data."""

    id: str
    name: str = ""
    language: str | None = None
    preferences: dict[str, Any] = field(default_factory=dict)


class Store:
    """The open database. Reads are plain calls, meant for start-up; writes are awaited, and durable when they
    return."""

    def __init__(self, engine: Engine, lock: FolderLock, where: Path) -> None:
        self._engine = engine
        self._lock = lock
        self._writer = Writer(engine, where)
        self.shelves = Shelves(engine, self._writer)
        """The lists that people composed."""
        self.packs = Packs(engine, self._writer)
        """The packs of cards that people brought."""
        self.companies = SeatStore(engine, self._writer)
        """The seats of the tables and their holders."""
        self.talks = Talks(engine, self._writer)
        """The talk at the tables, and the tables' clocks."""
        self.troubles = self._writer.troubles
        """The recent failures to write, with the time of each."""

    @classmethod
    def open(cls, path: Path) -> "Store":
        """Opens the database at `path`, or creates it. Raises a :class:`StoreProblem` that says why it cannot; a
        damaged file or log is left unchanged."""
        lock = FolderLock(path.parent)
        lock.take()
        try:
            complete(path)
            look_over(path)
            return cls(open_database(path), lock, path)
        except OSError as problem:
            lock.release()
            raise Unwritable(path, problem.strerror or problem) from problem
        except BaseException:
            lock.release()
            raise

    @classmethod
    def beside(cls, path: Path) -> "Store":
        """Opens a database that a running server has open as well, for a command that adds something; the server finds
        it later. Raises a :class:`StoreProblem`."""
        return cls(open_database(path, alone=False), FolderLock(path.parent), path)

    def close(self) -> None:
        """Completes the pending writes and closes the file."""
        self._writer.close()
        self._engine.dispose()
        self._lock.release()

    # Reading

    def tables(
        self, *, code: str | None = None, resting: bool | None = None, newest: int | None = None
    ) -> list[SavedTable]:
        """Tables, oldest first: all, or the one with this code, or those that are at rest (:data:`RESTING`) or are not;
        of them the `newest` ones only."""
        wanted = select(TableRow).order_by(col(TableRow.id).desc() if newest is not None else col(TableRow.id))
        if code is not None:
            wanted = wanted.where(col(TableRow.code) == code)
        if resting is not None:
            wanted = wanted.where(text(RESTING if resting else f"NOT ({RESTING})"))
        with Session(self._engine) as session:
            rows = session.exec(wanted if newest is None else wanted.limit(newest)).all()
            some = None if code is None and resting is None else [row.id for row in rows]
            seats: dict[int, list[SavedSeat]] = {}
            for seat in _of_tables(session, select(SeatRow).order_by(col(SeatRow.seat)), SeatRow.table_id, some):
                seats.setdefault(seat.table_id, []).append(
                    SavedSeat(seat.seat, seat.holder, seat.name, seat.ready, seat.recovery, seat.bot)
                )
            last = select(StepRow.table_id, func.max(StepRow.sequence)).group_by(col(StepRow.table_id))
            sequences = dict(_of_tables(session, last, StepRow.table_id, some))
            saved = [_saved_table(row, seats.get(row.id or 0, []), sequences.get(row.id, -1)) for row in rows]
        return saved if newest is None else saved[::-1]

    def resting(self, titles: Iterable[str]) -> int:
        """The number of tables of these games that are at rest."""
        with Session(self._engine) as session:
            query = select(func.count()).select_from(TableRow).where(text(RESTING))
            return int(session.exec(query.where(col(TableRow.title).in_([*titles]))).one())

    def others(self, titles: Iterable[str]) -> list[str]:
        """The codes of the tables of games other than these."""
        with Session(self._engine) as session:
            return [*session.exec(select(TableRow.code).where(col(TableRow.title).not_in([*titles])))]

    def codes_of(self, browser: str, most: int) -> list[str]:
        """The codes of the tables at which somebody at a browser has a seat, newest first."""
        # A holder is the browser's id, or that with a slash and more.
        holder = col(SeatRow.holder)
        seated = select(SeatRow.table_id).where(holder >= browser, holder < f"{browser}0")
        own = text("(holder = :b OR holder LIKE :b || '/%')").bindparams(b=browser)
        its = select(TableRow.code).where(col(TableRow.id).in_(seated.where(own))).order_by(col(TableRow.id).desc())
        with Session(self._engine) as session:
            return [*session.exec(its.limit(most))]

    def steps(self, table_id: int) -> list[Step]:
        """All steps of a table in order. Raises :class:`Damaged` where a step is missing or its digest is wrong."""
        with Session(self._engine) as session:
            rows = session.exec(
                select(StepRow).where(col(StepRow.table_id) == table_id).order_by(col(StepRow.sequence))
            ).all()
        chained = GENESIS
        for expected, row in enumerate(rows):
            chained = digest(chained, row.seat, row.command, row.events)
            if row.sequence != expected or row.digest != chained:
                raise Damaged(f"table {table_id}", f"step {expected}")
        if not rows:
            raise Damaged(f"table {table_id}", "no steps")
        return [Step(r.sequence, r.seat, json.loads(r.command), json.loads(r.events), r.at) for r in rows]

    def visitors(self) -> list[SavedVisitor]:
        """All stored visitors."""
        with Session(self._engine) as session:
            rows = session.exec(select(VisitorRow))
            return [SavedVisitor(row.id, row.name, row.language, json.loads(row.preferences)) for row in rows]

    # Writing

    async def probe(self) -> None:
        """Commits a write that changes nothing. Raises the :class:`StoreProblem` that a command would raise."""

        def work(connection: Connection) -> None:
            # Taking a row out that was never there opens no page for writing: the counter of the file itself does.
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            connection.exec_driver_sql(f"PRAGMA user_version = {(int(version) + 1) % 2**30}")

        await self._writer.do(work)

    async def add_table(
        self,
        code: str,
        title: str,
        name: str,
        options: dict[str, Any],
        events: list[dict[str, Any]],
        settings: dict[str, Any] | None = None,
        outcome: dict[str, Any] | None = None,
        seats: Sequence[SavedSeat] = (),
    ) -> SavedTable:
        """Adds a table with its step 0; for an imported match also its outcome and the names of its players. Raises
        :class:`Conflict` for a code that is taken."""
        now = time.time()
        first = Step(0, None, {}, events, now)

        def work(connection: Connection) -> SavedTable:
            with Session(bind=connection, join_transaction_mode="create_savepoint") as session:
                row = TableRow(code=code, title=title, name=name, options=_json(options), created_at=now)
                row.settings = _json(settings or {})
                row.outcome = None if outcome is None else _json(outcome)
                session.add(row)
                session.flush()
                saved = _saved_table(row, list(seats), first.sequence)
                session.add_all(SeatRow(table_id=saved.id, taken_at=now, **vars(seat)) for seat in seats)
                session.flush()
                _append(connection, saved.id, first)
                session.commit()
                return saved

        return await self._writer.do(work)

    async def begin_again(
        self,
        table_id: int,
        options: dict[str, Any],
        events: list[dict[str, Any]],
        before: Mapping[str, SavedSeat],
        after: Mapping[str, SavedSeat],
    ) -> None:
        """Replaces a match in which nothing was played by another, with its seats, in one transaction. Raises
        :class:`Conflict` where something was played or a seat is not as in `before`."""
        first = Step(0, None, {}, events, time.time())

        def work(connection: Connection) -> None:
            steps = "SELECT count(*) FROM steps WHERE table_id = ?"
            if connection.exec_driver_sql(steps, (table_id,)).scalar_one() != 1:
                raise Conflict(f"table {table_id}", "begun")
            connection.exec_driver_sql("DELETE FROM steps WHERE table_id = ?", (table_id,))
            connection.execute(update(TableRow).where(col(TableRow.id) == table_id).values(options=_json(options)))
            _append(connection, table_id, first)
            reseated(connection, table_id, before, after)

        await self._writer.do(work)

    async def remove_table(self, code: str) -> None:
        """Deletes a table for good, with its steps and its talk."""

        def work(connection: Connection) -> None:
            its = select(col(TableRow.id)).where(col(TableRow.code) == code).scalar_subquery()
            for table in reversed(SQLModel.metadata.sorted_tables):
                if "table_id" in table.columns:
                    connection.execute(delete(table).where(table.columns.table_id == its))
            connection.execute(delete(TableRow).where(col(TableRow.code) == code))

        await self._writer.do(work)

    async def append(self, table_id: int, step: Step, outcome: dict[str, Any] | None) -> None:
        """Writes a step, and the outcome if it ended the match, in one transaction.

        Raises :class:`Conflict` where the journal has a later step already, another :class:`StoreProblem` where it
        cannot be written; then nothing was written."""

        def work(connection: Connection) -> None:
            _append(connection, table_id, step)
            if outcome is not None:
                connection.execute(update(TableRow).where(col(TableRow.id) == table_id).values(outcome=_json(outcome)))

        await self._writer.do(work)

    async def remember(self, visitor: SavedVisitor) -> None:
        """Writes the settings of a visitor."""

        def work(connection: Connection) -> None:
            with Session(bind=connection, join_transaction_mode="create_savepoint") as session:
                session.merge(VisitorRow(**vars(visitor) | {"preferences": _json(visitor.preferences)}))
                session.commit()

        await self._writer.do(work)


def _of_tables(session: Session, wanted: Any, column: Any, some: list[int | None] | None) -> Iterator[Any]:
    """The rows of some tables (None: of all), a few hundred tables at a time: SQLite takes no longer lists."""
    if some is None:
        yield from session.exec(wanted)
        return
    for at in range(0, len(some), 500):
        yield from session.exec(wanted.where(column.in_(some[at : at + 500])))


def _append(connection: Connection, table_id: int, step: Step) -> None:
    # The driver, not SQLAlchemy: this runs for every command of every table.
    driver = driver_of(connection)
    previous = driver.execute(
        "SELECT sequence, digest FROM steps WHERE table_id = ? ORDER BY sequence DESC LIMIT 1", (table_id,)
    ).fetchone()
    last, chained = previous or (-1, GENESIS)
    if step.sequence != last + 1:
        raise Conflict(f"table {table_id}", f"step {step.sequence} after {last}")
    command, events = _json(step.command), _json(step.events)
    driver.execute(
        "INSERT INTO steps (table_id, sequence, seat, command, events, at, digest) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (table_id, step.sequence, step.seat, command, events, step.at, digest(chained, step.seat, command, events)),
    )


def _saved_table(row: TableRow, seats: list[SavedSeat], sequence: int) -> SavedTable:
    if row.id is None:
        raise ValueError("a table that was never kept")
    outcome = None if row.outcome is None else json.loads(row.outcome)
    return SavedTable(
        row.id,
        row.code,
        row.title,
        row.name,
        json.loads(row.options),
        row.created_at,
        outcome,
        tuple(seats),
        json.loads(row.settings),
        sequence,
    )


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)

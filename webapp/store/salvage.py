"""Salvage of a damaged database: its readable rows, copied past the broken pages into a new file.

A write-ahead log beside it is first applied to the copy, past its own broken frames, where SQLite would stop. The old
file is never written to. Rows are only taken over if they are consistent: a match as far as each step's digest follows
from the one before, any other row if what it refers to exists."""

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmodel import SQLModel

from webapp.store.database import open_database
from webapp.store.digests import GENESIS, digest
from webapp.store.lock import FolderLock
from webapp.store.problems import Damaged, Unwritable
from webapp.store.replacement import replace_database
from webapp.store.wal import applied, read

PROBES = 1_000
"""Number of row numbers tried behind a broken page, at growing distances, before the search ends."""

LARGEST = 2**34
"""The largest size, in bytes, that a truncated file's header is trusted with."""

STEPS = "steps"


@dataclass
class Salvaged:
    """The result: matches by code with the number of steps kept, those cut short, those lost, and other rows lost."""

    original: Path
    """The present path of the damaged file."""
    whole: dict[str, int] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)
    """Codes of matches whose last steps are gone, with the number of the last step kept."""
    lost: list[str] = field(default_factory=list)
    """Codes of tables without a match."""
    rows: dict[str, int] = field(default_factory=dict)
    """The number of rows found, by kind."""
    log: bool = False
    """Whether the write-ahead log was damaged."""
    log_lost: int = 0
    """The number of pages of the log that could not be repaired; each is a part of some last steps."""


def salvage(database: Path) -> Salvaged:
    """Replaces a damaged database by a new one with its readable rows; the damaged file is kept under another name.

    Raises :class:`Damaged` where no row is readable, another :class:`StoreProblem` where it cannot be done; then
    nothing has changed."""
    lock = FolderLock(database.parent)
    lock.take()
    try:
        with tempfile.TemporaryDirectory(prefix="olomoc-salvage-", dir=database.parent) as folder:
            copy, fresh = Path(folder) / "damaged.db", Path(folder) / "olomoc.db"
            salvaged = Salvaged(database.with_name(f"{database.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"))
            _copied(database, copy, salvaged)
            open_database(fresh).dispose()
            with closing(_opened(copy)) as old, closing(sqlite3.connect(fresh)) as new:
                _taken_over(old, new, salvaged)
                if not salvaged.rows:
                    raise Damaged(database, "nothing in it can be read")
                new.execute("PRAGMA journal_mode=DELETE")
            replace_database(database, fresh, salvaged.original)
            return salvaged
    except (sqlite3.Error, OSError) as problem:
        raise Unwritable(database, problem) from problem
    finally:
        lock.release()


def _copied(database: Path, copy: Path, salvaged: Salvaged) -> None:
    """The database with its log applied, in one file."""
    if database.exists():
        shutil.copyfile(database, copy)
    if (log := read(database)) is not None:
        applied(log, copy)
        salvaged.log = log.header_damaged or log.damaged > 0
        salvaged.log_lost = log.lost
    with copy.open("r+b") as file:
        head = file.read(100)
        size = int.from_bytes(head[16:18], "big") * int.from_bytes(head[28:32], "big")
        # A file shorter than its head says is not even looked at: what is missing becomes pages that are broken.
        if copy.stat().st_size < size <= LARGEST:
            file.truncate(size)


def _opened(copy: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(copy)
    connection.row_factory = sqlite3.Row
    # Texts that are none any more are told from texts by what reads them.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    return connection


def _taken_over(old: sqlite3.Connection, new: sqlite3.Connection, salvaged: Salvaged) -> None:
    new.execute("PRAGMA foreign_keys=ON")
    for table in SQLModel.metadata.sorted_tables:
        if table.name == STEPS:
            continue
        known = [column.name for column in table.columns]
        for row in _rows(old, table.name):
            names = [name for name in row.keys() if name in known]  # noqa: SIM118  (a Row iterates over its values)
            if _put(new, table.name, {name: row[name] for name in names}):
                salvaged.rows[table.name] = salvaged.rows.get(table.name, 0) + 1
    _matches(old, new, salvaged)
    new.commit()


def _matches(old: sqlite3.Connection, new: sqlite3.Connection, salvaged: Salvaged) -> None:
    """Copies steps in order, as long as each follows from the one before; tables without a first step are dropped."""
    steps: dict[int, dict[int, sqlite3.Row]] = {}
    for row in _rows(old, STEPS):
        if isinstance(row["table_id"], int) and isinstance(row["sequence"], int):
            steps.setdefault(row["table_id"], {})[row["sequence"]] = row
    for id, code in new.execute("SELECT id, code FROM tables").fetchall():
        kept = 0
        for row in _chain(steps.get(id, {})):
            _put(new, STEPS, {name: row[name] for name in row.keys()})  # noqa: SIM118
            kept += 1
        if kept == 0:
            for dependent in reversed(SQLModel.metadata.sorted_tables):
                if "table_id" in dependent.columns:
                    new.execute(f"DELETE FROM {dependent.name} WHERE table_id = ?", (id,))
            new.execute("DELETE FROM tables WHERE id = ?", (id,))
            salvaged.lost.append(code)
        elif kept < len(steps[id]) or _goes_on(old, id, kept):
            # A finished match that has lost its last steps becomes a running one.
            new.execute("UPDATE tables SET outcome = NULL WHERE id = ?", (id,))
            salvaged.cut[code] = kept - 1
        else:
            salvaged.whole[code] = kept - 1


def _chain(steps: dict[int, sqlite3.Row]) -> Iterator[sqlite3.Row]:
    before = GENESIS
    for sequence in range(len(steps)):
        row = steps.get(sequence)
        if row is None:
            return
        with suppress(TypeError, ValueError):
            before = digest(before, row["seat"], row["command"], row["events"])
        if row["digest"] != before:
            return
        yield row


def _goes_on(old: sqlite3.Connection, table: int, kept: int) -> bool:
    """Whether a journal had, or may have had, more steps than those kept: the index lists broken rows as well."""
    query = "SELECT max(sequence) FROM steps INDEXED BY sqlite_autoindex_steps_1 WHERE table_id = ?"
    try:
        (last,) = old.execute(query, (table,)).fetchone()
    except sqlite3.DatabaseError:
        return True
    return last is not None and bool(last >= kept)


def _rows(old: sqlite3.Connection, table: str) -> Iterator[sqlite3.Row]:
    """Every readable row, in the order of their numbers. Behind a broken page the numbers are first tried one by one,
    so that few of the rows that follow are missed."""
    at, failed = 0, 0
    query = f"SELECT rowid AS n_, * FROM {table} WHERE rowid > ? ORDER BY rowid"
    while failed <= PROBES:
        try:
            for row in old.execute(query, (at,)):
                at, failed = row["n_"], 0
                yield row
            return
        except sqlite3.DatabaseError as problem:
            if "no such table" in str(problem):
                return
            at += 1 + failed // 20
            failed += 1


def _put(new: sqlite3.Connection, table: str, values: dict[str, Any]) -> bool:
    """Whether the row could be inserted: one that violates a constraint is dropped."""
    values.pop("n_", None)
    if not values:
        return False
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    try:
        new.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))
    except sqlite3.IntegrityError:
        return False
    return True

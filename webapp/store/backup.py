"""Backups of the database: made while the server runs, checked before they replace it, never overwriting a file."""

import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from webapp.store import Store
from webapp.store.lock import FolderLock
from webapp.store.problems import Damaged, StoreProblem, Unwritable
from webapp.store.replacement import replace_database, sync
from webapp.store.wal import look_over


def backup(database: Path, to: Path) -> None:
    """Writes a copy of the database, which may be in use. Raises a :class:`StoreProblem`.

    The copy appears complete under its name or not at all; an existing file is not overwritten."""
    if not database.exists():
        raise StoreProblem(database, "no such file")
    if to.exists():
        raise Unwritable(to, "the file exists")
    beside = to.with_name(to.name + ".part")
    try:
        beside.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(beside)) as copy,
        ):
            source.backup(copy)
            # One file, without a log beside it that could be forgotten when it is carried elsewhere.
            copy.execute("PRAGMA journal_mode=DELETE")
        sync(beside)
        beside.replace(to)
    except sqlite3.OperationalError as problem:
        raise Unwritable(to, problem) from problem
    except sqlite3.DatabaseError as problem:
        raise Damaged(database, problem) from problem
    except OSError as problem:
        raise Unwritable(to, problem.strerror or problem) from problem
    finally:
        beside.unlink(missing_ok=True)


def check(copy: Path) -> list[str]:
    """Describes in a few words what is wrong with a database that nobody is using; empty: nothing. It checks a copy, so
    that the file's schema is not migrated: the log, every page, every foreign key, every journal's digests."""
    try:
        look_over(copy)
    except (StoreProblem, OSError) as problem:
        return [str(problem)]
    with tempfile.TemporaryDirectory(prefix="olomoc-check-") as folder:
        looked_at = Path(folder) / "olomoc.db"
        try:
            backup(copy, looked_at)
            with closing(sqlite3.connect(looked_at)) as connection:
                problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
                lost = [f"{row[0]} {row[1]}: no {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")]
                ours = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'steps'").fetchone()
        except sqlite3.DatabaseError as problem:
            return [str(problem)]
        except StoreProblem as problem:
            return [str(problem)]
        if ours is None:
            return ["no matches in it"]
        wrong = ([] if problems == ["ok"] else problems) + lost
        return wrong or _journals(looked_at)


def _journals(database: Path) -> list[str]:
    wrong = []
    try:
        store = Store.open(database)
    except StoreProblem as problem:
        return [str(problem)]
    try:
        for table in store.tables():
            try:
                store.steps(table.id)
            except Damaged as problem:
                wrong.append(f"{table.code}: {problem}")
    finally:
        store.close()
    return wrong


def restore(copy: Path, database: Path) -> Path | None:
    """Puts a backup in the database's place, and returns the path of what is kept of the previous one (None: there was
    none).

    Raises :class:`Damaged` for a backup with anything that :func:`check` finds, :class:`InUse` while a server runs,
    another :class:`StoreProblem` where it cannot be done; then nothing has changed."""
    if wrong := check(copy):
        raise Damaged(copy, "; ".join(wrong))
    lock = FolderLock(database.parent)
    lock.take()
    try:
        beside = database.with_name(database.name + ".restored")
        beside.unlink(missing_ok=True)
        backup(copy, beside)
        aside = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
        existed = database.exists()
        try:
            replace_database(database, beside, aside)
        except OSError as problem:
            raise Unwritable(database, problem.strerror or problem) from problem
        return aside if existed else None
    finally:
        lock.release()

"""Opens the SQLite file: checked first, migrated to the newest schema, never overwritten when damaged."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from webapp.store.problems import Damaged, DatabaseGone, FromTheFuture, Full, Locked, StoreProblem, Unwritable
from webapp.store.replacement import traces

MIGRATIONS = Path(__file__).resolve().parent / "migrations"

BUSY_MS = 5000
"""The longest wait of a write for another process that holds the file's lock, such as a backup, in milliseconds."""


WRITING = {"olomoc_begin": "IMMEDIATE"}
"""Execution options of writers: the lock is taken when the transaction begins, not when it first writes."""


def open_database(path: Path, *, alone: bool = True) -> Engine:
    """An engine on the file at `path`, which is created if missing and migrated to the newest schema: on a copy that
    then replaces the file, so that an interruption leaves the file unchanged. `alone`: no other process has the file
    open; else it is migrated in place.

    Raises :class:`Damaged`, :class:`DatabaseGone`, :class:`FromTheFuture` or :class:`Unwritable`; a damaged file is
    left unchanged, and a missing one is created only where no server has run before."""
    _look_over(path)
    try:
        empty = not path.exists() or not path.stat().st_size
        if empty and (left := traces(path)):
            raise DatabaseGone(path, ", ".join(left))
        old = empty or _revision(path) != _newest()
        if alone and old and not empty:
            _migrate_copy(path)
    except (DatabaseError, sqlite3.DatabaseError) as problem:
        raise problem_of(problem, path) from problem
    engine = _engine(path)
    try:
        before = _shape(engine)
        if old:
            _migrate(engine, path)
        else:
            with engine.execution_options(**WRITING).begin():
                pass  # whether the file can be written is found out here and now
        if _shape(engine) != before:
            # Written first, so that a file that is cut short still tells its schema.
            with closing(engine.raw_connection()) as connection:
                connection.cursor().execute("VACUUM")
    except DatabaseError as problem:
        engine.dispose()
        raise problem_of(problem, path) from problem
    except StoreProblem:
        engine.dispose()
        raise
    return engine


def _engine(path: Path) -> Engine:
    # Not written as an address: in one a folder's name with a question mark would end there.
    address = URL.create("sqlite", database=str(path))
    engine = create_engine(address, connect_args={"timeout": BUSY_MS / 1000, "check_same_thread": False})
    event.listen(engine, "connect", lambda connection, _record: _set_up(connection, path))
    event.listen(engine, "begin", _begin)
    return engine


def _newest() -> str:
    """The newest shape: files of migrations begin with the revision that they lead to."""
    return max(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _revision(path: Path) -> str | None:
    """The schema revision of the file; None where the file has none."""
    with closing(
        sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_MS / 1000)
    ) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None


def _migrate_copy(path: Path) -> None:
    """Migrates a copy and puts it in the file's place, atomically."""
    copy = path.with_name(f"{path.name}.new")
    _remove(copy)
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_MS / 1000)) as old, closing(sqlite3.connect(copy)) as new:
            old.backup(new)
        engine = _engine(copy)
        try:
            _migrate(engine, path)
            with closing(engine.raw_connection()) as connection:
                # Written first, so that a file that is cut short still tells its schema.
                connection.cursor().execute("VACUUM")
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            engine.dispose()
        with closing(sqlite3.connect(path, timeout=BUSY_MS / 1000)) as old:
            # Its log must not be found beside the new file.
            if old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                raise Locked(path)
        os.replace(copy, path)
    finally:
        _remove(copy)


def _remove(copy: Path) -> None:
    for end in ("", "-wal", "-shm"):
        copy.with_name(copy.name + end).unlink(missing_ok=True)


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection, in the transaction of SQLAlchemy's."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def problem_of(problem: DatabaseError | sqlite3.DatabaseError, path: object) -> StoreProblem:
    """The :class:`StoreProblem` for an error of the database: :class:`Damaged`, :class:`Full`, :class:`Locked`,
    :class:`Unwritable` or the base class."""
    original = problem.orig if isinstance(problem, DatabaseError) else problem
    name = getattr(original, "sqlite_errorname", "")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return Damaged(path, original)
    if name.startswith("SQLITE_FULL"):
        return Full(path, original)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Locked(path, original)
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_IOERR")):
        return Unwritable(path, original)
    return StoreProblem(path, original)


def _look_over(path: Path) -> None:
    """Checks an existing file page by page, before anything may write to it."""
    if not path.exists() or path.stat().st_size == 0:
        return
    try:
        # Read-only: closing a writing connection would move the log into a file that is not known to be sound.
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_MS / 1000)
        try:
            problems = [row[0] for row in connection.execute("PRAGMA quick_check(5)")]
        finally:
            connection.close()
    except sqlite3.OperationalError as problem:
        raise problem_of(problem, path) from problem
    except sqlite3.DatabaseError as problem:
        raise Damaged(path, problem) from problem
    if problems != ["ok"]:
        raise Damaged(path, "; ".join(problems))


def _shape(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("PRAGMA schema_version").scalar_one())


def _migrate(engine: Engine, path: Path) -> None:
    # Imported on first use: most starts find nothing to migrate.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["engine"] = engine.execution_options(**WRITING)
    try:
        command.upgrade(config, "head")
    except CommandError as problem:
        heads = ", ".join(ScriptDirectory.from_config(config).get_heads())
        raise FromTheFuture(path, f"newest known: {heads}") from problem


def _set_up(connection: sqlite3.Connection, path: Path) -> None:
    # SQLAlchemy begins each transaction itself (below); Python's own half-automatic way would leave DDL outside of it.
    connection.isolation_level = None
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode != "wal":
        raise Unwritable(path, f"this file system allows no write-ahead log ({mode})")
    # FULL: acknowledged commits survive a power cut as well.
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('olomoc_begin', 'DEFERRED')}")

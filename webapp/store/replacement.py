"""Puts another file in the database's place, so that a death at any moment leaves the old database or the new one.

The old files are copied aside. The new file then gets the name ``olomoc.db.next``, which decides it: from there on the
replacement is only completed, now or at the next start. The old log goes first, or SQLite would apply it to the new
file."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

PARTS = ("", "-wal", "-shm")
"""The suffixes of a database's files."""

NEXT = ".next"

LEFT = ("{name}.*", "olomoc-salvage-*", "backups/*.db", "secret", "host-key")
"""The names of what only a server that has a database leaves in its folder."""


def replace_database(database: Path, fresh: Path, aside: Path) -> None:
    """Replaces a database that nobody has open by the file `fresh`, in the same folder or one below, and keeps its
    files as `aside`. Raises OSError; then the old database is in its place, or the new one is with the next start."""
    for part in PARTS:
        whole = database.with_name(database.name + part)
        if whole.exists():
            _copy(whole, aside.with_name(aside.name + part))
    sync(fresh)
    fresh.replace(_next(database))
    complete(database)


def complete(database: Path) -> None:
    """Completes a replacement that was decided; does nothing where there is none. Raises OSError."""
    if not _next(database).exists():
        return
    _sync_folder(database.parent)
    for part in PARTS[1:]:
        database.with_name(database.name + part).unlink(missing_ok=True)
    _sync_folder(database.parent)
    _next(database).replace(database)
    _sync_folder(database.parent)


def traces(database: Path) -> list[str]:
    """What shows that a server has run in the database's folder: its keys, backups, what was kept of a database."""
    folder = database.parent
    paths = (path for left in LEFT for path in folder.glob(left.format(name=database.name)))
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def _next(database: Path) -> Path:
    return database.with_name(database.name + NEXT)


def _copy(whole: Path, to: Path) -> None:
    # Under its name it is complete.
    beside = to.with_name(f"{to.name}.part")
    shutil.copy2(whole, beside)
    sync(beside)
    beside.replace(to)


def sync(path: Path) -> None:
    """Makes what a file holds durable. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """Makes changes of names durable, in this order, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

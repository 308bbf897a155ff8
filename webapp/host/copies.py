"""Backups of the database in the data folder: made while the server runs, listed with what they contain."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from webapp.store.backup import backup

FOLDER = "backups"
NAME = re.compile(r"[\w.-]+\.db")


@dataclass(frozen=True)
class Contents:
    """The contents of a database: its tables, those still running, the steps played, the time of the last one (seconds
    since the epoch, 0 for none)."""

    tables: int
    running: int
    steps: int
    last: float
    codes: tuple[str, ...]


@dataclass(frozen=True)
class Copy:
    """A file in the backup folder; `contents` is None where it cannot be read."""

    name: str
    path: Path
    size: int
    made: float
    contents: Contents | None


def folder(data: Path) -> Path:
    """The folder of the backups; database files put there by hand are listed as well."""
    return data / FOLDER


def make(database: Path) -> Path:
    """Makes a backup of the database, which may be in use. Raises a :class:`webapp.store.StoreProblem`."""
    to = folder(database.parent)
    to.mkdir(exist_ok=True)
    stem = time.strftime("olomoc-%Y%m%d-%H%M%S")
    path = next(target for n in range(1, 100) if not (target := to / f"{stem}{'' if n == 1 else f'-{n}'}.db").exists())
    backup(database, path)
    return path


def copies(data: Path) -> list[Copy]:
    """The backups, newest first."""
    paths = [path for path in folder(data).glob("*.db") if NAME.fullmatch(path.name) and path.is_file()]
    listed = [Copy(path.name, path, path.stat().st_size, path.stat().st_mtime, contents(path)) for path in paths]
    return sorted(listed, key=lambda copy: copy.made, reverse=True)


def copy_named(data: Path, name: str) -> Path | None:
    """The backup with this name, or None. The name comes from a browser and is never used as a path."""
    path = folder(data) / name
    return path if NAME.fullmatch(name) and path.is_file() else None


def contents(database: Path) -> Contents | None:
    """The contents of a database, which may be in use; None where it cannot be read or is not of this server."""
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            codes = [row[0] for row in connection.execute("SELECT code FROM tables ORDER BY id")]
            running = connection.execute("SELECT count(*) FROM tables WHERE outcome IS NULL").fetchone()[0]
            steps, last = connection.execute("SELECT count(*), max(at) FROM steps WHERE sequence > 0").fetchone()
    except sqlite3.DatabaseError:
        return None
    return Contents(len(codes), int(running), int(steps), float(last or 0), tuple(codes))


@dataclass(frozen=True)
class RestoreImpact:
    """The consequences of restoring a backup: tables that would be gone, come back, or lose steps."""

    gone: tuple[str, ...]
    back: tuple[str, ...]
    steps: int


def change(now: Contents | None, then: Contents) -> RestoreImpact:
    """The consequences of replacing the database `now` by `then`."""
    here = now or Contents(0, 0, 0, 0.0, ())
    return RestoreImpact(
        tuple(code for code in here.codes if code not in then.codes),
        tuple(code for code in then.codes if code not in here.codes),
        here.steps - then.steps,
    )

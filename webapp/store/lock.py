"""A lock on the data folder, so that one server uses it. The system releases it when the process ends."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from webapp.store.problems import InUse, Unwritable

if sys.platform == "win32":
    import msvcrt

    def _seize(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _seize(file: IO[str]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def keep_private(folder: Path) -> None:
    """Makes a data folder, or an older one, readable by the host's account alone: what is in it holds everybody's
    secrets. Raises OSError where it cannot be made."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for path in (folder, *folder.glob("olomoc.*"), *folder.glob("backups")):
        with suppress(OSError):  # another account's, or a file system without such rights
            path.chmod(path.stat().st_mode & ~0o077)


class FolderLock:
    """The lock; held from :meth:`take` to :meth:`release`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "lock"
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Takes the lock. Raises :class:`InUse` where another process holds it, :class:`Unwritable` where its file
        cannot be created."""
        try:
            keep_private(self._path.parent)
            file = self._path.open("a")
        except OSError as problem:
            raise Unwritable(self._path.parent, problem.strerror or problem) from problem
        try:
            _seize(file)
        except OSError as problem:
            file.close()
            raise InUse(self._path.parent) from problem
        os.set_inheritable(file.fileno(), False)
        self._file = file

    def release(self) -> None:
        """Releases the lock; does nothing where it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None

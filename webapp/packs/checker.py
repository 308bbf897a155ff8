"""Reads strangers' files (packs, lists, matches) in a process of its own, with a quota for each guest, so that a slow
file delays neither a table nor the files of other guests."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from webapp.base.processes import Ended, Processes, TooLong
from webapp.security.limits import limits

T = TypeVar("T")

SECONDS = 10.0
"""Processor time for one file. No pack of a sane size takes a tenth of this."""

WAITING = 3
"""Files of one guest that may wait for the one before."""


class NotRead(Exception):
    """A file was not read. ``code`` is for the catalogue: ``too-long`` for one that takes too long or breaks its
    reader, ``too-many`` for a guest who sends more than a few."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Checker:
    """One process, started at the first file, and again after one that it could not read."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._processes = Processes(1, seconds)
        self._asked: Counter[str] = Counter()

    async def ask(self, guest: str, function: Callable[..., T], *args: Any) -> T:
        """The result, or the exception, of a module's function for a file that ``guest`` (a browser; the house: "")
        sent. Raises :class:`NotRead`."""
        if guest and (self._asked[guest] > WAITING or not limits.left("slow-file", guest)):
            raise NotRead("too-many")
        if guest and limits.charge("file", guest):
            raise NotRead("too-many")
        self._asked[guest] += 1
        try:
            result: T = await asyncio.wrap_future(self._processes.submit(function, *args, lane=guest))
        except (TooLong, Ended) as problem:
            if guest:
                limits.take("slow-file", guest)
            raise NotRead("too-long") from problem
        finally:
            self._asked[guest] -= 1
            if not self._asked[guest]:
                del self._asked[guest]
        return result

    def close(self) -> None:
        """Ends the process."""
        self._processes.close()


class InProcessChecker:
    """Runs jobs in this process, for commands, where no other client waits."""

    async def ask(self, guest: str, function: Callable[..., T], *args: Any) -> T:
        """Calls the function and returns its result."""
        return function(*args)

    def close(self) -> None:
        """Does nothing: it has no process to end."""


checker = Checker()
"""Of this server; started by the first file."""

"""The process in which packs are taken in and checked: a stranger's file can keep it busy, but nobody at a table."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from webapp.app import worker_process

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE_S = 20.0
"""No pack of a sane size takes a tenth of this."""


class TooLong(TimeoutError):
    """What was asked takes longer than anybody should wait."""


class Checker:
    """One process, started at the first question, and again after one that it could not answer."""

    def __init__(self, patience: float = PATIENCE_S) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._patience = patience

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of a module returns, or raises. Raises :class:`TooLong` where that takes too long, or ends
        the process."""
        async with self._turn:
            future = self._running().submit(function, *args, **kwargs)
            try:
                return await asyncio.wait_for(asyncio.wrap_future(future), self._patience)
            except (TimeoutError, BrokenProcessPool) as problem:
                self._kill()
                raise TooLong from problem

    def close(self) -> None:
        """Ends the process."""
        self._kill()

    def _kill(self) -> None:
        if self._pool is not None:
            worker_process.end(self._pool)
            self._pool = None

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = worker_process.process()
        return self._pool


class Here:
    """Answers in this very process: for a command, in which nobody else waits."""

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns, or raises."""
        return function(*args, **kwargs)

    def close(self) -> None:
        """There is nothing to end."""

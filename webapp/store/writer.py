"""The only thread that writes. Pending jobs are committed together, so that many tables share one sync.

Each job runs inside a savepoint: one that fails is rolled back alone, and the others of its group are kept. A job's
future is resolved only after the group's commit has returned (durable before visible).

A checkpoint moves the write-ahead log into the database at the start, every few seconds while there is something to
move, and at the end: the ``.db`` file alone is complete within seconds, and a damaged log costs no more than these."""

import asyncio
import logging
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, IntegrityError

from webapp.store.database import WRITING, driver_of, problem_of
from webapp.store.problems import Conflict, DatabaseMoved, StoreProblem
from webapp.store.wal import log_of

log = logging.getLogger(__name__)

T = TypeVar("T")

TROUBLES = 20

GROUP = 200
"""The most jobs in one transaction, so that under a flood the first jobs need not wait for the last."""


CHECKPOINT_S = 2.0
"""Seconds between checkpoints, and between checks that the files are still there."""

PATIENCE_S = 0.1
"""Seconds that a checkpoint waits for readers of the log; after that it is left to the next time."""


@dataclass(frozen=True)
class _WriteJob:
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


_Done = tuple[_WriteJob, Any, BaseException | None]


def _answer(done: list[_Done]) -> None:
    """Wakes each event loop once for all its jobs."""
    loops: dict[asyncio.AbstractEventLoop, list[_Done]] = {}
    for answer in done:
        loops.setdefault(answer[0].loop, []).append(answer)
    for loop, its in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, its)


def _settle(done: list[_Done]) -> None:
    for job, result, problem in done:
        if job.future.done():
            continue
        if problem is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(problem)


class Writer:
    """Takes jobs from any event loop and runs them in order on one connection."""

    def __init__(self, engine: Engine, where: Path) -> None:
        self._engine = engine.execution_options(**WRITING)
        self._where = where
        self._jobs: SimpleQueue[_WriteJob | None] = SimpleQueue()
        self.troubles: deque[tuple[float, StoreProblem]] = deque(maxlen=TROUBLES)
        """Failed writes with their times (seconds since the epoch), for the host's page."""
        self._failed: tuple[type[Exception], str] | None = None
        self._closed = False
        # While this connection is open SQLite keeps the log's file, even when the engine closes its own connections.
        self._checkpoints = sqlite3.connect(where, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)
        self._checkpointed = 0.0
        self._log_used = True
        self._checkpoint()
        self._opened = self._files()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, once it is committed. Raises :class:`StoreProblem`; then nothing of it was written."""
        if self._closed:
            raise StoreProblem(self._where, "closed")
        loop = asyncio.get_running_loop()
        job = _WriteJob(work, loop, loop.create_future())
        self._jobs.put(job)
        result: T = await job.future
        return result

    def close(self) -> None:
        """Completes the pending jobs and ends the thread."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        last = False
        while not last:
            try:
                job = self._jobs.get(timeout=CHECKPOINT_S)
            except Empty:
                self._rest()
                continue
            if job is None:
                break
            group, last = self._group(job)
            self._commit(group)
            if time.monotonic() - self._checkpointed >= CHECKPOINT_S:
                self._rest()
        self._checkpoint()
        self._checkpoints.close()

    def _rest(self) -> None:
        """Runs between commits: checks that the files are there, and makes checkpoints."""
        try:
            self._look_for_files()
        except DatabaseMoved as problem:
            if self._failed is None:
                self._failed = (DatabaseMoved, str(problem))
                self.troubles.append((time.time(), problem))
                log.error("%s", problem)
        self._checkpoint()

    def _checkpoint(self) -> None:
        """Moves the log into the database and empties it. Where it is still read, or the disk is full, nothing is lost,
        and the next checkpoint tries again."""
        self._checkpointed = time.monotonic()
        if not self._log_used:
            return
        try:
            busy, _, _ = self._checkpoints.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as problem:
            log.warning("the log could not be moved into %s: %s", self._where, problem)
        else:
            self._log_used = bool(busy)

    def _files(self) -> list[tuple[int, int] | None]:
        """The identity of the database's file and of its log; None where they are missing."""
        identities: list[tuple[int, int] | None] = []
        for path in (self._where, log_of(self._where)):
            try:
                its = os.stat(path)
            except OSError:
                identities.append(None)
            else:
                identities.append((its.st_dev, its.st_ino))
        return identities

    def _look_for_files(self) -> None:
        """Raises :class:`DatabaseMoved` where the files have been moved, deleted or replaced, so that writes would be
        lost."""
        if self._files() != self._opened:
            raise DatabaseMoved(self._where)

    def _group(self, first: _WriteJob) -> tuple[list[_WriteJob], bool]:
        group = [first]
        while len(group) < GROUP:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                return group, True
            group.append(job)
        return group, False

    def _commit(self, group: list[_WriteJob]) -> None:
        done: list[_Done] = []
        try:
            self._look_for_files()
            self._log_used = True
            with self._engine.begin() as connection:
                done = [(job, *self._attempt(connection, job)) for job in group]
            self._look_for_files()
        except Exception as problem:
            done = [(job, None, self._meaning(problem)) for job in group]
            # The traceback is logged once: a disk that is full fails every second, and the log is on it.
            again = (type(problem), str(problem)) == self._failed
            self._failed = (type(problem), str(problem))
            log.error("a commit failed; none of its %d jobs were kept: %s", len(group), done[0][2], exc_info=not again)
        else:
            self._failed = None
        _answer(done)

    def _attempt(self, connection: Connection, job: _WriteJob) -> tuple[Any, BaseException | None]:
        # By the driver, as the appends of steps: SQLAlchemy's part took longer than SQLite's.
        driver = driver_of(connection)
        driver.execute("SAVEPOINT job")
        try:
            result = job.work(connection)
        except (IntegrityError, sqlite3.IntegrityError, Conflict) as problem:
            driver.execute("ROLLBACK TO job")
            driver.execute("RELEASE job")
            if isinstance(problem, Conflict):
                return None, problem
            return None, Conflict(self._where, problem.orig if isinstance(problem, IntegrityError) else problem)
        driver.execute("RELEASE job")
        # Anything else (a full disk, a file gone) may have undone the whole transaction, savepoints and all: the
        # group fails together.
        return result, None

    def _meaning(self, problem: Exception) -> StoreProblem:
        meaning = self._problem(problem)
        self.troubles.append((time.time(), meaning))
        return meaning

    def _problem(self, problem: Exception) -> StoreProblem:
        if isinstance(problem, StoreProblem):
            return problem
        if isinstance(problem, DatabaseError | sqlite3.DatabaseError):
            meaning = problem_of(problem, self._where)
        else:
            meaning = StoreProblem(self._where, problem)
        meaning.__cause__ = problem
        return meaning

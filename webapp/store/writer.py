"""The one thread that writes. What is waiting together is committed together, so that many tables share one sync.

Each job runs inside a savepoint: one that fails is undone alone, and the others of its group are kept. A job's future
is answered only after the group's commit has returned (durable before visible).
"""

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, IntegrityError

from webapp.store.database import WRITING, problem_of
from webapp.store.problems import Conflict, StoreProblem

log = logging.getLogger(__name__)

T = TypeVar("T")

TROUBLES = 20

GROUP = 200
"""No more jobs than this in one transaction, so that the first of a flood is not kept waiting for the last."""


@dataclass(frozen=True)
class _Job:
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"

    def answer(self, result: Any, problem: BaseException | None) -> None:
        def settle() -> None:
            if self.future.done():
                return
            if problem is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(problem)

        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(settle)


class Writer:
    """Takes jobs from any event loop, runs them in order on one connection."""

    def __init__(self, engine: Engine, where: object) -> None:
        self._engine = engine.execution_options(**WRITING)
        self._where = where
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self.troubles: deque[tuple[float, StoreProblem]] = deque(maxlen=TROUBLES)
        """What could not be kept, and when (seconds since the epoch): for the host."""
        self._failed: tuple[type[Exception], str] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` returns, once it is committed. Raises :class:`StoreProblem`; then nothing of it was kept."""
        if self._closed:
            raise StoreProblem(self._where, "closed")
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        result: T = await job.future
        return result

    def close(self) -> None:
        """Finishes what is waiting and ends the thread."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            group, last = self._group(job)
            self._commit(group)
            if last:
                return

    def _group(self, first: _Job) -> tuple[list[_Job], bool]:
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

    def _commit(self, group: list[_Job]) -> None:
        done: list[tuple[_Job, Any, BaseException | None]] = []
        try:
            with self._engine.begin() as connection:
                done = [(job, *self._attempt(connection, job)) for job in group]
        except Exception as problem:
            done = [(job, None, self._meaning(problem)) for job in group]
            # Where in the code is told once: a disk that is full fails every second, and the log is on it.
            again = (type(problem), str(problem)) == self._failed
            self._failed = (type(problem), str(problem))
            log.error("a commit failed; none of its %d jobs were kept: %s", len(group), done[0][2], exc_info=not again)
        else:
            self._failed = None
        for job, result, failure in done:
            job.answer(result, failure)

    def _attempt(self, connection: Connection, job: _Job) -> tuple[Any, BaseException | None]:
        savepoint = connection.begin_nested()
        try:
            result = job.work(connection)
            savepoint.commit()
        except (IntegrityError, Conflict) as problem:
            savepoint.rollback()
            return None, problem if isinstance(problem, Conflict) else Conflict(self._where, problem.orig)
        # Anything else (a full disk, a file gone) may have undone the whole transaction, savepoints and all: the
        # group fails together.
        return result, None

    def _meaning(self, problem: Exception) -> StoreProblem:
        meaning = self._found(problem)
        self.troubles.append((time.time(), meaning))
        return meaning

    def _found(self, problem: Exception) -> StoreProblem:
        if isinstance(problem, StoreProblem):
            return problem
        meaning = problem_of(problem, self._where) if isinstance(problem, DatabaseError) else None
        meaning = meaning or StoreProblem(self._where, problem)
        meaning.__cause__ = problem
        return meaning

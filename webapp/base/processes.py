"""Worker processes: jobs run outside the server, each with a time limit, shared fairly among clients.

This is the only wrapper of processes: slow questions to the rules, bots and strangers' files have a :class:`Processes`
each. It imports nothing of the web, because the processes import it, too.

On Linux they are forked in milliseconds from a process without threads that the standard library keeps for that
(``forkserver``) and that has loaded the rules (:func:`preload`). It ends after the server and its last worker, and is
replaced when it dies. Elsewhere each is a new interpreter: Windows cannot fork, and macOS's libraries may run threads.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from webapp.base.memory import settle

log = logging.getLogger(__name__)

FORKED = sys.platform == "linux" and sys.version_info >= (3, 11, 1)
"""Whether processes are forked; otherwise they are spawned. In Python 3.11.0 any user of the machine could have code
run by the process that forks (CVE 2022-42919)."""

START_S = 120.0
"""Seconds until a process that is not ready is given up. The first one, and each spawned one, takes one or two, on a
busy machine ten."""

TIDYING_S = 2.0
"""Seconds to wait for each killed process at the end."""

PLENTY = 20
"""The factor by which a job may take longer by the clock than its processor time: a busy machine cancels no job. With
five processes for each core one second of work took twelve."""

HOMES = 256
"""The number of lanes whose last process is remembered."""

Task = tuple[Callable[..., Any], tuple[Any, ...]]


def preload(*modules: str) -> None:
    """Has these modules loaded by the process that all workers are forked from. To be called before the first worker
    starts; a module that cannot be imported is left to the workers."""
    if FORKED:
        multiprocessing.set_forkserver_preload([__name__, *modules])


class TooLong(TimeoutError):
    """The job exceeded its time and was cancelled, and its process killed."""


class Ended(RuntimeError):
    """The process died during the job; the next job gets a new one."""


class PoolClosed(RuntimeError):
    """The pool was closed before the job was done."""


class _Late(Exception):
    """Raised when no answer came in time."""


@dataclass(eq=False)
class _PoolJob:
    task: Task
    lane: str
    seconds: float | None
    future: Future[Any] = field(default_factory=Future)


class Processes:
    """Up to ``most`` processes, the first started at the first job, a further one with the first job of another lane.

    Each job belongs to a lane (a table's code, a browser): at most one job of a lane runs at a time, and lanes take
    turns, so that someone who asks for much waits for themselves. ``seconds`` limits a job's processor time (where the
    system cannot tell, the clock's); one that takes longer is killed with its process. ``prepare``: run in every new
    process before its first job, outside that limit. Safe to use from several threads; :meth:`close` may be followed
    by new jobs.
    """

    def __init__(self, most: int = 1, seconds: float | None = None, *prepare: Task) -> None:
        self._most = most
        self._seconds = seconds
        self._prepare: list[Task] = list(prepare)
        self._lanes: OrderedDict[str, deque[_PoolJob]] = OrderedDict()
        self._running: set[str] = set()
        self._servers: list[_Server] = []
        self._home: OrderedDict[str, _Server] = OrderedDict()
        self._changed = threading.Condition()

    def submit(
        self, function: Callable[..., Any], *args: Any, lane: str = "", seconds: float | None = None
    ) -> Future[Any]:
        """Queues ``function(*args)``, both to be pickled. The future gives what it returns or raises, :class:`TooLong`,
        :class:`Ended`, :class:`PoolClosed`, or is cancelled by :meth:`close` before it began. ``seconds``: another
        limit for this job."""
        job = _PoolJob((function, args), lane, seconds or self._seconds)
        with self._changed:
            self._lanes.setdefault(lane, deque()).append(job)
            self._staff()
            self._changed.notify_all()
        return job.future

    def warm(self, *prepare: Task) -> None:
        """Starts a process if there is none; this one and all later ones run these tasks before any job."""
        fresh = [task for task in prepare if task not in self._prepare]
        with self._changed:
            self._prepare += fresh
            started = bool(self._servers)
            if not started:
                self._servers.append(_Server(self))
        if started and fresh:
            self.submit(run_all, fresh)

    def pids(self) -> list[int]:
        """The ids of the running processes."""
        with self._changed:
            return [pid for server in self._servers if (pid := server.pid) is not None]

    def waiting(self, lane: str) -> int:
        """The number of queued jobs of a lane."""
        with self._changed:
            return len(self._lanes.get(lane, ()))

    def close(self) -> None:
        """Kills all processes, whatever they are doing: nothing is stored there. Unfinished jobs are cancelled."""
        with self._changed:
            servers, self._servers = self._servers, []
            jobs = [job for lane in self._lanes.values() for job in lane]
            self._lanes.clear()
            for server in servers:
                server.stop()
            self._changed.notify_all()
        for job in jobs:
            job.future.cancel()
        for server in servers:
            server.join(TIDYING_S)

    # Within; what is called with the lock held says so.

    def _staff(self) -> None:
        """Starts a process where a job would otherwise wait for another lane's, or may soon: as soon as so many lanes
        are in use. Called with the lock."""
        ready = sum(lane not in self._running for lane in self._lanes)
        idle = sum(server.idle for server in self._servers)
        used = len(self._home.keys() | self._lanes.keys())
        if len(self._servers) < self._most and (ready > idle or used > len(self._servers)):
            self._servers.append(_Server(self))

    def _next(self, server: _Server) -> _PoolJob | None:
        """Waits for the next job of a lane that has none running; None: the process must end."""
        with self._changed:
            server.idle = True
            while not server.stopped:
                lane = next((lane for lane in self._lanes if self._takes(server, lane)), None)
                if lane is None:
                    self._changed.wait()
                    continue
                job = self._lanes[lane].popleft()
                self._lanes.move_to_end(lane)
                if not self._lanes[lane]:
                    del self._lanes[lane]
                if job.future.set_running_or_notify_cancel():
                    self._running.add(lane)
                    self._home[lane] = server
                    self._home.move_to_end(lane)
                    while len(self._home) > HOMES:
                        self._home.popitem(last=False)
                    server.idle = False
                    return job
            return None

    def _takes(self, server: _Server, lane: str) -> bool:
        """Whether a process takes a lane's next job now: the one that had the lane's last job goes first, as it still
        knows what that was about. Called with the lock."""
        home = self._home.get(lane)
        return lane not in self._running and (home in (None, server) or home not in self._servers or not home.idle)

    def _done(self, job: _PoolJob, server: _Server) -> None:
        with self._changed:
            server.idle = True
            self._running.discard(job.lane)
            self._changed.notify_all()


class _Server:
    """A process, and the thread that sends it jobs and reads its answers, so that nothing large passes the event
    loop."""

    def __init__(self, pool: Processes) -> None:
        self.idle = True
        self.stopped = False
        self._pool = pool
        self._process: Any = None
        self._pipe: Connection | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._serve, name="worker process", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        with self._lock:
            return self._process.pid if self._process is not None and self._process.is_alive() else None

    def stop(self) -> None:
        """Kills the process and starts no other; may be called from any thread."""
        with self._lock:
            self.stopped = True
            if self._process is not None and self._process.is_alive():  # otherwise the id may be another process's
                self._process.kill()

    def join(self, seconds: float) -> None:
        self._thread.join(seconds)

    def _serve(self) -> None:
        while not self.stopped:
            self._ready()  # before a job is taken: another process may be free sooner
            job = self._pool._next(self)
            if job is None:
                break
            answered, result = self._outcome(job)
            self._pool._done(job, self)  # before anybody hears of it, and perhaps asks for more
            if answered:
                job.future.set_result(result)
            else:
                job.future.set_exception(result)
        self._kill()

    def _outcome(self, job: _PoolJob) -> tuple[bool, Any]:
        """Whether the job was done, and its result or error."""
        try:
            if not self._ready():
                raise Ended("the process did not start")
            return self._do(job)
        except _Late:
            self._kill()
            late = True
        except (EOFError, OSError, Ended) as problem:
            code = self._kill(TIDYING_S)
            late = _tells_time() and code == -signal.SIGPROF
            if not late:
                return False, PoolClosed() if self.stopped else Ended(repr(problem))
        except BaseException as problem:  # the job or its result cannot be pickled, there or here
            return False, problem
        log.warning("a job took over %s s and was cancelled, its process with it", job.seconds)
        return False, TooLong()

    def _ready(self) -> bool:
        """Whether there is a process; a dead one is replaced."""
        if self.pid is not None:
            return True
        self._kill()
        return not self.stopped and self._start()

    def _start(self) -> bool:
        """Starts the process and waits until its preparations are done; returns whether they are."""
        ours, theirs = multiprocessing.Pipe()
        process = _context().Process(target=_work, args=(theirs, tuple(self._pool._prepare)), daemon=True)
        try:
            process.start()
        except (OSError, EOFError) as problem:  # EOFError: the process that forks has just died
            log.error("no worker process could be started: %r", problem)
            ours.close()
            return False
        finally:
            theirs.close()
        with self._lock:
            self._process, self._pipe = process, ours
            if self.stopped:
                process.kill()
        try:
            if ours.poll(START_S):
                ours.recv()
                return True
        except (EOFError, OSError):
            pass
        self._kill()
        return False

    def _do(self, job: _PoolJob) -> tuple[bool, Any]:
        assert self._pipe is not None
        self._pipe.send((job.task, job.seconds))
        patience = None if job.seconds is None else job.seconds * (PLENTY if _tells_time() else 1)
        if not self._pipe.poll(patience):
            raise _Late
        reply: tuple[bool, Any] = self._pipe.recv()
        return reply

    def _kill(self, patience: float = 0) -> int | None:
        """Kills the process. Returns its exit code if it ended by itself within `patience` seconds."""
        with self._lock:
            process, self._process = self._process, None
            pipe, self._pipe = self._pipe, None
        if process is None or pipe is None:
            return None
        process.join(patience)
        code: int | None = process.exitcode
        if code is None:
            process.kill()
            process.join(TIDYING_S)
        pipe.close()
        return code


def _tells_time() -> bool:
    """Whether the system can end a process by its used processor time."""
    return hasattr(signal, "setitimer")


def _context() -> Any:
    """The way in which this thread starts a process.

    SIGINT is blocked in the thread and in what it starts from here: Ctrl-C in a terminal reaches them, too, and is for
    the server alone; a process that is still importing would print a traceback."""
    if FORKED:
        from multiprocessing import forkserver, resource_tracker

        try:
            resource_tracker.ensure_running()  # first, because it unblocks the signal
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            forkserver.ensure_running()
            return multiprocessing.get_context("forkserver")
        except OSError as problem:
            # Its socket is in the system's temporary folder, which may be full, or have too long a name.
            log.warning("worker processes take longer to start, for they cannot be forked: %r", problem)
    return multiprocessing.get_context("spawn")


# In the process


def _work(pipe: Connection, prepare: tuple[Task, ...]) -> None:
    """The main function of a worker process: its preparations, then job after job until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    try:
        run_all(prepare)
    except Exception:
        traceback.print_exc()
    settle()  # of what is shared with the process that forked us, a collection would copy every page
    try:
        pipe.send("ready")
    except OSError:
        return  # the server has ended meanwhile
    while True:
        try:
            (function, args), seconds = pipe.recv()
        except (EOFError, ConnectionError):
            return
        except Exception as problem:  # the message cannot be unpickled here
            pipe.send((False, problem))
            continue
        _limit(seconds)
        try:
            answer = True, function(*args)
        except Exception as problem:
            problem.add_note("In a worker process:\n" + "".join(traceback.format_tb(problem.__traceback__)))
            answer = False, problem
        _limit(None)
        try:
            pipe.send(answer)
        except OSError:
            return
        except Exception as problem:
            pipe.send((False, RuntimeError(f"the answer cannot be sent: {problem!r}")))


def _limit(seconds: float | None) -> None:
    """Has the system end this process once it has used so much more processor time; None: no more."""
    if _tells_time():
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds or 0)


def run_all(tasks: tuple[Task, ...] | list[Task]) -> None:
    """Calls each function with its arguments."""
    for function, args in tasks:
        function(*args)


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)

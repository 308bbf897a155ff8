"""Worker processes: time limits, fairness, and what happens when a process ends."""

import asyncio
import ctypes
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.nursery import ROOT
from webapp.base.memory import LARGE
from webapp.base.processes import FORKED, Ended, PoolClosed, Processes, TooLong

PATIENCE_S = 60


@pytest.fixture
def one() -> Iterator[Processes]:
    made = Processes(1, 1.0)
    yield made
    made.close()


def wait(future: "Future[object]") -> object:
    return future.result(PATIENCE_S)


prepared: list[str] = []


def prepare(word: str) -> None:
    prepared.append(word)


def ready() -> tuple[list[str], int]:
    return prepared, os.getpid()


def endless() -> None:
    while True:
        pass


def fail() -> None:
    raise LookupError("not there")


def unsendable() -> object:
    return threading.Lock()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Mallinfo(ctypes.Structure):
    """`struct mallinfo` of malloc.h; the fourth number is that of the blocks that are mapped by themselves."""

    _fields_ = (("numbers", ctypes.c_int * 10),)


def mapped_by_themselves(size: int) -> int:
    """How many of 256 blocks of so many bytes are mapped by themselves, after a large one was freed. The first may come
    from what is free in the heap."""
    mallinfo = ctypes.CDLL(None).mallinfo
    mallinfo.restype = Mallinfo
    bytes(1 << 20)
    before = mallinfo().numbers[3]
    kept = [bytes(size) for _ in range(256)]
    mapped: int = mallinfo().numbers[3] - before
    assert len(kept) == 256
    return mapped


def test_answers_and_exceptions_come_back(one: Processes) -> None:
    assert wait(one.submit(len, "abc")) == 3
    with pytest.raises(LookupError, match="not there") as raised:
        wait(one.submit(fail))
    assert "in fail" in raised.value.__notes__[0]
    with pytest.raises(RuntimeError, match="cannot be sent"):
        wait(one.submit(unsendable))
    with pytest.raises((AttributeError, TypeError)):
        wait(one.submit(lambda: 0))
    assert wait(one.submit(len, "abcd")) == 4


def test_preparations_run_first_and_in_every_new_process(one: Processes) -> None:
    one.warm((prepare, ("first",)), (prepare, ("second",)))
    words, pid = wait(one.submit(ready))
    assert words == ["first", "second"]
    with pytest.raises(Ended):
        wait(one.submit(die))
    again, other = wait(one.submit(ready))
    assert (again, other == pid) == (["first", "second"], False)
    one.warm((prepare, ("first",)), (prepare, ("third",)))
    assert wait(one.submit(ready)) == (["first", "second", "third"], other)


def test_a_process_collects_no_garbage_among_what_it_began_with(one: Processes) -> None:
    """It shares that with the process that it was forked from, page by page until a collection writes there."""
    assert wait(one.submit(gc.get_freeze_count)) > 0


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="the allocator has no such setting")
def test_the_text_of_a_page_leaves_no_gap_in_the_heap(one: Processes) -> None:
    assert wait(one.submit(mapped_by_themselves, LARGE)) > 0
    assert wait(one.submit(mapped_by_themselves, LARGE // 2)) == 0


def test_a_job_that_takes_too_long_is_cancelled_and_the_others_are_done(one: Processes) -> None:
    jobs = [one.submit(endless, lane="a"), one.submit(len, "abc", lane="a"), one.submit(len, "abcd", lane="b")]
    with pytest.raises(TooLong):
        wait(jobs[0])
    assert [wait(job) for job in jobs[1:]] == [3, 4]


def test_a_job_may_have_a_limit_of_its_own(one: Processes) -> None:
    with pytest.raises(TooLong):
        wait(one.submit(endless, seconds=0.1))


def test_a_process_that_died_unasked_is_replaced(one: Processes) -> None:
    wait(one.submit(len, ""))
    [pid] = one.pids()
    os.kill(pid, signal.SIGKILL)
    while pid in one.pids():
        time.sleep(0.01)
    assert wait(one.submit(len, "abc")) == 3
    assert one.pids() != [pid]


def test_lanes_take_turns(one: Processes) -> None:
    """A lane with many jobs waits for its own: another's question is next but one at most."""
    done: list[str] = []
    gate = one.submit(time.sleep, 0.2, lane="a")
    jobs = [one.submit(len, "", lane="a") for _ in range(20)] + [one.submit(len, "", lane="b")]
    for n, job in enumerate(jobs):
        job.add_done_callback(lambda _, lane="b" if n == 20 else "a": done.append(lane))
    assert one.waiting("a") >= 20
    for job in (gate, *jobs):
        wait(job)
    assert done.index("b") <= 1


def test_a_lane_has_one_process_and_another_lane_a_second() -> None:
    pool = Processes(2, 5.0)
    try:
        slow = [pool.submit(endless, lane="a", seconds=5), pool.submit(len, "", lane="a")]
        assert wait(pool.submit(len, "abc", lane="b")) == 3
        assert [it.done() for it in slow] == [False, False]
        assert len(pool.pids()) == 2
    finally:
        pool.close()
    assert slow[1].cancelled()


def hold(until: Path) -> None:
    while not until.exists():
        time.sleep(0.01)


def test_a_lane_goes_back_to_the_process_that_knows_it(tmp_path: Path) -> None:
    """The results that a process has cached for a table are of use there, and nowhere else."""
    pool = Processes(2, 60.0)
    try:
        slow = pool.submit(hold, tmp_path / "done", lane="a")
        first = wait(pool.submit(os.getpid, lane="b"))
        (tmp_path / "done").touch()
        wait(slow)
        home = wait(pool.submit(os.getpid, lane="a"))
        assert first != home
        for _ in range(20):
            assert wait(pool.submit(os.getpid, lane="a")) == home
            assert wait(pool.submit(os.getpid, lane="b")) == first
    finally:
        pool.close()


def test_closed_means_that_every_process_is_gone_and_jobs_are_cancelled(one: Processes) -> None:
    wait(one.submit(len, ""))
    [pid] = one.pids()
    jobs = [one.submit(endless), one.submit(len, "")]
    while not jobs[0].running():
        time.sleep(0.01)
    one.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert jobs[1].cancelled()
    with pytest.raises(PoolClosed):
        wait(jobs[0])
    assert wait(one.submit(len, "abc")) == 3


async def test_the_loop_may_give_a_job_up(one: Processes) -> None:
    """A page that is left asks no longer; what it asked is not begun."""
    first = one.submit(time.sleep, 0.3, lane="a")
    second = asyncio.wrap_future(one.submit(die, lane="a"))
    second.cancel()
    await asyncio.wrap_future(first)
    assert await asyncio.wrap_future(one.submit(len, "abc", lane="a")) == 3


@pytest.fixture
def running(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    """A process with a pool, in a process group of its own like a server in a terminal. The parameter: the module that
    it preloads, and the name of its folder for temporary files."""
    module, name = request.param
    with TemporaryDirectory() as folder:  # shorter than tmp_path; of a killed process the socket stays
        (temporary := Path(folder) / name).mkdir(exist_ok=True)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.webapp.run_processes", module],
            cwd=ROOT,
            env=os.environ | {"TMPDIR": str(temporary)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as made:
            yield made


@pytest.mark.skipif(not FORKED, reason="processes are spawned here")
@pytest.mark.parametrize("running", [("shapely", "")], indirect=True)
def test_a_killed_server_leaves_no_process_behind(running: "subprocess.Popen[str]") -> None:
    """All of them have its output open: it ends with the last one."""
    assert running.stdout is not None
    assert len(set(running.stdout.readline().split())) == 3, "two workers and the process they are forked from"
    running.kill()
    assert running.communicate(timeout=PATIENCE_S) == ("", "")


@pytest.mark.skipif(not FORKED, reason="processes are spawned here")
@pytest.mark.parametrize("running", [("tests.webapp.until_interrupted", "")], indirect=True)
def test_an_interrupt_during_the_start_ends_all_processes_silently(running: "subprocess.Popen[str]") -> None:
    assert running.stdout is not None
    assert running.stdout.readline() == "loading\n"
    os.killpg(running.pid, signal.SIGINT)
    assert running.communicate(timeout=PATIENCE_S) == ("", "")


@pytest.mark.skipif(not FORKED, reason="processes are spawned here")
def test_when_the_process_that_forks_dies_there_is_a_new_one(one: Processes) -> None:
    parent, pid = wait(one.submit(os.getppid)), wait(one.submit(os.getpid))
    os.kill(parent, signal.SIGKILL)
    while pid in one.pids():
        time.sleep(0.01)
    assert wait(one.submit(os.getppid)) != parent


@pytest.mark.skipif(not FORKED, reason="processes are spawned here")
@pytest.mark.parametrize("running", [("shapely", "long" * 30)], indirect=True)
def test_where_no_process_can_be_forked_it_is_spawned(running: "subprocess.Popen[str]") -> None:
    assert running.stdout is not None
    assert running.stdout.readline().split()[0] == str(running.pid), "the parent of the workers"
    rest, errors = running.communicate("", PATIENCE_S)
    assert rest == ""
    assert "cannot be forked" in errors

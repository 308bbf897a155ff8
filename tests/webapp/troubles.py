"""Failures of the disk while people play, from outside as it comes in life, and what it is when it is over.

Files that stop growing, a data folder that cannot be written any more, another program that holds the database.
"""

import asyncio
import os
import random
import resource
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.serving import Server

HOLDER = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
held.execute("BEGIN " + sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


@asynccontextmanager
async def stunted(server: Server, dice: random.Random) -> AsyncIterator[None]:
    """No file of the server can grow; the database's log may break off within a page."""
    pid, log = server.pid, server.data / "olomoc.db-wal"
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)

    def limit(size: int) -> None:
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, before[1]))

    limit(log.stat().st_size + dice.randrange(4096))
    # Where the log has begun anew within its old length there is room in it for a while: then none.
    later = asyncio.get_running_loop().call_later(1.0, limit, dice.randrange(4096))
    try:
        yield
    finally:
        later.cancel()
        limit(before[0])


@asynccontextmanager
async def held(server: Server, dice: random.Random) -> AsyncIterator[None]:
    """Another program holds the database for longer than the server waits."""
    kind = dice.choice(["IMMEDIATE", "EXCLUSIVE"])
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(server.data / "olomoc.db"), kind],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdin
    assert holder.stdout
    try:
        assert await asyncio.to_thread(holder.stdout.readline) == b"held\n"
        yield
    finally:
        holder.stdin.close()
        await asyncio.to_thread(holder.wait)
        holder.stdout.close()


@contextmanager
def shut(data: Path) -> Iterator[None]:
    """Makes the folder and its files read-only."""
    inside = [path for path in data.rglob("*") if path.exists()]
    before = {path: path.stat().st_mode for path in (data, *inside)}
    for path in reversed(before):
        path.chmod(before[path] & 0o555)
    try:
        yield
    finally:
        for path, mode in before.items():
            if path.exists():
                path.chmod(mode)


@asynccontextmanager
async def read_only(server: Server, dice: random.Random) -> AsyncIterator[None]:
    """Nothing in the folder can be written, not even through open files."""
    asked, done = (server.data.with_name(server.data.name + end) for end in (".shut", ".is-shut"))
    with shut(server.data):
        asked.touch()
        try:
            await _until(done.exists)
            yield
        finally:
            asked.unlink()
    # Only now can anything be opened for writing again.
    if alive(server):
        await _until(lambda: not done.exists() or not alive(server))
    done.unlink(missing_ok=True)


Trouble = Callable[[Server, random.Random], AbstractAsyncContextManager[None]]

TROUBLES: dict[str, Trouble] = {"stunted": stunted, "held": held, "read-only": read_only}

CODES = {"stunted": {"full", "unwritable"}, "held": {"locked"}, "read-only": {"unwritable"}}
"""The codes by which the server may report each trouble."""


def alive(server: Server) -> bool:
    """Whether the server's process runs."""
    return server._process is not None and server._process.poll() is None


async def _until(true: Callable[[], Any], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


# In the server


def like_anybody() -> None:
    """Drops root's right to pass over file permissions, so that the folder can be made read-only to the server."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(header, sets) == 0
    for of in range(3):
        sets[of] &= ~(1 << 1)  # CAP_DAC_OVERRIDE
    assert libc.capset(header, sets) == 0


def close_what_is_open(data: Path) -> dict[int, int]:
    """Makes everything that the process has open for writing in the folder read-only from now on, as when the system
    turns a disk read-only; by number, how it was open. Not the database itself and its index: their locks would go with
    it, and in this mode commands are written to the log first."""
    import fcntl

    before = {}
    for number in map(int, os.listdir("/proc/self/fd")):
        with suppress(OSError):
            path = Path(os.readlink(f"/proc/self/fd/{number}"))
            flags = fcntl.fcntl(number, fcntl.F_GETFL)
            if path.is_relative_to(data) and path.name.endswith((".db-wal", ".log")) and flags & os.O_ACCMODE:
                before[number] = flags
                _put(number, path, os.O_RDONLY)
    return before


def open_again(before: dict[int, int]) -> None:
    """Undoes it."""
    for number, flags in before.items():
        _put(number, Path(os.readlink(f"/proc/self/fd/{number}")), flags)


def _put(number: int, path: Path, flags: int) -> None:
    opened = os.open(path, flags)
    os.dup2(opened, number, inheritable=False)
    os.close(opened)


def can_print(server: Server) -> bool:
    """Whether the file that holds what the server prints has room for some lines more: where no file can grow, it has
    none either once the limit lies below its end."""
    most, _ = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    return most == resource.RLIM_INFINITY or len(server.output.encode()) + 4096 < most

"""Forks test servers from one process that has loaded the server's modules.

``python -m webapp`` spends most of its start on reading libraries and the core pack. Here that is done once for all
servers of a test process. What NiceGUI read from its surroundings is put right after the fork (:func:`become`); the web
app reads nothing before it runs. That a server starts by itself, too, is tested in ``tests/webapp/test_start.py``.

A server's own worker processes are forked from a process that it gets here as well, made before the server runs any
thread: forked from a process that runs threads, some of them would wait for ever for a lock that a thread held then.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import random
import runpy
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from multiprocessing import forkserver, resource_tracker
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOADED = (
    *("PIL.Image", "alembic.command", "babel.support", "fastapi", "httpx", "jinja2", "markdown2", "orjson"),
    *(
        "pydantic",
        "rules.olomoc",
        "rules.olomoc.warm_up",
        "rules.olomoc.bots",
        "segno",
        "shapely",
        "socketio",
        "sqlmodel",
    ),
    *("starlette.middleware.sessions", "uvicorn.main", "uvicorn.protocols.http.httptools_impl", "webapp.app.main"),
)
"""Modules that start no thread and read nothing of a server's environment when imported."""


class Child:
    """A forked server: the part of :class:`subprocess.Popen` that tests use."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._watched: int | None = None
        """A descriptor that becomes readable when it ends; None after that."""
        with suppress(ProcessLookupError):
            self._watched = os.pidfd_open(pid)

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end. Raises TimeoutExpired."""
        if self._watched is not None:
            if not select.select([self._watched], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            os.close(self._watched)
            self._watched = None
        return 0

    def poll(self) -> int | None:
        """None while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        """Sends a signal; does nothing after its end."""
        if self._watched is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._watched, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """A process that forks test servers, seen from its parent."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._sockets = tempfile.mkdtemp(prefix="nursery-")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery"],
            cwd=ROOT,
            env=dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self.close)

    def start(self, module: str, cwd: Path, env: Mapping[str, str], out: Path) -> Child:
        """``python -m module`` in that folder and environment; what it prints is added to the file ``out``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        order = {"module": module, "cwd": str(cwd), "env": dict(env), "out": str(out), "sockets": self._sockets}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return Child(int(self._process.stdout.readline()))

    def close(self) -> None:
        """Ends the forking process; its servers go on."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        shutil.rmtree(self._sockets, ignore_errors=True)


def possible() -> bool:
    """Whether the system can fork safely: Linux."""
    return hasattr(os, "fork") and hasattr(os, "pidfd_open")


def attend() -> dict[str, object] | None:
    """Forks at every order; returns the order in the child, and None in the parent once there are no more orders."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for them
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            request: dict[str, object] = json.loads(line)
            return request
        print(pid, flush=True)  # noqa: T201  (the answer to the order)
    return None


def fork_forkserver(sockets: str) -> None:
    """Forks the process from which :mod:`webapp.base.processes` forks the workers of this server, as the standard
    library would start it, but with everything in memory. To be called before this process starts a thread."""
    address = f"{sockets}/{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        alive_r, alive_w = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(alive_w)
                forkserver.main(listener.detach(), alive_r, [])
            finally:
                os._exit(0)
    os.close(alive_r)
    known = forkserver._forkserver  # type: ignore[attr-defined]  # private members: test_nursery.py
    known._forkserver_address, known._forkserver_alive_fd, known._forkserver_pid = address, alive_w, pid


def become(module: str, cwd: str, env: dict[str, str], out: str, sockets: str) -> None:
    """Turns this process into ``python -m module``."""
    nothing, file = os.open(os.devnull, os.O_RDONLY), os.open(out, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for number, taken in ((nothing, 0), (file, 1), (file, 2)):
        os.dup2(number, taken)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    fork_forkserver(sockets)
    random.seed()
    secrets.randbits = random.Random(env["CHANCE"]).getrandbits
    # As webapp/__main__.py sets it before NiceGUI is imported.
    Storage.path = Path(env["OLOMOC_DATA"]).resolve() / "nicegui"
    app.storage = Storage()
    sys.argv = [module]
    sys.orig_argv = [sys.executable, "-m", module]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for name in LOADED:
        import_module(name)
    from nicegui import app
    from nicegui.storage import Storage

    import_module("rules.olomoc.packs.layers").load("core")  # remembered there
    resource_tracker.ensure_running()  # one for all servers
    gc.collect()
    gc.freeze()
    ordered = attend()
    if ordered is not None:
        become(**ordered)  # type: ignore[arg-type]  # as Nursery.start has written it

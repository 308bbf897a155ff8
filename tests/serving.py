"""A real server process for tests: started, stopped, killed, started again on the same data."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self
from weakref import WeakSet

from tests.nursery import ROOT, Child, Nursery, possible
from webapp.store.database import open_database

LEFT_EARLY = re.compile(
    r"ERROR: +Exception in ASGI application\n(?:(?!ERROR:).*\n)*?RuntimeError: No response returned\.\n"
)
HALF_STARTED = re.compile(
    r'Traceback \(most recent call last\):\n  File ".*(?:forkserver.py", line \d+, in main|spawn_main)\n(?:  .*\n)*'
    r"EOFError.*\n"
)
"""The output of a worker process whose server was killed before it sent its first task."""
COMPLAINT = re.compile("Traceback|wants the parameter|^no .* text for ")
START_S = 120.0
LAN_NAME = "olomoc.lan"
"""Servers also answer to this name; browsers of tests reach the machine under it by its network address."""
PORTS = 20_000
"""The first of ten thousand ports, a hundred for each test process; outside the range that the system assigns by
itself."""


_servers: WeakSet[Server] = WeakSet()
_nursery: Nursery | None = None


def running_test() -> str:
    """The id of the running test, from which chance is drawn, so that a test meets the same matches at each run."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").split(" ")[0]


def free_port() -> int:
    """A free port of this machine, the lowest of this process's own: servers that follow each other get the same
    address, so that a browser's cache stays valid."""
    first = PORTS + os.getpid() % 100 * 100
    taken = {server.port for server in _servers}
    for port in range(first, first + 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do: one that has just ended
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in taken:
            return port
    raise RuntimeError("no port is free")


@cache
def _empty_database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "olomoc.db"
        open_database(path).dispose()
        return path.read_bytes()


def prepare(data: Path) -> Path:
    """Puts an empty database of the newest schema into the data folder, unless it has one: migrating an empty file to
    it takes eight times as long as opening it. Returns the folder."""
    data.mkdir(parents=True, exist_ok=True)
    database = data / "olomoc.db"
    if not database.exists():
        database.write_bytes(_empty_database())
    return data


class Server:
    """``python -m webapp`` on a port of its own; `launcher`: run instead; `host`: the address to listen on; `settings`:
    further variables of its environment."""

    def __init__(
        self, data: Path, launcher: tuple[str, ...] = ("-m", "webapp"), host: str = "127.0.0.1", **settings: str
    ) -> None:
        self.data = data
        self._settings = settings
        self.host = host
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._launcher = launcher
        _servers.add(self)
        self._process: subprocess.Popen[bytes] | Child | None = None
        self._killed = False
        self._starts = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The running process."""
        assert self._process is not None
        return self._process.pid

    @property
    def output(self) -> str:
        """Everything that it has printed, over all starts."""
        return (self.data.parent / f"{self.data.name}.out").read_text(errors="replace")

    @property
    def complaints(self) -> list[str]:
        """Printed lines that report a problem, but for what the web framework says of a browser that left early and,
        where the server was killed, a worker that was about to start."""
        output = LEFT_EARLY.sub("", self.output)
        output = HALF_STARTED.sub("", output) if self._killed else output
        return [line for line in output.splitlines() if COMPLAINT.search(line)]

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        # NiceGUI behaves differently under pytest, and reads variables of its own: the server must not see them.
        env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "NICEGUI"))}
        env |= {"PORT": str(self.port), "HOST": self.host, "OLOMOC_DATA": str(self.data), "PYTHONPATH": str(ROOT)}
        env |= {"LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8", "OLOMOC_NAMES": LAN_NAME}
        env |= self._settings
        self._starts += 1
        env["CHANCE"] = f"{running_test()} {self._starts}"
        self._process = self._started(env, self.data.parent / f"{self.data.name}.out")
        deadline = time.monotonic() + START_S
        while True:
            try:
                # A plain socket, as the server shares the processor with this process.
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return
            except OSError:
                if self._process.poll() is not None:
                    raise RuntimeError(f"the server ended:\n{self.output}") from None
                if time.monotonic() > deadline:
                    self.kill()
                    raise RuntimeError(f"the server did not answer:\n{self.output}") from None
                time.sleep(0.05)

    def _started(self, env: dict[str, str], out: Path) -> subprocess.Popen[bytes] | Child:
        global _nursery
        match self._launcher:
            case ("-m", module) if possible():
                _nursery = _nursery or Nursery(env)
                return _nursery.start(module, self.data.parent, env, out)
            case launcher:
                with out.open("ab") as file:
                    return subprocess.Popen(
                        [sys.executable, *launcher], cwd=self.data.parent, env=env, stdout=file, stderr=file
                    )

    def stop(self) -> None:
        """Stops it like Ctrl-C or a service manager."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Kills it."""
        self._killed = True
        self._end(signal.SIGKILL)

    def ended_within(self, seconds: float) -> bool:
        """Whether it ends by itself within that time."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(60)
        self._process = None

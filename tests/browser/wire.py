"""A TCP relay between browser and server, which tests can cut, silence and restore."""

from __future__ import annotations

import selectors
import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Literal, Self

State = Literal["whole", "cut", "silent"]


class Wire:
    """Relays what comes in on ``port`` to the server's port. ``cut``: every connection ends and none is accepted;
    ``silent``: nothing passes any more, and nobody is told. Connections of before stay dead after :meth:`mend`."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._state: State = "whole"
        self._selector = selectors.DefaultSelector()
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._dead: list[socket.socket] = []
        self._lock = threading.RLock()
        self._stopped = False
        self._listening = self._listen(0)
        self.port: int = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stopped = True
        self._thread.join()
        for each in (self._listening, *self._pairs, *self._dead):
            each.close()

    def cut(self) -> None:
        """Ends every connection, as a router that is switched off and says so."""
        with self._lock:
            self._state = "cut"
            self._selector.unregister(self._listening)
            self._listening.close()
            for each in list(self._pairs):
                self._drop(each)

    def silence(self) -> None:
        """Lets nothing pass, as a laptop asleep or a Wi-Fi out of reach: no connection learns of it."""
        with self._lock:
            self._state = "silent"
            for each in list(self._pairs):
                self._selector.unregister(each)
                self._dead.append(each)
            self._pairs.clear()

    def mend(self) -> None:
        """From now on new connections pass."""
        with self._lock:
            if self._state == "cut":
                self._listening = self._listen(self.port)
            self._state = "whole"

    def _listen(self, port: int) -> socket.socket:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen(64)
        self._selector.register(listening, selectors.EVENT_READ)
        return listening

    def _run(self) -> None:
        while not self._stopped:
            for key, _ in self._selector.select(timeout=0.05):
                with self._lock:
                    if key.fileobj is self._listening:
                        self._accept()
                    elif key.fileobj in self._pairs:
                        self._relay(key.fileobj)  # type: ignore[arg-type]  # the keys are sockets

    def _accept(self) -> None:
        try:
            near, _ = self._listening.accept()
        except OSError:
            return
        if self._state == "silent":
            self._dead.append(near)
            return
        try:
            far = socket.create_connection(("127.0.0.1", self._to), timeout=5)
        except OSError:
            near.close()
            return
        for each, other in ((near, far), (far, near)):
            self._pairs[each] = other
            self._selector.register(each, selectors.EVENT_READ)

    def _relay(self, one: socket.socket) -> None:
        other = self._pairs[one]
        try:
            data = one.recv(65_536)
            if data:
                other.sendall(data)
                return
        except OSError:
            pass
        self._drop(one)

    def _drop(self, one: socket.socket) -> None:
        for each in (one, self._pairs.get(one)):
            if each is not None and each in self._pairs:
                del self._pairs[each]
                with suppress(KeyError, ValueError):
                    self._selector.unregister(each)
                each.close()

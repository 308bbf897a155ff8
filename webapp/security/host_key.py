"""The host: a browser on the server's own machine, or one that has given the key printed at its start."""

from __future__ import annotations

import secrets
from pathlib import Path

from starlette.requests import HTTPConnection

from rules.kernel.refusals import Refusal
from webapp.base.addresses import lan_addresses
from webapp.security import codes
from webapp.security.hosts import LOOPBACK
from webapp.security.limits import Guess
from webapp.security.secret import write_once
from webapp.store import Damaged, Unwritable

KEY_LENGTH = 12
"""The length of the host's key: too long to be guessed with eight tries in five minutes."""

MARK = "host"
"""The name of the key's digest in the signed cookie of the host's browser."""

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers that proxies set: a request with one of them does not come from this machine."""


class Keys:
    """The host's key, and the browsers that have given it since the server started."""

    def __init__(self) -> None:
        self.key = ""
        self._given: set[str] = set()

    def open(self, path: Path) -> None:
        """Reads the key at `path`, which is created at the first start. Raises :class:`Damaged` for a file without a
        key, :class:`Unwritable` where it can be neither read nor created."""
        try:
            if not path.exists():
                write_once(path, codes.code(KEY_LENGTH))
            key = codes.typed(path.read_text(encoding="ascii"))
        except OSError as problem:
            raise Unwritable(path, problem.strerror or problem) from problem
        except UnicodeDecodeError as problem:
            raise Damaged(path, "not a key") from problem
        if len(key) < KEY_LENGTH:
            raise Damaged(path, "not a key")
        self.key = key
        self._given.clear()

    @property
    def spoken(self) -> str:
        """The key as it is printed and typed."""
        return codes.grouped(self.key)

    def give(self, session: str, typed: str, origin: str) -> Refusal | None:
        """Checks the key typed in a browser. None, or the refusal: wrong keys are counted by address."""
        guess = Guess(origin)
        if guess.refusal is not None:
            return guess.refusal
        if not self.key or not secrets.compare_digest(codes.typed(typed).encode(), self.key.encode()):
            guess.wrong()
            return Refusal("", "wrong-key")
        self._given.add(session)
        return None

    def mark(self, request: HTTPConnection) -> None:
        """Stores the given key in the browser's cookie; called while its page is built, when cookies can be set."""
        session = request.session
        if session.get("id") in self._given and session.get(MARK) != self._digest():
            session[MARK] = self._digest()

    def is_host(self, request: HTTPConnection) -> bool:
        """Whether this request is the host's."""
        if at_machine(request):
            return True
        session = request.session
        told = session.get(MARK)
        kept = isinstance(told, str) and secrets.compare_digest(told, self._digest())
        return bool(self.key) and (kept or session.get("id") in self._given)

    def _digest(self) -> str:
        return codes.digest(self.key)[:32]


keys = Keys()
"""The keys of this process; opened at start."""


def at_machine(request: HTTPConnection) -> bool:
    """Whether a request was made on the server's own machine, under one of its own names.

    The name matters: another site's name may lead to this machine, and requests of its page come from here, too."""
    if any(name in request.headers for name in FORWARDED):
        return False
    client, asked = request.client.host if request.client is not None else "", request.url.hostname or ""

    def among(own: frozenset[str]) -> bool:
        return client in own and asked in own | {"localhost"}

    # Asking the system for its addresses takes half a millisecond, and most of these requests come by loopback.
    return among(LOOPBACK) or among(LOOPBACK | set(lan_addresses()))

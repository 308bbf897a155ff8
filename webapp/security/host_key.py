"""Who the host is: a browser on the server's own machine, or one that has given the key printed at its start."""

from __future__ import annotations

import secrets
from pathlib import Path

from starlette.requests import HTTPConnection

from rules.kernel.refusals import Refusal
from webapp.app.addresses import lan_addresses
from webapp.security import codes
from webapp.security.hosts import LOOPBACK
from webapp.security.limits import Guess
from webapp.security.secret import write_once
from webapp.store import Damaged, Unwritable

KEY_LENGTH = 12
"""Letters of the host's key: more than anybody guesses at eight tries in five minutes."""

MARK = "host"
"""What the signed cookie of the host's browser holds the key's digest under."""

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers of proxies: a request that came through one on this machine is not from this machine."""


class Keys:
    """The key, and the browsers that have given it since the server started."""

    def __init__(self) -> None:
        self.key = ""
        self._given: set[str] = set()

    def open(self, path: Path) -> None:
        """Takes up the key kept at ``path``, made at the first start. Raises :class:`Damaged` for a file that holds
        none, :class:`Unwritable` where it can be neither read nor made."""
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
        """A browser says the key. None, or why not: wrong ones are counted by the address that they come from."""
        guess = Guess(origin)
        if guess.refusal is not None:
            return guess.refusal
        if not self.key or not secrets.compare_digest(codes.typed(typed).encode(), self.key.encode()):
            guess.wrong()
            return Refusal("", "wrong-key")
        self._given.add(session)
        return None

    def mark(self, request: HTTPConnection) -> None:
        """Lets the browser's cookie remember the key it has given; while its page is built, as cookies are."""
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
"""Of this process; opened at start."""


def at_machine(request: HTTPConnection) -> bool:
    """Whether a request was made at the server's own machine, by a page that knows it under a name of its own.

    The name matters: a page elsewhere may have its own name lead here, and its requests come from this machine, too.
    """
    if any(name in request.headers for name in FORWARDED):
        return False
    own = LOOPBACK | set(lan_addresses())
    asked = request.url.hostname or ""
    return request.client is not None and request.client.host in own and asked in own | {"localhost"}

"""The host: a browser on the server's own machine, or one that has given the key printed at its start."""

from __future__ import annotations

import secrets
from pathlib import Path

from starlette.requests import HTTPConnection

from rules.kernel.refusals import Refusal
from webapp.base.addresses import DEFAULT_PORTS
from webapp.security import codes
from webapp.security.hosts import LOOPBACK, normal, own_addresses
from webapp.security.limits import Guess
from webapp.security.proxies import proxied
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
        """Checks the key typed in a browser. None, or the refusal: wrong keys are counted."""
        guess = Guess(session, origin)
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
        mark = session.get(MARK)
        kept = isinstance(mark, str) and secrets.compare_digest(mark, self._digest())
        return bool(self.key) and (kept or session.get("id") in self._given)

    def _digest(self) -> str:
        return codes.digest(self.key)[:32]


keys = Keys()
"""The keys of this process; opened at start."""


def at_machine(request: HTTPConnection) -> bool:
    """Whether a request was made by a browser on the server's own machine, at one of its own addresses: peer and name
    are both loopback, or both the same address of this machine, and the port is ours.

    A relay or proxy on this machine makes everybody a peer of its own: then the name that was asked for is another
    address, or the port is the relay's. A proxy that rewrites the name is told by its headers, by HTTP/1.0, which no
    browser speaks, or by the setting ``OLOMOC_PROXIES``. Another site's name may lead to this machine, too."""
    if proxied(request) or any(name in request.headers for name in FORWARDED):
        return False
    if request.scope.get("http_version") == "1.0" or request.client is None:
        return False
    ours = (request.scope.get("server") or ("", None))[1]
    if ours is not None and (request.url.port or DEFAULT_PORTS.get(request.url.scheme)) != ours:
        return False
    peer, name = normal(request.client.host), normal(request.url.hostname or "")
    if peer in LOOPBACK:
        return name in LOOPBACK or name == "localhost"
    # Asking the system for its addresses takes half a millisecond, and most of these requests come by loopback.
    return peer == name and peer in own_addresses()

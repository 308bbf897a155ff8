"""Rate limits, counted in memory by subject and kind of request."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from rules.kernel.refusals import Refusal

RATES: dict[str, RateLimitItem] = {
    "read": parse("300 per 10 second"),
    "command": parse("200 per 10 second"),
    "create": parse("20 per minute"),
    # Of one address, whatever it asks for. A page takes some dozen files, and keeps the loop for some 25 ms: at this
    # rate others wait for one in forty of their moments at most.
    "ask": parse("600 per 10 second"),
    "page": parse("5 per 5 second"),
    "socket": parse("40 per 10 second"),
    # Sockets closed for saying too much, before the address has to wait.
    "flood": parse("3 per 30 second"),
    "stream": parse("60 per minute"),
    # Questions about the board that one window asks for itself, at any time; a piece looked at is four.
    "look": parse("80 per 10 second"),
    # Messages of one browser's pages: more than a key held down sends. And those that were refused: so many are logged.
    "intent": parse("600 per 10 second"),
    "bad-intent": parse("20 per minute"),
    # Questions to the rules of one browser, at all tables; and those that had to be cancelled, with their process.
    "query": parse("300 per 10 second"),
    "slow-query": parse("3 per minute"),
    # Strangers' files of one browser, each change in the editor of packs among them; and those that had to be given up.
    "file": parse("150 per minute"),
    "slow-file": parse("3 per 5 minute"),
    # One browser's messages at a table, quick phrases too; a pad is kept while it is written on.
    "say": parse("8 per 10 second"),
    "pad": parse("40 per 10 second"),
    # Wrong ones only, of one browser: a person who knows the word is never kept waiting by their own typing for long.
    # And of one address, behind which many may sit: throwing cookies away makes nobody guess faster.
    "guess": parse("8 per 5 minute"),
    "guess-address": parse("40 per 5 minute"),
}
"""The limits by kind of request: far above what a reasonable program needs, far below a flood."""


FORGET_S = 1.0


class Counts(MemoryStorage):
    """Counters that expire when they are next used. The library would start a thread for that at nearly every count,
    which under a flood took a tenth of the server's time."""

    _forgotten = 0.0

    def _MemoryStorage__schedule_expiry(self) -> None:  # the library's own name
        now = time.monotonic()
        if now - self._forgotten > FORGET_S:
            self._forgotten = now
            self._MemoryStorage__expire_events()  # type: ignore[attr-defined]  # its own name, too


class Limits:
    """The counters of all limits."""

    def __init__(self) -> None:
        self._window = MovingWindowRateLimiter(Counts())

    def take(self, what: str, who: str) -> bool:
        """Counts one request; returns whether it is allowed."""
        return self._window.hit(RATES[what], what, who)

    def left(self, what: str, who: str) -> bool:
        """Whether one more request is allowed, without counting it."""
        return self._window.test(RATES[what], what, who)

    def wait_s(self, what: str, who: str) -> int:
        """Whole seconds until one more request is allowed."""
        return max(1, math.ceil(self._window.get_window_stats(RATES[what], what, who).reset_time - time.time()))

    def forget(self) -> None:
        """Resets all counters."""
        self._window.storage.reset()


limits = Limits()
"""The limits of this process."""


class Guess:
    """One attempt at a secret, by a browser (a program has none: its address counts as one) at an address. `refusal`:
    why it may not be made, or None. Call :meth:`wrong` if the secret was wrong."""

    def __init__(self, browser: str, address: str) -> None:
        self._counted = (("guess", browser or f"at {address}"), ("guess-address", address))
        full = [limits.wait_s(*one) for one in self._counted if not limits.left(*one)]
        self.refusal = Refusal("", "too-many-guesses", {"seconds": max(full)}) if full else None

    def wrong(self) -> None:
        """Counts a wrong attempt."""
        for one in self._counted:
            limits.take(*one)


_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def guessing(browser: str, address: str) -> AsyncIterator[Guess]:
    """An attempt at a secret that takes time to compare. The attempts of one address are made one after the other:
    each counts before the next is begun, so that a hundred at once are no more than those that are allowed."""
    turn = _turns.setdefault(address, asyncio.Lock())
    async with turn:
        yield Guess(browser, address)

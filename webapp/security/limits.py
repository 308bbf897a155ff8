"""Rate limits, counted in memory by subject and kind of request."""

import asyncio
import math
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from rules.kernel.refusals import Refusal


@dataclass(frozen=True)
class Rate:
    """At most `amount` requests within any `seconds`."""

    amount: int
    seconds: float


RATES: dict[str, Rate] = {
    "read": Rate(300, 10),
    "command": Rate(200, 10),
    "create": Rate(20, 60),
    # Of one address, whatever it asks for. A page takes some dozen files, and keeps the loop for some 25 ms: at this
    # rate others wait for one in forty of their moments at most.
    "ask": Rate(600, 10),
    "page": Rate(5, 5),
    "socket": Rate(40, 10),
    # Sockets closed for saying too much, before the address has to wait.
    "flood": Rate(3, 30),
    "stream": Rate(60, 60),
    # Questions about the board that one window asks for itself, at any time; a piece looked at is four.
    "look": Rate(80, 10),
    # Messages of one browser's pages: more than a key held down sends. And those that were refused: so many are logged.
    "intent": Rate(600, 10),
    "bad-intent": Rate(20, 60),
    # Questions to the rules of one browser, at all tables; and those that had to be cancelled, with their process.
    "query": Rate(300, 10),
    "slow-query": Rate(3, 60),
    # Strangers' files of one browser, each change in the editor of packs among them; and those that had to be given up.
    "file": Rate(150, 60),
    "slow-file": Rate(3, 300),
    # One browser's messages at a table, quick phrases too; a pad is kept while it is written on.
    "say": Rate(8, 10),
    "pad": Rate(40, 10),
    # Wrong ones only: a person who knows the word is never kept waiting by their own typing for long.
    "guess": Rate(8, 300),
}
"""The limits by kind of request: far above what a reasonable program needs, far below a flood."""


FORGET_S = 1.0
"""Seconds between two looks for counters that may be dropped."""


class Limits:
    """The counters of all limits; used on the event loop only."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], deque[float]] = {}
        """By kind and subject: when each request was allowed, of those that still count."""
        self._forgotten = 0.0

    def take(self, what: str, who: str) -> bool:
        """Counts one request; returns whether it is allowed."""
        if not self.left(what, who):
            return False
        now = time.monotonic()
        self._taken.setdefault((what, who), deque()).append(now)
        if now - self._forgotten > FORGET_S:
            self._forgotten = now
            for key in [key for key in self._taken if not self._counting(*key)]:
                del self._taken[key]
        return True

    def left(self, what: str, who: str) -> bool:
        """Whether one more request is allowed, without counting it."""
        return len(self._counting(what, who)) < RATES[what].amount

    def wait_s(self, what: str, who: str) -> int:
        """Whole seconds until one more request is allowed."""
        if self.left(what, who):
            return 1
        return max(1, math.ceil(self._taken[what, who][0] + RATES[what].seconds - time.monotonic()))

    def forget(self) -> None:
        """Resets all counters."""
        self._taken.clear()

    def _counting(self, what: str, who: str) -> deque[float]:
        """When the requests were allowed that still count, the oldest first."""
        found = self._taken.get((what, who)) or deque()
        old = time.monotonic() - RATES[what].seconds
        while found and found[0] <= old:
            found.popleft()
        return found


limits = Limits()
"""The limits of this process."""


class Guess:
    """One attempt at a secret. `refusal`: why it may not be made, or None. Call :meth:`wrong` if the secret was
    wrong."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self.refusal = None if limits.left("guess", origin) else _too_many(origin)

    def wrong(self) -> None:
        """Counts a wrong attempt."""
        limits.take("guess", self._origin)


def _too_many(origin: str) -> Refusal:
    return Refusal("", "too-many-guesses", {"seconds": limits.wait_s("guess", origin)})


_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def guessing(origin: str) -> AsyncIterator[Guess]:
    """An attempt at a secret that takes time to compare. The attempts of one address are made one after the other:
    each counts before the next is begun, so that a hundred at once are no more than those that are allowed."""
    turn = _turns.setdefault(origin, asyncio.Lock())
    async with turn:
        yield Guess(origin)

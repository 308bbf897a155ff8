"""Rate limits, counted in memory by subject and kind of request."""

import asyncio
import math
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from rules.kernel.refusals import Refusal
from webapp.base.clock import steady


@dataclass(frozen=True)
class Rate:
    """At most so many in any time of so many seconds."""

    amount: int
    seconds: float


RATES: dict[str, Rate] = {
    "read": Rate(300, 10),
    "command": Rate(200, 10),
    # What is made and stays, counted where it is made (:meth:`Limits.charge`): of one browser, and of its address,
    # behind which there may be many browsers, or one that throws its cookies away.
    "create": Rate(20, 60),
    "create-address": Rate(40, 60),
    "create-day-address": Rate(300, 86400),
    "list": Rate(1200, 600),
    "list-address": Rate(3000, 3600),
    "pack": Rate(30, 3600),
    "pack-address": Rate(60, 3600),
    "remember": Rate(60, 60),
    "remember-address": Rate(600, 3600),
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
    "file-address": Rate(300, 60),
    "slow-file": Rate(3, 300),
    # One browser's messages at a table, quick phrases too; a pad is kept while it is written on.
    "say": Rate(8, 10),
    "pad": Rate(40, 10),
    # Wrong ones only, of one browser: a person who knows the word is never kept waiting by their own typing for long.
    # And of one address, behind which many may sit: throwing cookies away makes nobody guess faster.
    "guess": Rate(8, 300),
    "guess-address": Rate(40, 300),
}
"""The limits by kind of request: far above what a reasonable program needs, far below a flood."""


FORGET_S = 60.0
"""Seconds between two searches for counts that have run out."""

KNOWN = 20_000
"""The most browsers whose addresses are known, those seen last."""


class Limits:
    """The counters of all limits."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], deque[float]] = {}
        """The times of what was counted, oldest first, by kind and subject. By the clock that only runs forward: one
        that was set back would keep everybody waiting for as long."""
        self._forgot = steady.now()
        self._address_of: OrderedDict[str, str] = OrderedDict()

    def met(self, browser: str, address: str) -> None:
        """Notes the address that a browser comes from now."""
        self._address_of[browser] = address
        self._address_of.move_to_end(browser)
        if len(self._address_of) > KNOWN:
            self._address_of.popitem(last=False)

    def charge(self, what: str, browser: str) -> int:
        """Counts one thing made by a browser, for itself and for its address. 0, or the seconds to wait; then nothing
        is counted. A program has no browser: it is named by :func:`program`, and what the server makes by ""."""
        address = self._address_of.get(browser, browser)
        counted = [
            (what, browser),
            *((rate, address) for rate in (f"{what}-address", f"{what}-day-address") if rate in RATES),
        ]
        full = [self.wait_s(*one) for one in counted if not self.left(*one)]
        if not full:
            for one in counted:
                self.take(*one)
        return max(full, default=0)

    def take(self, what: str, who: str) -> bool:
        """Counts one request; returns whether it is allowed."""
        counted = self._counted(what, who)
        if len(counted) >= RATES[what].amount:
            return False
        counted.append(steady.now())
        self._counts[what, who] = counted
        return True

    def left(self, what: str, who: str) -> bool:
        """Whether one more request is allowed, without counting it."""
        return len(self._counted(what, who)) < RATES[what].amount

    def wait_s(self, what: str, who: str) -> int:
        """Whole seconds until one more request is allowed."""
        counted, rate = self._counted(what, who), RATES[what]
        over = len(counted) - rate.amount
        return max(1, math.ceil(counted[over] + rate.seconds - steady.now())) if over >= 0 else 1

    def _counted(self, what: str, who: str) -> deque[float]:
        """What counts now. Counts that have run out are dropped here, and now and then those of all others."""
        now = steady.now()
        if now - self._forgot > FORGET_S:
            self._forgot = now
            for key, times in [*self._counts.items()]:
                if times[-1] <= now - RATES[key[0]].seconds:
                    del self._counts[key]
        counted = self._counts.get((what, who))
        if counted is None:
            return deque()
        start = now - RATES[what].seconds
        while counted and counted[0] <= start:
            counted.popleft()
        if not counted:
            del self._counts[what, who]
        return counted

    def forget(self) -> None:
        """Resets all counters."""
        self._counts.clear()
        self._address_of.clear()


limits = Limits()
"""The limits of this process."""


class Open:
    """What is open at the same time, counted by address: a rate alone would let it become any number."""

    def __init__(self, of_one: int, of_all: int) -> None:
        self._of_one, self._of_all = of_one, of_all
        self._open: Counter[str] = Counter()

    def room(self, who: str) -> bool:
        """Whether there is room for one more."""
        return self._open[who] < self._of_one and self._open.total() < self._of_all

    @contextmanager
    def one_more(self, who: str) -> Iterator[bool]:
        """Counts one more while it lasts; yields whether there was room for it."""
        if not self.room(who):
            yield False
            return
        self._open[who] += 1
        try:
            yield True
        finally:
            self._open[who] -= 1
            self._open += Counter()  # without those who have none


def program(address: str) -> str:
    """Who is counted for a request without a cookie."""
    return f"at {address}"


class Guess:
    """One attempt at a secret, by a browser (a program has none: its address counts as one) at an address. `refusal`:
    why it may not be made, or None. Call :meth:`wrong` if the secret was wrong."""

    def __init__(self, browser: str, address: str) -> None:
        self._counted = (("guess", browser or program(address)), ("guess-address", address))
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

"""Rate limits, counted in memory by subject and kind of request."""

import asyncio
import math
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from rules.kernel.refusals import Refusal

RATES: dict[str, RateLimitItem] = {
    "read": parse("300 per 10 second"),
    "command": parse("200 per 10 second"),
    # What is made and stays, counted where it is made (:meth:`Limits.charge`): of one browser, and of its address,
    # behind which there may be many browsers, or one that throws its cookies away.
    "create": parse("20 per minute"),
    "create-address": parse("40 per minute"),
    "create-day-address": parse("300 per day"),
    "list": parse("1200 per 10 minute"),
    "list-address": parse("3000 per hour"),
    "pack": parse("30 per hour"),
    "pack-address": parse("60 per hour"),
    "remember": parse("60 per minute"),
    "remember-address": parse("600 per hour"),
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
    "file-address": parse("300 per minute"),
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

KNOWN = 20_000
"""The most browsers whose addresses are known, those seen last."""


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
            *((it, address) for it in (f"{what}-address", f"{what}-day-address") if it in RATES),
        ]
        full = [self.wait_s(*one) for one in counted if not self.left(*one)]
        if not full:
            for one in counted:
                self.take(*one)
        return max(full, default=0)

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

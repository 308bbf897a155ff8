"""Limits on queries: one at a time for each browser, rate-limited, cancelled when they take too long."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from rules.kernel.refusals import Refusal, Refused
from webapp.base.processes import TooLong
from webapp.security.limits import limits

T = TypeVar("T")

SECONDS = 2.0
"""Seconds of processor time for one query; the slowest query of our pages takes a fifth of that."""

WAITING = 16
"""The most pending queries of one browser. A page makes at most four at a time."""


class Questions:
    """The queries of all tables, by browser."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting: Counter[str] = Counter()

    async def ask(self, session: str, query: Callable[[], Awaitable[T]]) -> T:
        """The answer to a browser's query, which is made when its turn has come.

        Raises Refused: ``too-many-questions`` (``seconds``) for a browser that makes too many queries, or too many slow
        ones; ``question-too-long`` for a cancelled query; and whatever the query raises."""
        for what in ("query", "slow-query"):
            if not limits.left(what, session):
                raise Refused(Refusal("", "too-many-questions", {"seconds": limits.wait_s(what, session)}))
        if self._waiting[session] >= WAITING:
            raise Refused(Refusal("", "too-many-questions", {"seconds": 1}))
        limits.take("query", session)
        turn = self._turns.setdefault(session, asyncio.Lock())
        self._waiting[session] += 1
        try:
            async with turn:
                return await query()
        except TooLong as problem:
            limits.take("slow-query", session)
            raise Refused(Refusal("", "question-too-long")) from problem
        finally:
            self._waiting[session] -= 1
            if not self._waiting[session]:
                del self._waiting[session]

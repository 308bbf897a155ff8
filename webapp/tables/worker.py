"""Runs slow questions about matches in worker processes, so that the event loop does not wait."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from rules.kernel.refusals import Refused
from webapp.app import worker_process
from webapp.app.processes import Ended, Processes
from webapp.app.worker_process import Key
from webapp.games.contract import Json

QUERY = "webapp.app.worker_process:query"
"""Asks a match one of its queries: who looks, its name, its parameters."""

ANSWERS = 256
"""Answers remembered for one state of one table."""

COMPUTED_S = 20.0
"""Processor time for what is worked out once for everybody, such as the guide to the cards."""


class Rebuildable(Protocol):
    """What can be rebuilt elsewhere: a match, or a moment of one."""

    def snapshot(self) -> list[Json]: ...


@dataclass(frozen=True)
class PastMatch:
    """A match as it stood once: ``journal`` gives its journal up to there."""

    journal: Callable[[], list[Json]]

    def snapshot(self) -> list[Json]:
        """What it is rebuilt from."""
        return self.journal()


class Worker:
    """Processes that know matches, started at the first question and again should one end. Answers are remembered per
    state of a table; tables take turns, and one table's questions are worked on one at a time."""

    def __init__(self, most: int, seconds: float) -> None:
        """``most`` processes, and the limit of each question."""
        self.processes = Processes(most, seconds)
        self._sent: OrderedDict[Key, None] = OrderedDict()
        self._answers: dict[str, tuple[int, dict[str, asyncio.Future[Any]]]] = {}

    def warm(self, match_class: str, function: str = "") -> None:
        """Starts a process, should there be none, loads the rules there and calls ``module:function``, so that nobody
        waits for that later."""
        self.processes.warm((worker_process.warm, (match_class, function)))

    def close(self) -> None:
        """Ends the processes."""
        self.processes.close()
        self._answers.clear()
        self._sent.clear()

    def forget(self, *codes: str) -> None:
        """Drops the answers about tables that nobody looks at."""
        for code in codes:
            self._answers.pop(code, None)

    async def ask(
        self,
        match_class: str,
        key: Key,
        match: Rebuildable,
        function: str,
        args: tuple[Any, ...],
        seconds: float | None = None,
    ) -> Any:
        """``module:function(match, *args)``; ``key`` says which state of which table ``match`` is. ``seconds``: its own
        limit. Raises what that raises, and :class:`webapp.app.processes.TooLong`."""
        code, sequence = key
        if self._answers.get(code, (-1, {}))[0] != sequence:
            self._answers[code] = (sequence, {})
        known = self._answers[code][1]
        question = json.dumps([function, *args])
        if question not in known:
            if len(known) >= ANSWERS:
                known.clear()

            def put(snapshot: list[Json] | None) -> Awaitable[Any]:
                work = (worker_process.answer, match_class, key, snapshot, function, args)
                return self._patiently(*work, lane=code, seconds=seconds)

            known[question] = asyncio.ensure_future(self._answered(key, match, put))
            # What goes wrong is raised for those who wait; when all of them have left, it is nobody's.
            known[question].add_done_callback(lambda done: done.cancelled() or done.exception())
        # Shielded: several may wait for one answer, and one of them leaving must not take it from the others.
        try:
            answer = await asyncio.shield(known[question])
        except Ended:
            known.pop(question, None)
            raise
        if isinstance(answer, worker_process.RuleRefusal):
            raise Refused(answer.refusal)
        return answer

    async def run(self, function: str, *args: Any) -> Any:
        """What ``module:function(*args)`` returns; raises what that raises."""
        return await self._patiently(worker_process.call, function, args, lane="", seconds=COMPUTED_S)

    async def _answered(self, key: Key, match: Rebuildable, put: Callable[[list[Json] | None], Awaitable[Any]]) -> Any:
        """The answer to a question, put with the match only where the processes do not know it."""
        if key in self._sent:
            try:
                return await put(None)
            except worker_process.Unknown:
                pass  # known to another of the processes, or no longer
        # Noted before the answer: of several questions about a new state only the first takes the match along.
        self._sent[key] = None
        while len(self._sent) > worker_process.MATCHES:
            self._sent.popitem(last=False)
        return await put(match.snapshot())

    async def _patiently(
        self, function: Callable[..., Any], *args: Any, lane: str, seconds: float | None = None
    ) -> Any:
        """As a job of the processes; once more where one ended in the middle of it."""
        submit = partial(self.processes.submit, function, *args, lane=lane, seconds=seconds)
        try:
            return await asyncio.wrap_future(submit())
        except Ended:
            return await asyncio.wrap_future(submit())

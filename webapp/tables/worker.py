"""Runs queries about matches in worker processes, so that the event loop does not wait."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from rules.kernel.refusals import Refused
from webapp.base import worker_process
from webapp.base.processes import Ended, Processes
from webapp.base.worker_process import Key
from webapp.games.contract import Json
from webapp.tables.commands import over_whole_match

QUERY = "webapp.base.worker_process:query"
"""The function that queries a match; its arguments are viewer, name and parameters."""

ANSWERS = 256
"""The number of answers cached for one state of one table."""

COMPUTED_S = 20.0
"""Seconds of processor time for work done once for everybody, such as the guide to the cards, and for what a person
waits for who has asked for it, such as hints."""


class Rebuildable(Protocol):
    """An object that can be rebuilt in another process: a match, or a moment of one."""

    def snapshot(self) -> list[Json]: ...


@dataclass(frozen=True)
class WrittenMatch:
    """A match whose snapshot was taken before."""

    rows: list[Json]

    def snapshot(self) -> list[Json]:
        """The journal that it is rebuilt from."""
        return self.rows


@dataclass(frozen=True)
class PastMatch:
    """A match with its past, or at an earlier moment: `journal` gives its journal up to it, in a thread."""

    journal: Callable[[], list[Json]]

    def snapshot(self) -> list[Json]:
        """The journal that it is rebuilt from."""
        return self.journal()


class Worker:
    """Processes that know matches, started at the first query and again when one dies. Answers are cached per state of
    a table. Tables take turns, and the queries of one table run one at a time."""

    def __init__(self, most: int, seconds: float) -> None:
        """`most`: the number of processes; `seconds`: the limit of processor time for each query."""
        self.processes = Processes(most, seconds)
        self._sent: OrderedDict[Key, None] = OrderedDict()
        self._answers: dict[str, tuple[int, dict[str, asyncio.Future[Any]]]] = {}

    def warm(self, match_class: str, module: str = "") -> None:
        """Starts a process if there is none, and loads the rules and ``module`` there, so that nobody waits for that
        later."""
        self.processes.warm((worker_process.warm, (match_class, module)))

    def close(self) -> None:
        """Kills the processes."""
        self.processes.close()
        self._answers.clear()
        self._sent.clear()

    def forget(self, *codes: str) -> None:
        """Drops the cached answers about these tables."""
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
        """The result of ``module:function(match, *args)``; `key` identifies the table and the state of `match`.
        `seconds`: a limit of its own. Raises what the function raises, and :class:`webapp.base.processes.TooLong`."""
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
            # An error is raised for those who wait; if all of them have left, it is dropped.
            known[question].add_done_callback(lambda done: done.cancelled() or done.exception())
        # Shielded: several may wait for one answer, and a cancelled one must not cancel it for the others.
        try:
            answer = await asyncio.shield(known[question])
        except Ended:
            known.pop(question, None)
            raise
        if isinstance(answer, worker_process.RuleRefusal):
            raise Refused(answer.refusal)
        return answer

    async def run(self, function: str, *args: Any) -> Any:
        """The result of ``module:function(*args)``; raises what that raises."""
        return await self._patiently(worker_process.call, function, args, lane="", seconds=COMPUTED_S)

    async def _answered(self, key: Key, match: Rebuildable, put: Callable[[list[Json] | None], Awaitable[Any]]) -> Any:
        """The answer to a query; the match is sent along only if the processes do not know it."""
        if key in self._sent:
            try:
                return await put(None)
            except worker_process.Unknown:
                pass  # known to another of the processes, or no longer
        # Noted before the answer, so that only the first of several queries about a new state sends the match.
        self._sent[key] = None
        while len(self._sent) > worker_process.MATCHES:
            self._sent.popitem(last=False)
        past = isinstance(match, PastMatch)
        return await put(await over_whole_match(match.snapshot) if past else match.snapshot())

    async def _patiently(
        self, function: Callable[..., Any], *args: Any, lane: str, seconds: float | None = None
    ) -> Any:
        """Runs a job in a process, and once more if the process died."""
        submit = partial(self.processes.submit, function, *args, lane=lane, seconds=seconds)
        try:
            return await asyncio.wrap_future(submit())
        except Ended:
            return await asyncio.wrap_future(submit())

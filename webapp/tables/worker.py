"""Questions that take longer than the loop may wait, asked of a process of their own."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Protocol

from rules.kernel.refusals import Refused
from webapp.app import worker_process
from webapp.app.worker_process import Key
from webapp.games.contract import Json

ANSWERS = 256
"""Answers remembered for one state of one table."""


class Kept(Protocol):
    """What can be rebuilt elsewhere: a match, or a moment of one."""

    def snapshot(self) -> list[Json]: ...


@dataclass(frozen=True)
class Moment:
    """A match as it stood once: ``journal`` gives its journal up to there."""

    journal: Callable[[], list[Json]]

    def snapshot(self) -> list[Json]:
        """What it is rebuilt from."""
        return self.journal()


class Worker:
    """One process, started at the first question and again should it die. Answers are remembered per state."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._sent: Key | None = None
        self._answers: dict[str, tuple[int, dict[str, asyncio.Future[Any]]]] = {}

    def warm(self, match_class: str, function: str = "") -> None:
        """Starts the process, should there be none, loads the rules there and calls ``module:function``, so that nobody
        waits for that later."""
        if self._pool is None:
            self._running().submit(worker_process.warm, match_class, function)

    def close(self) -> None:
        """Ends the process."""
        if self._pool is not None:
            worker_process.end(self._pool)
            self._pool = None
        self._answers.clear()
        self._sent = None

    async def ask(self, match_class: str, key: Key, match: Kept, name: str, args: tuple[Any, ...]) -> Any:
        """``match.<name>(*args)``; ``key`` says which state of which table ``match`` is. Raises what that raises."""
        code, sequence = key
        if self._answers.get(code, (-1, {}))[0] != sequence:
            self._answers[code] = (sequence, {})
        known = self._answers[code][1]
        question = json.dumps([name, *args])
        if question not in known:
            if len(known) >= ANSWERS:
                known.clear()
            known[question] = asyncio.ensure_future(self._compute(match_class, key, match, name, args))
        # Shielded: several may wait for one answer, and one of them leaving must not take it from the others.
        answer = await asyncio.shield(known[question])
        if isinstance(answer, worker_process.No):
            raise Refused(answer.refusal)
        return answer

    async def run(self, function: str, *args: Any) -> Any:
        """What ``module:function(*args)`` returns; raises what that raises."""
        try:
            return await self._submit(worker_process.call, function, args)
        except BrokenProcessPool:
            return await self._submit(worker_process.call, function, args)

    async def _compute(self, match_class: str, key: Key, match: Kept, name: str, args: tuple[Any, ...]) -> Any:
        try:
            if key == self._sent:
                return await self._call(match_class, key, None, name, args)
        except (worker_process.Unknown, BrokenProcessPool):
            self._sent = None
        snapshot = match.snapshot()
        try:
            answer = await self._call(match_class, key, snapshot, name, args)
        except BrokenProcessPool:
            answer = await self._call(match_class, key, snapshot, name, args)
        self._sent = key
        return answer

    async def _call(self, *args: Any) -> Any:
        return await self._submit(worker_process.answer, *args)

    async def _submit(self, function: Callable[..., Any], *args: Any) -> Any:
        try:
            return await asyncio.wrap_future(self._running().submit(function, *args))
        except BrokenProcessPool:
            self.close()
            raise

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = worker_process.process()
        return self._pool

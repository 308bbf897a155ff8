"""Waiting: for a condition, with a limit that suits a busy machine, and for what an event has set going."""

import asyncio
from collections.abc import Callable
from typing import Any


async def until(true: Callable[[], object], seconds: float = 120) -> None:
    """Returns once the condition holds. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


FOLLOWS_S = 0.05
"""The longest wait for tasks that an event has set going: those of timers and bots go on."""
QUIET = 5
"""The number of turns of the event loop without a new task after which nothing more is expected."""


async def settled(before: set[asyncio.Task[Any]]) -> None:
    """Returns when the tasks that were started since, and those that they started, have ended, or after `FOLLOWS_S`.
    `before`: the tasks that there were."""
    loop, quiet = asyncio.get_running_loop(), 0
    end = loop.time() + FOLLOWS_S
    while quiet < QUIET and (left := end - loop.time()) > 0:
        # Before Python 3.12 `wait_for` makes a task of its own: each page's queue of messages waits so for the next.
        started = {task for task in asyncio.all_tasks() - before if task.get_coro().__qualname__ != "Event.wait"}
        if started:
            await asyncio.wait(started, timeout=left)
            quiet = 0
        else:
            await asyncio.sleep(0)
            quiet += 1

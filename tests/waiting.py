"""Waiting for a condition, with a limit that suits a busy machine."""

import asyncio
from collections.abc import Callable


async def until(true: Callable[[], object], seconds: float = 20) -> None:
    """Returns once the condition holds. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)

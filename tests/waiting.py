"""Waiting for something to be so, as long as a busy machine may need."""

import asyncio
from collections.abc import Callable


async def until(true: Callable[[], object], seconds: float = 20) -> None:
    """Returns once it holds; TimeoutError where it does not come to that."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)

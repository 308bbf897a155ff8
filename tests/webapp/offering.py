"""The commands that a driven page offers, in a module that the worker process can load without the web."""

import random
from typing import Any


def offer(match: Any, seat: str, seed: int) -> dict[str, Any] | None:
    """A legal command of the seat, as plain data; None where it owes no answer."""
    return next(match.commands(seat, random.Random(seed)), None)

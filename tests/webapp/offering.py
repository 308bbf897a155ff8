"""What a driven page offers, found in the worker process: the server is what is tested, not who plays on it."""

import random
from typing import Any

from rules.olomoc import Match


def offer(match: Match, seat: str, seed: int) -> dict[str, Any] | None:
    """A legal command of the seat, as plain data; None where it owes no answer."""
    return next(match.commands(seat, random.Random(seed)), None)

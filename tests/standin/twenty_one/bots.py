"""Bots of Twenty-one: the plain one, and some that go wrong."""

import os
from collections.abc import Callable
from typing import Any

from tests.standin.twenty_one import Json, Match


def answer(match: Match, seat: str, kind: str, seed: int, clock: Callable[[], float], **_: Any) -> Json:
    """Adds 1, or falls where the total is 13: a bot for tables. Of those that search one never ends, one ends its
    process, one fails, one says what is refused, and one adds the last figure of the other seat's secret number."""
    match kind:
        case "endless":
            while True:
                pass
        case "deadly":
            os._exit(3)
        case "failing":
            raise ArithmeticError("failing")
        case "wrong":
            return {"kind": "add", "value": 10}
        case "knowing":
            return {"kind": "add", "value": 1 + match.events[0]["secrets"]["1"] % 9}
    if match.total == 13:
        raise ArithmeticError("thirteen")
    return {"kind": "add", "value": 1}

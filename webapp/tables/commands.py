"""Commands as browsers and programs send them: whether a message can be one, and the threads and dice that serve it."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from rules.kernel.contract import Match
from rules.kernel.refusals import Refusal
from webapp.games.contract import Json

T = TypeVar("T")

LARGEST_COMMAND = 16_384
"""The most characters of a command's JSON; the largest meaningful command (a long proposal) is far smaller."""

THREADS = ThreadPoolExecutor(4, "commands")
"""The threads in which the rules carry out commands, and nothing else: commands do not wait for passwords, files or
pictures."""


_WHOLE = ThreadPoolExecutor(3, "whole-matches")
_TURN = Lock()
PATIENCE = 1.0
"""The seconds for which work over a whole match waits for its turn; then it is done beside the work that takes so long.
Of several threads each keeps the event loop waiting for the interpreter's lock, hence the turns."""


async def over_whole_match(work: Callable[[], T]) -> T:
    """The result of work that takes the longer the longer a match is, done in a thread: one match after the other, but
    two that take long hold up no other."""
    return await asyncio.get_running_loop().run_in_executor(_WHOLE, _in_turn, work)


def _in_turn(work: Callable[[], T]) -> T:
    mine = _TURN.acquire(timeout=PATIENCE)
    try:
        return work()
    finally:
        if mine:
            _TURN.release()


def carried_out(match: Match, work: Callable[[], list[Json]]) -> list[Json]:
    """Runs a command on a match and compresses it for keeping; returns the events."""
    events = work()
    match.compress()
    return events


def shape_fault(command: Any) -> Refusal | None:
    """The refusal of a message that cannot be a command: not a JSON object with a kind, or too large. None: it may be
    one."""
    if not isinstance(command, dict) or not isinstance(command.get("kind"), str):
        return Refusal("", "bad-shape")
    try:
        text = json.dumps(command, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return Refusal("", "bad-shape")
    return Refusal("", "too-large") if len(text) > LARGEST_COMMAND else None


def kind_of(command: Any) -> str:
    """The kind of a command for the log, whatever the message holds."""
    kind = command.get("kind") if isinstance(command, dict) else None
    return kind[:32] if isinstance(kind, str) and kind.isprintable() else "a message without a kind"


def guided_seed(script: Path | None, sequence: int) -> int:
    """The seed of the next command at a guided table, after step `sequence`: the same for everybody who plays alike.
    `script`: the file of its guide."""
    if script is None:
        return sequence
    from webapp.lessons.script import read  # the reader of guides, which few tables need

    return sequence + read(script).match.dice

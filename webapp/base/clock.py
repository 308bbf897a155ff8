"""Clocks for limits, absence and bins: they only run forward, and only while the server runs.

The system's clock is set, by hand or by the network, back or ahead; a machine sleeps, or holds a process still. None of
that is anybody's time."""

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

BEAT_S = 1.0

GAP_S = 10.0
"""The most seconds that count between two beats. A busy loop is late by less; of a sleep no more than this counts."""

OFF_S = 86_400.0
"""The most seconds that count, for bins, of a time in which the server was off."""


class SteadyClock:
    """Seconds in which the server ran. `source`: a clock that never goes back; it may jump ahead."""

    def __init__(self, source: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._last = source()
        self._run = 0.0
        self._beating: asyncio.AbstractEventLoop | None = None

    def now(self) -> float:
        """The seconds so far. The difference of two readings is time; one alone means nothing."""
        self._advance()
        with suppress(RuntimeError):  # no loop runs: it beats from the first reading in one on
            loop = asyncio.get_running_loop()
            if loop is not self._beating:
                self._beating = loop
                self._beat(loop)
        return self._run

    def _advance(self) -> None:
        now = self._source()
        self._run += min(max(now - self._last, 0.0), GAP_S)
        self._last = now

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._advance()
        if loop is self._beating:
            loop.call_later(BEAT_S, self._beat, loop)


steady = SteadyClock()
"""The clock of this process."""


class BinClock:
    """The time for what is deleted for good after weeks, in seconds since the epoch: never ahead of the system's clock,
    and of a jump ahead, or of a time in which the server was off, no more than :data:`OFF_S` counts. Where it lags
    behind, what was deleted stays longer."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._base = float("inf")
        self._since = 0.0

    def open(self, path: Path) -> None:
        """Goes on from the time kept at `path`; without one, from the system's."""
        self._path = path
        now = time.time()
        try:
            kept = float(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            kept = now
        self._base, self._since = min(kept + OFF_S, now), steady.now()
        self.keep()

    def close(self) -> None:
        """Keeps the time, and is the system's clock again."""
        self.keep()
        self._path, self._base = None, float("inf")

    def now(self) -> float:
        """The time."""
        return min(time.time(), self._base + steady.now() - self._since)

    def keep(self) -> None:
        """Keeps the time for the next start; where it cannot be written, the one kept last stays."""
        if self._path is None:
            return
        beside = self._path.with_name(f"{self._path.name}.new")
        with suppress(OSError):
            beside.write_text(str(self.now()), encoding="ascii")
            os.replace(beside, self._path)


bin_clock = BinClock()
"""The clock of this process; opened at start."""

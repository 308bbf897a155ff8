"""Medians and 95th percentiles, printed as they come."""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Report:
    """Prints one line per measurement."""

    def part(self, title: str) -> None:
        """Begins a part."""
        print(f"\n{title}\n{'':44}{'p50':>10}{'p95':>10}  {'n':>5}")

    def times(self, name: str, seconds: list[float]) -> None:
        """Times in milliseconds."""
        self._spread(name, [1000 * s for s in seconds], "ms")

    def values(self, name: str, values: list[float], unit: str) -> None:
        """Anything else that was measured several times."""
        self._spread(name, values, unit)

    def value(self, name: str, value: float, unit: str) -> None:
        """Something that is one figure."""
        print(f"{name:44}{value:>10.2f}{'':>12}       {unit}", flush=True)

    def _spread(self, name: str, values: list[float], unit: str) -> None:
        if not values:
            return
        ordered = sorted(values)
        p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
        print(f"{name:44}{statistics.median(ordered):>10.2f}{p95:>10.2f}  {len(ordered):>5}  {unit}", flush=True)


class Clock:
    """Collects how long things took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        """Times what happens inside."""
        start = time.perf_counter()
        yield
        self.seconds.append(time.perf_counter() - start)

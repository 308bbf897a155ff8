"""Rows of the table of measurements: a figure of ours beside a peer's or an ideal's, taken in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

REPEATS = 5


@dataclass(frozen=True)
class Row:
    """One line. `ours`, `peer`: medians of the repeats, in `unit`. `ratio`: what the goal is about, the median of each
    repeat's own; `low` and `high`: the lowest and highest of them. `goal`: what the ratio should be; `most`: at most,
    else at least; none where nothing is asked for. Without a peer the ratio is ours itself."""

    n: int
    name: str
    ours: float
    peer: float | None
    peer_name: str
    unit: str
    ratio: float
    low: float
    high: float
    goal: float | None
    most: bool

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        if self.goal is None:
            return True
        return self.ratio <= self.goal if self.most else self.ratio >= self.goal

    def to_json(self) -> dict[str, Any]:
        """The row as it is kept."""
        return asdict(self) | {"met": self.met}


def row(
    n: int,
    name: str,
    pairs: Sequence[tuple[float, float | None]],
    unit: str,
    peer: str,
    goal: float | None,
    *,
    most: bool,
) -> Row:
    """A row of repeats, each with our figure and the peer's of the same repeat."""
    ratios = [ours / theirs if theirs is not None else ours for ours, theirs in pairs]
    theirs = [value for _, value in pairs if value is not None]
    return Row(
        n=n,
        name=name,
        ours=statistics.median(ours for ours, _ in pairs),
        peer=statistics.median(theirs) if theirs else None,
        peer_name=peer,
        unit=unit,
        ratio=statistics.median(ratios),
        low=min(ratios),
        high=max(ratios),
        goal=goal,
        most=most,
    )


def p95(values: Iterable[float]) -> float:
    """The 95th percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def cpu(function: Callable[[], Any]) -> float:
    """Processor seconds that a call takes."""
    start = time.process_time()
    function()
    return time.process_time() - start


def show(rows: Iterable[Row]) -> None:
    """Prints them."""
    print(f"{'':3}{'':34}{'ours':>10}{'peer':>10} {'unit':7}{'ratio':>7}{'range':>16}  {'goal':<9}peer")
    for one in rows:
        peer = f"{one.peer:>10.2f}" if one.peer is not None else f"{'-':>10}"
        spread = f"{one.low:.2f}..{one.high:.2f}"
        goal = "-" if one.goal is None else f"{'<=' if one.most else '>='} {one.goal:g}{'' if one.met else ' !'}"
        print(
            f"{one.n:<3}{one.name:34}{one.ours:>10.2f}{peer} {one.unit:7}{one.ratio:>7.2f}{spread:>16}  {goal:<9}"
            f"{one.peer_name}",
            flush=True,
        )

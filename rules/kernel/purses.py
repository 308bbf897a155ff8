"""Figures of a seat or a piece that are gained, paid and moved between boxes: its purse.

A purse is plain data, boxes with a number each; a box that holds nothing is left out. Functions return the purse after
a change and check no rule but that nothing is taken that is not there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

Purse = Mapping[str, int]
"""The number in each box that holds anything."""
Limits = Mapping[str, int]
"""The most that a box may hold, for those with a limit."""


class Lack(NamedTuple):
    """The first box of a price that holds too little."""

    box: str
    needs: int
    has: int


def held(purse: Purse, *boxes: str) -> int:
    """What these boxes hold together; without any, all of them."""
    return sum(purse.get(box, 0) for box in boxes) if boxes else sum(purse.values())


def room(purse: Purse, box: str, limits: Limits) -> int | None:
    """What a box can still take; None: it has no limit."""
    most = limits.get(box)
    return None if most is None else max(0, most - held(purse, box))


def gained(purse: Purse, gain: Purse, limits: Limits = {}) -> Purse:  # noqa: B006 (it is never changed)
    """The purse after a gain, of which what a full box cannot take is lost.

    >>> gained({"worker": 4, "spark": 1}, {"worker": 3, "spark": 2}, {"worker": 5})
    {'worker': 5, 'spark': 3}
    """
    taken = {box: n if (most := room(purse, box, limits)) is None else min(n, most) for box, n in gain.items()}
    return _after(purse, taken)


def lacking(purse: Purse, price: Purse) -> Lack | None:
    """What a price lacks; None: it can be paid.

    >>> lacking({"spark": 1}, {"spark": 2})
    Lack(box='spark', needs=2, has=1)
    """
    lacks = (Lack(box, n, held(purse, box)) for box, n in price.items() if n > held(purse, box))
    return next(lacks, None)


def paid(purse: Purse, price: Purse) -> Purse:
    """The purse after a price is paid. Raises ValueError where something lacks."""
    if (lack := lacking(purse, price)) is not None:
        raise ValueError(f"{lack.needs} of {lack.box} are to be paid, {lack.has} are there")
    return _after(purse, {box: -n for box, n in price.items()})


def moved(purse: Purse, source: str, target: str, count: int, limits: Limits = {}) -> Purse:  # noqa: B006
    """The purse after `count` are moved from one box to another, as many as are there and as the other can take.

    >>> moved({"reserve": 3}, "reserve", "fatigue", 5)
    {'fatigue': 3}
    """
    most = min(count, held(purse, source))
    if (free := room(purse, target, limits)) is not None:
        most = min(most, free)
    return _after(purse, {source: -most, target: most})


def shown(purse: Purse, hidden: Collection[str]) -> Purse:
    """The purse as others see it, without these boxes."""
    return {box: n for box, n in purse.items() if box not in hidden}


def _after(purse: Purse, change: Purse) -> Purse:
    purse_after = {**purse}
    for box, n in change.items():
        purse_after[box] = purse_after.get(box, 0) + n
    return {box: n for box, n in purse_after.items() if n}

"""The seats of a match, in order, and its viewers.

A seat is a number as a string: "1", "2", … as many as the match has. Turn order and priority are the game's; this
module only has the order around the table."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from rules.kernel.codec import noun

Seat = Annotated[str, Field(pattern=r"^[1-9][0-9]?$")]
"""A seat: for the type checker a string; in JSON anything else than a number in a string is refused."""


@noun
class OfSeat:
    """The base of events, commands and frames that belong to one seat; the seat is the first field."""

    seat: Seat


Viewer = str
"""A seat or `SPECTATOR`; in a history also `EVERYONE`."""

SPECTATOR: Viewer = "spectator"
"""The viewer without a seat, who sees what all may see."""

EVERYONE: Viewer = "everyone"
"""The viewer of a finished match, who sees every secret."""


@lru_cache(maxsize=100)
def seats_of(count: int) -> tuple[Seat, ...]:
    """The first `count` seats, in order.

    >>> seats_of(3)
    ('1', '2', '3')
    """
    return tuple(str(n) for n in range(1, count + 1))


def other(seat: Seat) -> Seat:
    """The other seat of a game for two.

    >>> other("1"), other("2")
    ('2', '1')
    """
    return "2" if seat == "1" else "1"


def viewers_of(seats: Sequence[Seat]) -> tuple[Viewer, ...]:
    """All viewers of a match that goes on: its seats, then the spectator."""
    return (*seats, SPECTATOR)


def order_from(seats: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """The seats in turn order, beginning with `first`.

    >>> order_from(("1", "2", "3"), "2")
    ('2', '3', '1')
    """
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def next_after(seats: Sequence[Seat], seat: Seat, among: Container[Seat] | None = None) -> Seat | None:
    """The next seat in turn order after `seat`, of those `among` (left out: all): `seat` itself where it is the only
    one, None where there is none.

    >>> next_after(("1", "2", "3"), "3"), next_after(("1", "2", "3"), "3", among=("2",))
    ('1', '2')
    """
    order = order_from(seats, seat)
    return next((s for s in (*order[1:], seat) if among is None or s in among), None)

"""The two seats of a match between two. Only until the first game names its own."""

from __future__ import annotations

from typing import Literal

Seat = Literal["1", "2"]
Viewer = Literal["1", "2", "spectator"]

SEATS: tuple[Seat, Seat] = ("1", "2")
"""Both, in their own order: whose turn it is, who has priority, is the game's business."""


def other(seat: Seat) -> Seat:
    """The seat across the table.

    >>> other("1")
    '2'
    """
    return "2" if seat == "1" else "1"

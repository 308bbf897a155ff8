"""The two seats of a match."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.kernel.seats import other as other

Seat = Annotated[str, Field(pattern=r"^[12]$")]
"""A seat's name. For the type checker a string; anything but "1" and "2" in JSON is refused on reading."""

SEATS: tuple[Seat, Seat] = ("1", "2")
"""The two seats in their own order: player 1 (SET-1) and priority (GEN-5) are in the state."""

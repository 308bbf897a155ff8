"""A seat as others see it, and who holds it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.refusals import Refusal

NOT_SEATED = Refusal("", "not-seated")

HOUSE = "house"
"""The holder of seats that bots have to themselves. No browser's id is that short."""


def browser_of(holder: str) -> str:
    """The browser's id in a seat's holder, which is ``id``, or ``id/suffix`` for players who share a screen."""
    return holder.partition("/")[0]


@dataclass(frozen=True)
class Seat:
    """A seat; `name` is None while it is free. Nothing is played while a seat is not `ready`."""

    key: str
    name: str | None = None
    ready: bool = True
    bot: str = ""
    """The bot that plays the seat; empty: none."""
    house: bool = False
    """Whether the bot has the seat to itself and stands in for no player."""

    @property
    def free(self) -> bool:
        """Whether somebody may sit down."""
        return self.name is None

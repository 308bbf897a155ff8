"""Events of the Others."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.diktat.events.stacks import Owned
from rules.kernel import Seat, Underscored, tagged

CorruptedFrom = Literal["pile", "track", "discard"]
WhyOverrun = Literal["cards", "darkness"]


@tagged(kind="others-set")
class OthersSet:
    """OTH-1: their pawns on the Artefact, shuffled."""

    order: str


@tagged(kind="corrupted")
class Corrupted:
    """OTH-9: a card goes onto the Others' track. `source`: where it lay."""

    card: str
    source: CorruptedFrom


@tagged(kind="uncorrupted")
class Uncorrupted:
    """A card leaves the Others' track."""

    card: str


@tagged(kind="others-moved")
class OthersMoved(Underscored):
    """NOI-3, OTH-14: pawns from the top of one sector's stack onto another's. `by`: the seat whose effect it was."""

    from_: Annotated[str, Field(alias="from")]
    to: str
    count: int
    by: Seat | None = None


@tagged(kind="corruption")
class CorruptionLaid:
    """NOI-4: a Corruption token is laid in a sector."""

    sector: str


@tagged(kind="infected")
class Infected:
    """NOI-5: a sector gets this number of Darkness tokens."""

    sector: str
    count: int


@tagged(kind="others-attack")
class OthersAttack(Owned):
    """OAS-2: the Others attack a stack that was sent. `hand`: the seat that chooses the pawns, unseen; None where
    nobody can. `owner`: of the stack."""

    stack: str
    hand: Seat | None
    count: int
    owner: Seat | None = None


@tagged(kind="others-gone")
class OthersGone:
    """ORE-6: the Others leave a conquered sector, their pawns seen, with this many Corruption tokens."""

    sector: str
    pawns: str
    corruption: int


@tagged(kind="overrun")
class Overrun:
    """ORE-8: all players lose."""

    why: WhyOverrun

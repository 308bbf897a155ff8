"""The frames of the duel: the procedures being resolved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.invader.packs.cards import Deck
from rules.invader.state import Stage
from rules.kernel import PUBLIC, Fields, OfSeat, Sealed, Seat, StackCodec, frame
from rules.kernel.table_talk import Proposal


@frame("setup", sees=PUBLIC)
class Setup:
    """SET-1 to SET-5."""

    stage: Literal["sides", "deal", "hero"]


@frame("building", sees=Sealed("deck"))
class Building:
    """DCK: decks that are in, each its seat's secret until both are."""

    answers: Mapping[Seat, Deck]


@frame("mulligans", sees=Sealed("keep"))
class Mulligans:
    """SET-4: the answers that are in, each its seat's secret until both are."""

    answers: Mapping[Seat, bool]


@frame("placing", sees=PUBLIC)
class Placing:
    """SET-6, HER-6: the Human puts a Hero into a zone."""


@frame("turn", sees=Fields("stage"))
class Turn:
    """TRN. `at`: which zone is attacked next."""

    stage: Stage
    at: int = 0


@frame("upkeep", sees=Fields(queue=lambda frame: [source for source, _ in frame.queue]))
class Upkeep:
    """TRN-2: the upkeep texts still to be followed, by card (or strategy) and effect."""

    queue: tuple[tuple[str, int], ...]


@frame("settle", sees=PUBLIC)
class Settle:
    """PLY-9: the card on top of the table is paid for. `stage`: whether a cancel, then a reply, may still come."""

    stage: Literal["cancel", "reply", "stands"]


@frame("follow", sees=Fields("source", "seat"))
class Follow:
    """A text being followed, from its step `next` on. `source`: the id of the card that speaks, or the strategy's;
    `zone`: where it stood when the text was begun."""

    source: str
    seat: Seat
    effect: int
    zone: str | None = None
    target: str | None = None
    to: str | None = None
    at: str | None = None
    next: int = 0


@frame("lay-down", sees=PUBLIC)
class LayDown:
    """PLY-12: the order on the table is discarded after all that its text did."""


@frame("ruin", sees=PUBLIC)
class Ruin(OfSeat):
    """EFF-9: this seat discards n cards of its choice."""

    n: int


Frame = Setup | Building | Mulligans | Placing | Turn | Upkeep | Settle | Follow | LayDown | Ruin | Proposal
STACK = StackCodec(Frame)

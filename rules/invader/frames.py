"""The frames of the duel: the procedures being resolved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.invader.packs.cards import Deck
from rules.invader.state import Stage
from rules.kernel import Codec, OfSeat, Seat, stack_codec, tagged
from rules.kernel.table_talk import Proposal


@tagged(frame="setup")
class Setup:
    """SET-1 to SET-5."""

    stage: Literal["sides", "deal", "hero"]


@tagged(frame="building")
class Building:
    """DCK: decks that are in, each its seat's secret until both are."""

    answers: Mapping[Seat, Deck]


@tagged(frame="mulligans")
class Mulligans:
    """SET-4: the answers that are in, each its seat's secret until both are."""

    answers: Mapping[Seat, bool]


@tagged(frame="placing")
class Placing:
    """SET-6, HER-6: the Human puts a Hero into a zone."""


@tagged(frame="turn")
class Turn:
    """TRN. `at`: which zone is attacked next."""

    stage: Stage
    at: int = 0


@tagged(frame="upkeep")
class Upkeep:
    """TRN-2: the upkeep texts still to be followed, by card (or strategy) and effect."""

    queue: tuple[tuple[str, int], ...]


@tagged(frame="settle")
class Settle:
    """PLY-9: the card on top of the table is paid for. `stage`: whether a cancel, then a reply, may still come."""

    stage: Literal["cancel", "reply", "stands"]


@tagged(frame="follow")
class Follow:
    """A text being followed, from its step `next` on. `source`: the id of the card that speaks, or the strategy's;
    `zone`: where it stands or stood."""

    source: str
    seat: Seat
    effect: int
    zone: str | None = None
    target: str | None = None
    to: str | None = None
    at: str | None = None
    next: int = 0


@tagged(frame="lay-down")
class LayDown:
    """PLY-12: the order on the table is discarded after all that its text did."""


@tagged(frame="ruin")
class Ruin(OfSeat):
    """EFF-9: this seat discards n cards of its choice."""

    n: int


Frame = Setup | Building | Mulligans | Placing | Turn | Upkeep | Settle | Follow | LayDown | Ruin | Proposal
STACK: Codec[tuple[Any, ...]] = stack_codec(Frame)

"""What is being resolved, innermost last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.invader.cards import Deck
from rules.invader.state import Stage
from rules.kernel import noun, stack_codec
from rules.kernel.codec import Codec
from rules.kernel.seats import Seat
from rules.kernel.table_talk import Proposal


@noun
class Setup:
    """SET-1 to SET-5."""

    stage: Literal["sides", "deal", "hero"]
    frame: Literal["setup"] = "setup"


@noun
class Building:
    """DCK: decks that are in, each its seat's secret until both are."""

    answers: Mapping[Seat, Deck]
    frame: Literal["building"] = "building"


@noun
class Mulligans:
    """SET-4: the answers that are in, each its seat's secret until both are."""

    answers: Mapping[Seat, bool]
    frame: Literal["mulligans"] = "mulligans"


@noun
class Placing:
    """SET-6, HER-6: the Human puts a Hero into a zone."""

    frame: Literal["placing"] = "placing"


@noun
class Turn:
    """TRN. `at`: which zone is attacked next."""

    stage: Stage
    at: int = 0
    frame: Literal["turn"] = "turn"


@noun
class Upkeep:
    """TRN-2: the upkeep texts still to be followed, by card (or strategy) and effect."""

    queue: tuple[tuple[str, int], ...]
    frame: Literal["upkeep"] = "upkeep"


@noun
class Settle:
    """PLY-9: the card on top of the table is paid for. `stage`: whether a cancel, then a reply, may still come."""

    stage: Literal["cancel", "reply", "stands"]
    frame: Literal["settle"] = "settle"


@noun
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
    frame: Literal["follow"] = "follow"


@noun
class LayDown:
    """PLY-12: the order on the table is discarded after all that its text did."""

    frame: Literal["lay-down"] = "lay-down"


@noun
class Ruin:
    """EFF-9: this seat discards n cards of its choice."""

    seat: Seat
    n: int
    frame: Literal["ruin"] = "ruin"


Frame = Setup | Building | Mulligans | Placing | Turn | Upkeep | Settle | Follow | LayDown | Ruin | Proposal
STACK: Codec[tuple[Any, ...]] = stack_codec(Frame)

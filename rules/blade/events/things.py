"""Hands on things, and what the scenario does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel import PUBLIC, Underscored, event

Ids = tuple[str, ...]
From = Annotated[str, Field(alias="from")]

# ---- hands on things -------------------------------------------------------------------------------------------------


@event("handled", sees=PUBLIC)
class ObjectHandled:
    """`done`: success; else `progress` so far."""

    object: str
    by: str
    done: bool
    progress: int = 0
    stays: bool = False


@event("tried", sees=PUBLIC)
class Tried:
    """A complex manipulation, and whether it succeeded (MNP-8)."""

    by: str
    what: str
    id: str
    total: int
    success: bool


@event("door", sees=PUBLIC)
class DoorMoved:
    door: str
    to: str
    by: str | None = None
    found: bool = False


@event("smashed", sees=PUBLIC)
class Smashed:
    """SKL-25."""

    piece: str
    by: str


@event("drew", sees=PUBLIC)
class Drew:
    """Cards of the deck, seen by all; with a zone they lie there, else the chest's opener has them before them."""

    items: Ids
    zone: str | None = None


@event("put", sees=PUBLIC)
class ItemPut:
    """An item comes to lie in a zone from nowhere."""

    item: str
    zone: str


@event("took", sees=PUBLIC)
class ItemTaken(Underscored):
    who: str
    item: str
    from_: Annotated[Literal["ground", "chest"], Field(alias="from")]


@event("gave", sees=PUBLIC)
class Gave(Underscored):
    item: str
    from_: From
    to: str


@event("refused-item", sees=PUBLIC)
class ItemRefused:
    """MNP-5: the other player does not agree."""

    item: str
    by: str


@event("dropped", sees=PUBLIC)
class Dropped:
    """Out of the hand, into a zone (MNP-13, SHT-6)."""

    who: str
    item: str
    zone: str
    thrown: bool = False


@event("threw", sees=PUBLIC)
class Threw:
    """MNP-12."""

    who: str
    item: str
    zone: str
    landed: str
    successes: int


@event("caught", sees=PUBLIC)
class Caught:
    who: str
    item: str


@event("item-lost", sees=PUBLIC)
class ItemLost:
    """A card is discarded: from a hero, or from a zone."""

    item: str
    who: str | None = None
    zone: str | None = None


@event("exploded", sees=PUBLIC)
class Exploded:
    """ITM-8."""

    item: str
    zone: str


@event("left", sees=PUBLIC)
class LeftBoard:
    """BRD-16."""

    who: str
    zone: str
    base: int
    gems: int


# ---- the scenario ----------------------------------------------------------------------------------------------------


@event("rule", sees=PUBLIC)
class RuleSpoke:
    rule: str
    event: bool = False


@event("revealed", sees=PUBLIC)
class Revealed:
    zone: str
    token: str


@event("counter", sees=PUBLIC)
class CounterMoved:
    id: str
    to: int


@event("sight-changed", sees=PUBLIC)
class SightChanged:
    at_most: int | None
    until: str | None = None


@event("token-laid", sees=PUBLIC)
class TokenLaid:
    what: str
    zone: str | None = None
    border: tuple[str, str] | None = None


@event("token-gone", sees=PUBLIC)
class TokenGone:
    what: str
    zone: str | None = None
    border: tuple[str, str] | None = None


@event("link", sees=PUBLIC)
class LinkMoved:
    link: str
    open: bool


@event("recovery", sees=PUBLIC)
class RecoveryChanged:
    to: int


@event("granted", sees=PUBLIC)
class Granted:
    who: str
    skill: str
    given: bool


@event("by-hand", sees=PUBLIC)
class SettledByHand:
    """SKL-34."""

    rule: str
    words: Ids


@event("adjusted", sees=PUBLIC)
class Adjusted:
    """One change that all have agreed to."""

    change: Mapping[str, Any]

"""Hands on things, and what the scenario does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel import Underscored, tagged

Ids = tuple[str, ...]
From = Annotated[str, Field(alias="from")]

# ---- hands on things -------------------------------------------------------------------------------------------------


@tagged(kind="handled")
class Handled:
    """`done`: success; else `progress` so far."""

    object: str
    by: str
    done: bool
    progress: int = 0
    stays: bool = False


@tagged(kind="tried")
class Tried:
    """A complex manipulation, and whether it succeeded (MNP-8)."""

    by: str
    what: str
    id: str
    total: int
    success: bool


@tagged(kind="door")
class DoorMoved:
    door: str
    to: str
    by: str | None = None
    found: bool = False


@tagged(kind="smashed")
class Smashed:
    """SKL-25."""

    piece: str
    by: str


@tagged(kind="drew")
class Drew:
    """Cards of the deck, seen by all; with a zone they lie there, else the chest's opener has them before them."""

    items: Ids
    zone: str | None = None


@tagged(kind="put")
class ItemPut:
    """An item comes to lie in a zone from nowhere."""

    item: str
    zone: str


@tagged(kind="took")
class Took(Underscored):
    who: str
    item: str
    from_: Annotated[Literal["ground", "chest"], Field(alias="from")]


@tagged(kind="gave")
class Gave(Underscored):
    item: str
    from_: From
    to: str


@tagged(kind="refused-item")
class ItemRefused:
    """MNP-5: the other player does not agree."""

    item: str
    by: str


@tagged(kind="dropped")
class Dropped:
    """Out of the hand, into a zone (MNP-13, SHT-6)."""

    who: str
    item: str
    zone: str
    thrown: bool = False


@tagged(kind="threw")
class Threw:
    """MNP-12."""

    who: str
    item: str
    zone: str
    landed: str
    successes: int


@tagged(kind="caught")
class Caught:
    who: str
    item: str


@tagged(kind="item-lost")
class ItemLost:
    """A card is discarded: from a hero, or from a zone."""

    item: str
    who: str | None = None
    zone: str | None = None


@tagged(kind="exploded")
class Exploded:
    """ITM-8."""

    item: str
    zone: str


@tagged(kind="left")
class LeftBoard:
    """BRD-16."""

    who: str
    zone: str
    base: int
    gems: int


# ---- the scenario ----------------------------------------------------------------------------------------------------


@tagged(kind="rule")
class RuleSpoke:
    rule: str
    event: bool = False


@tagged(kind="revealed")
class Revealed:
    zone: str
    token: str


@tagged(kind="counter")
class CounterMoved:
    id: str
    to: int


@tagged(kind="sight-changed")
class SightChanged:
    at_most: int | None
    until: str | None = None


@tagged(kind="token-laid")
class TokenLaid:
    what: str
    zone: str | None = None
    border: tuple[str, str] | None = None


@tagged(kind="token-gone")
class TokenGone:
    what: str
    zone: str | None = None
    border: tuple[str, str] | None = None


@tagged(kind="link")
class LinkMoved:
    link: str
    open: bool


@tagged(kind="recovery")
class RecoveryChanged:
    to: int


@tagged(kind="granted")
class Granted:
    who: str
    skill: str
    given: bool


@tagged(kind="by-hand")
class SettledByHand:
    """SKL-34."""

    rule: str
    words: Ids


@tagged(kind="adjusted")
class Adjusted:
    """One change that all have agreed to."""

    change: Mapping[str, Any]

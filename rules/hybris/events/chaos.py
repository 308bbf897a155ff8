"""Chaos and Combats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rules.kernel import PUBLIC, Fields, Json, OfSeat, Seat, Underscored, event, size_of


@event("attracted", sees=PUBLIC)
class Attracted(OfSeat):
    """ATR-1. `applied`: whether each effect of the upper part is."""

    aegis: int
    card: str
    applied: tuple[bool, ...]


@event("chaos-shuffled", sees=Fields(count=size_of("order")))
class ChaosShuffled:
    """MOM-4: the discard becomes the pile."""

    order: tuple[str, ...]


@event("momentum", sees=Fields("now", "why"))
class MomentumGained:
    """MOM-1: the top card, whose face nobody sees."""

    card: str
    now: int
    why: str


@event("momentum-lost", sees=PUBLIC)
class MomentumLost:
    """Momentum goes to the discard, the last gained first."""

    cards: tuple[str, ...]
    why: str


@event("unleashed", sees=PUBLIC)
class Unleashed:
    """MOM-2: all Momentum is discarded, Camp and Well are emptied."""

    cards: tuple[str, ...]


@event("progressed", sees=PUBLIC)
class Progressed(Underscored):
    """PRO-1. One beyond the last space is the Cataclysm pile."""

    from_: Annotated[int, Field(alias="from")]
    to: int


@event("intercept-asked", sees=PUBLIC)
class InterceptAsked:
    """INT-2."""

    seats: tuple[Seat, ...]


@event("declined-intercept", sees=PUBLIC)
class DeclinedIntercept(OfSeat):
    pass


@event("intercepted", sees=PUBLIC)
class Intercepted(OfSeat):
    """INT-3: this seat tries."""


@event("repelled", sees=PUBLIC)
class Repelled(OfSeat):
    """REP: by this seat, with so much Momentum."""

    momentum: int


@event("city-destroyed", sees=PUBLIC)
class CityDestroyed:
    """CAT-1."""

    city: str


@event("absorbed", sees=PUBLIC)
class Absorbed:
    """CAT-2, CAT-3. `removed`: Technologies with their owners, Temples by owner, characters."""

    city: str
    technologies: tuple[tuple[str, Seat], ...]
    temples: tuple[Seat, ...]
    characters: tuple[str, ...]


@event("chaos-placed", sees=PUBLIC)
class ChaosPlaced:
    """CAT-5, REP-1."""

    space: int


@event("chaos-card-closed", sees=PUBLIC)
class CardClosed:
    """ATR-3, CCB-5: a card that lay open goes to the discard."""

    card: str


# ---- Combats ---------------------------------------------------------------------------------------------------------


@event("combat-began", sees=PUBLIC)
class CombatBegan(OfSeat):
    """COM-1. `foe`: a character, None for Chaos."""

    against: Literal["defend", "intercept", "fight"]
    character: str
    foe: str | None


@event("chaos-card", sees=PUBLIC)
class ChaosCard:
    """CCB-3."""

    card: str
    force: int
    applied: tuple[bool, ...]


@event("committed", sees=PUBLIC)
class CommittedTo(OfSeat):
    """COM-4, COM-5: opened. `energy`: paid for MK powers."""

    cards: tuple[str, ...]
    determination: int
    tokens: Mapping[Seat, int]
    mk: tuple[int, ...]
    energy: int = 0


@event("compared", sees=PUBLIC)
class Compared:
    """COM-1: both sums with their parts. `against`: as of `CombatBegan`; older matches have none."""

    own: Json
    foe: Json
    won: bool
    against: Literal["defend", "intercept", "fight", ""] = ""


@event("combat-cards", sees=PUBLIC)
class CombatCards(OfSeat):
    """COM-6: the committed cards go to their owner's discard."""

    cards: tuple[str, ...]


@event("defeated", sees=PUBLIC)
class Defeated:
    """COM-7."""

    character: str
    to: Literal["underworld", "reserve"]

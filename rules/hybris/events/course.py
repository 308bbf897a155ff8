"""The course of a match: setting up, Ages and phases, turns, the places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.hybris.state import Phase
from rules.kernel import PUBLIC, Fields, Json, OfSeat, Only, OwnEntry, Seat, Underscored, event, size_of

# ---- setting up ------------------------------------------------------------------------------------------------------


@event("order-drawn", sees=PUBLIC)
class OrderDrawn:
    """GRA-3: the first order of Grandeur."""

    order: tuple[Seat, ...]


@event("olympian-chosen", sees=PUBLIC)
class OlympianChosen(OfSeat):
    """SET-1, SET-2: and its material lies before the seat."""

    olympian: str


@event("shuffled", sees=Fields("what", count=size_of("order")))
class Shuffled:
    """A pile of nobody has a new order."""

    what: Literal["exploration", "chaos", "cataclysm", "premonitions", "technologies"]
    order: tuple[str, ...]


@event("deck-shuffled", sees=Fields("seat", count=size_of("order")))
class DeckShuffled(OfSeat):
    """RES-9: a pile of Conflict cards has a new order, those of the discard in it."""

    order: tuple[str, ...]


@event("technology-shown", sees=PUBLIC)
class TechnologyShown:
    """OLY-2, SET-11: the top of the pile lies open."""

    technology: str


@event("technology-under", sees=PUBLIC)
class TechnologyUnder:
    """FIN-6: the one that has lain open longest goes under the pile."""

    technology: str


# ---- Ages and phases -------------------------------------------------------------------------------------------------


@event("age-began", sees=PUBLIC)
class AgeBegan:
    """Wounds of the Age before are old ones (FIN-3)."""

    age: int


@event("age-ended", sees=PUBLIC)
class AgeEnded:
    age: int


@event("phase-began", sees=PUBLIC)
class PhaseBegan:
    """With the Action phase its order is fixed (ACT-1)."""

    phase: Phase


@event("pillar-taken", sees=PUBLIC)
class PillarTaken(OfSeat):
    """PIL-2."""

    pillar: str


@event("pillars-back", sees=PUBLIC)
class PillarsBack:
    """FIN-6."""


@event("returned", sees=PUBLIC)
class Returned:
    """LOC-5: all characters in places and Cities are back in the reserves, prisoners excepted."""


@event("planned", sees=Only("seat", "plan"))
class Planned(OfSeat):
    """PLN-1: somebody has planned; what is its own secret."""

    plan: Json


@event("plans-closed", sees=OwnEntry("tokens"))
class PlansClosed:
    """PLN: all see who bears a token, the faces their own seats alone."""

    tokens: Mapping[Seat, Mapping[str, str]]
    bearers: Mapping[Seat, tuple[str, ...]]
    convert: Mapping[Seat, int]
    assign: Mapping[Seat, tuple[str, ...]]
    heal: tuple[Seat, ...]


@event("tokens-returned", sees=PUBLIC)
class TokensReturned:
    """FIN-4."""


@event("healed", sees=PUBLIC)
class Healed(OfSeat):
    """FIN-3."""


# ---- turns -----------------------------------------------------------------------------------------------------------


@event("turn-began", sees=PUBLIC)
class TurnBegan(OfSeat):
    """ACT-2."""


@event("passed", sees=PUBLIC)
class Passed(OfSeat):
    """ACT-2: its tokens come back."""


@event("turn-ended", sees=PUBLIC)
class TurnEnded(OfSeat):
    pass


@event("activated", sees=PUBLIC)
class Activated(OfSeat):
    """ACT-3: the token is turned up. `to`: where the character goes or stays; `bonus`: by a Bonus Location token."""

    character: str
    token: str
    to: str
    bonus: bool = False


@event("forgone", sees=PUBLIC)
class Forgone(OfSeat):
    """ACT-4."""

    character: str
    token: str


@event("moved", sees=PUBLIC)
class Moved(Underscored):
    character: str
    from_: Annotated[str, Field(alias="from")]
    to: str


@event("acted", sees=PUBLIC)
class Acted(OfSeat):
    """An action begins. `what`: the thing that it names."""

    action: str
    character: str
    what: Any = None


# ---- the base's places -----------------------------------------------------------------------------------------------


@event("designed", sees=PUBLIC)
class Designed(OfSeat):
    """OLY-2."""

    technology: str


@event("made", sees=PUBLIC)
class Made(OfSeat):
    """FOR-1: a plan goes to space 1. `token`: with a token on it (PAY-6)."""

    technology: str
    token: bool


@event("tile-sent", sees=PUBLIC)
class TileSent(OfSeat):
    """RND-3: the cubes of the gauge and of the tile go, its Worker leaves it, the tile goes to space 1."""

    tile: str
    token: bool


@event("factory-moved", sees=PUBLIC)
class FactoryMoved:
    """FOR-2: everything in the Factory moves one space on."""


@event("left-factory", sees=PUBLIC)
class LeftFactory(OfSeat):
    """FOR-2, RND-5: a Technology is ready, a tile activated."""

    card: str


@event("temple-built", sees=PUBLIC)
class TempleBuilt(OfSeat):
    """MOR-1."""

    city: str


@event("deployed", sees=PUBLIC)
class Deployed(OfSeat):
    """MOR-2."""

    technology: str
    city: str
    token: bool


@event("fulfilled", sees=PUBLIC)
class Fulfilled(OfSeat):
    """IMP-1: the Improvement of this number."""

    improvement: int


@event("prophet-freed", sees=PUBLIC)
class ProphetFreed(OfSeat):
    """IMP-4."""

    character: str


@event("resurrected", sees=PUBLIC)
class Resurrected(OfSeat):
    """UND-2."""

    character: str


@event("hunted", sees=PUBLIC)
class Hunted(OfSeat):
    """ART-6."""

    place: str


@event("left", sees=PUBLIC)
class Left(OfSeat):
    """GEN-10."""


@event("adjusted", sees=PUBLIC)
class Adjusted:
    """A change that all have agreed to."""

    change: Json

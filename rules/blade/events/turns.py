"""Setting up, turns, gems, the river, and seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rules.blade.packs.language import Side
from rules.blade.state import Stance
from rules.kernel import OfSeat, Seat, Underscored, tagged

Ids = tuple[str, ...]
From = Annotated[str, Field(alias="from")]

# ---- setting up ------------------------------------------------------------------------------------------------------


@tagged(kind="hero-taken")
class HeroTaken(OfSeat):
    hero: str


@tagged(kind="shuffled")
class Shuffled:
    """PRE-2: the deck, top first; a secret."""

    order: Ids


@tagged(kind="hidden-laid")
class HiddenLaid:
    """BAS-7: face-down tokens by zone. `known_to`: who sees them besides nobody."""

    tokens: Mapping[str, str]
    known_to: Literal["nobody", "overlord"] = "nobody"


# ---- turns -----------------------------------------------------------------------------------------------------------


@tagged(kind="turn-began")
class TurnBegan:
    side: Side
    round: int


@tagged(kind="stance")
class StanceSaid(OfSeat):
    """HRO-2: a declaration, which may still change."""

    stances: Mapping[str, Stance]


@tagged(kind="stances-set")
class StancesSet:
    stances: Mapping[str, Stance]


@tagged(kind="recovered")
class Recovered:
    """GEM-7: from fatigue to the reserve, of a hero or the Overlord."""

    who: str
    count: int


@tagged(kind="swept")
class Swept:
    """GEM-5: gems from boxes, spell cards or both to fatigue; `settled` of them go on to wounds (WND-4)."""

    who: str
    count: int
    boxes: bool
    cards: bool
    settled: int = 0


@tagged(kind="marker")
class MarkerMoved:
    to: int


@tagged(kind="turn-ended")
class TurnEnded:
    side: Side


@tagged(kind="done")
class SeatDone(OfSeat):
    """HRO-9."""


@tagged(kind="undone")
class SeatUndone(OfSeat):
    """HRO-9."""


@tagged(kind="passed")
class HandPassed(OfSeat):
    """VAR-2."""

    to: Seat


# ---- gems ------------------------------------------------------------------------------------------------------------


@tagged(kind="spent")
class Spent(Underscored):
    """GEM-2: gems from the reserve of a hero or the Overlord to a box, a spell card, or straight to `fatigue` (OVL-3,
    ALY-6)."""

    who: str
    on: str
    count: int
    for_: Annotated[str, Field(alias="for")]


@tagged(kind="gems-moved")
class GemsMoved(Underscored):
    """Gems move between a hero's zones, or come from elsewhere (`gift`)."""

    who: str
    from_: From
    to: str
    count: int
    why: str


@tagged(kind="owed-settled")
class OwedSettled:
    """WND-4."""

    who: str
    count: int


# ---- the river -------------------------------------------------------------------------------------------------------


@tagged(kind="activated")
class Activated:
    """OVL-3, OVL-4: the tile goes to the right end."""

    tile: str
    slot: int
    cost: int


@tagged(kind="commanded")
class Commanded:
    """ALY-2."""

    ally: str
    by: str


@tagged(kind="activation-ended")
class ActivationEnded:
    who: str


@tagged(kind="tile-moved")
class TileMoved:
    tile: str
    by: int


@tagged(kind="tile-died")
class TileDied:
    """RIV-3."""

    tile: str


@tagged(kind="tile-revived")
class TileRevived:
    """RIV-4."""

    tile: str


@tagged(kind="cleared")
class Cleared:
    """RIV-5: gems that leave the game."""

    tile: str
    fatigue: int
    reserve: int


@tagged(kind="event")
class EventUsed:
    """EVT-1; `event` None: nothing could be done."""

    event: str | None


@tagged(kind="entered-play")
class EnteredPlay:
    """A figure comes from the reserve, or from the dead (EVT-3, EVT-4)."""

    who: str
    zone: str
    why: Literal["spawned", "reinforced"]


# ---- seats -----------------------------------------------------------------------------------------------------------


@tagged(kind="hand-over-offered")
class HandOverOffered(OfSeat):
    hero: str
    to: Seat


@tagged(kind="handed-over")
class HandedOver(OfSeat):
    """BAS-2, WIN-5: a hero goes to this seat."""

    hero: str


@tagged(kind="hand-over-declined")
class HandOverDeclined(OfSeat):
    hero: str

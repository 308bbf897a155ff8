"""Setting up, turns, gems, the river, and seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rules.blade.packs.word_table import Side
from rules.blade.state import OVERLORD, Stance
from rules.kernel import PUBLIC, Fields, Json, OfSeat, Seat, Seen, Underscored, event, size_of

Ids = tuple[str, ...]
From = Annotated[str, Field(alias="from")]

# ---- setting up ------------------------------------------------------------------------------------------------------


@event("hero-taken", sees=PUBLIC)
class HeroTaken(OfSeat):
    hero: str


@event("shuffled", sees=Fields(cards=size_of("order")))
class Shuffled:
    """PRE-2: the deck, top first; a secret."""

    order: Ids


def _face_down(event: HiddenLaid, whole: Json) -> Seen:
    """BAS-7: the zones; what lies there the Overlord may know."""
    common = {"kind": "hidden-laid", "zones": list(event.tokens), "tokens": None}
    return Seen(common, {OVERLORD: common | {"tokens": dict(event.tokens)}} if event.known_to == "overlord" else {})


@event("hidden-laid", sees=_face_down)
class HiddenLaid:
    """BAS-7: face-down tokens by zone. `known_to`: who sees them besides nobody."""

    tokens: Mapping[str, str]
    known_to: Literal["nobody", "overlord"] = "nobody"


# ---- turns -----------------------------------------------------------------------------------------------------------


@event("turn-began", sees=PUBLIC)
class TurnBegan:
    side: Side
    round: int


@event("stance", sees=PUBLIC)
class StanceSaid(OfSeat):
    """HRO-2: a declaration, which may still change."""

    stances: Mapping[str, Stance]


@event("stances-set", sees=PUBLIC)
class StancesSet:
    stances: Mapping[str, Stance]


@event("recovered", sees=PUBLIC)
class Recovered:
    """GEM-7: from fatigue to the reserve, of a hero or the Overlord."""

    who: str
    count: int


@event("swept", sees=PUBLIC)
class Swept:
    """GEM-5: gems from boxes, spell cards or both to fatigue; `settled` of them go on to wounds (WND-4)."""

    who: str
    count: int
    boxes: bool
    cards: bool
    settled: int = 0


@event("marker", sees=PUBLIC)
class MarkerMoved:
    to: int


@event("turn-ended", sees=PUBLIC)
class TurnEnded:
    side: Side


@event("done", sees=PUBLIC)
class SeatDone(OfSeat):
    """HRO-9."""


@event("undone", sees=PUBLIC)
class SeatUndone(OfSeat):
    """HRO-9."""


@event("passed", sees=PUBLIC)
class HandPassed(OfSeat):
    """VAR-2."""

    to: Seat


# ---- gems ------------------------------------------------------------------------------------------------------------


@event("spent", sees=PUBLIC)
class Spent(Underscored):
    """GEM-2: gems from the reserve of a hero or the Overlord to a box, a spell card, or straight to `fatigue` (OVL-3,
    ALY-6)."""

    who: str
    on: str
    count: int
    for_: Annotated[str, Field(alias="for")]


@event("gems-moved", sees=PUBLIC)
class GemsMoved(Underscored):
    """Gems move between a hero's zones, or come from elsewhere (`gift`)."""

    who: str
    from_: From
    to: str
    count: int
    why: str


@event("owed-settled", sees=PUBLIC)
class OwedSettled:
    """WND-4."""

    who: str
    count: int


# ---- the river -------------------------------------------------------------------------------------------------------


@event("activated", sees=PUBLIC)
class Activated:
    """OVL-3, OVL-4: the tile goes to the right end."""

    tile: str
    slot: int
    cost: int


@event("commanded", sees=PUBLIC)
class Commanded:
    """ALY-2."""

    ally: str
    by: str


@event("activation-ended", sees=PUBLIC)
class ActivationEnded:
    who: str


@event("tile-moved", sees=PUBLIC)
class TileMoved:
    tile: str
    by: int


@event("tile-died", sees=PUBLIC)
class TileDied:
    """RIV-3."""

    tile: str


@event("tile-revived", sees=PUBLIC)
class TileRevived:
    """RIV-4."""

    tile: str


@event("cleared", sees=PUBLIC)
class Cleared:
    """RIV-5: gems that leave the game."""

    tile: str
    fatigue: int
    reserve: int


@event("event", sees=PUBLIC)
class EventUsed:
    """EVT-1; `event` None: nothing could be done."""

    event: str | None


@event("entered-play", sees=PUBLIC)
class EnteredPlay:
    """A figure comes from the reserve, or from the dead (EVT-3, EVT-4)."""

    who: str
    zone: str
    why: Literal["spawned", "reinforced"]


# ---- seats -----------------------------------------------------------------------------------------------------------


@event("hand-over-offered", sees=PUBLIC)
class HandOverOffered(OfSeat):
    hero: str
    to: Seat


@event("handed-over", sees=PUBLIC)
class HandedOver(OfSeat):
    """BAS-2, WIN-5: a hero goes to this seat."""

    hero: str


@event("hand-over-declined", sees=PUBLIC)
class HandOverDeclined(OfSeat):
    hero: str

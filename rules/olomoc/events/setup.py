"""Events of setting up: agenda, decor, markers, cabals and ministries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.kernel import PUBLIC, Fields, Only, OwnEntry, event, size_of
from rules.olomoc.seats import Seat
from rules.olomoc.state import Cabal, Edge, Point


@event("first-set", sees=PUBLIC)
class FirstSet:
    """SET-1: this seat is player 1 (GEN-5: it has priority until a card says otherwise)."""

    seat: Seat


@event("agenda-chosen", sees=PUBLIC)
class AgendaChosen:
    """SET-2: the agenda of the match."""

    agenda: str


@event("marker-placed", sees=PUBLIC)
class MarkerPlaced:
    """A marker is put on the Bloc."""

    marker: str
    at: Point
    size: int
    tinted: bool = False


@event("marker-removed", sees=PUBLIC)
class MarkerRemoved:
    """A marker leaves the Bloc."""

    marker: str


@event("decor-placed", sees=PUBLIC)
class DecorPlaced:
    """SET-3: a decor stands on the Bloc."""

    decor: str
    type: Literal["obstructing", "open", "zone"]
    polygon: tuple[Point, ...]
    tinted: bool


@event("decor-left-out", sees=PUBLIC)
class DecorLeftOut:
    """SET-3: a decor fits nowhere and is left out."""

    decor: str


@event("edge-chosen", sees=PUBLIC)
class EdgeChosen:
    """SET-4: player 2's deployment line; player 1 has the opposite one."""

    seat: Seat
    edge: Edge


@event("ministries-dealt", sees=OwnEntry("hands"))
class MinistriesDealt:
    """SET-5: both hands of ministries, each its owner's secret, and the fallen ministry, which all see."""

    hands: Mapping[Seat, tuple[str, ...]]
    fallen: str | None


@event("shuffled", sees=Fields(cards=size_of("order")))
class Shuffled:
    """The order of the Artefact's pile, top first, which nobody may know."""

    order: tuple[str, ...]


@event("composed", sees=Only("seat", "cabal"))
class Composed:
    """A seat has composed its cabal, which is its secret until both have (CAB-3)."""

    seat: Seat
    cabal: Cabal


@event("drafted", sees=PUBLIC)
class Drafted:
    """CAB-3: a seat takes a card in the draft, seen by all."""

    seat: Seat
    card: str
    bearer: str | None = None


@event("cabals-revealed", sees=PUBLIC)
class CabalsRevealed:
    """Both cabals, and the rouages that they bring: `{"id", "seat", "card", "equipment", "profile"}` each."""

    cabals: Mapping[Seat, Cabal]
    rouages: tuple[dict[str, Any], ...]

"""Events of setting up: agenda, decor, markers, cabals and ministries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.kernel import noun
from rules.olomoc.seats import Seat
from rules.olomoc.state import Cabal, Edge, Point


@noun
class FirstSet:
    """SET-1: this seat is player 1 (GEN-5: it has priority until a card says otherwise)."""

    seat: Seat
    kind: Literal["first-set"] = "first-set"


@noun
class AgendaChosen:
    """SET-2: the agenda of the match."""

    agenda: str
    kind: Literal["agenda-chosen"] = "agenda-chosen"


@noun
class MarkerPlaced:
    """A marker is put on the Bloc."""

    marker: str
    at: Point
    size: int
    tinted: bool = False
    kind: Literal["marker-placed"] = "marker-placed"


@noun
class MarkerRemoved:
    """A marker leaves the Bloc."""

    marker: str
    kind: Literal["marker-removed"] = "marker-removed"


@noun
class DecorPlaced:
    """SET-3: a decor stands on the Bloc."""

    decor: str
    type: Literal["obstructing", "open", "zone"]
    polygon: tuple[Point, ...]
    tinted: bool
    kind: Literal["decor-placed"] = "decor-placed"


@noun
class DecorLeftOut:
    """SET-3: a decor fits nowhere and is left out."""

    decor: str
    kind: Literal["decor-left-out"] = "decor-left-out"


@noun
class EdgeChosen:
    """SET-4: player 2's deployment line; player 1 has the opposite one."""

    seat: Seat
    edge: Edge
    kind: Literal["edge-chosen"] = "edge-chosen"


@noun
class MinistriesDealt:
    """SET-5: both hands of ministries, each its owner's secret, and the fallen ministry, which all see."""

    hands: Mapping[Seat, tuple[str, ...]]
    fallen: str | None
    kind: Literal["ministries-dealt"] = "ministries-dealt"


@noun
class Shuffled:
    """The order of the Artefact's pile, top first, which nobody may know."""

    order: tuple[str, ...]
    kind: Literal["shuffled"] = "shuffled"


@noun
class Composed:
    """A seat has composed its cabal, which is its secret until both have (CAB-3)."""

    seat: Seat
    cabal: Cabal
    kind: Literal["composed"] = "composed"


@noun
class Drafted:
    """CAB-3: a seat takes a card in the draft, seen by all."""

    seat: Seat
    card: str
    bearer: str | None = None
    kind: Literal["drafted"] = "drafted"


@noun
class CabalsRevealed:
    """Both cabals, and the rouages that they bring: `{"id", "seat", "card", "equipment", "profile"}` each."""

    cabals: Mapping[Seat, Cabal]
    rouages: tuple[dict[str, Any], ...]
    kind: Literal["cabals-revealed"] = "cabals-revealed"

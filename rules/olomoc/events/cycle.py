"""Events of cycles and phases: plans, priority, limits, and the end of the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.kernel import PUBLIC, Only, event
from rules.olomoc.seats import Seat
from rules.olomoc.state import MatchResult


@event("cycle-began", sees=PUBLIC)
class CycleBegan:
    """GEN-2: a cycle begins, counted from 1."""

    cycle: int


@event("actions-set", sees=PUBLIC)
class ActionsSet:
    """ACT-1, and any other change of action tokens: how many each piece has now."""

    actions: Mapping[str, int]
    why: str


@event("mechanism", sees=PUBLIC)
class MechanismMade:
    """ART-1: the top card of the pile is drawn and discarded; priority passes to `priority`. `opening`: it is the one
    that opens the cycle."""

    card: str
    priority: Seat
    opening: bool


@event("planned", sees=Only("seat", "slots"))
class Planned:
    """CYC-3: a seat has planned. The slots are its secret."""

    seat: Seat
    slots: tuple[str, ...]


@event("phase-began", sees=PUBLIC)
class PhaseBegan:
    """CYC-4: a phase begins, counted from 1."""

    phase: int


@event("revealed", sees=PUBLIC)
class Revealed:
    """CYC-4.1: both turn up the cards of this slot; None for an empty slot."""

    cards: Mapping[Seat, str | None]
    ranks: Mapping[Seat, int | None]


@event("order-set", sees=PUBLIC)
class OrderSet:
    """CYC-4.1: the order in which the seats play this phase. `clause`: what settled it."""

    order: tuple[Seat, ...]
    clause: str


@event("card-played", sees=PUBLIC)
class CardPlayed:
    """CYC-4.2: a seat's card of this phase is played. `without`: why it has no effect: "ministry" (MIN-1), "out"
    (CYC-7), "nobody" (a propaganda, and all of the seat's rouages are out of combat)."""

    seat: Seat
    card: str
    without: Literal["ministry", "out", "nobody"] | None = None


@event("limits-reset", sees=PUBLIC)
class LimitsReset:
    """The counters of this scope start again, of all pieces or of these."""

    scope: Literal["activation", "phase", "cycle"]
    pieces: tuple[str, ...] | None = None


@event("cycle-ended", sees=PUBLIC)
class CycleEnded:
    """CYC-6: the ministries discarded, and the propagandas that replace the activation cards of rouages put out of
    combat."""

    cycle: int
    discarded: Mapping[Seat, str | None]
    replaced: Mapping[Seat, tuple[str, ...]]


@event("slots-swapped", sees=PUBLIC)
class SlotsSwapped:
    """By adjustment: two of a seat's planned cards, neither turned up yet, are exchanged."""

    seat: Seat
    slots: tuple[int, int]


@event("card-moved", sees=PUBLIC)
class CardMoved:
    """By adjustment: a card goes from one zone to another."""

    card: str
    origin: str
    to: str


@event("over", sees=PUBLIC)
class MatchOver:
    """END: the match is over; `clause` is the one that ended it."""

    outcome: MatchResult
    clause: str

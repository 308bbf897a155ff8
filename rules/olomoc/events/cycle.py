"""Events of cycles and phases: plans, priority, limits, and the end of the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.kernel import noun
from rules.olomoc.seats import Seat
from rules.olomoc.state import MatchResult


@noun
class CycleBegan:
    """GEN-2: a cycle begins, counted from 1."""

    cycle: int
    kind: Literal["cycle-began"] = "cycle-began"


@noun
class ActionsSet:
    """ACT-1, and any other change of action tokens: how many each piece has now."""

    actions: Mapping[str, int]
    why: str
    kind: Literal["actions-set"] = "actions-set"


@noun
class MechanismMade:
    """ART-1: the top card of the pile is drawn and discarded; priority passes to `priority`. `opening`: it is the one
    that opens the cycle."""

    card: str
    priority: Seat
    opening: bool
    kind: Literal["mechanism"] = "mechanism"


@noun
class Planned:
    """CYC-3: a seat has planned. The slots are its secret."""

    seat: Seat
    slots: tuple[str, ...]
    kind: Literal["planned"] = "planned"


@noun
class PhaseBegan:
    """CYC-4: a phase begins, counted from 1."""

    phase: int
    kind: Literal["phase-began"] = "phase-began"


@noun
class Revealed:
    """CYC-4.1: both turn up the cards of this slot; None for an empty slot."""

    cards: Mapping[Seat, str | None]
    ranks: Mapping[Seat, int | None]
    kind: Literal["revealed"] = "revealed"


@noun
class OrderSet:
    """CYC-4.1: the order in which the seats play this phase. `clause`: what settled it."""

    order: tuple[Seat, ...]
    clause: str
    kind: Literal["order-set"] = "order-set"


@noun
class CardPlayed:
    """CYC-4.2: a seat's card of this phase is played. `without`: why it has no effect: "ministry" (MIN-1), "out"
    (CYC-7), "nobody" (a propaganda, and all of the seat's rouages are out of combat)."""

    seat: Seat
    card: str
    without: Literal["ministry", "out", "nobody"] | None = None
    kind: Literal["card-played"] = "card-played"


@noun
class LimitsReset:
    """The counters of this scope start again, of all pieces or of these."""

    scope: Literal["activation", "phase", "cycle"]
    pieces: tuple[str, ...] | None = None
    kind: Literal["limits-reset"] = "limits-reset"


@noun
class CycleEnded:
    """CYC-6: the ministries discarded, and the propagandas that replace the activation cards of rouages put out of
    combat."""

    cycle: int
    discarded: Mapping[Seat, str | None]
    replaced: Mapping[Seat, tuple[str, ...]]
    kind: Literal["cycle-ended"] = "cycle-ended"


@noun
class SlotsSwapped:
    """By adjustment: two of a seat's planned cards, neither turned up yet, are exchanged."""

    seat: Seat
    slots: tuple[int, int]
    kind: Literal["slots-swapped"] = "slots-swapped"


@noun
class CardMoved:
    """By adjustment: a card goes from one zone to another."""

    card: str
    origin: str
    to: str
    kind: Literal["card-moved"] = "card-moved"


@noun
class MatchOver:
    """END: the match is over; `clause` is the one that ended it."""

    outcome: MatchResult
    clause: str
    kind: Literal["over"] = "over"

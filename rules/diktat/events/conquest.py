"""Events of the Conquest of sectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from rules.diktat.events.stacks import Owned
from rules.kernel import PUBLIC, OfSeat, Seat, event


@event("designated", sees=PUBLIC)
class Designated:
    """RES-2: the sector to be resolved now. `by`: the Administrator; None for the last sector, which needs no
    naming."""

    sector: str
    by: Seat | None
    last: bool = False


@event("turned", sees=PUBLIC)
class Turned(Owned):
    """CNQ-1: the pawns of every stack in the sector, and the owner, by stack."""

    sector: str
    stacks: Mapping[str, str]
    owners: Mapping[str, str] = field(default_factory=dict)


@event("woken", sees=PUBLIC)
class Woken(OfSeat):
    """DOR-2, REV-2: a Cabal token adds Emissaries to those of its seat."""

    token: str
    sector: str
    emissaries: int


@event("tally", sees=PUBLIC)
class Tally:
    """CNQ-2 to CNQ-4: by seat the Emissaries and their weights; then the order of the seats, with the clause that broke
    a tie."""

    sector: str
    counts: Mapping[str, int]
    weights: Mapping[str, int]
    order: tuple[str, ...]
    clause: str


@event("struggle", sees=PUBLIC)
class Struggle:
    """STG-1: these seats have the same number of Emissaries and bid for the order."""

    sector: str
    seats: tuple[Seat, ...]


@event("bids", sees=PUBLIC)
class Bids:
    """STG-2, STG-4: the bids in PP, shown together."""

    sector: str
    bids: Mapping[Seat, int]


@event("spent", sees=PUBLIC)
class Spent:
    """A pawn in the sector is discarded: an Emissary for a taking (CNQ-5), or another pawn for another purpose."""

    seat: str
    sector: str
    pawn: str
    why: str


@event("taken", sees=PUBLIC)
class Taken(OfSeat):
    """TRO: a seat takes a Trophy. `id`: of the card, else of the sector; `round`: of takings, from 1."""

    sector: str
    what: Literal["card", "marker", "darkness"]
    id: str
    round: int


@event("passed", sees=PUBLIC)
class Passed(OfSeat):
    """A seat passes: a taking (CNQ-7, `where` is "take") or a call (TIM-4)."""

    where: str


@event("hunted", sees=PUBLIC)
class Hunted(OfSeat):
    """COR-5: instead of taking a Trophy, a seat removes Corruption of its own (both fields empty) or discards this
    number of Guards, for which these pawns of the Others go to the Artefact's stack."""

    sector: str
    guards: int
    others: str


@event("others-took", sees=PUBLIC)
class OthersTook:
    """ORE-5: a taking of the Others: one of their Vectors and an Emissary of each player there are discarded."""

    sector: str
    round: int


@event("conquered", sees=PUBLIC)
class Conquered:
    """CNQ-10: the Conquest of the sector is over."""

    sector: str

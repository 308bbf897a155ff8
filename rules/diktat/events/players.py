"""Events of what players own: PP, Agents, tokens, Possessions, Corruption, Victory points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.diktat.state import Thing
from rules.kernel import PUBLIC, OfSeat, Parties, Seat, event


@event("pp", sees=Parties("parties"))
class Pp(OfSeat):
    """A seat's PP change. `other`: the seat that pays or is paid."""

    change: int
    why: str
    other: Seat | None = None
    parties: tuple[Seat, ...] = ()


@event("agents", sees=Parties("parties"))
class AgentsChanged(OfSeat):
    """Agents go behind the screen or leave it."""

    gained: str
    lost: str
    why: str
    parties: tuple[Seat, ...] = ()


@event("tokens", sees=PUBLIC)
class TokensChanged(OfSeat):
    """A seat's Spy and Assassin tokens change by these numbers."""

    spies: int
    assassins: int
    why: str


@event("special", sees=PUBLIC)
class Supplied(OfSeat):
    """CAB-6: from the supply into the reserve."""

    count: int


@event("affinity", sees=Parties("parties"))
class AffinityChanged(OfSeat):
    """A seat's unflipped Affinity tokens change by these numbers."""

    change: Mapping[str, int]
    why: str
    parties: tuple[Seat, ...] = ()


@event("debt", sees=PUBLIC)
class DebtTaken(OfSeat):
    """PWR-2, PWR-3: a Debt of 5 PP, by choice or because a payment forced it."""

    forced: bool


@event("debts-changed", sees=PUBLIC)
class DebtsChanged(OfSeat):
    """An adjustment changes the number of a seat's Debts, and nothing else."""

    change: int


@event("tainted", sees=PUBLIC)
class Tainted(OfSeat):
    """COR-1, COR-2, COR-5: a seat's Corruption tokens change by this number."""

    change: int
    why: str


@event("acquired", sees=PUBLIC)
class Acquired(OfSeat):
    """CBL-2: a seat puts a Cabal card on its track, for this cost in PP."""

    card: str
    slot: int
    cost: int


@event("used", sees=PUBLIC)
class Used(OfSeat):
    """GEN-9: an element gets a Used token. `option`: which of its effects was chosen, from 0."""

    thing: Thing
    option: int


@event("refreshed", sees=PUBLIC)
class Refreshed(OfSeat):
    """An element loses its Used token."""

    thing: Thing


@event("possession", sees=PUBLIC)
class Possession(OfSeat):
    """POS-1: a seat gets a card or marker as a Trophy or in a deal. In a deal, `used`: it is Used (POS-6); `adhesion`:
    the giver's Adhesion stays on it."""

    thing: Thing
    why: Literal["trophy", "deal"]
    used: bool = False
    adhesion: bool = False


@event("possession-lost", sees=PUBLIC)
class PossessionLost(OfSeat):
    """A seat loses a card or marker."""

    thing: Thing
    why: Literal["discarded", "deal"]


@event("flipped", sees=PUBLIC)
class Flipped(OfSeat):
    """AFF-2: a seat lays an Affinity token on a symbol of its card."""

    card: str
    affinity: str


@event("unflipped", sees=PUBLIC)
class Unflipped(OfSeat):
    """AFF-5: a flipped token is discarded."""

    card: str
    affinity: str


@event("awarded", sees=PUBLIC)
class Awarded(OfSeat):
    """Victory points won or lost once: EXTRA of GEN-11."""

    vp: int
    why: str

"""Events of setting up, cycles, phases and turns, of the pile of Opportunity cards and the track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.diktat.state import Phase
from rules.kernel import PUBLIC, Fields, OfSeat, Only, Seat, event, size_of


@event("cabal-taken", sees=PUBLIC)
class CabalTaken(OfSeat):
    """SET-2: a seat chooses its Cabal."""

    cabal: str


@event("endowed", sees=PUBLIC)
class Endowed(OfSeat):
    """SET-2: what a Cabal begins with. `reserve`, `supply`: special pawns of CAB-6."""

    pp: int
    affinities: Mapping[str, int]
    reserve: int
    supply: int


@event("cycle-began", sees=PUBLIC)
class CycleBegan:
    """A cycle begins, counted from 1."""

    number: int


@event("phase-began", sees=PUBLIC)
class PhaseBegan:
    """A phase of the cycle begins."""

    phase: Phase


@event("administrator", sees=PUBLIC)
class AdministratorNamed(OfSeat):
    """RNK-3, RNK-4: this seat is the Administrator now: named when a cycle begins, or because the Ranks changed."""

    why: Literal["cycle", "rank"]


@event("ranked", sees=PUBLIC)
class Ranked(OfSeat):
    """RNK-1: a seat's Rank is now this."""

    rank: int


@event("scored", sees=PUBLIC)
class Scored(OfSeat):
    """GEN-11: a seat's Victory points are now this; `parts` are the sums they are made of."""

    now: int
    parts: Mapping[str, int]


@event("developed", sees=PUBLIC)
class Developed(OfSeat):
    """DEV-1, DEV-2, ADH-2: what a seat gains in the Development phase."""

    agents: str
    pp: int
    spies: int
    assassins: int
    pawns: int
    special: int
    dues: int


@event("first-set", sees=PUBLIC)
class FirstSet(OfSeat):
    """The seat that has the first turn, and the seat that chose it."""

    by: Seat


@event("turn", sees=PUBLIC)
class TurnBegan(OfSeat):
    """A seat's turn begins. `again`: it follows that seat's own (MAN-7)."""

    again: bool = False


@event("again", sees=PUBLIC)
class AgainSet(OfSeat):
    """MAN-7: this seat has the next turn too."""


@event("skipped", sees=PUBLIC)
class Skipped(OfSeat):
    """A seat's turn is skipped."""


@event("manoeuvre", sees=PUBLIC)
class ManoeuvreMade(OfSeat):
    """A seat makes a Manoeuvre. `left`: pawns that it may still send this turn."""

    which: str
    left: int


@event("shuffled", sees=Fields("what", "sector", count=size_of("order")))
class Shuffled:
    """A shuffle. `order` of `pile` and `discard`: ids of cards, top first; of `others`: the kinds of the Others' stack
    of a sector, of which the topmost `kept` stay where they were (NOI-1)."""

    what: Literal["pile", "discard", "others"]
    order: tuple[str, ...]
    sector: str | None = None
    kept: int = 0


@event("drawn", sees=Fields("cards", secret=lambda event: event.secret is not None))
class Drawn:
    """OPP-1: the cards drawn face up, and the secret card."""

    cards: tuple[str, ...]
    secret: str | None


@event("peeked", sees=Only("seat", "cards", count=size_of("cards")))
class Peeked(OfSeat):
    """An effect shows a seat the top cards of the pile."""

    cards: tuple[str, ...]


@event("replaced", sees=PUBLIC)
class Replaced(OfSeat):
    """An effect discards a card of the track and draws another, if the pile has one."""

    out: str
    came: str | None


@event("secret-turned", sees=PUBLIC)
class SecretTurned:
    """RES-1: the secret card is turned and joins the track."""

    card: str


@event("attack", sees=PUBLIC)
class Attack:
    """ATT-1: the Others attack. `cards`: the Opportunity cards that bring the attack."""

    cards: tuple[str, ...]


@event("discarded", sees=PUBLIC)
class Discarded(OfSeat):
    """EOC-3: what a seat discards from behind its screen and from beside its board."""

    agents: str
    spies: int
    assassins: int


@event("kept", sees=Only("seat", "agents", count=size_of("agents")))
class Kept(OfSeat):
    """EOC-3: the Agents that a seat keeps for the next cycle."""

    agents: str


@event("cycle-ended", sees=PUBLIC)
class CycleEnded:
    """EOC-4, EOC-5: the cycle ends; `cards` are those left on the track, which are discarded."""

    number: int
    cards: tuple[str, ...]

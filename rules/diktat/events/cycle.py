"""Events of setting up, cycles, phases and turns, of the pile of Opportunity cards and the track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.diktat.state import Phase
from rules.kernel import OfSeat, Seat, tagged


@tagged(kind="cabal-taken")
class CabalTaken(OfSeat):
    """SET-2: a seat chooses its Cabal."""

    cabal: str


@tagged(kind="endowed")
class Endowed(OfSeat):
    """SET-2: what a Cabal begins with. `reserve`, `supply`: special pawns of CAB-6."""

    pp: int
    affinities: Mapping[str, int]
    reserve: int
    supply: int


@tagged(kind="cycle-began")
class CycleBegan:
    """A cycle begins, counted from 1."""

    number: int


@tagged(kind="phase-began")
class PhaseBegan:
    """A phase of the cycle begins."""

    phase: Phase


@tagged(kind="administrator")
class AdministratorNamed(OfSeat):
    """RNK-3, RNK-4: this seat is the Administrator now: named when a cycle begins, or because the Ranks changed."""

    why: Literal["cycle", "rank"]


@tagged(kind="ranked")
class Ranked(OfSeat):
    """RNK-1: a seat's Rank is now this."""

    rank: int


@tagged(kind="scored")
class Scored(OfSeat):
    """GEN-11: a seat's Victory points are now this; `parts` are the sums they are made of."""

    now: int
    parts: Mapping[str, int]


@tagged(kind="developed")
class Developed(OfSeat):
    """DEV-1, DEV-2, ADH-2: what a seat gains in the Development phase."""

    agents: str
    pp: int
    spies: int
    assassins: int
    pawns: int
    special: int
    dues: int


@tagged(kind="first-set")
class FirstSet(OfSeat):
    """The seat that has the first turn, and the seat that chose it."""

    by: Seat


@tagged(kind="turn")
class TurnBegan(OfSeat):
    """A seat's turn begins. `again`: it follows that seat's own (MAN-7)."""

    again: bool = False


@tagged(kind="again")
class AgainSet(OfSeat):
    """MAN-7: this seat has the next turn too."""


@tagged(kind="skipped")
class Skipped(OfSeat):
    """A seat's turn is skipped."""


@tagged(kind="manoeuvre")
class ManoeuvreMade(OfSeat):
    """A seat makes a Manoeuvre. `left`: pawns that it may still send this turn."""

    which: str
    left: int


@tagged(kind="shuffled")
class Shuffled:
    """A shuffle. `order` of `pile` and `discard`: ids of cards, top first; of `others`: the kinds of the Others' stack
    of a sector, of which the topmost `kept` stay where they were (NOI-1)."""

    what: Literal["pile", "discard", "others"]
    order: tuple[str, ...]
    sector: str | None = None
    kept: int = 0


@tagged(kind="drawn")
class Drawn:
    """OPP-1: the cards drawn face up, and the secret card."""

    cards: tuple[str, ...]
    secret: str | None


@tagged(kind="peeked")
class Peeked(OfSeat):
    """An effect shows a seat the top cards of the pile."""

    cards: tuple[str, ...]


@tagged(kind="replaced")
class Replaced(OfSeat):
    """An effect discards a card of the track and draws another, if the pile has one."""

    out: str
    came: str | None


@tagged(kind="secret-turned")
class SecretTurned:
    """RES-1: the secret card is turned and joins the track."""

    card: str


@tagged(kind="attack")
class Attack:
    """ATT-1: the Others attack. `cards`: the Opportunity cards that bring the attack."""

    cards: tuple[str, ...]


@tagged(kind="discarded")
class Discarded(OfSeat):
    """EOC-3: what a seat discards from behind its screen and from beside its board."""

    agents: str
    spies: int
    assassins: int


@tagged(kind="kept")
class Kept(OfSeat):
    """EOC-3: the Agents that a seat keeps for the next cycle."""

    agents: str


@tagged(kind="cycle-ended")
class CycleEnded:
    """EOC-4, EOC-5: the cycle ends; `cards` are those left on the track, which are discarded."""

    number: int
    cards: tuple[str, ...]

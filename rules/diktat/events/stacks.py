"""Events of stacks, pawns, the tokens laid in sectors, and the Others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field, model_serializer

from rules.diktat.deals import At
from rules.kernel import PUBLIC, Fields, OfSeat, Only, Seat, Underscored, event, size_of

CorruptedFrom = Literal["pile", "track", "discard"]
WhyOverrun = Literal["cards", "darkness"]


class Owned:
    """The base of an event that names the owners of stacks, which may be gone when its log line is read. Events of
    older journals have no such field and are written back without it."""

    __slots__ = ()

    @model_serializer(mode="wrap")
    def _written(self, write: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        return {key: value for key, value in write(self).items() if value or key not in ("owner", "owners")}


@event("sent", sees=Only("seat", "pawns", height=size_of("pawns")))
class Sent(OfSeat):
    """SND-1: a new stack of these pawns, which only the seat itself sees (HID-5)."""

    stack: str
    sector: str
    pawns: str


@event("looked", sees=Only("seat", "saw"))
class Looked(OfSeat, Owned):
    """SPY-5: a seat looks at a pawn or the secret card; only the seat learns what it `saw`. `owner`: of the stack; None
    for the secret card."""

    at: At
    saw: str
    owner: str | None = None


@event("killed", sees=PUBLIC)
class Killed:
    """ASN-3: a pawn is shown and discarded. `by`: a seat or "others"; `stays`: a Guard that is not discarded
    (STK-9)."""

    by: str
    at: At
    owner: str
    pawn: str
    sector: str
    stays: bool


@event("blocked", sees=PUBLIC)
class Blocked:
    """BLK-2: an Assassination is stopped by a Blockhaus; the pawn aimed at stays unseen."""

    by: str
    at: At
    owner: Seat
    sector: str


@event("token-laid", sees=PUBLIC)
class TokenLaid(OfSeat):
    """A Cabal token is laid. `on`: a sector, or for an Adhesion the owner of the Possession, which is named."""

    token: str
    on: str
    possession: tuple[Seat, str, str] | None = None


@event("token-gone", sees=PUBLIC)
class TokenGone:
    """A Cabal token leaves the board."""

    token: str
    on: str
    why: str


@event("pawn-added", sees=PUBLIC)
class PawnAdded(OfSeat):
    """An adjustment lays a pawn on top of a seat's stack, for all to see."""

    stack: str
    sector: str
    pawn: str


@event("moved-stack", sees=PUBLIC)
class MovedStack(OfSeat, Underscored):
    """An effect moves a whole stack to another sector."""

    stack: str
    from_: Annotated[str, Field(alias="from")]
    to: str


@event("moved-pawns", sees=PUBLIC)
class MovedPawns(OfSeat):
    """An effect moves pawns of a stack, by their places, onto other stacks."""

    stack: str
    pawns: tuple[int, ...]
    to: tuple[str, ...]


@event("swapped", sees=PUBLIC)
class Swapped(OfSeat):
    """An effect exchanges the sectors of two stacks."""

    stacks: tuple[str, str]


@event("recalled", sees=Only("seat", "agents", count=size_of("agents")))
class Recalled(OfSeat):
    """An effect takes pawns of a stack back behind the screen. `agents`: their kinds, which only the seat itself
    sees."""

    stack: str
    pawns: tuple[int, ...]
    agents: str


@event("stack-gone", sees=PUBLIC)
class StackGone(OfSeat, Underscored):
    """NEG-12: a stack is ceded; its pawns are discarded, and seen by all. `for_`: the seat it was done for."""

    stack: str
    sector: str
    why: Literal["ceded"]
    pawns: str
    for_: Annotated[Seat | None, Field(alias="for")] = None


@event("closed", sees=PUBLIC)
class Closed(OfSeat):
    """SND-3: an effect closes a sector to teams until the end of the cycle."""

    sector: str


# ---- the Others ------------------------------------------------------------------------------------------------------


@event("others-set", sees=Fields(count=size_of("order")))
class OthersSet:
    """OTH-1: their pawns on the Artefact, shuffled."""

    order: str


@event("corrupted", sees=PUBLIC)
class Corrupted:
    """OTH-9: a card goes onto the Others' track. `source`: where it lay."""

    card: str
    source: CorruptedFrom


@event("uncorrupted", sees=PUBLIC)
class Uncorrupted:
    """A card leaves the Others' track."""

    card: str


@event("others-moved", sees=PUBLIC)
class OthersMoved(Underscored):
    """NOI-3, OTH-14: pawns from the top of one sector's stack onto another's. `by`: the seat whose effect it was."""

    from_: Annotated[str, Field(alias="from")]
    to: str
    count: int
    by: Seat | None = None


@event("corruption", sees=PUBLIC)
class CorruptionLaid:
    """NOI-4: a Corruption token is laid in a sector."""

    sector: str


@event("infected", sees=PUBLIC)
class Infected:
    """NOI-5: a sector gets this number of Darkness tokens."""

    sector: str
    count: int


@event("others-attack", sees=PUBLIC)
class OthersAttack(Owned):
    """OAS-2: the Others attack a stack that was sent. `hand`: the seat that chooses the pawns, unseen; None where
    nobody can. `owner`: of the stack."""

    stack: str
    hand: Seat | None
    count: int
    owner: Seat | None = None


@event("others-gone", sees=PUBLIC)
class OthersGone:
    """ORE-6: the Others leave a conquered sector, their pawns seen, with this many Corruption tokens."""

    sector: str
    pawns: str
    corruption: int


@event("overrun", sees=PUBLIC)
class Overrun:
    """ORE-8: all players lose."""

    why: WhyOverrun

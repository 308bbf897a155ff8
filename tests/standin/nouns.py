"""The auction's state, frames, commands and events, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from pydantic import Field

from rules.kernel import PUBLIC, OfSeat, OwnEntry, Sealed, Seat, command, event, frame, noun
from rules.kernel.piles import CardPiles
from rules.kernel.table_talk import Proposal, TableEvent, TalkCommand

DECK = tuple(range(1, 31))
Card = Annotated[int, Field(ge=1, le=30)]


@noun
class Options:
    players: Annotated[int, Field(ge=2, le=5)] = 3
    lots: Annotated[int, Field(ge=1, le=5)] = 4
    wishes: bool = False
    packs: tuple[str, ...] = ("core",)


@noun
class State(CardPiles):
    """`hands` hold a card until its bid is revealed, and lie open as far as their cards were shown (BID-5)."""

    options: Options = field(default_factory=Options)
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict, kw_only=True)
    discards: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict, kw_only=True)
    score: Mapping[Seat, int] = field(default_factory=dict)
    wares: tuple[str, ...] = ()
    wishes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    gifts: Mapping[Seat, tuple[Seat, int]] = field(default_factory=dict)

    @property
    def open(self) -> tuple[Card, ...]:
        """The cards in hands that were shown."""
        return tuple(int(card) for known in self.known.values() for card in known.hand)

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards that were bid."""
        return tuple(sorted(card for pile in self.discards.values() for card in pile))


# ---- frames, commands, events ----------------------------------------------------------------------------------------


@frame("lot", sees=PUBLIC)
class Lot:
    """The `number`th lot comes up."""

    number: int


@frame("wishing", sees=Sealed("wish"))
class Wishing:
    """BID-8: the wishes that are in."""

    answers: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)


@frame("bidding", sees=Sealed("bid", "number", "worth", "ware"))
class Bidding:
    """BID-3: the bids that are in."""

    number: int
    worth: int
    ware: str = ""
    answers: Mapping[Seat, Card] = field(default_factory=dict)


@command("bid")
class Bid:
    card: Card


@command("show")
class Show:
    """BID-5."""

    card: Card


@command("wish")
class Wish:
    """BID-8."""

    wares: tuple[str, ...]


@command("gift")
class Gift:
    """BID-9."""

    to: Seat
    points: Annotated[int, Field(ge=-9, le=9)]


@command("reply")
class Reply:
    """BID-9."""

    to: Seat
    accept: bool


@event("wished", sees=PUBLIC)
class Wished:
    """BID-8: the wishes lie open."""

    wishes: Mapping[Seat, tuple[str, ...]]


@event("dealt", sees=OwnEntry("hands"))
class Dealt:
    hands: Mapping[Seat, tuple[Card, ...]]


@event("lot-came", sees=PUBLIC)
class LotCame:
    number: int
    worth: int
    ware: str = ""


@event("taken", sees=PUBLIC)
class Taken(OfSeat):
    """BID-4: the bids lie open, and this seat has the lot."""

    worth: int
    bids: Mapping[Seat, Card]


@event("shown", sees=PUBLIC)
class Shown(OfSeat):
    card: Card


@event("offered", sees=PUBLIC)
class Offered(OfSeat):
    """BID-9."""

    to: Seat
    points: int


@event("replied", sees=PUBLIC)
class Replied(OfSeat):
    """BID-9: the offer is answered, and what was accepted has changed hands."""

    to: Seat
    accept: bool


Frame = Wishing | Lot | Bidding | Proposal
Command = Wish | Bid | Show | Gift | Reply | TalkCommand
Fact = Wished | Dealt | LotCame | Taken | Shown | Offered | Replied
Event = Fact | TableEvent

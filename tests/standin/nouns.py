"""The auction's state, frames, commands and events, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from pydantic import Field

from rules.kernel import noun
from rules.kernel.engine import GameState
from rules.kernel.seats import Seat
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
class State(GameState):
    """`hands` hold a card until its bid is revealed; `shown` are the cards in hands that lie open."""

    options: Options = field(default_factory=Options)
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    shown: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    score: Mapping[Seat, int] = field(default_factory=dict)
    wares: tuple[str, ...] = ()
    wishes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)


# ---- frames, commands, events ----------------------------------------------------------------------------------------


@noun
class Lot:
    """The `number`th lot comes up."""

    number: int
    frame: Literal["lot"] = "lot"


@noun
class Wishing:
    """BID-8: the wishes that are in."""

    answers: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    frame: Literal["wishing"] = "wishing"


@noun
class Bidding:
    """BID-3: the bids that are in."""

    number: int
    worth: int
    ware: str = ""
    answers: Mapping[Seat, Card] = field(default_factory=dict)
    frame: Literal["bidding"] = "bidding"


@noun
class Bid:
    card: Card
    kind: Literal["bid"] = "bid"


@noun
class Show:
    """BID-5."""

    card: Card
    kind: Literal["show"] = "show"


@noun
class Wish:
    """BID-8."""

    wares: tuple[str, ...]
    kind: Literal["wish"] = "wish"


@noun
class Wished:
    """BID-8: the wishes lie open."""

    wishes: Mapping[Seat, tuple[str, ...]]
    kind: Literal["wished"] = "wished"


@noun
class Dealt:
    hands: Mapping[Seat, tuple[Card, ...]]
    kind: Literal["dealt"] = "dealt"


@noun
class LotCame:
    number: int
    worth: int
    ware: str = ""
    kind: Literal["lot-came"] = "lot-came"


@noun
class Taken:
    """BID-4: the bids lie open, and this seat has the lot."""

    seat: Seat
    worth: int
    bids: Mapping[Seat, Card]
    kind: Literal["taken"] = "taken"


@noun
class Shown:
    seat: Seat
    card: Card
    kind: Literal["shown"] = "shown"


Frame = Wishing | Lot | Bidding | Proposal
Command = Wish | Bid | Show | TalkCommand
Fact = Wished | Dealt | LotCame | Taken | Shown
Event = Fact | TableEvent

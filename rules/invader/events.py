"""The facts of a match. They carry chance and secrets; `evolve` folds them into the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.invader.packs.cards import Deck, Side
from rules.invader.state import Order, Pass
from rules.kernel import (
    PUBLIC,
    Fields,
    Json,
    OfSeat,
    Only,
    Parties,
    Seat,
    Seen,
    TaggedCodec,
    Underscored,
    event,
    size_of,
)
from rules.kernel.orders import OrderEvent
from rules.kernel.table_talk import TableEvent

Ids = tuple[str, ...]


@event("sides-set", sees=PUBLIC)
class SidesSet:
    sides: Mapping[Seat, Side]


def _deck_brought(event: Built, whole: Json) -> Seen:
    """DCK: Heroes and strategies lie open."""
    common = {
        "kind": "built",
        "seat": event.seat,
        "strategies": list(event.deck.strategies),
        "heroes": list(event.deck.heroes),
    }
    return Seen(common, {event.seat: whole})


@event("built", sees=_deck_brought)
class Built(OfSeat):
    """The deck that a seat brings."""

    deck: Deck


@event("shuffled", sees=Fields("seat", cards=size_of("order")))
class Shuffled(OfSeat):
    """A deck's order, top first; a hand shuffled back is in it (SET-3, SET-4)."""

    order: Ids


@event("dealt", sees=Only("seat", "cards", cards=size_of("cards")))
class Dealt(OfSeat):
    cards: Ids


@event("mulliganed", sees=PUBLIC)
class Mulliganed(OfSeat):
    again: bool


@event("hero-placed", sees=PUBLIC)
class HeroPlaced:
    hero: str
    zone: str


@event("turn-began", sees=PUBLIC)
class TurnBegan(OfSeat):
    number: int


@event("readied", sees=PUBLIC)
class Readied:
    """TRN-1: the Hero is upright again."""

    hero: str


@event("drew", sees=Only("seat", "cards", cards=size_of("cards")))
class Drew(OfSeat):
    cards: Ids
    why: Literal["phase", "text", "reinforce"]


@event("turn-ended", sees=PUBLIC)
class TurnEnded(OfSeat):
    """TRN-5: the turn of a seat has ended."""


@event("played", sees=PUBLIC)
class CardPlayed:
    """A card leaves the hand and is named with all that goes with it (PLY-9, CAN-1). `cancels`: the card that it
    answers."""

    card: str
    by: Seat
    zone: str | None = None
    target: str | None = None
    to: str | None = None
    at: str | None = None
    cancels: str | None = None


@event("paid", sees=PUBLIC)
class Paid(OfSeat):
    """Cards are discarded as a cost, in the order named (PLY-3)."""

    discard: Ids


@event("drained", sees=PUBLIC)
class Drained(OfSeat):
    """Cards go from a deck to its owner's discard, one by one (PLY-4, EFF-2, ATK-4)."""

    cards: Ids
    why: Literal["cost", "attack", "text"]
    by: Seat


@event("sacrificed", sees=PUBLIC)
class Sacrificed:
    card: str


@event("passed", sees=PUBLIC)
class Passed(OfSeat):
    """A cancel question is answered with a pass."""


def _passed(event: AnsweredFor, whole: Json) -> Seen:
    return Seen({"kind": "passed", "seat": event.seat}, {event.seat: whole})


@event("answered-for", sees=_passed)
class AnsweredFor(OfSeat):
    """A standing pass has answered a question; others see a pass. In older journals: now an `OrderFollowed` and a
    pass."""


@event("cancelled", sees=PUBLIC)
class Cancelled:
    """CAN-2: the card and the cancel are discarded."""

    card: str
    by: str


@event("restored", sees=PUBLIC)
class Restored:
    """CAN-3: the cancel and the reply are discarded; the card takes effect."""

    card: str


@event("entered", sees=PUBLIC)
class Entered:
    card: str
    zone: str


@event("followed", sees=PUBLIC)
class Followed:
    """PLY-12: an order is laid down."""

    card: str


@event("used", sees=PUBLIC)
class Used:
    source: str
    use: int


@event("enabled", sees=PUBLIC)
class Enabled(OfSeat):
    strategy: str


@event("invaded", sees=PUBLIC)
class Invaded:
    order: Order
    steps: int


@event("relocated", sees=PUBLIC)
class Relocated(Underscored):
    card: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    by: Literal["ops", "move-hero", "shift", "redeploy"]


@event("destroyed", sees=PUBLIC)
class Destroyed:
    """`by`: the card that did it, or "" for a strategy."""

    card: str
    by: str


@event("hero-fell", sees=PUBLIC)
class HeroFell:
    hero: str
    by: str


@event("bounced", sees=PUBLIC)
class Bounced:
    card: str
    by: str


@event("boosted", sees=PUBLIC)
class Boosted:
    cards: Ids
    count: int
    until: Literal["turn", "round"]


@event("scorched", sees=PUBLIC)
class Scorched:
    zone: str
    count: int


@event("mended", sees=PUBLIC)
class Mended:
    zone: str
    count: int


@event("recovered", sees=PUBLIC)
class Recovered(OfSeat):
    cards: Ids


@event("ruined", sees=PUBLIC)
class Ruined(OfSeat):
    cards: Ids


@event("tokens", sees=PUBLIC)
class TokensSet:
    """Tokens are put on a card, or taken if `count` is negative."""

    card: str
    count: int
    left: int


@event("turned", sees=PUBLIC)
class Turned:
    hero: str
    upright: bool


@event("plot-moved", sees=PUBLIC)
class PlotMoved(Underscored):
    from_: Annotated[int, Field(alias="from")]
    to: int
    why: Literal["idle", "text", "invasion", "adjustment"]


@event("attacked", sees=PUBLIC)
class Attacked:
    """ATK-3 to ATK-6: both totals, the zone's value among the Human's; `drain` after bite and absorb."""

    zone: str
    invader: int
    human: int
    value: int
    bite: int
    drain: int


@event("absorbed", sees=PUBLIC)
class Absorbed:
    card: str
    count: int


@event("stood", sees=Parties(lambda event: (event.seat,)))
class Stood(OfSeat, Underscored):
    """A standing pass is given or ended; only its own seat sees it. In older journals: now an `Instructed`."""

    pass_: Annotated[Pass | None, Field(alias="pass")]


def _put(event: CardPut, whole: Json) -> Seen:
    """GEN-5."""
    owner = event.card[0]
    if event.told == "all":
        return Seen(whole)
    unnamed = {"kind": "card-put", "card": None, "seat": owner, "to": event.to}
    return Seen(unnamed, {owner: whole} if event.told == "owner" else {})


@event("card-put", sees=_put)
class CardPut:
    """An adjustment moves a card. `to`: hand, deck-top, deck-bottom, discard or a zone. `told`: who sees which card it
    was, where it goes from one hidden place to another (GEN-5)."""

    card: str
    to: str
    told: Literal["all", "owner", "nobody"] = "all"


@event("piece-set", sees=PUBLIC)
class PieceSet:
    """An adjustment changes a card in play."""

    piece: str
    tokens: int | None
    upright: bool | None


Fact = (
    SidesSet | Built | Shuffled | Dealt | Mulliganed | HeroPlaced | TurnBegan | Readied | Drew | TurnEnded | CardPlayed
    | Paid | Drained | Sacrificed | Passed | AnsweredFor | Cancelled | Restored | Entered | Followed | Used | Enabled
    | Invaded | Relocated | Destroyed | HeroFell | Bounced | Boosted | Scorched | Mended | Recovered | Ruined
    | TokensSet | Turned | PlotMoved | Attacked | Absorbed | Stood | CardPut | PieceSet
)  # fmt: skip
Event = Fact | OrderEvent | TableEvent
CODEC: TaggedCodec[Any] = TaggedCodec(Event)

FROM_HIDDEN = (Shuffled, Dealt, Drew, Drained, Ruined, Mulliganed, Passed, AnsweredFor, Cancelled, Restored)
"""Events that reveal cards of a deck or of another's hand, which a seat cannot undo alone."""

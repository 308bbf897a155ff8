"""The facts of a match. They carry chance and secrets; `evolve` folds them into the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.invader.packs.cards import Deck, Side
from rules.invader.state import Order, Pass
from rules.kernel import OfSeat, Seat, TaggedCodec, Underscored, tagged
from rules.kernel.table_talk import TableEvent

Ids = tuple[str, ...]


@tagged(kind="sides-set")
class SidesSet:
    sides: Mapping[Seat, Side]


@tagged(kind="built")
class Built(OfSeat):
    """The deck that a seat brings; revealed to its own seat only."""

    deck: Deck


@tagged(kind="shuffled")
class Shuffled(OfSeat):
    """A deck's order, top first; a hand shuffled back is in it (SET-3, SET-4)."""

    order: Ids


@tagged(kind="dealt")
class Dealt(OfSeat):
    cards: Ids


@tagged(kind="mulliganed")
class Mulliganed(OfSeat):
    again: bool


@tagged(kind="hero-placed")
class HeroPlaced:
    hero: str
    zone: str


@tagged(kind="turn-began")
class TurnBegan(OfSeat):
    number: int


@tagged(kind="readied")
class Readied:
    """TRN-1: the Hero is upright again."""

    hero: str


@tagged(kind="drew")
class Drew(OfSeat):
    cards: Ids
    why: Literal["phase", "text", "reinforce"]


@tagged(kind="turn-ended")
class TurnEnded(OfSeat):
    """TRN-5: the turn of a seat has ended."""


@tagged(kind="played")
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


@tagged(kind="paid")
class Paid(OfSeat):
    """Cards are discarded as a cost, in the order named (PLY-3)."""

    discard: Ids


@tagged(kind="drained")
class Drained(OfSeat):
    """Cards go from a deck to its owner's discard, one by one (PLY-4, EFF-2, ATK-4)."""

    cards: Ids
    why: Literal["cost", "attack", "text"]
    by: Seat


@tagged(kind="sacrificed")
class Sacrificed:
    card: str


@tagged(kind="passed")
class Passed(OfSeat):
    """A cancel question is answered with a pass."""


@tagged(kind="answered-for")
class AnsweredFor(OfSeat):
    """A standing pass has answered a question; others see a pass."""


@tagged(kind="cancelled")
class Cancelled:
    """CAN-2: the card and the cancel are discarded."""

    card: str
    by: str


@tagged(kind="restored")
class Restored:
    """CAN-3: the cancel and the reply are discarded; the card takes effect."""

    card: str


@tagged(kind="entered")
class Entered:
    card: str
    zone: str


@tagged(kind="followed")
class Followed:
    """PLY-12: an order is laid down."""

    card: str


@tagged(kind="used")
class Used:
    source: str
    use: int


@tagged(kind="enabled")
class Enabled(OfSeat):
    strategy: str


@tagged(kind="invaded")
class Invaded:
    order: Order
    steps: int


@tagged(kind="relocated")
class Relocated(Underscored):
    card: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    by: Literal["ops", "move-hero", "shift", "redeploy"]


@tagged(kind="destroyed")
class Destroyed:
    """`by`: the card that did it, or "" for a strategy."""

    card: str
    by: str


@tagged(kind="hero-fell")
class HeroFell:
    hero: str
    by: str


@tagged(kind="bounced")
class Bounced:
    card: str
    by: str


@tagged(kind="boosted")
class Boosted:
    cards: Ids
    count: int
    until: Literal["turn", "round"]


@tagged(kind="scorched")
class Scorched:
    zone: str
    count: int


@tagged(kind="mended")
class Mended:
    zone: str
    count: int


@tagged(kind="recovered")
class Recovered(OfSeat):
    cards: Ids


@tagged(kind="ruined")
class Ruined(OfSeat):
    cards: Ids


@tagged(kind="tokens")
class TokensSet:
    """Tokens are put on a card, or taken if `count` is negative."""

    card: str
    count: int
    left: int


@tagged(kind="turned")
class Turned:
    hero: str
    upright: bool


@tagged(kind="plot-moved")
class PlotMoved(Underscored):
    from_: Annotated[int, Field(alias="from")]
    to: int
    why: Literal["idle", "text", "invasion", "adjustment"]


@tagged(kind="attacked")
class Attacked:
    """ATK-3 to ATK-6: both totals, the zone's value among the Human's; `drain` after bite and absorb."""

    zone: str
    invader: int
    human: int
    value: int
    bite: int
    drain: int


@tagged(kind="absorbed")
class Absorbed:
    card: str
    count: int


@tagged(kind="stood")
class Stood(OfSeat, Underscored):
    """A standing pass is given or ended; only its own seat sees it."""

    pass_: Annotated[Pass | None, Field(alias="pass")]


@tagged(kind="card-put")
class CardPut:
    """An adjustment moves a card. `to`: hand, deck-top, deck-bottom, discard or a zone. `told`: who sees which card it
    was, where it goes from one hidden place to another (GEN-5)."""

    card: str
    to: str
    told: Literal["all", "owner", "nobody"] = "all"


@tagged(kind="piece-set")
class PieceSet:
    """An adjustment changes a card in play."""

    piece: str
    tokens: int | None
    upright: bool | None


Hidden = Shuffled | Dealt | Drew | Built | Stood | AnsweredFor | CardPut
"""Events of which viewers see a part (`view.seen`)."""
Open = (
    SidesSet | Mulliganed | HeroPlaced | TurnBegan | Readied | TurnEnded | CardPlayed | Paid | Drained | Sacrificed
    | Passed | Cancelled | Restored | Entered | Followed | Used | Enabled | Invaded | Relocated | Destroyed | HeroFell
    | Bounced | Boosted | Scorched | Mended | Recovered | Ruined | TokensSet | Turned | PlotMoved | Attacked | Absorbed
    | PieceSet
)  # fmt: skip
"""Events that all viewers see whole."""
Event = Hidden | Open | TableEvent
CODEC: TaggedCodec[Any] = TaggedCodec(Event)

FROM_HIDDEN = (Shuffled, Dealt, Drew, Drained, Ruined, Mulliganed, Passed, AnsweredFor, Cancelled, Restored)
"""Events that reveal cards of a deck or of another's hand, which a seat cannot undo alone."""

"""Facts. What is random or secret is in them; `evolve` folds them into the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.invader.cards import Deck, Side
from rules.invader.commands import Underscored
from rules.invader.state import Order, Pass
from rules.kernel import TaggedCodec, noun
from rules.kernel.seats import Seat
from rules.kernel.table_talk import TableEvent

Ids = tuple[str, ...]


@noun
class SidesSet:
    sides: Mapping[Seat, Side]
    kind: Literal["sides-set"] = "sides-set"


@noun
class Built:
    """What a seat brings; told when both have built, and then still hidden from the other."""

    seat: Seat
    deck: Deck
    kind: Literal["built"] = "built"


@noun
class Shuffled:
    """A deck's order, top first; a hand shuffled back is in it (SET-3, SET-4)."""

    seat: Seat
    order: Ids
    kind: Literal["shuffled"] = "shuffled"


@noun
class Dealt:
    seat: Seat
    cards: Ids
    kind: Literal["dealt"] = "dealt"


@noun
class Mulliganed:
    seat: Seat
    again: bool
    kind: Literal["mulliganed"] = "mulliganed"


@noun
class HeroPlaced:
    hero: str
    zone: str
    kind: Literal["hero-placed"] = "hero-placed"


@noun
class TurnBegan:
    seat: Seat
    number: int
    kind: Literal["turn-began"] = "turn-began"


@noun
class Readied:
    """TRN-1: the Hero is upright again."""

    hero: str
    kind: Literal["readied"] = "readied"


@noun
class Drew:
    seat: Seat
    cards: Ids
    why: Literal["phase", "text", "reinforce"]
    kind: Literal["drew"] = "drew"


@noun
class TurnEnded:
    seat: Seat
    kind: Literal["turn-ended"] = "turn-ended"


@noun
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
    kind: Literal["played"] = "played"


@noun
class Paid:
    """Cards discarded as a cost, in the order named (PLY-3)."""

    seat: Seat
    discard: Ids
    kind: Literal["paid"] = "paid"


@noun
class Drained:
    """Cards go from a deck to its owner's discard, one by one (PLY-4, EFF-2, ATK-4)."""

    seat: Seat
    cards: Ids
    why: Literal["cost", "attack", "text"]
    by: Seat
    kind: Literal["drained"] = "drained"


@noun
class Sacrificed:
    card: str
    kind: Literal["sacrificed"] = "sacrificed"


@noun
class Passed:
    """A cancel question is answered with no."""

    seat: Seat
    kind: Literal["passed"] = "passed"


@noun
class AnsweredFor:
    """A standing pass has answered; others see a pass."""

    seat: Seat
    kind: Literal["answered-for"] = "answered-for"


@noun
class Cancelled:
    """CAN-2: both go to their owners' discards."""

    card: str
    by: str
    kind: Literal["cancelled"] = "cancelled"


@noun
class Restored:
    """CAN-3: the cancel and the reply are discarded; the card takes effect."""

    card: str
    kind: Literal["restored"] = "restored"


@noun
class Entered:
    card: str
    zone: str
    kind: Literal["entered"] = "entered"


@noun
class Followed:
    """PLY-12: an order is laid down."""

    card: str
    kind: Literal["followed"] = "followed"


@noun
class Used:
    source: str
    use: int
    kind: Literal["used"] = "used"


@noun
class Enabled:
    seat: Seat
    strategy: str
    kind: Literal["enabled"] = "enabled"


@noun
class Invaded:
    order: Order
    steps: int
    kind: Literal["invaded"] = "invaded"


@noun
class Relocated(Underscored):
    card: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    by: Literal["ops", "move-hero", "shift", "redeploy"]
    kind: Literal["relocated"] = "relocated"


@noun
class Destroyed:
    """`by`: the card that did it, or "" for a strategy."""

    card: str
    by: str
    kind: Literal["destroyed"] = "destroyed"


@noun
class HeroFell:
    hero: str
    by: str
    kind: Literal["hero-fell"] = "hero-fell"


@noun
class Bounced:
    card: str
    by: str
    kind: Literal["bounced"] = "bounced"


@noun
class Boosted:
    cards: Ids
    count: int
    until: Literal["turn", "round"]
    kind: Literal["boosted"] = "boosted"


@noun
class Scorched:
    zone: str
    count: int
    kind: Literal["scorched"] = "scorched"


@noun
class Mended:
    zone: str
    count: int
    kind: Literal["mended"] = "mended"


@noun
class Recovered:
    seat: Seat
    cards: Ids
    kind: Literal["recovered"] = "recovered"


@noun
class Ruined:
    seat: Seat
    cards: Ids
    kind: Literal["ruined"] = "ruined"


@noun
class TokensSet:
    """`count` tokens put, or taken if negative."""

    card: str
    count: int
    left: int
    kind: Literal["tokens"] = "tokens"


@noun
class Turned:
    hero: str
    upright: bool
    kind: Literal["turned"] = "turned"


@noun
class PlotMoved(Underscored):
    from_: Annotated[int, Field(alias="from")]
    to: int
    why: Literal["idle", "text", "invasion", "adjustment"]
    kind: Literal["plot-moved"] = "plot-moved"


@noun
class Attacked:
    """ATK-3 to ATK-6: both totals, the zone's value among the Human's; `drain` after bite and absorb."""

    zone: str
    invader: int
    human: int
    value: int
    bite: int
    drain: int
    kind: Literal["attacked"] = "attacked"


@noun
class Absorbed:
    card: str
    count: int
    kind: Literal["absorbed"] = "absorbed"


@noun
class Stood(Underscored):
    """A standing pass, or its end; seen by its seat alone."""

    seat: Seat
    pass_: Annotated[Pass | None, Field(alias="pass")]
    kind: Literal["stood"] = "stood"


@noun
class CardPut:
    """An adjustment moves a card. `to`: hand, deck-top, deck-bottom, discard or a zone. `told`: who sees which card it
    was, where it goes from one hidden place to another (GEN-5)."""

    card: str
    to: str
    told: Literal["all", "owner", "nobody"] = "all"
    kind: Literal["card-put"] = "card-put"


@noun
class PieceSet:
    """An adjustment changes a card in play."""

    piece: str
    tokens: int | None
    upright: bool | None
    kind: Literal["piece-set"] = "piece-set"


Hidden = Shuffled | Dealt | Drew | Built | Stood | AnsweredFor | CardPut
"""What a viewer may see in part only (`view.seen`)."""
Open = (
    SidesSet | Mulliganed | HeroPlaced | TurnBegan | Readied | TurnEnded | CardPlayed | Paid | Drained | Sacrificed
    | Passed | Cancelled | Restored | Entered | Followed | Used | Enabled | Invaded | Relocated | Destroyed | HeroFell
    | Bounced | Boosted | Scorched | Mended | Recovered | Ruined | TokensSet | Turned | PlotMoved | Attacked | Absorbed
    | PieceSet
)  # fmt: skip
"""What all see as it is."""
Event = Hidden | Open | TableEvent
CODEC: TaggedCodec[Any] = TaggedCodec(Event)

FROM_HIDDEN = (Shuffled, Dealt, Drew, Drained, Ruined, Mulliganed, Passed, AnsweredFor, Cancelled, Restored)
"""What came from a deck or another's hand: nobody takes it back alone."""

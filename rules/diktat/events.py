"""Facts. Chance and secrets are in them; `evolve` folds them into the state, `view.seen` says who sees what of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field, model_serializer

from rules.diktat.deals import At, Claim, Offer, Promise, ScreenPart
from rules.diktat.state import Phase, Thing
from rules.kernel import TaggedCodec, Underscored, tagged
from rules.kernel.seats import OfSeat, Seat
from rules.kernel.table_talk import TableEvent

Seats = tuple[Seat, ...]
Counts = Mapping[str, int]
CorruptedFrom = Literal["pile", "track", "discard"]
HowClosed = Literal["declined", "withdrawn", "lapsed"]
"""Of an offer."""
HowEnded = Literal["kept", "broken", "lapsed"]
"""Of a promise."""
WhyOverrun = Literal["cards", "darkness"]
WhyReleased = Literal["release", "answered", "left"]


class Owned:
    """Base of an event that tells the owners of stacks, so that its log line can name them when the stacks are gone.
    Journals written before it did lack the field, and are written again without it."""

    __slots__ = ()

    @model_serializer(mode="wrap")
    def _written(self, write: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        return {key: it for key, it in write(self).items() if it or key not in ("owner", "owners")}


# ---- setting up, cycles, phases --------------------------------------------------------------------------------------


@tagged(kind="cabal-taken")
class CabalTaken(OfSeat):
    cabal: str


@tagged(kind="endowed")
class Endowed(OfSeat):
    """SET-2."""

    pp: int
    affinities: Counts
    reserve: int
    supply: int


@tagged(kind="shuffled")
class Shuffled:
    """`pile`, `discard`: ids of cards, top first. `others`: kinds of the Others' stack of a sector, the topmost `kept`
    of which stay where they were (NOI-1)."""

    what: Literal["pile", "discard", "others"]
    order: tuple[str, ...]
    sector: str | None = None
    kept: int = 0


@tagged(kind="cycle-began")
class CycleBegan:
    number: int


@tagged(kind="phase-began")
class PhaseBegan:
    phase: Phase


@tagged(kind="administrator")
class AdministratorNamed(OfSeat):
    """RNK-3, RNK-4."""

    why: Literal["cycle", "rank"]


@tagged(kind="ranked")
class Ranked(OfSeat):
    rank: int


@tagged(kind="scored")
class Scored(OfSeat):
    """GEN-11."""

    now: int
    parts: Counts


@tagged(kind="drawn")
class Drawn:
    """OPP-1."""

    cards: tuple[str, ...]
    secret: str | None


@tagged(kind="developed")
class Developed(OfSeat):
    """DEV-1, DEV-2, ADH-2."""

    agents: str
    pp: int
    spies: int
    assassins: int
    pawns: int
    special: int
    dues: int


@tagged(kind="first-set")
class FirstSet(OfSeat):
    by: Seat


@tagged(kind="turn")
class TurnBegan(OfSeat):
    """`again`: MAN-7."""

    again: bool = False


@tagged(kind="again")
class AgainSet(OfSeat):
    """MAN-7: this seat has the next turn too."""


@tagged(kind="skipped")
class Skipped(OfSeat):
    """A seat skips its turn."""


@tagged(kind="manoeuvre")
class ManoeuvreMade(OfSeat):
    which: str
    left: int


# ---- stacks ----------------------------------------------------------------------------------------------------------


@tagged(kind="sent")
class Sent(OfSeat):
    stack: str
    sector: str
    pawns: str


@tagged(kind="looked")
class Looked(OfSeat, Owned):
    """SPY-5. `owner`: whose stack it is; None for the secret card."""

    at: At
    saw: str
    owner: str | None = None


@tagged(kind="killed")
class Killed:
    """ASN-3. `by`: a seat or "others"; `stays`: a Guard that is not discarded (STK-9)."""

    by: str
    at: At
    owner: str
    pawn: str
    sector: str
    stays: bool


@tagged(kind="blocked")
class Blocked:
    """BLK-2: the pawn named stays unseen."""

    by: str
    at: At
    owner: Seat
    sector: str


@tagged(kind="token-laid")
class TokenLaid(OfSeat):
    """`on`: a sector, or of an Adhesion whose Possession."""

    token: str
    on: str
    possession: tuple[Seat, str, str] | None = None


@tagged(kind="token-gone")
class TokenGone:
    token: str
    on: str
    why: str


@tagged(kind="moved-stack")
class MovedStack(OfSeat, Underscored):
    stack: str
    from_: Annotated[str, Field(alias="from")]
    to: str


@tagged(kind="moved-pawns")
class MovedPawns(OfSeat):
    stack: str
    pawns: tuple[int, ...]
    to: tuple[str, ...]


@tagged(kind="swapped")
class Swapped(OfSeat):
    stacks: tuple[str, str]


@tagged(kind="recalled")
class Recalled(OfSeat):
    """`agents`: what went behind the screen, for its seat alone."""

    stack: str
    pawns: tuple[int, ...]
    agents: str


@tagged(kind="stack-gone")
class StackGone(OfSeat, Underscored):
    """NEG-12: its pawns are discarded, and seen."""

    stack: str
    sector: str
    why: Literal["ceded"]
    pawns: str
    for_: Annotated[Seat | None, Field(alias="for")] = None


@tagged(kind="closed")
class Closed(OfSeat):
    sector: str


# ---- what players have -----------------------------------------------------------------------------------------------


@tagged(kind="pp")
class Pp(OfSeat):
    """`parties`: of a discreet deal, who alone may see it."""

    change: int
    why: str
    other: Seat | None = None
    parties: Seats = ()


@tagged(kind="agents")
class AgentsChanged(OfSeat):
    gained: str
    lost: str
    why: str
    parties: Seats = ()


@tagged(kind="tokens")
class TokensChanged(OfSeat):
    spies: int
    assassins: int
    why: str


@tagged(kind="special")
class Supplied(OfSeat):
    """CAB-6: from the supply into the reserve."""

    count: int


@tagged(kind="affinity")
class AffinityChanged(OfSeat):
    change: Counts
    why: str
    parties: Seats = ()


@tagged(kind="debt")
class DebtTaken(OfSeat):
    """PWR-2, PWR-3: 5 PP."""

    forced: bool


@tagged(kind="tainted")
class Tainted(OfSeat):
    """COR-1, COR-2, COR-5."""

    change: int
    why: str


@tagged(kind="acquired")
class Acquired(OfSeat):
    card: str
    slot: int
    cost: int


@tagged(kind="used")
class Used(OfSeat):
    thing: Thing
    option: int


@tagged(kind="refreshed")
class Refreshed(OfSeat):
    thing: Thing


@tagged(kind="possession")
class Possession(OfSeat):
    """`why`: trophy or deal; of a card that changes hands, whether it is Used (POS-6), and whose Adhesion lies on
    it."""

    thing: Thing
    why: Literal["trophy", "deal"]
    used: bool = False
    adhesion: bool = False


@tagged(kind="possession-lost")
class PossessionLost(OfSeat):
    thing: Thing
    why: Literal["discarded", "deal"]


@tagged(kind="flipped")
class Flipped(OfSeat):
    card: str
    affinity: str


@tagged(kind="unflipped")
class Unflipped(OfSeat):
    """AFF-5: a flipped token is discarded."""

    card: str
    affinity: str


@tagged(kind="awarded")
class Awarded(OfSeat):
    """VP won or lost once: EXTRA of GEN-11."""

    vp: int
    why: str


# ---- cards -----------------------------------------------------------------------------------------------------------


@tagged(kind="peeked")
class Peeked(OfSeat):
    cards: tuple[str, ...]


@tagged(kind="replaced")
class Replaced(OfSeat):
    out: str
    came: str | None


@tagged(kind="secret-turned")
class SecretTurned:
    card: str


# ---- Conquest --------------------------------------------------------------------------------------------------------


@tagged(kind="designated")
class Designated:
    """RES-2. `by`: nobody, for the last one."""

    sector: str
    by: Seat | None
    last: bool = False


@tagged(kind="turned")
class Turned(Owned):
    """CNQ-1: the pawns of each stack there, and whose it is."""

    sector: str
    stacks: Mapping[str, str]
    owners: Mapping[str, str] = field(default_factory=dict)


@tagged(kind="woken")
class Woken(OfSeat):
    token: str
    sector: str
    emissaries: int


@tagged(kind="tally")
class Tally:
    """CNQ-2 to CNQ-4: Emissaries, those that weigh more, the order with the clause of its tie."""

    sector: str
    counts: Counts
    weights: Counts
    order: tuple[str, ...]
    clause: str


@tagged(kind="struggle")
class Struggle:
    sector: str
    seats: Seats


@tagged(kind="bids")
class Bids:
    """STG-2, STG-4."""

    sector: str
    bids: Mapping[Seat, int]


@tagged(kind="spent")
class Spent:
    """CNQ-5: an Emissary of the sector is discarded, or another pawn for another end."""

    seat: str
    sector: str
    pawn: str
    why: str


@tagged(kind="taken")
class Taken(OfSeat):
    """TRO. `what`: card, marker or darkness."""

    sector: str
    what: Literal["card", "marker", "darkness"]
    id: str
    round: int


@tagged(kind="passed")
class Passed(OfSeat):
    """CNQ-7, or a call."""

    where: str


@tagged(kind="hunted")
class Hunted(OfSeat):
    """COR-5."""

    sector: str
    guards: int
    others: str


@tagged(kind="others-took")
class OthersTook:
    """ORE-5."""

    sector: str
    round: int


@tagged(kind="conquered")
class Conquered:
    """CNQ-10."""

    sector: str


# ---- end of cycle ----------------------------------------------------------------------------------------------------


@tagged(kind="attack")
class Attack:
    """ATT-1."""

    cards: tuple[str, ...]


@tagged(kind="discarded")
class Discarded(OfSeat):
    """EOC-3: what went from behind a screen and from beside the board."""

    agents: str
    spies: int
    assassins: int


@tagged(kind="kept")
class Kept(OfSeat):
    agents: str


@tagged(kind="cycle-ended")
class CycleEnded:
    """EOC-4, EOC-5: the cards left on the track go."""

    number: int
    cards: tuple[str, ...]


# ---- the Others ------------------------------------------------------------------------------------------------------


@tagged(kind="others-set")
class OthersSet:
    """OTH-1: their pawns on the Artefact, shuffled."""

    order: str


@tagged(kind="corrupted")
class Corrupted:
    """OTH-9. `source`: where it lay."""

    card: str
    source: CorruptedFrom


@tagged(kind="uncorrupted")
class Uncorrupted:
    card: str


@tagged(kind="others-moved")
class OthersMoved(Underscored):
    """NOI-3, OTH-14: so many from the top of one sector's stack onto another's."""

    from_: Annotated[str, Field(alias="from")]
    to: str
    count: int
    by: Seat | None = None


@tagged(kind="corruption")
class CorruptionLaid:
    """NOI-4."""

    sector: str


@tagged(kind="infected")
class Infected:
    """NOI-5."""

    sector: str
    count: int


@tagged(kind="others-attack")
class OthersAttack(Owned):
    """OAS-2. `owner`: whose stack it is."""

    stack: str
    hand: Seat | None
    count: int
    owner: Seat | None = None


@tagged(kind="others-gone")
class OthersGone:
    """ORE-6."""

    sector: str
    pawns: str
    corruption: int


@tagged(kind="overrun")
class Overrun:
    """ORE-8."""

    why: WhyOverrun


# ---- bargains --------------------------------------------------------------------------------------------------------


@tagged(kind="offered")
class Offered:
    offer: Offer


@tagged(kind="accepted")
class OfferAccepted(OfSeat):
    """One of several parties says yes."""

    offer: str


@tagged(kind="offer-closed")
class OfferClosed:
    """NEG-5."""

    offer: str
    how: HowClosed
    seat: Seat | None
    parties: Seats


@tagged(kind="undelivered")
class Undelivered:
    """NEG-3: somebody cannot deliver; the offer stays on the table."""

    offer: str
    seat: Seat
    parties: Seats


@tagged(kind="dealt")
class Dealt:
    offer: Offer


@tagged(kind="shown")
class Shown:
    """NEG-8. `saw`: the kind of a pawn, the secret card, or a part of a screen. `parties`: of a discreet deal."""

    by: Seat
    to: Seats
    at: At | None
    screen: ScreenPart | None
    saw: Any
    parties: Seats = ()


@tagged(kind="said")
class SaidSo:
    """NEG-9. `deal`: sworn in it."""

    by: Seat
    to: Seats
    claims: tuple[Claim, ...]
    deal: str | None = None


@tagged(kind="promise-done")
class PromiseDone:
    """OAT-2: part of what was promised is done."""

    deal: str
    index: int
    done: int
    parties: Seats


@tagged(kind="promise-ended")
class PromiseEnded:
    """OAT-3, OAT-5. `parties`: of a discreet deal that is not sworn."""

    deal: str
    index: int
    promise: Promise
    how: HowEnded
    parties: Seats


@tagged(kind="accused")
class Accused:
    by: Seat
    deal: str
    seat: Seat
    parties: Seats


@tagged(kind="judged")
class Judged:
    """OAT-6."""

    deal: str
    seat: Seat
    admitted: bool
    votes: Mapping[Seat, bool]
    broken: bool
    parties: Seats


@tagged(kind="held")
class HeldUp(OfSeat):
    """TIM-5."""


@tagged(kind="released")
class Released(OfSeat):
    why: WhyReleased


@tagged(kind="left")
class Left(OfSeat):
    """END-5: what was a seat's is discarded."""


Open = (
    CabalTaken | Endowed | CycleBegan | PhaseBegan | AdministratorNamed | Ranked | Scored | Developed | FirstSet
    | TurnBegan | AgainSet | Skipped | ManoeuvreMade | Killed | Blocked | TokenLaid | TokenGone | MovedStack
    | MovedPawns | Swapped | StackGone | Closed | TokensChanged | Supplied | DebtTaken | Tainted | Acquired | Used
    | Refreshed | Possession | PossessionLost | Flipped | Unflipped | Awarded | Replaced | SecretTurned | Designated
    | Turned | Woken | Tally | Struggle | Bids | Spent | Taken | Passed | Hunted | OthersTook | Conquered | Attack
    | Discarded | CycleEnded | Corrupted | Uncorrupted | OthersMoved | CorruptionLaid | Infected | OthersAttack
    | OthersGone | Overrun | OfferAccepted | HeldUp | Released | Left
)  # fmt: skip
"""What everybody sees whole."""
Partly = (
    Shuffled | Drawn | Sent | Looked | Recalled | Pp | AgentsChanged | AffinityChanged | Peeked | Kept | OthersSet
    | Offered | OfferClosed | Undelivered | Dealt | Shown | SaidSo | PromiseDone | PromiseEnded | Accused | Judged
)  # fmt: skip
"""What not everybody sees, or not all of it: `view.seen` says who sees what."""
Fact = Open | Partly
Event = Fact | TableEvent
CODEC: TaggedCodec[Any] = TaggedCodec(Event)

FINAL = (
    Shuffled, Drawn, Looked, Killed, Blocked, Peeked, Replaced, SecretTurned, Turned, Bids, Taken, Shown, SaidSo, Dealt,
    StackGone, Discarded, Recalled, Passed, OfferAccepted, OfferClosed, Accused, Judged, HeldUp, Released,
)  # fmt: skip
"""What nobody takes back alone: something was looked at, shown, killed, turned, drawn, bid or taken by it."""

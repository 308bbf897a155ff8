"""Facts. Chance and secrets are in them; `evolve` folds them into the state, `view.seen` says who sees what of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.diktat.deals import At, Claim, Offer, Promise, ScreenPart, Underscored
from rules.diktat.state import Phase, Thing
from rules.kernel import TaggedCodec, noun
from rules.kernel.seats import Seat
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

# ---- setting up, cycles, phases --------------------------------------------------------------------------------------


@noun
class CabalTaken:
    seat: Seat
    cabal: str
    kind: Literal["cabal-taken"] = "cabal-taken"


@noun
class Endowed:
    """SET-2."""

    seat: Seat
    pp: int
    affinities: Counts
    reserve: int
    supply: int
    kind: Literal["endowed"] = "endowed"


@noun
class Shuffled:
    """`pile`, `discard`: ids of cards, top first. `others`: kinds of the Others' stack of a sector, the topmost `kept`
    of which stay where they were (NOI-1)."""

    what: Literal["pile", "discard", "others"]
    order: tuple[str, ...]
    sector: str | None = None
    kept: int = 0
    kind: Literal["shuffled"] = "shuffled"


@noun
class CycleBegan:
    number: int
    kind: Literal["cycle-began"] = "cycle-began"


@noun
class PhaseBegan:
    phase: Phase
    kind: Literal["phase-began"] = "phase-began"


@noun
class AdministratorNamed:
    """RNK-3, RNK-4."""

    seat: Seat
    why: Literal["cycle", "rank"]
    kind: Literal["administrator"] = "administrator"


@noun
class Ranked:
    seat: Seat
    rank: int
    kind: Literal["ranked"] = "ranked"


@noun
class Scored:
    """GEN-11."""

    seat: Seat
    now: int
    parts: Counts
    kind: Literal["scored"] = "scored"


@noun
class Drawn:
    """OPP-1."""

    cards: tuple[str, ...]
    secret: str | None
    kind: Literal["drawn"] = "drawn"


@noun
class Developed:
    """DEV-1, DEV-2, ADH-2."""

    seat: Seat
    agents: str
    pp: int
    spies: int
    assassins: int
    pawns: int
    special: int
    dues: int
    kind: Literal["developed"] = "developed"


@noun
class FirstSet:
    seat: Seat
    by: Seat
    kind: Literal["first-set"] = "first-set"


@noun
class TurnBegan:
    """`again`: MAN-7."""

    seat: Seat
    again: bool = False
    kind: Literal["turn"] = "turn"


@noun
class AgainSet:
    seat: Seat
    kind: Literal["again"] = "again"


@noun
class Skipped:
    seat: Seat
    kind: Literal["skipped"] = "skipped"


@noun
class ManoeuvreMade:
    seat: Seat
    which: str
    left: int
    kind: Literal["manoeuvre"] = "manoeuvre"


# ---- stacks ----------------------------------------------------------------------------------------------------------


@noun
class Sent:
    seat: Seat
    stack: str
    sector: str
    pawns: str
    kind: Literal["sent"] = "sent"


@noun
class Looked:
    """SPY-5."""

    seat: Seat
    at: At
    saw: str
    kind: Literal["looked"] = "looked"


@noun
class Killed:
    """ASN-3. `by`: a seat or "others"; `stays`: a Guard that is not discarded (STK-9)."""

    by: str
    at: At
    owner: str
    pawn: str
    sector: str
    stays: bool
    kind: Literal["killed"] = "killed"


@noun
class Blocked:
    """BLK-2: the pawn named stays unseen."""

    by: str
    at: At
    owner: Seat
    sector: str
    kind: Literal["blocked"] = "blocked"


@noun
class TokenLaid:
    """`on`: a sector, or of an Adhesion whose Possession."""

    seat: Seat
    token: str
    on: str
    possession: tuple[Seat, str, str] | None = None
    kind: Literal["token-laid"] = "token-laid"


@noun
class TokenGone:
    token: str
    on: str
    why: str
    kind: Literal["token-gone"] = "token-gone"


@noun
class MovedStack(Underscored):
    seat: Seat
    stack: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    kind: Literal["moved-stack"] = "moved-stack"


@noun
class MovedPawns:
    seat: Seat
    stack: str
    pawns: tuple[int, ...]
    to: tuple[str, ...]
    kind: Literal["moved-pawns"] = "moved-pawns"


@noun
class Swapped:
    seat: Seat
    stacks: tuple[str, str]
    kind: Literal["swapped"] = "swapped"


@noun
class Recalled:
    """`agents`: what went behind the screen, for its seat alone."""

    seat: Seat
    stack: str
    pawns: tuple[int, ...]
    agents: str
    kind: Literal["recalled"] = "recalled"


@noun
class StackGone(Underscored):
    """NEG-12: its pawns are discarded, and seen."""

    seat: Seat
    stack: str
    sector: str
    why: Literal["ceded"]
    pawns: str
    for_: Annotated[Seat | None, Field(alias="for")] = None
    kind: Literal["stack-gone"] = "stack-gone"


@noun
class Closed:
    seat: Seat
    sector: str
    kind: Literal["closed"] = "closed"


# ---- what players have -----------------------------------------------------------------------------------------------


@noun
class Pp:
    """`parties`: of a discreet deal, who alone may see it."""

    seat: Seat
    change: int
    why: str
    other: Seat | None = None
    parties: Seats = ()
    kind: Literal["pp"] = "pp"


@noun
class AgentsChanged:
    seat: Seat
    gained: str
    lost: str
    why: str
    parties: Seats = ()
    kind: Literal["agents"] = "agents"


@noun
class TokensChanged:
    seat: Seat
    spies: int
    assassins: int
    why: str
    kind: Literal["tokens"] = "tokens"


@noun
class Supplied:
    """CAB-6: from the supply into the reserve."""

    seat: Seat
    count: int
    kind: Literal["special"] = "special"


@noun
class AffinityChanged:
    seat: Seat
    change: Counts
    why: str
    parties: Seats = ()
    kind: Literal["affinity"] = "affinity"


@noun
class DebtTaken:
    """PWR-2, PWR-3: 5 PP."""

    seat: Seat
    forced: bool
    kind: Literal["debt"] = "debt"


@noun
class Tainted:
    """COR-1, COR-2, COR-5."""

    seat: Seat
    change: int
    why: str
    kind: Literal["tainted"] = "tainted"


@noun
class Acquired:
    seat: Seat
    card: str
    slot: int
    cost: int
    kind: Literal["acquired"] = "acquired"


@noun
class Used:
    seat: Seat
    thing: Thing
    option: int
    kind: Literal["used"] = "used"


@noun
class Refreshed:
    seat: Seat
    thing: Thing
    kind: Literal["refreshed"] = "refreshed"


@noun
class Possession:
    """`why`: trophy or deal; of a card that changes hands, whether it is Used (POS-6), and whose Adhesion lies on
    it."""

    seat: Seat
    thing: Thing
    why: Literal["trophy", "deal"]
    used: bool = False
    adhesion: bool = False
    kind: Literal["possession"] = "possession"


@noun
class PossessionLost:
    seat: Seat
    thing: Thing
    why: Literal["discarded", "deal"]
    kind: Literal["possession-lost"] = "possession-lost"


@noun
class Flipped:
    seat: Seat
    card: str
    affinity: str
    kind: Literal["flipped"] = "flipped"


@noun
class Unflipped:
    """AFF-5: a flipped token is discarded."""

    seat: Seat
    card: str
    affinity: str
    kind: Literal["unflipped"] = "unflipped"


@noun
class Awarded:
    """VP won or lost once: EXTRA of GEN-11."""

    seat: Seat
    vp: int
    why: str
    kind: Literal["awarded"] = "awarded"


# ---- cards -----------------------------------------------------------------------------------------------------------


@noun
class Peeked:
    seat: Seat
    cards: tuple[str, ...]
    kind: Literal["peeked"] = "peeked"


@noun
class Replaced:
    seat: Seat
    out: str
    came: str | None
    kind: Literal["replaced"] = "replaced"


@noun
class SecretTurned:
    card: str
    kind: Literal["secret-turned"] = "secret-turned"


# ---- Conquest --------------------------------------------------------------------------------------------------------


@noun
class Designated:
    """RES-2. `by`: nobody, for the last one."""

    sector: str
    by: Seat | None
    last: bool = False
    kind: Literal["designated"] = "designated"


@noun
class Turned:
    """CNQ-1: the pawns of each stack there."""

    sector: str
    stacks: Mapping[str, str]
    kind: Literal["turned"] = "turned"


@noun
class Woken:
    seat: Seat
    token: str
    sector: str
    emissaries: int
    kind: Literal["woken"] = "woken"


@noun
class Tally:
    """CNQ-2 to CNQ-4: Emissaries, those that weigh more, the order with the clause of its tie."""

    sector: str
    counts: Counts
    weights: Counts
    order: tuple[str, ...]
    clause: str
    kind: Literal["tally"] = "tally"


@noun
class Struggle:
    sector: str
    seats: Seats
    kind: Literal["struggle"] = "struggle"


@noun
class Bids:
    """STG-2, STG-4."""

    sector: str
    bids: Mapping[Seat, int]
    kind: Literal["bids"] = "bids"


@noun
class Spent:
    """CNQ-5: an Emissary of the sector is discarded, or another pawn for another end."""

    seat: str
    sector: str
    pawn: str
    why: str
    kind: Literal["spent"] = "spent"


@noun
class Taken:
    """TRO. `what`: card, marker or darkness."""

    seat: Seat
    sector: str
    what: Literal["card", "marker", "darkness"]
    id: str
    round: int
    kind: Literal["taken"] = "taken"


@noun
class Passed:
    """CNQ-7, or a call."""

    seat: Seat
    where: str
    kind: Literal["passed"] = "passed"


@noun
class Hunted:
    """COR-5."""

    seat: Seat
    sector: str
    guards: int
    others: str
    kind: Literal["hunted"] = "hunted"


@noun
class OthersTook:
    """ORE-5."""

    sector: str
    round: int
    kind: Literal["others-took"] = "others-took"


@noun
class Conquered:
    """CNQ-10."""

    sector: str
    kind: Literal["conquered"] = "conquered"


# ---- end of cycle ----------------------------------------------------------------------------------------------------


@noun
class Attack:
    """ATT-1."""

    cards: tuple[str, ...]
    kind: Literal["attack"] = "attack"


@noun
class Discarded:
    """EOC-3: what went from behind a screen and from beside the board."""

    seat: Seat
    agents: str
    spies: int
    assassins: int
    kind: Literal["discarded"] = "discarded"


@noun
class Kept:
    seat: Seat
    agents: str
    kind: Literal["kept"] = "kept"


@noun
class CycleEnded:
    """EOC-4, EOC-5: the cards left on the track go."""

    number: int
    cards: tuple[str, ...]
    kind: Literal["cycle-ended"] = "cycle-ended"


# ---- the Others ------------------------------------------------------------------------------------------------------


@noun
class OthersSet:
    """OTH-1: their pawns on the Artefact, shuffled."""

    order: str
    kind: Literal["others-set"] = "others-set"


@noun
class Corrupted:
    """OTH-9. `source`: where it lay."""

    card: str
    source: CorruptedFrom
    kind: Literal["corrupted"] = "corrupted"


@noun
class Uncorrupted:
    card: str
    kind: Literal["uncorrupted"] = "uncorrupted"


@noun
class OthersMoved(Underscored):
    """NOI-3, OTH-14: so many from the top of one sector's stack onto another's."""

    from_: Annotated[str, Field(alias="from")]
    to: str
    count: int
    by: Seat | None = None
    kind: Literal["others-moved"] = "others-moved"


@noun
class CorruptionLaid:
    """NOI-4."""

    sector: str
    kind: Literal["corruption"] = "corruption"


@noun
class Infected:
    """NOI-5."""

    sector: str
    count: int
    kind: Literal["infected"] = "infected"


@noun
class OthersAttack:
    """OAS-2."""

    stack: str
    hand: Seat | None
    count: int
    kind: Literal["others-attack"] = "others-attack"


@noun
class OthersGone:
    """ORE-6."""

    sector: str
    pawns: str
    corruption: int
    kind: Literal["others-gone"] = "others-gone"


@noun
class Overrun:
    """ORE-8."""

    why: WhyOverrun
    kind: Literal["overrun"] = "overrun"


# ---- bargains --------------------------------------------------------------------------------------------------------


@noun
class Offered:
    offer: Offer
    kind: Literal["offered"] = "offered"


@noun
class OfferAccepted:
    """One of several parties says yes."""

    seat: Seat
    offer: str
    kind: Literal["accepted"] = "accepted"


@noun
class OfferClosed:
    """NEG-5."""

    offer: str
    how: HowClosed
    seat: Seat | None
    parties: Seats
    kind: Literal["offer-closed"] = "offer-closed"


@noun
class Undelivered:
    """NEG-3: somebody cannot deliver; the offer stays on the table."""

    offer: str
    seat: Seat
    parties: Seats
    kind: Literal["undelivered"] = "undelivered"


@noun
class Dealt:
    offer: Offer
    kind: Literal["dealt"] = "dealt"


@noun
class Shown:
    """NEG-8. `saw`: the kind of a pawn, the secret card, or a part of a screen. `parties`: of a discreet deal."""

    by: Seat
    to: Seats
    at: At | None
    screen: ScreenPart | None
    saw: Any
    parties: Seats = ()
    kind: Literal["shown"] = "shown"


@noun
class SaidSo:
    """NEG-9. `deal`: sworn in it."""

    by: Seat
    to: Seats
    claims: tuple[Claim, ...]
    deal: str | None = None
    kind: Literal["said"] = "said"


@noun
class PromiseDone:
    """OAT-2: part of what was promised is done."""

    deal: str
    index: int
    done: int
    parties: Seats
    kind: Literal["promise-done"] = "promise-done"


@noun
class PromiseEnded:
    """OAT-3, OAT-5. `parties`: of a discreet deal that is not sworn."""

    deal: str
    index: int
    promise: Promise
    how: HowEnded
    parties: Seats
    kind: Literal["promise-ended"] = "promise-ended"


@noun
class Accused:
    by: Seat
    deal: str
    seat: Seat
    parties: Seats
    kind: Literal["accused"] = "accused"


@noun
class Judged:
    """OAT-6."""

    deal: str
    seat: Seat
    admitted: bool
    votes: Mapping[Seat, bool]
    broken: bool
    parties: Seats
    kind: Literal["judged"] = "judged"


@noun
class HeldUp:
    """TIM-5."""

    seat: Seat
    kind: Literal["held"] = "held"


@noun
class Released:
    seat: Seat
    why: WhyReleased
    kind: Literal["released"] = "released"


@noun
class Left:
    """END-5: what was a seat's is discarded."""

    seat: Seat
    kind: Literal["left"] = "left"


Fact = (
    CabalTaken | Endowed | Shuffled | CycleBegan | PhaseBegan | AdministratorNamed | Ranked | Scored | Drawn | Developed
    | FirstSet | TurnBegan | AgainSet | Skipped | ManoeuvreMade | Sent | Looked | Killed | Blocked | TokenLaid
    | TokenGone | MovedStack | MovedPawns | Swapped | Recalled | StackGone | Closed | Pp | AgentsChanged | TokensChanged
    | Supplied | AffinityChanged | DebtTaken | Tainted | Acquired | Used | Refreshed | Possession | PossessionLost
    | Flipped | Unflipped | Awarded | Peeked | Replaced | SecretTurned | Designated | Turned | Woken | Tally | Struggle
    | Bids | Spent | Taken | Passed | Hunted | OthersTook | Conquered | Attack | Discarded | Kept | CycleEnded
    | OthersSet | Corrupted | Uncorrupted | OthersMoved | CorruptionLaid | Infected | OthersAttack | OthersGone
    | Overrun | Offered | OfferAccepted | OfferClosed | Undelivered | Dealt | Shown | SaidSo | PromiseDone
    | PromiseEnded | Accused | Judged | HeldUp | Released | Left
)  # fmt: skip
Event = Fact | TableEvent
CODEC: TaggedCodec[Any] = TaggedCodec(Event)

FINAL = (
    Shuffled, Drawn, Looked, Killed, Blocked, Peeked, Replaced, SecretTurned, Turned, Bids, Taken, Shown, SaidSo, Dealt,
    StackGone, Discarded, Recalled, Passed, OfferAccepted, OfferClosed, Accused, Judged, HeldUp, Released,
)  # fmt: skip
"""What nobody takes back alone: something was looked at, shown, killed, turned, drawn, bid or taken by it."""

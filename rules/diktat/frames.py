"""The procedures being resolved: small frames on a stack, the innermost last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from rules.diktat.deals import At, Offer
from rules.diktat.state import Phase, Thing
from rules.kernel import PUBLIC, Fields, OfSeat, Sealed, Seat, StackCodec, frame
from rules.kernel.table_talk import Proposal

Stage = Literal[
    "cabals", "endow", "begin", "gather", "draw", "develop", "meet", "first", "manoeuvre", "next", "spent", "reveal",
    "designate", "resolved", "attack", "leftovers", "flips", "judge", "close", "refresh",
]  # fmt: skip
"""In the order of play; after the last another cycle begins."""
PHASES: Mapping[Stage, Phase] = {
    "gather": "noirceur",
    "draw": "opportunities",
    "develop": "development",
    "meet": "manoeuvres",
    "reveal": "resolution",
    "flips": "end",
}
"""The stages with which phases begin."""
Mode = Literal["assassinate", "kill", "arrest"]
UseTiming = Literal["man", "special"]
"""The times at which an element is used by one's own choice."""


@frame("cycle", sees=PUBLIC)
class Cycle:
    """CYC: always the undermost frame."""

    stage: Stage


@frame("choosing-cabal", sees=PUBLIC)
class ChoosingCabal:
    """SET-1: the first of these chooses."""

    order: tuple[Seat, ...]


@frame("looking", sees=Fields("seat", "left"))
class Looking(OfSeat):
    """SPY-3. `done`: pawns looked at, by stack and place; `secret`: the card too; `sectors`: where (DOR-1)."""

    left: int
    done: tuple[tuple[str, int], ...] = ()
    secret: bool = False
    sectors: tuple[str, ...] = ()


@frame("killing", sees=Fields("seat", "left", "mode"))
class Killing(OfSeat):
    """ASN. `target`: of an Assassination being carried out."""

    left: int
    mode: Mode
    target: At | None = None


@frame("others-killing", sees=Fields("stack", "left"))
class OthersKilling:
    """OAS-2: so many Assassinations more against this stack."""

    stack: str
    left: int
    target: At | None = None


@frame("reacting", sees=Fields("seat", "by", "sector", at=lambda frame: [frame.at.stack, frame.at.pawn]))
class Reacting(OfSeat):
    """BLK-2. `by`: whose Assassination names the pawn."""

    by: str
    at: At
    sector: str


@frame("laying", sees=Fields("seat", "token", "on"))
class Laying(OfSeat):
    """DOR-1, REV-1: a Cabal token on one of these sectors; ADH-1: on `possession`, which was taken in that sector."""

    token: str
    on: tuple[str, ...]
    possession: tuple[Seat, str, str] | None = None


@frame("calling", sees=PUBLIC)
class Calling:
    """TIM-4. `passed`: since somebody last did something."""

    where: Literal["manoeuvres", "conquest", "end", "flips"]
    sector: str | None = None
    passed: tuple[Seat, ...] = ()


@frame("conquest", sees=Fields("sector", "stage", "extra", "order", "round", "out"))
class Conquest:
    """CNQ. `extra`: Emissaries from tokens still to be spent; `asked`: tokens whose owner has been asked; `order`:
    CNQ-4, "others" among it; `at`: whose turn in it; `out`: who has passed."""

    sector: str
    stage: Literal["call", "turn", "wake", "tally", "take", "end"] = "call"
    extra: Mapping[Seat, int] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    at: int = 0
    round: int = 1
    out: tuple[Seat, ...] = ()


@frame("bidding", sees=Sealed("bid", "sector", "seats"))
class Bidding:
    """STG-2: the bids that are in, each its seat's secret. `rest`: the order behind them."""

    sector: str
    seats: tuple[Seat, ...]
    rest: tuple[str, ...]
    answers: Mapping[Seat, int] = field(default_factory=dict)


@frame("gaining", sees=PUBLIC)
class Gaining(OfSeat):
    """INF-12: so many Affinity tokens of one's choosing."""

    left: int


@frame("losing", sees=Fields("seat", "left"))
class Losing(OfSeat):
    """AFF-5: so many Affinity tokens of a kind, or of any, are discarded. `reserved`: what a deal delivers besides."""

    affinity: str
    left: int
    reserved: Mapping[str, int] = field(default_factory=dict)


@frame("arriving", sees=PUBLIC)
class Arriving(OfSeat):
    """INF-1, INF-2: a marker comes to a seat, after one was discarded if it would be the sixth."""

    sector: str


@frame("free-card", sees=PUBLIC)
class FreeCard(OfSeat):
    """CBL-5."""


@frame("kinds", sees=PUBLIC)
class Kinds(OfSeat):
    """The choice of a number of Agents, each of a kind of one's choosing."""

    left: int


@frame("keeping", sees=Fields("seat"))
class Keeping(OfSeat):
    """EOC-3, `keep`: up to so many Agents stay behind the screen."""

    most: int


@frame("filling", sees=Fields("seat", "thing", "option"))
class Filling(OfSeat):
    """The choices that an effect needs and the command did not name (`with`)."""

    thing: Thing
    timing: UseTiming
    option: int
    given: Mapping[str, Any] = field(default_factory=dict)


@frame("dealing", sees=Fields(offer=lambda frame: frame.offer.id, seats=lambda frame: list(frame.offer.parties)))
class Dealing:
    """NEG-6: a deal being carried out. `queue`: giver, receiver, kind and number of Affinity tokens still to be
    discarded; `waiting`: giver and receiver of those being discarded, `before` what the giver had; `lost`: what each
    receiver takes of them; `discarded`: of each token discarded so far the giver, the card that it lay on (None: behind
    the screen) and its kind."""

    offer: Offer
    queue: tuple[tuple[Seat, Seat, str, int], ...] = ()
    waiting: tuple[Seat, Seat] | None = None
    before: Mapping[str, int] = field(default_factory=dict)
    lost: tuple[tuple[Seat, str], ...] = ()
    discarded: tuple[tuple[Seat, str | None, str], ...] = ()


@frame("accusing", sees=PUBLIC)
class Accusing:
    """OAT-6: the accused."""

    deal: str
    seat: Seat
    by: Seat


@frame("voting", sees=Sealed("vote", "deal", "seat", "by"))
class Voting:
    """OAT-6: those who judge, all at once."""

    deal: str
    seat: Seat
    by: Seat
    answers: Mapping[Seat, bool] = field(default_factory=dict)


@frame("holding", sees=Fields("seat", "held"))
class Holding(OfSeat):
    """TIM-5: `held` wait until this seat lets go. `earlier`: the numbers of their questions."""

    held: tuple[Seat, ...]
    earlier: Mapping[Seat, int] = field(default_factory=dict)


Frame = (
    Cycle | ChoosingCabal | Looking | Killing | OthersKilling | Reacting | Laying | Calling | Conquest | Bidding
    | Gaining | Losing | Arriving | FreeCard | Kinds | Keeping | Filling | Dealing | Accusing | Voting | Holding
    | Proposal
)  # fmt: skip
STACK = StackCodec(Frame)

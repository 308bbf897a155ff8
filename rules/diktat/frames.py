"""What is being resolved: small frames on a stack, the innermost last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from rules.diktat.deals import At, Offer
from rules.diktat.state import Thing
from rules.kernel import noun, stack_codec
from rules.kernel.codec import Codec
from rules.kernel.seats import Seat
from rules.kernel.table_talk import Proposal

Stage = Literal[
    "cabals", "endow", "begin", "gather", "draw", "develop", "meet", "first", "manoeuvre", "next", "spent", "reveal",
    "designate", "resolved", "attack", "leftovers", "flips", "judge", "close", "refresh",
]  # fmt: skip
Mode = Literal["assassinate", "kill", "arrest"]
UseTiming = Literal["man", "special"]
"""When an element is used by one's own choice."""


@noun
class Cycle:
    """CYC: always the undermost frame."""

    stage: Stage
    frame: Literal["cycle"] = "cycle"


@noun
class ChoosingCabal:
    """SET-1: the first of these chooses."""

    order: tuple[Seat, ...]
    frame: Literal["choosing-cabal"] = "choosing-cabal"


@noun
class Looking:
    """SPY-3. `done`: pawns looked at, by stack and place; `secret`: the card too; `sectors`: where (DOR-1)."""

    seat: Seat
    left: int
    done: tuple[tuple[str, int], ...] = ()
    secret: bool = False
    sectors: tuple[str, ...] = ()
    frame: Literal["looking"] = "looking"


@noun
class Killing:
    """ASN. `target`: of an Assassination being carried out."""

    seat: Seat
    left: int
    mode: Mode
    target: At | None = None
    frame: Literal["killing"] = "killing"


@noun
class OthersKilling:
    """OAS-2: so many Assassinations more against this stack."""

    stack: str
    left: int
    target: At | None = None
    frame: Literal["others-killing"] = "others-killing"


@noun
class Reacting:
    """BLK-2. `by`: whose Assassination names the pawn."""

    seat: Seat
    by: str
    at: At
    sector: str
    frame: Literal["reacting"] = "reacting"


@noun
class Laying:
    """DOR-1, REV-1: a Cabal token on one of these sectors; ADH-1: on `possession`, which was taken in that sector."""

    seat: Seat
    token: str
    on: tuple[str, ...]
    possession: tuple[Seat, str, str] | None = None
    frame: Literal["laying"] = "laying"


@noun
class Calling:
    """TIM-4. `passed`: since somebody last did something."""

    where: Literal["manoeuvres", "conquest", "end", "flips"]
    sector: str | None = None
    passed: tuple[Seat, ...] = ()
    frame: Literal["calling"] = "calling"


@noun
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
    frame: Literal["conquest"] = "conquest"


@noun
class Bidding:
    """STG-2: the bids that are in, each its seat's secret. `rest`: the order behind them."""

    sector: str
    seats: tuple[Seat, ...]
    rest: tuple[str, ...]
    answers: Mapping[Seat, int] = field(default_factory=dict)
    frame: Literal["bidding"] = "bidding"


@noun
class Gaining:
    """INF-12: so many Affinity tokens of one's choosing."""

    seat: Seat
    left: int
    frame: Literal["gaining"] = "gaining"


@noun
class Losing:
    """AFF-5: so many Affinity tokens of a kind, or of any, are discarded. `reserved`: what a deal delivers besides."""

    seat: Seat
    affinity: str
    left: int
    reserved: Mapping[str, int] = field(default_factory=dict)
    frame: Literal["losing"] = "losing"


@noun
class Arriving:
    """INF-1, INF-2: a marker comes to a seat, after one was discarded if it would be the sixth."""

    seat: Seat
    sector: str
    frame: Literal["arriving"] = "arriving"


@noun
class FreeCard:
    """CBL-5."""

    seat: Seat
    frame: Literal["free-card"] = "free-card"


@noun
class Kinds:
    """So many Agents, each of a kind of one's choosing."""

    seat: Seat
    left: int
    frame: Literal["kinds"] = "kinds"


@noun
class Keeping:
    """EOC-3, `keep`: up to so many Agents stay behind the screen."""

    seat: Seat
    most: int
    frame: Literal["keeping"] = "keeping"


@noun
class Filling:
    """What an effect asks and the command did not say (`with`)."""

    seat: Seat
    thing: Thing
    timing: UseTiming
    option: int
    given: Mapping[str, Any] = field(default_factory=dict)
    frame: Literal["filling"] = "filling"


@noun
class Dealing:
    """NEG-6: a deal being carried out. `queue`: giver, receiver, kind and number of Affinity tokens still to be
    discarded; `waiting`: giver and receiver of those being discarded, `before` what the giver had; `lost`: what each
    receiver takes of them."""

    offer: Offer
    queue: tuple[tuple[Seat, Seat, str, int], ...] = ()
    waiting: tuple[Seat, Seat] | None = None
    before: Mapping[str, int] = field(default_factory=dict)
    lost: tuple[tuple[Seat, str], ...] = ()
    frame: Literal["dealing"] = "dealing"


@noun
class Accusing:
    """OAT-6: the accused."""

    deal: str
    seat: Seat
    by: Seat
    frame: Literal["accusing"] = "accusing"


@noun
class Voting:
    """OAT-6: those who judge, all at once."""

    deal: str
    seat: Seat
    by: Seat
    answers: Mapping[Seat, bool] = field(default_factory=dict)
    frame: Literal["voting"] = "voting"


@noun
class Holding:
    """TIM-5: `held` wait until this seat lets go. `earlier`: the numbers of their questions."""

    seat: Seat
    held: tuple[Seat, ...]
    earlier: Mapping[Seat, int] = field(default_factory=dict)
    frame: Literal["holding"] = "holding"


Frame = (
    Cycle | ChoosingCabal | Looking | Killing | OthersKilling | Reacting | Laying | Calling | Conquest | Bidding
    | Gaining | Losing | Arriving | FreeCard | Kinds | Keeping | Filling | Dealing | Accusing | Voting | Holding
    | Proposal
)  # fmt: skip
STACK: Codec[tuple[Any, ...]] = stack_codec(Frame)

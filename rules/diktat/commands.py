"""What a seat may say: a closed union of nouns, told apart by `kind`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.diktat.cards import Affinity
from rules.diktat.deals import Agents, At, Claim, Count, Goods, Id, Promise, ScreenPart, Underscored
from rules.kernel import TaggedCodec, noun
from rules.kernel.seats import Seat
from rules.kernel.table_talk import TalkCommand

Seats = Annotated[tuple[Seat, ...], Field(max_length=5)]
With = Annotated[dict[str, Any], Field(max_length=6)]
NOTE = 280
"""Characters of a note."""


@noun
class Element:
    """One of the three."""

    card: Id | None = None
    marker: Id | None = None
    cabal: Id | None = None


# ---- Manoeuvres (MAN-3) ----------------------------------------------------------------------------------------------


@noun
class Send:
    """SND-1: the pawns from the top down."""

    sector: Id
    pawns: Agents
    blockhaus: bool = False
    kind: Literal["send"] = "send"


@noun
class Spy:
    at: At
    kind: Literal["spy"] = "spy"


@noun
class Assassinate:
    at: At
    kind: Literal["assassinate"] = "assassinate"


@noun
class Extend:
    discard: Literal["citizen", "guard", "emissary", "spy", "assassin"] | None = None
    kind: Literal["extend"] = "extend"


@noun
class Develop:
    card: Id
    kind: Literal["develop"] = "develop"


@noun
class Special(Underscored):
    element: Element
    option: Annotated[int, Field(ge=0, le=9)] = 0
    with_: Annotated[With, Field(alias="with")] = field(default_factory=dict)
    kind: Literal["special"] = "special"


# ---- answers ---------------------------------------------------------------------------------------------------------


@noun
class ChooseCabal:
    cabal: Id
    kind: Literal["cabal"] = "cabal"


@noun
class FirstPlayer:
    seat: Seat
    kind: Literal["first-player"] = "first-player"


@noun
class Look:
    at: At
    kind: Literal["look"] = "look"


@noun
class Kill:
    at: At
    kind: Literal["kill"] = "kill"


@noun
class Stop:
    kind: Literal["stop"] = "stop"


@noun
class React:
    blockhaus: bool
    kind: Literal["react"] = "react"


@noun
class Lay:
    """`on`: a sector, a Possession, or null for no."""

    on: Id | Element | None
    kind: Literal["lay"] = "lay"


@noun
class Pass:
    kind: Literal["pass"] = "pass"


@noun
class Designate:
    sector: Id
    kind: Literal["designate"] = "designate"


@noun
class Wake:
    use: bool
    kind: Literal["wake"] = "wake"


@noun
class Bid:
    pp: Count
    kind: Literal["bid"] = "bid"


@noun
class Take:
    """TRO. `flip`: AFF-2; `corruption`: COR-5, with the Others that go."""

    card: Id | None = None
    marker: Id | None = None
    darkness: Id | None = None
    corruption: Literal["own", "other"] | None = None
    others: Agents = ""
    flip: Annotated[tuple[Affinity, ...], Field(max_length=4)] = ()
    kind: Literal["take"] = "take"


@noun
class Choose:
    choice: Any
    kind: Literal["choose"] = "choose"


@noun
class Verdict:
    broken: bool
    kind: Literal["verdict"] = "verdict"


# ---- asides (TIM-2) --------------------------------------------------------------------------------------------------


@noun
class TakeDebt:
    kind: Literal["debt"] = "debt"


@noun
class Flip:
    card: Id
    affinity: Affinity
    kind: Literal["flip"] = "flip"


@noun
class Manifest(Underscored):
    element: Element
    option: Annotated[int, Field(ge=0, le=9)] = 0
    with_: Annotated[With, Field(alias="with")] = field(default_factory=dict)
    kind: Literal["manifest"] = "manifest"


@noun
class MakeOffer:
    """`give`: goods for the first of `to`, or by receiver."""

    to: Annotated[Seats, Field(min_length=1)]
    give: Goods | Mapping[Seat, Goods] = field(default_factory=dict)
    take: Mapping[Seat, Goods] = field(default_factory=dict)
    promises: Annotated[tuple[Promise, ...], Field(max_length=8)] = ()
    sworn: bool = False
    discreet: bool = False
    counter: Id | None = None
    note: Annotated[str, Field(max_length=NOTE)] = ""
    kind: Literal["offer"] = "offer"


@noun
class Accept:
    offer: Id
    kind: Literal["accept"] = "accept"


@noun
class Decline:
    offer: Id
    kind: Literal["decline"] = "decline"


@noun
class Withdraw:
    offer: Id
    kind: Literal["withdraw"] = "withdraw"


@noun
class Pay:
    """OAT-2: what was promised."""

    to: Seat
    pp: Annotated[int, Field(ge=1, le=999)]
    deal: Id | None = None
    kind: Literal["pay"] = "pay"


@noun
class Show:
    """NEG-8: a place, or parts of one's own screen."""

    to: Annotated[Seats, Field(min_length=1)]
    at: At | None = None
    screen: Annotated[tuple[ScreenPart, ...], Field(max_length=3)] = ()
    kind: Literal["show"] = "show"


@noun
class Say:
    """NEG-9: nobody named is everybody."""

    claims: Annotated[tuple[Claim, ...], Field(min_length=1, max_length=12)]
    to: Seats = ()
    kind: Literal["say"] = "say"


@noun
class Cede(Underscored):
    """NEG-12."""

    stack: Id
    for_: Annotated[Seat | None, Field(alias="for")] = None
    kind: Literal["cede"] = "cede"


@noun
class Accuse:
    """OAT-6."""

    deal: Id
    seat: Seat
    kind: Literal["accuse"] = "accuse"


@noun
class Hold:
    """TIM-5."""

    kind: Literal["hold"] = "hold"


@noun
class Release:
    kind: Literal["release"] = "release"


Manoeuvre = Send | Spy | Assassinate | Extend | Develop | Special
Aside = (
    TakeDebt | Flip | Manifest | MakeOffer | Accept | Decline | Withdraw | Pay | Show | Say | Cede | Accuse | Hold
)  # fmt: skip
Answer = (
    ChooseCabal | FirstPlayer | Look | Kill | Stop | React | Lay | Pass | Designate | Wake | Bid | Take | Choose
    | Verdict | Release
)  # fmt: skip
Command = Manoeuvre | Answer | Aside | TalkCommand
CODEC: TaggedCodec[Any] = TaggedCodec(Command)
ASIDES = (TakeDebt, Flip, Manifest, MakeOffer, Accept, Decline, Withdraw, Pay, Show, Say, Cede, Accuse, Hold)

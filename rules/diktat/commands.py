"""The commands of a seat: a closed union of nouns, told apart by `kind`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import Field

from rules.diktat.deals import Agents, At, Claim, Count, Goods, Id, Promise, ScreenPart
from rules.diktat.frames import UseTiming
from rules.diktat.packs.cards import Affinity
from rules.diktat.state import Thing, ThingKind
from rules.kernel import Json, Refusal, Seat, TaggedCodec, Underscored, command, noun
from rules.kernel.handlers import illegal, legal
from rules.kernel.identity_cache import cached_by
from rules.kernel.table_talk import TalkCommand

Seats = Annotated[tuple[Seat, ...], Field(max_length=5)]
With = Annotated[dict[str, Any], Field(max_length=6)]
Discard = Literal["citizen", "guard", "emissary", "spy", "assassin"]
DISCARDS: tuple[Discard, ...] = get_args(Discard)
"""EXT-2: what an Extend may discard."""
NOTE = 280
"""Characters of a note."""


@noun
class Element:
    """Names one element: exactly one of an Opportunity card, an Influence marker and a Cabal card."""

    card: Id | None = None
    marker: Id | None = None
    cabal: Id | None = None

    @property
    def thing(self) -> Thing | None:
        """The element that is named; None if not exactly one is."""
        named: dict[ThingKind, str | None] = {"card": self.card, "marker": self.marker, "cabal": self.cabal}
        things = [(kind, id) for kind, id in named.items() if id is not None]
        return things[0] if len(things) == 1 else None


@noun
class Use(Underscored):
    """One way of an element. `with_`: what it asks, written `with`, as far as it is said already."""

    timing: ClassVar[UseTiming]

    element: Element
    option: Annotated[int, Field(ge=0, le=9)] = 0
    with_: Annotated[With, Field(alias="with")] = field(default_factory=dict)


# ---- Manoeuvres (MAN-3) ----------------------------------------------------------------------------------------------


@command("send")
class Send:
    """SND-1: the pawns from the top down. As for all Manoeuvres, what is left out is still to be named
    (`Match.choices`)."""

    sector: Id | None = None
    pawns: Agents = ""
    blockhaus: bool = False


@command("spy")
class Spy:
    at: At | None = None


@command("assassinate")
class Assassinate:
    at: At | None = None


@command("extend")
class Extend:
    discard: Discard | None = None


@command("develop")
class Develop:
    card: Id


@command("special")
class Special(Use):
    """SPE-1."""

    timing: ClassVar = "special"


# ---- answers ---------------------------------------------------------------------------------------------------------


@command("cabal")
class ChooseCabal:
    cabal: Id


@command("first-player")
class FirstPlayer:
    seat: Seat


@command("look")
class Look:
    at: At


@command("kill")
class Kill:
    at: At


@command("stop")
class Stop:
    """Ends the looks or kills of this manoeuvre."""


@command("react")
class React:
    blockhaus: bool


@command("lay")
class Lay:
    """`on`: a sector, a Possession, or null for no."""

    on: Id | Element | None


@command("pass")
class Pass:
    """Lets a call or a Capture pass (CNQ-7)."""


@command("designate")
class Designate:
    sector: Id


@command("wake")
class Wake:
    use: bool


@command("bid")
class Bid:
    pp: Count


@command("take")
class Take:
    """TRO. `flip`: AFF-2; `corruption`: COR-5, with the Others that go."""

    card: Id | None = None
    marker: Id | None = None
    darkness: Id | None = None
    corruption: Literal["own", "other"] | None = None
    others: Agents = ""
    flip: Annotated[tuple[Affinity, ...], Field(max_length=4)] = ()


@command("choose")
class Choose:
    choice: Any


@command("verdict")
class Verdict:
    broken: bool


# ---- asides (TIM-2) --------------------------------------------------------------------------------------------------


@command("debt")
class TakeDebt:
    """Takes a Debt, at any time."""


@command("flip")
class Flip:
    card: Id
    affinity: Affinity


@command("manifest")
class Manifest(Use):
    """EFF-6."""

    timing: ClassVar = "man"


@command("offer")
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


@command("accept")
class Accept:
    offer: Id


@command("decline")
class Decline:
    offer: Id


@command("withdraw")
class Withdraw:
    offer: Id


@command("pay")
class Pay:
    """OAT-2: what was promised."""

    to: Seat
    pp: Annotated[int, Field(ge=1, le=999)]
    deal: Id | None = None


@command("show")
class Show:
    """NEG-8: a place, or parts of one's own screen."""

    to: Annotated[Seats, Field(min_length=1)]
    at: At | None = None
    screen: Annotated[tuple[ScreenPart, ...], Field(max_length=3)] = ()


@command("say")
class Say:
    """NEG-9: nobody named is everybody."""

    claims: Annotated[tuple[Claim, ...], Field(min_length=1, max_length=12)]
    to: Seats = ()


@command("cede")
class Cede(Underscored):
    """NEG-12."""

    stack: Id
    for_: Annotated[Seat | None, Field(alias="for")] = None


@command("accuse")
class Accuse:
    """OAT-6."""

    deal: Id
    seat: Seat


@command("hold")
class Hold:
    """TIM-5."""


@command("release")
class Release:
    """Lets the table go on that this seat held (TIM-5)."""


Manoeuvre = Send | Spy | Assassinate | Extend | Develop | Special
Aside = (
    TakeDebt | Flip | Manifest | MakeOffer | Accept | Decline | Withdraw | Pay | Show | Say | Cede | Accuse | Hold
)  # fmt: skip
Answer = (
    ChooseCabal | FirstPlayer | Look | Kill | Stop | React | Lay | Pass | Designate | Wake | Bid | Take | Choose
    | Verdict | Release
)  # fmt: skip
Command = Manoeuvre | Answer | Aside | TalkCommand
CODEC: TaggedCodec[Any] = TaggedCodec(Command, always=("on",))
"""`on` is None in the answer that lays no token."""
ASIDES = get_args(Aside)


# ---- as JSON -------------------------------------------------------------------------------------------------------


written = CODEC.brief
written_once = cached_by(size=128)(written)
"""The same of a noun that is kept and written again: the JSON is shared, and must not be changed."""


def row(command: Any, refusal: Refusal | None, *needs: str) -> Json:
    """An option, legal or with the reason why not."""
    return option(written(command), refusal, *needs)


def option(command: Json, refusal: Refusal | None, *needs: str) -> Json:
    """The same of a command that is JSON already."""
    return legal(command, *needs) if refusal is None else illegal(command, refusal)

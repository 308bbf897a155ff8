"""Offers, deals, promises and statements: the nouns of bargaining (NEG, OAT)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field, model_serializer

from rules.diktat.packs.cards import Affinity
from rules.kernel import Json, Seat, Underscored, Viewer, noun

Id = Annotated[str, Field(max_length=40)]
Ids = Annotated[tuple[Id, ...], Field(max_length=24)]
Agents = Annotated[str, Field(pattern=r"^[CGE]{0,60}$")]
Count = Annotated[int, Field(ge=0, le=999)]
ScreenPart = Literal["pp", "agents", "affinities"]


@noun
class At:
    """A place: a pawn of a stack (1 is the top), the secret card, or a Corruption token of a sector."""

    stack: Id | None = None
    pawn: Annotated[int, Field(ge=1, le=99)] | None = None
    secret: Literal[True] | None = None
    corruption: Id | None = None


def others_stack(sector: str) -> str:
    """The id of the Others' stack in a sector."""
    return f"others-{sector}"


@noun
class Said:
    """A player's statement about a pawn or the secret card (NEG-9). `to`: nobody named is everybody; `deal`: sworn in
    it (OAT-7)."""

    by: Seat
    what: str
    to: tuple[Seat, ...] = ()
    deal: str | None = None

    def heard(self, viewer: Viewer) -> bool:
        return not self.to or viewer == self.by or viewer in self.to


@noun
class Screen:
    """A claim about the contents of a screen."""

    pp: Count | None = None
    agents: Agents | None = None
    affinities: Mapping[Affinity, Count] | None = None


@noun
class Claim(Underscored):
    """`is_`: the kind of the pawn, written `is`; `secret`: the id of the secret card."""

    at: At | None = None
    is_: Annotated[Literal["citizen", "guard", "emissary"] | None, Field(alias="is")] = None
    secret: Id | None = None
    screen: Screen | None = None


@noun
class Goods:
    """NEG-2: what changes hands, or is done, at once."""

    pp: Count = 0
    agents: Agents = ""
    spies: Count = 0
    assassins: Count = 0
    affinities: Mapping[Affinity, Count] = field(default_factory=dict)
    cards: Ids = ()
    markers: Ids = ()
    shows: Annotated[tuple[At, ...], Field(max_length=24)] = ()
    cedes: Ids = ()

    @property
    def open(self) -> Goods:
        """HID-1, NEG-10: what lies open by its nature, even in a discreet deal."""
        return Goods(spies=self.spies, assassins=self.assassins, cards=self.cards, markers=self.markers)


@noun
class Trophy:
    card: Id | None = None
    marker: Id | None = None


Do = Literal[
    "no-send", "no-spy", "no-assassinate", "send", "assassinate", "leave", "pay", "cede", "bid-at-most", "designate",
    "first-player", "claim", "words",
]  # fmt: skip


@noun
class Promise:
    """OAT-2: one of a closed list that is watched, or free words. OAT-5: `until`."""

    by: Seat
    do: Do
    sector: Id | None = None
    seat: Seat | None = None
    trophy: Trophy | None = None
    times: Annotated[int, Field(ge=1, le=20)] | None = None
    pp: Count | None = None
    stack: Id | None = None
    when: Literal["first", "last"] | None = None
    claims: Annotated[tuple[Claim, ...], Field(max_length=12)] = ()
    text: Annotated[str, Field(max_length=280)] = ""
    until: Literal["phase", "cycle", "match"] = "cycle"


@noun
class Offer:
    """NEG-3. `give`: by receiver; `take`: by giver; `accepted`: who has said yes so far; `refused`: of those who would
    have made the deal, and were told that somebody cannot deliver, who that is. Each knows of their own alone."""

    id: str
    by: Seat
    to: tuple[Seat, ...]
    give: Mapping[Seat, Goods] = field(default_factory=dict)
    take: Mapping[Seat, Goods] = field(default_factory=dict)
    promises: tuple[Promise, ...] = ()
    sworn: bool = False
    discreet: bool = False
    counter: str | None = None
    note: str = ""
    accepted: tuple[Seat, ...] = ()
    refused: Mapping[Seat, Seat] = field(default_factory=dict)

    @model_serializer(mode="wrap")
    def _written(self, write: Callable[[Any], Json]) -> Json:
        """Leaves out `refused` while it is empty, as in older journals."""
        row = write(self)
        if not self.refused:
            row.pop("refused", None)
        return row

    @property
    def parties(self) -> tuple[Seat, ...]:
        return (self.by, *self.to)

    def heard(self, viewer: Viewer) -> bool:
        """NEG-10: whether a viewer knows the terms."""
        return not self.discreet or viewer in self.parties

    def overheard(self) -> Json:
        """NEG-10: of a discreet offer what those see who are no party to it."""
        return {"id": self.id, "by": self.by, "to": list(self.to), "discreet": True}

    def goods(self) -> tuple[tuple[Seat, Seat, Goods], ...]:
        """Giver, receiver and what goes between them."""
        given = tuple((self.by, to, goods) for to, goods in self.give.items())
        return given + tuple((giver, self.by, goods) for giver, goods in self.take.items())

    def waits_for(self, seat: Seat) -> bool:
        return seat in self.to and seat not in self.accepted

    def given_by(self, seat: Seat) -> list[Goods]:
        return [goods for giver, _, goods in self.goods() if giver == seat]

    def tokens_of(self, seat: Seat) -> Counter[str]:
        """The Affinity tokens that a seat gives, by kind."""
        counts: Counter[str] = Counter()
        for goods in self.given_by(seat):
            counts.update(goods.affinities)
        return counts


Status = Literal["open", "kept", "broken", "lapsed"]


@noun
class Watched:
    """A promise with what has become of it. `done`: how often, or how much, so far; `judged`: OAT-6."""

    promise: Promise
    status: Status = "open"
    done: int = 0
    judged: bool = False


@noun
class Deal:
    """A deal whose promises are watched until they end. `broken`: by whom (OAT-3)."""

    id: str
    seats: tuple[Seat, ...]
    promises: tuple[Watched, ...]
    sworn: bool = False
    discreet: bool = False
    broken: tuple[Seat, ...] = ()

    def heard(self, viewer: Viewer) -> bool:
        """NEG-10: whether a viewer knows the promises."""
        return not self.discreet or viewer in self.seats

    @property
    def running(self) -> list[tuple[int, Watched]]:
        """The promises that may still be kept or broken, with their indexes; OAT-3: none once the deal is broken."""
        return [(n, promise) for n, promise in enumerate(self.promises) if promise.status == "open" and not self.broken]

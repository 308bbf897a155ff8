"""The types of a match: one frozen `State`, and its parts.

Lengths are integer micrometres, sizes of bases and markers diameters in millimetres. Mappings are never changed in
place: a new state is made by `dataclasses.replace`, so states share the parts that they have in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from rules.geometry import Disc
from rules.kernel import copied, noun, open_noun
from rules.olomoc.seats import Seat, other

if TYPE_CHECKING:
    from rules.olomoc.frames import Frame
    from rules.olomoc.packs import Pack

INCH = 25_400
BLOC = 16 * INCH
MILLIMETRE = 1_000
CYCLES, PHASES = 4, 5
HAND = 4
"""CAB-4: cards of a hand beside its ministries: activation cards and propagandas."""
MOST_NOIRCEUR, MOST_FIEL, MOST_TRAQUE, MOST_POINTS = 3, 3, 3, 20

Edge = Literal["north", "south", "east", "west"]
State_ = Literal["stunned"]
Size = Literal[30, 40, 50]
Micrometres = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
Microradians = Annotated[int, Field(ge=-100_000_000, le=100_000_000)]
Point = tuple[Micrometres, Micrometres]
Value = Annotated[int, Field(ge=0, le=99)]
Until = Literal["roll", "action", "activation", "phase", "cycle", "match"]
SCOPES: tuple[Until, ...] = ("roll", "action", "activation", "phase", "cycle", "match")
"""The durations of effects, shortest first: what ends one of them ends those before it too."""
Source = Literal["capacity", "ministry", "artefact", "study"]
"""The text that operations are written in: a capacity (named by its id), or a card of that sort (named by the
card's)."""
Path = tuple[int | str, ...]
"""A place within what is written there, such as `("operations", 0, "then", 1)`."""

STUNNED: State_ = "stunned"
PROPAGANDA = "propaganda"
OPPOSITE: Mapping[Edge, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}


@lru_cache(maxsize=1024)
def _disc(x: int, y: int, size: int) -> Disc:
    """A base or a marker of that size (mm) at that centre (µm)."""
    return Disc(x, y, size * MILLIMETRE // 2)


@noun
class Placement:
    """The placement of a ruler: its centre in µm and the direction of its long side in µrad, growing clockwise on
    screen."""

    x: Micrometres
    y: Micrometres
    angle: Microradians


@noun
class Profile:
    """The figures of a rouage or of a hostile, as printed on its card (`life` is a row of R, S and T: LIF-1)."""

    rank: Value = 1
    ministries: tuple[str, ...] = ()
    technique: Value = 0
    combat: Value = 0
    shooting: Value = 0
    dodge: Value = 0
    base: Size = 30
    life: Annotated[str, Field(pattern="^[RST]*$", max_length=40)] = "SSSS"
    capacities: tuple[str, ...] = ()


@noun
class Rouage:
    """A rouage of a cabal, or a hostile (`seat` None). `at` None: not on the Bloc; `wounds`: PV checked, from the
    left."""

    id: str
    seat: Seat | None
    card: str | None
    profile: Profile
    at: Point | None = None
    actions: Value = 0
    noirceur: Annotated[int, Field(ge=0, le=MOST_NOIRCEUR)] = 0
    wounds: Value = 0
    states: tuple[str, ...] = ()
    equipment: str | None = None
    used: Mapping[str, int] = field(default_factory=dict)
    revealed: bool = False
    out: bool = False
    tokens: Mapping[str, int] = field(default_factory=dict)

    @property
    def radius(self) -> int:
        return self.profile.base * MILLIMETRE // 2

    @property
    def disc(self) -> Disc:
        """The base on the Bloc. Only for a rouage that is there."""
        assert self.at is not None
        return _disc(self.at[0], self.at[1], self.profile.base)

    @property
    def stunned(self) -> bool:
        return STUNNED in self.states

    @property
    def corrupted(self) -> bool:
        return self.noirceur >= MOST_NOIRCEUR

    @property
    def life_left(self) -> str:
        """The PV not yet checked, left to right."""
        return self.profile.life[self.wounds :]


@noun
class Decor:
    """A decor on the Bloc; its polygon's corners in µm, in order."""

    id: str
    kind: Literal["obstructing", "open", "zone"]
    polygon: Annotated[tuple[Point, ...], Field(min_length=3, max_length=60)]
    tinted: bool = False


@noun
class PlacedMarker:
    """A marker on the Bloc. `tokens`: agenda tokens on it, by seat (or by a name that the agenda gives)."""

    id: str
    at: Point
    size: Size = 30
    tinted: bool = False
    tokens: Mapping[str, int] = field(default_factory=dict)

    @property
    def disc(self) -> Disc:
        return _disc(self.at[0], self.at[1], self.size)


@noun
class Bearer:
    """One line of a cabal: a rouage card and the one equipment or gift that it bears."""

    card: str
    equipment: str


@noun
class Cabal:
    """A cabal as it is composed (CAB-1)."""

    faction: str
    rouages: tuple[Bearer, ...]


@noun
class Options:
    """The options of a table (`MatchOptions` of the contract)."""

    agenda: str = "random"
    composition: Literal["draft", "secret"] = "secret"
    decor: Literal["preset", "placed"] = "preset"
    packs: tuple[str, ...] = ("core",)
    uniform_prompts: bool = True


@noun
class MatchResult:
    """The end of a match. `winner` None: a draw, or nobody won (NOI-4)."""

    winner: Seat | None
    reason: Literal["points", "traque", "fiel", "concession", "agreement", "time"]
    points: Mapping[Seat, int]


@noun
class LastingEffect:
    """One lasting operation of a card that still runs, on one piece.

    `source` and `card` say whose operation, `at` where in it; `bearer`, `seat` and `bound` are the meaning of its names
    (`self`, the sides, its targets); `figures` the amounts, fixed when it began. `until`: when it ends (CYC-8: never
    later than the cycle unless "match").
    """

    name: str
    source: Source
    card: str
    at: Path
    piece: str
    until: Until
    bearer: str | None = None
    seat: Seat | None = None
    bound: Mapping[str, Any] = field(default_factory=dict)
    figures: Mapping[str, int] = field(default_factory=dict)


@open_noun
class State:
    """A whole match but its dice. `stack`: the frames being resolved, innermost last."""

    pack: Pack
    options: Options
    agenda: str = "skirmish"
    first: Seat = "1"
    priority: Seat = "1"
    cycle: int = 1
    phase: int = 1
    fiel: Mapping[Seat, int] = field(default_factory=lambda: {"1": 0, "2": 0})
    traque: int = 0
    points: Mapping[Seat, int] = field(default_factory=lambda: {"1": 0, "2": 0})
    edges: Mapping[Seat, Edge] = field(default_factory=dict)
    pieces: Mapping[str, Rouage] = field(default_factory=dict)
    decor: Mapping[str, Decor] = field(default_factory=dict)
    markers: Mapping[str, PlacedMarker] = field(default_factory=dict)
    artefact: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    last_artefact: str | None = None
    ministries: Mapping[Seat, tuple[str, ...]] = field(default_factory=lambda: {"1": (), "2": ()})
    fallen: str | None = None
    spent_ministries: tuple[str, ...] = ()
    propagandas: Mapping[Seat, int] = field(default_factory=lambda: {"1": 1, "2": 1})
    plans: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    turned: int = 0
    """Number of slots of this cycle's plans that have been revealed."""
    composed: Mapping[Seat, Cabal] = field(default_factory=dict)
    drafted: tuple[tuple[Seat, str, str | None], ...] = ()
    """Draft so far: who took which card, and for equipment which rouage card bears it."""
    effects: tuple[LastingEffect, ...] = ()
    used: Mapping[str, int] = field(default_factory=dict)
    """Uses of limited capacities that no piece bears, by seat and name."""
    stack: tuple[Frame, ...] = ()
    asked: Mapping[Seat, int] = field(default_factory=dict)
    """The event number at which each seat that owes an answer was asked."""
    outcome: MatchResult | None = None

    def rouages(self, seat: Seat | None = None) -> Iterator[Rouage]:
        """The rouages of a cabal (of both without `seat`), in and out of combat."""
        return (p for p in self.pieces.values() if p.seat is not None and seat in (None, p.seat))

    def hostiles(self) -> Iterator[Rouage]:
        """The hostiles on the Bloc."""
        return (p for p in self.pieces.values() if p.seat is None and p.at is not None)

    def on_bloc(self) -> Iterator[Rouage]:
        """Every rouage and hostile on the Bloc."""
        return (p for p in self.pieces.values() if p.at is not None)


def with_piece(state: State, piece: Rouage) -> State:
    """The state with this piece put in, or in its namesake's place."""
    return copied(state, {"pieces": {**state.pieces, piece.id: piece}})


def changed(state: State, id: str, **changes: object) -> State:
    """The state with some fields of one piece replaced."""
    return with_piece(state, copied(state.pieces[id], changes))


def in_order(state: State) -> tuple[Seat, Seat]:
    """The two seats, the one with priority first (GEN-5, GEN-6)."""
    return (state.priority, other(state.priority))

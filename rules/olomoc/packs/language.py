"""The words that capacities are written with: who, how much, if, and when.

A reference (`Ref`) is the name of one piece known while a capacity is resolved:

- `self`: the rouage that bears the capacity (its own card's, its equipment's, or an agenda's for every rouage);
- the name of a target of the capacity (`target` unless it says otherwise);
- `subject` and `object`: the two pieces of the event named by the trigger;
- `each`: the piece at hand in a `for-each` (or the name that it gives);
- `marker`: in a study, the marker studied.

Sides are seen from the controller: the bearer's player; for a ministry, the player who laid it; for an artefact card,
the player with priority; for an agenda's scoring, each player in turn. Where there is no bearer, all the controller's
rouages are `allied`. A hostile's capacity has no controller: both players' rouages are `adverse`, the other hostiles
`allied` (GEN-4), and the player with priority chooses where there is a choice (GEN-6).
"""

from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, StringConstraints, Tag, model_validator
from pydantic_core import PydanticCustomError

from rules.kernel.packs.model import Id

from .base import Length, MinistryId, Model

Ref = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$", max_length=32)]

Side = Literal["self", "allied", "adverse", "hostile"]
Kind = Literal["rouage", "marker", "decor"]
Characteristic = Literal["technique", "combat", "shooting", "dodge"]
Rolls = Literal["frontal", "ranged", "riposte", "opportunity", "dodge", "study", "test"]
Action = Literal[
    "walk",
    "frontal",
    "ranged",
    "charge",
    "rest",
    "study",
    "riposte",
    "dodge",
    "opportunity",
    "coordinate",
    "tempt-fate",
]
Token = Literal["noirceur", "action", "stunned", "agenda", "player"]
Status = Literal["healthy", "tinted", "corrupted"]
Moment = Literal["before", "after"]
Edge = Literal["start", "end"]
Track = Literal["points", "fiel", "traque"]
Player = Literal["controller", "opponent", "priority", "owner"]
FACES = range(1, 7)
Face = Annotated[int, Field(ge=FACES[0], le=FACES[-1])]
Corner = Literal["north-west", "north-east", "south-east", "south-west"]


class Bears(Model):
    """The piece bears that many tokens of a kind."""

    token: Literal["noirceur", "action", "stunned", "agenda", "player", "adverse-player"]
    """`player` is the controller's player token, `adverse-player` the opponent's; both lie on markers."""
    at_least: int = Field(default=1, ge=0, le=20)
    """At least that many."""
    at_most: int | None = Field(default=None, ge=0, le=20)
    """At most that many; left out: no upper bound."""

    @model_validator(mode="after")
    def _range(self) -> Self:
        if self.at_most is not None and self.at_most < self.at_least:
            raise PydanticCustomError("range", "`at_most` is less than `at_least` (which is 1 where it is left out)")
        return self


class Filter(Model):
    """The conditions on a piece; every key that is given must hold. Distances are measured from edge to edge
    (MEA-2)."""

    kind: Kind = "rouage"
    """The kind of piece: rouages (hostile ones included, if `who` says so), markers, or decor."""
    who: tuple[Side, ...] = ("allied",)
    """Sides of a rouage, seen from the controller (GEN-4, GEN-8); `allied` never holds the bearer: only `self` does
    (GEN-9). Markers and decor have no side."""
    cards: tuple[Id, ...] = ()
    """Only pieces of these cards: ids of rouages or hostiles, of the agenda's markers, of decor pieces. Empty: any."""
    of: Ref = "self"
    """The piece from which `range`, `beyond`, `contact` and `sight` are measured."""
    range: Length | None = None
    """Within that distance of `of` (MEA-3)."""
    beyond: Length | None = None
    """Farther than that distance from `of`."""
    contact: bool | None = None
    """In contact with `of` (MEA-5), or not."""
    sight: bool = False
    """In line of sight of `of` (LOS-1)."""
    engages: Ref | None = None
    """It engages that piece (ENG-2)."""
    engaged_by: Ref | None = None
    """It is engaged by that piece (ENG-2)."""
    engaged: bool | None = None
    """Engaged by anything, or free (ENG-2)."""
    in_cover: bool | None = None
    """In contact with a decor that is not a zone (RNG-3), or not."""
    presence: Literal["on-bloc", "off-bloc", "anywhere"] = "on-bloc"
    """On the Bloc, not on it yet, or either (ART-3, ART-4). Rouages out of combat never match."""
    status: tuple[Status, ...] = ()
    """Of one of these statuses (NOI-1). Empty: any."""
    wounded: bool | None = None
    """At least one PV checked, or none."""
    rank_at_least: int | None = None
    """Of that rank or more."""
    rank_at_most: int | None = None
    """Of that rank or less."""
    factions: tuple[Id, ...] = ()
    """Of one of these factions. Empty: any."""
    ministries: tuple[MinistryId, ...] = ()
    """Of one of these ministries. Empty: any."""
    active: bool | None = None
    """Active now, or not."""
    revealed: bool | None = None
    """Its activation card was revealed in this cycle's planning, or was not."""
    bears: Bears | None = None
    """Tokens that it bears."""
    tinted: bool | None = None
    """A tinted marker or decor (DEC-2), or an untinted one."""
    decor_kind: tuple[Literal["obstructing", "open", "zone"], ...] = ()
    """For decor: its kind (DEC-1, DEC-3). Empty: any."""
    edge: Literal["own", "adverse"] | None = None
    """Within `edge_range` of the controller's deployment line, or of the opponent's."""
    edge_range: Length = 0
    """The distance from that edge; 0 is contact."""
    excluding: tuple[Ref, ...] = ()
    """Never these pieces."""


class Select(Filter):
    """Every piece that the filter keeps; with `pick`, only some of them."""

    pick: Literal["nearest", "farthest", "highest-rank", "lowest-rank", "chosen"] | None = None
    """Keep the nearest to `of`, the farthest, those of the highest or lowest rank, or what the controller chooses.
    Ties: the player with priority (GEN-5)."""
    count: int = Field(default=1, ge=1, le=12)
    """The number of pieces that `pick` keeps."""


class Target(Filter):
    """A piece that the controller chooses when the capacity is used, among those that the filter keeps."""

    name: Ref = "target"
    """Its name in operations and conditions."""
    sight: bool = True
    """LOS-4: targeting needs a line of sight from the bearer, unless the card says otherwise."""
    optional: bool = False
    """It may be left out; operations on it then do nothing."""


class PlaceTarget(Model):
    """A point of the Bloc that the controller chooses; a piece put there is put with its centre on it (MOV-6)."""

    kind: Literal["place"]
    """Always `place`."""
    name: Ref = "place"
    """Its name in operations."""
    of: Ref = "self"
    """The piece from which the range is measured."""
    range: Length
    """Within that distance of `of`."""
    sight: bool = False
    """In line of sight of `of`."""


def _target(value: Any) -> str:
    kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
    return "@place" if kind == "place" else "@piece"


AnyTarget = Annotated[Annotated[Target, Tag("@piece")] | Annotated[PlaceTarget, Tag("@place")], Discriminator(_target)]
"""A piece or a place that the controller chooses."""


def _who(value: Any) -> str:
    return "@select" if isinstance(value, dict | Select) else "@name"


Who = Annotated[Annotated[Ref, Tag("@name")] | Annotated[Select, Tag("@select")], Discriminator(_who)]
"""The name of one piece, or a selection of pieces."""

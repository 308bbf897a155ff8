"""The cards of a pack, and the pack."""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from rules.kernel.packs.model import Id, IdOf, Image, PackHeader, Text, Words

from .base import Angle, Coordinate, Length, MinistryId, Model, Point, simple
from .language import Filter
from .operations import Capacity, Cost, Effect, Frequency, walk
from .values import Condition

Source = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Stat = Annotated[int, Field(ge=0, le=12)]
FactionId = Annotated[Id, IdOf("factions")]
Base = Literal[30, 40, 50]
RANKS = (1, 2, 3)


class _Card(Model):
    id: Id
    """Unique among the pack's cards of its sort."""
    source: Source
    """Its origin: `rulebook`, `house`, or its author's word."""
    image: Image | None = None
    """Its picture: the name of a PNG or WebP file of the pack, which may stand in a folder `images`."""


class _Profile(_Card):
    rank: int = Field(ge=0, le=9)
    """Rank."""
    technique: Stat
    """Technique."""
    combat: Stat
    """Combat."""
    shooting: Stat
    """Shooting (Tir)."""
    dodge: Stat
    """Dodge (Esquive)."""
    base: Base
    """Diameter of its base in mm (MEA-1)."""


class RouageCard(_Profile):
    """A rouage of a player: `[[rouage]]`."""

    name: Words
    """Its proper name."""
    title: Text | None = None
    """The line under its name."""
    factions: tuple[FactionId, ...] = Field(min_length=1, max_length=3)
    """The factions in whose cabals it may stand (CAB-1)."""
    ministries: tuple[MinistryId, ...] = Field(default=(), max_length=3)
    """Its ministries, debased ones included (CAB-2, MIN-3)."""
    life: Annotated[str, StringConstraints(pattern=r"^[RST]{1,12}$")]
    """The life line from left to right: R reinforced, S standard, T tinted (LIF-1)."""
    actions: int | None = Field(default=None, ge=0, le=8)
    """Action tokens, when not the pack's number (ACT-1)."""
    capacities: tuple[Capacity, ...] = Field(default=(), max_length=6)
    """Its specific capacities."""

    @field_validator("rank")
    @classmethod
    def _in_a_cabal(cls, rank: int, info: ValidationInfo) -> int:
        # CAB-1: a cabal has one rouage of each of these ranks, so no other could ever be chosen.
        if info.context and info.context.get("file") and rank not in RANKS:
            raise PydanticCustomError("rank", "no cabal takes a rouage of rank {value}", {"value": rank})
        return rank


class EquipmentCard(_Card):
    """An equipment, or a gift: `[[equipment]]`. Its capacities are its bearer's."""

    name: Text
    """Its name."""
    gift: bool = False
    """A gift rather than an equipment; the rules treat both alike."""
    factions: tuple[FactionId, ...] = ()
    """CAB-2: allowed in cabals of these factions."""
    ministries: tuple[MinistryId, ...] = ()
    """CAB-2: allowed where a rouage of one of these ministries opens it."""
    rouages: tuple[Id, ...] = ()
    """CAB-2: allowed on these rouages."""
    capacities: tuple[Capacity, ...] = Field(default=(), max_length=4)
    """The capacities of its bearer."""

    @model_validator(mode="after")
    def _affiliated(self) -> Self:
        if not (self.factions or self.ministries or self.rouages):
            raise PydanticCustomError("affiliation", "an equipment needs `factions`, `ministries` or `rouages`")
        return self


class MinistryCard(_Card):
    """A ministry card: `[[ministry]]` (MIN-1). Its capacity is resolved when it is played; it has no bearer."""

    name: Text
    """The ministry's name."""
    ministry: MinistryId
    """The ministry."""
    title: Text
    """The name of what it does."""
    rank: int = Field(ge=0, le=20)
    """Rank; generally above every rouage's."""
    slots: tuple[Annotated[int, Field(ge=1, le=5)], ...] = Field(min_length=1, max_length=5)
    """The planning slots where it may be laid."""
    capacity: Capacity
    """Its effect on both players; an active one, without cost or frequency."""

    @model_validator(mode="after")
    def _plain(self) -> Self:
        if self.capacity.time != "active" or self.capacity.cost != Cost() or self.capacity.frequency is not None:
            raise PydanticCustomError("ministry", "a ministry's capacity is active, without cost or frequency")
        return self


class ArtefactCard(_Card, Effect):
    """A card of the Artefact: `[[artefact]]` (ART-1)."""

    name: Text
    """Its name."""
    number: int = Field(ge=10, le=299)
    """Its number; the first digit, 1 or 2, is the player to whom priority passes."""
    corner: Literal["north-west", "north-east", "south-east", "south-west"] | None = None
    """The corner that the card shows, if any."""
    text: Text
    """Its effect, in words."""
    duration: Literal["cycle", "match"] = "cycle"
    """The duration of its lasting operations (CYC-8)."""

    @model_validator(mode="after")
    def _digit(self) -> Self:
        if str(self.number)[0] not in "12":
            raise PydanticCustomError("number", "an artefact card's number starts with 1 or 2")
        return self

    @property
    def priority(self) -> int:
        """1 or 2: the player to whom priority passes."""
        return int(str(self.number)[0])


class Instinct(Model):
    """A step of an instinct (HOS-2): the first whose `when` holds is done, and ends the activation."""

    when: Literal["engaged", "can-charge", "can-shoot", "otherwise"]
    """`engaged`: an adverse rouage engages it (ENG-2; a stunned one engages nobody), and it can strike one that it
    engages; with another `do` than `frontal`, its target is one that engages it. `can-charge`: a charge on some adverse
    rouage is legal. `can-shoot`: a ranged attack is (its target need not be the nearest). `otherwise`: always."""
    do: Literal["frontal", "charge", "ranged", "walk-directly-toward", "walk-directly-away", "stay"]
    """The action. A walk is one displacement; with nobody on the Bloc it stays."""
    target: Literal["highest-rank", "lowest-rank", "nearest", "most-noirceur", "most-wounded"] = "highest-rank"
    """At whom, among those for whom it can be done. Ties: GEN-5."""


class HostileCard(_Profile):
    """A hostile rouage: `[[hostile]]` (HOS)."""

    name: Words
    """Its name."""
    life: Annotated[str, StringConstraints(pattern=r"^[RST]{0,12}$")] = ""
    """The life line; may be empty for one that takes no wounds."""
    instinct: tuple[Instinct, ...] = Field(min_length=1, max_length=6)
    """Its instinct, step by step; the last is `otherwise`."""
    traits: tuple[Literal["corrosive", "immutable"], ...] = ()
    """HOS-3: `corrosive`: a frontal attack roll with at least one 6 stuns its target. `immutable`: it takes no wound
    and ignores the effects of state tokens."""
    opportunity: bool = False
    """Whether it makes opportunity attacks when left (HOS-3)."""
    capacities: tuple[Capacity, ...] = Field(default=(), max_length=4)
    """Further capacities; permanent ones only, as a hostile has no action tokens."""

    @model_validator(mode="after")
    def _hostile(self) -> Self:
        if self.instinct[-1].when != "otherwise":
            raise PydanticCustomError("instinct", "the last step of an instinct is `otherwise`")
        if any(capacity.time == "active" for capacity in self.capacities):
            raise PydanticCustomError("instinct", "a hostile has permanent capacities only")
        if not self.life and "immutable" not in self.traits:
            raise PydanticCustomError("life", "only an immutable hostile has no life line")
        return self


class Marker(Model):
    """A marker that an agenda puts on the Bloc."""

    id: Id
    """Unique in the agenda."""
    name: Text
    """Its name."""
    at: Point
    """Its centre."""
    size: Base = 30
    """Diameter in mm (MEA-1)."""
    tinted: bool = False
    """Whether it is tinted (DEC-2)."""
    agenda: int = Field(default=0, ge=0, le=9)
    """Agenda tokens on it at the start."""


class HostileStart(Model):
    """A hostile on the Bloc from the start."""

    hostile: Id
    """The card."""
    at: Point
    """Its centre."""


class Study(Effect):
    """Studying a marker, a capacity of every rouage of the players: target a marker, roll Technique (ROL-3 holds), then
    resolve the operations, in which `self` is the rouage, `marker` the marker and `successes` the roll's result."""

    name: Text
    """Its name."""
    text: Text
    """Its effect, in words."""
    cost: Cost = Cost(actions=1)
    """Its cost."""
    frequency: Frequency | None = Frequency(n=1, per="phase")
    """The limit for each rouage."""
    range: Length = 25_400
    """From base to marker."""
    sight: bool = True
    """LOS-4: a line of sight is needed."""
    threshold: int = Field(default=5, ge=2, le=6)
    """The base threshold (ROL-1)."""
    marker: Filter = Filter(kind="marker")
    """The markers that may be studied."""
    conditions: tuple[Condition, ...] = ()
    """All must hold for it to be used."""


class Agenda(_Card):
    """The stake of a match: `[[agenda]]` (SET-2)."""

    name: Text
    """Its name."""
    text: Text
    """The stake and the scoring, in words."""
    edges: tuple[Literal["south", "west"], Literal["north", "east"]] = ("south", "north")
    """The two deployment edges: south and north, or west and east."""
    markers: tuple[Marker, ...] = Field(default=(), max_length=12)
    """Its markers."""
    decor: Annotated[Id, IdOf("decor")] | None = None
    """The suggested decor set."""
    hostiles: tuple[HostileStart, ...] = Field(default=(), max_length=6)
    """Hostiles on the Bloc from the start."""
    study: Study | None = None
    """The study of a marker, if there is anything to study."""
    capacities: tuple[Capacity, ...] = Field(default=(), max_length=6)
    """Capacities that every rouage of both players has; `self` is that rouage."""
    scoring: tuple[Capacity, ...] = Field(default=(), max_length=6)
    """Permanent capacities without a bearer, resolved once for each player, who is then the controller, from the
    player with priority on."""

    @model_validator(mode="after")
    def _sense(self) -> Self:
        if self.edges not in (("south", "north"), ("west", "east")):
            raise PydanticCustomError("edges", "the deployment edges face each other")
        if any(capacity.trigger is None and not capacity.by_hand for capacity in self.scoring):
            raise PydanticCustomError("scoring", "an agenda's scoring needs a trigger")
        return self


class Piece(Model):
    """A piece of decor (DEC-1). The polygon is simple, of either winding, about the piece's own origin."""

    id: Id
    """Unique in the set."""
    name: Text | None = None
    """Its name."""
    kind: Literal["obstructing", "open", "zone"]
    """`obstructing` blocks lines of sight, `open` does not, `zone` is only a surface (DEC-3)."""
    polygon: tuple[Point, ...] = Field(min_length=3, max_length=24)
    """Its corners, about its origin."""
    tinted: bool = False
    """Whether it is tinted (DEC-2)."""
    at: Point
    """The place of its origin in the suggested layout."""
    angle: Angle = 0
    """Its rotation there, clockwise on screen."""

    @model_validator(mode="after")
    def _simple(self) -> Self:
        if not simple(self.polygon):
            raise PydanticCustomError("polygon", "the polygon's sides cross or touch, or it has no area")
        return self


class DecorSet(_Card):
    """Decor that belongs together, with a suggested place for each piece: `[[decor]]`."""

    name: Text
    """Its name."""
    pieces: tuple[Piece, ...] = Field(min_length=1, max_length=16)
    """The pieces."""


class Faction(Model):
    """A faction: `[[faction]]` in pack.toml."""

    id: Id
    """Unique in the pack."""
    name: Text
    """Its name."""
    text: Text | None = None
    """A description of them."""


class StarterRouage(Model):
    """A rouage of a ready-made cabal."""

    card: Id
    """The rouage."""
    equipment: Id
    """Its equipment."""


class Starter(Model):
    """A ready-made cabal: `[[starter]]`."""

    id: Id
    """Unique in the pack."""
    name: Text
    """Its name."""
    faction: FactionId
    """Its faction."""
    rouages: tuple[StarterRouage, StarterRouage, StarterRouage]
    """Its three rouages."""


class Ruler(Model):
    """A movement ruler."""

    length: Annotated[Length, Field(ge=12_700)]
    """Long side, half an inch at the least."""
    width: Annotated[Length, Field(ge=2_540)]
    """Short side, a tenth of an inch at the least."""


class Rulers(Model):
    """The two movement rulers (MOV-7)."""

    displacement: Ruler = Ruler(length=101_600, width=20_320)
    """The longer one."""
    push: Ruler = Ruler(length=50_800, width=20_320)
    """The shorter one."""


class Header(PackHeader):
    """The file `pack.toml`."""

    version: Annotated[str, StringConstraints(pattern=r"^\d{1,4}(\.\d{1,4}){0,2}$")]
    languages: tuple[Literal["fr", "en"], ...] = Field(min_length=1)
    author: Words
    licence: Words
    rulers: Rulers = Rulers()
    """The rulers' sizes."""
    actions: int = Field(default=4, ge=1, le=8)
    """Action tokens of a rouage at the start of a cycle (ACT-1)."""
    propaganda_rank: int = Field(default=0, ge=0, le=20)
    """The rank of propaganda cards (CAB-4)."""
    faction: tuple[Faction, ...] = ()
    """The factions."""


class Pack(Model):
    """A pack as read: every card by its id, in the order of the files. Plain data: a match embeds `to_json()`."""

    id: Id
    version: str
    languages: tuple[str, ...]
    author: str
    licence: str
    rulers: Rulers
    actions: int
    propaganda_rank: int
    factions: Mapping[str, Faction]
    rouages: Mapping[str, RouageCard]
    equipment: Mapping[str, EquipmentCard]
    ministries: Mapping[str, MinistryCard]
    artefact: Mapping[str, ArtefactCard]
    hostiles: Mapping[str, HostileCard]
    agendas: Mapping[str, Agenda]
    decor: Mapping[str, DecorSet]
    starters: Mapping[str, Starter]

    def by_hand(self) -> tuple[str, ...]:
        """The places of effects that are settled by hand: "equipment/field-radio/call-in", then the words that were not
        known."""
        ids = []
        for field, _ in SECTIONS.values():
            for id_, card in getattr(self, field).items():
                for effect in walk(card):
                    if isinstance(effect, Effect) and effect.by_hand:
                        place = "/".join(dict.fromkeys((field, id_, getattr(effect, "id", "study"))))
                        ids.append(" ".join((place, *effect.unknown)))
        return tuple(ids)

    def to_json(self) -> dict[str, Any]:
        """The pack as JSON values; keys that hold their default are left out."""
        data: dict[str, Any] = json.loads(self.model_dump_json(exclude_defaults=True))
        return data

    @cached_property
    def written(self) -> dict[str, Any]:
        """The output of `to_json`, printed once and shared by all matches played with it: not to be changed."""
        return self.to_json()

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy, with other fields if wanted; it is `written` anew."""
        copied = super().model_copy(update=update, deep=deep)
        copied.__dict__.pop("written", None)
        return copied

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The pack that `to_json` printed."""
        return cls.model_validate_json(json.dumps(data))


SECTIONS: dict[str, tuple[str, type[Model]]] = {
    "rouage": ("rouages", RouageCard),
    "equipment": ("equipment", EquipmentCard),
    "ministry": ("ministries", MinistryCard),
    "artefact": ("artefact", ArtefactCard),
    "hostile": ("hostiles", HostileCard),
    "agenda": ("agendas", Agenda),
    "decor": ("decor", DecorSet),
    "starter": ("starters", Starter),
}
__all__ = ["SECTIONS", "Coordinate", "Pack"]

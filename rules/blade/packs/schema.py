"""The tables that authors of packs write: dice, heroes, objects, units, spells, boards and scenarios. Their docstrings
become the authors' guide. Clauses are those of the rulebook."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from rules.kernel.packs.model import Id, Image, Model, Text

BOXES = ("melee", "ranged", "guard", "movement", "manipulation", "reroll")
"""The six action boxes of a hero's sheet (GEM-1)."""
Die = Annotated[str, StringConstraints(pattern=r"^[a-z]+\*?$", max_length=16)]
"""A colour; `*` after it is the arrow (DIE-3)."""
Small = Annotated[int, Field(ge=0, le=30)]
Point = tuple[int, int]


class DieRow(Model):
    """A colour of dice (DIE-1)."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z]+$", max_length=15)]
    """The colour."""
    faces: tuple[int, int, int, int, int, int]
    """Its six faces, ascending: 0 to 9 successes."""

    @model_validator(mode="after")
    def _ascend(self) -> DieRow:
        if list(self.faces) != sorted(self.faces) or self.faces[0] < 0 or self.faces[-1] > 9:
            raise PydanticCustomError("faces", "the six faces ascend from 0 to 9 successes at most")
        return self


class BoxRow(Model):
    """An action box with dice."""

    die: Die = "orange"
    """The die for each gem."""
    limit: Small | None = None
    """The exertion limit (GEM-3); left out: none (GEM-4)."""


class MoveBox(Model):
    """The movement box."""

    base: Small
    """Base movement (STP-3)."""
    limit: Small
    """The exertion limit of extra movement (STP-6)."""


class RerollBox(Model):
    """The reroll box."""

    limit: Small | None = None
    """The exertion limit; left out: none (GEM-4)."""


class Load(Model):
    """What a hero can carry."""

    max: Small
    """The most (LOD-1)."""
    slow: tuple[tuple[Small, Small], ...] = ()
    """From which loads how many points of base movement are lost (LOD-3)."""


class Recovery(Model):
    """What a hero recovers with no companion dead, one, two or more (HRO-3, HRO-4)."""

    aggressive: tuple[Small, Small, Small] = (2, 3, 4)
    cautious: tuple[Small, Small, Small] = (5, 6, 7)


class SkillRow(Model):
    """A skill of a hero."""

    id: Id
    overload: Small | None = None
    """The load from which it is lost (LOD-2)."""


class HeroRow(Model):
    """A hero's sheet."""

    id: Id
    name: Text | str
    title: Text | None = None
    energy: Annotated[int, Field(ge=1, le=30)]
    """The number of gems (GEM-1)."""
    movement: MoveBox
    melee: BoxRow
    ranged: BoxRow
    guard: BoxRow
    manipulation: BoxRow
    reroll: RerollBox = RerollBox()
    load: Load
    recovery: Recovery = Recovery()
    skills: tuple[SkillRow, ...] = ()
    kit: tuple[Id, ...] = ()
    """The objects carried at the start (PRE-4)."""
    size: Annotated[int, Field(ge=1, le=9)] = 1
    """The room taken in a zone (CRW-1)."""
    text: Text | None = None
    image: Image | None = None
    """Its picture: a PNG or WebP file of the pack."""
    source: str | None = None


class Lowered(Model):
    """A lower passive defence of one unit against this weapon (ITM-10)."""

    unit: Id
    to: Small


class ItemRow(Model):
    """An object card (ITM-3, ITM-6); a scenario gives keys, tools and their kind their rules (ITM-11)."""

    id: Id
    name: Text
    kind: Literal["weapon", "shield", "armour", "object", "person"]
    load: Small
    """Its load (LOD-1); a melee weapon of 3 or more is two-handed (ITM-4)."""
    melee: tuple[Die, ...] = ()
    ranged: tuple[Die, ...] = ()
    parry: tuple[Die, ...] = ()
    passive: tuple[Die, ...] = ()
    manipulation: tuple[Die, ...] = ()
    thrown: bool = False
    """A ranged attack leaves it in the target's zone (SHT-6)."""
    only_for: Literal["lock"] | None = None
    """Its manipulation dice count only for this."""
    use: Literal["potion", "orb"] | None = None
    """What it does when used (ITM-7) or where it lands (ITM-8)."""
    lowers: tuple[Lowered, ...] = ()
    text: Text | None = None
    image: Image | None = None
    """Its picture: a PNG or WebP file of the pack."""
    source: str | None = None

    @property
    def two_handed(self) -> bool:
        """ITM-4."""
        return bool(self.melee) and self.load >= 3


class UnitRow(Model):
    """The characters of a tile: the Overlord's figures, or allies."""

    id: Id
    name: Text
    kind: Literal["minion", "lieutenant", "monster", "ally"]
    movement: Small
    passive: Small
    """Fixed passive defence (GRD-2)."""
    melee: tuple[Die, ...] = ()
    ranged: tuple[Die, ...] = ()
    skills: tuple[Id, ...] = ()
    reinforcement: Annotated[int, Field(ge=1, le=15)] | None = None
    """The reinforcement cost; left out: none comes back (EVT-3)."""
    size: Annotated[int, Field(ge=1, le=9)] = 1
    """The room taken in a zone (CRW-1)."""
    text: Text | None = None
    image: Image | None = None
    """Its picture: a PNG or WebP file of the pack."""
    source: str | None = None


EFFECTS = ("mind-control", "gift", "heal", "halo", "bolt", "hold", "teleport", "storm")


class SpellRow(Model):
    """A spell card (SPL)."""

    id: Id
    name: Text
    effect: Id
    """`mind-control` `gift` `heal` `halo` `bolt` `hold` `teleport` `storm`; any other is settled by hand."""
    cost: Small
    limit: Small | None = None
    """The most gems on the card (SPC-2)."""
    reaction: bool = False
    """Whether it may be cast as a reaction (SPC-4)."""
    per_zone: Small = 1
    """Mind control and teleport: gems for each further zone."""
    gems: Small = 2
    """Gift: the gems given."""
    dice: tuple[Die, ...] = ()
    """Heal, bolt and storm: the dice."""
    passive: Small = 1
    """Halo: fixed passive defence."""
    drain: Small = 0
    """Bolt: the gems that a hero moves from reserve to fatigue."""
    distance: Small = 2
    """Hold: the farthest target in zones."""
    text: Text | None = None
    image: Image | None = None
    """Its picture: a PNG or WebP file of the pack."""
    source: str | None = None


# ---- boards ----------------------------------------------------------------------------------------------------------

PieceKind = Literal[
    "open", "curtain", "door", "wood", "stone", "opening", "bars", "palisade", "rail", "ledge", "stairs"
]


class ZoneRow(Model):
    """A zone of a board (BRD-1)."""

    id: Id
    name: Text
    polygon: Annotated[tuple[Point, ...], Field(min_length=3, max_length=40)]
    dot: Point
    """The point from which sight is measured (SEE-1)."""
    capacity: Annotated[int, Field(ge=1, le=60)]
    """The room for characters (CRW-1)."""
    level: Annotated[int, Field(ge=-9, le=9)] = 0
    """The level (BRD-7)."""
    brink: bool = False
    """At the edge of a drop (SEE-5)."""
    liquid: bool = False
    difficult: Small = 0
    """The surcharge for entering (BRD-9)."""
    roofed: bool = False
    """Whether a roof bounds flight (BRD-10)."""


class PieceRow(Model):
    """A piece of a border (BRD-3)."""

    kind: PieceKind
    id: Id | None = None
    """Of a door: its id."""
    path: tuple[Point, ...] = ()
    """Where it stands; left out for what the other pieces leave free."""


class BorderRow(Model):
    """What two adjacent zones share (BRD-2)."""

    between: tuple[Id, Id]
    pieces: tuple[PieceRow, ...] = ()
    """Left out: open all along."""


class WallRow(Model):
    """A wall that is no border between zones."""

    kind: Literal["stone", "wood"]
    path: Annotated[tuple[Point, ...], Field(min_length=2)]


class VoidRow(Model):
    """A chasm: no zone, and it cuts nothing (SEE-7)."""

    kind: Literal["chasm"]
    polygon: tuple[Point, ...]


class DoorRow(Model):
    """A door of a board (BRD-12)."""

    id: Id
    material: Literal["wood", "iron", "grate", "secret"]
    state: Literal["open", "closed", "locked"] = "closed"


class LinkRow(Model):
    """A link between two zones besides their borders (BRD-6)."""

    id: Id
    kind: Literal["ladder", "climb", "leap", "drop"]
    between: tuple[Id, Id]
    """Of a drop: from the first down to the second."""
    extra: Small = 0
    """Surcharge."""
    difficulty: Small = 1
    """Of a leap (SKL-30)."""
    zones: Annotated[int, Field(ge=1, le=9)] = 1
    """The zones that a leap crosses (SKL-30)."""
    fall: tuple[Die, ...] = ()
    """The dice of a fall (FAL-1)."""
    fail: Id | None = None
    """Where a leap that fails ends: `stay` or a zone."""
    closed: bool = False
    """Not there until a scenario opens it (BRD-15)."""


class BoardRow(Model):
    """A board (BRD)."""

    id: Id
    name: Text
    size: tuple[Annotated[int, Field(ge=100, le=4000)], Annotated[int, Field(ge=100, le=4000)]]
    zones: Annotated[tuple[ZoneRow, ...], Field(min_length=1, max_length=60)]
    borders: tuple[BorderRow, ...] = ()
    voids: tuple[VoidRow, ...] = ()
    rock: tuple[tuple[Point, ...], ...] = ()
    """Closed lines of stone around what is no zone."""
    walls: tuple[WallRow, ...] = ()
    doors: tuple[DoorRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    sight_on: tuple[tuple[Id, Id], ...] = ()
    """Pairs that see each other whatever the line meets (SEE-6)."""
    sight_off: tuple[tuple[Id, Id], ...] = ()
    """Pairs that never see each other (SEE-6)."""
    image: str | None = None
    source: str | None = None

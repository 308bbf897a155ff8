"""The tables of scenarios that authors of packs write (BAS-1, PRE, WIN, TOK)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from rules.blade.packs.language import AnyCondition, AnyOperation, AnyTrigger, ByHand
from rules.blade.packs.schema import BoardRow, Die, DieRow, HeroRow, ItemRow, Small, SpellRow, UnitRow
from rules.blade.packs.word_table import Side
from rules.kernel.packs.model import Id, IdOf, Model, Text


class Conditional(Model):
    """A table with conditions."""

    if_: tuple[AnyCondition, ...] = ()
    """Conditions, written `if`; all must hold."""
    do: tuple[AnyOperation, ...] = ()
    """Operations, in order."""

    @classmethod
    def keyed(cls, data: dict[Any, Any]) -> Iterable[tuple[Any, Any]]:
        return (("if_" if key == "if" else key, value) for key, value in data.items())

    @property
    def by_hand(self) -> tuple[str, ...]:
        """The words that the engine does not run; the players settle the rule then (SKL-34)."""
        when = getattr(self, "when", None)
        return tuple(word.word for word in (when, *self.if_, *self.do) if isinstance(word, ByHand))


class RuleRow(Conditional):
    """A rule of a scenario."""

    id: Id
    text: Text | None = None
    when: AnyTrigger | None = None
    """The event at which it speaks."""
    standing: bool = False
    """Instead: it holds as long as its conditions do."""


class EventRow(Conditional):
    """An event that the event tile offers (EVT-1)."""

    id: Id
    name: Text
    text: Text
    uses: Annotated[int, Field(ge=1, le=15)] | None = None
    """How often; left out: as often as wished (EVT-7)."""


class DiceFor(Model):
    """More dice for those with a skill."""

    id: Id
    dice: tuple[Die, ...]


class ObjectRow(Conditional):
    """An object of a scenario (TOK-2, MNP)."""

    id: Id
    kind: Id
    """A picture: `chest`, `lamp`, `boat`; a chest is opened (MNP-10)."""
    name: Text | None = None
    text: Text | None = None
    at: Id
    how: Literal["simple", "complex"] | None = None
    """How it is handled (MNP-2, MNP-7); a chest is complex."""
    difficulty: Annotated[int, Field(ge=1, le=15)] = 2
    lock: bool | None = None
    """Whether handling it is picking a lock (SKL-17); of a chest yes."""
    needs_item: Id | None = None
    """Carried by the one who handles it, or lying in the zone."""
    spends_item: bool = False
    skill: DiceFor | None = None
    progress: Small = 0
    """Successes add up over several tries until that many; 0: one try."""
    contents: tuple[Id, ...] = ()
    draw: Small = 0
    """Cards of the deck that are in it."""
    stays: bool = False
    """Whether it can be handled again."""

    @property
    def complex(self) -> bool:
        return (self.how or ("complex" if self.kind == "chest" else "simple")) == "complex"

    @property
    def locked(self) -> bool:
        return self.kind == "chest" if self.lock is None else self.lock


class ScenarioDoor(Model):
    """What a scenario says of a door (BRD-12)."""

    id: Id
    key: Id | None = None
    """The item that unlocks it."""
    pick: bool = True
    """Whether its lock can be picked."""
    difficulty: Annotated[int, Field(ge=1, le=15)] = 2
    state: Literal["open", "closed", "locked"] | None = None


class TileRow(Model):
    """A tile with its characters (PRE-7, PRE-8)."""

    id: Id
    unit: Id
    at: tuple[Id, ...] = ()
    """The zone of each figure."""
    life: Annotated[int, Field(ge=1, le=15)] = 1
    reserve: Small = 0
    """Further figures that wait off the board."""
    reserved: bool = False
    """Only operations bring the reserve, no reinforcement (EVT-3)."""
    of: Id | None = None
    """A second tile of the character of this tile (OVL-11)."""


class BookRow(Model):
    """The Overlord's gems and recovery (PRE-6)."""

    reserve: Annotated[int, Field(ge=0, le=99)]
    fatigue: Annotated[int, Field(ge=0, le=99)]
    recovery: Annotated[int, Field(ge=0, le=99)]


class Hidden(Model):
    """Face-down tokens, shuffled onto the zones, one each (BAS-7)."""

    zones: tuple[Id, ...]
    tokens: tuple[Id, ...]
    known_to: Literal["nobody", "overlord"] = "nobody"


class MusterRow(Model):
    """A scenario for so many heroes."""

    heroes: tuple[Annotated[int, Field(ge=1, le=4)], Annotated[int, Field(ge=1, le=4)]]
    roster: tuple[Id, ...] = ()
    any_hero: bool = False
    """Whether other heroes may be chosen."""
    start: Annotated[tuple[Id, ...], Field(min_length=1)]
    """The zones where the heroes start, filled in turn."""
    fatigue: Small = 0
    """Gems that each hero starts with in fatigue (PRE-4)."""
    last: Annotated[int, Field(ge=1, le=15)] | None = None
    overlord: BookRow
    river: Annotated[tuple[Id, ...], Field(max_length=8)] = ()
    """The tiles in order, `event` among them (RIV-2)."""
    tiles: tuple[TileRow, ...] = ()
    allies: tuple[TileRow, ...] = ()
    spells: dict[Id, tuple[Id, ...]] = Field(default_factory=dict)
    """The spells of heroes and tiles (SPC-1)."""
    hidden: Hidden | None = None
    counters: dict[Id, int] = Field(default_factory=dict)


class Aim(Model):
    """What each side wants, in a line."""

    heroes: Text
    overlord: Text


class Reinforcement(Model):
    """The reinforcement (EVT-2, EVT-4)."""

    points: Small
    zones: tuple[Id, ...]


class ScenarioRow(Model):
    """A scenario (BAS-1)."""

    id: Id
    name: Text
    text: Text
    aim: Aim | None = None
    minutes: Annotated[int, Field(ge=5, le=600)] | None = None
    level: Annotated[int, Field(ge=1, le=3)] | None = None
    board: Annotated[Id, IdOf("boards")]
    first: Side
    """The side that begins (BAS-5)."""
    last: Annotated[int, Field(ge=1, le=15)]
    """The space of the turn track that ends the match (WIN-4)."""
    exits: tuple[Id, ...] = ()
    reinforcement: Reinforcement | None = None
    slots: Annotated[tuple[Small, ...], Field(max_length=8)] = (1, 2, 3, 4, 5, 6, 7, 8)
    """The cost of each slot of the river (RIV-1)."""
    deck: tuple[Id, ...] = ()
    muster: Annotated[tuple[MusterRow, ...], Field(min_length=1)]
    object: tuple[ObjectRow, ...] = ()
    door: tuple[ScenarioDoor, ...] = ()
    rule: tuple[RuleRow, ...] = ()
    event: tuple[EventRow, ...] = ()
    free: bool = False
    """Whether anybody at the table may put characters and things where they like while it is played: a test bench."""
    image: str | None = None
    source: str | None = None

    @field_validator("muster")
    @classmethod
    def _in_order(cls, rows: tuple[MusterRow, ...]) -> tuple[MusterRow, ...]:
        if any(low > high for low, high in (row.heroes for row in rows)):
            raise PydanticCustomError("muster", "`heroes` is from the fewest to the most")
        return rows


AnyRow = DieRow | HeroRow | ItemRow | UnitRow | SpellRow | BoardRow | ScenarioRow

"""What a rule of a scenario does (`do`): its operations.

`there` is the zone of the event that set the rule off, and `subject` its character. `who` names a character, a tile
(all its figures) or a hero."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.blade.packs.word_table import Count, Place, Side, Until, Who, WordTable
from rules.kernel.packs.model import Id, Text, Words


class Operation(WordTable):
    """Something that a rule does."""

    tag = "op"


class End(Operation):
    """The match ends (WIN-1)."""

    op: Literal["end"]
    winner: Literal["heroes", "overlord", "nobody"]
    reason: Id


class PutItem(Operation):
    """An item comes to lie in a zone."""

    op: Literal["put-item"]
    item: Id
    zone: Place


class Draw(Operation):
    """Cards of the deck come to lie in a zone (ITM-12)."""

    op: Literal["draw"]
    count: Annotated[int, Field(ge=1, le=9)] = 1
    zone: Place


class Spawn(Operation):
    """Figures of a tile come to a zone: from its reserve, then those that died (EVT-5)."""

    op: Literal["spawn"]
    tile: Id
    count: Annotated[int, Field(ge=1, le=9)] = 1
    zone: Place


class Confine(Operation):
    """Standing: these do not leave the zones."""

    op: Literal["confine"]
    who: Who
    zones: tuple[Id, ...]


class Ward(Operation):
    """Standing: these suffer no wounds."""

    op: Literal["ward"]
    who: Who


class MoveMarker(Operation):
    """The turn marker moves."""

    op: Literal["marker"]
    by: Annotated[int, Field(ge=1, le=15)] = 1


class SetCounter(Operation):
    """A counter changes by so much, or to a figure."""

    op: Literal["counter"]
    id: Id
    by: int | None = None
    to: int | None = None


class SetDoor(Operation):
    """A door changes its state. `pick`: up to `count` doors in this state that the Overlord chooses, with nobody of
    `none_near` on either side."""

    op: Literal["door"]
    id: Id | None = None
    pick: Literal["open", "closed", "locked"] | None = None
    none_near: Side | None = None
    count: Annotated[int, Field(ge=1, le=9)] = 1
    to: Literal["open", "closed", "locked"]


class LimitSight(Operation):
    """Sight reaches only so many zones until the end of that turn."""

    op: Literal["sight"]
    at_most: Count
    until: Until


class MoveGems(Operation):
    """Gems of heroes move."""

    op: Literal["gems"]
    who: Who
    from_: Literal["reserve", "fatigue", "wounds"]
    to: Literal["reserve", "fatigue", "wounds"]
    count: Annotated[int, Field(ge=1, le=30)]


class DealDamage(Operation):
    """Dice are thrown: their result is wounds, damage to defend against, or an area attack on the zone."""

    op: Literal["damage"]
    who: Who | None = None
    zone: Place | None = None
    dice: tuple[Words, ...]
    as_: Literal["wounds", "damage", "area"] = "damage"

    @classmethod
    def keyed(cls, data: dict[Any, Any]) -> Iterable[tuple[Any, Any]]:
        return (("as_" if key == "as" else key, value) for key, value in data.items())


class Heal(Operation):
    """These heal so many points (WND-8, WND-9)."""

    op: Literal["heal"]
    who: Who
    count: Annotated[int, Field(ge=1, le=30)]


class Flag(Operation):
    """A mark is put on these, or taken off."""

    op: Literal["mark", "unmark"]
    who: Who
    mark: Literal["held", "webbed", "seized"]


class MoveTile(Operation):
    """A tile moves in the river: to the right by so much, or to the left."""

    op: Literal["move-tile"]
    tile: Id
    by: Annotated[int, Field(ge=-8, le=8)]


class SetToken(Operation):
    """A token is laid or taken away (TOK-3)."""

    op: Literal["token"]
    place: bool = True
    kind: Literal["rubble", "barricade", "flames"]
    zone: Place | None = None
    border: tuple[Id, Id] | None = None


class Reveal(Operation):
    """The face-down token of a zone is turned up."""

    op: Literal["reveal"]
    zone: Place


class SetLink(Operation):
    """A link opens or closes."""

    op: Literal["open-link", "close-link"]
    id: Id


class ChangeRecovery(Operation):
    """The Overlord's recovery changes."""

    op: Literal["recovery"]
    by: Annotated[int, Field(ge=-20, le=20)]


class GrantSkill(Operation):
    """These gain or lose a skill for the rest of the match."""

    op: Literal["skill"]
    do: Literal["give", "take"]
    who: Who
    id: Id


class Say(Operation):
    """The text is shown in the log."""

    op: Literal["say"]
    text: Text


OPERATIONS = (End, PutItem, Draw, Spawn, Confine, Ward, MoveMarker, SetCounter, SetDoor, LimitSight, MoveGems,
              DealDamage, Heal, Flag, MoveTile, SetToken, Reveal, SetLink, ChangeRecovery, GrantSkill, Say)  # fmt: skip

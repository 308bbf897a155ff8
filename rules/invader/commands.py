"""What a seat may say (the table's own talk besides)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field, model_serializer

from rules.invader.cards import Deck
from rules.invader.state import Order
from rules.kernel import TaggedCodec, noun
from rules.kernel.table_talk import TalkCommand

Name = Annotated[str, Field(max_length=60)]


class Underscored:
    """Fields named by a word that Python keeps for itself are written without their underscore."""

    __slots__ = ()

    @model_serializer(mode="wrap")
    def _written(self, write: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        return {key.rstrip("_"): value for key, value in write(self).items()}


Names = Annotated[tuple[Name, ...], Field(max_length=60)]


@noun
class Build:
    """DCK: what one brings."""

    deck: Deck
    kind: Literal["build"] = "build"


@noun
class Mulligan:
    """SET-4."""

    keep: bool
    kind: Literal["mulligan"] = "mulligan"


@noun
class PlaceHero:
    """SET-6, HER-6."""

    hero: Name
    zone: Name
    kind: Literal["place-hero"] = "place-hero"


@noun
class Play:
    """PLY-9: everything is named at once."""

    card: Name
    zone: Name | None = None
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None
    discard: Names = ()
    sacrifice: Name | None = None
    kind: Literal["play"] = "play"


@noun
class Use:
    """USE-1. `use`: which of the card's uses, from 0."""

    source: Name
    use: Annotated[int, Field(ge=0, le=9)] = 0
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None
    discard: Names = ()
    kind: Literal["use"] = "use"


@noun
class Enable:
    """STR-2."""

    strategy: Name
    discard: Names = ()
    kind: Literal["enable"] = "enable"


@noun
class Invade:
    """INV."""

    order: Order
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None
    kind: Literal["invade"] = "invade"


@noun
class Ops:
    """OPS-2."""

    target: Name
    to: Name
    discard: Names = ()
    kind: Literal["ops"] = "ops"


@noun
class MoveHero:
    """HER-3."""

    to: Name
    kind: Literal["move-hero"] = "move-hero"


@noun
class End:
    """TRN-3."""

    kind: Literal["end"] = "end"


@noun
class Cancel:
    """CAN: a card, or null to let it pass."""

    card: Name | None = None
    discard: Names = ()
    kind: Literal["cancel"] = "cancel"


@noun
class Discard:
    """EFF-9."""

    cards: Names
    kind: Literal["discard"] = "discard"


@noun
class Stand(Underscored):
    """Cancel questions are answered with a pass from now on: the next, all of this turn, all; or asked again. It may be
    said at any time, and only its seat sees it."""

    pass_: Annotated[Literal["once", "turn", "match", "off"], Field(alias="pass")]
    kind: Literal["stand"] = "stand"


Main = Play | Use | Enable | Invade | Ops | MoveHero | End
Command = Main | Build | Mulligan | PlaceHero | Cancel | Discard | Stand | TalkCommand
CODEC: TaggedCodec[Any] = TaggedCodec(Command)

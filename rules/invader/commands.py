"""What a seat may say (the table's own talk besides)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.invader.cards import Deck
from rules.invader.state import Order
from rules.kernel import Json, TaggedCodec, Underscored, tagged
from rules.kernel.table_talk import TalkCommand

Name = Annotated[str, Field(max_length=60)]
Names = Annotated[tuple[Name, ...], Field(max_length=60)]


@tagged(kind="build")
class Build:
    """DCK: what one brings."""

    deck: Deck


@tagged(kind="mulligan")
class Mulligan:
    """SET-4."""

    keep: bool


@tagged(kind="place-hero")
class PlaceHero:
    """SET-6, HER-6."""

    hero: Name
    zone: Name


@tagged(kind="play")
class Play:
    """PLY-9: everything is named at once."""

    card: Name
    zone: Name | None = None
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None
    discard: Names = ()
    sacrifice: Name | None = None


@tagged(kind="use")
class Use:
    """USE-1. `use`: which of the card's uses, from 0."""

    source: Name
    use: Annotated[int, Field(ge=0, le=9)] = 0
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None
    discard: Names = ()


@tagged(kind="enable")
class Enable:
    """STR-2."""

    strategy: Name
    discard: Names = ()


@tagged(kind="invade")
class Invade:
    """INV."""

    order: Order
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None


@tagged(kind="ops")
class Ops:
    """OPS-2."""

    target: Name | None = None
    to: Name | None = None
    discard: Names = ()


@tagged(kind="move-hero")
class MoveHero:
    """HER-3."""

    to: Name | None = None


@tagged(kind="end")
class End:
    """TRN-3."""


@tagged(kind="cancel")
class Cancel:
    """CAN: a card, or null to let it pass."""

    card: Name | None = None
    discard: Names = ()


@tagged(kind="discard")
class Discard:
    """EFF-9."""

    cards: Names


@tagged(kind="stand")
class Stand(Underscored):
    """Cancel questions are answered with a pass from now on: the next, all of this turn, all; or asked again. It may be
    said at any time, and only its seat sees it."""

    pass_: Annotated[Literal["once", "turn", "match", "off"], Field(alias="pass")]


Main = Play | Use | Enable | Invade | Ops | MoveHero | End
Command = Main | Build | Mulligan | PlaceHero | Cancel | Discard | Stand | TalkCommand
CODEC: TaggedCodec[Any] = TaggedCodec(Command)


def written(command: Any) -> Json:
    """A command as JSON, without what was left out; the card of a cancel is None where it is let pass."""
    row: Json = CODEC.dump(command)
    return {key: value for key, value in row.items() if value not in (None, []) or key == "card"}

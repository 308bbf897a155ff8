"""The commands of a seat, besides the kernel's."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.invader.packs.cards import Deck
from rules.invader.state import Order
from rules.kernel import TaggedCodec, Underscored, command
from rules.kernel.orders import Instruct
from rules.kernel.table_talk import TalkCommand

Name = Annotated[str, Field(max_length=60)]
Names = Annotated[tuple[Name, ...], Field(max_length=60)]


@command("build")
class Build:
    """DCK: brings a deck."""

    deck: Deck


@command("mulligan")
class Mulligan:
    """SET-4: keeps the first hand, or not."""

    keep: bool


@command("place-hero")
class PlaceHero:
    """SET-6, HER-6: puts a Hero into a zone."""

    hero: Name
    zone: Name


@command("play")
class Play:
    """PLY-9: plays a card; everything is named at once."""

    card: Name
    zone: Name | None = None
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None
    discard: Names = ()
    sacrifice: Name | None = None


@command("use")
class Use:
    """USE-1: uses a card in play. `use`: which of its uses, from 0."""

    source: Name
    use: Annotated[int, Field(ge=0, le=9)] = 0
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None
    discard: Names = ()


@command("enable")
class Enable:
    """STR-2: enables a strategy."""

    strategy: Name
    discard: Names = ()


@command("invade")
class Invade:
    """INV: an Invasion action."""

    order: Order
    target: Name | None = None
    to: Name | None = None
    at: Name | None = None


@command("ops")
class Ops:
    """OPS-2: moves a unit or site."""

    target: Name | None = None
    to: Name | None = None
    discard: Names = ()


@command("move-hero")
class MoveHero:
    """HER-3: moves the Hero."""

    to: Name | None = None


@command("end")
class End:
    """TRN-3: ends the turn."""


@command("cancel")
class Cancel:
    """CAN: answers with a card, or passes (None)."""

    card: Name | None = None
    discard: Names = ()


@command("discard")
class Discard:
    """EFF-9: the cards given up to a ruin."""

    cards: Names


@command("stand")
class Stand(Underscored):
    """The older form of an order to let cards pass (`Instruct`): the next, all of this turn, or all; "off" ends it. It
    may be given at any time, and only its own seat sees it."""

    pass_: Annotated[Literal["once", "turn", "match", "off"], Field(alias="pass")]


Main = Play | Use | Enable | Invade | Ops | MoveHero | End
Command = Main | Build | Mulligan | PlaceHero | Cancel | Discard | Stand | Instruct | TalkCommand
CODEC: TaggedCodec[Any] = TaggedCodec(Command, always=("card",))
"""`card` is None in a cancel that is a pass."""

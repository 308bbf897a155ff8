"""What a seat can say. Fields that are None are parts still to be named (`rules.kernel.drafts`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.blade.state import Stance
from rules.kernel import Seat, TaggedCodec, Underscored, command
from rules.kernel.orders import Instruct
from rules.kernel.table_talk import TalkCommand

Id = Annotated[str, Field(max_length=64)]
Ids = Annotated[tuple[Id, ...], Field(max_length=40)]
Gems = Annotated[int, Field(ge=0, le=99)]
With = Literal["arrow", "support", "gem"]

# ---- before and between turns ----------------------------------------------------------------------------------------


@command("take-hero")
class TakeHero:
    hero: Id


@command("stances")
class Stances:
    """HRO-2: the stance of each living hero of the seat."""

    stances: Mapping[Id, Stance]


@command("done")
class Done:
    """HRO-9."""


@command("undone")
class Undone:
    """HRO-9: not done after all."""


@command("pass")
class PassHand:
    """VAR-2."""

    to: Seat


# ---- acting ----------------------------------------------------------------------------------------------------------


@command("move")
class Move:
    """STP: steps in order. `via`: for each step None, a link or `smash`; left out, the cheapest way."""

    who: Id
    path: Annotated[tuple[Id, ...], Field(max_length=24)] | None = None
    via: Annotated[tuple[Id | None, ...], Field(max_length=24)] | None = None


@command("attack")
class Attack:
    """SEQ-1. Gems and items of heroes only; items () are bare hands."""

    who: Id
    mode: Literal["melee", "ranged"]
    target: Id | None = None
    items: Ids | None = None
    gems: Gems | None = None


@command("web")
class Web:
    """SKL-29."""

    who: Id
    target: Id | None = None


@command("break-free")
class BreakFree:
    """SKL-29."""

    who: Id


@command("cast")
class Cast:
    """SPC. `gems`: a cost that may be chosen is known from path or zone."""

    who: Id
    spell: Id
    target: Id | None = None
    path: Annotated[tuple[Id, ...], Field(max_length=9)] | None = None
    zone: Id | None = None


@command("throw")
class Throw:
    """MNP-12."""

    who: Id
    item: Id
    zone: Id | None = None
    gems: Gems | None = None


@command("drop")
class Drop:
    """MNP-13."""

    who: Id
    item: Id


@command("take")
class Take:
    """MNP-4."""

    who: Id
    item: Id


@command("give")
class Give:
    """MNP-5: who pays, and gives."""

    who: Id
    item: Id
    to: Id


@command("receive")
class Receive(Underscored):
    """MNP-5: who pays, and gets."""

    who: Id
    item: Id
    from_: Annotated[Id, Field(alias="from")]


@command("use")
class UseItem:
    """ITM-7."""

    who: Id
    item: Id


@command("door")
class Door:
    """BRD-12. `unlocked`: a locked door is opened, by its key (`item`) or by picking its lock (`gems`)."""

    who: Id
    door: Id
    to: Literal["open", "closed", "unlocked"]
    item: Id | None = None
    gems: Gems | None = None


@command("handle")
class Handle:
    """MNP-1, MNP-9."""

    who: Id
    object: Id
    items: Ids | None = None
    gems: Gems | None = None


@command("search-door")
class SearchDoor:
    """BRD-14."""

    who: Id
    border: tuple[Id, Id]
    gems: Gems | None = None


@command("command")
class CommandAlly:
    """ALY-2."""

    who: Id
    ally: Id


@command("leave")
class Leave:
    """BRD-16."""

    who: Id


@command("series")
class CommandSeries:
    """Commands given as one: `act`, `ally-act`, `overlord-act` and `tile-act` may be answered so. Each is carried out
    once what the one before set off is resolved; the first that cannot be made ends it."""

    commands: Annotated[tuple[Mapping[str, Any], ...], Field(min_length=1, max_length=24)]


# ---- the Overlord ----------------------------------------------------------------------------------------------------


@command("activate")
class Activate:
    tile: Id


@command("clear")
class Clear:
    """RIV-5."""

    tile: Id


@command("end-turn")
class EndTurn:
    pass


@command("end-activation")
class EndActivation:
    pass


@command("event")
class ChooseEvent:
    """EVT-1: an event, or `reinforcement`."""

    event: Id


@command("reinforce")
class Reinforce:
    """EVT-2 to EVT-6: tile and zone of each figure."""

    figures: Annotated[tuple[Mapping[Literal["tile", "zone"], Id], ...], Field(max_length=20)]


# ---- answers ---------------------------------------------------------------------------------------------------------


@command("place")
class PlaceFigure:
    zone: Id


@command("sacrifice")
class Sacrifice:
    by: Id | None


@command("reroll")
class Reroll(Underscored):
    die: Annotated[int, Field(ge=0, le=60)] | None = None
    with_: Annotated[With | None, Field(alias="with")] = None
    payer: Id | None = None


@command("keep")
class Keep:
    pass


@command("bodyguard")
class Bodyguard:
    by: Id | None


@command("guard")
class Guard:
    """GRD-4. `others`: the same for the other victims of this area attack that the seat answers for, with fewer gems
    where fewer are there."""

    gems: Gems
    item: Id | None = None
    payer: Id | None = None
    others: Literal[True] | None = None


@command("next-target")
class NextTarget:
    target: Id | None


@command("order")
class TargetOrder:
    order: Ids


@command("riposte")
class Riposte:
    strike: bool


@command("last-blow")
class LastBlow:
    target: Id | None


@command("catch")
class Catch:
    by: Id | None


@command("loot")
class Loot:
    take: Ids
    drop: Ids = ()


@command("consent")
class Consent:
    agree: bool


@command("choose")
class Choose:
    choice: Any


# ---- seats -----------------------------------------------------------------------------------------------------------


@command("hand-over")
class OfferHero:
    """BAS-2: an offer to another player."""

    hero: Id
    to: Seat


@command("take-over")
class TakeOver:
    hero: Id


@command("decline")
class Decline:
    hero: Id


@command("keep-hero")
class KeepHero:
    hero: Id


@command("set-up")
class SetUp:
    """Changes made at once, where the scenario is free (`changes.Change`)."""

    changes: Annotated[tuple[Mapping[str, Any], ...], Field(min_length=1, max_length=40)]


Acting = (
    Move | Attack | Web | BreakFree | Cast | Throw | Drop | Take | Give | Receive | UseItem | Door | Handle | SearchDoor
    | CommandAlly | Leave
)  # fmt: skip
Command = (
    TakeHero | Stances | Done | Undone | PassHand | CommandSeries | Move | Attack | Web | BreakFree | Cast | Throw
    | Drop | Take | Give | Receive | UseItem | Door | Handle | SearchDoor | CommandAlly | Leave | Activate | Clear
    | EndTurn | EndActivation | ChooseEvent | Reinforce | PlaceFigure | Sacrifice | Reroll | Keep | Bodyguard | Guard
    | NextTarget | TargetOrder | Riposte | LastBlow | Catch | Loot | Consent | Choose | OfferHero | TakeOver | Decline
    | KeepHero | SetUp | Instruct | TalkCommand
)  # fmt: skip
CODEC: TaggedCodec[Command] = TaggedCodec(
    Command, always=("items", "by", "target", "take", "figures", "gems", "order", "stances", "choice", "answer")
)

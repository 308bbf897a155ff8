"""What a seat may say. A field that is None, where that is no value of its own, is still to be named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel import Seat, TaggedCodec, Underscored, command
from rules.kernel.orders import Instruct
from rules.kernel.table_talk import TalkCommand

Name = Annotated[str, Field(max_length=60)]
Small = Annotated[int, Field(ge=0, le=99)]
Cards = Annotated[tuple[Name, ...], Field(max_length=40)]


@command("choose-olympian")
class ChooseOlympian:
    """SET-1."""

    olympian: Name


@command("pillar")
class TakePillar:
    """PIL-2."""

    pillar: Name


@command("plan")
class Plan:
    """PLN. `tokens`: by character the place, or `mortal-world`; `assign`: the tiles that get a Worker."""

    tokens: Annotated[Mapping[Name, Name], Field(max_length=10)] = field(default_factory=dict)
    convert: Small = 0
    assign: Annotated[tuple[Name, ...], Field(max_length=10)] = ()
    heal: bool = False


# ---- a turn ----------------------------------------------------------------------------------------------------------


@command("activate")
class Activate:
    """ACT-3. `to`: the City, for a token of the Mortal World; `bonus`: where a Bonus Location token leads (ACT-5).
    `then`: the action that follows, if it is legal by then; `ends`: no free deeds after it."""

    character: Name
    to: Name | None = None
    bonus: Name | None = None
    then: Annotated[Mapping[str, Any], Field(max_length=8)] | None = None
    ends: bool = False


@command("forgo")
class Forgo:
    """ACT-4: a token that can lead nowhere is spent."""

    character: Name


@command("pass")
class Pass:
    """ACT-2."""


@command("nothing")
class Nothing:
    """ACT-3: the character does nothing."""


@command("done")
class Done:
    """ACT-6: no more free deeds; the turn is over."""


@command("convert")
class Convert:
    """OLY-1: what so many Prayers become."""

    sparks: Small | None = None
    vp: Small | None = None
    cards: Small | None = None
    faithful: Small | None = None


@command("design")
class Design:
    """OLY-2."""

    technology: Name


@command("make")
class Make:
    """FOR-1, RND-3: a plan, or a tile instead."""

    plan: Name | None = None
    tile: Name | None = None


@command("influence")
class Influence:
    """MOR-1. `temple`: whether one is built."""

    temple: bool | None = None


@command("deploy")
class Deploy:
    """MOR-2."""

    technology: Name


@command("perceive")
class Perceive:
    """ORA-1."""


@command("fulfil")
class Fulfil:
    """MOI-1: so many Improvements, one after the other."""

    count: Annotated[int, Field(ge=1, le=99)]


@command("drain")
class Drain:
    """UND-1."""


@command("resurrect")
class Resurrect:
    """UND-2."""

    hero: Name


@command("train")
class Train:
    """COL-1."""


@command("explore")
class Explore:
    """EXP-1. `transfer`: Workers (TRK-4); `free`: the Foreman adds one (TRK-5); `steps`: forward; `foreman`: it pays
    one Worker of them (FRM-3)."""

    transfer: Small | None = None
    free: bool | None = None
    steps: Small | None = None
    foreman: bool | None = None


@command("defend")
class Defend:
    """DEF-1; as `Explore`."""

    transfer: Small | None = None
    free: bool | None = None
    steps: Small | None = None
    foreman: bool | None = None


@command("fight")
class Fight:
    """FGT-1."""

    target: Name


# ---- free deeds (ACT-6) ----------------------------------------------------------------------------------------------


@command("task")
class DoTask:
    """TSK-1, TSK-2: a Task of a tile, from 0; `discard`: the cards that pay it."""

    tile: Name
    task: Annotated[int, Field(ge=0, le=9)]
    discard: Cards = ()


@command("premonition")
class Complete:
    """PRM-3."""

    card: Name


@command("mk")
class UseMk:
    """HGR-4: a power `turn`, from 0."""

    power: Annotated[int, Field(ge=0, le=9)]


@command("spend-tokens")
class SpendTokens(Underscored):
    """ART-5."""

    spend: Annotated[Mapping[Seat, Small], Field(max_length=4)]
    for_: Annotated[Literal["cards", "bonus"], Field(alias="for")]


# ---- answers ---------------------------------------------------------------------------------------------------------


@command("keep")
class Keep:
    """EXP-2."""

    card: Name


@command("attempt")
class Attempt:
    """EXP-3, EXP-4. `foreman`: what it pays for (FRM-3)."""

    succeed: bool
    discard: Cards = ()
    foreman: Literal["engage", "worker", "camp"] | None = None


@command("reward")
class TakeReward:
    """TRK-8."""

    step: Annotated[int, Field(ge=1, le=9)]


@command("commit")
class Commit:
    """COM-4, COM-5. `tokens`: by owner (ART-4); `mk`: powers `combat-chaos` (HGR-4)."""

    cards: Cards = ()
    determination: Small = 0
    tokens: Annotated[Mapping[Seat, Small], Field(max_length=4)] = field(default_factory=dict)
    mk: Annotated[tuple[Annotated[int, Field(ge=0, le=9)], ...], Field(max_length=10)] = ()


@command("intercept")
class Intercept:
    """INT-2."""

    accept: bool


@command("choose")
class Choose:
    """One of `params.choices` of the question; of cards to be discarded a list."""

    choice: Any


@command("discard")
class DiscardDown:
    """FIN-5."""

    cards: Cards = ()


@command("exhaustion")
class Exhaust:
    """FIN-8: the tiles whose Worker stays."""

    keep: Annotated[tuple[Name, ...], Field(max_length=10)] = ()


@command("research")
class Research:
    """FIN-10."""

    cubes: Small


FreeDeed = DoTask | Complete | UseMk | SpendTokens
Action = (
    Convert | Design | Make | Influence | Deploy | Perceive | Fulfil | Drain | Resurrect | Train | Explore | Defend
    | Fight
)  # fmt: skip
Command = (
    ChooseOlympian | TakePillar | Plan | Activate | Forgo | Pass | Nothing | Done
    | Convert | Design | Make | Influence | Deploy | Perceive | Fulfil | Drain | Resurrect | Train | Explore | Defend
    | Fight
    | DoTask | Complete | UseMk | SpendTokens
    | Keep | Attempt | TakeReward | Commit | Intercept | Choose | DiscardDown | Exhaust | Research
    | Instruct | TalkCommand
)  # fmt: skip
CODEC: TaggedCodec[Command] = TaggedCodec(Command)

"""The commands of a seat: a closed union, read strictly from JSON. `legality` decides whether one is legal now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel import TaggedCodec, noun
from rules.kernel.table_talk import TalkCommand
from rules.olomoc.state import Cabal, Edge, Micrometres, Microradians, Placement, Point

Id = Annotated[str, Field(max_length=80)]


@noun
class PlaceDecor:
    """SET-3. `x`, `y`: where the polygon's own origin goes (µm); `angle` in µrad."""

    decor: Id
    x: Micrometres
    y: Micrometres
    angle: Microradians
    kind: Literal["place-decor"] = "place-decor"


@noun
class ChooseEdge:
    """SET-4."""

    edge: Edge
    kind: Literal["choose-edge"] = "choose-edge"


@noun
class Draft:
    """CAB-3: take a card; `bearer` is the rouage card that an equipment goes to."""

    card: Id
    bearer: Id | None = None
    kind: Literal["draft"] = "draft"


@noun
class Compose:
    """CAB-3: a whole cabal, hidden until both have composed."""

    cabal: Cabal
    kind: Literal["compose"] = "compose"


@noun
class PlanCommand:
    """CYC-3: five cards, slot 1 first."""

    slots: Annotated[tuple[Id, ...], Field(max_length=20)]
    kind: Literal["plan"] = "plan"


@noun
class Activate:
    """CYC-4.2: the rouage that a propaganda activates."""

    rouage: Id
    kind: Literal["activate"] = "activate"


@noun
class Enter:
    """ACT-2."""

    rouage: Id
    to: Point
    ruler: Placement | None = None
    kind: Literal["enter"] = "enter"


@noun
class Walk:
    """WLK-1."""

    rouage: Id
    to: Point
    ruler: Placement | None = None
    kind: Literal["walk"] = "walk"


@noun
class Attack:
    """ATK-1. `target` may only be missing from a listed option that says why there is none."""

    rouage: Id
    mode: Literal["frontal", "ranged"]
    target: Id | None = None
    kind: Literal["attack"] = "attack"


@noun
class Charge:
    """CHG-1."""

    rouage: Id
    target: Id | None = None
    to: Point | None = None
    ruler: Placement | None = None
    kind: Literal["charge"] = "charge"


@noun
class Rest:
    """RST-1."""

    rouage: Id
    target: Id
    remove: Literal["noirceur", "stunned"]
    kind: Literal["rest"] = "rest"


@noun
class CapacityCommand:
    """CAP: a capacity of a card, or one that the agenda gives (`study`)."""

    rouage: Id
    capacity: Id
    targets: Mapping[Id, Id | Point] = field(default_factory=dict)
    kind: Literal["capacity"] = "capacity"


@noun
class Coordinate:
    """COO-1: `rouage` is the one that becomes active too."""

    rouage: Id | None = None
    kind: Literal["coordinate"] = "coordinate"


@noun
class End:
    """The active player ends the activation."""

    kind: Literal["end"] = "end"


@noun
class React:
    """DOD-1, RIP-1."""

    dodge: bool
    riposte: Literal["combat", "shooting"] | None
    kind: Literal["react"] = "react"


@noun
class Opportunity:
    """OPP-1."""

    attack: bool
    kind: Literal["opportunity"] = "opportunity"


@noun
class TemptFate:
    """ROL-5."""

    reroll: bool
    kind: Literal["tempt-fate"] = "tempt-fate"


@noun
class TacticCommand:
    """ATK-4. A push may be declined by choosing none (MOV-4); `to` is where the pushed rouage goes."""

    tactic: Literal["push-attacker", "push-target", "stun"] | None
    to: Point | None = None
    ruler: Placement | None = None
    kind: Literal["tactic"] = "tactic"


@noun
class MoveCommand:
    """The place where an effect moves a piece, or the refusal to move it (`decline`)."""

    to: Point | None = None
    ruler: Placement | None = None
    decline: bool = False
    kind: Literal["move"] = "move"


@noun
class ChooseCommand:
    """One of the choices listed."""

    choice: Any
    kind: Literal["choose"] = "choose"


@noun
class Hostile:
    """CYC-5: the hostile to activate."""

    rouage: Id
    kind: Literal["hostile"] = "hostile"


Command = (
    PlaceDecor
    | ChooseEdge
    | Draft
    | Compose
    | PlanCommand
    | Activate
    | Enter
    | Walk
    | Attack
    | Charge
    | Rest
    | CapacityCommand
    | Coordinate
    | End
    | React
    | Opportunity
    | TemptFate
    | TacticCommand
    | MoveCommand
    | ChooseCommand
    | Hostile
    | TalkCommand
)

CODEC: TaggedCodec[Command] = TaggedCodec(Command)

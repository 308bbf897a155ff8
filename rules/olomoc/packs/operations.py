"""The operations that hold others, the closed set of all of them, and the capacity made of them."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, Field, model_validator
from pydantic_core import PydanticCustomError

from rules.kernel.packs.model import CLOSE, Id, Text, nearest

from .base import Model
from .language import FACES, AnyTarget, Characteristic, Face, Ref, Select, Target, Who
from .triggers import Trigger
from .values import Condition, DiceValue
from .verbs import (
    ME,
    Act,
    ActivateHostiles,
    Allow,
    Change,
    Die,
    Displace,
    Forbid,
    Give,
    Heal,
    Ignore,
    Mechanism,
    Move,
    Place,
    PlaceHostile,
    PlaceMarker,
    Prevent,
    Push,
    Remove,
    Reroll,
    Score,
    Successes,
    Swap,
    Take,
    Threshold,
    Wound,
)


class Gain(Model):
    """The pieces named have this capacity too, as if their card bore it: it is theirs, and `self` in it is theirs."""

    op: Literal["gain"]
    who: Who = ME
    """The pieces that gain it."""
    capacity: "Capacity"
    """The capacity that they gain."""


class Test(Model):
    """Make a characteristic roll (ROL-1 to ROL-4), then resolve the operations, in which `successes` is its result.
    It is neither a frontal nor a ranged attack, so nobody dodges or ripostes it (RIP-1, DOD-1). Tempting fate (ROL-5)
    is offered when it is the active rouage's."""

    op: Literal["test"]
    who: Ref = "self"
    """The rouage that rolls."""
    characteristic: Characteristic
    """The characteristic rolled; at 0 nothing happens (ROL-4)."""
    target: Ref | None = None
    """The target of the roll, for support (ROL-3)."""
    threshold: int = Field(default=5, ge=2, le=6)
    """The base threshold."""
    operations: "tuple[Operation, ...]"
    """The operations that follow."""


class Option(Model):
    """One of the things to choose from."""

    text: Text
    """The text for the chooser."""
    conditions: tuple[Condition, ...] = ()
    """It is offered if all hold."""
    operations: "tuple[Operation, ...]" = ()
    """Its operations; nothing happens if empty."""


class Choose(Model):
    """A player chooses one of the options offered; with none, nothing happens; with one, it is taken."""

    op: Literal["choose"]
    by: Literal["controller", "opponent", "priority"] = "controller"
    """The player who chooses."""
    options: tuple[Option, ...] = Field(min_length=1, max_length=8)
    """The options."""


class ForEach(Model):
    """Resolve the operations once for each piece selected, the selection being made first."""

    op: Literal["for-each"]
    of: Select
    """The pieces; the player with priority orders them where it matters."""
    name: Ref = "each"
    """The name of the piece at hand in the operations."""
    operations: "tuple[Operation, ...]"
    """The operations for each piece."""


class If(Model):
    """Resolve one list of operations or the other."""

    op: Literal["if"]
    conditions: tuple[Condition, ...]
    """All must hold."""
    then: "tuple[Operation, ...]" = ()
    """The operations if they do."""
    otherwise: "tuple[Operation, ...]" = ()
    """The operations if they do not."""


class Branch(Model):
    """The effect of some results of a die."""

    faces: tuple[Face, ...]
    """The results."""
    operations: "tuple[Operation, ...]" = ()
    """Their operations; `rolled` in them is the result."""


class RollDie(Model):
    """Throw a die that nothing changes or rerolls, and resolve every branch that holds its result."""

    op: Literal["roll"]
    die: Literal["d3", "d6"] = "d6"
    """The kind of die (GEN-3)."""
    branches: tuple[Branch, ...] = Field(min_length=1, max_length=6)
    """The effects of its results."""


Operation = Annotated[
    Change
    | Threshold
    | Ignore
    | Forbid
    | Allow
    | Gain
    | Die
    | Successes
    | Reroll
    | Test
    | Prevent
    | Wound
    | Heal
    | Give
    | Take
    | Move
    | Push
    | Displace
    | Place
    | Swap
    | PlaceHostile
    | PlaceMarker
    | Remove
    | Act
    | Mechanism
    | ActivateHostiles
    | Score
    | Choose
    | ForEach
    | If
    | RollDie,
    Field(discriminator="op"),
]
LASTING = (Change, Threshold, Ignore, Forbid, Allow, Gain)


def _tags(union: Any, key: str) -> tuple[str, ...]:
    return tuple(get_args(model.model_fields[key].annotation)[0] for model in get_args(get_args(union)[0]))


OPERATIONS: tuple[str, ...] = _tags(Operation, "op")
TRIGGERS: tuple[str, ...] = _tags(Trigger, "when")


# Capacities ----------------------------------------------------------------------------------------------------------


def _unknown(data: Any) -> Iterator[tuple[str, Any]]:
    """Operations and triggers of no known name in raw data; a capacity gained further in answers for itself."""
    if isinstance(data, dict):
        for key, known in (("op", OPERATIONS), ("when", TRIGGERS)):
            word = data.get(key)
            if isinstance(word, str) and word not in known:
                yield key, word
        for key, value in data.items():
            if key != "capacity":
                yield from _unknown(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _unknown(value)


class Effect(Model):
    """Anything with operations. One that names an operation or a trigger which does not exist (and is not a
    misspelling of one that does) is settled by hand: its words are shown and the players agree on what happens."""

    operations: tuple[Operation, ...] = ()
    """Its operations, in order."""
    by_hand: bool = False
    """Settled by hand: the players read the text and agree on an adjustment. It then has no operations; at a trigger
    that is known the match waits for them."""
    unknown: tuple[str, ...] = ()
    """Set by the reader: the operations and triggers that it did not know."""

    @model_validator(mode="before")
    @classmethod
    def _by_hand(cls, data: Any) -> Any:
        if not isinstance(data, dict) or data.get("unknown"):
            return data
        unknown = [*_unknown(data.get("operations")), *_unknown(data.get("trigger"))]
        for key, word in unknown:
            meant = nearest(word, OPERATIONS if key == "op" else TRIGGERS, CLOSE)
            if meant is not None:
                raise PydanticCustomError(
                    "misspelt", "{key} = {word} is not known", {"key": key, "word": word, "meant": meant}
                )
        if not unknown and not data.get("by_hand"):
            return data
        run = ["operations", "targets", "conditions"]
        if data.get("time") != "permanent" or any(key == "when" for key, _ in unknown):
            run.append("trigger")  # one that is known names the moment at which the players are asked
        kept = {key: value for key, value in data.items() if key not in run}
        return {**kept, "by_hand": True, "unknown": tuple(dict.fromkeys(word for _, word in unknown))}


class Frequency(Model):
    """The limit on the uses of a capacity (CAP-1)."""

    n: int = Field(default=1, ge=1, le=9)
    """The number of uses."""
    per: Literal["activation", "phase", "cycle", "match"]
    """In each of these."""


class Cost(Model):
    """The cost of a use for the bearer of a capacity (CAP-1)."""

    actions: int = Field(default=0, ge=0, le=4)
    """Action tokens."""
    noirceur: int = Field(default=0, ge=0, le=3)
    """Noirceur tokens taken."""


class Capacity(Effect):
    """Something a card can do (CAP-1). An active one is used by its bearer's player while the bearer is active. A
    permanent one with a trigger is resolved at its event; without a trigger it holds for as long as its
    conditions do. The bearer must be in the game, on the Bloc or not: the trigger's subject and the conditions say
    whether that matters, and one that is not on the Bloc can neither target nor be measured (ACT-3)."""

    id: Id
    """Unique among the capacities of the pack's rouages, equipment, hostiles and agendas; never `study`."""
    name: Text
    """Its name; capacities of the same name do not add up (GEN-7)."""
    text: Text
    """Its effect, in words."""
    time: Literal["active", "permanent"]
    """The time of its use (CAP-1)."""
    trigger: Trigger | None = None
    """For permanent ones: the event at which it is resolved."""
    frequency: Frequency | None = None
    """Its limit; left out: none, and once per activation for an active one that costs nothing (CAP-2)."""
    cost: Cost = Cost()
    """Its cost."""
    optional: bool = False
    """For triggered ones: its player is asked. One that costs something is always optional."""
    targets: tuple[AnyTarget, ...] = ()
    """The choices of its controller when it is used, in order; it cannot be used without."""
    conditions: tuple[Condition, ...] = ()
    """All must hold for it to be used or to act."""
    duration: Literal["roll", "action", "activation", "phase", "cycle", "match"] = "activation"
    """The duration of its lasting operations: until the roll at hand, the generic capacity at hand, the bearer's
    activation (the phase, if it has none running), the phase or the cycle ends (CYC-8), or for the whole match."""

    @model_validator(mode="after")
    def _sense(self) -> Self:
        if self.by_hand:
            return self
        if not self.operations:
            raise PydanticCustomError("empty", "a capacity needs operations, or `by_hand = true`")
        if self.time == "active" and self.trigger is not None:
            raise PydanticCustomError("active", "an active capacity has no trigger: use time = permanent")
        if self.time == "permanent" and self.trigger is None:
            if not all(isinstance(operation, LASTING) for operation in self.operations):
                raise PydanticCustomError("standing", "a permanent capacity with such operations needs a trigger")
            if self.targets or self.cost != Cost() or self.frequency is not None:
                raise PydanticCustomError("standing", "a permanent capacity without a trigger has no targets or costs")
        return self

    @cached_property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """The groups of faces of a roll at hand that it tells from other faces."""
        groups = set[tuple[int, ...]]()
        for model in walk([self.conditions, self.operations]):
            if isinstance(model, Die | DiceValue):
                groups.add(model.faces)
            if isinstance(model, Die) and model.by:
                groups.update((face,) for face in FACES)
        return tuple(sorted(groups))

    @cached_property
    def is_attack(self) -> bool:
        """CAP-4: it can wound an adverse or hostile rouage by its own operations (not by an attack it grants)."""
        foes = {"adverse", "hostile"}
        models = list(walk(self.operations, into_gained=False))
        aimed = {target.name for target in self.targets if isinstance(target, Target) and foes & set(target.who)}
        aimed |= {model.name for model in models if isinstance(model, ForEach) and foes & set(model.of.who)}
        if self.trigger is not None and "subject" in type(self.trigger).model_fields:
            subject, object_ = getattr(self.trigger, "subject", None), getattr(self.trigger, "object", None)
            aimed |= {"subject"} if subject is not None and foes & set(subject.who) else set()
            aimed |= {"object"} if object_ is None or foes & set(object_.who) else set()
        return any(
            isinstance(model, Wound)
            and (model.who in aimed if isinstance(model.who, str) else bool(foes & set(model.who.who)))
            for model in models
        )


def walk(data: Any, into_gained: bool = True) -> Iterator[BaseModel]:
    """Every model within, outermost first; without those of capacities that are gained, if so asked."""
    if isinstance(data, Gain) and not into_gained:
        yield data
    elif isinstance(data, BaseModel):
        yield data
        for name in type(data).model_fields:
            yield from walk(getattr(data, name), into_gained)
    elif isinstance(data, tuple | list):
        for item in data:
            yield from walk(item, into_gained)


for _model in (Gain, Test, Option, ForEach, If, Branch):
    _model.model_rebuild()

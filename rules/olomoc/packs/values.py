"""Values and conditions: amounts looked up when they are needed, and the conditions made of them."""

from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from .base import Model
from .language import Characteristic, Face, Filter, Ref, Select, Track


class Scaled(Model):
    """The keys that scale any value, in this order."""

    times: int = Field(default=1, ge=-20, le=20)
    """Multiplied by this."""
    plus: int = Field(default=0, ge=-20, le=20)
    """Then this is added."""
    at_least: int | None = None
    """Then raised to this, if it is lower."""
    at_most: int | None = None
    """Then lowered to this, if it is higher."""


class CountValue(Scaled):
    """The number of pieces that a selection keeps."""

    value: Literal["count"]
    of: Select
    """The pieces counted."""


class CharacteristicValue(Scaled):
    """A characteristic of a rouage as it stands, bonuses included; 0 at the least."""

    value: Literal["characteristic"]
    of: Ref = "self"
    """The piece concerned."""
    which: Characteristic
    """The characteristic."""


class RankValue(Scaled):
    """The rank of a rouage."""

    value: Literal["rank"]
    of: Ref = "self"
    """The piece concerned."""


class TokensValue(Scaled):
    """The number of tokens of a kind on a piece."""

    value: Literal["tokens"]
    of: Ref = "self"
    """The piece."""
    token: Literal["noirceur", "action", "stunned", "agenda", "player", "adverse-player"]
    """The kind."""


class WoundsValue(Scaled):
    """The number of checked PV of a rouage."""

    value: Literal["wounds"]
    of: Ref = "self"
    """The piece concerned."""


class LifeValue(Scaled):
    """The number of unchecked PV of a rouage."""

    value: Literal["life"]
    of: Ref = "self"
    """The piece concerned."""


class SuccessesValue(Scaled):
    """The successes of the roll at hand: the trigger's, the `test` around this, or the study's; 0 outside a roll."""

    value: Literal["successes"]


class DiceValue(Scaled):
    """The number of dice of the roll at hand that show one of these faces."""

    value: Literal["dice"]
    faces: tuple[Face, ...]
    """The faces, 1 to 6."""


class AmountValue(Scaled):
    """The size of the event of the trigger: wounds about to be or just dealt, tokens gained or lost."""

    value: Literal["amount"]


class RolledValue(Scaled):
    """The result of the `roll` around this (1 to 3, or 1 to 6)."""

    value: Literal["rolled"]


class TrackValue(Scaled):
    """The position of a track: victory points, Fiel, or Traque (which has no side)."""

    value: Literal["track"]
    track: Track
    """The track."""
    player: Literal["controller", "opponent"] = "controller"
    """The player."""


class CycleValue(Scaled):
    """The number of the cycle, from 1."""

    value: Literal["cycle"]


class PhaseValue(Scaled):
    """The number of the planning phase, 1 to 5; 6 in the hostile phase; 0 outside phases."""

    value: Literal["phase"]


class DistanceValue(Scaled):
    """The distance between two pieces, in whole inches rounded up; 99 if one is not on the Bloc."""

    value: Literal["distance"]
    of: Ref = "self"
    """From this piece."""
    to: Ref
    """To that one."""


Value = Annotated[
    CountValue
    | CharacteristicValue
    | RankValue
    | TokensValue
    | WoundsValue
    | LifeValue
    | SuccessesValue
    | DiceValue
    | AmountValue
    | RolledValue
    | TrackValue
    | CycleValue
    | PhaseValue
    | DistanceValue,
    Field(discriminator="value"),
]


def _amount(value: Any) -> str:
    return "@value" if isinstance(value, dict | Scaled) else "@number"


Amount = Annotated[
    Annotated[int, Field(ge=-99, le=99), Tag("@number")] | Annotated[Value, Tag("@value")], Discriminator(_amount)
]
"""A whole number, or a value looked up when it is needed."""


# If ------------------------------------------------------------------------------------------------------------------


class IsCondition(Model):
    """One piece is as the filter says (its `who` included: write the sides that are meant)."""

    test: Literal["is"]
    piece: Ref = "self"
    """The piece."""
    like: Filter
    """The conditions on it."""


class CountCondition(Model):
    """A selection keeps that many pieces."""

    test: Literal["count"]
    of: Select
    """The pieces counted."""
    at_least: int = Field(default=1, ge=0, le=99)
    """At least that many."""
    at_most: int | None = Field(default=None, ge=0, le=99)
    """At most that many; left out: no upper bound."""

    @model_validator(mode="after")
    def _range(self) -> Self:
        if self.at_most is not None and self.at_most < self.at_least:
            raise PydanticCustomError("range", "`at_most` is less than `at_least` (which is 1 where it is left out)")
        return self


class CompareCondition(Model):
    """Two amounts compared."""

    test: Literal["compare"]
    left: Amount
    """The first amount."""
    holds: Literal["less", "at-most", "equal", "at-least", "more", "different"]
    """The relation of the first to the second."""
    right: Amount
    """The second amount."""


class AnyCondition(Model):
    """At least one of these holds."""

    test: Literal["any"]
    of: "tuple[Condition, ...]"
    """The conditions."""


class NotCondition(Model):
    """None of these holds."""

    test: Literal["not"]
    of: "tuple[Condition, ...]"
    """The conditions."""


Condition = Annotated[
    IsCondition | CountCondition | CompareCondition | AnyCondition | NotCondition,
    Field(discriminator="test"),
]

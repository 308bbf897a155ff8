"""The language of scenarios: when a rule speaks, if it holds, and what it does (`when`, `if`, `do`).

`who` names a character, a tile (all its figures) or a hero. A word that does not exist and is no misspelling of one
that does makes its rule *settled by hand* (SKL-34)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from rules.blade.packs.operations import OPERATIONS, Operation
from rules.blade.packs.word_table import Count, Place, Side, Who, WordTable
from rules.kernel.packs.model import CLOSE, Id, Model, Words, nearest

# ---- when ------------------------------------------------------------------------------------------------------------


class Trigger(WordTable):
    """The event at which a rule speaks. Filters that are left out hold for all."""

    tag = "on"


class MatchBegins(Trigger):
    """The match begins."""

    on: Literal["match"]


class TurnMoment(Trigger):
    """A turn of a side starts or ends."""

    on: Literal["turn"]
    side: Side | None = None
    at: Literal["start", "end"] = "start"


class MarkerMoves(Trigger):
    """The turn marker enters a space (WIN-4)."""

    on: Literal["marker"]
    at: Annotated[int, Field(ge=0, le=15)] | Literal["last"]


class Enters(Trigger):
    """A character comes into a zone in any way. `hidden`: one with a face-down token."""

    on: Literal["enters"]
    who: Who | None = None
    side: Side | None = None
    zones: tuple[Id, ...] = ()
    carrying: Id | None = None
    hidden: bool = False


class Leaves(Trigger):
    """A character leaves the board (BRD-16)."""

    on: Literal["leaves"]
    who: Who | None = None
    side: Side | None = None
    carrying: Id | None = None


class Dies(Trigger):
    """A character dies."""

    on: Literal["dies"]
    who: Who | None = None
    side: Side | None = None


class IsWounded(Trigger):
    """A character suffers wounds. `by`: of whom."""

    on: Literal["wounded"]
    who: Who | None = None
    side: Side | None = None
    by: Who | None = None


class Handled(Trigger):
    """An object is handled with success."""

    on: Literal["handled"]
    object: Id


class Took(Trigger):
    """A hero gets an item in any way."""

    on: Literal["took"]
    item: Id


class Reveals(Trigger):
    """A face-down token is turned up."""

    on: Literal["reveals"]
    token: Id | None = None


class CounterMoves(Trigger):
    """A counter changes."""

    on: Literal["counter"]
    id: Id


class DoorMoves(Trigger):
    """A door changes its state."""

    on: Literal["door"]
    id: Id
    to: Literal["open", "closed", "locked"] | None = None


# ---- if --------------------------------------------------------------------------------------------------------------


class CounterFigure(Model):
    """The figure of a counter."""

    counter: Id
    plus: Annotated[int, Field(ge=-99, le=99)] = 0


Figure = int | CounterFigure


class RuleCondition(WordTable):
    """A condition; all of a rule's must hold."""

    tag = "test"


class Alive(RuleCondition):
    """So many of these are on the board."""

    test: Literal["alive"]
    who: Who | None = None
    side: Side | None = None
    at_least: Count = 1
    at_most: Count | None = None


class At(RuleCondition):
    """One of these is in one of the zones."""

    test: Literal["at"]
    who: Who
    zones: tuple[Place, ...]


class Carries(RuleCondition):
    """One of these carries the item."""

    test: Literal["carries"]
    who: Who | None = None
    side: Side | None = None
    item: Id


class CounterIs(RuleCondition):
    """A counter is within these figures."""

    test: Literal["counter"]
    id: Id
    at_least: Figure | None = None
    at_most: Figure | None = None


class MarkerIs(RuleCondition):
    """The turn marker is within these spaces; `of = "last"`: counted from the last."""

    test: Literal["marker"]
    at_least: int | None = None
    at_most: int | None = None
    of: Literal["last"] | None = None


class DoorIs(RuleCondition):
    """A door is in this state."""

    test: Literal["door"]
    id: Id
    is_: Literal["open", "closed", "locked"]

    @classmethod
    def keyed(cls, data: dict[Any, Any]) -> Iterable[tuple[Any, Any]]:
        return (("is_" if key == "is" else key, value) for key, value in data.items())


class SideIn(RuleCondition):
    """So many characters of a side are in these zones together."""

    test: Literal["side-in"]
    side: Side
    zones: tuple[Place, ...]
    at_least: Count = 1


class AnyOf(RuleCondition):
    """One of these holds."""

    test: Literal["any"]
    of: tuple[AnyCondition, ...]


class Not(RuleCondition):
    """Not all of these hold."""

    test: Literal["not"]
    of: tuple[AnyCondition, ...]


# ---- words that are not known ----------------------------------------------------------------------------------------


class ByHand(Model):
    """A word that the engine does not run: the players settle the rule by an adjustment (SKL-34)."""

    word: Words
    """The word."""
    by_hand: Literal[True] = True


TRIGGERS = (MatchBegins, TurnMoment, MarkerMoves, Enters, Leaves, Dies, IsWounded, Handled, Took, Reveals, CounterMoves,
            DoorMoves)  # fmt: skip
CONDITIONS = (Alive, At, Carries, CounterIs, MarkerIs, DoorIs, SideIn, AnyOf, Not)


def _words(models: tuple[type[WordTable], ...]) -> Mapping[str, type[WordTable]]:
    return {word: model for model in models for word in get_args(model.model_fields[model.tag].annotation)}


WORDS: Mapping[str, Mapping[str, type[WordTable]]] = {
    "on": _words(TRIGGERS),
    "test": _words(CONDITIONS),
    "op": _words(OPERATIONS),
}
"""The known words by the key that names them."""


def _tag(key: str) -> Any:
    """Tells the tables of one kind apart; a word near to a known one is a misspelling of it."""

    def tag(value: Any) -> str:
        if isinstance(value, ByHand) or (isinstance(value, dict) and value.get("by_hand")):
            return "@hand"
        word = value.get(key) if isinstance(value, dict) else getattr(value, key, None)
        return str(word) if word in WORDS[key] else "@hand"

    return tag


class _Unknown(ByHand):
    @model_validator(mode="before")
    @classmethod
    def _by_hand(cls, data: Any) -> Any:
        for key, known in WORDS.items():
            if isinstance(data, dict) and isinstance(word := data.get(key), str):
                if (meant := nearest(word, known, CLOSE)) is not None:
                    raise PydanticCustomError(
                        "misspelt", "{key} = {word} is not known", {"key": key, "word": word, "meant": meant}
                    )
                return {"word": word}
        return data


def _union(key: str) -> Any:
    """The union of the tables of one kind, with those whose word is unknown."""
    known: Any = Annotated[_Unknown, Tag("@hand")]
    for word, model in WORDS[key].items():
        known = known | Annotated[model, Tag(word)]
    return Annotated[known, Discriminator(_tag(key))]


if TYPE_CHECKING:
    AnyTrigger = Trigger | ByHand
    AnyCondition = RuleCondition | ByHand
    AnyOperation = Operation | ByHand
else:
    AnyTrigger = _union("on")
    AnyCondition = _union("test")
    AnyOperation = _union("op")
for _model in (AnyOf, Not):
    _model.model_rebuild()

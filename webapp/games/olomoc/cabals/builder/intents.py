"""The messages of Olomoc's builder, besides those that every builder has."""

from __future__ import annotations

from typing import Literal

from rules.kernel.codec import noun
from webapp.lists.intents import ListIntent, Value, Word
from webapp.ui.intents import Intents


@noun
class LookAtCard:
    """A card is looked at large."""

    part: Word
    id: Word
    do: Literal["look"] = "look"


@noun
class CompareCards:
    """The card looked at, beside the one in its place."""

    do: Literal["compare"] = "compare"


@noun
class LookAway:
    """Closes the large card."""

    do: Literal["look-away"] = "look-away"


@noun
class ChoosePlace:
    """The place that the catalogue's cards are for; without one: any."""

    place: Value = None
    part: Value = None
    do: Literal["choose"] = "choose"


@noun
class FilterCards:
    """A filter or the order of the catalogue."""

    what: Word
    value: Value = None
    do: Literal["filter"] = "filter"


@noun
class ChangeChart:
    """Changes the subject of a chart."""

    what: Word
    value: Value = None
    do: Literal["chart"] = "chart"


@noun
class TakeCard:
    """A card into the cabal."""

    part: Word
    id: Word
    at: Value = None
    do: Literal["take"] = "take"


@noun
class PutAway:
    """A card out of the cabal."""

    place: Value
    part: Word
    do: Literal["away"] = "away"


@noun
class SwapPlaces:
    """Swaps the equipment of two rouages."""

    place: Value
    other: Value
    do: Literal["swap"] = "swap"


@noun
class ServeFaction:
    """Changes the faction."""

    faction: Word
    do: Literal["serve"] = "serve"


@noun
class MendProblem:
    """A way to mend a problem of the cabal."""

    problem: int
    fix: int
    do: Literal["mend"] = "mend"


@noun
class TakeVersion:
    """The cards of the pack's new version."""

    do: Literal["renew"] = "renew"


BuilderIntent = (
    LookAtCard
    | CompareCards
    | LookAway
    | ChoosePlace
    | FilterCards
    | ChangeChart
    | TakeCard
    | PutAway
    | SwapPlaces
    | ServeFaction
    | MendProblem
    | TakeVersion
)
INTENTS: Intents[ListIntent | BuilderIntent] = Intents(ListIntent | BuilderIntent)

"""What a player's browser sends from the duel's panes, besides what any plain table's does."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.ui.intents import Intents
from webapp.ui.plain_table import PlainIntent

Json = dict[str, Any]
Word = Annotated[str, Field(max_length=200)]


@noun
class PickCommand:
    """The command that a press begins with."""

    command: Json
    do: Literal["pick"] = "pick"


@noun
class SetKey:
    """A value for what the command in preparation still has to name."""

    key: Word
    value: Word
    do: Literal["set"] = "set"


@noun
class PayCard:
    """A card of the hand is payment, or no longer."""

    card: Word
    do: Literal["pay"] = "pay"


@noun
class TakeSuggestion:
    """The payment that the engine proposes."""

    do: Literal["suggest"] = "suggest"


@noun
class StepBack:
    """One step back, or to where nothing was prepared."""

    all: bool = False
    do: Literal["back"] = "back"


@noun
class LookAt:
    """The uses of a card in play."""

    card: Word
    do: Literal["look"] = "look"


@noun
class AskReason:
    """Why something cannot be done: the refusal that came with it."""

    why: Json
    do: Literal["why"] = "why"


@noun
class CarryCard:
    """Something was carried and let go: `drag` as "hand:<id>" or "piece:<id>", `drop` as "<zone or card>:<id>" or
    "pay"."""

    drag: Word
    drop: Word
    do: Literal["drop"] = "drop"


@noun
class ConfirmDraft:
    """The command in preparation is sent."""

    do: Literal["confirm"] = "confirm"


@noun
class EndTurn:
    """The end of the turn. `sure`: it was asked about already."""

    sure: bool = False
    do: Literal["end"] = "end"


DuelIntent = (
    PickCommand | SetKey | PayCard | TakeSuggestion | StepBack | LookAt | AskReason | CarryCard | ConfirmDraft | EndTurn
)
INTENTS: Intents[PlainIntent | DuelIntent] = Intents(PlainIntent | DuelIntent)

"""The messages that a player's browser sends from the duel's panes, besides those of every plain table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.table_kit.plain_table import PlainIntent
from webapp.ui.intents import Intents

Json = dict[str, Any]
Word = Annotated[str, Field(max_length=200)]


@noun
class PickCommand:
    """Begins a command."""

    command: Json
    do: Literal["pick"] = "pick"


@noun
class SetKey:
    """Names a value that the command in preparation needs."""

    key: Word
    value: Word
    do: Literal["set"] = "set"


@noun
class PayCard:
    """Marks a card of the hand as payment, or takes the mark away."""

    card: Word
    do: Literal["pay"] = "pay"


@noun
class TakeSuggestion:
    """Takes the payment that the engine suggests."""

    do: Literal["suggest"] = "suggest"


@noun
class StepBack:
    """Undoes the last step of the preparation, or all of it."""

    all: bool = False
    do: Literal["back"] = "back"


@noun
class LookAt:
    """Shows the uses of a card in play."""

    card: Word
    do: Literal["look"] = "look"


@noun
class AskReason:
    """Asks why something is impossible; sends back the refusal that came with it."""

    why: Json
    do: Literal["why"] = "why"


@noun
class CarryCard:
    """A card was dragged and dropped: `drag` as "hand:<id>" or "piece:<id>", `drop` as "<zone or card>:<id>" or
    "pay"."""

    drag: Word
    drop: Word
    do: Literal["drop"] = "drop"


@noun
class ConfirmDraft:
    """Sends the command in preparation."""

    do: Literal["confirm"] = "confirm"


@noun
class EndTurn:
    """Ends the turn. `sure`: the player has confirmed it."""

    sure: bool = False
    do: Literal["end"] = "end"


DuelIntent = (
    PickCommand | SetKey | PayCard | TakeSuggestion | StepBack | LookAt | AskReason | CarryCard | ConfirmDraft | EndTurn
)
INTENTS: Intents[PlainIntent | DuelIntent] = Intents(PlainIntent | DuelIntent)

"""The messages that a player's browser sends from the duel's panes, besides those of every plain table."""

from __future__ import annotations

from typing import Literal

from rules.kernel.codec import noun
from webapp.table_kit.composer import Word
from webapp.table_kit.plain_intents import PlainIntent
from webapp.ui.intents import Intents


@noun
class CarryCard:
    """A card was dragged and dropped: `drag` as "hand:<id>" or "piece:<id>", `drop` as "<zone or card>:<id>" or
    "pay"."""

    drag: Word
    drop: Word
    do: Literal["drop"] = "drop"


@noun
class EndTurn:
    """Ends the turn. `sure`: the player has confirmed it."""

    sure: bool = False
    do: Literal["end"] = "end"


DuelIntent = CarryCard | EndTurn
INTENTS: Intents[PlainIntent | DuelIntent] = Intents(PlainIntent | DuelIntent)

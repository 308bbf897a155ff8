"""The messages from a replay page: buttons, the timeline and its keys, a line of the log."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.ui.intents import Intents

FURTHEST = 100_000
"""The most stops in one step, and the most moments of a match."""

Stride = Annotated[int, Field(ge=-FURTHEST, le=FURTHEST)]
"""A number of stops, forward or back."""


@noun
class GoTo:
    """Goes to a stop, or to the stop of a moment."""

    stop: Stride | None = None
    moment: Stride | None = None
    do: Literal["go"] = "go"


@noun
class StepBy:
    """Goes this number of stops on or back."""

    by: Stride
    do: Literal["step"] = "step"


@noun
class StepPhase:
    """Goes to the beginning of the next part or chapter of the match; backward, to that of this one, or else of the one
    before."""

    by: Stride
    do: Literal["phase"] = "phase"


@noun
class StepRoll:
    """Goes to the next roll."""

    by: Stride
    do: Literal["roll"] = "roll"


@noun
class GoToEnd:
    """Goes to either end."""

    by: Stride
    do: Literal["end"] = "end"


@noun
class PlayOrPause:
    """Plays from here, or pauses."""

    do: Literal["play"] = "play"


@noun
class ChangeSpeed:
    """Chooses another speed."""

    speed: Literal["0.5", "1", "2", "4"]
    do: Literal["speed"] = "speed"


@noun
class ChangeEyes:
    """Chooses another viewer: a seat, "spectator" or "everyone"."""

    eyes: str
    do: Literal["eyes"] = "eyes"


@noun
class PlayOn:
    """Makes a new table that continues the match from this moment."""

    do: Literal["play-on"] = "play-on"


@noun
class ReadThoughts:
    """Reads what a seat that is asked something at this moment could have thought of it."""

    seat: str
    do: Literal["thoughts"] = "thoughts"


@noun
class AskBack:
    """Asks the other player to take everything back to this moment."""

    do: Literal["ask-back"] = "ask-back"


ReplayIntent = (
    GoTo
    | StepBy
    | StepPhase
    | StepRoll
    | GoToEnd
    | PlayOrPause
    | ChangeSpeed
    | ChangeEyes
    | PlayOn
    | ReadThoughts
    | AskBack
)
INTENTS: Intents[ReplayIntent] = Intents(ReplayIntent)

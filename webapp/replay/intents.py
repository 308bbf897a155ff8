"""What a browser sends from a replay page: buttons, the timeline and its keys, a line of the log."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.ui.intents import Intents

FURTHEST = 100_000
"""Stops in one stride, and moments of a match, at most."""

Stride = Annotated[int, Field(ge=-FURTHEST, le=FURTHEST)]
"""Forward or back by so many."""


@noun
class GoTo:
    """To a stop, or to the stop of a moment."""

    stop: Stride | None = None
    moment: Stride | None = None
    do: Literal["go"] = "go"


@noun
class StepBy:
    """So many stops on or back."""

    by: Stride
    do: Literal["step"] = "step"


@noun
class StepPhase:
    """To where the next part or chapter of the match begins, or this one; from there to the one before."""

    by: Stride
    do: Literal["phase"] = "phase"


@noun
class StepRoll:
    """To the next roll."""

    by: Stride
    do: Literal["roll"] = "roll"


@noun
class GoToEnd:
    """To either end."""

    by: Stride
    do: Literal["end"] = "end"


@noun
class PlayOrPause:
    """Plays from here, or pauses."""

    do: Literal["play"] = "play"


@noun
class ChangeSpeed:
    """Another speed."""

    speed: Literal["0.5", "1", "2", "4"]
    do: Literal["speed"] = "speed"


@noun
class ChangeEyes:
    """Another viewer: a seat, "spectator" or "everyone"."""

    eyes: str
    do: Literal["eyes"] = "eyes"


@noun
class PlayOn:
    """A new table where the match stands as it stood here."""

    do: Literal["play-on"] = "play-on"


@noun
class AskBack:
    """The other player is asked to take everything back to here."""

    do: Literal["ask-back"] = "ask-back"


ReplayIntent = (
    GoTo | StepBy | StepPhase | StepRoll | GoToEnd | PlayOrPause | ChangeSpeed | ChangeEyes | PlayOn | AskBack
)
INTENTS: Intents[ReplayIntent] = Intents(ReplayIntent)

"""The messages from the Bloc (tag `what`). `rev` is the revision of the aim that was shown.

Shapes and bounds only; whether it means anything now is for the class of the question that is asked, and the engine.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.games.olomoc.board import SIDE
from webapp.games.olomoc.table.intents import Id
from webapp.ui.intents import Intents

Coordinate = Annotated[int, Field(ge=0, le=SIDE)]
"""Micrometres of the Bloc."""
Angle = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
"""Millionths of a radian."""


@noun
class PointAt:
    """A place. `go`: the player wants no further question, what is legal is done at once."""

    x: Coordinate
    y: Coordinate
    go: bool = False
    rev: int | None = None
    what: Literal["point"] = "point"


@noun
class TurnRuler:
    """The ruler was turned to another of the placements shown."""

    n: int
    rev: int | None = None
    what: Literal["turn"] = "turn"


@noun
class PressNearest:
    """The nearest legal place that was offered."""

    rev: int | None = None
    what: Literal["nearest"] = "nearest"


@noun
class PoseDecor:
    """The decor in the hand was carried or turned, and let go."""

    x: Coordinate
    y: Coordinate
    angle: Angle
    rev: int | None = None
    what: Literal["pose"] = "pose"


@noun
class PressEdge:
    """An edge."""

    edge: Id
    rev: int | None = None
    what: Literal["edge"] = "edge"


@noun
class ConfirmAim:
    """The last word on what is shown."""

    rev: int | None = None
    what: Literal["confirm"] = "confirm"


@noun
class CancelAim:
    """One step back."""

    rev: int | None = None
    what: Literal["cancel"] = "cancel"


@noun
class PressBlank:
    """A place where nothing stands, while no place is asked."""

    rev: int | None = None
    what: Literal["blank"] = "blank"


@noun
class PressPiece:
    """A piece or marker was pressed or dragged; an active one begins to walk."""

    id: Id
    rev: int | None = None
    what: Literal["pick"] = "pick"


@noun
class TakeTool:
    """A tool is taken up; none, or the same again: laid down."""

    tool: Literal["measure", "sight"] | None = None
    rev: int | None = None
    what: Literal["tool"] = "tool"


@noun
class MeasureEnd:
    """An end of a measure: a thing, a place, or (`planned`) what is being placed, where it would stand."""

    planned: bool = False
    id: Id | None = None
    x: Coordinate | None = None
    y: Coordinate | None = None
    rev: int | None = None
    what: Literal["end"] = "end"


@noun
class CloseLook:
    """Closes the lens."""

    rev: int | None = None
    what: Literal["close"] = "close"


FocusIntent = TakeTool | MeasureEnd | CloseLook
"""The messages that concern one window's view alone."""
BoardIntent = (
    FocusIntent
    | PointAt
    | TurnRuler
    | PressNearest
    | PoseDecor
    | PressEdge
    | ConfirmAim
    | CancelAim
    | PressBlank
    | PressPiece
)

BOARD: Intents[BoardIntent] = Intents(BoardIntent, "what")

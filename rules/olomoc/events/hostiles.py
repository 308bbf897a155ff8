"""Events of hostiles."""

from __future__ import annotations

from typing import Any, Literal

from rules.kernel import noun
from rules.olomoc.state import Point


@noun
class HostilePlaced:
    """A hostile enters the Bloc; `profile` as in the position."""

    piece: str
    card: str
    at: Point
    profile: dict[str, Any]
    kind: Literal["hostile-placed"] = "hostile-placed"


@noun
class HostileRemoved:
    """A hostile leaves the match."""

    piece: str
    kind: Literal["hostile-removed"] = "hostile-removed"


@noun
class InstinctFollowed:
    """HOS-1: which node of the instinct it takes, and on whom."""

    hostile: str
    node: str
    target: str | None
    kind: Literal["instinct"] = "instinct"


@noun
class HostilesDone:
    """CYC-5: the hostile phase is over."""

    kind: Literal["hostiles-done"] = "hostiles-done"

"""Events of hostiles."""

from __future__ import annotations

from typing import Any

from rules.kernel import PUBLIC, event
from rules.olomoc.state import Point


@event("hostile-placed", sees=PUBLIC)
class HostilePlaced:
    """A hostile enters the Bloc; `profile` as in the position."""

    piece: str
    card: str
    at: Point
    profile: dict[str, Any]


@event("hostile-removed", sees=PUBLIC)
class HostileRemoved:
    """A hostile leaves the match."""

    piece: str


@event("instinct", sees=PUBLIC)
class InstinctFollowed:
    """HOS-1: which node of the instinct it takes, and on whom."""

    hostile: str
    node: str
    target: str | None


@event("hostiles-done", sees=PUBLIC)
class HostilesDone:
    """CYC-5: the hostile phase is over."""

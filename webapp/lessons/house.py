"""The moves of the opponent at a guided table: the guide's aims, else its bot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules.kernel.codec import Json
from rules.kernel.contract import Match
from webapp.lessons.script import fits, holds, read


def due(path: Path, view: Json) -> list[Json]:
    """The commands that a guide aims at now, given the view of the house's seat; fields may be missing."""
    return [
        dict(aim.do)
        for aim in read(path).house
        if holds(aim.when, view, {}) is not None and (aim.unless is None or holds(aim.unless, view, {}) is None)
    ]


def aimed(match: Match, seat: str, aims: Sequence[Json]) -> Json | None:
    """The first of these commands that is legal, completed by the engine; None: the bot decides."""
    for aim in aims:
        if match.check(seat, aim) is None:
            return dict(aim)
        if (
            command := next((candidate for candidate in match.commands(seat) if fits(aim, candidate)), None)
        ) is not None:
            return dict(command)
    return None

"""The queries that every game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.codec import Codec, Json, noun
from rules.kernel.contract import Query
from rules.kernel.seats import Viewer


@noun
class NoParams:
    """The parameters of a query that has none."""


@noun
class CommandParams:
    """The parameters of a query about a command of the viewer's own."""

    command: Any


@noun
class WholeCommand:
    """The parameters of a query about a whole command of the viewer's own."""

    command: dict[str, Any]


def _checked(match: Any, viewer: Viewer, asked: CommandParams) -> Json | None:
    refusal = match.check(viewer, asked.command)
    return None if refusal is None else refusal.to_json()


COMMON_QUERIES: Mapping[str, Query[Any, Any]] = {
    "check": Query(Codec(CommandParams), _checked, own=True),
    "commands": Query(Codec(NoParams), lambda match, viewer, _: match.commands(viewer), own=True),
    "suggest": Query(Codec(CommandParams), lambda match, viewer, p: match.suggest(viewer, p.command), own=True),
    "resolve": Query(Codec(CommandParams), lambda match, viewer, p: match.resolve(viewer, p.command), own=True),
}
"""The queries of every game: whether a command is legal, how to complete it, how it would be carried out."""

"""The expedition as the conformance suite needs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import Json
from rules.kernel.conformance import Subject
from tests.expedition.engine import Match

REVEALING = frozenset({"searched", "struck", "guarded", "rerolled", "looked", "opened", "read", "turned", "held-back"})


def probes(match: Any, seat: str) -> Iterator[Json]:
    """Acts and guards of every kind."""
    yield from ({"kind": "move", "to": to} for to in ("camp", "wood", "nowhere"))
    yield from ({"kind": "guard", "effort": n} for n in (0, 1, 9))
    yield from ({"kind": kind} for kind in ("look", "open", "read"))
    yield {"kind": "go", "go": True}
    yield {"kind": "reroll", "die": 1}
    yield {"kind": "instruct", "about": "guard", "answer": "never"}


def questions(match: Any, viewer: str) -> Iterator[tuple[str, Json]]:
    """All queries."""
    yield "commands", {}
    for command in probes(match, viewer):
        yield from ((name, {"command": command}) for name in ("check", "suggest", "resolve"))


def subject(match: type[Any] = Match) -> Subject:
    """The expedition, or a faulty one."""
    return Subject(
        match,
        options=({"players": 5, "rounds": 20}, {"players": 4, "rounds": 5}, {"players": 2, "rounds": 9}),
        sealed=frozenset({"go"}),
        revealing=frozenset(
            {"searched", "struck", "guarded", "rerolled", "looked", "opened", "read", "turned", "held-back"}
        ),
        probes=probes,
        questions=questions,
    )

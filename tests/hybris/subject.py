"""Hybris under the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rules.hybris import Match
from rules.hybris.events import FINAL
from rules.kernel import Json
from rules.kernel.conformance import Subject

KINDS: Any = FINAL
REVEALING = (
    *(kind.__dataclass_fields__["kind"].default for kind in KINDS),
    *("kept", "premonition-completed", "discarded", "combat-cards", "momentum-lost", "unleashed", "over"),
)
"""Events with cards, or with something that is turned up."""
OPTIONS: tuple[Json, ...] = (
    {"players": 2},
    {"players": 3, "chaos": "raging"},
    {"players": 4, "olympians": "choice", "chaos": "calm"},
)


def subject() -> Subject:
    return Subject(
        Match,
        options=OPTIONS,
        matches=3,
        looks=2,
        sealed=frozenset({"plan", "commit", "intercept", "discard", "exhaustion", "research", "instruct"}),
        revealing=frozenset(REVEALING),
        probes=_probes,
        questions=_questions,
    )


def _probes(match: Any, seat: str) -> Iterator[Json]:
    """Cards of others, of piles and of nobody: the refusal must not depend on where they are."""
    state = match.state
    yield from ({"kind": "premonition", "card": card} for card in state.pack.premonitions)
    yield from ({"kind": "keep", "card": card} for card in islice(state.pack.exploration, 0, 24, 3))
    cards = [card for of in state.seats if state.mats[of].olympian
             for card in state.pack.conflict_cards(of, state.mats[of].olympian)]  # fmt: skip
    for card in cards[::7]:
        yield {"kind": "commit", "cards": [card]}
        yield {"kind": "discard", "cards": [card]}
        yield {"kind": "choose", "choice": [card]}
        yield {"kind": "attempt", "succeed": True, "discard": [card]}
        yield {"kind": "plan", "tokens": {}, "assign": [card]}
    for id, owner, _, _ in state.characters():
        yield {"kind": "activate", "character": id, "to": "athens"}
        if owner != seat:
            yield {"kind": "fight", "target": id}


def _questions(match: Any, viewer: str) -> Iterator[tuple[str, Json]]:
    """Each query, about a gain and about legal commands."""
    yield "commands", {}
    yield "forecast", {"aegis": 3}
    yield "merged", {}
    yield "prospects", {}
    yield "decided", {}
    if viewer not in match.asked or match.asked[viewer].kind in ("pillar", "research"):
        yield "hints", {}
    yield "forces", {"command": {"kind": "intercept", "accept": True}}
    yield "preview", {"command": {"kind": "pass"}}
    for command in islice(match.commands(viewer), 2):
        if command["kind"] in ("activate", "defend", "fight", "commit", "drain"):
            yield "preview", {"command": command}
            yield "forces", {"command": command}
        yield from ((name, {"command": command}) for name in ("check", "suggest", "resolve"))

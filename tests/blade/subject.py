"""Blade & Book under the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rules.blade import Match
from rules.blade.packs.reader import load
from rules.kernel import Json
from rules.kernel.conformance import Subject

REVEALING = ("shuffled", "hidden-laid", "rolled", "rerolled", "drew", "revealed", "over")
"""Events with dice, cards or a token that is turned up."""


def divisions() -> list[Json]:
    """Every scenario but the empty one, with every number of heroes and of people."""
    options: list[Json] = []
    for id, row in load().scenarios.items():
        if id == "bench":
            continue
        counts = sorted({n for muster in row.muster for n in range(muster.heroes[0], muster.heroes[1] + 1)})
        options += [{"scenario": id, "heroes": n, "players": p} for n in counts for p in range(2, n + 2)]
    return options


VARIANTS: tuple[Json, ...] = (
    {"scenario": "practice", "players": 2},
    {"scenario": "reeds", "players": 5, "heroes": 4, "casting": "chosen"},
    {"scenario": "ledger", "players": 3, "riposte": "ask", "hand": "passed", "crowds_block_sight": True},
)


def subject() -> Subject:
    return Subject(
        Match,
        options=VARIANTS,
        matches=3,
        looks=2,
        longest=6_000,
        sealed=frozenset({"instruct"}),
        revealing=frozenset(REVEALING),
        probes=_probes,
        questions=_questions,
    )


def _probes(match: Any, seat: str) -> Iterator[Json]:
    """Acts at places with face-down tokens, and adjustments of what lies there: the answer must not tell what it is."""
    state = match.state
    for zone in (*state.hidden, *list(state.board.zones)[:3]):
        for hero in [hero.id for hero in state.heroes][:2]:
            yield {"kind": "move", "who": hero, "path": [zone]}
            yield {"kind": "throw", "who": hero, "item": "captive", "zone": zone, "gems": 1}
        yield {"kind": "propose", "what": "adjustment", "changes": [{"item": "captive", "zone": zone}]}
    for item in state.row.deck[:3]:
        yield {
            "kind": "propose",
            "what": "adjustment",
            "changes": [{"item": item, "zone": next(iter(state.board.zones))}],
        }


def _questions(match: Any, viewer: str) -> Iterator[tuple[str, Json]]:
    """Each query, about characters on the board and legal commands."""
    state = match.state
    standing = [id for id, it in state.everyone().items() if it.at is not None]
    yield "commands", {}
    yield "decided", {}
    yield "answers", {}
    if viewer not in match.asked or match.asked[viewer].kind in ("stances", "guard"):
        yield "hints", {}
    for who in standing[:1]:
        yield "reach", {"who": who, "gems": 1}
        yield "steps", {"who": who, "path": [state.board.neighbours[state.at(who)][0]]}
        yield "hindering", {"who": who}
        yield "hindering", {"who": who, "everywhere": True}
        yield "sight", {"a": who}
        yield "crowd", {"zone": state.at(who)}
        yield "targets", {"who": who, "mode": "melee"}
        yield "sight", {"a": who, "b": standing[-1]}
    yield "threat", {"zones": [next(iter(state.board.zones))]}
    if tile := next((it for it in state.river if it != "event"), None):
        yield "forecast", {"tile": tile}
    heroes = [it.id for it in state.living()]
    foes = [it.id for it in state.figures if it.at is not None and state.side_of(it.id) == "overlord"]
    if heroes and foes:
        blow = {"kind": "attack", "who": heroes[0], "target": foes[0], "mode": "melee", "gems": 1, "items": []}
        yield "odds", {"attack": blow}
    for hero in (it for it in state.living() if it.items):
        throw = {"kind": "throw", "who": hero.id, "item": hero.items[0], "zone": hero.at, "gems": 1}
        yield "attempt", {"command": throw}
        yield "victims", {"command": throw}
    for command in islice(match.commands(viewer), 2):
        yield from ((name, {"command": command}) for name in ("check", "suggest", "resolve"))

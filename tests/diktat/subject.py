"""Diktat as the conformance suite needs it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rules.diktat import Match
from rules.kernel import Json
from rules.kernel.conformance import Subject

REVEALING = (
    "shuffled", "others-set", "drawn", "looked", "killed", "peeked", "replaced", "secret-turned", "turned", "bids",
    "shown", "corrupted", "stack-gone", "discarded", "others-gone", "others-took", "judged", "undelivered", "dealt",
    "over",
)  # fmt: skip
"""The events that reveal something from the pile, a stack or a screen."""


def subject() -> Subject:
    """Every number of seats, with and without the Others."""
    return Subject(
        Match,
        options=(
            {"players": 5, "configurations": ["others"], "cabals": "choice"},
            {"players": 2, "counting": "open"},
            {"players": 3, "configurations": ["others"], "fiel": "corruption"},
            {"players": 4, "uniform_prompts": False},
        ),
        matches=4,
        looks=3,
        sealed=frozenset({"bid", "verdict"}),
        revealing=frozenset(REVEALING),
        probes=probes,
        questions=questions,
    )


def places(match: Any) -> list[Json]:
    """Every pawn on the board, and one that is not there; the secret card."""
    params: list[Json] = [{"secret": True}, {"stack": "s999", "pawn": 1}]
    for sector in match.view("spectator", 10**9)["sectors"].values():
        for stack in sector["stacks"]:
            params += [{"stack": stack["id"], "pawn": n} for n in range(1, stack["height"] + 2)]
    return params


def probes(match: Any, seat: str) -> Iterator[Json]:
    """Looks, Assassinations and showing of every place, deals for what may lie behind screens, teams of any kind."""
    others = [it for it in match.seats if it != seat]
    for at in places(match)[::2]:
        yield from ({"kind": kind, "at": at} for kind in ("spy", "look", "assassinate", "kill"))
        yield {"kind": "show", "to": others[:1], "at": at}
        yield {"kind": "say", "claims": [{"at": at, "is": "guard"}]}
        yield {"kind": "offer", "to": others[:1], "take": {others[0]: {"shows": [at]}}}
    for pp in (0, 3, 40):
        yield {"kind": "bid", "pp": pp}
        yield {"kind": "offer", "to": others[:1], "take": {others[0]: {"pp": pp}}, "discreet": True}
    for offer in match.state.offers:
        yield from ({"kind": kind, "offer": offer} for kind in ("accept", "decline", "withdraw"))
    for agents in ("C", "EEEEE"):
        yield {"kind": "send", "sector": "karst", "pawns": agents}
        yield {"kind": "offer", "to": others, "give": {others[0]: {"agents": agents}}}
    yield {"kind": "cede", "stack": "s1"}
    yield {"kind": "hold"}
    yield {"kind": "accuse", "deal": "d1", "seat": others[0]}
    yield {"kind": "pay", "deal": "d1", "to": others[0], "pp": 1}
    yield {"kind": "manifest", "element": {"marker": "motol"}}
    yield {"kind": "special", "element": {"card": "o27"}, "with": {"seat": others[0]}}
    yield {"kind": "propose", "what": "adjustment", "changes": [{"seat": "1", "pp": 3}]}
    for figure in ("pp", "guards", "people"):
        change = {"kind": figure, "seat": others[0], "n": -3}
        yield {"kind": "propose", "what": "adjustment", "changes": [change]}
    yield {"kind": "propose", "what": "adjustment", "changes": [{"kind": "remove", "stack": "s1", "pawn": 1}]}


def questions(match: Any, viewer: str) -> Iterator[tuple[str, Json]]:
    """The queries about possible holdings, and about the winner of each sector with something on it."""
    yield "knowledge", {}
    yield "decided", {}
    if viewer not in match.asked or match.asked[viewer].kind in ("bid", "react"):
        yield "hints", {}  # of the others: tests/webapp/games/test_diktat_hints.py
    sectors = match.view("spectator", 10**9)["sectors"]
    for sector in [id for id, it in sectors.items() if it["stacks"]][:3]:
        yield "forecast", {"sector": sector}
    yield "forecast", {"sector": "karst", "adding": "E"}
    yield "forecast", {"sector": "nowhere"}
    yield "commands", {}
    for command in islice(match.commands(viewer), 2) if viewer in match.seats else ():
        yield from ((name, {"command": command}) for name in ("check", "suggest", "resolve", "preview"))

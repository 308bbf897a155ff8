"""Every command there is, counted: on small positions, movements snapped to a lattice of 2 in, what the options offer
is what a brute force over all that could be said finds legal; and there are as many as there ever were."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from rules.olomoc import Match
from tests.rules.table import Json, Table, ally, block, foe, marker, off, rogue, spot, zone

LATTICE = [spot((x, y)) for x in range(1, 17, 2) for y in range(1, 17, 2)]
SEATS = ("1", "2")
Listing = Callable[[Match, str], Iterator[Json]]


# ---- what is offered -------------------------------------------------------------------------------------------------


def offered(match: Match, seat: str) -> Iterator[Json]:
    """The legal options, completed with every point of the lattice that `check` accepts. A push may also be chosen
    before its place (ATK-4, MOV-4)."""
    decision = match.decisions.get(seat)
    for option in decision["options"] if decision else []:
        command = option["command"]
        if not option["legal"] or "slots" in option["needs"]:  # a sequence ends where planning begins
            continue
        if "to" not in option["needs"]:
            yield command
            continue
        if command["kind"] == "tactic":
            yield command
        yield from (to for to in snapped(command) if match.check(seat, to) is None)


def snapped(command: Json) -> Iterator[Json]:
    return ({**command, "to": to} for to in LATTICE)


# ---- what could be said ----------------------------------------------------------------------------------------------


def legal(match: Match, seat: str) -> Iterator[Json]:
    """Everything that could be said and that `check` accepts."""
    return (command for command in everything(match) if match.check(seat, command) is None)


def everything(match: Match) -> Iterator[Json]:
    """Every command that can be made of the ids on the table and the points of the lattice; not what may be said at
    any time (conceding, proposing, undoing), nor what is answered before the first cycle or in planning."""
    position = match.position()
    pieces = [p["id"] for p in (*position["rouages"], *position["hostiles"])]
    markers = [m["id"] for m in position["markers"]]
    yield from ({"kind": "end"}, {"kind": "move", "decline": True})
    for flag in (True, False):
        yield from ({"kind": "opportunity", "attack": flag}, {"kind": "tempt-fate", "reroll": flag})
        yield {"kind": "adjust", "accept": flag}
        for riposte in (None, "combat", "shooting"):
            yield {"kind": "react", "dodge": flag, "riposte": riposte}
    for tactic in (None, "push-attacker", "push-target", "stun"):
        yield {"kind": "tactic", "tactic": tactic}
        yield from snapped({"kind": "tactic", "tactic": tactic})
    yield from snapped({"kind": "move"})
    for id in pieces:
        yield from ({"kind": kind, "rouage": id} for kind in ("activate", "hostile", "coordinate"))
        yield {"kind": "choose", "choice": id}
        yield from (row for kind in ("walk", "enter") for row in snapped({"kind": kind, "rouage": id}))
        for m in markers:
            yield {"kind": "capacity", "rouage": id, "capacity": "study", "targets": {"marker": m}}
    for id, target in product(pieces, repeat=2):
        yield from ({"kind": "attack", "rouage": id, "target": target, "mode": m} for m in ("frontal", "ranged"))
        yield from ({"kind": "rest", "rouage": id, "target": target, "remove": r} for r in ("noirceur", "stunned"))
        yield from snapped({"kind": "charge", "rouage": id, "target": target})


# ---- positions -------------------------------------------------------------------------------------------------------


def skirmish() -> Match:
    """Petra is free, with a wall, a zone and a foe before her; Hynek, whom she can coordinate, is behind."""
    return Table(
        ally("petra", (5, 7), rank=3, combat=3, shooting=3, noirceur=1),
        ally("hynek", (3, 13), rank=1, shooting=2, revealed=True),
        foe("kubik", (9, 7), combat=2, dodge=2),
        foe("jana", (13, 3), shooting=2),
        block("wall", 8, 10, 12, 11),
        zone("oil", 2, 2, 4, 4),
        marker("m1", (11, 5), 40),
        active="petra",
        spare=True,
    ).match


def melee() -> Match:
    """Petra is engaged by a foe and a hostile, and stunned Hynek is beside her."""
    return Table(
        ally("petra", (7, 7), rank=3, combat=3, dodge=2),
        ally("hynek", (7, 7 + off(0.4)), rank=1, states=["stunned"]),
        foe("kubik", (7 + off(0.5), 7), combat=2, dodge=2),
        rogue("it", (7, 7 - off(0.5, 30, 40))),
        active="petra",
        spare=True,
    ).match


def tactic() -> Match:
    """Petra's three successes lie on the table."""
    match = Table(
        ally("petra", (7, 7), combat=3),
        foe("kubik", (7 + off(0.5), 7)),
        active="petra",
        dice=[5, 5, 5],
        spare=True,
    ).match
    match.submit("1", {"kind": "attack", "rouage": "petra", "target": "kubik", "mode": "frontal"})
    match.submit("2", {"kind": "react", "dodge": False, "riposte": None})
    return match


def entry() -> Match:
    """Hynek, coordinated, comes onto the Bloc, where a marker is in his way."""
    match = Table(
        ally("petra", (7, 11), rank=3),
        ally("hynek", rank=1, revealed=True),
        foe("kubik", (9, 13)),
        marker("m1", (5, 15), 50),
        active="petra",
        spare=True,
    ).match
    match.submit("1", {"kind": "coordinate", "rouage": "hynek"})
    return match


PINNED: dict[Callable[[], Match], tuple[int, int]] = {
    skirmish: (26, 478),
    melee: (18, 71),
    tactic: (19, 394),
    entry: (14, 481),
}
"""The number of commands, and of pairs of one and an answer to the question after it."""


def told(match: Match, listing: Listing) -> Counter[str]:
    return Counter(f"{seat} {json.dumps(row, sort_keys=True)}" for seat in SEATS for row in listing(match, seat))


@pytest.mark.parametrize("start", PINNED, ids=lambda start: start.__name__)
def test_options_offer_all_that_is_legal(start: Callable[[], Match]) -> None:
    """Depth 1 and 2: both listings hold the same commands, each once, and their counts are pinned."""
    match = start()
    first = told(match, offered)
    assert first == told(match, legal)
    second = 0
    for row in first:
        seat, command = row[0], json.loads(row[2:])
        after = match.fork(7)
        after.submit(seat, command)
        answers = told(after, offered)
        assert answers == told(after, legal), row
        second += answers.total()
    assert (first.total(), second) == PINNED[start]
    assert max(first.values()) == 1

"""Odds that are refused, and what `Match.odds` leaves alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.olomoc import Refused
from tests.rules.advice.test_odds import FRONTAL, REACT, duel
from tests.rules.table import Json, Table, ally, block, foe


@pytest.mark.parametrize(
    ("command", "reaction", "clause", "code"),
    [
        ({"kind": "end"}, None, "CAP-4", "not-an-attack"),
        ({**FRONTAL, "mode": "ranged"}, None, "RNG-1", "no-shooting"),
        (FRONTAL, {**REACT, "riposte": "shooting"}, "RNG-1", "no-shooting"),
        (FRONTAL, {"kind": "end"}, "GEN-2", "not-now"),
        (FRONTAL, {"kind": "react"}, "GEN-2", "bad-shape"),
        ({"kind": "charge", "rouage": "petra", "target": "kubik"}, None, "CHG-1", "not-free"),
        (
            {"kind": "walk", "rouage": "petra", "to": [50_800, 203_200]},
            {**REACT, "dodge": True},
            "OPP-2",
            "no-reaction",
        ),
    ],
)
def test_odds_are_refused(command: Json, reaction: Json | None, clause: str, code: str) -> None:
    match = duel(yours={"dodge": 2})
    before = match.position()
    with pytest.raises(Refused) as refused:
        match.odds("1", command, reaction)
    assert (refused.value.refusal.clause, refused.value.refusal.code) == (clause, code)
    assert match.position() == before


def test_a_charge_with_nowhere_to_go() -> None:
    """CHG-4: no place that engages the target can be reached."""
    walls = [
        block("w", 7.2, 6.5, 7.6, 9.5, kind="open"),
        block("e", 10.4, 6.5, 10.8, 9.5, kind="open"),
        block("n", 7.2, 6.0, 10.8, 6.5, kind="open"),
        block("s", 7.2, 9.5, 10.8, 10.0, kind="open"),
    ]
    match = Table(ally("petra", (5, 8)), foe("kubik", (9, 8)), *walls, active="petra", spare=True).match
    with pytest.raises(Refused) as refused:
        match.odds("1", {"kind": "charge", "rouage": "petra", "target": "kubik"})
    assert (refused.value.refusal.clause, refused.value.refusal.code) == ("CHG-4", "out-of-reach")


def test_an_unknown_aim_is_refused_without_repeating_it() -> None:
    """Said in a sentence that does not repeat it: an aim may be anything, a nest deeper than the stack too."""
    nest: Any = "glory"
    for aim in ("glory", None, 10**400):
        with pytest.raises(ValueError, match="an aim is one of wounds, stun"):
            duel().odds("1", FRONTAL, aim=aim)
    for _ in range(20_000):
        nest = [nest]
    with pytest.raises(ValueError, match="an aim is one of"):
        duel().odds("1", FRONTAL, aim=nest)


def test_odds_are_json_and_change_nothing() -> None:
    match = duel(mine={"combat": 4}, yours={"dodge": 3})
    before = match.position(), match.journal
    odds = match.odds("1", FRONTAL, {**REACT, "dodge": True}, "stun")
    assert json.loads(json.dumps(odds)) == odds
    assert (match.position(), match.journal) == before

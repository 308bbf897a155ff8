"""STA: stunned."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, ally, foe, off, rolled

NEAR = 5 + off(0.5)
STUNNED = {"states": ["stunned"]}


def test_one_token_of_each_state() -> None:
    """STA-1: stunning a stunned rouage adds nothing, and nothing is told of it."""
    table = Table(ally("petra", (5, 8), combat=2), foe("kubik", (NEAR, 8), **STUNNED), active="petra", dice=[5, 5])
    events = table.frontal("petra", "kubik", tactic="stun")
    assert table["kubik"]["states"] == ["stunned"]
    assert "state" not in {event["kind"] for event in events}


def test_states_outlast_the_cycle() -> None:
    """STA-1, CYC-6: every effect ends with the cycle, state tokens stay."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (9, 8), **STUNNED), active="petra", cycle=4)
    table.end()
    assert table["kubik"]["states"] == ["stunned"]


def test_a_stunned_rouage_engages_nobody() -> None:
    """STA-2: it has no threat zone: the shooter beside it is free, and may leave unharmed."""
    table = Table(
        ally("hynek", (5, 8), shooting=3),
        foe("kubik", (NEAR, 8), combat=3, **STUNNED),
        foe("jana", (5, 4)),
        active="hynek",
        dice=[1, 1, 1],
    )
    table.shot("hynek", "jana")
    table.walk("hynek", (2, 8))
    assert table.waiting == {"1": "act"}


def test_a_stunned_rouage_can_be_engaged() -> None:
    """STA-2: it is its own zone that is gone, not its foe's: it may be attacked frontally."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (NEAR, 8), **STUNNED), active="petra")
    assert table.legal("attack", rouage="petra", target="kubik", mode="frontal")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("walk", {"to": (2.0, 8.0)}),
        ("attack", {"target": "kubik", "mode": "frontal"}),
        ("attack", {"target": "jana", "mode": "ranged"}),
        ("charge", {"target": "jana", "to": (5.0, 4.0)}),
        ("rest", {"target": "petra", "remove": "noirceur"}),
        ("rest", {"target": "dominik", "remove": "stunned"}),
    ],
    ids=["walk", "frontal", "shot", "charge", "rest of its Noirceur", "rest of another"],
)
def test_a_stunned_rouage_uses_no_active_capacity(kind: str, fields: dict) -> None:
    """STA-2: none of them but the one rest."""
    table = Table(
        ally("petra", (5, 8), shooting=3, noirceur=1, **STUNNED),
        ally("dominik", (5, 8 + off(0.5)), **STUNNED),
        foe("kubik", (NEAR, 8)),
        foe("jana", (5, 2)),
        active="petra",
    )
    table.refused("STA-2", "stunned", kind, rouage="petra", **fields)


def test_a_stunned_rouage_may_rest_its_stun_away() -> None:
    """STA-2: the exception; afterwards it acts as any other."""
    table = Table(ally("petra", (5, 8), **STUNNED), active="petra")
    table.do("rest", rouage="petra", target="petra", remove="stunned")
    assert table["petra"]["states"] == []
    table.walk("petra", (8, 8.0))


@pytest.mark.parametrize("answer", [{"dodge": True, "riposte": None}, {"dodge": False, "riposte": "combat"}])
def test_a_stunned_rouage_does_not_react(answer: dict) -> None:
    """STA-2: neither dodge nor riposte."""
    table = Table(
        ally("petra", (5, 8)), foe("kubik", (NEAR, 8), dodge=3, **STUNNED), active="petra", dice=[1] * 3, spare=True
    )
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.refused("STA-2", "stunned", "react", **answer)


def test_the_stun_of_a_tactic_takes_effect_at_once() -> None:
    """STA-2, ATK-4: the stunned target no longer holds the attacker, who walks away unharmed."""
    table = Table(ally("petra", (5, 8), combat=2), foe("kubik", (NEAR, 8), combat=3), active="petra", dice=[5, 5])
    events = table.frontal("petra", "kubik", tactic="stun")
    assert len(rolled(events)) == 1
    assert (table["kubik"]["states"], table["kubik"]["wounds"]) == (["stunned"], 0)
    table.walk("petra", (2, 8))
    assert table.waiting == {"1": "act"}

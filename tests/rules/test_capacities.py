"""CAP, RST, WLK: capacities in general, rest, walk."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, ally, block, foe, marker, off, um

BESIDE = (5, 8 + off(1))


@pytest.mark.parametrize(("remove", "left"), [("noirceur", (1, ["stunned"])), ("stunned", (2, []))])
def test_a_rest_takes_one_token_of_the_players_choice(remove: str, left: tuple) -> None:
    """RST-1: active, 1 action, one state or Noirceur token."""
    table = Table(ally("petra", (5, 8)), ally("dominik", BESIDE, noirceur=2, states=["stunned"]), active="petra")
    table.do("rest", rouage="petra", target="dominik", remove=remove)
    dominik = table["dominik"]
    assert (dominik["noirceur"], dominik["states"]) == left
    assert (table["petra"]["actions"], dominik["actions"]) == (3, 4)


def test_a_rest_may_target_its_own_rouage() -> None:
    """RST-1: target itself or an ally."""
    table = Table(ally("petra", (5, 8), noirceur=3), active="petra")
    table.do("rest", rouage="petra", target="petra", remove="noirceur")
    assert table["petra"]["noirceur"] == 2


@pytest.mark.parametrize(
    ("target", "remove", "clause", "code"),
    [
        (ally("dominik", (5, 8 + off(1.02)), noirceur=1), "noirceur", "RST-1", "too-far"),
        (foe("dominik", BESIDE, noirceur=1), "noirceur", "RST-1", "not-allied"),
        (ally("dominik", BESIDE), "noirceur", "RST-1", "nothing-to-remove"),
        (ally("dominik", BESIDE, noirceur=1), "stunned", "RST-1", "nothing-to-remove"),
        (ally("dominik", None, noirceur=1), "noirceur", "ACT-3", "not-on-bloc"),
    ],
    ids=["too far", "adverse", "nothing there", "not of that kind", "off the Bloc"],
)
def test_rests_that_are_refused(target, remove: str, clause: str, code: str) -> None:
    """RST-1: an allied rouage within 1 in that has such a token; ACT-3: on the Bloc."""
    table = Table(ally("petra", (5, 8)), target, active="petra")
    table.refused(clause, code, "rest", rouage="petra", target="dominik", remove=remove)


def test_rest_has_no_frequency() -> None:
    """RST-1, CAP-1: as often as there are tokens to pay it."""
    table = Table(ally("petra", (5, 8), noirceur=3), ally("dominik", BESIDE, noirceur=1), active="petra")
    for target in ("petra", "petra", "petra", "dominik"):
        table.do("rest", rouage="petra", target=target, remove="noirceur")
    assert table["petra"]["actions"] == 0
    assert (table["petra"]["noirceur"], table["dominik"]["noirceur"]) == (0, 0)


def test_a_walk_costs_one_action() -> None:
    """WLK-1: and is one displacement."""
    table = Table(ally("petra", (5, 8)), active="petra")
    table.walk("petra", (8, 8.0))
    petra = table["petra"]
    assert (petra["actions"], petra["used"]["walk"], petra["at"]) == (3, 1, [um(8), um(8)])


def test_a_rouage_walks_twice_a_phase() -> None:
    """WLK-1, CAP-1: the third is refused, however many tokens are left."""
    table = Table(ally("petra", (5, 8)), active="petra")
    table.walk("petra", (8, 8.0))
    table.walk("petra", (5, 8.0))
    table.refused("WLK-1", "limit-reached", "walk", rouage="petra", to=(8.0, 8.0))


@pytest.mark.parametrize("used", [0, 1, 2])
def test_a_position_keeps_how_often_limits_were_used(used: int) -> None:
    """WLK-1: a position says how often the phase's limits were used."""
    table = Table(ally("petra", (5, 8), used={"walk": used}), active="petra")
    assert table.legal("walk", rouage="petra", to=(8.0, 8.0)) is (used < 2)


@pytest.mark.parametrize(
    ("kind", "fields", "cost"),
    [
        ("walk", {"to": (3.0, 8.0)}, 1),
        ("attack", {"target": "kubik", "mode": "frontal"}, 1),
        ("rest", {"target": "petra", "remove": "noirceur"}, 1),
        ("charge", {"target": "jana", "to": (5.0, 4.0)}, 2),
    ],
)
def test_a_cost_above_the_tokens_left_is_refused(kind: str, fields: dict, cost: int) -> None:
    """CAP-1: the cost in action tokens is paid in full or the capacity is not used."""
    foes = [foe("jana", (5, 2.6))] if kind == "charge" else [foe("kubik", (5 + off(0.5), 8))]
    table = Table(ally("petra", (5, 8), noirceur=1, actions=cost - 1), *foes, active="petra")
    params = table.refused("CAP-1", "no-action-token", kind, rouage="petra", **fields)
    assert (params["cost"], params["left"]) == (cost, cost - 1)


def test_a_capacity_is_resolved_entirely_before_another() -> None:
    """CAP-3: while the attack's questions are open the active player can begin nothing else."""
    table = Table(ally("petra", (5, 8), combat=1), foe("kubik", (5 + off(0.5), 8)), active="petra", dice=[1])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    for pending in ("react", "tempt-fate"):
        assert list(table.waiting.values()) == [pending]
        refusal = table.match.check("1", {"kind": "walk", "rouage": "petra", "to": [um(2), um(8)]})
        assert refusal is not None
        assert refusal.code == ("not-your-turn" if pending == "react" else "not-now")
        table.do(pending, **({"dodge": False, "riposte": None} if pending == "react" else {"reroll": False}))
    assert table.legal("walk", rouage="petra", to=(2.0, 8.0))


def test_only_active_rouages_use_active_capacities() -> None:
    """CAP-1: *active* is while its rouage is active."""
    table = Table(ally("petra", (5, 8)), ally("dominik", (9, 8)), foe("kubik", (12, 8)), active="petra")
    for id in ("dominik", "kubik"):
        params = table.refused("CAP-1", "not-active", "walk", rouage=id, to=(9.0, 6.0))
        assert params["rouage"] == id


def test_a_walk_that_is_impossible_is_listed_with_its_reason() -> None:
    """CAP-1: so that a screen can say why not."""
    table = Table(ally("petra", (5, 8), used={"walk": 2}), active="petra")
    option = table.option(kind="walk", rouage="petra")
    assert (option["legal"], option["why"]["clause"], option["why"]["code"]) == (False, "WLK-1", "limit-reached")


def test_a_walk_past_everything_is_one_displacement() -> None:
    """WLK-1, MOV-2: no walk is two: what two walks reach is out of one walk's reach."""
    table = Table(ally("petra", (5, 8)), block("d1", 6, 0, 6.5, 9), marker("m1", (7, 10)), active="petra")
    assert not table.legal("walk", rouage="petra", to=(8.0, 6.0))

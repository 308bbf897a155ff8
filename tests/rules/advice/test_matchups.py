"""Matchups, for planning: everybody against everybody, each pair alone, with exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rules.olomoc.advice.matchups import ANSWERS, KINDS
from tests.rules.table import Json, Table, ally, block, foe, off, rogue

NEAR = (5 + off(0.5), 8)


def bench(**keys: object) -> Table:
    pieces = [
        ally("petra", (5, 8), combat=4, shooting=0, dodge=3, life="SSSS"),
        ally("hynek", (1, 15), combat=1, shooting=3, states=["stunned"]),
        foe("kubik", NEAR, combat=2, shooting=1, dodge=2, life="SSS"),
    ]
    return Table(*pieces, active="petra", **keys)


def row(rows: list[Json], attacker: str, target: str) -> Json:
    return next(it for it in rows if (it["attacker"], it["target"]) == (attacker, target))


def test_a_frontal_attack_is_what_the_engine_would_roll() -> None:
    """The same odds as for the attack that can be made now, where nothing else is near."""
    table = bench()
    now = table.match.odds("1", {"kind": "attack", "rouage": "petra", "mode": "frontal", "target": "kubik"})
    assert row(table.match.matchups("1", "frontal"), "petra", "kubik")["odds"] == now


def test_reactions_are_reckoned_with() -> None:
    """DOD-1, RIP-1: a dodge cancels, a riposte hurts."""
    table = bench()
    means = {a: row(table.match.matchups("1", "frontal", a), "petra", "kubik")["odds"]["mean"] for a in ANSWERS}
    assert means["dodge"]["target"] < means["nothing"]["target"] == means["riposte"]["target"]
    assert means["riposte"]["attacker"] > 0 == means["nothing"]["attacker"] == means["dodge"]["attacker"]
    assert means["both"]["target"] == means["dodge"]["target"]


def test_support_charge_distance_and_cover() -> None:
    """ROL-3, CHG-3: at 4+, together at 3+; RNG-2, RNG-3: two dice and one die fewer."""
    table = bench()
    rolls = {
        (kind, beside): row(table.match.matchups("1", kind, "nothing", beside), "petra", "kubik")["odds"]["rolls"][0]
        for kind, beside in product(("frontal", "charge"), (False, True))
    }
    assert {key: roll["threshold"] for key, roll in rolls.items()} == {
        ("frontal", False): 5, ("frontal", True): 4, ("charge", False): 4, ("charge", True): 3,
    }  # fmt: skip
    shots = Table(ally("a", (1, 1), shooting=4), foe("b", (15, 15)), active="a")
    dice = {
        (kind, beside): row(shots.match.matchups("1", kind, "nothing", beside), "a", "b")["odds"]["rolls"][0]["dice"]
        for kind, beside in product(("ranged", "far"), (False, True))
    }
    assert dice == {("ranged", False): 4, ("ranged", True): 3, ("far", False): 2, ("far", True): 1}


def test_an_impossible_attack_has_its_refusal() -> None:
    """STA-2, RNG-1; and a target that has nothing to answer with."""
    table = bench()
    assert row(table.match.matchups("1", "frontal"), "hynek", "kubik")["why"]["clause"] == "STA-2"
    assert row(table.match.matchups("1", "ranged"), "petra", "kubik")["why"]["code"] == "no-shooting"
    assert row(table.match.matchups("2", "ranged", "riposte"), "kubik", "petra")["why"]["code"] == "no-shooting"


def test_where_they_stand_does_not_matter_and_tokens_are_new() -> None:
    """ACT-1: four tokens for who has none; walls, crowds and distances of now are gone."""
    pieces = [ally("petra", (5, 8), actions=0, used={"attack": 2}), foe("kubik", (12, 3), actions=0)]
    table = Table(*pieces, block("wall", 7, 2, 9, 12), active="petra")
    here = Table(ally("petra", (5, 8)), foe("kubik", NEAR), active="petra")
    assert table.match.matchups("1", "charge", "both") == here.match.matchups("1", "charge", "both")


def test_wounds_suffered_count() -> None:
    """LIF-1: of one life point no more than one can be lost."""
    table = Table(ally("petra", (5, 8), combat=4), foe("kubik", NEAR, life="SSS", wounds=2, dodge=0), active="petra")
    assert set(table.match.matchups("1", "frontal")[0]["odds"]["target"]) == {"0", "1"}


def test_hostiles_are_targets_and_never_react() -> None:
    table = Table(ally("petra", (5, 8)), foe("kubik", NEAR), rogue("rogue-1", (12, 12)), active="petra")
    by_target = {it["target"]: it for it in table.match.matchups("1", "frontal", "dodge")}
    assert [roll["why"] for roll in by_target["rogue-1"]["odds"]["rolls"]] == ["attack"]


def test_both_seats_are_told_the_same_and_every_word_is_answered() -> None:
    table = bench()
    for kind, answer, beside in product(KINDS, ANSWERS, (False, True)):
        for seat in ("1", "2"):
            for matchup in table.match.matchups(seat, kind, answer, beside):
                assert ("odds" in matchup) != ("why" in matchup)
                if "odds" in matchup:
                    assert sum(map(Fraction, matchup["odds"]["target"].values())) == 1


@pytest.mark.parametrize("asked", [("3", "frontal"), ("1", "sideways"), ("1", "far", "run"), ("1", "far", "dodge", 1)])
def test_other_words_make_no_sense(asked: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="a seat, a kind of attack"):
        bench().match.matchups(*asked)

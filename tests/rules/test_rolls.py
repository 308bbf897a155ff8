"""ROL: dice, thresholds, support, tempting fate."""

from __future__ import annotations

import pytest

from rules.olomoc import Match
from tests.rules.table import Table, ally, foe, marker, off, rogue, rolled

NEAR = 5 + off(0.5)


@pytest.mark.parametrize("combat", [1, 2, 3, 4, 6])
def test_a_roll_throws_as_many_dice_as_the_value(combat: int) -> None:
    """ROL-1: Combat 4 throws four dice, each at 5+."""
    dice = [1, 4, 5, 6, 2, 3][:combat]
    table = Table(ally("petra", (5, 8), combat=combat), foe("kubik", (NEAR, 8)), active="petra", dice=dice)
    roll = rolled(table.frontal("petra", "kubik"))[0]
    assert (roll["by"], roll["dice"], roll["threshold"]) == ("petra", dice, 5)
    assert roll["successes"] == sum(die >= 5 for die in dice)
    assert roll["modifiers"] == []


def test_the_four_characteristics() -> None:
    """ROL-1: a study throws Technique, a shot Shooting, a frontal attack Combat, a dodge Dodge."""
    profile = {"technique": 1, "combat": 2, "shooting": 3, "dodge": 4}
    table = Table(
        ally("petra", (5, 8), **profile),
        foe("kubik", (NEAR, 8), **profile),
        active="petra",
        dice=[1] * 2 + [1] * 4 + [1] * 2,
    )
    events = table.frontal("petra", "kubik", dodge=True, riposte="combat")
    assert [(r["by"], len(r["dice"])) for r in rolled(events)] == [("petra", 2), ("kubik", 4), ("kubik", 2)]
    table = Table(
        ally("petra", (5, 8), **profile), foe("kubik", (8, 8), **profile), active="petra", dice=[1] * 3 + [1] * 3
    )
    events = table.shot("petra", "kubik", riposte="shooting")
    assert [(r["by"], len(r["dice"])) for r in rolled(events)] == [("petra", 3), ("kubik", 3)]


@pytest.mark.parametrize(("support", "charge", "threshold"), [(0, 0, 5), (1, 0, 4), (0, 1, 4), (1, 1, 3)])
def test_the_threshold_falls_by_one_for_support_and_for_charge(support: int, charge: int, threshold: int) -> None:
    """ROL-2: each of them once; both together make 3+, and every modifier says its clause."""
    friends = [ally("hynek", (10 + off(0.5), 8))] * support
    start = (5, 8.0) if charge else (10 - off(0.5), 8.0)
    dice = [threshold, threshold - 1, 1]
    table = Table(ally("petra", start, combat=3), foe("kubik", (10, 8)), *friends, active="petra", dice=dice)
    beside = (10 - off(0.5), 8.0)
    events = table.charge("petra", "kubik", beside) if charge else table.frontal("petra", "kubik")
    roll = rolled(events)[0]
    assert (roll["threshold"], roll["successes"]) == (threshold, 1)
    expected = ["ROL-3"] * support + ["CHG-3"] * charge
    assert sorted(m["clause"] for m in roll["modifiers"]) == sorted(expected)
    assert all(m["value"] == -1 for m in roll["modifiers"])


def test_support_counts_once() -> None:
    """ROL-3, GEN-7: two supporters help no more than one."""
    table = Table(
        ally("petra", (5, 8), combat=1),
        foe("kubik", (NEAR, 8)),
        ally("hynek", (NEAR, 8 + off(0.5))),
        ally("dominik", (NEAR, 8 - off(0.5))),
        active="petra",
        dice=[3],
    )
    assert rolled(table.frontal("petra", "kubik"))[0]["threshold"] == 4


@pytest.mark.parametrize(
    ("helper", "threshold"),
    [
        (ally("hynek", (NEAR + off(1), 8)), 4),
        (ally("hynek", (NEAR + off(1.01), 8)), 5),
        (ally("hynek", (NEAR + off(1), 8), states=["stunned"]), 5),
        (foe("jana", (NEAR + off(1), 8)), 5),
        (rogue("rogue-1", (NEAR + off(1, 30, 40), 8)), 5),
        (ally("hynek"), 5),
    ],
    ids=["an ally at 1 in", "too far", "stunned", "the target's friend", "a hostile", "off the Bloc"],
)
def test_support_is_the_threat_zone_of_another_ally(helper, threshold: int) -> None:
    """ROL-3: and STA-2, for a stunned rouage has no threat zone; ACT-3, for one off the Bloc has none either."""
    table = Table(ally("petra", (5, 8), combat=1), foe("kubik", (NEAR, 8)), helper, active="petra", dice=[3])
    assert rolled(table.frontal("petra", "kubik"))[0]["threshold"] == threshold


def test_dodges_and_ripostes_are_supported_against_the_attacker() -> None:
    """ROL-3: they target the attacker, so a friend of the target beside the attacker helps both."""
    table = Table(
        ally("petra", (5, 8), combat=1),
        foe("kubik", (NEAR, 8), combat=1, dodge=1),
        foe("jana", (5 - off(0.5), 8)),
        active="petra",
        dice=[1, 1, 1],
    )
    attack, dodge, riposte = rolled(table.frontal("petra", "kubik", dodge=True, riposte="combat"))
    assert (attack["threshold"], dodge["threshold"], riposte["threshold"]) == (5, 4, 4)


def test_a_friend_beside_the_target_does_not_support_its_dodge() -> None:
    """ROL-3: the dodge's target is the attacker, and jana threatens kubik's place, not petra's."""
    table = Table(
        ally("petra", (5, 8), combat=1),
        foe("kubik", (NEAR, 8), dodge=1),
        foe("jana", (NEAR + off(0.5), 8)),
        active="petra",
        dice=[1, 1],
    )
    assert rolled(table.frontal("petra", "kubik", dodge=True))[1]["threshold"] == 5


def test_a_shot_finds_no_support() -> None:
    """ROL-3, RNG-1: who would support it engages the target, which is then no target; from outside there is no help."""
    table = Table(
        ally("hynek", (2, 8), shooting=1),
        ally("petra", (6, 8 + off(1.01))),
        foe("kubik", (6, 8)),
        active="hynek",
        dice=[1],
    )
    assert rolled(table.shot("hynek", "kubik"))[0]["threshold"] == 5


@pytest.mark.parametrize(("mode", "profile"), [("frontal", {"combat": 0}), ("ranged", {"shooting": 0})])
def test_a_value_of_zero_cannot_be_rolled(mode: str, profile: dict[str, int]) -> None:
    """ROL-4, RNG-1: no attack with Combat 0, no shot with Shooting 0."""
    x = NEAR if mode == "frontal" else 8
    table = Table(ally("petra", (5, 8), **profile), foe("kubik", (x, 8)), active="petra")
    clause, code = ("ROL-4", "no-dice") if mode == "frontal" else ("RNG-1", "no-shooting")
    table.refused(clause, code, "attack", rouage="petra", target="kubik", mode=mode)


@pytest.mark.parametrize(("shooting", "legal"), [(1, False), (2, False), (3, True)])
def test_maluses_to_zero_forbid_the_roll(shooting: int, legal: bool) -> None:
    """ROL-4 [choice]: beyond 4 in Shooting 2 is worth 0, and the shot cannot be made (it does not throw no dice)."""
    table = Table(ally("hynek", (2, 8), shooting=shooting), foe("kubik", (10, 8)), active="hynek", dice=[1] * legal)
    if legal:
        assert len(rolled(table.shot("hynek", "kubik"))[0]["dice"]) == 1
    else:
        table.refused("ROL-4", "no-dice", "attack", rouage="hynek", target="kubik", mode="ranged")


def test_dodge_zero_is_no_dodge() -> None:
    """ROL-4: the reaction cannot be declared."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (NEAR, 8), dodge=0), active="petra", spare=True, dice=[1] * 3)
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.refused("ROL-4", "no-dice", "react", dodge=True, riposte=None)


def test_tempting_fate_rerolls_every_die_for_a_noirceur() -> None:
    """ROL-5: all of the roll's dice, successes too; the reroll is what counts."""
    table = Table(ally("petra", (5, 8), combat=3), foe("kubik", (NEAR, 8)), active="petra", dice=[6, 1, 1, 2, 5, 5])
    events = table.frontal("petra", "kubik", reroll=True)
    assert [(r["dice"], r["successes"]) for r in rolled(events)] == [([6, 1, 1], 1), ([2, 5, 5], 2)]
    assert table["petra"]["noirceur"] == 1
    assert table["kubik"]["wounds"] == 2


def test_fate_is_tempted_once_per_roll() -> None:
    """ROL-5: after the reroll nothing more is asked; the next roll of the same rouage may be tempted again."""
    table = Table(ally("petra", (5, 8), combat=1), foe("kubik", (NEAR, 8)), active="petra", dice=[1, 1, 1, 1])
    for noirceur in (1, 2):
        table.do("attack", rouage="petra", target="kubik", mode="frontal")
        table.do("react", dodge=False, riposte=None)
        table.do("tempt-fate", reroll=True)
        assert table.waiting == {"1": "act"}
        assert table["petra"]["noirceur"] == noirceur


def test_fate_is_tempted_before_the_effects() -> None:
    """ROL-5, ATK-2: when the attacker is asked, the dodge is thrown, and nothing is cancelled or wounded yet."""
    table = Table(
        ally("petra", (5, 8), combat=2), foe("kubik", (NEAR, 8), dodge=1), active="petra", dice=[1, 1, 5, 6, 6]
    )
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=True, riposte=None)
    assert table.seat("tempt-fate") == "1"
    assert [r["dice"] for r in table.rolls] == [[1, 1], [5]]
    table.do("tempt-fate", reroll=True)
    table.settle()
    assert table["kubik"]["wounds"] == 1


@pytest.mark.parametrize(("dice", "asked"), [([5, 6], False), ([5, 1], True)])
def test_fate_is_not_tempted_where_it_can_win_nothing(dice: list[int], asked: bool) -> None:
    """ROL-5: where every die is a success nobody is asked, and goes on to the tactic."""
    table = Table(ally("petra", (5, 8), combat=2), foe("kubik", (NEAR, 8)), active="petra", dice=dice)
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    assert table.waiting == {"1": "tempt-fate" if asked else "tactic"}


@pytest.mark.parametrize(("agenda", "dice", "asked"), [
    ("valves", [5, 1, 1], False), ("valves", [1, 1, 1], True),
    ("survey", [5, 5, 1], True), ("survey", [5, 5, 5, 1], False),
])  # fmt: skip
def test_fate_is_not_tempted_where_more_successes_count_for_nothing(agenda: str, dice: list[int], asked: bool) -> None:
    """ROL-5, SET-2: a valve is turned by one success; a probe is worth a point for each, three at most."""
    petra = ally("petra", (8 - off(0.5), 8), technique=len(dice))
    table = Table(petra, marker("m1", (8, 8)), agenda=agenda, active="petra", dice=dice)
    table.do("capacity", rouage="petra", capacity="study", targets={"marker": "m1"})
    assert table.waiting == {"1": "tempt-fate" if asked else "act"}


def test_a_question_kept_before_is_still_asked() -> None:
    """ROL-5: a match that was kept at the question stands at it, whatever the dice."""
    table = Table(ally("petra", (5, 8), combat=2), foe("kubik", (NEAR, 8)), active="petra", dice=[5, 1])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    position = table.position
    strike = next(frame for frame in position["stack"] if frame["frame"] == "strike")
    strike["attack_roll"] = {**strike["attack_roll"], "dice": [5, 6], "successes": 2}
    kept = Match.from_position(position, dice=[])
    kept.submit("1", {"kind": "tempt-fate", "reroll": False})
    assert kept.asked["1"].kind == "tactic"


def test_fate_is_never_tempted_on_a_dodge_a_riposte_or_an_opportunity_attack() -> None:
    """ROL-5: only the attacker's own roll is asked about."""
    table = Table(
        ally("petra", (5, 8), combat=1), foe("kubik", (NEAR, 8), dodge=1, combat=1), active="petra", dice=[1, 1, 1]
    )
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=True, riposte="combat")
    asked = []
    while "tempt-fate" in table.waiting.values():
        asked.append(table.asked("tempt-fate"))
        table.do("tempt-fate", reroll=False)
    assert [d["seat"] for d in asked] == ["1"]
    table = Table(ally("petra", (5, 8)), foe("kubik", (NEAR, 8), combat=1), active="petra", dice=[1])
    table.walk("petra", (2, 8))
    table.do("opportunity", attack=True)
    assert table.waiting == {"1": "act"}


def test_a_hostile_never_tempts_fate() -> None:
    """ROL-5 [choice]: after a Rogue's roll nobody is asked."""
    table = Table(
        ally("petra", (5, 8)), rogue("rogue-1", (5 + off(0.5, 30, 40), 8)), active="petra", cycle=4, dice=[1, 1, 1, 1]
    )
    table.end()
    table.do("react", dodge=False, riposte=None)
    assert table.match.outcome is not None


@pytest.mark.parametrize(("supported", "threshold"), [(False, 5), (True, 4)])
def test_a_study_is_a_roll_of_technique(supported: bool, threshold: int) -> None:
    """ROL-3, book example 1: Pétra, Technique 2, studies a marker in Kubik's threat zone: two dice at 4+."""
    friend = [ally("kubik", (8 + off(0.5), 8))] * supported
    table = Table(
        ally("petra", (8 - off(0.5), 8), technique=2),
        marker("m1", (8, 8)),
        *friend,
        agenda="survey",
        active="petra",
        dice=[4, 1],
    )
    roll = rolled(table.study("petra", "m1"))[0]
    assert (roll["by"], len(roll["dice"]), roll["threshold"]) == ("petra", 2, threshold)
    assert roll["successes"] == int(supported)

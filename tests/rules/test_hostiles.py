"""HOS: the Rogue, its instinct, who runs it."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, ally, block, foe, gargoule, low, marker, off, rogue, rolled, um

TOUCH = off(0.5, 30, 40)


def hostile_phase(*pieces, dice=(), **keys) -> Table:
    """Pétra's activation ends and the hostiles are next; the match ends with this cycle."""
    table = Table(*pieces, active="petra", cycle=4, dice=dice, **keys)
    table.end()
    return table


def test_a_rogue_has_its_figures() -> None:
    """HOS-2: Technique 0, Combat 4, Shooting 0, Dodge 0; base 40 mm, rank 2 [house]."""
    table = Table(ally("petra", (5, 8)), rogue("rogue-1", (12, 8)), active="petra")
    profile = table["rogue-1"]["profile"]
    figures = [profile[k] for k in ("technique", "combat", "shooting", "dodge", "base", "rank")]
    assert figures == [0, 4, 0, 0, 40, 2]


def test_an_engaged_rogue_attacks_the_highest_rank() -> None:
    """HOS-2: a frontal attack on the engaged adverse rouage of the highest rank, whoever's it is."""
    table = hostile_phase(
        ally("petra", (5, 8), rank=1),
        rogue("rogue-1", (5 + TOUCH, 8)),
        foe("kubik", (5 + 2 * TOUCH, 8), rank=3),
        dice=[5, 5, 1, 1],
    )
    assert table.waiting == {"2": "react"}
    table.settle()
    assert (table["kubik"]["wounds"], table["petra"]["wounds"]) == (2, 0)


def test_a_rogue_beside_a_stunned_rouage_is_free_and_charges() -> None:
    """HOS-2, ENG-2, STA-2: a stunned rouage engages nobody, so the Rogue beside one charges the highest rank in reach;
    what it is foretold to do is the same."""
    table = hostile_phase(
        ally("petra", (5, 8), rank=1, states=["stunned"]),
        rogue("rogue-1", (5 + TOUCH, 8)),
        foe("kubik", (10, 8), rank=3),
        dice=[1, 1, 1, 1],
    )
    instinct = table.match.instinct("rogue-1")
    assert instinct["nodes"][0]["why"]["petra"]["code"] == "stunned"
    assert (instinct["nodes"][instinct["does"]]["do"], instinct["nodes"][instinct["does"]]["chosen"]) == (
        "charge",
        ["kubik"],
    )
    assert table.asked("move")["prompt"]["code"] == "hostile-charge"
    assert table.asked("move")["prompt"]["params"]["target"] == "kubik"
    table.do("move", to=(10 - TOUCH, 8.0))
    table.settle()


def test_an_engaged_rogue_may_strike_a_stunned_rouage() -> None:
    """HOS-2: engaged by one, it strikes the highest rank among those that it engages, the stunned one too."""
    table = hostile_phase(
        ally("petra", (5, 8), rank=1),
        rogue("rogue-1", (5 + TOUCH, 8)),
        foe("kubik", (5 + 2 * TOUCH, 8), rank=3, states=["stunned"]),
        dice=[5, 1, 1, 1],
    )
    table.settle()
    assert (table["kubik"]["wounds"], table["petra"]["wounds"]) == (1, 0)


def test_a_rogue_is_engaged_across_a_small_marker() -> None:
    """HOS-2, MEA-4: it shares a 30 mm marker with Pétra, so it strikes her and does not charge Kubik."""
    table = hostile_phase(
        ally("petra", (8 - off(0), 8), rank=1),
        marker("m1", (8, 8)),
        rogue("rogue-1", (8 + off(0, 30, 40), 8)),
        foe("kubik", (13, 8), rank=3),
        dice=[5, 1, 1, 1],
    )
    table.settle()
    assert table["petra"]["wounds"] == 1


def test_a_rogue_charges_across_a_small_marker() -> None:
    """HOS-2, CHG-1, MEA-4: Pétra is out of its reach but for the 30 mm marker that she touches: engaging her across it
    is a charge like any other."""
    table = hostile_phase(
        ally("petra", (12, 8)), marker("m1", (12 - off(0), 8)), rogue("rogue-1", (3.88, 8)), dice=[5, 1, 1, 1]
    )
    assert table.asked("move")["prompt"]["code"] == "hostile-charge"
    command = next(iter(table.match.commands("1")))
    assert command["to"][0] < um(12 - off(1, 30, 40)), "farther than 1 in from her"
    table.match.submit("1", command)
    table.settle()
    assert table["petra"]["wounds"] == 1
    apart = hostile_phase(ally("petra", (12, 8)), rogue("rogue-1", (3.88, 8)))
    assert apart.asked("move")["prompt"]["code"] == "hostile-walk"


def test_a_stunned_hostile_loses_the_token_and_does_nothing_else() -> None:
    """HOS-5 [choice]: its next activation is spent on losing the token; in the one after it acts again."""
    beast = gargoule("gargoule-1", (5 + off(0.5, 30, 50), 8), states=["stunned"])
    table = Table(ally("petra", (5, 8), rank=3), beast, active="petra", cycle=3, artefact=["unanimous-hour"] * 2)
    assert table.match.instinct("gargoule-1")["stays"]["clause"] == "HOS-5"
    table.end()
    table.idle_until(lambda t: t.position["cycle"] == 4)
    assert (table["gargoule-1"]["states"], table.rolls) == ([], [])
    lost = [e for e in table.match.journal if e["kind"] == "state" and e["piece"] == "gargoule-1"]
    assert [(e["gained"], e["why"]) for e in lost] == [(False, "HOS-5")]


def test_an_immutable_hostile_keeps_its_token_and_acts() -> None:
    """HOS-5, HOS-3: it ignores the token, so it loses nothing and strikes."""
    table = hostile_phase(
        ally("petra", (5, 8)), rogue("rogue-1", (5 + TOUCH, 8), states=["stunned"]), dice=[5, 1, 1, 1]
    )
    table.settle()
    assert (table["petra"]["wounds"], table["rogue-1"]["states"]) == (1, ["stunned"])


@pytest.mark.parametrize("priority", ["1", "2"])
def test_the_priority_player_breaks_ties_of_rank(priority: str) -> None:
    """HOS-2, GEN-5 [choice]: of two engaged rouages of the highest rank, the player with priority says which."""
    table = hostile_phase(
        ally("petra", (5, 8), rank=3),
        rogue("rogue-1", (5 + TOUCH, 8)),
        foe("kubik", (5 + 2 * TOUCH, 8), rank=3),
        dice=[5, 5, 1, 1],
        priority=priority,
    )
    assert table.waiting == {priority: "choose"}
    assert sorted(o["command"]["choice"] for o in table.asked("choose")["options"]) == ["kubik", "petra"]
    table.do("choose", choice="petra")
    table.settle()
    assert table["petra"]["wounds"] == 2


def test_the_priority_player_breaks_the_others_ties_too() -> None:
    """GEN-5 [choice], CYC-5: seat 2 activates the second Rogue, and seat 1, who has priority, says whom it attacks."""
    table = hostile_phase(
        rogue("rogue-1", (15, 15)),
        ally("petra", (5, 8), rank=3),
        rogue("rogue-2", (5 + TOUCH, 8)),
        foe("kubik", (5 + 2 * TOUCH, 8), rank=3),
        dice=[1, 1, 1, 1],
        priority="1",
    )
    table.do("hostile", rouage="rogue-1")
    for hostile in ("rogue-1", "rogue-2"):
        table.idle_until(lambda t: "choose" in t.waiting.values())
        assert table.waiting == {"1": "choose"}
        assert table.asked("choose")["prompt"]["params"]["hostile"] == hostile
        table.do("choose", choice="kubik")
    table.settle()
    assert [roll["by"] for roll in table.rolls] == ["rogue-2"]


def test_engaged_by_one_it_does_not_see_it_cannot_charge() -> None:
    """HOS-2, CHG-1: Pétra, behind a thin wall, is no target and still engages it: so it walks, past Kubik in reach."""
    table = hostile_phase(
        ally("petra", (9, 8), rank=3),
        block("d1", 9 - off(0, 30) - 0.15, 6, 9 - off(0, 30) - 0.05, 10),
        rogue("rogue-1", (9 - TOUCH, 8)),
        foe("kubik", (9 - TOUCH - 4, 8), rank=1),
    )
    assert table.asked("move")["prompt"]["code"] == "hostile-walk"
    assert table.asked("move")["prompt"]["params"]["target"] == "petra"


def test_a_free_rogue_charges_the_highest_rank_in_reach() -> None:
    """HOS-2: not the nearest, not one out of reach though of a higher rank; HOS-4: the place is its player's choice."""
    table = hostile_phase(
        ally("petra", (14, 14), rank=4),
        foe("kubik", (8, 8), rank=3),
        foe("jana", (6, 4), rank=1),
        rogue("rogue-1", (3, 8)),
        dice=[4, 4, 1, 1],
    )
    assert table.waiting == {"1": "move"}
    assert not table.asked("move")["prompt"]["params"].get("optional"), "a hostile's charge is never declined"
    assert table.match.check("1", {"kind": "move", "decline": True}) is not None
    assert not table.legal("move", to=(6 - TOUCH, 4.0)), "that would engage Jana"
    table.do("move", to=(8 - TOUCH, 8.0))
    assert table.waiting == {"2": "react"}
    table.settle()
    assert rolled(table.match.journal)[0]["threshold"] == 4, "CHG-3 holds for its charge"
    assert table["kubik"]["wounds"] == 2


@pytest.mark.parametrize("to", [(8 - TOUCH, 8.0), (8.0, 8 - TOUCH + 0.1), (8 - off(0.95, 30, 40), 8.0)])
def test_the_player_chooses_among_the_legal_places(to) -> None:
    """HOS-4 [choice]: any end that engages the target is as good."""
    table = hostile_phase(ally("petra", (8, 8)), rogue("rogue-1", (4, 6.5)), dice=[1, 1, 1, 1])
    table.do("move", to=to)
    assert table["rogue-1"]["at"] == [um(to[0]), um(to[1])]
    table.settle()


def test_a_rogue_out_of_charge_reach_walks_toward_the_highest_rank() -> None:
    """HOS-2, ENG-4: directly, though a lower rank is nearer."""
    table = hostile_phase(ally("petra", (14, 8), rank=1), foe("kubik", (3, 15), rank=3), rogue("rogue-1", (3, 2)))
    assert table.waiting == {"1": "move"}
    straight = 2 + (16 + 0.64) ** 0.5 + off(0, 40, 40)
    table.refused("ENG-4", "not-directly", "move", to=(7.0, 2.0))
    table.do("move", to=(3.0, straight))
    assert table["rogue-1"]["at"] == [um(3), um(straight)]
    assert table.rolls == []


def test_a_rouage_off_the_bloc_is_not_sought() -> None:
    """HOS-2: the adverse rouage *on the Bloc* of the highest rank; ACT-3."""
    table = hostile_phase(ally("petra", (14, 8), rank=1), foe("kubik", None, rank=3), rogue("rogue-1", (3, 8)))
    straight = 3 + (16 + 0.64) ** 0.5 + off(0, 40, 40)
    table.do("move", to=(straight - 0.01, 8.0))
    assert table.match.outcome is not None


def test_a_rogue_stays_while_nobody_is_on_the_bloc() -> None:
    """HOS-2 [choice]: nothing is asked and nothing moves."""
    table = Table(
        ally("petra", (5, 8), life="S", combat=1),
        foe("kubik", (5 + off(0.5), 8), life="S", combat=1),
        rogue("rogue-1", (12, 12)),
        active="petra",
        cycle=4,
        dice=[5, 5],
    )
    table.frontal("petra", "kubik", riposte="combat")
    table.idle_until(lambda t: False)
    assert table["rogue-1"]["at"] == [um(12), um(12)]


def test_a_hidden_target_is_not_charged_but_walked_to() -> None:
    """HOS-2, LOS-4: a charge targets; a walk does not."""
    table = hostile_phase(ally("petra", (8, 8)), block("d1", 5.6, 5, 5.8, 11), rogue("rogue-1", (4, 8)))
    assert table.waiting == {"1": "move"}
    assert table.asked("move")["prompt"]["code"] == "hostile-walk"
    table.idle_until(lambda t: False)
    assert table.rolls == []


@pytest.mark.parametrize(
    ("dice", "states"), [([6, 1, 1, 1], ["stunned"]), ([5, 5, 1, 1], []), ([6, 6, 6, 6], ["stunned"])]
)
def test_corrosive(dice: list[int], states: list[str]) -> None:
    """HOS-3: at least one 6 in its frontal attack roll stuns the target, beside the wounds."""
    table = hostile_phase(ally("petra", (5, 8)), rogue("rogue-1", (5 + TOUCH, 8)), dice=dice)
    table.settle()
    assert table["petra"]["states"] == states
    assert table["petra"]["wounds"] == sum(d >= 5 for d in dice)


def test_a_dodge_does_not_take_the_six_away() -> None:
    """HOS-3: it is the roll that counts: with every success cancelled the target is stunned all the same."""
    table = hostile_phase(ally("petra", (5, 8), dodge=1), rogue("rogue-1", (5 + TOUCH, 8)), dice=[6, 1, 1, 1, 5])
    table.settle(dodge=True)
    assert (table["petra"]["wounds"], table["petra"]["states"]) == (0, ["stunned"])


def test_immutable_it_takes_no_wound() -> None:
    """HOS-3: however many successes."""
    table = Table(ally("petra", (5, 8), combat=6), rogue("rogue-1", (5 + TOUCH, 8)), active="petra", dice=[6] * 6)
    table.frontal("petra", "rogue-1")
    assert table["rogue-1"]["at"] == [um(5 + TOUCH), um(8)]
    assert not table["rogue-1"].get("wounds")


def test_immutable_it_ignores_state_tokens() -> None:
    """HOS-3, STA-2: stunned, it still engages, and still attacks."""
    table = Table(
        ally("petra", (5, 8), shooting=2),
        foe("kubik", (5, 2)),
        rogue("rogue-1", (5 + TOUCH, 8), states=["stunned"]),
        active="petra",
        cycle=4,
        dice=[5, 1, 1, 1],
    )
    table.refused("RNG-1", "not-free", "attack", rouage="petra", target="kubik", mode="ranged")
    table.end()
    table.settle()
    assert table["petra"]["wounds"] == 1


def test_hostiles_support_each_other() -> None:
    """HOS-1, ROL-3: two Rogues beside Pétra attack at 4+ each."""
    table = hostile_phase(
        ally("petra", (8, 8), life="SSSSSSSS"),
        rogue("rogue-1", (8 + TOUCH, 8)),
        rogue("rogue-2", (8 - TOUCH, 8)),
        dice=[4, 1, 1, 1, 4, 1, 1, 1],
    )
    table.do("hostile", rouage="rogue-1")
    table.settle()
    table.idle_until(lambda t: False)
    assert [(r["by"], r["threshold"]) for r in table.rolls] == [("rogue-1", 4), ("rogue-2", 4)]
    assert table["petra"]["wounds"] == 2


def test_hostiles_use_no_tactic() -> None:
    """HOS-1, ATK-4: four successes and nothing is asked after the reaction."""
    table = hostile_phase(ally("petra", (5, 8)), rogue("rogue-1", (5 + TOUCH, 8)), dice=[5, 5, 5, 5])
    table.do("react", dodge=False, riposte=None)
    assert table.match.outcome is not None
    assert table["petra"]["wounds"] == 4


def test_other_hostiles_are_its_allies() -> None:
    """GEN-4 [choice]: two Rogues alone with each other do not fight; the far rouage is walked to."""
    table = hostile_phase(ally("petra", (14, 8)), rogue("rogue-1", (2, 8)), rogue("rogue-2", (2, 8 + off(0.5, 40, 40))))
    table.idle_until(lambda t: False)
    assert table.rolls == []


def test_a_rogue_is_activated_once_in_a_phase_and_pays_nothing() -> None:
    """CYC-5, ACT-1 [choice]: hostiles have no tokens; an activation is one pass through the instinct: the Rogue that
    has walked toward Pétra does nothing more."""
    table = hostile_phase(ally("petra", (14, 8)), rogue("rogue-1", (2, 8)))
    table.idle_until(lambda t: False)
    assert table.rolls == []
    assert not table["rogue-1"].get("actions")


def test_a_charge_of_a_rogue_has_no_limit_of_walks() -> None:
    """ACT-1 [choice]: nothing is counted for a hostile, in one cycle or the next."""
    table = hostile_phase(ally("petra", (8, 8)), rogue("rogue-1", (3, 8), used={}), dice=[1, 1, 1, 1])
    table.do("move", to=(8 - TOUCH, 8.0))
    table.settle()
    assert not table["rogue-1"].get("used")


def test_a_walled_rogue_goes_as_near_as_it_can() -> None:
    """ENG-4, HOS-2: behind a low wall the best place is not straight ahead; it is offered and accepted."""
    table = hostile_phase(ally("petra", (14, 8)), low("d1", 4, 5, 4.4, 11), rogue("rogue-1", (2, 8)))
    command = next(iter(table.match.commands("1")))
    table.match.submit("1", command)
    assert table["rogue-1"]["at"] == command["to"]

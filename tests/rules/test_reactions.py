"""RIP, DOD, OPP: ripostes, dodges, opportunity attacks."""

from __future__ import annotations

import pytest

from tests.rules.table import INCH, Table, ally, foe, gargoule, low, marker, off, rogue, rolled, um

NEAR = 5 + off(0.5)
FRONTAL = {"rouage": "petra", "target": "kubik", "mode": "frontal"}
SHOT = {"rouage": "petra", "target": "kubik", "mode": "ranged"}


def attacked(*more, petra: dict | None = None, kubik: dict | None = None, dice=(), spare: bool = False) -> Table:
    """Kubik is attacked frontally and has yet to react."""
    table = Table(
        ally("petra", (5, 8), **{"combat": 1, **(petra or {})}),
        foe("kubik", (NEAR, 8), **{"combat": 2, "dodge": 2, **(kubik or {})}),
        *more,
        active="petra",
        dice=dice,
        spare=spare,
    )
    table.do("attack", **FRONTAL)
    return table


def shot_at(*more, at: float = 9, petra: dict | None = None, kubik: dict | None = None, dice=()) -> Table:
    """Kubik is shot at and has yet to react."""
    table = Table(
        ally("petra", (5, 8), **{"shooting": 3, **(petra or {})}),
        foe("kubik", (at, 8), **{"shooting": 3, "dodge": 2, **(kubik or {})}),
        *more,
        active="petra",
        dice=dice,
    )
    table.do("attack", **SHOT)
    return table


# ---- riposte ---------------------------------------------------------------------------------------------------------


def test_a_riposte_costs_one_action_and_wounds_the_attacker() -> None:
    """RIP-1: Combat, every success one wound; no tactic, no fate of its own."""
    table = attacked(dice=[1, 5, 6])
    table.do("react", dodge=False, riposte="combat")
    assert table["kubik"]["actions"] == 3
    table.settle()
    assert table["petra"]["wounds"] == 2
    assert table.waiting == {"1": "act"}


def test_a_shot_may_be_answered_with_a_shot() -> None:
    """RIP-1, RNG-2: with Shooting, at the same distance."""
    table = shot_at(dice=[1, 1, 1, 5, 1, 6])
    table.do("react", dodge=False, riposte="shooting")
    table.settle()
    assert [len(r["dice"]) for r in table.rolls] == [3, 3]
    assert table["petra"]["wounds"] == 2


def test_range_and_cover_bear_on_the_riposte() -> None:
    """RIP-1, RNG-2, RNG-3: beyond 4 in, the attacker behind low decor: 5 − 3 dice."""
    radius = 15_000 / INCH
    table = shot_at(
        low("d1", 4, 8 + radius, 6, 9), at=12, petra={"shooting": 5}, kubik={"shooting": 5}, dice=[1] * 3 + [1] * 2
    )
    table.do("react", dodge=False, riposte="shooting")
    table.settle()
    assert [len(r["dice"]) for r in table.rolls] == [3, 2]


def test_the_riposter_need_not_be_nearest() -> None:
    """RIP-1: Pétra is the target of the riposte though Dominik is nearer to Kubik."""
    table = shot_at(ally("dominik", (9, 10.5)), dice=[1, 1, 1, 5, 5, 5])
    assert table.legal("react", dodge=False, riposte="shooting")
    table.do("react", dodge=False, riposte="shooting")
    table.settle()
    assert table["petra"]["wounds"] == 3


@pytest.mark.parametrize(
    ("table", "riposte", "clause", "code"),
    [
        (lambda: shot_at(), "combat", "RIP-1", "not-engaged"),
        (lambda: shot_at(kubik={"shooting": 0}), "shooting", "RNG-1", "no-shooting"),
        (lambda: shot_at(at=12, kubik={"shooting": 2}), "shooting", "ROL-4", "no-dice"),
        (lambda: attacked(kubik={"combat": 0}), "combat", "ROL-4", "no-dice"),
        (lambda: attacked(kubik={"shooting": 3}), "shooting", "RNG-1", "not-free"),
        (lambda: attacked(kubik={"actions": 0}), "combat", "CAP-1", "no-action-token"),
    ],
    ids=["combat from afar", "no Shooting", "no dice left", "no Combat", "shooting while engaged", "no token"],
)
def test_ripostes_that_are_refused(table, riposte: str, clause: str, code: str) -> None:
    """RIP-1: Combat in the riposter's threat zone, Shooting under RNG-1 and RNG-2, and a token."""
    made = table()
    made.spare = True
    made.refused(clause, code, "react", dodge=False, riposte=riposte)


def test_a_riposte_does_not_count_against_the_attacks_of_the_phase() -> None:
    """RIP-1: a rouage that has attacked twice may still riposte, and having riposted may attack."""
    table = attacked(kubik={"used": {"attack": 2}}, dice=[1, 1, 1])
    table.do("react", dodge=False, riposte="combat")
    table.settle()
    assert table["kubik"]["used"].get("attack") == 2


def test_a_riposte_at_each_attack() -> None:
    """RIP-1, DOD-1: one of each per attack, not per phase."""
    table = attacked(petra={"combat": 1}, kubik={"combat": 1, "dodge": 1}, dice=[1] * 6)
    table.do("react", dodge=True, riposte="combat")
    table.settle()
    table.frontal("petra", "kubik", dodge=True, riposte="combat")
    assert table["kubik"]["actions"] == 0
    assert len(table.rolls) == 6


# ---- dodge -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "dodge", "wounds"), [([5, 5], [5, 1], 1), ([5, 5], [5, 6], 0), ([5, 1], [5, 6], 0), ([5, 5], [1, 1], 2)]
)
def test_each_success_of_a_dodge_cancels_one(attack: list[int], dodge: list[int], wounds: int) -> None:
    """DOD-1: of the attack's; what it has beyond them is lost."""
    table = attacked(petra={"combat": 2}, dice=[*attack, *dodge])
    table.do("react", dodge=True, riposte=None)
    assert table["kubik"]["actions"] == 3
    table.settle()
    assert table["kubik"]["wounds"] == wounds


def test_a_dodge_cancels_nothing_of_the_riposte() -> None:
    """DOD-1 [choice]: both may be declared; each does its own work."""
    table = attacked(petra={"combat": 2}, kubik={"combat": 1, "dodge": 2}, dice=[5, 5, 5, 5, 5])
    table.do("react", dodge=True, riposte="combat")
    assert table["kubik"]["actions"] == 2
    table.settle()
    assert (table["kubik"]["wounds"], table["petra"]["wounds"]) == (0, 1)


@pytest.mark.parametrize(
    ("actions", "answer"),
    [
        (0, {"dodge": True, "riposte": None}),
        (1, {"dodge": True, "riposte": "combat"}),
    ],
)
def test_every_reaction_is_paid(actions: int, answer: dict) -> None:
    """DOD-1, RIP-1, CAP-1: one token each."""
    table = attacked(kubik={"actions": actions}, spare=True)
    params = table.refused("CAP-1", "no-action-token", "react", **answer)
    assert params["cost"] == actions + 1


def test_the_target_is_asked_even_when_it_can_only_decline() -> None:
    """DOD-1: so that the time it takes tells nothing (uniform prompts)."""
    table = attacked(kubik={"actions": 0, "dodge": 0}, dice=[1])
    assert table.waiting == {"2": "react"}
    assert table.asked("react")["default"] == {"kind": "react", "dodge": False, "riposte": None}
    table.settle()


def test_without_uniform_prompts_an_idle_question_is_not_asked() -> None:
    """DOD-1: the match's option: who can do nothing but decline is not asked; who can is."""
    for actions, asked in ((0, {"1": "tempt-fate"}), (1, {"2": "react"})):
        table = Table(
            ally("petra", (5, 8), combat=1),
            foe("kubik", (NEAR, 8), combat=2, actions=actions),
            active="petra",
            dice=[1],
            options={"uniform_prompts": False},
        )
        table.do("attack", **FRONTAL)
        assert table.waiting == asked
        table.settle()


def test_a_hostile_attack_is_reacted_to() -> None:
    """DOD-1, RIP-1: a Rogue's frontal attack like any other; HOS-3: the riposte does it nothing."""
    table = Table(
        ally("petra", (5, 8), combat=2, dodge=1),
        rogue("rogue-1", (5 + off(0.5, 30, 40), 8)),
        active="petra",
        cycle=4,
        dice=[5, 5, 1, 1, 5, 6, 6],
    )
    table.end()
    assert table.waiting == {"1": "react"}
    table.do("react", dodge=True, riposte="combat")
    table.settle()
    assert (table["petra"]["wounds"], table["petra"]["actions"]) == (1, 2)
    assert table["rogue-1"]["at"] is not None


# ---- opportunity -----------------------------------------------------------------------------------------------------


def leaving(*more, petra: dict | None = None, kubik: dict | None = None, dice=(), to=(2.0, 8.0), **keys) -> Table:
    """Pétra has announced a walk out of Kubik's threat zone."""
    table = Table(
        ally("petra", (5, 8), **(petra or {})),
        foe("kubik", (NEAR, 8), **{"combat": 2, **(kubik or {})}),
        *more,
        active="petra",
        dice=dice,
        **keys,
    )
    table.walk("petra", to)
    return table


def test_an_opportunity_attack_comes_before_the_mover_leaves() -> None:
    """OPP-1: the walk is announced and paid, the mover still stands where it was; free of cost; then it moves."""
    table = leaving(dice=[5, 1])
    assert table.waiting == {"2": "opportunity"}
    assert table["petra"]["at"] == [um(5), um(8)]
    assert table["petra"]["actions"] == 3
    table.do("opportunity", attack=True)
    assert table["petra"]["wounds"] == 1
    assert table["petra"]["at"] == [um(2), um(8)]
    assert table["kubik"]["actions"] == 4
    assert table.waiting == {"1": "act"}


def test_the_prompt_names_the_rouage_and_may_be_declined() -> None:
    """OPP-1: *may*."""
    table = leaving()
    assert table.asked("opportunity")["prompt"]["params"]["rouage"] == "kubik"
    assert table.asked("opportunity")["default"] == {"kind": "opportunity", "attack": False}
    table.do("opportunity", attack=False)
    assert table["petra"]["at"] == [um(2), um(8)]
    assert table.rolls == []


@pytest.mark.parametrize(
    ("kubik", "asked"),
    [({}, True), ({"states": ["stunned"]}, False), ({"combat": 0}, False), ({"actions": 0}, True)],
    ids=["able", "stunned", "no Combat", "no tokens needed"],
)
def test_opportunity_attacks_need_a_free_rouage_that_can_strike(kubik: dict, asked: bool) -> None:
    """OPP-1: free; STA-2: not stunned; ROL-4: not with Combat 0."""
    table = leaving(kubik=kubik)
    assert ("2" in table.waiting) is asked


@pytest.mark.parametrize("to", [(5.0, 8.6), (4.6, 8.0)])
def test_moving_within_the_zone_provokes_nothing(to) -> None:
    """OPP-1: the displacement has to leave it."""
    assert leaving(to=to).waiting == {"1": "act"}


def test_no_dodge_no_riposte_no_tactic_no_fate() -> None:
    """OPP-2 [choice]: the roll and its wounds, nothing is asked of anybody."""
    table = leaving(petra={"dodge": 3, "combat": 3}, dice=[6, 6])
    table.do("opportunity", attack=True)
    assert [r["by"] for r in table.rolls] == ["kubik"]
    assert table["petra"]["wounds"] == 2
    assert table.waiting == {"1": "act"}


def test_an_opportunity_attack_is_no_attack_of_the_phase() -> None:
    """OPP-2 [choice]: it does not count against ATK-1's limit."""
    table = leaving(kubik={"used": {"attack": 2}}, dice=[1, 1])
    table.do("opportunity", attack=True)
    assert table["kubik"]["used"].get("attack") == 2


def test_positions_and_support_are_those_before_the_displacement() -> None:
    """OPP-1, ROL-3: Jana, beside where Pétra still stands, supports."""
    table = leaving(foe("jana", (5, 8 + off(0.5))), dice=[4, 1], to=(2.0, 6.0))
    assert table.waiting == {"2": "choose"}
    first = next(o["command"] for o in table.asked("choose")["options"] if o["command"]["choice"] == "kubik")
    table.do("choose", choice=first["choice"])
    table.do("opportunity", attack=True)
    assert (table.rolls[0]["threshold"], table["petra"]["wounds"]) == (4, 1)
    assert table.asked("opportunity")["prompt"]["params"]["rouage"] == "jana"
    table.do("opportunity", attack=False)
    assert table["petra"]["at"] == [um(2), um(6)]


def test_several_decide_one_after_the_other() -> None:
    """OPP-2 [choice], GEN-6: their player says who decides first, and sees that roll before the next decides."""
    table = leaving(foe("jana", (5, 8 + off(0.5)), combat=2), dice=[1, 1, 5, 5], to=(2.0, 6.0))
    assert table.asked("choose")["prompt"]["code"] == "order"
    assert sorted(o["command"]["choice"] for o in table.asked("choose")["options"]) == ["jana", "kubik"]
    table.do("choose", choice="jana")
    assert table.asked("opportunity")["prompt"]["params"]["rouage"] == "jana"
    table.do("opportunity", attack=True)
    assert [r["by"] for r in table.rolls] == ["jana"]
    assert table.asked("opportunity")["prompt"]["params"]["rouage"] == "kubik"
    table.do("opportunity", attack=True)
    assert table["petra"]["wounds"] == 2


def test_hostiles_strike_first() -> None:
    """GEN-6, OPP-2 [choice]: the hostile's attack is rolled before the players' rouages decide; it asks nobody."""
    guard = gargoule("gargoule-1", (5, 8 + off(0.5, 30, 50)))
    table = leaving(guard, dice=[1] * 5, to=(2.0, 5.0))
    assert [roll["by"] for roll in table.rolls] == ["gargoule-1"]
    assert table.asked("opportunity")["prompt"]["params"]["rouage"] == "kubik"
    table.do("opportunity", attack=False)
    assert table["petra"]["at"] == [um(2), um(5)]


@pytest.mark.parametrize("first", ["gargoule-1", "gargoule-2"])
@pytest.mark.parametrize("priority", ["1", "2"])
def test_the_priority_player_orders_the_hostiles_attacks(priority: str, first: str) -> None:
    """GEN-6: two of nobody's opportunity attacks on one leaver: the player with priority says which comes first."""
    table = Table(
        ally("petra", (5, 8)),
        gargoule("gargoule-1", (5, 8 + off(0.5, 30, 50))),
        gargoule("gargoule-2", (5, 8 - off(0.5, 30, 50))),
        active="petra",
        priority=priority,
        dice=[1] * 10,
    )
    table.walk("petra", (9, 8))
    assert table.waiting == {priority: "choose"}
    assert table.asked("choose")["prompt"] == {
        "code": "order",
        "params": {"of": "opportunity", "choices": ["gargoule-1", "gargoule-2"], "mover": "petra"},
    }
    table.do("choose", choice=first)
    assert table.rolls[0]["by"] == first
    assert {roll["by"] for roll in table.rolls} == {"gargoule-1", "gargoule-2"}
    assert table["petra"]["at"] == [um(9), um(8)]


def test_only_the_zones_that_are_left_count() -> None:
    """OPP-1, ENG-3: who still threatens the mover where it ends is not left."""
    table = leaving(foe("jana", (5 - off(0.9), 8)), to=(4.7, 8.5))
    assert table.waiting == {"1": "act"}
    table = leaving(foe("jana", (5, 8 + off(0.9))), to=(5 - off(0.3), 8.3 + off(0)))
    assert table.asked("opportunity")["prompt"]["params"]["rouage"] == "kubik"


@pytest.mark.parametrize(("life", "out"), [("S", True), ("SSSSSS", False)])
def test_a_mover_put_out_of_combat_does_not_move(life: str, out: bool) -> None:
    """OPP-3 [choice]: its displacement is lost, what it paid stays paid; LIF-4 falls to the one who struck."""
    table = leaving(petra={"life": life}, dice=[5, 1])
    table.do("opportunity", attack=True)
    petra = table["petra"]
    assert (petra["at"] is None) is out
    assert petra["actions"] == 3
    assert out or petra["used"]["walk"] == 1
    assert (table["kubik"]["noirceur"], table.traque) == ((1, 1) if out else (0, 0))


def test_the_others_are_not_asked_about_one_who_is_gone() -> None:
    """OPP-2, OPP-3: the first attack put it out of combat, there is nothing left to target."""
    table = leaving(
        foe("jana", (5, 8 + off(0.5))), ally("dominik", (12, 12)), petra={"life": "S"}, dice=[5, 1], to=(2.0, 6.0)
    )
    table.do("choose", choice="kubik")
    table.do("opportunity", attack=True)
    assert table["petra"]["out"] is True
    assert "opportunity" not in table.waiting.values()


def test_a_rogue_that_is_left_does_nothing() -> None:
    """HOS-3: targeted by a frontal attack, or left, it does nothing."""
    table = Table(ally("petra", (5, 8)), rogue("rogue-1", (5 + off(0.5, 30, 40), 8)), active="petra")
    table.walk("petra", (2, 8))
    assert table.waiting == {"1": "act"}


def test_leaving_across_the_small_marker() -> None:
    """OPP-1, MEA-4: the zone that a 30 mm marker carries is left like any other."""
    table = Table(ally("petra", (8 - off(0), 8)), foe("kubik", (8 + off(0), 8)), marker("m1", (8, 8)), active="petra")
    table.walk("petra", (4, 8))
    assert table.waiting == {"2": "opportunity"}


def test_ones_own_side_makes_none() -> None:
    """OPP-1: adverse or hostile movers only."""
    table = Table(ally("petra", (5, 8)), ally("dominik", (NEAR, 8)), active="petra")
    table.walk("petra", (2, 8))
    assert table.waiting == {"1": "act"}


def test_tokens_are_paid_before_the_attack() -> None:
    """OPP-1, OPP-3: the walk's token is gone while the opponent is still deciding."""
    table = leaving()
    assert rolled(table.match.journal) == []
    assert (table["petra"]["actions"], table["petra"]["used"]["walk"]) == (3, 1)

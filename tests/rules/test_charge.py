"""CHG: the charge."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, ally, block, foe, low, marker, off, rogue, rolled, um

BESIDE = (10 - off(0.5), 8.0)
CHARGE = {"rouage": "petra", "target": "kubik", "to": BESIDE}


def charger(*more, petra: dict | None = None, kubik: dict | None = None, **keys) -> Table:
    pieces = [ally("petra", (5, 8), **{"combat": 2, **(petra or {})}), foe("kubik", (10, 8), **(kubik or {})), *more]
    return Table(*pieces, active="petra", **keys)


def test_a_charge_is_a_walk_and_a_frontal_attack() -> None:
    """CHG-1: 2 actions in all, the walk and the attack are free; CHG-3: the attack is at 4+."""
    table = charger(dice=[4, 1])
    events = table.charge("petra", "kubik", BESIDE)
    petra = table["petra"]
    assert petra["at"] == [um(BESIDE[0]), um(8)]
    assert petra["actions"] == 2
    roll = rolled(events)[0]
    assert (roll["threshold"], roll["successes"]) == (4, 1)
    assert {"clause": "CHG-3", "value": -1} in roll["modifiers"]
    assert table["kubik"]["wounds"] == 1


def test_the_target_reacts_after_the_walk() -> None:
    """CHG-1, RIP-1: and may riposte, for by then it engages."""
    table = charger(dice=[1, 1, 5, 1, 1])
    table.do("charge", **CHARGE)
    assert table.waiting == {"2": "react"}
    assert table["petra"]["at"] == [um(BESIDE[0]), um(8)]
    assert table.rolls == []
    table.do("react", dodge=False, riposte="combat")
    table.settle()
    assert table["petra"]["wounds"] == 1


def test_a_charge_counts_against_both_limits() -> None:
    """CHG-2: one walk and one attack."""
    table = charger(dice=[1, 1])
    table.charge("petra", "kubik", BESIDE)
    used = table["petra"]["used"]
    assert (used["walk"], used["attack"]) == (1, 1)


@pytest.mark.parametrize("used", [{"walk": 2}, {"attack": 2}, {"walk": 2, "attack": 2}])
def test_a_charge_past_either_limit_is_refused(used: dict[str, int]) -> None:
    """CHG-2: it cannot be used past either."""
    table = charger(petra={"used": used})
    table.refused("CHG-2", "limit-reached", "charge", **CHARGE)


def test_two_charges_a_phase_end_walking_and_attacking() -> None:
    """CHG-1, CHG-2: 2 per phase, for after two charges there is neither walk nor attack left."""
    table = charger(petra={"actions": 4, "used": {"walk": 1, "attack": 1}}, dice=[1, 1])
    table.charge("petra", "kubik", BESIDE)
    table.refused("WLK-1", "limit-reached", "walk", rouage="petra", to=(5.0, 8.0))
    table.refused("ATK-1", "limit-reached", "attack", rouage="petra", target="kubik", mode="frontal")


@pytest.mark.parametrize(
    ("more", "fields", "clause", "code"),
    [
        ([foe("jana", (5, 8 + off(0.5)))], {}, "CHG-1", "not-free"),
        ([], {"target": "dominik"}, "CHG-1", "not-adverse"),
        ([], {"to": (7.0, 8.0)}, "CHG-1", "not-engaging"),
    ],
    ids=["engaged", "an ally", "a walk that does not engage"],
)
def test_charges_that_are_refused(more, fields: dict, clause: str, code: str) -> None:
    """CHG-1: free at the start, a foe, a walk that ends engaging it."""
    table = charger(ally("dominik", (10, 11)), *more)
    table.refused(clause, code, "charge", **{**CHARGE, **fields})


def test_the_walk_of_a_charge_obeys_every_rule_of_walks() -> None:
    """CHG-1, MOV-1: it may not end on the target."""
    charger().refused("MOV-1", "overlap", "charge", **{**CHARGE, "to": (9.5, 8.0)})


def test_a_charge_engages_its_target_even_with_others_near() -> None:
    """CHG-1: ending in another foe's threat zone too is no matter."""
    table = charger(foe("jana", (10, 8 + off(0.1))), dice=[1, 1])
    table.charge("petra", "kubik", BESIDE)
    assert table["petra"]["at"] == [um(BESIDE[0]), um(8)]


def test_a_hostile_is_charged_too() -> None:
    """CHG-1: adverse or hostile."""
    table = Table(ally("petra", (5, 8), combat=1), rogue("rogue-1", (10, 8)), active="petra", dice=[4])
    table.charge("petra", "rogue-1", (10 - off(0.5, 30, 40), 8.0))
    assert table.rolls[0]["successes"] == 1


@pytest.mark.parametrize("distance", [6.9, 7.6])
def test_a_charge_that_cannot_reach_is_not_declared(distance: float) -> None:
    """CHG-4 [choice]: without a legal walk that engages the target there is no declaring it, and it is listed as such.

    From (3, 8) a walk goes 4.08 in and a base farther, and engaging reaches an inch and a base beyond that."""
    reach = (16 + 0.64) ** 0.5 + off(0) + off(1)
    possible = distance < reach
    table = Table(ally("petra", (3, 8), combat=1), foe("kubik", (3 + distance, 8)), active="petra")
    option = table.option(kind="charge", rouage="petra", target="kubik") if possible else None
    if option:
        assert option["legal"] is True
        return
    to = (3 + distance - off(1), 8.0)
    table.refused("CHG-4", None, "charge", rouage="petra", target="kubik", to=to)
    listed = [
        o
        for d in table.match.decisions.values()
        for o in d["options"]
        if o["command"]["kind"] == "charge" and o["legal"]
    ]
    assert listed == []


def test_a_walled_in_target_cannot_be_charged() -> None:
    """CHG-4 [choice]: low walls around it leave it in sight and nowhere to stand within an inch of it."""
    ring = [
        low("n", 8.2, 6.2, 11.8, 6.4),
        low("s", 8.2, 9.6, 11.8, 9.8),
        low("w", 8.2, 6.4, 8.4, 9.6),
        low("e", 11.6, 6.4, 11.8, 9.6),
    ]
    table = charger(*ring)
    assert table.match.sight("petra", "kubik")["visible"]
    assert table.match.reach("petra", "charge")["polygons"] == []
    assert "charge" not in {command["kind"] for command in table.match.commands("1")}
    open_side = charger(*ring[:2])
    assert "charge" in {command["kind"] for command in open_side.match.commands("1")}


def test_a_charge_across_a_small_marker_is_found() -> None:
    """CHG-1, CHG-4, MEA-4: beyond every ruler's reach but for the 30 mm marker that the target touches."""
    table = Table(
        ally("petra", (4.46, 8), combat=1), foe("kubik", (12, 8)), marker("m1", (12 - off(0), 8)), active="petra"
    )
    charges = [command for command in table.match.commands("1") if command["kind"] == "charge"]
    assert charges
    assert charges[0]["to"][0] < um(12 - off(1))
    [row] = [row for row in table.match.scout("petra")["attacks"] if row["how"] == "charge"]
    assert "why" not in row


def test_a_charge_ends_where_it_sees_its_target() -> None:
    """CHG-1, LOS-4: the nearest places that engage lie behind a thin wall; one round its end is found."""
    wall = block("d1", 8.5, 6.6, 8.6, 8.2)
    table = Table(ally("petra", (6.5, 5.2), combat=1), foe("kubik", (9.6, 8)), wall, active="petra")
    [row] = [row for row in table.match.scout("petra")["attacks"] if row["how"] == "charge"]
    assert "why" not in row


def test_a_charge_needs_two_tokens() -> None:
    """CHG-1: with one it is refused."""
    charger(petra={"actions": 1}).refused("CAP-1", "no-action-token", "charge", **CHARGE)


def test_the_books_charge() -> None:
    """CHG-3, ROL-3, DOD-1, ATK-4, book example 3: Pétra (Combat 4) charges Kubik, Hynek supports: 3+; 5 1 4 3 are
    three successes; Kubik's dodge, not supported, at 5+: 5 3 1 is one; two left, one spent to push him: one wound."""
    table = charger(
        ally("hynek", (10, 8 + off(0.5))),
        petra={"combat": 4},
        kubik={"dodge": 3},
        dice=[5, 1, 4, 3, 5, 3, 1],
    )
    table.do("charge", **CHARGE)
    table.do("react", dodge=True, riposte=None)
    attack, dodge = table.rolls
    assert (attack["threshold"], attack["dice"], attack["successes"]) == (3, [5, 1, 4, 3], 3)
    assert sorted(m["clause"] for m in attack["modifiers"]) == ["CHG-3", "ROL-3"]
    assert (dodge["threshold"], dodge["dice"], dodge["successes"]) == (5, [5, 3, 1], 1)
    table.do("tempt-fate", reroll=False)
    table.do("tactic", tactic="push-target", to=(12.5, 8.0))
    assert table["kubik"]["at"] == [um(12.5), um(8)]
    assert table["kubik"]["wounds"] == 1


def test_a_wall_that_hides_the_target_forbids_the_charge() -> None:
    """CHG-1, LOS-4: a charge targets when it is declared."""
    table = charger(block("d1", 7, 5, 7.5, 11))
    table.refused("LOS-4", "no-line-of-sight", "charge", **CHARGE)

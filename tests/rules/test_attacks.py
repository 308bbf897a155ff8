"""ATK and RNG: frontal and ranged attacks, tactics, cover and range."""

from __future__ import annotations

import pytest

from tests.rules.table import INCH, Table, ally, block, foe, low, off, rogue, rolled, um, zone

NEAR = 5 + off(0.5)
RADIUS = 15_000 / INCH
FRONTAL = {"rouage": "petra", "target": "kubik", "mode": "frontal"}


def test_an_attack_costs_one_action_and_counts() -> None:
    """ATK-1: 1 action; its use is counted for the phase, for either way of attacking."""
    table = Table(ally("petra", (5, 8), combat=1), foe("kubik", (NEAR, 8)), active="petra", dice=[1])
    table.frontal("petra", "kubik")
    assert (table["petra"]["actions"], table["petra"]["used"]["attack"]) == (3, 1)


@pytest.mark.parametrize("mode", ["frontal", "ranged"])
def test_two_attacks_a_phase(mode: str) -> None:
    """ATK-1: frontal and ranged share the limit."""
    table = Table(
        ally("petra", (5, 8), shooting=1, used={"attack": 2}),
        foe("kubik", (NEAR if mode == "frontal" else 8, 8)),
        active="petra",
    )
    table.refused("ATK-1", "limit-reached", "attack", rouage="petra", target="kubik", mode=mode)


def test_the_order_of_an_attack() -> None:
    """ATK-2: declared and paid; reactions declared and paid; all rolls; fate; dodge; tactic; wounds."""
    table = Table(
        ally("petra", (5, 8), combat=4),
        foe("kubik", (NEAR, 8), combat=2, dodge=2),
        active="petra",
        dice=[6, 6, 6, 1, 5, 1, 5, 2],
    )
    table.do("attack", **FRONTAL)
    assert table["petra"]["actions"] == 3
    assert table.waiting == {"2": "react"}
    assert table.rolls == []
    table.do("react", dodge=True, riposte="combat")
    assert table["kubik"]["actions"] == 2
    assert [(r["by"], r["dice"]) for r in table.rolls] == [
        ("petra", [6, 6, 6, 1]),
        ("kubik", [5, 1]),
        ("kubik", [5, 2]),
    ]
    assert table.waiting == {"1": "tempt-fate"}
    table.do("tempt-fate", reroll=False)
    assert table.waiting == {"1": "tactic"}
    assert (table["kubik"]["wounds"], table["petra"]["wounds"]) == (0, 0)
    table.do("tactic", tactic=None)
    assert (table["kubik"]["wounds"], table["petra"]["wounds"]) == (2, 1)
    assert table.waiting == {"1": "act"}


@pytest.mark.parametrize(("dice", "wounds"), [([5, 1, 4, 6], 2), ([1, 2, 3, 4], 0), ([5, 5, 5, 5], 4)])
def test_every_success_left_is_a_wound(dice: list[int], wounds: int) -> None:
    """ATK-3: a frontal attack rolls Combat."""
    table = Table(ally("petra", (5, 8), combat=4), foe("kubik", (NEAR, 8)), active="petra", dice=dice)
    table.frontal("petra", "kubik")
    assert table["kubik"]["wounds"] == wounds


@pytest.mark.parametrize(
    ("target", "code"),
    [
        (foe("kubik", (5 + off(1.01), 8)), "not-engaged"),
        (ally("kubik", (NEAR, 8)), "not-adverse"),
    ],
    ids=["out of reach", "an ally"],
)
def test_a_frontal_attack_needs_a_foe_in_ones_threat_zone(target, code: str) -> None:
    """ATK-3, GEN-4: a rouage that it engages: adverse or hostile, in its threat zone."""
    table = Table(ally("petra", (5, 8)), target, active="petra")
    table.refused("ATK-3", code, "attack", **FRONTAL)


def test_a_hostile_is_a_foe() -> None:
    """ATK-3, GEN-4: seen from a player a hostile is neither allied nor adverse, and may be attacked."""
    table = Table(
        ally("petra", (5, 8), combat=1), rogue("rogue-1", (5 + off(0.5, 30, 40), 8)), active="petra", dice=[1]
    )
    table.frontal("petra", "rogue-1")
    assert [r["by"] for r in table.rolls] == ["petra"], "it neither dodges nor ripostes (HOS-3)"


# ---- tactics ---------------------------------------------------------------------------------------------------------


def before_tactic(*dice: int, target=None, combat: int | None = None, **answers) -> Table:
    table = Table(
        ally("petra", (5, 8), combat=combat or len(dice)), target or foe("kubik", (NEAR, 8)), active="petra", dice=dice
    )
    table.do("attack", **{**FRONTAL, "target": "kubik" if target is None else target[1]["id"]})
    while set(table.waiting.values()) & {"react", "tempt-fate"}:
        if "react" in table.waiting.values():
            table.do("react", **{"dodge": False, "riposte": None, **answers})
        else:
            table.do("tempt-fate", reroll=False)
    return table


@pytest.mark.parametrize(
    ("tactic", "to", "wounds"),
    [(None, None, 3), ("push-target", (NEAR + 2, 8.0), 2), ("push-attacker", (3.0, 8.0), 2), ("stun", None, 1)],
)
def test_the_price_of_a_tactic(tactic: str | None, to, wounds: int) -> None:
    """ATK-4: 1 success for a push of either, 2 for a stun."""
    table = before_tactic(5, 5, 5)
    table.do("tactic", tactic=tactic, **({"to": to} if to else {}))
    assert table["kubik"]["wounds"] == wounds
    assert table["kubik"]["states"] == (["stunned"] if tactic == "stun" else [])
    moved = {"push-target": "kubik", "push-attacker": "petra"}.get(tactic or "")
    if moved:
        assert table[moved]["at"] == [um(to[0]), um(to[1])]
    assert table.waiting == {"1": "act"}, "one tactic per attack"


def test_one_success_stuns_nobody() -> None:
    """ATK-4: the option is listed, with its reason."""
    table = before_tactic(5, 1)
    table.refused("ATK-4", "too-few-successes", "tactic", tactic="stun")
    assert table.option(kind="tactic", tactic="stun")["legal"] is False


def test_without_a_success_there_is_no_tactic() -> None:
    """ATK-4: nothing to give up, nothing to ask."""
    assert before_tactic(1, 2).waiting == {"1": "act"}


def test_the_dodge_cancels_before_the_tactic() -> None:
    """ATK-2, ATK-4: only the successes that are left can be given up."""
    table = Table(ally("petra", (5, 8), combat=2), foe("kubik", (NEAR, 8), dodge=1), active="petra", dice=[5, 5, 5])
    table.do("attack", **FRONTAL)
    table.do("react", dodge=True, riposte=None)
    table.refused("ATK-4", "too-few-successes", "tactic", tactic="stun")
    table.do("tactic", tactic="push-target", to=(NEAR + 2, 8.0))
    assert table["kubik"]["wounds"] == 0


def test_the_tactic_is_resolved_before_the_wounds() -> None:
    """ATK-4: while the push is chosen no PV has been checked."""
    table = before_tactic(5, 5)
    table.do("tactic", tactic="push-target")
    assert table.waiting == {"1": "move"}
    assert table["kubik"]["wounds"] == 0
    table.do("move", to=(NEAR + 2, 8.0))
    assert table["kubik"]["wounds"] == 1


def test_no_tactic_with_a_shot() -> None:
    """ATK-4: frontal attacks only."""
    table = Table(ally("hynek", (3, 8), shooting=2), foe("kubik", (6, 8)), active="hynek", dice=[5, 5])
    table.do("attack", rouage="hynek", target="kubik", mode="ranged")
    table.do("react", dodge=False, riposte=None)
    assert table.waiting == {"1": "act"}
    assert table["kubik"]["wounds"] == 2


def test_a_rogue_can_be_pushed() -> None:
    """ATK-4, HOS-3: immutable is about wounds and states."""
    at = (5 + off(0.5, 30, 40), 8)
    table = before_tactic(5, target=rogue("rogue-1", at))
    table.do("tactic", tactic="push-target", to=(at[0] + 2, 8.0))
    assert table["rogue-1"]["at"][0] == um(at[0] + 2)


def test_the_attack_and_its_riposte_wound_together() -> None:
    """ATK-5 [choice]: each puts the other out of combat."""
    table = Table(
        ally("petra", (5, 8), combat=1, life="S"),
        foe("kubik", (NEAR, 8), combat=1, life="S"),
        active="petra",
        dice=[5, 5],
        cycle=4,
    )
    table.frontal("petra", "kubik", riposte="combat")
    assert (table["petra"]["out"], table["kubik"]["out"], table.traque) == (True, True, 2)


# ---- ranged ----------------------------------------------------------------------------------------------------------

SHOT = {"rouage": "hynek", "mode": "ranged"}


@pytest.mark.parametrize(
    ("target", "pieces", "clause", "code"),
    [
        ("kubik", [foe("kubik", (8, 8)), ally("petra", (8, 8 + off(0.9)))], "RNG-1", "target-not-free"),
        ("kubik", [foe("kubik", (8, 8)), foe("jana", (2 + off(0.9), 8))], "RNG-1", "not-free"),
        ("kubik", [foe("kubik", (8, 8)), foe("jana", (7, 10))], "RNG-1", "not-nearest"),
        ("kubik", [foe("kubik", (8, 8)), rogue("rogue-1", (6, 4))], "RNG-1", "not-nearest"),
        ("petra", [ally("petra", (8, 8))], "RNG-1", "not-adverse"),
        ("kubik", [foe("kubik", None)], "ACT-3", "not-on-bloc"),
    ],
    ids=["engaged target", "engaged shooter", "a nearer foe", "a nearer hostile", "an ally", "off the Bloc"],
)
def test_shots_that_are_refused(target: str, pieces, clause: str, code: str) -> None:
    """RNG-1: shooter and target free, adverse or hostile, the nearest such rouage; ACT-3."""
    table = Table(ally("hynek", (2, 8), shooting=5), *pieces, active="hynek")
    params = table.refused(clause, code, "attack", target=target, **SHOT)
    if code == "not-nearest":
        assert params["nearest"] == pieces[1][1]["id"]
    if code == "target-not-free":
        assert params["by"] == ["petra"]


@pytest.mark.parametrize(
    "nearer",
    [
        [foe("jana", (5, 10)), ally("petra", (5, 10 + off(0.9)))],
        [foe("jana", (5, 12)), block("d1", 1, 9.5, 7, 10)],
        [ally("petra", (5, 8.5))],
        [foe("jana", None)],
    ],
    ids=["an engaged one", "a hidden one", "an ally", "one off the Bloc"],
)
def test_nearer_pieces_that_are_no_targets_do_not_matter(nearer) -> None:
    """RNG-1: the nearest of those that are free, in sight, adverse or hostile."""
    table = Table(ally("hynek", (2, 8), shooting=5), foe("kubik", (9, 8)), *nearer, active="hynek")
    assert table.legal("attack", target="kubik", **SHOT)


def test_the_shooter_picks_among_equals() -> None:
    """RNG-1: two foes at the same distance are both the nearest."""
    table = Table(ally("hynek", (8, 8), shooting=5), foe("kubik", (12, 8)), foe("jana", (4, 8)), active="hynek")
    assert table.legal("attack", target="kubik", **SHOT)
    assert table.legal("attack", target="jana", **SHOT)


@pytest.mark.parametrize(
    ("gap", "covered", "dice"),
    [
        (3, False, 5),
        (4, False, 5),
        (4.001, False, 3),
        (11, False, 3),
        (3, True, 4),
        (11, True, 2),
    ],
)
def test_range_and_cover(gap: float, covered: bool, dice: int) -> None:
    """RNG-2: no maximum; farther than 4 in takes 2 dice, cover 1, both 3; RNG-3: cover is contact with a decor."""
    x = 1 + off(gap)
    decor = [low("d1", x + RADIUS, 7, x + RADIUS + 0.5, 9)] * covered
    table = Table(ally("hynek", (1, 8), shooting=5), foe("kubik", (x, 8)), *decor, active="hynek", dice=[1] * dice)
    roll = rolled(table.shot("hynek", "kubik"))[0]
    assert len(roll["dice"]) == dice
    expected = [{"clause": "RNG-2", "value": -2}] * (gap > 4) + [{"clause": "RNG-3", "value": -1}] * covered
    assert sorted(roll["modifiers"], key=str) == sorted(expected, key=str)


@pytest.mark.parametrize(
    ("decor", "dice"),
    [
        ([zone("d1", 4, 6, 6, 10)], 3),
        ([low("d1", 5 + RADIUS, 7, 6, 9)], 2),
        ([block("d1", 5 + RADIUS, 7, 6, 9)], 2),
        ([low("d1", 5 + RADIUS, 7, 6, 9), low("d2", 4, 8 + RADIUS, 5.5, 9)], 2),
        ([low("d1", 5 + RADIUS + 0.01, 7, 6, 9)], 3),
    ],
    ids=["a zone", "low decor", "a wall", "two of them", "not touching"],
)
def test_cover_is_contact_with_a_decor_that_is_no_zone(decor, dice: int) -> None:
    """RNG-3: whichever side it is on; once (GEN-7)."""
    table = Table(ally("hynek", (2, 8), shooting=3), foe("kubik", (5, 8)), *decor, active="hynek", dice=[1] * dice)
    assert len(rolled(table.shot("hynek", "kubik"))[0]["dice"]) == dice


def test_the_books_shot() -> None:
    """RNG-2, RNG-3, DOD-1, book example 4: Shooting 5, in cover and beyond 4 in: two dice at 5+; 3 5 is one success;
    the dodge's four dice 1 2 4 5 cancel it; no wound."""
    table = Table(
        ally("hynek", (2, 8), shooting=5),
        foe("kubik", (10, 8), dodge=4),
        low("d1", 10 + RADIUS, 7, 11, 9),
        active="hynek",
        dice=[3, 5, 1, 2, 4, 5],
    )
    shot, dodge = rolled(table.shot("hynek", "kubik", dodge=True))
    assert (shot["threshold"], shot["dice"], shot["successes"]) == (5, [3, 5], 1)
    assert (dodge["threshold"], dodge["dice"], dodge["successes"]) == (5, [1, 2, 4, 5], 1)
    assert table["kubik"]["wounds"] == 0

"""The moments of triggered capacities on what befalls a rouage: targetings, rolls, wounds, tokens; before and after,
and what may still be stopped."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cards.trial import ANY, BESIDE, FOE, SCORE, attack, capacity, kubik, on, shows, table_with, trial, use
from tests.rules.table import ally, foe, marker, off, um

THEM = {"subject": FOE}


# ---- targeted --------------------------------------------------------------------------------------------------------


@shows("targeted")
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(("by", "points"), [(["frontal"], 1), (["ranged"], 0), ([], 1)])
def test_a_targeting_trigger_can_name_its_moment_and_action(moment: str, by: list[str], points: int) -> None:
    """ATK-2: before any reaction, or when the attack is settled."""
    card = on("targeted", moment=moment, by=by, id="alert")
    table = table_with(ally("petra", (5, 8)), kubik(capacities=["alert"]), cards=card, active="petra", dice=[1, 1, 1])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    assert table.points["2"] == (points if moment == "before" else 0)
    table.settle()
    assert table.points["2"] == points


@shows("targeted", "prevent")
@pytest.mark.parametrize("mode", ["frontal", "ranged"])
def test_a_targeting_is_stopped(mode: str) -> None:
    """It comes to nothing, and what it cost stays paid."""
    card = on("targeted", {"op": "prevent"}, by=["ranged"], id="alibi")
    place = (5 + off(0.5), 8) if mode == "frontal" else (8, 8)
    table = table_with(ally("petra", (5, 8), shooting=3), kubik(place, capacities=["alibi"]), cards=card,
                       active="petra", dice=[6, 6, 6] if mode == "frontal" else [])  # fmt: skip
    attack(table, mode)
    assert table["kubik"]["wounds"] == (3 if mode == "frontal" else 0)
    assert (table["petra"]["actions"], table["petra"]["used"]["attack"]) == (3, 1)
    assert table.waiting == {"1": "act"}


@shows("targeted")
@pytest.mark.parametrize("by", ["charge", "riposte", "opportunity", "rest", "capacity"])
def test_each_action_that_targets_sets_off_the_trigger(by: str) -> None:
    """CHG-1, RIP-1, OPP-1, RST-1, CAP-1: each by its own name, and once."""
    others = ["frontal", "ranged", "charge", "riposte", "opportunity", "rest", "capacity"]
    cards = [
        on("targeted", by=[by], subject=ANY, id="this"),
        on("targeted", {"op": "score", "by": 5}, by=[o for o in others if o != by], subject=ANY, id="other"),
        capacity({"op": "heal", "who": "target"}, id="heal", targets=[{}]),
    ]
    witness = ally("witness", (14, 14), capacities=["this"])
    far = by == "charge"
    table = table_with(
        ally("petra", (5, 8), capacities=["heal"]),
        ally("dominik", BESIDE, noirceur=1),
        kubik((9, 8) if far else (5 + off(0.5), 8), combat=1),
        witness,
        cards=cards,
        active="petra",
        dice=[1] * 4,
        spare=True,
    )
    match by:
        case "charge":
            table.do("charge", rouage="petra", target="kubik", to=(9 - off(0.5), 8))
            table.settle()
        case "riposte":
            attack(table, riposte="combat")
        case "opportunity":
            table.walk("petra", (5, 5))
            table.do("opportunity", attack=True)
        case "rest":
            table.do("rest", rouage="petra", target="dominik", remove="noirceur")
        case _:
            use(table, "heal", target="dominik")
    assert table.points["1"] == 1


# ---- rolls -----------------------------------------------------------------------------------------------------------


@shows("roll")
@pytest.mark.parametrize(
    ("rolls", "points"), [(["frontal"], 1), (["dodge"], 1), (["riposte"], 1), (["ranged", "study"], 0), ([], 3)]
)
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_roll_trigger_can_name_its_moment_and_kind(moment: str, rolls: list[str], points: int) -> None:
    """ATK-2: attack, dodge and riposte are three rolls."""
    card = on("roll", moment=moment, rolls=rolls, subject=ANY, id="ear")
    table = table_with(ally("petra", (5, 8)), kubik(dodge=1, combat=1), ally("ear", (12, 12), capacities=["ear"]),
                       cards=card, active="petra", dice=[1] * 5)  # fmt: skip
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=True, riposte="combat")
    while table.waiting == {"1": "choose"}:
        table.do("choose", choice=0)
    assert table.points["1"] == (points if moment == "before" else 0)
    table.do("tempt-fate", reroll=False)
    while table.waiting == {"1": "choose"}:
        table.do("choose", choice=0)
    table.settle()
    assert table.points["1"] == points


@shows("roll")
def test_a_trigger_before_a_roll_can_make_it_easier() -> None:
    """ROL-1: before the dice are thrown."""
    card = capacity({"op": "threshold", "by": -1}, trigger={"when": "roll", "rolls": ["frontal"]}, duration="roll")
    table = trial(card, kubik(), dice=[4, 4, 4])
    attack(table)
    assert table["kubik"]["wounds"] == 3
    assert table.position["effects"] == []


@shows("roll")
def test_the_object_of_a_roll_trigger_is_the_target_of_the_roll() -> None:
    card = on("roll", {"op": "give", "who": "object", "token": "noirceur"}, object={**FOE, "wounded": True})
    for wounds in (0, 1):
        table = trial(card, kubik(wounds=wounds), dice=[1, 1, 1])
        attack(table)
        assert table["kubik"]["noirceur"] == wounds


# ---- wounds ----------------------------------------------------------------------------------------------------------


@shows("wounded", "prevent")
@pytest.mark.parametrize(("count", "wounds"), [(1, 2), (9, 0), ({"value": "amount", "plus": -1}, 1)])
def test_wounds_are_prevented(count: Any, wounds: int) -> None:
    """Before the PV are checked."""
    card = on("wounded", {"op": "prevent", "count": count}, moment="before", id="plate")
    table = table_with(ally("petra", (5, 8)), kubik(capacities=["plate"]), cards=card, active="petra", dice=[6, 6, 6])
    attack(table)
    assert table["kubik"]["wounds"] == wounds


@shows("wounded", "value:amount")
@pytest.mark.parametrize(("dice", "points"), [([6, 6, 1], 2), ([1, 1, 1], 0), ([6, 6, 6], 0)])
def test_a_trigger_after_wounds_counts_them(dice: list[int], points: int) -> None:
    """At least one PV was checked, and it is not out of combat; `amount` is how many."""
    card = on("wounded", {"op": "score", "by": {"value": "amount"}}, moment="after", id="grudge")
    table = table_with(
        ally("petra", (5, 8)), kubik(life="SSS", capacities=["grudge"]), cards=card, active="petra", dice=dice
    )
    attack(table)
    assert table.points["2"] == points


@shows("wounded")
@pytest.mark.parametrize(("by", "points"), [("attack", 0), ("effect", 1), ("any", 1)])
def test_a_wound_trigger_can_name_its_cause(by: str, points: int) -> None:
    """LIF-2: an ally's card is no attack."""
    cards = [
        on("wounded", by=by, id="bruise"),
        capacity({"op": "wound", "who": "target"}, id="slap", targets=[{}]),
    ]
    table = table_with(ally("petra", (5, 8), capacities=["slap"]), ally("dominik", BESIDE, capacities=["bruise"]),
                       cards=cards, active="petra")  # fmt: skip
    use(table, "slap", target="dominik")
    assert table.points["1"] == points


@shows("wounded")
def test_another_may_take_a_wound_instead() -> None:
    """The wound of one becomes another's: before it is dealt."""
    card = on(
        "wounded", {"op": "prevent", "count": 1}, {"op": "wound", "who": "self"}, moment="before", by="attack",
        subject={"who": ["allied"], "range": um(2)}, optional=True, id="rampart",
    )  # fmt: skip
    table = table_with(ally("petra", (5, 8)), kubik(), foe("matej", (6.5, 9.5), capacities=["rampart"]), cards=card,
                       active="petra", dice=[6, 6, 1])  # fmt: skip
    attack(table)
    table.do("choose", seat="2", choice=True)
    assert (table["kubik"]["wounds"], table["matej"]["wounds"]) == (1, 1)


@shows("out-of-combat")
@pytest.mark.parametrize(("moment", "near"), [("before", True), ("before", False), ("after", True)])
def test_an_out_of_combat_trigger_can_name_its_moment_and_a_distance(moment: str, near: bool) -> None:
    """LIF-4: before, it still stands where it was; after, it has left, and still matches."""
    reach = {} if moment == "after" else {"range": um(2)}
    card = on(
        "out-of-combat", moment=moment, subject={"who": ["adverse"], **reach}, object={"who": ["allied"]}, id="see"
    )
    table = table_with(ally("petra", (5, 8)), kubik(life="S"),
                       ally("vera", (6, 10) if near else (12, 12), capacities=["see"]),
                       cards=card, active="petra", dice=[6, 6, 6])  # fmt: skip
    attack(table)
    assert table["kubik"]["out"]
    assert table.points["1"] == (1 if near else 0)


@shows("out-of-combat", "heal")
def test_a_rouage_can_be_healed_before_it_goes_out_of_combat() -> None:
    """A "before" trigger finds the rouage on the Bloc: one PV healed, and it stays."""
    card = on("out-of-combat", {"op": "heal"}, moment="before", id="stubborn")
    table = table_with(
        ally("petra", (5, 8)), kubik(life="S", capacities=["stubborn"]), cards=card, active="petra", dice=[6, 6, 6]
    )
    attack(table)
    assert (table["kubik"]["wounds"], table["kubik"]["at"] is None, table.traque) == (0, False, 0)


@shows("out-of-combat")
def test_a_capacity_triggers_when_its_own_bearer_goes_out_of_combat() -> None:
    """The bearer is looked at as it stood: its own capacity comes, though it is gone."""
    card = on("out-of-combat", {"op": "give", "who": "object", "token": "noirceur"}, moment="after", id="curse")
    table = table_with(
        ally("petra", (5, 8)), kubik(life="S", capacities=["curse"]), cards=card, active="petra", dice=[6, 6, 6]
    )
    attack(table)
    assert table["petra"]["noirceur"] == 2  # LIF-4's, and the curse's


# ---- tokens ----------------------------------------------------------------------------------------------------------


@shows("token")
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(
    ("token", "on_whom"),
    [("noirceur", "kubik"), ("action", "kubik"), ("stunned", "kubik"), ("agenda", "kubik"), ("player", "m")],
)
@pytest.mark.parametrize("change", ["gained", "lost"])
def test_tokens_gained_and_lost(token: str, on_whom: str, moment: str, change: str) -> None:
    """NOI, STA, ACT: `amount` is how many; a marker may be the subject."""
    kind = {"kind": "marker"} if on_whom == "m" else {"who": ["adverse"]}
    op = "give" if change == "gained" else "take"
    score = {"op": "score", "by": {"value": "amount"}}
    two = {"who": "target", "token": token, "count": 2}
    cards = [
        capacity({"op": "give", **two}, id="first", targets=[kind]),
        on("token", score, moment=moment, token=token, change=change, subject=kind, id="tally"),
        capacity({"op": op, **two}, id="hand", targets=[kind], cost={"actions": 1}),
    ]
    mine = ["hand", "first", "tally"]
    table = table_with(
        ally("petra", (5, 8), capacities=mine), kubik(actions=2), marker("m", (5, 10)), cards=cards, active="petra"
    )
    if change == "lost":
        use(table, "first", target=on_whom)
    assert table.points["1"] == 0
    use(table, "hand", target=on_whom)
    assert table.points["1"] == (1 if token == "stunned" else 2)


@shows("token", "prevent")
@pytest.mark.parametrize(("count", "noirceur"), [(1, 1), (9, 0)])
def test_tokens_are_prevented(count: int, noirceur: int) -> None:
    """NOI-1: before they are given."""
    cards = [
        on("token", {"op": "prevent", "count": count}, moment="before", token="noirceur", id="veil"),
        capacity({"op": "give", "who": {"who": ["adverse"]}, "token": "noirceur", "count": 2}),
    ]
    table = trial(cards, kubik(capacities=["veil"]))
    use(table)
    assert table["kubik"]["noirceur"] == noirceur


@shows("token", "prevent")
@pytest.mark.parametrize("source", ["tinted PV", "out of combat", "tinted marker", "cost", "fate"])
def test_noirceur_can_be_prevented_unless_paid_or_taken_to_tempt_fate(source: str) -> None:
    """NOI-5: LIF-3, LIF-4 and NOI-6 can be prevented; what is paid, and fate, cannot [choice]."""
    cards = [
        on("token", {"op": "prevent"}, moment="before", token="noirceur", id="veil"),
        capacity(SCORE, cost={"noirceur": 1}, id="pay"),
    ]
    target = {"tinted PV": "TSS", "out of combat": "S"}.get(source, "SSS")
    mine, theirs = (["pay", "veil"], []) if source != "tinted PV" else ([], ["veil"])
    pieces = (ally("petra", (5, 8), capacities=mine), kubik(life=target, capacities=theirs))
    dark = marker("m", (5, 11), tinted=True)
    table = table_with(*pieces, dark, cards=cards, active="petra", dice=[5, 1, 1, 1, 1, 1], spare=True)
    match source:
        case "cost":
            use(table, "pay")
        case "tinted marker":
            table.walk("petra", (5, 11 - off(0)))
        case _:
            attack(table, reroll=source == "fate")
    who = "kubik" if source == "tinted PV" else "petra"
    assert table[who]["noirceur"] == (1 if source in ("cost", "fate") else 0)


def test_action_tokens_spent_do_not_count_as_lost() -> None:
    """CAP-1 [choice]: action tokens spent are none lost."""
    table = trial(on("token", token="action", change="lost"))
    table.walk("petra", (5, 11))
    assert table.points["1"] == 0

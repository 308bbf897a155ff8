"""The effects of cards on rolls: figures, thresholds, dice already thrown, rolls of their own (ROL)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cards.trial import FOE, capacity, kubik, petra, shows, standing, table_with, trial, use
from tests.rules.table import Json, Table, ally, block, foe, gargoule, marker, off, rolled

FAR = (5, 1)
"""More than 4 in north of Pétra."""


def strike(card: Json, *, dice: list[int], by: Json | None = None, **target: Any) -> Json:
    """Pétra's frontal attack on Kubik: the roll."""
    table = trial(card, kubik(**target), by=by, dice=dice, spare=True)
    return rolled(table.frontal("petra", "kubik"))[0]


# ---- figures and thresholds ------------------------------------------------------------------------------------------


@shows("change")
@pytest.mark.parametrize(
    ("change", "dice"),
    [
        ({"by": 2}, 5),
        ({"by": -1}, 2),
        ({"to": 1}, 1),
        ({"to": 1, "by": 1}, 2),
        ({"by": 2, "rolls": ["frontal"]}, 5),
        ({"by": 2, "rolls": ["riposte"]}, 3),
        ({"by": {"value": "wounds"}}, 5),
    ],
)
def test_a_characteristic_changes(change: Json, dice: int) -> None:
    """ROL-1: so many more dice are thrown, for the rolls named; and the roll says why."""
    roll = strike(standing({"op": "change", "what": "combat", **change}), dice=[1] * dice, by={"wounds": 2})
    assert len(roll["dice"]) == dice
    assert ("trial" in roll["sources"]) == (dice != 3)


@shows("change")
@pytest.mark.parametrize(("wounds", "dice"), [(0, 3), (1, 5)])
def test_a_characteristic_changes_against_some(wounds: int, dice: int) -> None:
    """ROL-1: only against a target of that sort."""
    card = standing(
        {"op": "change", "what": "combat", "by": 2, "rolls": ["frontal"], "against": {**FOE, "wounded": True}}
    )
    assert len(strike(card, dice=[1] * dice, wounds=wounds)["dice"]) == dice


@shows("change")
@pytest.mark.parametrize(("gap", "dice"), [(0.5, 2), (3, 3)])
def test_the_one_who_rolls_is_the_subject_of_a_change(gap: float, dice: int) -> None:
    """DOD-1: a dodge is better against a far attacker: the distance is measured from the dodger."""
    card = standing(
        {"op": "change", "what": "dodge", "by": 1, "against": {**FOE, "of": "subject", "beyond": "1 in"}}, id="shield"
    )
    shooter = ally("petra", (5, 8), combat=2, shooting=2)
    target = kubik((5 + off(gap), 8), dodge=2, capacities=["shield"])
    table = table_with(shooter, target, cards=card, active="petra", dice=[1] * 9, spare=True)
    table.do("attack", rouage="petra", target="kubik", mode="frontal" if gap < 1 else "ranged")
    table.settle(dodge=True)
    assert len(table.rolls[1]["dice"]) == dice


def test_a_characteristic_lowered_to_zero_cannot_be_rolled() -> None:
    """ROL-4: a characteristic lowered to 0 cannot be used."""
    card = standing({"op": "change", "what": "combat", "by": -3})
    table = trial(card, kubik())
    table.refused("ROL-4", "no-dice", "attack", rouage="petra", target="kubik", mode="frontal")


@shows("threshold")
@pytest.mark.parametrize(
    ("keys", "threshold"),
    [
        ({"by": -1}, 4),
        ({"by": 1}, 6),
        ({"by": -1, "rolls": ["ranged"]}, 5),
        ({"by": -1, "against": {**FOE, "status": ["corrupted"]}}, 5),
        ({"by": -1, "against": {**FOE, "status": ["healthy"]}}, 4),
    ],
)
def test_a_threshold_changes(keys: Json, threshold: int) -> None:
    """ROL-2."""
    roll = strike(standing({"op": "threshold", **keys}), dice=[4, 4, 4])
    assert roll["threshold"] == threshold
    assert roll["successes"] == (3 if threshold == 4 else 0)


@shows("change")
@pytest.mark.parametrize("what", ["rank", "coordination-rank"])
def test_a_rank_changes_for_coordinations(what: str) -> None:
    """COO-1: one who counts as rank 1 is coordinated by one of rank 2."""
    card = standing({"op": "change", "what": what, "to": 1}, id="meek")
    kept = ally("dominik", (8, 8), rank=2)
    meek = ally("dominik", (8, 8), rank=2, capacities=["meek"])
    assert not table_with(ally("petra", (5, 8)), kept, cards=card, active="petra").legal("coordinate", rouage="dominik")
    assert table_with(ally("petra", (5, 8)), meek, cards=card, active="petra").legal("coordinate", rouage="dominik")


@shows("change")
def test_a_rank_changes_for_instincts() -> None:
    """HOS-2: the Rogue seeks the highest rank that counts."""
    card = standing({"op": "change", "what": "rank", "by": 5})
    table = trial(
        card, kubik((8 + off(0.5, 30, 40), 8), rank=4), marker("m", (2, 2)), by={"at": (8 - off(0.5, 30, 40), 8)},
        dice=[1] * 4, hostiles=[{"id": "rogue-1", "card": "rogue", "at": [203200, 203200]}],
    )  # fmt: skip
    table.end()
    assert table.asked("react")["prompt"]["params"]["rouage"] == "petra"
    table.settle()


# ---- rules left aside ------------------------------------------------------------------------------------------------


@shows("ignore:cover", "ignore:long-range")
@pytest.mark.parametrize(("what", "dice"), [([], 1), (["cover"], 2), (["long-range"], 3), (["cover", "long-range"], 4)])
def test_shots_may_ignore_cover_and_distance(what: list[str], dice: int) -> None:
    """RNG-2, RNG-3."""
    both = standing({"op": "ignore", "what": ["cover", "long-range"]}, id="other")
    cards = [both, standing({"op": "ignore", "what": what})] if what else [both]
    target = kubik(FAR)
    wall = block("d1", 4, 0, 6, 1 - off(0) / 2, kind="open")
    table = table_with(petra(shooting=4), target, wall, cards=cards, active="petra", dice=[1] * dice)
    assert len(rolled(table.shot("petra", "kubik"))[0]["dice"]) == dice


@shows("ignore:nearest")
def test_a_shot_may_be_at_another_than_the_nearest() -> None:
    """RNG-1."""
    card = standing({"op": "ignore", "what": ["nearest"]})
    pieces = (kubik((5, 5.5)), foe("jana", (5, 4)))
    shot = {"rouage": "petra", "target": "jana", "mode": "ranged"}
    trial(card, *pieces, by={"shooting": 3, "capacities": []}).refused("RNG-1", "not-nearest", "attack", **shot)
    table = trial(card, *pieces, by={"shooting": 3}, dice=[5, 5, 5])
    table.shot("petra", "jana")
    assert table["jana"]["wounds"] == 3


@shows("ignore:engaged-shooter", "ignore:engaged-target")
def test_a_shot_may_be_from_and_at_the_engaged() -> None:
    """RNG-1: while engaged, at somebody who is engaged."""
    card = standing({"op": "ignore", "what": ["engaged-shooter", "engaged-target"]})
    pieces = (kubik(), foe("jana", (9, 8)), ally("dominik", (9 + off(0.5), 8)))
    shot = {"rouage": "petra", "target": "jana", "mode": "ranged"}
    assert not trial(card, *pieces, by={"shooting": 1, "capacities": []}).legal("attack", **shot)
    table = trial([card, standing({"op": "ignore", "what": ["nearest"]}, id="b")], *pieces,
                  by={"shooting": 1, "capacities": ["trial", "b"]}, dice=[5])  # fmt: skip
    table.shot("petra", "jana")
    assert table["jana"]["wounds"] == 1


@shows("ignore:sight")
def test_no_line_of_sight_may_be_needed() -> None:
    """LOS-4."""
    card = standing({"op": "ignore", "what": ["sight"]})
    pieces = (kubik((5, 4)), block("d1", 2, 5.5, 8, 6))
    shot = {"rouage": "petra", "target": "kubik", "mode": "ranged"}
    trial(card, *pieces, by={"shooting": 2, "capacities": []}).refused("LOS-4", "no-line-of-sight", "attack", **shot)
    table = trial(card, *pieces, by={"shooting": 2}, dice=[5, 5])
    table.shot("petra", "kubik")
    assert table["kubik"]["wounds"] == 2


@shows("ignore:support")
@pytest.mark.parametrize(("bearer", "threshold"), [(False, 4), (True, 5)])
def test_support_may_not_count_against_it(bearer: bool, threshold: int) -> None:
    """ROL-3."""
    card = standing({"op": "ignore", "what": ["support"]}, id="alone")
    table = table_with(
        ally("petra", (5, 8)),
        ally("dominik", (5 + off(1), 8 + off(0.3))),
        kubik(capacities=["alone"] if bearer else []),
        cards=card,
        active="petra",
        dice=[1, 1, 1],
    )
    assert rolled(table.frontal("petra", "kubik"))[0]["threshold"] == threshold


# ---- dice on the table -----------------------------------------------------------------------------------------------


def after(*operations: Json, **keys: Any) -> Json:
    """A capacity that answers Pétra's frontal attack rolls."""
    return capacity(*operations, trigger={"when": "roll", "moment": "after", "rolls": ["frontal"]}, **keys)


@shows("die")
@pytest.mark.parametrize(("keys", "wounds"), [({"to": 6}, 1), ({"by": 2, "faces": [3]}, 1), ({"by": 5, "count": 2}, 2)])
def test_a_die_is_changed(keys: Json, wounds: int) -> None:
    """ROL-1: after the roll a die shows another face; the wound comes of it."""
    table = trial(after({"op": "die", **keys}), kubik(), dice=[3, 3, 3])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    table.do("tempt-fate", reroll=False)
    while table.waiting == {"1": "choose"}:
        table.do("choose", choice=3)
    table.settle()
    assert table["kubik"]["wounds"] == wounds


def test_changing_dice_may_be_left() -> None:
    """The controller picks among the dice that fit, and may say that it is enough."""
    table = trial(after({"op": "die", "to": 6, "count": 3}), kubik(), dice=[1, 2, 5])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    table.do("tempt-fate", reroll=False)
    assert [o["command"]["choice"] for o in table.asked("choose")["options"]] == [1, 2, 5, None]
    table.do("choose", choice=2)
    assert [o["command"]["choice"] for o in table.asked("choose")["options"]] == [1, 5, None]
    table.do("choose", choice=None)
    table.settle()
    assert table["kubik"]["wounds"] == 2


@shows("successes")
@pytest.mark.parametrize(("by", "wounds"), [(2, 3), (-1, 0), (-5, 0), ({"value": "dice", "faces": [1]}, 3)])
def test_successes_are_added(by: Any, wounds: int) -> None:
    """Never below 0."""
    table = trial(after({"op": "successes", "by": by}), kubik(), dice=[5, 1, 1])
    table.frontal("petra", "kubik")
    assert table["kubik"]["wounds"] == wounds


@shows("reroll")
@pytest.mark.parametrize(
    ("keys", "again", "wounds"),
    [
        ({"dice": "all"}, [6, 6, 1], 2),
        ({"dice": "failures"}, [6, 6], 3),
        ({"dice": "failures", "count": 1}, [1], 1),
    ],
)
def test_dice_are_thrown_again(keys: Json, again: list[int], wounds: int) -> None:
    """The new result stands; of failures the lowest go first."""
    table = trial(after({"op": "reroll", **keys}), kubik(), dice=[5, 2, 4, *again])
    table.frontal("petra", "kubik")
    assert table["kubik"]["wounds"] == wounds


@shows("reroll")
def test_dice_that_its_player_chooses_are_thrown_again() -> None:
    table = trial(after({"op": "reroll", "dice": "chosen", "count": 1}), kubik(), dice=[5, 2, 4, 6])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    table.do("tempt-fate", reroll=False)
    table.do("choose", choice=4)
    table.settle()
    assert table["kubik"]["wounds"] == 2


def test_a_dodge_cancels_what_cards_have_left() -> None:
    """ATK-2: after tempting fate and what cards make of the rolls, the dodge cancels."""
    table = trial(after({"op": "successes", "by": 2}), kubik(dodge=1), dice=[5, 1, 1, 6])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.settle(dodge=True)
    assert table["kubik"]["wounds"] == 2


# ---- rolls of their own ----------------------------------------------------------------------------------------------


def examined(*, reroll: bool = False, dice: list[int], **keys: Any) -> Table:
    """Pétra's test of Technique against Kubik: one Noirceur for him per success."""
    give = {"op": "give", "who": "target", "token": "noirceur", "count": {"value": "successes"}}
    test = {"op": "test", "characteristic": "technique", "target": "target", "operations": [give], **keys}
    table = trial(capacity(test, targets=[{"who": ["adverse"]}]), kubik((9, 8)), ally("dominik", (9 + off(0.5), 8)),
                  dice=dice)  # fmt: skip
    use(table, target="kubik")
    table.settle(**({"reroll": True} if reroll else {}))
    return table


@shows("test")
@pytest.mark.parametrize(("keys", "noirceur"), [({}, 1), ({"threshold": 6}, 0), ({"threshold": 3}, 2)])
def test_a_card_asks_for_a_roll(keys: Json, noirceur: int) -> None:
    """ROL-1, ROL-3: the base threshold lowered by the support of Dominik, who stands beside the target."""
    table = examined(dice=[2, 4], **keys)
    assert table["kubik"]["noirceur"] == noirceur


@shows("test")
def test_fate_is_tempted_on_it() -> None:
    """ROL-5: it is the active rouage's roll."""
    table = examined(dice=[1, 1, 6, 6], reroll=True)
    assert (table["kubik"]["noirceur"], table["petra"]["noirceur"]) == (2, 1)


@shows("test")
def test_without_dice_there_is_no_test() -> None:
    """ROL-4."""
    give = {"op": "give", "who": "self", "token": "noirceur"}
    table = trial(capacity({"op": "test", "characteristic": "shooting", "operations": [give]}))
    use(table)
    assert table["petra"]["noirceur"] == 0


@shows("threshold", "test")
def test_a_change_for_one_roll_ends_with_it() -> None:
    """CAP-1: until the roll at hand ends: the second test is as hard as ever."""
    before = capacity(
        {"op": "threshold", "by": -2},
        id="aim",
        duration="roll",
        frequency={"n": 1, "per": "phase"},
        trigger={"when": "roll", "moment": "before", "rolls": ["test"]},
    )
    score = {"op": "score", "by": {"value": "successes"}}
    test = capacity({"op": "test", "characteristic": "technique", "operations": [score]}, cost={"actions": 1})
    table = trial([before, test], by={"capacities": ["aim", "trial"]}, dice=[3, 3, 3, 3])
    for points in (2, 2):
        use(table)
        table.settle()
        assert table.points["1"] == points


@shows("ignore:reinforced")
@pytest.mark.parametrize(("pierce", "wounds"), [(False, 1), (True, 2)])
def test_reinforced_points_may_be_pierced(pierce: bool, wounds: int) -> None:
    """LIF-2."""
    card = standing({"op": "ignore", "what": ["reinforced"]})
    table = trial(card, kubik(life="RSSS"), by={} if pierce else {"capacities": []}, dice=[5, 5, 1])
    table.frontal("petra", "kubik")
    assert table["kubik"]["wounds"] == wounds


@shows("ignore:wounds")
def test_one_may_take_no_wounds() -> None:
    """GEN-1: of such attackers."""
    card = standing({"op": "ignore", "what": ["wounds"], "against": {"who": ["hostile"]}})
    table = trial(card, gargoule("g", (5, 8 - off(0.5, 30, 50))), kubik(combat=1), dice=[6] * 9, spare=True)
    table.walk("petra", (5, 11))
    assert table.waiting == {"2": "opportunity"}
    assert table["petra"]["wounds"] == 0
    table.do("opportunity", attack=True)
    assert table["petra"]["wounds"] == 1

"""The moments of triggered capacities: every trigger of the language, before and after, and what may still be
stopped."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rules.olomoc.packs.language import Action
from tests.cards.trial import FOE, capacity, kubik, petra, shows, table_with, trial, use
from tests.rules.table import (
    MINISTRIES,
    PLANS,
    Json,
    Table,
    ally,
    cabal,
    foe,
    marker,
    off,
    rogue,
    um,
)

THEM = {"subject": FOE}
ALL = {"who": ["self", "allied", "adverse", "hostile"], "presence": "anywhere"}
SCORE: Json = {"op": "score"}
BESIDE = (5, 8 + off(0.5))


def on(when: str, *operations: Json, **trigger: Any) -> Json:
    """A capacity that scores (or does these) when that happens."""
    keys = {k: trigger.pop(k) for k in ("optional", "frequency", "cost", "targets", "conditions", "id") if k in trigger}
    return capacity(*(operations or (SCORE,)), trigger={"when": when, **trigger}, **keys)


def attack(table: Table, mode: str = "frontal", **answers: Any) -> None:
    """Pétra attacks Kubik; what is not said is declined."""
    table.do("attack", rouage="petra", target="kubik", mode=mode)
    table.settle(**answers)


def phase(card: Json | list[Json], at: Any = (5, 8), capacities: Any = ("trial",), **keys: Any) -> Table:
    """The first phase of a cycle: Pétra (rank 3) plays first, then Otto."""
    cards = [card] if isinstance(card, dict) else card
    mine = [petra(at, rank=3, revealed=False, capacities=list(capacities)), *cabal("1", "x", "kubik", "dominik")[1:]]
    theirs = cabal("2", "hynek", "jana", "otto", at={"otto": (12, 3)})
    table = table_with(*mine, *theirs, cards=cards, ministries=MINISTRIES, artefact=["rogue-south-east"] * 1, **keys)
    table.plan("1", *PLANS["1"])
    table.plan("2", *PLANS["2"])
    return table


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
        on("targeted", by=[by], subject=ALL, id="this"),
        on("targeted", {"op": "score", "by": 5}, by=[o for o in others if o != by], subject=ALL, id="other"),
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
    card = on("roll", moment=moment, rolls=rolls, subject=ALL, id="ear")
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


# ---- movements -------------------------------------------------------------------------------------------------------


@shows("enters", "leaves")
@pytest.mark.parametrize(
    ("zone", "start", "end", "entered", "left"),
    [
        ({"zone": "threat"}, (5, 5), (5, 8 - off(0.9)), 1, 0),
        ({"zone": "threat"}, (5, 5), (5, 8 - off(1.1)), 0, 0),
        ({"zone": "threat"}, (5, 8 - off(0.9)), (5, 5), 0, 1),
        ({"zone": "threat"}, (5, 8 - off(0.9)), (5, 8 - off(0.2)), 0, 0),
        ({"zone": "contact"}, (5, 5), (5, 8 - off(0)), 1, 0),
        ({"zone": "contact"}, (5, 8 - off(0)), (5, 8 - off(0.2)), 0, 1),
        ({"zone": "range", "range": um(2)}, (5, 4), (5, 8 - off(1.9)), 1, 0),
        ({"zone": "range", "range": um(2)}, (5, 8 - off(1.9)), (5, 4), 0, 1),
    ],
)
def test_triggers_of_entering_and_leaving_a_zone(zone: Json, start: Any, end: Any, entered: int, left: int) -> None:
    """ENG-3: it ends a movement there, and was not there before; or the other way round."""
    me = {"object": {"who": ["self"]}, "subject": {"who": ["adverse"]}, **zone}
    cards = [on("enters", id="in", **me), on("leaves", {"op": "score", "by": 5}, id="out", **me)]
    table = table_with(foe("kubik", start), ally("petra", (5, 8), combat=0, capacities=["in", "out"]), cards=cards,
                       active="kubik")  # fmt: skip
    table.walk("kubik", end)
    assert table.points["1"] == entered + 5 * left


@shows("enters")
def test_entering_the_contact_of_a_marker() -> None:
    """MEA-5: the object may be a marker."""
    card = on("enters", zone="contact", object={"kind": "marker", "tinted": True})
    for x, points in ((9, 1), (5, 0)):
        table = trial(card, marker("m", (9, 4), tinted=True), marker("n", (5, 4)))
        table.walk("petra", (x, 4 + off(0)))
        assert table.points["1"] == points


@shows("enters", "place")
def test_coming_onto_the_bloc_is_entering() -> None:
    """ENG-3: it was not in the zone before."""
    card = on("enters", object={"who": ["adverse"]})
    place = capacity({"op": "place", "spot": {"at": [um(5 + off(0.5)), um(14)]}}, id="drop")
    table = trial([card, place], kubik((5, 14)), by={"at": None, "capacities": ["trial", "drop"]})
    use(table, "drop")
    assert table.points["1"] == 1


@shows("moved")
@pytest.mark.parametrize(
    ("by", "points"),
    [([], 3), (["displacement"], 1), (["push"], 1), (["placement"], 1), (["entry"], 0), (["displacement", "push"], 2)],
)
def test_a_movement_trigger_can_name_the_kind_of_movement(by: list[str], points: int) -> None:
    """MOV-1: a walk, a push, a placement."""
    cards = [
        on("moved", by=by, subject=ALL, id="eye"),
        capacity({"op": "push", "who": "self"}, {"op": "place", "spot": {"at": [um(9), um(9)]}}, id="move"),
    ]
    table = table_with(ally("petra", (5, 8), capacities=["move"]), ally("eye", (14, 14), capacities=["eye"]),
                       cards=cards, active="petra")  # fmt: skip
    table.walk("petra", (5, 11))
    use(table, "move")
    table.do("move", to=(5, 12.5))
    assert table.points["1"] == points


@shows("moved")
def test_a_movement_trigger_can_name_the_entry() -> None:
    """ACT-2."""
    table = phase(on("moved", by=["entry"]), at=None)
    table.enter("petra", 5)
    assert table.points["1"] == 1


# ---- actions ---------------------------------------------------------------------------------------------------------


@shows("action")
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("action", get_args(Action))
def test_every_generic_capacity(action: str, moment: str) -> None:
    """CAP-1: by its own name and no other; a charge is neither walk nor frontal attack."""
    cards = [
        on("action", moment=moment, actions=[action], subject=ALL, id="this"),
        on(
            "action",
            {"op": "score", "by": 5},
            moment=moment,
            actions=[a for a in get_args(Action) if a != action],
            id="other",
        ),
    ]
    far = action in ("charge", "ranged")
    table = table_with(
        ally("petra", (5, 8), shooting=3, noirceur=1, rank=3),
        ally("dominik", (2, 14), rank=1),
        kubik((9, 8) if far else (5 + off(0.5), 8), dodge=1, combat=1),
        ally("witness", (14, 14), rank=1, capacities=["this"]),
        marker("m", BESIDE),
        cards=cards,
        active="petra",
        agenda="survey",
        dice=[1] * 20,
        spare=True,
    )
    acted(table, action)
    assert table.points["1"] == 1


def acted(table: Table, action: str) -> None:
    """Somebody does that."""
    match action:
        case "walk":
            table.walk("petra", (5 + off(0.4), 8 - off(0.4)))
        case "frontal" | "ranged":
            attack(table, action)
        case "charge":
            table.do("charge", rouage="petra", target="kubik", to=(9 - off(0.5), 8))
            table.settle()
        case "rest":
            table.do("rest", rouage="petra", target="petra", remove="noirceur")
        case "study":
            table.study("petra", "m")
        case "riposte":
            attack(table, riposte="combat")
        case "dodge":
            attack(table, dodge=True)
        case "opportunity":
            table.walk("petra", (3, 5))
            table.do("opportunity", attack=True)
        case "coordinate":
            table.do("coordinate", rouage="dominik")
        case _:
            attack(table, reroll=True)


@shows("action", "prevent")
@pytest.mark.parametrize(
    ("action", "key", "before"), [("walk", "at", [um(5), um(8)]), ("rest", "noirceur", 1), ("coordinate", "actions", 4)]
)
def test_an_action_is_stopped(action: str, key: str, before: Any) -> None:
    """Declared and paid, it comes to nothing."""
    card = on("action", {"op": "prevent"}, moment="before", actions=[action], id="stop", subject={"who": ["adverse"]})
    mates = (ally("petra", (5, 8), noirceur=1, rank=3), ally("dominik", (2, 14), rank=1))
    table = table_with(*mates, kubik((12, 8), capacities=["stop"]), cards=card, active="petra")
    acted(table, action)
    assert table["petra"][key] == before
    assert table.position["active"]["rouages"] == ["petra"]
    assert table["petra"]["actions"] == (4 if action == "coordinate" else 3)


@shows("action", "prevent")
def test_reactions_are_stopped_each_alone() -> None:
    """DOD-1, RIP-1: the riposte is stopped, the dodge goes on; both stay paid."""
    card = on("action", {"op": "prevent"}, moment="before", actions=["riposte"], subject={"who": ["adverse"]})
    table = trial(card, kubik(dodge=1, combat=3), dice=[5, 1, 1, 6])
    attack(table, dodge=True, riposte="combat")
    assert (table["kubik"]["wounds"], table["petra"]["wounds"], table["kubik"]["actions"]) == (0, 0, 2)


@shows("action")
def test_a_hostile_acts_too() -> None:
    """HOS-1: what waits for it comes."""
    card = on("action", moment="before", actions=["frontal"], subject={"who": ["hostile"]})
    table = trial(card, rogue("rogue-1", (5 + off(0.5, 30, 40), 8)), dice=[1] * 4)
    table.end()
    assert table.points["1"] == 1
    table.settle()


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

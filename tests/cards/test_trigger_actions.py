"""The moments of triggered capacities on what a rouage does: movements and actions."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rules.olomoc.packs.language import Action
from tests.cards.trial import ANY, BESIDE, attack, capacity, kubik, on, phase, shows, table_with, trial, use
from tests.rules.table import Json, Table, ally, foe, marker, off, rogue, um

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
        on("moved", by=by, subject=ANY, id="eye"),
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
        on("action", moment=moment, actions=[action], subject=ANY, id="this"),
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

"""Values and conditions: every amount, every condition, every key of a filter (MEA for what is measured)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cards.trial import BESIDE, FOE, capacity, kubik, shows, table_with, trial, use
from tests.rules.table import Json, ally, block, foe, marker, off, rogue, um, zone


def worth(by: Any, *pieces: Any, before: Json | None = None, targets: Any = (), **keys: Any) -> int:
    """The points that an amount is."""
    table = trial(capacity({"op": "score", "by": by}, targets=list(targets)), *pieces, by=before, **keys)
    use(table, **{t.get("name", "target"): "kubik" for t in targets})
    return table.points["1"] - keys.get("points", {"1": 0})["1"]


# ---- amounts ---------------------------------------------------------------------------------------------------------

AIM = [{"who": ["adverse"], "presence": "anywhere", "sight": False}]


@shows("value:count")
@pytest.mark.parametrize(
    ("of", "count"),
    [({"who": ["adverse"]}, 3), ({"who": ["adverse"], "range": um(2)}, 1), ({"who": ["adverse"], "pick": "nearest"}, 1),
     ({"who": ["hostile"]}, 0), ({"kind": "marker"}, 1), ({"kind": "decor"}, 1)],
)  # fmt: skip
def test_a_count_of_pieces(of: Json, count: int) -> None:
    pieces = (kubik(), foe("jana", (9, 8)), foe("otto", (12, 8)), marker("m", (2, 2)), block("d1", 1, 12, 2, 13))
    assert worth({"value": "count", "of": of}, *pieces) == count


@shows("value:characteristic")
def test_a_characteristic_as_it_stands() -> None:
    """ROL-1: bonuses included."""
    bonus = {"op": "change", "what": "technique", "by": 2}
    card = capacity(bonus, {"op": "score", "by": {"value": "characteristic", "which": "technique"}})
    table = trial(card, by={"technique": 3})
    use(table)
    assert table.points["1"] == 5


@shows("value:rank")
def test_a_rank_as_it_stands() -> None:
    card = capacity({"op": "change", "what": "rank", "to": 4}, {"op": "score", "by": {"value": "rank"}})
    table = trial(card)
    use(table)
    assert table.points["1"] == 4


@shows("value:tokens")
@pytest.mark.parametrize(
    ("token", "keys", "count"),
    [
        ("noirceur", {"noirceur": 2}, 2),
        ("action", {"actions": 3}, 3),
        ("stunned", {"states": ["stunned"]}, 1),
        ("agenda", {"tokens": {"agenda": 4}}, 4),
        ("player", {"tokens": {"1": 2, "2": 5}}, 2),
        ("adverse-player", {"tokens": {"1": 2, "2": 5}}, 5),
    ],
)
def test_how_many_tokens(token: str, keys: Json, count: int) -> None:
    assert worth({"value": "tokens", "of": "target", "token": token}, kubik(**keys), targets=AIM) == count


@shows("value:wounds")
def test_how_many_wounds() -> None:
    assert worth({"value": "wounds"}, before={"wounds": 2}) == 2


@shows("value:life")
def test_how_much_life_is_left() -> None:
    """LIF-1."""
    assert worth({"value": "life", "of": "target"}, kubik(life="SSSSS", wounds=2), targets=AIM) == 3


@shows("value:successes", "value:dice")
@pytest.mark.parametrize(("by", "points"), [({"value": "successes"}, 1), ({"value": "dice", "faces": [2, 6]}, 2)])
def test_values_count_successes_and_faces_of_the_current_roll(by: Json, points: int) -> None:
    """Of the roll at hand; 0 outside one."""
    assert worth({"value": "successes"}) == 0
    both = [{"op": "score", "by": {"value": "successes"}}, {"op": "score", "by": {"value": "dice", "faces": [2, 6]}}]
    test = {"op": "test", "characteristic": "technique", "operations": [{"op": "score", "by": by}]}
    table = trial([capacity(test), capacity(*both, id="other")], by={"technique": 3}, dice=[6, 2, 1])
    use(table)
    table.settle()
    assert table.points["1"] == points


@shows("value:track")
@pytest.mark.parametrize(
    ("keys", "count"),
    [({"track": "points"}, 3), ({"track": "points", "player": "opponent"}, 5), ({"track": "fiel"}, 1),
     ({"track": "fiel", "player": "opponent"}, 2), ({"track": "traque"}, 2)],
)  # fmt: skip
def test_the_value_of_a_track(keys: Json, count: int) -> None:
    stand: Json = {"points": {"1": 3, "2": 5}, "fiel": {"1": 1, "2": 2}, "traque": 2}
    assert worth({"value": "track", **keys}, **stand) == count


@shows("value:cycle", "value:phase")
def test_the_number_of_cycle_and_phase() -> None:
    """GEN-2."""
    both = capacity(
        {"op": "score", "by": {"value": "cycle", "times": 5, "plus": 0}}, {"op": "score", "by": {"value": "phase"}}
    )
    table = trial(both, cycle=2, phase=4)
    use(table)
    assert table.points["1"] == 14


@shows("value:phase")
def test_the_hostile_phase_is_the_sixth() -> None:
    score = {"op": "score", "by": {"value": "phase"}}
    cards = [
        capacity(score, trigger={"when": "phase", "moment": "end", "phases": ["hostile"]}, id="six"),
        capacity(score, trigger={"when": "cycle", "moment": "end"}, id="none"),
    ]
    table = trial(cards, by={"capacities": ["six", "none"]})
    table.end()
    assert table.points["1"] == 6


@shows("value:distance")
@pytest.mark.parametrize(("at", "count"), [((5 + off(2), 8), 2), ((5 + off(2.1), 8), 3), (None, 20)])
def test_a_distance_counts_whole_inches_rounded_up(at: Any, count: int) -> None:
    """MEA-2: whole inches, rounded up; 99 off the Bloc, of which the track takes 20."""
    assert worth({"value": "distance", "to": "target"}, kubik(at), targets=AIM) == count


@shows("value:wounds")
@pytest.mark.parametrize(
    ("scaled", "points"),
    [({"times": 3}, 6), ({"plus": 2}, 4), ({"times": -1, "plus": 5}, 3), ({"at_least": 4}, 4), ({"at_most": 1}, 1)],
)
def test_amounts_are_scaled(scaled: Json, points: int) -> None:
    assert worth({"value": "wounds", **scaled}, before={"wounds": 2}) == points


# ---- conditions ------------------------------------------------------------------------------------------------------


def holds(*conditions: Json, **keys: Any) -> bool:
    """Whether a capacity can be used under these conditions, and says why not."""
    table = trial(capacity({"op": "score"}, conditions=list(conditions)), *keys.pop("pieces", ()), **keys)
    legal = table.legal("capacity", rouage="petra", capacity="trial", targets={})
    if not legal:
        table.refused("CAP-1", "conditions", "capacity", rouage="petra", capacity="trial", targets={})
    return legal


WOUNDED: Json = {"test": "is", "like": {"who": ["self"], "wounded": True}}
TAINTED: Json = {"test": "is", "like": {"who": ["self"], "status": ["tinted", "corrupted"]}}


@shows("test:is")
@pytest.mark.parametrize("wounds", [0, 1])
def test_a_condition_on_one_property(wounds: int) -> None:
    assert holds(WOUNDED, by={"wounds": wounds}) == bool(wounds)


@shows("test:is")
def test_a_list_of_conditions_needs_all_of_them() -> None:
    assert not holds(WOUNDED, TAINTED, by={"wounds": 1})
    assert holds(WOUNDED, TAINTED, by={"wounds": 1, "noirceur": 1})


@shows("test:count")
@pytest.mark.parametrize(
    ("keys", "legal"),
    [({}, True), ({"at_least": 3}, False), ({"at_most": 1}, False), ({"at_least": 0, "at_most": 2}, True)],
)
def test_a_count_condition_compares_with_its_bounds(keys: Json, legal: bool) -> None:
    count = {"test": "count", "of": {"who": ["adverse"]}, **keys}
    assert holds(count, pieces=(kubik(), foe("jana", (9, 8)))) is legal


@shows("test:compare")
@pytest.mark.parametrize(
    ("how", "legal"),
    [("less", [True, False, False]), ("at-most", [True, True, False]), ("equal", [False, True, False]),
     ("at-least", [False, True, True]), ("more", [False, False, True]), ("different", [True, False, True])],
)  # fmt: skip
def test_amounts_compared(how: str, legal: list[bool]) -> None:
    compare = {"test": "compare", "left": {"value": "wounds"}, "holds": how, "right": 2}
    assert [holds(compare, by={"wounds": n}) for n in (1, 2, 3)] == legal


@shows("test:any")
def test_any_means_that_one_of_the_conditions_holds() -> None:
    either = {"test": "any", "of": [WOUNDED, TAINTED]}
    assert [holds(either, by=by) for by in ({}, {"wounds": 1}, {"noirceur": 1})] == [False, True, True]


@shows("test:not")
def test_not_means_that_none_of_the_conditions_holds() -> None:
    neither = {"test": "not", "of": [WOUNDED, TAINTED]}
    assert [holds(neither, by=by) for by in ({}, {"wounds": 1}, {"noirceur": 1})] == [True, False, False]


# ---- filters ---------------------------------------------------------------------------------------------------------


def kept(filter: Json, **keys: Any) -> set[str]:
    """The pieces that a filter keeps of those who stand about, for Pétra at (5, 8)."""
    card = capacity({"op": "give", "who": filter, "token": "agenda"})
    pieces = (
        ally("dominik", BESIDE, rank=1, card="dominik-kralov", noirceur=1),
        ally("off", rank=3, noirceur=3, ministries=["security"]),
        kubik(rank=2, wounds=1, states=["stunned"], card="kubik-oktobar"),
        foe("jana", (9, 8), rank=3, actions=0, revealed=False),
        foe("far", (14, 14 + off(0)), rank=1, tokens={"agenda": 2}),
        rogue("rogue-1", (9 + off(0.5, 30, 40), 8)),
        marker("m", (5, 8 - off(1)), tinted=True),
        marker("n", (12, 4), 40),
        zone("z", 4, 1, 6, 2, tinted=True),
        block("wall", 8, 9, 10, 10),
    )
    table = trial(card, *pieces, **keys)
    before = borne(table)
    use(table)
    return {id for id, count in borne(table).items() if count > before[id]}


def borne(table: Any) -> dict[str, int]:
    position = table.position
    return {p["id"]: p["tokens"].get("agenda", 0) for key in ("rouages", "hostiles", "markers") for p in position[key]}


SIDES = ["self", "allied", "adverse", "hostile"]
ALL = {"who": SIDES}
EVERY = {"petra", "dominik", "kubik", "jana", "far", "rogue-1"}


@pytest.mark.parametrize(
    ("filter", "who"),
    [
        ({}, {"dominik"}),
        ({"who": ["self"]}, {"petra"}),
        ({"who": ["adverse"]}, {"kubik", "jana", "far"}),
        ({"who": ["hostile"]}, {"rogue-1"}),
        (ALL, EVERY),
        ({**ALL, "presence": "anywhere"}, EVERY | {"off"}),
        ({**ALL, "presence": "off-bloc"}, {"off"}),
        ({**ALL, "cards": ["kubik-oktobar", "rogue"]}, {"kubik", "rogue-1"}),
        ({**ALL, "range": um(1)}, {"petra", "dominik", "kubik"}),
        ({**ALL, "beyond": um(5)}, {"far"}),
        ({**ALL, "beyond": um(1), "range": um(5)}, {"jana", "rogue-1"}),
        ({**ALL, "contact": True}, set()),
        ({**ALL, "sight": True}, EVERY),
        ({**ALL, "engages": "self"}, set()),
        ({**ALL, "engaged_by": "self"}, {"kubik"}),
        ({**ALL, "engaged": True}, {"kubik", "jana", "rogue-1"}),
        ({**ALL, "engaged": False}, {"petra", "dominik", "far"}),
        ({**ALL, "in_cover": True}, set()),
        ({**ALL, "status": ["tinted"]}, {"dominik"}),
        ({**ALL, "status": ["corrupted"], "presence": "anywhere"}, {"off"}),
        ({**ALL, "wounded": True}, {"kubik"}),
        ({**ALL, "rank_at_least": 3}, {"jana"}),
        ({**ALL, "rank_at_most": 1}, {"dominik", "far"}),
        ({**ALL, "factions": ["stokers"]}, {"dominik"}),
        ({**ALL, "ministries": ["security"], "presence": "anywhere"}, {"off"}),
        ({**ALL, "active": True}, {"petra"}),
        ({"who": ["adverse"], "revealed": False}, {"jana"}),
        ({**ALL, "bears": {"token": "stunned"}}, {"kubik"}),
        ({"who": ["adverse"], "bears": {"token": "action", "at_least": 0, "at_most": 0}}, {"jana"}),
        ({**ALL, "bears": {"token": "agenda", "at_least": 2}}, {"far"}),
        ({**ALL, "edge": "own", "edge_range": um(2)}, {"far"}),
        ({**ALL, "edge": "adverse", "edge_range": um(9)}, EVERY - {"far", "dominik"}),
        ({**ALL, "excluding": ["self"]}, EVERY - {"petra"}),
        ({"kind": "marker"}, {"m", "n"}),
        ({"kind": "marker", "tinted": True}, {"m"}),
        ({"kind": "marker", "cards": ["n"]}, {"n"}),
        ({"kind": "marker", "range": um(1)}, {"m"}),
    ],
)
def test_every_key_of_a_filter(filter: Json, who: set[str]) -> None:
    """GEN-4, GEN-8, GEN-9, MEA-2, MEA-3, ENG-2, NOI-1, STA-2: every key that is given must hold."""
    assert kept(filter, by={"rank": 2}) == who


@pytest.mark.parametrize(
    ("filter", "count"),
    [
        ({}, 2), ({"decor_kind": ["zone"]}, 1), ({"tinted": True}, 1), ({"range": um(3)}, 1), ({"contact": True}, 0),
        ({"of": "wall", "range": um(9)}, 2),
    ],
)  # fmt: skip
def test_filters_of_decor(filter: Json, count: int) -> None:
    """DEC-1, DEC-2: from edge to edge."""
    score = {"op": "score", "by": {"value": "count", "of": {"kind": "decor", **filter}}}
    card = capacity(score, targets=[{"kind": "decor", "name": "wall", "cards": ["wall"], "sight": False}])
    table = trial(card, zone("z", 4, 5, 6, 6, tinted=True), block("wall", 9, 9, 10, 10))
    use(table, wall="wall")
    assert table.points["1"] == count


def test_a_hostiles_sides() -> None:
    """GEN-4 [choice]: seen from a hostile both players' rouages are adverse, the other hostiles allied."""
    give = {"op": "give", "who": {"who": ["adverse"]}, "token": "noirceur"}
    mates = {"op": "give", "who": {"who": ["allied"]}, "token": "agenda"}
    scream = capacity(give, mates, trigger={"when": "action", "actions": ["frontal"]}, id="scream")
    table = table_with(
        ally("petra", (5, 8)),
        kubik((12, 12)),
        rogue("rogue-1", (5 + off(0.5, 30, 40), 8), profile={"capacities": ["scream"]}),
        rogue("rogue-2", (2, 2)),
        cards=scream,
        active="petra",
        dice=[1] * 8,
        spare=True,
    )
    table.end()
    table.idle_until(lambda t: t["petra"]["noirceur"] > 0)
    assert (table["kubik"]["noirceur"], table["rogue-1"]["tokens"], table["rogue-2"]["tokens"]) == (
        1,
        {},
        {"agenda": 1},
    )


def test_targets_see_those_before_them() -> None:
    """CAP-1: the second is measured from the first; what nothing can follow is no first."""
    second = {"name": "next", **FOE, "of": "target", "range": um(1), "excluding": ["target"], "sight": False}
    card = capacity({"op": "score"}, targets=[FOE, second])
    table = trial(card, foe("a", (9, 8)), foe("b", (9 + off(0.8), 8)), foe("c", (14, 2)))
    no = {"rouage": "petra", "capacity": "trial"}
    table.refused("CAP-1", "too-far", "capacity", **no, targets={"target": "a", "next": "c"})
    table.refused("CAP-1", "not-a-target", "capacity", **no, targets={"target": "a", "next": "a"})
    rows = [o["command"]["targets"] for o in table.asked("act")["options"] if o["command"].get("capacity") == "trial"]
    assert rows == [{"target": "a", "next": "b"}, {"target": "b", "next": "a"}]
    use(table, target="a", next="b")
    assert table.points["1"] == 1


def test_a_target_may_be_left_out_if_the_card_says_so() -> None:
    card = capacity({"op": "heal", "who": "target"}, {"op": "score"}, targets=[{**FOE, "optional": True}])
    table = trial(card, kubik(wounds=1))
    use(table)
    assert (table.points["1"], table["kubik"]["wounds"]) == (1, 1)

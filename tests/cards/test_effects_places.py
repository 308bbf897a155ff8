"""The effects of cards on places: pushing, displacing, placing and swapping, things put on the Bloc or taken off it
(MOV, ENG-4)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.cards.trial import capacity, kubik, shows, trial, use
from tests.rules.table import INCH, Json, Table, ally, block, foe, gargoule, marker, off, rogue, um

TARGET = {"targets": [{"who": ["allied", "adverse", "hostile"]}]}


def apart(table: Table, a: str, b: str) -> float:
    """Inches between two centres."""
    return math.dist(table[a]["at"], table[b]["at"]) / INCH


# ---- pushes ----------------------------------------------------------------------------------------------------------


@shows("push")
@pytest.mark.parametrize(
    ("direction", "toward", "away"), [("any", True, True), ("toward", True, False), ("away", False, True)]
)
def test_a_card_pushes(direction: str, toward: bool, away: bool) -> None:
    """MOV-4, ENG-4: with the push ruler; nearer or farther, if the card says so; nobody strikes."""
    card = capacity({"op": "push", "who": "target", "direction": direction}, **TARGET)
    table = trial(card, kubik((9, 8), combat=4), ally("dominik", (9 + off(0.5), 8), combat=4))
    use(table, target="kubik")
    assert table.legal("move", to=(7.5, 8.0)) is toward
    assert table.legal("move", to=(9.0, 9.5)) is (direction != "toward")
    assert table.legal("move", to=(9.8, 9.4)) is away
    if not away:
        table.refused("ENG-4", "not-toward", "move", to=(9.5, 9.5))
    to = (7.5, 8.0) if toward else (9.8, 9.4)
    table.do("move", to=to)
    assert table["kubik"]["at"] == [um(to[0]), um(to[1])]
    assert table.waiting == {"1": "act"}


@shows("push")
def test_each_push_is_its_own_and_may_be_declined() -> None:
    """MOV-4: two are pushed, one is left alone."""
    table = trial(capacity({"op": "push", "who": {"who": ["adverse"]}}), kubik((8, 8)), foe("jana", (12, 8)))
    use(table)
    table.do("move", decline=True)
    table.do("move", to=(12.0, 6.5))
    assert [table[id]["at"] for id in ("kubik", "jana")] == [[um(8), um(8)], [um(12), um(6.5)]]


@shows("push")
@pytest.mark.parametrize(("by", "seat"), [("controller", "1"), ("opponent", "2"), ("owner", "2"), ("priority", "2")])
def test_a_push_asks_the_player_whom_the_card_names(by: str, seat: str) -> None:
    table = trial(capacity({"op": "push", "who": "target", "by": by}, **TARGET), kubik((9, 8)), priority="2")
    use(table, target="kubik")
    assert table.waiting == {seat: "move"}


# ---- displacements ---------------------------------------------------------------------------------------------------


@shows("displace")
@pytest.mark.parametrize(("ruler", "far"), [("displacement", True), ("push", False)])
def test_a_card_displaces(ruler: str, far: bool) -> None:
    """MOV-2: with that ruler; it is no walk, and costs what the card says."""
    table = trial(capacity({"op": "displace", "ruler": ruler}))
    use(table)
    assert table.legal("move", to=(5.0, 12.5)) is far
    table.do("move", to=(5, 10))
    assert (table["petra"]["at"], table["petra"]["used"].get("walk")) == ([um(5), um(10)], None)


@shows("displace")
def test_a_displacement_provokes() -> None:
    """OPP-1."""
    table = trial(capacity({"op": "displace"}), kubik(combat=2), dice=[5, 5])
    use(table)
    table.do("move", to=(5, 11))
    table.do("opportunity", attack=True)
    assert (table["petra"]["wounds"], table["petra"]["at"]) == (2, [um(5), um(11)])


@shows("displace")
@pytest.mark.parametrize("optional", [True, False])
def test_a_displacement_may_be_declined_if_the_card_says_so(optional: bool) -> None:
    table = trial(capacity({"op": "displace", "optional": optional}))
    use(table)
    assert table.legal("move", decline=True) is optional
    if not optional:
        table.refused("CAP-1", "not-optional", "move", decline=True)
        table.do("move", to=(5, 9))
    else:
        table.do("move", decline=True)
        assert table["petra"]["at"] == [um(5), um(8)]


@shows("displace")
@pytest.mark.parametrize(
    ("direction", "to", "code"),
    [
        ("toward", (8.0, 8.0), None),
        ("toward", (4.0, 8.0), "not-toward"),
        ("away", (4.0, 8.0), None),
        ("away", (6.0, 8.0), "not-away"),
        ("directly-toward", (7.0, 8.0), "not-directly"),
        ("directly-away", (4.0, 8.0), "not-directly"),
    ],
)
def test_a_displacement_keeps_to_its_direction(direction: str, to: tuple[float, float], code: str | None) -> None:
    """ENG-4."""
    card = capacity({"op": "displace", "direction": direction, "of": "target"}, **TARGET)
    table = trial(card, kubik((13, 8)))
    use(table, target="kubik")
    if code is not None:
        table.refused("ENG-4", code, "move", to=to)
    else:
        assert table.legal("move", to=to)


@shows("displace")
@pytest.mark.parametrize(("direction", "gap"), [("directly-toward", 2.0), ("directly-away", 9.0)])
def test_directly_is_the_most_that_is_possible(direction: str, gap: float) -> None:
    """ENG-4: among the ways that the bots try there is one, and it goes as far as the ruler lets it."""
    card = capacity({"op": "displace", "direction": direction, "of": "target", "optional": False}, **TARGET)
    table = trial(card, kubik((12, 8)), by={"at": (6, 8)})
    use(table, target="kubik")
    table.match.submit("1", next(table.match.commands("1")))
    after = apart(table, "petra", "kubik")
    assert (after < 1.2) if gap == 2.0 else (after > 10)


@shows("displace")
def test_where_there_is_no_way_a_displacement_is_left_out() -> None:
    """MOV-1: walled in on all sides, and nearer is nowhere: the card goes on."""
    card = capacity(
        {"op": "displace", "direction": "toward", "of": "target", "optional": False}, {"op": "score"}, **TARGET
    )
    table = trial(card, kubik((5, 8 - off(0))))
    use(table, target="kubik")
    assert table.points["1"] == 1


# ---- placements ------------------------------------------------------------------------------------------------------


def placed(spot: Json, *pieces: Any, **keys: Any) -> Table:
    """Kubik, far off, is placed at that spot by Pétra's card."""
    card = capacity({"op": "place", "who": "target", "spot": spot}, targets=[{"who": ["adverse"]}])
    table = trial(card, kubik((12, 3)), *pieces, **keys)
    use(table, target="kubik")
    return table


@shows("place")
@pytest.mark.parametrize(
    ("spot", "at"),
    [
        ({"at": [um(10), um(10)]}, (10, 10)),
        ({"corner": "south-west"}, (off(0) / 2, 16 - off(0) / 2)),
    ],
)
def test_a_card_places(spot: Json, at: tuple[float, float]) -> None:
    """MOV-5; MOV-6: in the corner, as near as it fits."""
    assert placed(spot)["kubik"]["at"] == [um(at[0]), um(at[1])]


@shows("place")
def test_a_rouage_placed_on_another_goes_to_the_nearest_free_place() -> None:
    """MOV-6: beside the one who stands there; ties go to the smallest y."""
    table = placed({"at": [um(10), um(10)]}, foe("jana", (10, 10)))
    assert table["kubik"]["at"] == [um(10), um(10) - 30_000]


@shows("place")
@pytest.mark.parametrize(("spot", "far"), [({"near": "self", "range": um(2)}, 2.0), ({"near": "self"}, 0.0)])
def test_a_card_places_near_something(spot: Json, far: float) -> None:
    """MOV-5: within the range, from edge to edge, where its chooser says; 0 is contact."""
    table = placed(spot)
    assert table.waiting == {"1": "move"}
    assert table.legal("move", to=(5 + off(far), 8.0))
    table.refused("MOV-5", "too-far", "move", to=(5 + off(far) + 0.5, 8.0))
    table.refused("MOV-1", "overlap", "move", to=(5.5, 8.0))
    table.do("move", to=(5 + off(far) + 0.1, 8.0))  # so near to the range it is drawn into it
    assert abs(apart(table, "petra", "kubik") - off(far)) < 0.002


@shows("place")
def test_a_card_places_at_a_deployment_line() -> None:
    """MOV-5: seat 1's is the south."""
    table = placed({"edge": "own", "range": um(1)})
    assert table.legal("move", to=(9.0, 16 - off(1) + off(0) / 2))
    table.refused("MOV-5", "too-far", "move", to=(9.0, 12.0))
    table.do("move", to=(9, 15))
    assert table["kubik"]["at"] == [um(9), um(15)]


@shows("place")
def test_a_card_places_by_a_decor() -> None:
    """MEA-5: in contact with the wall, whichever side."""
    card = capacity(
        {"op": "place", "spot": {"near": "wall"}},
        targets=[{"kind": "decor", "name": "wall", "range": um(6), "sight": False}],
    )
    table = trial(card, block("d1", 9, 6, 10, 10))
    use(table, wall="d1")
    table.refused("MOV-5", "too-far", "move", to=(7.0, 8.0))
    table.do("move", to=(9 - off(0) / 2 - 0.1, 8))
    assert table["petra"]["at"] == pytest.approx([um(9) - 15_000, um(8)], abs=25)


@shows("place")
def test_a_placement_may_be_declined_if_the_card_says_so() -> None:
    spot = {"near": "self", "range": um(2)}
    table = placed(spot)
    table.refused("MOV-5", "not-optional", "move", decline=True)
    card = capacity({"op": "place", "who": "target", "spot": spot, "optional": True}, **TARGET)
    table = trial(card, kubik((12, 3)))
    use(table, target="kubik")
    table.do("move", decline=True)
    assert table["kubik"]["at"] == [um(12), um(3)]


@shows("place")
def test_a_rouage_off_the_bloc_can_be_placed() -> None:
    """MOV-5, MOV-8: it comes to stand on tinted ground and takes its token."""
    card = capacity(
        {"op": "place", "who": {"who": ["allied"], "presence": "off-bloc"}, "spot": {"place": "place"}},
        targets=[{"kind": "place", "range": um(4)}],
    )
    table = trial(card, ally("dominik"), block("d1", 6, 6, 9, 9, kind="zone", tinted=True))
    use(table, place=[um(7.5), um(7.5)])
    assert (table["dominik"]["at"], table["dominik"]["noirceur"]) == ([um(7.5), um(7.5)], 1)


@shows("place")
def test_markers_can_be_placed() -> None:
    card = capacity(
        {"op": "place", "who": "target", "spot": {"near": "self", "range": um(1)}}, targets=[{"kind": "marker"}]
    )
    table = trial(card, marker("m", (9, 8)))
    use(table, target="m")
    table.do("move", to=(5 + off(0.5), 8))
    assert table["m"]["at"] == [um(5 + off(0.5)), um(8)]


# ---- swaps -----------------------------------------------------------------------------------------------------------


@shows("swap")
def test_two_change_places() -> None:
    """MOV-5, MOV-8: each with its centre where the other's was."""
    card = capacity({"op": "swap", "second": "target"}, **TARGET)
    table = trial(card, kubik((12, 3)))
    use(table, target="kubik")
    assert (table["petra"]["at"], table["kubik"]["at"]) == ([um(12), um(3)], [um(5), um(8)])


@shows("swap")
def test_the_larger_goes_where_it_fits() -> None:
    """MOV-6: a base of 50 mm where one of 30 mm stood against a wall."""
    card = capacity({"op": "swap", "second": "target"}, **TARGET)
    table = trial(card, kubik((12, 3), base=50), block("d1", 3, 8 + off(0) / 2, 7, 10))
    use(table, target="kubik")
    assert table["petra"]["at"] == [um(12), um(3)]
    assert table["kubik"]["at"] == pytest.approx([um(5), um(8) - 10_000], abs=5)


@shows("swap")
def test_a_marker_changes_places_with_a_rouage() -> None:
    card = capacity({"op": "swap", "second": "target"}, targets=[{"kind": "marker"}])
    table = trial(card, marker("m", (9, 8)))
    use(table, target="m")
    assert (table["petra"]["at"], table["m"]["at"]) == ([um(9), um(8)], [um(5), um(8)])


# ---- new things, and things gone -------------------------------------------------------------------------------------


@shows("place-hostile")
@pytest.mark.parametrize(("spot", "asked"), [({"at": [um(9), um(9)]}, False), ({"near": "self", "range": um(4)}, True)])
def test_a_hostile_is_placed(spot: Json, asked: bool) -> None:
    """HOS-1, MOV-6."""
    table = trial(capacity({"op": "place-hostile", "hostile": "gargoule", "spot": spot}))
    use(table)
    assert table.waiting == {"1": "move" if asked else "act"}
    if asked:
        table.do("move", to=(9, 9))
    (hostile,) = table.position["hostiles"]
    assert (hostile["card"], hostile["at"], hostile["profile"]["base"]) == ("gargoule", [um(9), um(9)], 50)


@shows("place-marker")
def test_a_marker_is_placed() -> None:
    """MOV-6; a further one of the same id gets a number."""
    place = {"op": "place-marker", "marker": "crate", "size": 40, "tinted": True, "spot": {"place": "place"}}
    card = capacity(place, targets=[{"kind": "place", "range": um(9)}], frequency={"n": 2, "per": "phase"})
    table = trial(card)
    use(table, place=[um(9), um(9)])
    use(table, place=[um(9), um(9)])
    one, two = table.position["markers"]
    assert (one["id"], one["at"], one["size"], one["tinted"]) == ("crate", [um(9), um(9)], 40, True)
    assert (two["id"], two["at"]) == ("crate-2", [um(9), um(9) - 40_000])


@shows("remove")
@pytest.mark.parametrize("who", ["rogue-1", "m", "kubik"])
def test_hostiles_and_markers_are_removed(who: str) -> None:
    """The players' rouages are left alone."""
    kind = {"kind": "marker"} if who == "m" else {"who": ["adverse", "hostile"]}
    table = trial(
        capacity({"op": "remove", "who": "target"}, targets=[kind]),
        rogue("rogue-1", (9, 9)),
        marker("m", (9, 5)),
        kubik(),
    )
    use(table, target=who)
    left = {piece["id"] for key in ("rouages", "hostiles", "markers") for piece in table.position[key]}
    assert left == {"petra", "kubik", "rogue-1", "m"} - ({who} - {"kubik"})


def test_a_place_is_refused_out_of_range_and_sight() -> None:
    """CAP-1, LOS-4, MOV-1: of a `place` target."""
    card = capacity(
        {"op": "place-marker", "marker": "crate", "spot": {"place": "place"}},
        targets=[{"kind": "place", "range": um(3), "sight": True}],
    )
    table = trial(card, block("d1", 6, 6, 6.5, 10))
    no = {"rouage": "petra", "capacity": "trial"}
    table.refused("CAP-1", "too-far", "capacity", **no, targets={"place": [um(5), um(13)]})
    table.refused("LOS-4", "no-line-of-sight", "capacity", **no, targets={"place": [um(7.5), um(8)]})
    table.refused("MOV-1", "off-bloc", "capacity", **no, targets={"place": [um(-1), um(8)]})
    table.refused("CAP-1", "unknown-target", "capacity", **no, targets={"place": "petra"})
    assert table.option(capacity="trial")["needs"] == ["targets.place"]
    commands = [c for c in table.match.commands("1") if c["kind"] == "capacity"]
    assert commands
    assert table.match.check("1", commands[0]) is None


def test_a_wall_may_be_targeted() -> None:
    """LOS-1: a decor is seen by its corners and sides."""
    card = capacity({"op": "score"}, targets=[{"kind": "decor", "decor_kind": ["open"]}])
    table = trial(
        card,
        block("near", 7, 6, 8, 10),
        block("behind", 9, 7, 10, 9, kind="open"),
        block("low", 4, 4, 6, 5, kind="open"),
    )
    no = {"rouage": "petra", "capacity": "trial"}
    table.refused("LOS-4", "no-line-of-sight", "capacity", **no, targets={"target": "behind"})
    table.refused("CAP-1", "not-a-target", "capacity", **no, targets={"target": "near"})
    use(table, target="low")
    assert table.points["1"] == 1


@shows("push")
@pytest.mark.parametrize("hostile", [rogue, gargoule])
def test_hostiles_are_pushed_but_for_those_that_cannot_be(hostile: Any) -> None:
    """MOV-4, GEN-1: the Gargoule's weight holds it where it is."""
    table = trial(capacity({"op": "push", "who": "target"}, **TARGET), hostile("h", (9, 8)))
    use(table, target="h")
    assert table.waiting == {"1": "move" if hostile is rogue else "act"}
    if hostile is rogue:
        table.do("move", to=(9, 9))
        assert table["h"]["at"] == [um(9), um(9)]


@shows("place-marker")
def test_no_place_is_measured_from_what_is_off_the_bloc() -> None:
    """ACT-3: a place within 3 in of an ally who may be anywhere, and is not on the Bloc."""
    card = capacity(
        {"op": "place-marker", "marker": "crate", "spot": {"place": "place"}},
        targets=[
            {"who": ["allied"], "presence": "anywhere", "sight": False},
            {"kind": "place", "name": "place", "of": "target", "range": um(3)},
        ],
    )
    table = trial(card, ally("dominik"), ally("jana", (10, 8)))
    use = {"rouage": "petra", "capacity": "trial"}
    table.refused("CAP-1", None, "capacity", **use, targets={"target": "dominik"})  # the ally itself may be meant
    params = table.refused(
        "ACT-3", "not-on-bloc", "capacity", **use, targets={"target": "dominik", "place": [um(5), um(9)]}
    )
    assert params["rouage"] == "dominik"
    assert table.legal("capacity", **use, targets={"target": "jana", "place": [um(9), um(10)]})

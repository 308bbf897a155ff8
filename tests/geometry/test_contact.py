"""Measuring, contact, and where a disc may stand (MEA-2, MEA-3, MEA-5, MOV-1)."""

import random

import pytest

from rules.geometry import (
    CONTACT,
    OVERLAP,
    Block,
    Disc,
    Fault,
    Scene,
    block_gap,
    gap,
    in_contact,
    stand_fault,
    touches_block,
    within,
)
from tests.geometry import slow
from tests.geometry.boards import FORMS, SIZE, random_disc, random_scene, turned


def test_a_gap_runs_from_edge_to_edge():
    assert gap(Disc(0, 0, 15_000), Disc(30_000, 40_000, 20_000)) == 15_000
    assert gap(Disc(0, 0, 15_000), Disc(3_000, 4_000, 20_000)) == -30_000


@pytest.mark.parametrize(("far", "inside"), [(60_400, True), (60_401, False)])
def test_within_an_inch_is_exact(far, inside):
    # MEA-3: a part of the base at 1 in or less. 15 + 20 mm of radii, 25.4 mm of range.
    assert within(Disc(0, 0, 15_000), Disc(0, far, 20_000), 25_400) is inside


def test_within_is_exact_where_floats_are_not():
    # 3-4-5: the distance is a whole number, the coordinates are not on an axis.
    assert within(Disc(0, 0, 15_000), Disc(36_240, 48_320, 20_000), 25_400)
    assert not within(Disc(0, 0, 15_000), Disc(36_241, 48_320, 20_000), 25_400)


@pytest.mark.parametrize(("between", "touching"), [(-5, True), (0, True), (25, True), (26, False)])
def test_contact_is_a_gap_of_at_most_25(between, touching):
    assert CONTACT == 25
    assert in_contact(Disc(0, 0, 15_000), Disc(35_000 + between, 0, 20_000)) is touching


@pytest.mark.parametrize(("between", "fault"), [(-11, Fault("overlap", ("p",))), (-10, None), (0, None), (5, None)])
def test_an_overlap_of_10_is_forgiven(between, fault):
    assert OVERLAP == 10
    scene = Scene(SIZE, (), (("p", Disc(100_000, 100_000, 20_000)),))
    assert stand_fault(scene, Disc(135_000 + between, 100_000, 15_000)) == fault
    square = Block("b", turned(FORMS["square"], 100_000, 100_000, 0), opaque=True, solid=True)
    beside = Disc(125_400 + 15_000 + between, 100_000, 15_000)
    expected = fault and Fault("overlap", ("b",))
    assert stand_fault(Scene(SIZE, (square,), ()), beside) == expected


@pytest.mark.parametrize(("x", "fault"), [(15_000, None), (14_999, Fault("off-bloc")), (SIZE - 15_000, None),
                                          (SIZE - 14_999, Fault("off-bloc"))])  # fmt: skip
def test_nothing_is_forgiven_at_the_edge(x, fault):
    assert stand_fault(Scene(SIZE, (), ()), Disc(x, 100_000, 15_000)) == fault


def test_a_disc_may_stand_on_a_block_that_is_not_solid():
    zone = Block("z", turned(FORMS["square"], 100_000, 100_000, 0), opaque=False, solid=False)
    assert stand_fault(Scene(SIZE, (zone,), ()), Disc(100_000, 100_000, 15_000)) is None


def test_every_blocker_is_named_and_the_ignored_are_not():
    square = Block("b", turned(FORMS["square"], 100_000, 100_000, 0), opaque=True, solid=True)
    scene = Scene(SIZE, (square,), (("z", Disc(140_000, 100_000, 15_000)), ("a", Disc(120_000, 140_000, 15_000))))
    at = Disc(125_000, 115_000, 15_000)
    assert stand_fault(scene, at) == Fault("overlap", ("a", "b", "z"))
    assert stand_fault(scene, at, frozenset(("a", "b"))) == Fault("overlap", ("z",))


@pytest.mark.parametrize("form", FORMS)
def test_the_gap_to_a_block_is_the_distance_to_its_polygon(form):
    rng = random.Random(form)
    for _ in range(200):
        polygon = turned(FORMS[form], 200_000, 200_000, rng.uniform(0, 7))
        block = Block("b", polygon, opaque=True, solid=True)
        disc = Disc(rng.randint(140_000, 260_000), rng.randint(140_000, 260_000), rng.choice((15_000, 25_000)))
        expected = slow.depth(slow.shapely.Polygon(polygon), disc.x, disc.y) - disc.radius
        assert block_gap(disc, block) == pytest.approx(expected, abs=0.01)
        if abs(expected - CONTACT) > 1:
            assert touches_block(disc, block) is (expected <= CONTACT)


def test_standing_against_the_slow_checker():
    rng = random.Random("stand")
    legal = 0
    for _ in range(300):
        scene = random_scene(rng)
        for _ in range(10):
            disc = random_disc(rng, scene) if rng.random() < 0.5 else None
            disc = disc or Disc(rng.randrange(SIZE), rng.randrange(SIZE), 15_000)
            violation = slow.stand_violation(scene, disc)
            if 0 < violation <= 11:
                continue
            assert (stand_fault(scene, disc) is None) is (violation <= 0)
            legal += violation <= 0
    assert 500 < legal < 2_900


def little_scene():
    return Scene(SIZE, (Block("b", ((0, 0), (9, 0), (0, 9)), True, True),), (("p", Disc(50, 50, 9)),))


def test_a_scene_is_a_value():
    assert little_scene() == little_scene()
    assert hash(little_scene()) == hash(little_scene())
    assert little_scene() != Scene(SIZE, little_scene().blocks, ())


@pytest.mark.parametrize("polygon", [
    ((0, 0), (9, 9)), ((0, 0), (5, 5), (9, 9)), ((0, 0), (9, 9), (9, 0), (0, 9)),
    ((0, 0), (90, 0), (90, 90), (40, -10)), ((0, 0), (50, 0), (50, 50), (0, 0), (-50, 50), (-50, 0)),
])  # fmt: skip
def test_a_block_needs_a_simple_polygon(polygon):
    with pytest.raises(ValueError, match="a polygon"):
        Scene(SIZE, (Block("b", polygon, opaque=True, solid=True),), ())


def test_orientation_and_collinear_corners_do_not_change_a_block():
    ring = ((0, 0), (50_000, 0), (50_000, 50_000), (0, 50_000))
    idle = ((0, 50_000), (25_000, 50_000), (50_000, 50_000), (50_000, 50_000), (50_000, 0), (0, 0))
    for x, y in ((60_000, 20_000), (25_000, 70_000), (25_000, 25_000)):
        gaps = [block_gap(Disc(x, y, 15_000), Block("b", form, True, True)) for form in (ring, ring[::-1], idle)]
        assert gaps[0] == gaps[1] == gaps[2]

"""Entering from an edge of the board: search, given placements, samples, region (ACT-2)."""

import random

import pytest
import shapely

from rules.geometry import (
    Disc,
    Fault,
    Pose,
    Scene,
    check_entry,
    entry_reach,
    find_entry,
    sample_entry,
    stand_fault,
)
from tests.geometry import slow
from tests.geometry.boards import (
    EDGES,
    LONG,
    RADII,
    SIZE,
    moved_edge,
    moved_pose,
    moved_scene,
    random_scene,
    some_boards,
    symmetry,
)

EMPTY = Scene(SIZE, (), ())


def inward(edge, along, deep):
    """A point by its place along an edge and its distance from it."""
    return {"north": (along, deep), "south": (along, SIZE - deep), "west": (deep, along), "east": (SIZE - deep, along)}[
        edge
    ]


def entries(seed, boards, each=6, **kinds):
    rng = random.Random(seed)
    for _ in range(boards):
        scene = random_scene(rng, **kinds)
        for _ in range(each):
            edge, radius = rng.choice(EDGES), rng.choice(RADII)
            for _ in range(8):
                deep = rng.choice((rng.randrange(radius, 135_000), radius + 20_320, radius + 101_600, radius))
                to = inward(edge, rng.randrange(radius, SIZE - radius), deep)
                if stand_fault(scene, Disc(*to, radius)) is None:
                    break
            yield scene, edge, radius, to


@pytest.mark.parametrize(
    ("seed", "kinds"),
    [
        ("open", {"blocks": 5, "discs": 9}),
        ("crowd", {"blocks": 2, "discs": 45}),
        ("walls", {"blocks": 24, "discs": 8, "forms": ("wall", "angle", "yoke")}),
    ],
)
@some_boards(50, of=150)
def test_the_search_against_the_slow_checker(seed, kinds, boards):
    legal = refused = 0
    for scene, edge, radius, to in entries(seed, boards, **kinds):
        verdict = find_entry(scene, edge, radius, to, LONG)
        end = Disc(*to, radius)
        if isinstance(verdict, Pose):
            legal += 1
            assert check_entry(scene, edge, radius, to, verdict, LONG) is None
            assert slow.entry_violation(scene, edge, end, verdict, LONG) <= slow.ALLOWED
        elif verdict.code == "no-ruler":
            refused += 1
            if refused % 3 == 0:
                assert slow.missed_entry(scene, edge, end, LONG, 180) is None, (scene, edge, radius, to)
    assert legal > boards
    assert refused > 2 * boards // 15


def test_the_slow_checker_finds_what_is_there():
    missed = total = 0
    for scene, edge, radius, to in entries("blind", 20, blocks=3, discs=12):
        if isinstance(find_entry(scene, edge, radius, to, LONG), Pose):
            total += 1
            missed += slow.missed_entry(scene, edge, Disc(*to, radius), LONG) is not None
    assert total > 60
    # A list of angles misses a thing exactly as far away as a flush ruler is wide or long.
    assert missed > 0.7 * total


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("radius", RADII)
def test_how_far_an_entry_goes(edge, radius):
    for deep in (radius, radius + 1, radius + 20_320, radius + 101_600, radius + 103_600):
        pose = find_entry(EMPTY, edge, radius, inward(edge, 200_000, deep), LONG)
        assert isinstance(pose, Pose), deep
        end = Disc(*inward(edge, 200_000, deep), radius)
        assert slow.entry_violation(EMPTY, edge, end, pose, LONG) <= slow.ALLOWED
    # Standing on a corner the ruler is as high as its diagonal: 103 612 micrometres.
    beyond = inward(edge, 200_000, radius + 103_640)
    assert find_entry(EMPTY, edge, radius, beyond, LONG) == Fault("too-far")


@pytest.mark.parametrize(
    ("pose", "fault"),
    [
        (Pose(200_000, SIZE - 10_160, 0), None),
        (Pose(200_000, SIZE - 10_152, 0), None),
        (Pose(200_000, SIZE - 10_170, 0), None),
        (Pose(200_000, SIZE - 10_172, 0), Fault("on-ruler")),
        (Pose(200_000, SIZE - 10_186, 0), Fault("no-contact")),
        (Pose(200_000, SIZE - 10_149, 0), Fault("off-bloc")),
        (Pose(200_000, 10_160, 0), Fault("no-contact")),
        (Pose(215_160 + 10_000, SIZE - 50_800, 1_570_796), None),
        (Pose(240_000, SIZE - 50_800, 1_570_796), Fault("no-contact")),
    ],
)
def test_a_given_placement_has_to_touch_the_edge_and_the_base(pose, fault):
    to = (200_000, SIZE - 20_320 - 15_000)
    assert check_entry(EMPTY, "south", 15_000, to, pose, LONG) == fault


def test_a_sampled_entry_is_legal_and_found():
    rng = random.Random("sample")
    count = 0
    for _ in range(150):
        scene = random_scene(rng, 6, 14)
        for edge in EDGES:
            sample = sample_entry(scene, edge, 15_000, LONG, rng)
            if sample is None:
                continue
            count += 1
            assert check_entry(scene, edge, 15_000, *sample, LONG) is None
            assert isinstance(find_entry(scene, edge, 15_000, sample[0], LONG), Pose)
            end = Disc(*sample[0], 15_000)
            assert slow.entry_violation(scene, edge, end, sample[1], LONG) <= slow.ALLOWED
    assert count > 500


def test_symmetries_leave_verdicts_alone():
    for n, (scene, edge, radius, to) in enumerate(entries("symmetry", 20, blocks=8, discs=20)):
        verdict = find_entry(scene, edge, radius, to, LONG)
        for k in (1, 2 + n % 5, 7):
            board, side, end = moved_scene(scene, k), moved_edge(edge, k), symmetry(k)[0](to)
            assert isinstance(find_entry(board, side, radius, end, LONG), Pose) == isinstance(verdict, Pose)
            if isinstance(verdict, Pose):
                assert check_entry(board, side, radius, end, moved_pose(verdict, k), LONG) is None


def test_the_region_holds_what_is_legal_and_nothing_else():
    """To 0.05 in: the region is for display."""
    rng = random.Random("region")
    inside = outside = missed = 0
    for _ in range(12):
        scene = random_scene(rng, rng.choice((5, 14)), rng.choice((8, 30)))
        edge, radius = rng.choice(EDGES), rng.choice(RADII)
        region = entry_reach(scene, edge, radius, LONG)
        shape = shapely.union_all([shapely.Polygon(part["outer"], part["holes"]) for part in region])
        core, grown = shape.buffer(-1_270), shape.buffer(1_270)
        for _ in range(60):
            to = inward(edge, rng.randrange(radius, SIZE - radius), rng.randrange(radius, 135_000))
            legal = isinstance(find_entry(scene, edge, radius, to, LONG), Pose)
            if core.contains(shapely.Point(to)):
                assert legal, (scene, edge, radius, to)
                inside += 1
            elif not grown.contains(shapely.Point(to)):
                outside += 1
                missed += legal
    assert inside > 100
    assert outside > 100
    assert missed <= 2

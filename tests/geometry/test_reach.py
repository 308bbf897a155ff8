"""The regions of legal ends, for display (contract: `check` decides)."""

import json
import math
import random

import pytest
import shapely

from rules.geometry import (
    Block,
    Disc,
    Fault,
    Pose,
    Scene,
    check_short,
    displacement_reach,
    find_displacement,
    region_near,
    union_regions,
    walk_reach,
    within,
)
from tests.geometry.boards import FORMS, LONG, RADII, RULERS, SHORT, SIZE, random_scene, some_boards, turned
from tests.geometry.test_tight_places import MIDDLE, corridor

EMPTY = Scene(SIZE, (), ())
START = Disc(200_000, 200_000, 15_000)
NEARLY = 1_270


def shape_of(region):
    return shapely.union_all([shapely.Polygon(part["outer"], part["holes"]) for part in region])


@pytest.mark.parametrize("ruler", RULERS)
@pytest.mark.parametrize("radius", RADII)
def test_an_open_board_is_reached_all_round(ruler, radius):
    region = displacement_reach(EMPTY, Disc(200_000, 200_000, radius), ruler)
    most = math.hypot(ruler.length, ruler.width) + 2 * radius
    assert len(region) == 1
    assert region[0]["holes"] == []
    assert shape_of(region).area == pytest.approx(math.pi * most**2, rel=0.003)


def test_a_region_is_json():
    region = displacement_reach(random_scene(random.Random(1)), START, LONG)
    assert list(region) == json.loads(json.dumps(region))


def ring_of_posts(count=9, far=100_000):
    """Posts round a start that a ruler passes between, close enough to keep it from turning."""
    places = [(200_000 + far * math.cos(2 * math.pi * k / count), 200_000 + far * math.sin(2 * math.pi * k / count))
              for k in range(count)]  # fmt: skip
    return tuple(Block(f"b{k}", turned(FORMS["post"], *p, 0.3), True, True) for k, p in enumerate(places))


def samples(seed, boards):
    rng = random.Random(seed)
    for _ in range(boards):
        if rng.random() < 0.2:
            scene, movers = Scene(SIZE, ring_of_posts(rng.randrange(5, 12), rng.randrange(50_000, 120_000)), ()), []
        else:
            scene = random_scene(rng, rng.choice((4, 12)), rng.choice((6, 30)))
            movers = list(scene.discs[:2])
        for name, mover in movers or [("", START)]:
            for ruler in RULERS:
                most = math.hypot(ruler.length, ruler.width) + 2 * mover.radius
                ends = []
                for _ in range(24):
                    far, turn = most * math.sqrt(rng.random()), rng.uniform(0, 7)
                    ends.append((round(mover.x + far * math.cos(turn)), round(mover.y + far * math.sin(turn))))
                yield scene, mover, ruler, frozenset((name,)), ends


@some_boards(15, of=45)
def test_the_region_holds_what_is_legal_and_nothing_else(boards):
    """Shrunk by 0.05 in it is legal throughout; grown by as much, it misses at most a pocket here and there."""
    inside = outside = missed = 0
    for scene, mover, ruler, own, ends in samples("reach", boards):
        shape = shape_of(displacement_reach(scene, mover, ruler, own))
        core, grown = shape.buffer(-NEARLY), shape.buffer(NEARLY)
        for to in ends:
            point = shapely.Point(to)
            if core.contains(point):
                inside += 1
                assert isinstance(find_displacement(scene, mover, to, ruler, own), Pose), (scene, mover, to, ruler)
            elif not grown.contains(point):
                outside += 1
                missed += isinstance(find_displacement(scene, mover, to, ruler, own), Pose)
    assert inside > 17 * boards
    assert outside > 6 * boards
    assert missed <= 0.01 * (inside + outside)


def test_reach_leaves_out_places_that_only_the_ruler_passes():
    """In a corridor that a base fits, but not beside the ruler, only its far end is reached."""
    scene, start, end = corridor(33_000)
    shape = shape_of(displacement_reach(scene, start, LONG))
    assert shape.buffer(NEARLY).contains(shapely.Point(end))
    refused = find_displacement(scene, start, MIDDLE, LONG)
    assert isinstance(refused, Fault)
    assert refused.code == "no-ruler"
    assert shape.distance(shapely.Point(MIDDLE)) > 10_000


def test_the_region_of_short_moves_holds_the_legal_ones():
    rng = random.Random("short")
    for _ in range(30):
        scene = random_scene(rng, 8, 20)
        name, mover = scene.discs[0]
        own = frozenset((name,))
        shape = shape_of(walk_reach(scene, mover, (), own))
        for _ in range(30):
            far, turn = 2.2 * mover.radius * math.sqrt(rng.random()), rng.uniform(0, 7)
            to = (round(mover.x + far * math.cos(turn)), round(mover.y + far * math.sin(turn)))
            if shape.boundary.distance(shapely.Point(to)) > 500:
                assert shape.contains(shapely.Point(to)) is (check_short(scene, mover, to, own) is None)


def test_a_walk_ends_where_either_ruler_or_a_short_move_leads():
    rng = random.Random("walk")
    for _ in range(20):
        scene = random_scene(rng, 6, 16)
        name, mover = scene.discs[0]
        own = frozenset((name,))
        each = [displacement_reach(scene, mover, ruler, own) for ruler in RULERS]
        parts = shape_of(union_regions(*each, walk_reach(scene, mover, (), own)))
        whole = shape_of(walk_reach(scene, mover, RULERS, own))
        assert whole.area > 0
        assert whole.symmetric_difference(parts).buffer(-300).is_empty


def test_regions_are_joined_and_cut_to_a_range():
    far, near = displacement_reach(EMPTY, START, LONG), walk_reach(EMPTY, START, ())
    assert shape_of(union_regions(far, near)).area == pytest.approx(shape_of(far).area, rel=1e-3)
    aside = walk_reach(EMPTY, Disc(50_000, 50_000, 15_000), ())
    assert len(union_regions(near, aside)) == 2
    target = Disc(300_000, 200_000, 20_000)
    cut = shape_of(region_near(far, target, START.radius, 25_400))
    assert 0 < cut.area < shape_of(far).area
    rng = random.Random("cut")
    for _ in range(300):
        to = (rng.randrange(200_000, 400_000), rng.randrange(100_000, 300_000))
        if cut.boundary.distance(shapely.Point(to)) > 500:
            charged = within(Disc(*to, 15_000), target, 25_400)
            legal = charged and isinstance(find_displacement(EMPTY, START, to, LONG), Pose)
            assert cut.contains(shapely.Point(to)) is legal
    assert union_regions() == ()
    assert region_near(aside, target, 15_000, 25_400) == ()


def test_a_sealed_mover_reaches_nothing():
    wall = [(-40_000, 16_000), (40_000, 16_000), (40_000, 20_000), (-40_000, 20_000)]
    forms = [turned(wall, 200_000, 200_000, k * math.pi / 2) for k in range(4)]
    scene = Scene(SIZE, tuple(Block(f"w{n}", form, True, True) for n, form in enumerate(forms)), ())
    assert displacement_reach(scene, START, SHORT) == ()

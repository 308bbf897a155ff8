"""Properties that hold of every board (hypothesis)."""

import json
import math
import random
from dataclasses import astuple, replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import (
    Disc,
    Fault,
    Pose,
    check_displacement,
    find_displacement,
    find_entry,
    gap,
    in_contact,
    sight,
    stand_fault,
    within,
)
from rules.geometry.chords import Chords
from rules.geometry.families import place, travel
from rules.geometry.polygon import convex_parts, tidy
from rules.geometry.tangencies import Leanings
from tests.geometry.boards import EDGES, FORMS, LONG, RADII, RULERS, SIZE, random_end, random_scene, turned

CASES = settings(max_examples=60, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32)


@st.composite
def displacements(draw):
    """A board, one of its pieces, an end in its range, a ruler."""
    rng = random.Random(draw(seeds))
    scene = random_scene(rng, draw(st.integers(0, 12)), draw(st.integers(1, 24)))
    name, start = scene.discs[0] if scene.discs else ("me", Disc(200_000, 200_000, 15_000))
    ruler, own = draw(st.sampled_from(RULERS)), frozenset((name,))
    return scene, start, random_end(rng, start, ruler, scene, own), ruler, own


@CASES
@given(displacements())
def test_adding_an_obstacle_makes_nothing_legal(case):
    scene, start, to, ruler, own = case
    if isinstance(find_displacement(scene, start, to, ruler, own), Pose):
        for n in range(len(scene.blocks)):
            fewer = replace(scene, blocks=scene.blocks[:n] + scene.blocks[n + 1 :])
            assert isinstance(find_displacement(fewer, start, to, ruler, own), Pose)
        bare = replace(scene, blocks=(), discs=())
        assert isinstance(find_displacement(bare, start, to, ruler, own), Pose)


@CASES
@given(displacements())
def test_turning_a_block_into_a_zone_makes_nothing_illegal(case):
    scene, start, to, ruler, own = case
    if isinstance(find_displacement(scene, start, to, ruler, own), Pose):
        for n, block in enumerate(scene.blocks):
            zone = replace(block, solid=False, opaque=False)
            milder = replace(scene, blocks=(*scene.blocks[:n], zone, *scene.blocks[n + 1 :]))
            assert isinstance(find_displacement(milder, start, to, ruler, own), Pose)


@CASES
@given(displacements())
def test_a_placement_survives_json(case):
    scene, start, to, ruler, own = case
    verdict = find_displacement(scene, start, to, ruler, own)
    if isinstance(verdict, Pose):
        again = Pose(*json.loads(json.dumps(astuple(verdict))))
        assert again == verdict
        assert check_displacement(scene, start, to, again, ruler, own) is None


@CASES
@given(displacements())
def test_a_way_there_is_a_way_back(case):
    """The ruler that lets a base go from one place to another lets it come back."""
    scene, start, to, ruler, own = case
    verdict = find_displacement(scene, start, to, ruler, own)
    if not isinstance(verdict, Fault) and stand_fault(scene, start, own) is None:
        back = Disc(*to, start.radius)
        assert check_displacement(scene, back, start.centre, verdict, ruler, own) is None
        assert isinstance(find_displacement(scene, back, start.centre, ruler, own), Pose)


@CASES
@given(displacements())
def test_the_order_of_things_decides_nothing(case):
    scene, start, to, ruler, own = case
    shuffled = replace(scene, blocks=scene.blocks[::-1], discs=scene.discs[::-1])
    verdict, again = (find_displacement(board, start, to, ruler, own) for board in (scene, shuffled))
    assert isinstance(verdict, Pose) == isinstance(again, Pose)
    assert isinstance(verdict, Pose) or verdict == again


@CASES
@given(seeds)
def test_sight_is_mutual_and_grows_with_every_block_taken_away(seed):
    rng = random.Random(seed)
    scene = random_scene(rng, rng.randrange(14), 4)
    if len(scene.discs) < 2:
        return
    (_, a), (_, b) = scene.discs[:2]
    seen = sight(scene, a, b)
    assert seen.visible == sight(scene, b, a).visible
    for n in range(len(scene.blocks)):
        fewer = replace(scene, blocks=scene.blocks[:n] + scene.blocks[n + 1 :])
        assert sight(fewer, a, b).visible >= seen.visible
    bigger = replace(a, radius=a.radius + 1_000)
    if stand_fault(scene, bigger, frozenset(("p0",))) is None:
        assert sight(scene, bigger, b).visible >= seen.visible


@CASES
@given(st.tuples(*[st.integers(0, SIZE)] * 4), st.sampled_from(RADII), st.sampled_from(RADII), st.integers(0, 60_000))
def test_measures_agree_with_one_another(places, r, s, reach):
    a, b = Disc(*places[:2], r), Disc(*places[2:], s)
    assert gap(a, b) == gap(b, a)
    assert within(a, b, reach) == within(b, a, reach)
    if abs(gap(a, b) - reach) > 1e-6:
        assert within(a, b, reach) is (gap(a, b) <= reach)
    assert in_contact(a, b) == within(a, b, 25)


def corners(rows, a, b):
    along = np.array([a, a, -a, -a])[:, None] * rows[2] - np.array([b, -b, -b, b])[:, None] * rows[3]
    across = np.array([a, a, -a, -a])[:, None] * rows[3] + np.array([b, -b, -b, b])[:, None] * rows[2]
    return rows[0] + along, rows[1] + across


def families(rng):
    """Random families of both kinds."""
    ruler, radius = rng.choice(RULERS), rng.choice(RADII)
    start = Disc(rng.randrange(SIZE), rng.randrange(SIZE), radius)
    to = random_end(rng, start, ruler)
    if to != start.centre and math.dist(to, start.centre) < math.hypot(ruler.length, ruler.width) + 2 * radius:
        yield Chords(ruler, radius, start.centre, to)
    deep = rng.choice((rng.randrange(radius, 120_000), radius + 20_320, radius + 101_600, radius))
    yield Leanings(LONG, radius, rng.choice(EDGES), SIZE, (200_000, deep))


@CASES
@given(seeds)
def test_a_ruler_travels_no_farther_than_its_bound(seed):
    """The search leaves out placements by this bound: between two placements, no corner goes a longer way."""
    rng = random.Random(seed)
    for family in families(rng):
        slides = family.slides[0].shape[1]
        for segment in range(len(family.segments) - 1 + slides):
            low, high = sorted((rng.random(), rng.choice((0.0, 1.0, rng.random()))))
            way = np.linspace(low, high, 400)
            rows = place(family, np.full(400, segment), way, np.full(400, rng.randrange(4)))
            x, y = corners(rows, family.a, family.b)
            longest = np.hypot(np.diff(x, axis=1), np.diff(y, axis=1)).sum(axis=1).max()
            bound = travel(family, rows[:, :1], rows[:, -1:])[0]
            assert longest <= bound + 0.01, (segment, low, high)


@CASES
@given(seeds)
def test_placements_of_a_family_touch_what_they_should(seed):
    for family in families(random.Random(seed)):
        for segment in range(len(family.segments) - 1 + family.slides[0].shape[1]):
            rows = place(family, np.full(33, segment), np.linspace(0, 1, 33), np.full(33, seed % 4))
            for kx, ky in (rows[5:7], rows[7:9]):
                flush = rows[4, 0] in (0.0, math.pi / 2) and isinstance(family, Leanings)
                if not flush:
                    out = np.hypot(np.maximum(np.abs(kx) - family.a, 0), np.maximum(np.abs(ky) - family.b, 0))
                    assert np.allclose(out, family.r, atol=1e-3)


@CASES
@given(seeds, st.sampled_from(sorted(FORMS)))
def test_convex_parts_make_up_the_polygon(seed, form):
    rng = random.Random(seed)
    ring = tidy(turned(FORMS[form], 200_000, 200_000, rng.uniform(0, 7)))
    parts = convex_parts(ring)
    total = sum(_area(part) for part in parts)
    assert total == _area(ring)
    for part in parts:
        count = len(part)
        for k in range(count):
            (ax, ay), (bx, by), (cx, cy) = part[k - 1], part[k], part[(k + 1) % count]
            assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
    assert len(parts) <= {"angle": 2, "yoke": 3}.get(form, 1) + 1


def _area(ring):
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


@CASES
@given(seeds)
def test_an_entry_from_a_bare_edge_is_a_matter_of_height(seed):
    rng = random.Random(seed)
    scene, radius = random_scene(rng, 0, 0), rng.choice(RADII)
    deep = rng.randrange(radius, 140_000)
    verdict = find_entry(scene, "west", radius, (deep, rng.randrange(110_000, 290_000)), LONG)
    assert isinstance(verdict, Pose) is (deep <= math.hypot(LONG.length, LONG.width) + radius)

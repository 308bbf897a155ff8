"""By how much sight holds or fails: fixed cases, and against a slow search for lines with more room."""

import math
import random

import pytest
import shapely

from rules.geometry import Block, Disc, Scene, margin, sight
from tests.geometry.boards import SIZE, random_disc, random_scene

A = Disc(100_000, 200_000, 15_000)
B = Disc(200_000, 200_000, 15_000)


def wall(low, high, name="w", x=145_000, thick=10_000):
    return Block(name, ((x, low), (x + thick, low), (x + thick, high), (x, high)), opaque=True, solid=True)


def found(a, b, *blocks):
    scene = Scene(SIZE, blocks, ())
    return margin(scene, a, b, sight(scene, a, b).visible)


def test_the_margin_past_a_wall_is_the_visible_width_of_the_bases():
    """LOS-1: 5 mm of both bases are past the wall's end."""
    assert found(A, B, wall(100_000, 210_000)).width == pytest.approx(5_000, abs=1)


def test_through_a_slot_it_is_half_the_slot():
    """LOS-1: 3 mm wide: each side could come 1.5 mm nearer."""
    seen = found(A, B, wall(100_000, 199_000), wall(202_000, 300_000, "v"))
    assert seen.width == pytest.approx(1_500, abs=1)
    assert {y for _, y in seen.line} == {200_500}


def test_the_margin_behind_a_wall_is_what_is_missing_on_the_nearer_side():
    """LOS-1: the wall ends 4 mm beyond the rims on one side, 20 mm on the other."""
    hidden = found(A, B, wall(165_000, 219_000))
    assert hidden.width == pytest.approx(-4_000, abs=1)
    assert hidden.cut == (("w", (145_000, 200_000), (155_000, 200_000)),)


def test_the_margin_between_points_is_the_distance_to_the_nearest_corner():
    a, b = Disc(100_000, 200_000, 0), Disc(200_000, 200_000, 0)
    assert found(a, b, wall(100_000, 197_000)).width == pytest.approx(3_000, abs=1)
    assert found(a, b, wall(100_000, 203_000)).width == pytest.approx(-3_000, abs=1)


def test_with_nothing_between_there_is_none():
    assert found(A, B, wall(0, 10_000, x=300_000)).width is None
    assert found(A, Disc(129_000, 200_000, 15_000), wall(100_000, 210_000)).width is None


def lines(a, b, rng, count=150):
    """Segments at random from disc to disc."""
    for _ in range(count):
        ends = []
        for disc in (a, b):
            turn, far = rng.uniform(0, 2 * math.pi), disc.radius * math.sqrt(rng.random())
            ends.append((disc.x + far * math.cos(turn), disc.y + far * math.sin(turn)))
        yield shapely.LineString(ends)


def test_no_other_line_of_sight_has_a_larger_margin():
    """LOS-1: against slow search, on boards at random, both ways round."""
    rng = random.Random(8)
    seen = hidden = 0
    while seen < 40 or hidden < 40:
        scene = random_scene(rng)
        solid = [shapely.Polygon(x.polygon) for x in scene.blocks if x.opaque]
        a, b = random_disc(rng, scene), random_disc(rng, scene)
        if a is None or b is None or not solid:
            continue
        verdict = sight(scene, a, b).visible
        ahead, back = margin(scene, a, b, verdict), margin(scene, b, a, verdict)
        if ahead.width is None:
            assert verdict
            assert back.width is None
            continue
        assert ahead.width == pytest.approx(back.width, abs=3)
        if not verdict:
            assert ahead.width <= 0
            assert ahead.cut
            assert all(any(line.intersects(x) for x in solid) for line in lines(a, b, rng, 30))
            hidden += 1
            continue
        # Of wide margins a part may stand beside a base's near half, where the slow search's lines do not come.
        if ahead.width < 12_000:
            assert max(min(line.distance(x) for x in solid) for line in lines(a, b, rng)) <= ahead.width + 60
        own = shapely.LineString(ahead.line)
        assert not any(own.intersection(x).length > 50 for x in solid)
        seen += 1


def test_a_negative_sight_margin_is_the_width_to_be_cut_away():
    """LOS-1: a wall cut back on the nearer side by a hair more than what is missing hides no longer; by less, it
    does."""
    missing = -found(A, B, wall(165_000, 219_000)).width
    assert found(A, B, wall(165_000, 219_000 - round(missing) - 20)).width > 0
    assert found(A, B, wall(165_000, 219_000 - round(missing) + 20)).width < 0

"""Line of sight (LOS-1, LOS-2): exact, both ways, past blocks of any form."""

import math
import random
from dataclasses import replace

import pytest

from rules.geometry import Block, Disc, Scene, sight
from tests.geometry import slow
from tests.geometry.boards import FORMS, SIZE, moved_disc, moved_scene, random_scene, turned

A = Disc(100_000, 200_000, 15_000)
B = Disc(300_000, 200_000, 15_000)


def wall(x, low, high, name="w", thick=2_000):
    """An upright wall at x, from y = low to high."""
    return Block(name, ((x, low), (x + thick, low), (x + thick, high), (x, high)), opaque=True, solid=True)


def scene_of(*blocks):
    return Scene(SIZE, blocks, ())


def judged(scene, a, b):
    """A verdict on sight, held against the slow checker both ways."""
    verdict = sight(scene, a, b)
    back = sight(scene, b, a)
    assert (verdict.visible, verdict.blockers) == (back.visible, back.blockers)
    if verdict.visible:
        assert verdict.blockers == ()
        assert math.dist(verdict.segment[0], a.centre) <= a.radius
        assert math.dist(verdict.segment[1], b.centre) <= b.radius
        assert slow.segment_depth(scene, verdict.segment) <= 1.5
    else:
        assert verdict.segment is None
        assert verdict.blockers == tuple(sorted(verdict.blockers))
        assert slow.free_line(scene, a, b) is None
        # They hide it together, and none of them can be spared.
        kept = [block for block in scene.blocks if block.id in verdict.blockers]
        assert not sight(replace(scene, blocks=tuple(kept)), a, b).visible
        for block in kept:
            assert sight(replace(scene, blocks=tuple(other for other in kept if other is not block)), a, b).visible
    return verdict


def test_discs_with_nothing_between_see_each_other():
    verdict = judged(scene_of(), A, B)
    assert verdict.visible
    assert verdict.segment == ((114_998, 200_000), (285_002, 200_000))


def test_discs_never_block():
    # LOS-2.
    scene = Scene(SIZE, (), (("p", Disc(200_000, 200_000, 25_000)),))
    assert sight(scene, A, B).visible


@pytest.mark.parametrize(("low", "high", "visible"), [
    (185_000, 215_000, True),  # touches both outer tangents: a line along one of them is not cut
    (184_999, 215_000, True),
    (184_999, 215_001, False),
    (0, 214_990, True),
    (0, 215_000, True),
    (0, 215_001, False),
])  # fmt: skip
def test_a_wall_across_the_way(low, high, visible):
    # LOS-1: touching an edge or a corner is not a cut. Equal bases: the outer tangents are at y = 185 000 and 215 000.
    assert judged(scene_of(wall(200_000, low, high)), A, B).visible is visible


@pytest.mark.parametrize(("opening", "visible"), [(1_000, True), (2, True), (0, True), (-1, False), (-10, False)])
def test_two_walls_and_what_they_leave(opening, visible):
    scene = scene_of(wall(170_000, 0, 205_000), wall(230_000, 205_000 + opening, SIZE, "v"))
    # The corners that face each other are 60 mm apart along the way: only a level line would touch both.
    verdict = judged(scene, A, B)
    assert verdict.visible or opening < 0
    steep = scene_of(wall(199_000, 0, 205_000), wall(199_000, 205_000 + opening, SIZE, "v"))
    verdict = judged(steep, A, B)
    assert verdict.visible is visible
    if not visible:
        assert verdict.blockers == ("v", "w")


def test_blockers_leave_out_what_could_be_spared():
    scene = scene_of(wall(150_000, 0, SIZE, "all"), wall(200_000, 150_000, 205_000, "some"))
    assert judged(scene, A, B).blockers == ("all",)
    # Three, each of which leaves a line.
    posts = [wall(200_000, 180_000 + 13_000 * k, 193_500 + 13_000 * k, f"p{k}") for k in range(3)]
    assert judged(scene_of(*posts), A, B).blockers == ("p0", "p1", "p2")
    assert judged(scene_of(*posts[:2]), A, B).visible


def test_a_block_that_is_not_opaque_hides_nothing():
    screen = replace(wall(200_000, 0, SIZE), opaque=False)
    assert sight(scene_of(screen), A, B).visible
    assert sight(scene_of(replace(screen, opaque=True)), A, B).blockers == ("w",)
    assert sight(scene_of(replace(screen, opaque=True)), A, B, frozenset(("w",))).visible


@pytest.mark.parametrize("turn", [k * math.pi / 12 for k in range(24)])
def test_no_sight_along_the_diagonal_of_an_angle(turn):
    """An L: the line from its inner corner to its outer one touches no side, and is inside the block."""
    form = [(-30_000, -30_000), (50_000, -30_000), (50_000, -15_000), (-15_000, -15_000), (-15_000, 50_000),
            (-30_000, 50_000)]  # fmt: skip
    angle = Block("l", turned(form, 200_000, 200_000, turn), opaque=True, solid=True)
    inner, outer = turned([(21_000, 21_000), (-61_000, -61_000)], 200_000, 200_000, turn)
    assert judged(scene_of(angle), Disc(*inner, 15_000), Disc(*outer, 15_000)).blockers == ("l",)
    # From tip to tip across the open side they see each other.
    tips = turned([(90_000, -22_000), (-22_000, 90_000)], 200_000, 200_000, turn)
    assert judged(scene_of(angle), *(Disc(*tip, 15_000) for tip in tips)).visible


@pytest.mark.parametrize("turn", [k * math.pi / 8 for k in range(16)])
def test_from_inside_a_yoke_only_its_mouth_is_seen_through(turn):
    """From inside a U, only its mouth lets one see out."""
    yoke = Block("u", turned(FORMS["yoke"], 200_000, 200_000, turn), opaque=True, solid=True)
    inside, mouth, behind, beside = turned(
        [(0, 0), (0, 100_000), (0, -80_000), (110_000, -10_000)], 200_000, 200_000, turn
    )
    seer = Disc(*inside, 15_000)
    assert judged(scene_of(yoke), seer, Disc(*mouth, 15_000)).visible
    assert judged(scene_of(yoke), seer, Disc(*behind, 15_000)).blockers == ("u",)
    assert judged(scene_of(yoke), seer, Disc(*beside, 15_000)).blockers == ("u",)


def test_a_comb_is_one_block():
    """Between the teeth of a comb there is no way through its back."""
    teeth = [(0, 0)]
    for k in range(5):
        teeth += [
            (8_000 * k, 40_000),
            (8_000 * k + 2_000, 40_000),
            (8_000 * k + 2_000, 3_000),
            (8_000 * k + 8_000, 3_000),
        ]
    comb = Block("c", turned([*teeth[1:-1], (34_000, 0), (0, 0)], 183_000, 190_000, 0), opaque=True, solid=True)
    for x in range(150_000, 250_000, 7_000):
        above, below = Disc(x, 260_000, 15_000), Disc(400_000 - x, 140_000, 15_000)
        judged(scene_of(comb), above, below)
    assert not judged(scene_of(comb), Disc(200_000, 246_000, 15_000), Disc(200_000, 174_000, 15_000)).visible


def test_a_wall_in_contact_with_the_seer():
    """The seer leans on a wall: it sees along it, and not through it."""
    scene = scene_of(wall(115_000, 150_000, 400_000, thick=6_000))
    assert judged(scene, A, Disc(100_000, 380_000, 15_000)).visible
    assert judged(scene, A, Disc(136_000, 250_000, 15_000)).blockers == ("w",)
    assert judged(scene, A, Disc(140_000, 130_000, 15_000)).visible


def test_discs_in_contact_see_each_other():
    assert sight(scene_of(), A, Disc(130_000, 200_000, 15_000)).visible
    assert sight(scene_of(), A, Disc(129_990, 200_000, 15_000)).visible


@pytest.mark.parametrize(
    ("seed", "boards", "kinds"),
    [
        ("few", 120, {"blocks": 5, "discs": 5}),
        ("many", 80, {"blocks": 18, "discs": 6}),
        ("bent", 80, {"blocks": 9, "discs": 6, "forms": ("angle", "yoke")}),
        ("posts", 60, {"blocks": 30, "discs": 5, "forms": ("post", "wall")}),
    ],
)
def test_against_the_slow_checker(seed, boards, kinds):
    rng = random.Random(seed)
    seen = hidden = 0
    for _ in range(boards):
        scene = random_scene(rng, **kinds)
        discs = [disc for _, disc in scene.discs]
        for i, a in enumerate(discs):
            for b in discs[:i]:
                if judged(scene, a, b).visible:
                    seen += 1
                else:
                    hidden += 1
    assert seen > 150
    assert hidden > 80


def test_symmetries_leave_verdicts_alone():
    rng = random.Random("symmetry")
    for _ in range(25):
        scene = random_scene(rng, 12, 5)
        (_, a), (_, b) = scene.discs[:2]
        verdict = sight(scene, a, b)
        for k in range(1, 8):
            moved = sight(moved_scene(scene, k), moved_disc(a, k), moved_disc(b, k))
            assert (moved.visible, moved.blockers) == (verdict.visible, verdict.blockers)

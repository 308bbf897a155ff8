"""Places that a ruler fits in one way only: corridors, slides at one fixed angle, contact at both ends (MOV-2)."""

import math

import pytest

from rules.geometry import Block, Disc, Pose, Scene, check_displacement, find_displacement, find_entry
from tests.geometry import slow
from tests.geometry.boards import INCH, LONG, RADII, RULERS, SHORT, SIZE, turned

TURN = math.radians(13.7)
MIDDLE = (203_200, 203_200)


def corridor(width, turn=TURN):
    """Two cells, 1.4 in long and 1.6 in wide, joined by a corridor 3 in long; the mover and where it wants to be.

    Only a ruler lying along the corridor can touch both.
    """
    half, mouth, cell, back = width / 2, 1.5 * INCH, 0.8 * INCH, 3.2 * INCH
    side = [(-back, cell), (-mouth, cell), (-mouth, half), (mouth, half), (mouth, cell), (back, cell),
            (back, 2 * INCH), (-back, 2 * INCH)]  # fmt: skip
    ends = [(back, -2 * INCH), (back + INCH, -2 * INCH), (back + INCH, 2 * INCH), (back, 2 * INCH)]
    forms = (side, [(x, -y) for x, y in side], ends, [(-x, y) for x, y in ends])
    blocks = tuple(
        Block(f"wall-{n}", turned(form, *MIDDLE, turn), opaque=True, solid=True) for n, form in enumerate(forms)
    )
    # End to end: the ruler's length and two radii apart.
    far = 2 * INCH + 15_000
    start, end = turned([(-far, 0), (far, 0)], *MIDDLE, turn)
    return Scene(SIZE, blocks, ()), Disc(*start, 15_000), end


@pytest.mark.parametrize("turn", [0.0, TURN, 1.0, math.pi / 2, 2.9])
@pytest.mark.parametrize(("spare", "legal"), [(0.05, True), (0.01, True), (0.001, True), (0.0, True), (-0.001, False),
                                              (-0.01, False)])  # fmt: skip
def test_a_corridor_as_wide_as_the_ruler(turn, spare, legal):
    scene, start, to = corridor(LONG.width + spare * INCH, turn)
    verdict = find_displacement(scene, start, to, LONG)
    assert isinstance(verdict, Pose) is legal
    if isinstance(verdict, Pose):
        assert slow.displacement_violation(scene, start, to, verdict, LONG) <= slow.ALLOWED
        assert abs(math.remainder(verdict.angle * 1e-6 - turn, math.pi)) < 0.02
    else:
        assert {"wall-0", "wall-1"} & set(verdict.blockers)


def test_a_window_of_angles_between_those_of_any_list():
    """Discs on both sides leave a ruler a window of some hundredths of a degree, wherever it lies."""
    for k in range(40):
        turn = 0.0131 + k * 0.0777
        rows = [(x, side * (10_160 + 15_000 + 12)) for x in (-32_000, 0, 32_000) for side in (1, -1)]
        centres = turned([*rows, (-65_800, 0), (65_800, 0)], *MIDDLE, turn)
        scene = Scene(SIZE, (), tuple((f"p{n}", Disc(*p, 15_000)) for n, p in enumerate(centres[:6])))
        start, to = Disc(*centres[6], 15_000), centres[7]
        pose = find_displacement(scene, start, to, LONG)
        assert isinstance(pose, Pose), k
        assert slow.displacement_violation(scene, start, to, pose, LONG) <= slow.ALLOWED


@pytest.mark.parametrize("ruler", RULERS)
@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("turn", [0.0, 0.4, 2.0])
def test_a_slide_along_one_side(ruler, radius, turn):
    """Both bases on one long side, the ruler held between two posts at its ends: one angle, one place."""
    half, high = ruler.length / 2, ruler.width / 2
    posts = [[(s * (half + 2), -high), (s * (half + 9_000), -high), (s * (half + 9_000), high), (s * (half + 2), high)]
             for s in (1, -1)]  # fmt: skip
    # A lid on the far side keeps it from turning, and a floor behind the bases from lying on that side.
    lid = [(-half, high + 2), (half, high + 2), (half, high + 5_000), (-half, high + 5_000)]
    floor = [(-half, -high - 2 * radius - 8_000), (half, -high - 2 * radius - 8_000), (half, -high - 2 * radius - 2),
             (-half, -high - 2 * radius - 2)]  # fmt: skip
    forms = [turned(form, *MIDDLE, turn) for form in (*posts, lid, floor)]
    scene = Scene(SIZE, tuple(Block(f"b{n}", form, True, True) for n, form in enumerate(forms)), ())
    start, to = turned([(-half / 2, -high - radius), (half / 3, -high - radius)], *MIDDLE, turn)
    mover = Disc(*start, radius)
    pose = find_displacement(scene, mover, to, ruler)
    assert isinstance(pose, Pose)
    assert slow.displacement_violation(scene, mover, to, pose, ruler) <= slow.ALLOWED
    assert math.dist((pose.x, pose.y), MIDDLE) < 20


@pytest.mark.parametrize("shift", [-30_000, 0, 21_000])
@pytest.mark.parametrize("turn", [0.0, 0.7, 1.9])
@pytest.mark.parametrize("short_by", [-6, -1, 0, 1, 6, 30])
def test_a_slide_between_two_opposite_sides(shift, turn, short_by):
    """One base on either long side, exactly opposite but for rounding: the ruler lies across, pushed to one place."""
    start, to = turned([(shift, -25_160 - short_by / 2), (shift, 25_160 + short_by / 2)], *MIDDLE, turn)
    half = LONG.length / 2
    stops = [[(s * (half + 3), -8_000), (s * (half + 9_000), -8_000), (s * (half + 9_000), 8_000),
              (s * (half + 3), 8_000)] for s in (1, -1)]  # fmt: skip
    # Beside each base nothing else fits.
    sides = [[(x, y * 10_180), (x + s * 50_000, y * 10_180), (x + s * 50_000, y * 44_000), (x, y * 44_000)]
             for s in (1, -1) for y in (1, -1) for x in (shift + s * 16_000,)]  # fmt: skip
    forms = [turned(form, *MIDDLE, turn) for form in stops + sides]
    scene = Scene(SIZE, tuple(Block(f"b{n}", form, True, True) for n, form in enumerate(forms)), ())
    mover = Disc(*start, 15_000)
    across = Pose(*MIDDLE, round(turn * 1e6))
    assert check_displacement(scene, mover, to, across, LONG) is None
    pose = find_displacement(scene, mover, to, LONG)
    assert isinstance(pose, Pose)
    assert slow.displacement_violation(scene, mover, to, pose, LONG) <= slow.ALLOWED


def test_a_start_and_an_end_in_contact_with_others():
    """Rounded contacts on every side are no obstacle."""
    for k in range(60):
        turn = k * 0.105
        others = turned([(0, -30_000), (26_000, -15_000), (-26_000, 15_000)], *MIDDLE, turn)
        scene = Scene(SIZE, (), tuple((f"p{n}", Disc(*p, 15_000)) for n, p in enumerate(others)))
        start = Disc(*MIDDLE, 15_000)
        (to,) = turned([(70_000, 40_000)], *MIDDLE, turn)
        pose = find_displacement(scene, start, to, LONG)
        assert isinstance(pose, Pose)
        assert slow.displacement_violation(scene, start, to, pose, LONG) <= slow.ALLOWED


@pytest.mark.parametrize(("ruler", "wall"), [(LONG, 20_320), (LONG, 101_600), (SHORT, 50_800)])
def test_a_ruler_flush_in_a_corner_of_the_board(ruler, wall):
    start = Disc(15_000, wall + 15_000, 15_000)
    (x, y) = (100_000, wall + 15_000) if wall == 20_320 else (20_320 + 15_000, 40_000)
    # Low ceilings over both bases leave only the strip along the edge.
    scene = Scene(SIZE, (), ())
    pose = find_displacement(scene, start, (x, y), ruler)
    assert isinstance(pose, Pose)
    assert slow.displacement_violation(scene, start, (x, y), pose, ruler) <= slow.ALLOWED


def entry_slot(width, depth):
    """A slot open to the south edge, as wide as given, with a chamber for a base at its inner end."""
    half = width // 2
    left = [(-half - 60_000, SIZE), (-half, SIZE), (-half, SIZE - depth), (-21_000, SIZE - depth),
            (-21_000, SIZE - depth - 42_000), (-half - 60_000, SIZE - depth - 42_000)]  # fmt: skip
    lid = [(-half - 60_000, SIZE - depth - 60_000), (half + 60_000, SIZE - depth - 60_000),
           (half + 60_000, SIZE - depth - 42_000), (-half - 60_000, SIZE - depth - 42_000)]  # fmt: skip
    forms = (left, [(-x, y) for x, y in reversed(left)], lid)
    blocks = tuple(Block(f"b{n}", tuple((x + 203_200, y) for x, y in form), True, True) for n, form in enumerate(forms))
    return Scene(SIZE, blocks, ())


@pytest.mark.parametrize(("spare", "legal"), [(40, True), (0, True), (-30, False)])
def test_an_entry_with_the_short_side_flush(spare, legal):
    """A slot 0.8 in wide: the ruler stands on its short side, the base at exactly its length and a radius."""
    scene = entry_slot(20_320 + spare, 101_600 - 4_000)
    verdict = find_entry(scene, "south", 15_000, (203_200, SIZE - 101_600 - 15_000), LONG)
    assert isinstance(verdict, Pose) is legal
    if isinstance(verdict, Pose):
        end = Disc(203_200, SIZE - 101_600 - 15_000, 15_000)
        assert slow.entry_violation(scene, "south", end, verdict, LONG) <= slow.ALLOWED


@pytest.mark.parametrize(("spare", "legal"), [(40, True), (0, True), (-30, False)])
def test_an_entry_with_the_long_side_flush(spare, legal):
    scene = entry_slot(101_600 + spare, 20_340)
    verdict = find_entry(scene, "south", 15_000, (203_200, SIZE - 20_320 - 15_000), LONG)
    assert isinstance(verdict, Pose) is legal
    if isinstance(verdict, Pose):
        end = Disc(203_200, SIZE - 20_320 - 15_000, 15_000)
        assert slow.entry_violation(scene, "south", end, verdict, LONG) <= slow.ALLOWED

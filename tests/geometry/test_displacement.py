"""Displacements: the given placement, the search for one, and the short move (MOV-1 to MOV-3)."""

import math
import random

import pytest

from rules.geometry import (
    Block,
    Disc,
    Fault,
    Pose,
    Scene,
    check_displacement,
    check_short,
    find_displacement,
    placements,
    sample_displacement,
    sample_short,
)
from tests.geometry import slow
from tests.geometry.boards import (
    FORMS,
    LONG,
    RADII,
    RULERS,
    SHORT,
    SIZE,
    moved_disc,
    moved_pose,
    moved_scene,
    random_end,
    random_scene,
    symmetry,
    turned,
)

EMPTY = Scene(SIZE, (), ())
START = Disc(200_000, 200_000, 15_000)


def queries(seed, boards, each=4, **kinds):
    """Random displacements of the pieces of random boards."""
    rng = random.Random(seed)
    for _ in range(boards):
        scene = random_scene(rng, **kinds)
        for name, disc in scene.discs[:3]:
            for ruler in RULERS:
                for _ in range(each):
                    own = frozenset((name,))
                    yield scene, disc, random_end(rng, disc, ruler, scene, own), ruler, own


BOARDS = 50
"""Of each kind; `python -m tests.soak displacements` tries 500."""
KINDS = {
    "open": {"blocks": 4, "discs": 6},
    "crowd": {"blocks": 2, "discs": 30},
    "walls": {"blocks": 16, "discs": 8, "forms": ("wall", "angle", "yoke")},
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_search_against_the_slow_checker(kind):
    contradicted(kind, BOARDS)


def contradicted(seed, boards):
    """Holds the search against the checker that only tries, on so many boards; a mistake is an AssertionError."""
    legal = refused = 0
    kinds = KINDS[seed.partition(" ")[0]]
    for scene, start, to, ruler, own in queries(seed, boards, 3, **kinds):
        verdict = find_displacement(scene, start, to, ruler, own)
        if isinstance(verdict, Pose):
            legal += 1
            assert check_displacement(scene, start, to, verdict, ruler, own) is None
            assert slow.displacement_violation(scene, start, to, verdict, ruler, own) <= slow.ALLOWED
        elif verdict.code == "no-ruler":
            refused += 1
            assert verdict.blockers or _near_the_edge(start, to)
            if refused % 3 == 0:
                angles = 900 if refused % 30 == 0 else 180
                missed = slow.missed_displacement(scene, start, to, ruler, own, angles)
                assert missed is None, (scene, start, to, ruler, missed)
        elif verdict.code == "overlap":
            assert slow.stand_violation(scene, Disc(*to, start.radius), own) > 9
    assert legal > 4 * boards
    assert refused > 0.6 * boards


def _near_the_edge(start, to):
    return min(start.x, start.y, SIZE - start.x, SIZE - start.y, *to, SIZE - to[0], SIZE - to[1]) < 120_000


def test_the_slow_checker_finds_what_is_there():
    """A checker that finds nothing would contradict nothing, and prove nothing."""
    missed = total = 0
    for scene, start, to, ruler, own in queries("blind", 12, 3, blocks=3, discs=12):
        if isinstance(find_displacement(scene, start, to, ruler, own), Pose):
            total += 1
            missed += slow.missed_displacement(scene, start, to, ruler, own, 120) is not None
    assert total > 60
    assert missed > 0.95 * total


def test_a_sampled_displacement_is_legal_and_found():
    rng = random.Random("sample")
    count = 0
    for _ in range(300):
        scene = random_scene(rng, 6, 20)
        for name, start in scene.discs[:3]:
            for ruler in RULERS:
                own = frozenset((name,))
                sample = sample_displacement(scene, start, ruler, rng, own)
                if sample is None:
                    continue
                count += 1
                assert check_displacement(scene, start, *sample, ruler, own) is None
                assert isinstance(find_displacement(scene, start, sample[0], ruler, own), Pose)
                if count % 8 == 0:
                    assert slow.displacement_violation(scene, start, *sample, ruler, own) <= slow.ALLOWED
    assert count > 1_200


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("ruler", RULERS)
def test_an_open_board_is_reached_up_to_the_corners_of_the_ruler(ruler, radius):
    start = Disc(200_000, 200_000, radius)
    most = math.hypot(ruler.length, ruler.width) + 2 * radius
    for far in (1, 2, 10, 1_000, ruler.width, 2 * radius, ruler.width + 2 * radius, ruler.length,
                ruler.length + 2 * radius, math.floor(most) - 1, math.floor(most)):  # fmt: skip
        for turn in (0.0, 0.3, 1.0, math.pi / 2, 2.5, 4.0):
            to = (200_000 + round(far * math.cos(turn)), 200_000 + round(far * math.sin(turn)))
            pose = find_displacement(EMPTY, start, to, ruler)
            assert isinstance(pose, Pose), (far, turn)
            assert slow.displacement_violation(EMPTY, start, to, pose, ruler) <= 3
    beyond = (200_000 + math.ceil(most) + 60, 200_000)
    assert find_displacement(EMPTY, start, beyond, ruler) == Fault("too-far")


def test_a_displacement_of_no_length_is_refused():
    # MOV-3 [choice].
    pose = Pose(200_000, 200_000 + 15_000 + 10_160, 0)
    assert find_displacement(EMPTY, START, START.centre, LONG) == Fault("no-length")
    assert check_displacement(EMPTY, START, START.centre, pose, LONG) == Fault("no-length")
    assert check_short(EMPTY, START, START.centre) == Fault("no-length")


POSE = Pose(240_000, 200_000 + 15_000 + 10_160, 0)


@pytest.mark.parametrize(
    ("to", "pose", "fault"),
    [
        ((260_000, 200_000), POSE, None),
        ((260_000, 250_320), POSE, None),
        ((260_000, 200_012), POSE, Fault("on-ruler")),
        ((260_000, 210_000), POSE, Fault("on-ruler")),
        ((260_000, 199_970), POSE, Fault("no-contact")),
        ((260_000, 199_980), POSE, None),
        ((260_000, 200_000), Pose(240_000, 225_190, 0), Fault("no-contact")),
        ((260_000, 200_000), Pose(240_000, 225_140, 0), Fault("on-ruler")),
        ((260_000, 200_000), Pose(260_000, 200_000, 0), Fault("on-ruler")),
    ],
)
def test_a_given_placement_has_to_touch_both_bases(to, pose, fault):
    assert check_displacement(EMPTY, START, to, pose, LONG) == fault


def test_a_given_placement_has_to_be_free():
    to = (260_000, 200_000)
    third = (("p", Disc(240_000, 250_000, 15_000)),)
    assert check_displacement(Scene(SIZE, (), third), START, to, POSE, LONG) == Fault("overlap", ("p",))
    square = turned(FORMS["square"], 240_000, 260_000, 0)
    block, zone = (Block("b", square, hard, hard) for hard in (True, False))
    assert check_displacement(Scene(SIZE, (block,), ()), START, to, POSE, LONG) == Fault("overlap", ("b",))
    assert check_displacement(Scene(SIZE, (zone,), ()), START, to, POSE, LONG) is None
    assert check_displacement(Scene(240_000 + 50_799, (), ()), START, to, POSE, LONG) is None
    assert check_displacement(Scene(240_000 + 50_700, (), ()), START, to, POSE, LONG) == Fault("off-bloc")


def test_the_mover_is_in_the_way_of_the_ruler_and_not_of_its_own_end():
    # A step of 20 mm with a base of 30 mm: the end overlaps the start.
    scene = Scene(SIZE, (), (("me", START),))
    to = (220_000, 200_000)
    assert find_displacement(scene, START, to, LONG) == Fault("overlap", ("me",))
    pose = find_displacement(scene, START, to, LONG, frozenset(("me",)))
    assert isinstance(pose, Pose)
    assert slow.touch_violation(pose, LONG, START) <= 2


def test_the_short_move():
    # MOV-3: at most the base's diameter, centre to centre; the way between is not checked.
    wall = Block("w", turned(FORMS["wall"], 218_100, 200_000, math.pi / 2), opaque=True, solid=True)
    scene = Scene(SIZE, (wall,), (("p", Disc(200_000, 235_000, 15_000)),))
    big = Disc(200_000, 200_000, 15_000)
    assert check_short(EMPTY, big, (230_000, 200_000)) is None
    assert check_short(EMPTY, big, (218_000, 224_000)) is None
    assert check_short(EMPTY, big, (230_001, 200_000)) == Fault("too-far")
    assert check_short(scene, big, (225_000, 200_000)) == Fault("overlap", ("w",))
    assert check_short(scene, big, (200_000, 210_000)) == Fault("overlap", ("p",))
    over = Block("w", turned(FORMS["wall"], 200_000, 200_000, math.pi / 2), opaque=True, solid=True)
    beside = Disc(200_000 - 18_000, 200_000, 15_000)
    assert check_short(Scene(SIZE, (over,), ()), beside, (182_000 + 30_000, 200_000)) == Fault("overlap", ("w",))
    thin = Block("w", ((199_900, 0), (200_100, 0), (200_100, SIZE), (199_900, SIZE)), opaque=True, solid=True)
    beside = Disc(200_000 - 15_100, 200_000, 15_000)
    assert check_short(Scene(SIZE, (thin,), ()), beside, (200_000 + 15_100, 200_000)) == Fault("too-far")


def test_a_sampled_short_move_is_legal():
    rng = random.Random("short")
    count = 0
    for _ in range(200):
        scene = random_scene(rng, 6, 12)
        for name, start in scene.discs[:4]:
            to = sample_short(scene, start, rng, frozenset((name,)))
            if to is not None:
                count += 1
                assert check_short(scene, start, to, frozenset((name,))) is None
                assert math.dist(start.centre, to) <= 2 * start.radius
    assert count > 700


def test_symmetries_leave_verdicts_alone():
    for n, (scene, start, to, ruler, own) in enumerate(queries("symmetry", 12, 2, blocks=6, discs=14)):
        verdict = find_displacement(scene, start, to, ruler, own)
        for k in (1, 2 + n % 5, 7):
            moved = moved_scene(scene, k), moved_disc(start, k), symmetry(k)[0](to), ruler, own
            again = find_displacement(*moved)
            assert isinstance(again, Pose) == isinstance(verdict, Pose)
            if isinstance(verdict, Pose):
                board, mover, end, *_ = moved
                assert check_displacement(board, mover, end, moved_pose(verdict, k), ruler, own) is None


def test_every_family_of_placements_has_one_to_show():
    # On an open board, a short step has a ruler on either side, and a long one can turn from one to the other.
    assert len(placements(EMPTY, START, (240_000, 200_000), LONG)) == 2
    assert len(placements(EMPTY, START, (280_000, 200_000), LONG)) == 1
    # A post on the straight way parts them again.
    post = Block("b", turned(FORMS["post"], 240_000, 200_000, 0), opaque=True, solid=True)
    assert len(placements(Scene(SIZE, (post,), ()), START, (280_000, 200_000), LONG)) == 2
    for scene, start, to, ruler, own in queries("families", 40, 2, blocks=6, discs=20):
        shown = placements(scene, start, to, ruler, own)
        assert bool(shown) == isinstance(find_displacement(scene, start, to, ruler, own), Pose)
        for pose in shown:
            assert check_displacement(scene, start, to, pose, ruler, own) is None


def test_the_push_ruler_reaches_half_as_far():
    assert find_displacement(EMPTY, START, (300_000, 200_000), SHORT) == Fault("too-far")
    assert isinstance(find_displacement(EMPTY, START, (284_000, 200_000), SHORT), Pose)

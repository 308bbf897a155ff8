"""Nearest things, and movements that seek a target (ENG-4, CHG-4, MOV-6, RNG-1)."""

import math
import random
from dataclasses import replace

import pytest

from rules.geometry import (
    Block,
    Disc,
    Reached,
    Scene,
    best_away,
    best_toward,
    can_come_within,
    check_displacement,
    check_short,
    gap,
    nearest,
    nearest_place,
    sample_displacement,
    sample_short,
    stand_fault,
    within,
)
from tests.geometry import slow
from tests.geometry.boards import FORMS, INCH, LONG, RADII, RULERS, SIZE, random_scene, some_boards, turned
from tests.geometry.test_tight_places import corridor

EMPTY = Scene(SIZE, (), ())
START = Disc(200_000, 200_000, 15_000)
CLOSE = 1_270


def judged(scene, start, reached, own=frozenset()):
    """A movement that was found is a legal one."""
    if reached.pose is None:
        assert check_short(scene, start, reached.to, own) is None
    else:
        assert any(check_displacement(scene, start, reached.to, reached.pose, ruler, own) is None for ruler in RULERS)
    return reached


def probes(scene, start, own, rng, count):
    """Ends of random legal movements."""
    for _ in range(count):
        ruler = rng.choice((*RULERS, None))
        if ruler is None:
            to = sample_short(scene, start, rng, own)
        else:
            sample = sample_displacement(scene, start, ruler, rng, own)
            to = sample[0] if sample else None
        if to is not None:
            yield Disc(*to, start.radius)


def movers(seed, boards):
    rng = random.Random(seed)
    for _ in range(boards):
        scene = random_scene(rng, rng.choice((4, 10)), rng.choice((6, 24)))
        if len(scene.discs) > 2:
            (name, start), (_, target) = scene.discs[:2]
            yield rng, scene, start, target, frozenset((name,))


def test_the_straight_way_is_best_on_an_open_board():
    target = Disc(390_000, 200_000, 15_000)
    reached = judged(EMPTY, START, best_toward(EMPTY, START, target, RULERS))
    most = math.hypot(LONG.length, LONG.width) + 2 * 15_000
    assert reached.gap == pytest.approx(gap(START, target) - most, abs=3)
    assert reached.to[1] == 200_000
    near = Disc(300_000, 230_000, 20_000)
    assert judged(EMPTY, START, best_toward(EMPTY, START, near, RULERS)).gap <= 2


def test_nothing_gets_nearer_than_contact():
    assert best_toward(EMPTY, START, Disc(230_000, 200_000, 15_000), RULERS) is None


def test_a_sealed_mover_goes_nowhere():
    wall = [(-40_000, 15_000), (40_000, 15_000), (40_000, 20_000), (-40_000, 20_000)]
    forms = [turned(wall, 200_000, 200_000, k * math.pi / 2) for k in range(4)]
    scene = Scene(SIZE, tuple(Block(f"w{n}", form, True, True) for n, form in enumerate(forms)), ())
    target = Disc(300_000, 200_000, 15_000)
    assert best_toward(scene, START, target, RULERS) is None
    assert best_away(scene, START, target, RULERS) is None
    assert can_come_within(scene, START, target, INCH, RULERS) is None


@some_boards(14, of=40)
def test_directly_toward_is_never_beaten_by_a_probe(boards):
    better = []
    for rng, scene, start, target, own in movers("toward", boards):
        reached = best_toward(scene, start, target, RULERS, own)
        best = gap(start, target) if reached is None else judged(scene, start, reached, own).gap
        assert best <= gap(start, target)
        better += [best - gap(end, target) for end in probes(scene, start, own, rng, 150)]
    assert len(better) > 75 * boards
    assert max(better) <= CLOSE


@some_boards(14, of=40)
def test_directly_away_is_never_beaten_by_a_probe(boards):
    better = []
    for rng, scene, start, target, own in movers("away", boards):
        reached = best_away(scene, start, target, RULERS, own)
        best = gap(start, target) if reached is None else judged(scene, start, reached, own).gap
        assert best >= gap(start, target)
        better += [gap(end, target) - best for end in probes(scene, start, own, rng, 150)]
    assert len(better) > 75 * boards
    assert max(better) <= CLOSE


def test_can_come_within_finds_what_random_probes_find():
    near = far = 0
    for rng, scene, start, target, own in movers("within", 150):
        reached = can_come_within(scene, start, target, INCH, RULERS, own)
        if reached is not None:
            near += 1
            assert within(Disc(*judged(scene, start, reached, own).to, start.radius), target, INCH)
        else:
            far += 1
            assert not any(within(end, target, INCH) for end in probes(scene, start, own, rng, 100))
    assert near > 20
    assert far > 20


@pytest.mark.parametrize("turn", [0.0, 0.239, 1.0, 2.9])
def test_a_charge_through_a_corridor_that_just_fits(turn):
    """The ruler has one way to lie, at an angle of its own; the target waits beyond the far end."""
    scene, start, end = corridor(LONG.width, turn)
    scene = replace(scene, blocks=tuple(block for block in scene.blocks if block.id != "wall-2"))
    (beyond,) = turned([(31_000, 0)], *end, turn)
    target = Disc(*beyond, 15_000)
    scene = replace(scene, discs=(("target", target),))
    reached = can_come_within(scene, start, target, INCH, RULERS)
    assert reached is not None
    assert judged(scene, start, reached).gap <= INCH
    directly = best_toward(scene, start, target, RULERS)
    assert directly is not None
    assert judged(scene, start, directly).gap <= 1_000 + CLOSE
    narrower = corridor(LONG.width - 40, turn)[0]
    narrower = replace(scene, blocks=tuple(block for block in narrower.blocks if block.id != "wall-2"))
    assert can_come_within(narrower, start, target, INCH, RULERS) is None


@pytest.mark.parametrize("far", [0, 24_000, INCH])
def test_a_charge_at_the_end_of_every_range(far):
    most = math.hypot(LONG.length, LONG.width) + 2 * 15_000
    centre = math.floor(most) + 30_000 + far
    reach = can_come_within(EMPTY, START, Disc(200_000 + centre, 200_000, 15_000), far, RULERS)
    assert isinstance(reach, Reached)
    assert can_come_within(EMPTY, START, Disc(200_000 + centre + 50, 200_000, 15_000), far, RULERS) is None


def test_the_nearest_are_all_that_tie():
    discs = [("b", Disc(250_000, 200_000, 15_000)), ("a", Disc(200_000, 255_020, 20_000)),
             ("c", Disc(200_000, 149_970, 15_000)), ("d", Disc(100_000, 200_000, 15_000))]  # fmt: skip
    assert nearest(START, discs) == ["a", "b"]
    assert nearest(START, discs[:1] + discs[3:]) == ["b"]
    assert nearest(START, reversed(discs)) == ["a", "b"]
    assert nearest(START, []) == []


def test_the_nearest_place_of_a_disc_that_fits_is_its_own():
    assert nearest_place(EMPTY, (200_000, 200_000), 15_000) == (200_000, 200_000)
    assert nearest_place(EMPTY, (-50, 200_000), 15_000) == (15_000, 200_000)
    assert nearest_place(EMPTY, (SIZE + 9, SIZE), 20_000) == (SIZE - 20_000, SIZE - 20_000)


def test_ties_go_to_the_smallest_y_then_x():
    # MOV-6: on the very centre of a disc every way is as short.
    scene = Scene(SIZE, (), (("p", Disc(200_000, 200_000, 15_000)),))
    assert nearest_place(scene, (200_000, 200_000), 15_000) == (200_000, 170_000)
    square = Block("b", turned(FORMS["square"], 200_000, 200_000, 0), True, True)
    assert nearest_place(Scene(SIZE, (square,), ()), (200_000, 200_000), 15_000) == (200_000, 200_000 - 25_400 - 15_000)
    # Up is barred: left and right remain, left first.
    low = Scene(SIZE, (), (("p", Disc(200_000, 15_000, 15_000)),))
    assert nearest_place(low, (200_000, 15_000), 15_000) == (170_000, 15_000)


def test_a_full_board_has_no_place():
    block = Block("b", ((0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)), True, True)
    assert nearest_place(Scene(SIZE, (block,), ()), (200_000, 200_000), 15_000) is None


def test_the_nearest_place_against_a_fine_grid():
    rng = random.Random("place")
    for _ in range(60):
        scene = random_scene(rng, 14, 40)
        at, radius = (rng.randrange(SIZE), rng.randrange(SIZE)), rng.choice(RADII)
        place = nearest_place(scene, at, radius)
        assert place is not None
        assert stand_fault(scene, Disc(*place, radius)) is None
        assert slow.stand_violation(scene, Disc(*place, radius)) <= slow.ALLOWED
        far = math.dist(at, place)
        for _ in range(600):
            turn, near = rng.uniform(0, 7), far * math.sqrt(rng.random())
            other = (round(at[0] + near * math.cos(turn)), round(at[1] + near * math.sin(turn)))
            if math.dist(at, other) < far - 30:
                assert stand_fault(scene, Disc(*other, radius)) is not None

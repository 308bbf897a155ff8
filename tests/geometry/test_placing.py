"""Laying blocks on the board (SET-3)."""

import math
import random

import pytest
import shapely

from rules.geometry import (
    Block,
    Disc,
    Fault,
    block_fault,
    find_block_place,
    has_block_place,
    place_polygon,
    sample_block,
)
from tests.geometry.boards import FORMS, INCH, SIZE, turned

KEEP = 2 * INCH
SQUARE = tuple(FORMS["square"])


def laid(x, y, name="new", form=SQUARE, angle=0):
    return Block(name, place_polygon(form, x, y, angle), opaque=True, solid=True)


def fault(block, blocks=(), discs=()):
    return block_fault(block, SIZE, KEEP, tuple(blocks), tuple(discs))


@pytest.mark.parametrize(("x", "expected"), [
    (25_399, Fault("off-bloc")), (25_400, None), (25_425, None), (25_426, Fault("edge-close")),
    (25_400 + KEEP - 1, Fault("edge-close")), (25_400 + KEEP, None),
    (SIZE - 25_400, None), (SIZE - 25_399, Fault("off-bloc")),
])  # fmt: skip
def test_two_inches_from_the_edge_or_in_contact(x, expected):
    assert fault(laid(x, 200_000)) == expected


@pytest.mark.parametrize(("gap", "expected"), [
    (-12, Fault("overlap", ("old",))), (-10, None), (0, None), (25, None), (26, Fault("too-close", ("old",))),
    (KEEP - 1, Fault("too-close", ("old",))), (KEEP, None),
])  # fmt: skip
def test_two_inches_from_the_others_or_in_contact(gap, expected):
    assert fault(laid(150_000 + 50_800 + gap, 200_000), [laid(150_000, 200_000, "old")]) == expected
    marker = Disc(150_000, 200_000, 15_000)
    named = expected and Fault(expected.code, ("m",))
    if gap != -12:
        assert fault(laid(150_000 + 25_400 + 15_000 + gap, 200_000), discs=[("m", marker)]) == named


def test_every_neighbour_is_named():
    old = [laid(150_000, 200_000, "b"), laid(270_000, 200_000, "a")]
    assert fault(laid(210_000, 200_000), old) == Fault("too-close", ("a", "b"))
    assert fault(laid(210_000, 200_000, form=tuple(FORMS["post"])), old[:1]) == Fault("too-close", ("b",))
    assert fault(laid(180_000, 210_000), old) == Fault("overlap", ("b",))
    # Things that are not named keep no distance: a zone among decor.
    assert fault(laid(210_000, 200_000)) is None


def test_one_inside_another_overlaps():
    small = laid(200_000, 200_000, "small", tuple(FORMS["post"]))
    assert fault(small, [laid(200_000, 200_000, "big")]) == Fault("overlap", ("big",))
    assert fault(laid(200_000, 200_000, "big"), [small]) == Fault("overlap", ("small",))
    assert fault(laid(200_000, 200_000), discs=[("m", Disc(200_000, 200_000, 15_000))]) == Fault("overlap", ("m",))
    assert fault(small, discs=[("m", Disc(200_000, 200_000, 15_000))]) == Fault("overlap", ("m",))


def test_a_polygon_is_turned_about_its_origin_and_moved():
    assert place_polygon(((0, 0), (100, 0), (0, 50)), 1_000, 2_000, 0) == (
        (1_000, 2_000),
        (1_100, 2_000),
        (1_000, 2_050),
    )
    quarter = round(math.pi / 2 * 1e6)
    assert place_polygon(((0, 0), (100, 0), (0, 50)), 1_000, 2_000, quarter) == (
        (1_000, 2_000), (1_000, 2_100), (950, 2_000))  # fmt: skip


def board_of(blocks):
    return [shapely.Polygon(block.polygon) for block in blocks]


def test_places_that_are_sampled_or_found_are_legal():
    rng = random.Random("blocks")
    sampled = 0
    for _ in range(15):
        blocks, discs = (), (("m", Disc(rng.randrange(20_000, 380_000), rng.randrange(20_000, 380_000), 15_000)),)
        for n in range(10):
            form = tuple(FORMS[rng.choice(list(FORMS))])
            spot = sample_block(form, SIZE, KEEP, blocks, discs, rng)
            searched = find_block_place(form, SIZE, KEEP, blocks, discs)
            assert has_block_place(form, SIZE, KEEP, blocks, discs) == (searched is not None)
            if spot is not None:
                sampled += 1
                assert searched is not None
            for place in filter(None, (spot, searched)):
                assert fault(laid(*place[:2], form=form, angle=place[2]), blocks, discs) is None
            if place := spot or searched:
                blocks = (*blocks, laid(*place[:2], f"b{n}", form, place[2]))
        shapes = board_of(blocks)
        for i, one in enumerate(shapes):
            for other in shapes[:i]:
                assert one.distance(other) <= 25 or one.distance(other) >= KEEP
                assert one.buffer(-11).intersection(other).area == 0
    assert sampled > 60


def test_where_only_contact_fits():
    """A board that leaves no room at 2 in, but some in contact."""
    size = 3 * INCH
    assert find_block_place(SQUARE, size, KEEP, (), ()) is not None  # 2 in of block, 0.5 in each side: in a corner
    spot = find_block_place(SQUARE, 2 * INCH, KEEP, (), ())
    assert spot is not None
    assert block_fault(laid(*spot[:2], angle=spot[2]), 2 * INCH, KEEP, (), ()) is None


def test_a_block_without_room_has_no_place():
    # SET-3 [choice]: a decor that fits nowhere is left out.
    assert find_block_place(SQUARE, 2 * INCH - 1, KEEP, (), ()) is None
    assert not has_block_place(SQUARE, 2 * INCH - 1, KEEP, (), ())
    cross = tuple(
        Block(f"c{n}", turned([(-38_000, -38_000), (38_000, -38_000), (38_000, 38_000), (-38_000, 38_000)], x, y, 0),
              True, True)
        for n, (x, y) in enumerate((x, y) for x in (60_000, 140_000) for y in (60_000, 140_000))
    )  # fmt: skip
    assert find_block_place(SQUARE, 200_000, KEEP, cross, ()) is None
    assert sample_block(SQUARE, 200_000, KEEP, cross, (), random.Random(1)) is None

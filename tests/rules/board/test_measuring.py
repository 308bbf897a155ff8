"""MEA: what is an inch apart, what is in contact, how big things are."""

from __future__ import annotations

import pytest

from rules.olomoc import Match
from tests.rules.table import INCH, Table, ally, foe, low, marker, off, rolled, written

MICRON = 1 / INCH


@pytest.mark.parametrize("base", [30, 40, 50])
@pytest.mark.parametrize(
    ("gap", "engages"), [(0, True), (0.5, True), (1, True), (1 + 2 * MICRON, False), (1.5, False), (4, False)]
)
def test_distances_run_from_edge_to_edge(base: int, gap: float, engages: bool) -> None:
    """MEA-2: 1 in is measured between the nearest edges, whatever the bases (MEA-1); exactly 1 in is still in."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (5 + off(gap, 30, base), 8), base=base), active="petra")
    assert table.legal("attack", rouage="petra", target="kubik", mode="frontal") is engages


@pytest.mark.parametrize(("east", "south"), [(0.8, 0.6), (-0.6, 0.8), (0.6, -0.8), (-0.8, -0.6)])
@pytest.mark.parametrize(("stretch", "engages"), [(1, True), (1.0001, False)])
def test_distances_are_straight_lines_in_every_direction(
    east: float, south: float, stretch: float, engages: bool
) -> None:
    """MEA-2: a foe 1 in away askew is as near as one 1 in away along an axis."""
    far = off(1) * stretch
    table = Table(ally("petra", (5, 8)), foe("kubik", (5 + east * far, 8 + south * far)), active="petra")
    assert table.legal("attack", rouage="petra", target="kubik", mode="frontal") is engages


@pytest.mark.parametrize(("gap", "within"), [(0, True), (1, True), (1.01, False)])
def test_within_needs_but_a_part_of_the_base(gap: float, within: bool) -> None:
    """MEA-3: a rest reaches an ally of whom some part is at 1 in or less."""
    table = Table(
        ally("petra", (5, 8)), ally("dominik", (5 + off(gap, 30, 50), 8), base=50, noirceur=1), active="petra"
    )
    assert table.legal("rest", rouage="petra", target="dominik", remove="noirceur") is within


@pytest.mark.parametrize(("size", "engages"), [(30, True), (40, False), (50, False)])
def test_the_same_small_marker_brings_two_rouages_to_an_inch(size: int, engages: bool) -> None:
    """MEA-4: on either side of a 30 mm marker (which is wider than 1 in) both count as 1 in apart and engage."""
    beside = off(0, 30, size)
    table = Table(
        ally("petra", (8 - beside, 8), shooting=3),
        foe("kubik", (8 + beside, 8)),
        foe("jana", (8 - beside, 2)),
        marker("m1", (8, 8), size),
        active="petra",
    )
    assert table.legal("attack", rouage="petra", target="kubik", mode="frontal") is engages
    if engages:
        params = table.refused("RNG-1", "not-free", "attack", rouage="petra", target="jana", mode="ranged")
        assert "kubik" in params["by"]


@pytest.mark.parametrize(("gap", "engages"), [(25, True), (26, False)])
def test_both_must_touch_the_marker(gap: int, engages: bool) -> None:
    """MEA-4, MEA-5: a gap of 25 µm to the marker is contact, one of 26 µm is not."""
    beside = off(0)
    table = Table(
        ally("petra", (8 - beside, 8)),
        foe("kubik", (8 + beside + gap * MICRON, 8)),
        marker("m1", (8, 8), 30),
        active="petra",
    )
    assert table.legal("attack", rouage="petra", target="kubik", mode="frontal") is engages


def test_the_small_marker_serves_every_measure() -> None:
    """MEA-4: an ally across a 30 mm marker is within 1 in for a rest too."""
    table = Table(
        ally("petra", (8 - off(0), 8)),
        ally("dominik", (8 + off(0), 8), noirceur=1),
        marker("m1", (8, 8), 30),
        active="petra",
    )
    table.do("rest", rouage="petra", target="dominik", remove="noirceur")
    assert table["dominik"]["noirceur"] == 0


@pytest.mark.parametrize(("gap", "dice"), [(0, 2), (25, 2), (26, 3)])
def test_contact_is_a_gap_of_at_most_25_micrometres(gap: int, dice: int) -> None:
    """MEA-5: cover (−1 to Shooting) needs contact with the decor."""
    table = Table(
        ally("hynek", (2, 8), shooting=3),
        foe("kubik", (5, 8)),
        low("d1", 5 + off(gap * MICRON, 30), 7, 8, 9),
        active="hynek",
        dice=[1] * dice,
    )
    events = table.shot("hynek", "kubik")
    assert len(rolled(events)[0]["dice"]) == dice


@pytest.mark.parametrize(("overlap", "stands"), [(0, True), (10, True), (11, False), (400, False)])
def test_overlaps_of_ten_micrometres_are_forgiven(overlap: int, stands: bool) -> None:
    """MEA-5 [choice]: rounding may press two bases into one another by 10 µm, no more."""
    position = written(ally("petra", (5, 8)), foe("kubik", (5 + off(-overlap * MICRON), 8)), active="petra")
    if stands:
        assert Match.from_position(position, dice=[]).decisions
    else:
        with pytest.raises(ValueError, match="overlap"):
            Match.from_position(position, dice=[])


@pytest.mark.parametrize(("overlap", "legal"), [(0, True), (10, True), (11, False)])
def test_a_walk_may_end_as_close(overlap: int, legal: bool) -> None:
    """MEA-5 [choice]: the same 10 µm hold for where a movement ends."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (10, 8)), active="petra")
    to = (10 - off(-overlap * MICRON), 8.0)
    assert table.legal("walk", rouage="petra", to=to) is legal


@pytest.mark.parametrize("base", [25, 35, 60])
def test_bases_have_three_sizes(base: int) -> None:
    """MEA-1: discs of 30, 40 or 50 mm, nothing else."""
    with pytest.raises(ValueError, match="base"):
        Match.from_position(written(ally("petra", (5, 8), base=base), active="petra"), dice=[])


@pytest.mark.parametrize(
    ("x", "y", "on"),
    [(off(0, 30), 8, True), (16 - off(0, 30), 8, True), (off(-0.01, 30), 8, False), (8, 16 - off(-0.01, 30), False)],
)
def test_the_bloc_is_a_square_of_sixteen_inches(x: float, y: float, on: bool) -> None:
    """MEA-1: a base may touch the edge of the Bloc from within, and not pass it."""
    table = Table(ally("petra", (8 if x == 8 else x + (1 if x < 8 else -1), 8 if y == 8 else y - 1)), active="petra")
    assert table.legal("walk", rouage="petra", to=(x, y)) is on


def test_anyone_may_measure_at_any_time() -> None:
    """MEA-2: sight and reach answer about any rouage, whoever's turn it is, and change nothing."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (12, 8)), active="petra")
    before = table.position
    assert table.match.sight("kubik", "petra")["visible"]
    assert table.match.reach("kubik", "walk")["polygons"]
    assert table.position == before


def test_a_measure_may_begin_where_a_piece_would_stand() -> None:
    """MEA-2, LOS-1: from the edge of its base there, not from a point; only for a piece of the match."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (9, 8)), active="petra")
    place = [round(4 * INCH), round(8 * INCH)]
    point = table.match.measure(place, "kubik")["gap"]
    base = table.match.measure({"piece": "petra", "at": place}, "kubik")["gap"]
    assert point - base == 15_000
    assert (
        table.match.query("spectator", "measure", {"a": {"piece": "petra", "at": place}, "b": "kubik"})["gap"] == base
    )
    assert table.match.sight({"piece": "petra", "at": place}, "kubik")["visible"]
    for wrong in ({"piece": "nobody", "at": place}, {"piece": "petra", "at": [1]}, {"piece": "petra"}):
        with pytest.raises(ValueError, match=r"nobody|validation"):
            table.match.measure(wrong, "kubik")

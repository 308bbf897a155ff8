"""DEC and LOS: what decor hides, and that nothing else does."""

from __future__ import annotations

import pytest

from tests.rules.table import INCH, Table, ally, block, foe, low, marker, off, rogue, rolled, shape, zone

RADIUS = 15_000 / INCH


def sees(table: Table, a: str, b: str) -> bool:
    answer = table.match.sight(a, b)
    back = table.match.sight(b, a)
    assert answer["visible"] == back["visible"], "sight goes both ways"
    assert (answer["segment"] is not None) == answer["visible"]
    assert bool(answer["blockers"]) != answer["visible"]
    return answer["visible"]


@pytest.mark.parametrize(
    ("decor", "seen"),
    [
        (block("d1", 7, 4, 8, 12, kind="obstructing"), False),
        (block("d1", 7, 4, 8, 12, kind="open"), True),
        (zone("d1", 7, 4, 8, 12), True),
    ],
    ids=["obstructing", "open", "zone"],
)
def test_only_obstructing_decor_blocks(decor, seen: bool) -> None:
    """DEC-1, DEC-3: the wall hides, low decor and zones do not."""
    table = Table(ally("hynek", (3, 8), shooting=3), foe("kubik", (12, 8)), decor, active="hynek")
    assert sees(table, "hynek", "kubik") is seen
    line = table.match.measure("hynek", "kubik")["sight"]
    assert (line["visible"], [cut["by"] for cut in line["blocked"]]) == (seen, [] if seen else ["d1"])
    assert (line["margin"] is None) is seen
    if not seen:
        assert table.match.sight("hynek", "kubik")["blockers"] == ["d1"]


def test_sight_runs_from_any_point_to_any_point() -> None:
    """LOS-1: the wall hides the line between the centres, not the one between the southern halves of the bases."""
    half = block("d1", 7, 4, 8, 8.3)
    table = Table(ally("hynek", (3, 8)), foe("kubik", (12, 8)), half, active="hynek")
    assert sees(table, "hynek", "kubik")
    (ax, ay), (bx, by) = table.match.sight("hynek", "kubik")["segment"]
    for x, y, id in ((ax, ay, "hynek"), (bx, by, "kubik")):
        cx, cy = table[id]["at"]
        assert (x - cx) ** 2 + (y - cy) ** 2 <= 15_026**2, "the segment runs from base to base"


@pytest.mark.parametrize(("lower", "seen"), [(-0.01, True), (0, True), (0.01, False)])
def test_grazing_an_edge_is_no_cut(lower: float, seen: bool) -> None:
    """LOS-1 [choice]: only the line along the wall's southern edge is left; to touch it is not to be cut by it."""
    wall = block("d1", 7, 2, 9, 8 + RADIUS + lower)
    table = Table(ally("hynek", (3, 8)), foe("kubik", (12, 8)), wall, active="hynek")
    assert sees(table, "hynek", "kubik") is seen


def test_a_slit_of_no_width_is_seen_through() -> None:
    """LOS-1 [choice]: between two walls whose edges are on one line, that line touches both and is cut by neither."""
    table = Table(
        ally("hynek", (3, 8)),
        foe("kubik", (12, 8)),
        block("d1", 6, 2, 7, 8),
        block("d2", 8, 8, 9, 14),
        active="hynek",
    )
    assert sees(table, "hynek", "kubik")
    closed = Table(
        ally("hynek", (3, 8)),
        foe("kubik", (12, 8)),
        block("d1", 6, 2, 7, 11),
        block("d2", 8, 5, 9, 14),
        active="hynek",
    )
    assert not sees(closed, "hynek", "kubik")


def test_grazing_a_corner_is_no_cut() -> None:
    """LOS-1 [choice]: a wall's sharp corner that reaches just to the last free line does not cut it."""
    reach = 8 + RADIUS
    for tip, seen in ((reach, True), (reach + 0.02, False)):
        spike = shape("d1", (6, 2), (9, 2), (7.5, tip))
        table = Table(ally("hynek", (3, 8)), foe("kubik", (12, 8)), spike, active="hynek")
        assert sees(table, "hynek", "kubik") is seen


@pytest.mark.parametrize("decor_in_the_way", [False, True])
def test_a_corner_of_a_hollow_shape_hides_only_where_it_is(decor_in_the_way: bool) -> None:
    """LOS-1: an L blocks with its arms, not with the hollow between them."""
    ell = shape("d1", (7, 7), (11, 7), (11, 8), (8, 8), (8, 11), (7, 11))
    into = (9.5, 9.5) if not decor_in_the_way else (5, 5.0)
    table = Table(ally("hynek", (12, 12)), foe("kubik", into), ell, active="hynek")
    assert sees(table, "hynek", "kubik") is not decor_in_the_way


def test_rouages_and_markers_never_block() -> None:
    """LOS-2: neither an ally, a foe, a hostile nor a marker hides what stands behind it."""
    row = [foe("jana", (5, 8)), ally("petra", (7, 8)), rogue("rogue-1", (9, 8)), marker("m1", (11, 8), 50)]
    table = Table(ally("hynek", (2, 8)), foe("kubik", (14, 8)), *row, active="hynek")
    assert sees(table, "hynek", "kubik")


def test_a_rouage_sees_all_round() -> None:
    """LOS-2: there is no front."""
    around = [foe(f"k{n}", at) for n, at in enumerate(((12, 8), (4, 8), (8, 12), (8, 4)))]
    table = Table(ally("hynek", (8, 8)), *around, active="hynek")
    assert all(sees(table, "hynek", f"k{n}") for n in range(4))


def test_a_rouage_off_the_bloc_neither_sees_nor_is_seen() -> None:
    """LOS-3, ACT-3: only what is on the Bloc sees and is seen."""
    table = Table(ally("hynek", (8, 8), shooting=3), ally("petra"), foe("kubik"), active="hynek")
    for a, b in (("hynek", "kubik"), ("kubik", "hynek"), ("petra", "hynek"), ("petra", "kubik")):
        assert not table.match.sight(a, b)["visible"]


def test_a_rouage_always_sees_itself() -> None:
    """LOS-3 [choice]: so a rest may target the rouage that rests."""
    table = Table(ally("petra", (8, 8), noirceur=1), active="petra")
    assert table.match.sight("petra", "petra")["visible"]
    table.do("rest", rouage="petra", target="petra", remove="noirceur")
    assert table["petra"]["noirceur"] == 0


THIN = block("d1", 8 - 0.1, 6, 8 + 0.1, 10)


def test_no_target_without_a_line_of_sight() -> None:
    """LOS-4: through a thin wall a foe is engaged (ENG-2 asks for no sight) and yet cannot be attacked."""
    table = Table(ally("petra", (8 - off(0.4) / 2, 8)), foe("kubik", (8 + off(0.4) / 2, 8)), THIN, active="petra")
    params = table.refused("LOS-4", "no-line-of-sight", "attack", rouage="petra", target="kubik", mode="frontal")
    assert params["by"] == ["d1"]


def test_a_rest_targets_too() -> None:
    """LOS-4: an ally within 1 in but behind a wall cannot be rested."""
    near = [ally("petra", (8 - off(0.4) / 2, 8)), ally("dominik", (8 + off(0.4) / 2, 8), noirceur=1)]
    table = Table(*near, THIN, active="petra")
    table.refused("LOS-4", "no-line-of-sight", "rest", rouage="petra", target="dominik", remove="noirceur")


def test_a_shot_and_a_charge_target_too() -> None:
    """LOS-4: neither is declared on what is hidden."""
    wall = block("d1", 7, 2, 8, 14)
    table = Table(ally("hynek", (5, 8), shooting=3), foe("kubik", (9.2, 8)), wall, active="hynek")
    table.refused("LOS-4", "no-line-of-sight", "attack", rouage="hynek", target="kubik", mode="ranged")
    table.refused("LOS-4", "no-line-of-sight", "charge", rouage="hynek", target="kubik", to=(8.6, 7))


@pytest.mark.parametrize(("tinted", "noirceur"), [(False, 0), (True, 1)])
@pytest.mark.parametrize("kind", ["obstructing", "open"])
def test_decor_and_markers_can_be_tinted(kind: str, tinted: bool, noirceur: int) -> None:
    """DEC-2: a rouage that walks into contact with it takes Noirceur (NOI-6), whatever its kind."""
    table = Table(ally("petra", (5, 8)), block("d1", 8, 6, 9, 10, kind=kind, tinted=tinted), active="petra")
    table.walk("petra", (8 - RADIUS, 8.0))
    assert table["petra"]["noirceur"] == noirceur


def test_a_zone_is_stood_on_and_walked_over() -> None:
    """DEC-3: rouages, markers and rulers lie on a zone."""
    table = Table(ally("petra", (3, 8)), marker("m1", (7, 6)), zone("z1", 4, 4, 12, 12), active="petra")
    table.walk("petra", (8.1, 8.0))
    assert table["petra"]["at"][0] == round(8.1 * INCH)


def test_a_zone_gives_no_cover() -> None:
    """DEC-3, RNG-3: the shot at a rouage that stands on a zone throws every die, one beside low decor a die less."""
    for decor, dice in ((zone("z1", 4, 6, 6, 10), 3), (low("d1", 5 + RADIUS, 6, 6, 10), 2)):
        table = Table(ally("hynek", (2, 8), shooting=3), foe("kubik", (5, 8)), decor, active="hynek", dice=[1] * dice)
        assert len(rolled(table.shot("hynek", "kubik"))[0]["dice"]) == dice

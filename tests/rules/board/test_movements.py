"""MOV: displacements with either ruler or none, pushes, where a base may stand."""

from __future__ import annotations

import pytest

from tests.rules.table import (
    INCH,
    Piece,
    Point,
    Table,
    ally,
    block,
    foe,
    low,
    marker,
    off,
    rogue,
    shape,
    um,
    zone,
)

RADIUS = 15_000 / INCH
DIAMETER = 2 * RADIUS
FARTHEST = (4**2 + 0.8**2) ** 0.5 + DIAMETER
"""MOV-7: corner to corner of a displacement ruler of 4.0 in by 0.8 in, a base at either end."""
FARTHEST_PUSH = (2**2 + 0.8**2) ** 0.5 + DIAMETER


def cell(west: float, north: float, east: float, south: float) -> list[Piece]:
    """Four low walls around a space, for decor that hides nothing."""
    return [
        low("north", west - 0.2, north - 0.2, east + 0.2, north),
        low("south", west - 0.2, south, east + 0.2, south + 0.2),
        low("west", west - 0.2, north, west, south),
        low("east", east, north, east + 0.2, south),
    ]


def ruler(x: float, y: float, angle: int = 0) -> dict[str, int]:
    return {"x": um(x), "y": um(y), "angle": angle}


# ---- displacement ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distance", "legal"),
    [
        *[(distance, True) for distance in (0.02, 0.5, 2, 4, 4 + DIAMETER, FARTHEST - 0.002)],
        *[(distance, False) for distance in (FARTHEST + 0.002, 6, 9)],
    ],
)
def test_a_displacement_goes_as_far_as_the_ruler_reaches(distance: float, legal: bool) -> None:
    """MOV-2, MOV-7: from touching the ruler here to touching it there; askew it reaches a little farther than along."""
    table = Table(ally("petra", (5, 8)), active="petra")
    to = (5 + distance, 8.0)
    if legal:
        table.walk("petra", to)
        assert table["petra"]["at"] == [um(to[0]), um(to[1])]
    else:
        table.refused("MOV-2", "no-ruler", "walk", rouage="petra", to=to)


@pytest.mark.parametrize("base", [40, 50])
def test_larger_bases_reach_farther(base: int) -> None:
    """MOV-2: the base adds its diameter to the ruler's length."""
    farthest = (16 + 0.64) ** 0.5 + base / 25.4
    table = Table(ally("petra", (5, 8), base=base), active="petra")
    assert table.legal("walk", rouage="petra", to=(5 + farthest - 0.002, 8.0))
    assert not table.legal("walk", rouage="petra", to=(5 + farthest + 0.002, 8.0))


@pytest.mark.parametrize(
    ("obstacle", "blocks"),
    [
        (foe("kubik", (8, 8)), True),
        (ally("dominik", (8, 8)), True),
        (rogue("rogue-1", (8, 8)), True),
        (marker("m1", (8, 8), 30), True),
        (block("d1", 7.5, 7.5, 8.5, 8.5), True),
        (low("d1", 7.5, 7.5, 8.5, 8.5), True),
        (zone("z1", 7.5, 7.5, 8.5, 8.5), False),
    ],
    ids=["foe", "ally", "hostile", "marker", "wall", "low decor", "zone"],
)
def test_no_movement_ends_on_anything_but_a_zone(obstacle: Piece, blocks: bool) -> None:
    """MOV-1, DEC-3: not on a rouage, a marker or a decor, zones excepted."""
    table = Table(ally("petra", (5, 8)), obstacle, active="petra")
    if blocks:
        params = table.refused("MOV-1", "overlap", "walk", rouage="petra", to=(7.9, 8.2))
        assert params["by"] == [obstacle[1]["id"]]
    else:
        table.walk("petra", (7.9, 8.2))


@pytest.mark.parametrize("to", [(0.5, 8), (5, 0.3), (-3, 8)])
def test_no_movement_leaves_the_bloc(to: Point) -> None:
    """MOV-1: no part of the base outside."""
    table = Table(ally("petra", (2, 2 if to[1] < 1 else 8)), active="petra")
    table.refused("MOV-1", "off-bloc", "walk", rouage="petra", to=(2.0 if to[1] < 1 else float(to[0]), float(to[1])))


@pytest.mark.parametrize("wall", [low("d1", 7.4, 0, 7.6, 16), block("d1", 7.4, 0, 7.6, 16)], ids=["low", "obstructing"])
def test_the_ruler_does_not_lie_on_decor(wall: Piece) -> None:
    """MOV-1, MOV-2: a wall across the Bloc leaves room for both bases and none for a ruler between them."""
    table = Table(ally("petra", (6.7, 8)), wall, active="petra")
    table.refused("MOV-2", "no-ruler", "walk", rouage="petra", to=(8.3, 8.0))


def test_the_ruler_lies_on_zones() -> None:
    """MOV-1, DEC-3: the same wall as a zone is walked over."""
    table = Table(ally("petra", (6.7, 8)), zone("d1", 7.4, 0, 7.6, 16), active="petra")
    table.walk("petra", (8.3, 8.0))


def test_the_ruler_goes_round() -> None:
    """MOV-2: what stands on the straight way does not matter where the ruler fits beside it."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (8, 8.6)), active="petra")
    table.walk("petra", (9.4, 8.0))


@pytest.mark.parametrize("gap", [0.05, 0.001, 0])
@pytest.mark.parametrize("narrow", [False, True])
def test_a_corridor_as_wide_as_the_ruler(gap: float, narrow: bool) -> None:
    """MOV-2: the ruler is laid, not slid: a corridor of exactly its width is wide enough; a narrower one is not."""
    half = 0.4 + (gap / 2 if not narrow else -0.01 - gap)
    walls = [block("n", 6.5, 4, 9.5, 8 - half), block("s", 6.5, 8 + half, 9.5, 12)]
    table = Table(ally("petra", (5.95, 8)), *walls, active="petra")
    assert table.legal("walk", rouage="petra", to=(5.95 + 4 + DIAMETER, 8.0)) is not narrow


PLAIN = ruler(5 + RADIUS + 2, 8)
AT_ITS_END = (5 + DIAMETER + 4, 8.0)


def test_a_player_may_lay_the_ruler() -> None:
    """MOV-2: the placement that is sent is the one that is checked, and it is legal here."""
    table = Table(ally("petra", (5, 8)), active="petra")
    table.walk("petra", AT_ITS_END, ruler=PLAIN)
    assert table["petra"]["at"] == [um(AT_ITS_END[0]), um(8)]


@pytest.mark.parametrize(
    ("laid", "to", "clause", "code"),
    [
        (ruler(5 + RADIUS + 2.1, 8), (5 + DIAMETER + 4.1, 8.0), "MOV-2", "ruler-not-in-contact"),
        (ruler(5 + RADIUS + 1.9, 8), (5 + DIAMETER + 3.9, 8.0), "MOV-2", "ruler-overlap"),
        (PLAIN, (5 + DIAMETER + 3.9, 8.0), "MOV-2", "ruler-overlap"),
        (PLAIN, (5 + DIAMETER + 4.1, 8.0), "MOV-2", "ruler-not-in-contact"),
    ],
    ids=["not touching the start", "on the base at its start", "on the base at its end", "not touching the end"],
)
def test_a_badly_laid_ruler_is_refused(laid: dict[str, int], to: Point, clause: str, code: str) -> None:
    """MOV-2: though a better placement would serve each of these but the last."""
    table = Table(ally("petra", (5, 8)), active="petra")
    table.refused(clause, None, "walk", rouage="petra", to=to, ruler=laid)


@pytest.mark.parametrize(
    "obstacle",
    [foe("kubik", (8, 8.7)), marker("m1", (8, 8.7)), low("d1", 7, 8.3, 8, 9)],
    ids=["rouage", "marker", "decor"],
)
def test_a_ruler_laid_on_something_is_refused(obstacle: Piece) -> None:
    """MOV-1: where another placement is legal, and found when none is sent."""
    table = Table(ally("petra", (5, 8)), obstacle, active="petra")
    table.refused("MOV-1", None, "walk", rouage="petra", to=(8.0, 7.4), ruler=ruler(8.0, 8 + 0.0))
    assert table.legal("walk", rouage="petra", to=(8.0, 7.4))


def test_a_ruler_laid_over_the_edge_is_refused() -> None:
    """MOV-1: the whole ruler stays on the Bloc."""
    y = 0.7
    table = Table(ally("petra", (5, y)), active="petra")
    over = ruler(6.5, y + RADIUS - 1.39)
    table.refused("MOV-1", None, "walk", rouage="petra", to=(8.0, y), ruler=over)
    assert table.legal("walk", rouage="petra", to=(8.0, y))


def test_tokens_never_matter() -> None:
    """MOV-1: what lies beside a rouage as tokens (states, Noirceur, actions) keeps nobody from standing there."""
    table = Table(
        ally("petra", (5, 8)), foe("kubik", (8, 8), states=["stunned"], noirceur=3, actions=4), active="petra"
    )
    table.walk("petra", (8 - off(0), 8.0))
    assert table["petra"]["at"] == [um(8) - 30_000, um(8)]


# ---- the push ruler and the short move (MOV-3) -----------------------------------------------------------------------


def test_a_displacement_may_use_the_push_ruler() -> None:
    """MOV-3: in a space too small for the displacement ruler, 1.9 in with the push ruler beside the base."""
    walls = cell(5, 5, 8.4, 7.1)
    table = Table(ally("petra", (5.65, 6.4)), *walls, active="petra")
    table.walk("petra", (7.55, 6.4))
    assert table["petra"]["used"]["walk"] == 1
    laid = Table(ally("petra", (5.65, 7.1 - RADIUS)), *walls, active="petra")
    flush = ruler(6.6, 7.1 - DIAMETER - 0.4)
    assert laid.legal("walk", rouage="petra", to=(7.55, 7.1 - RADIUS), ruler=flush)


def test_the_push_ruler_as_displacement_is_no_push() -> None:
    """MOV-3: threat zones count, though a push would ignore them (MOV-4)."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (5 - off(0.5), 8)), active="petra")
    table.walk("petra", (5 + DIAMETER + 2, 8.0), ruler=ruler(5 + RADIUS + 1, 8))
    assert table.waiting == {"2": "opportunity"}


TIGHT = cell(5, 5, 7.4, 6.3)
HERE = (5.6, 5.65)


@pytest.mark.parametrize(("distance", "legal"), [(0.01, True), (0.6, True), (DIAMETER, True), (DIAMETER + 0.01, False)])
def test_a_short_move_needs_no_ruler(distance: float, legal: bool) -> None:
    """MOV-3: up to its own diameter, centre to centre, in a space where neither ruler finds room."""
    table = Table(ally("petra", HERE), *TIGHT, active="petra")
    assert table.legal("walk", rouage="petra", to=(5.6 + distance, 5.65)) is legal


def test_the_way_of_a_short_move_is_not_checked() -> None:
    """MOV-3 [choice]: a spike that stands between the two places stops a sliding base and not this move."""
    half = 5.6 + RADIUS
    spike = shape("d5", (half - 0.03, 5), (half + 0.03, 5), (half, 5.65 - 0.2), kind="open")
    table = Table(ally("petra", HERE), *TIGHT, spike, active="petra")
    assert not table.legal("walk", rouage="petra", to=(half, 5.65)), "on the way the base would stand on the spike"
    table.walk("petra", (5.6 + DIAMETER, 5.65))


def test_a_displacement_of_no_length_is_refused() -> None:
    """MOV-3 [choice]: one moves or one does not walk."""
    table = Table(ally("petra", (5, 8)), active="petra")
    table.refused("MOV-3", "no-length", "walk", rouage="petra", to=(5.0, 8.0))


# ---- pushes (MOV-4) --------------------------------------------------------------------------------------------------


NEAR = (5 + off(0.5), 8.0)


def struck(*more: Piece, at: Point = NEAR, dice: tuple[int, ...] = (5, 5)) -> Table:
    """Pétra beside Kubik, two successes thrown, the tactic to be chosen."""
    table = Table(ally("petra", (5, 8), combat=2), foe("kubik", at), *more, active="petra", dice=dice)
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    return table


@pytest.mark.parametrize(
    ("distance", "legal"), [(2, True), (FARTHEST_PUSH - 0.002, True), (FARTHEST_PUSH + 0.002, False)]
)
def test_a_push_uses_the_push_ruler_only(distance: float, legal: bool) -> None:
    """MOV-4, MOV-7: 2.0 in by 0.8 in, and not the displacement ruler that would reach twice as far."""
    table = struck()
    to = (5 + off(0.5) + distance, 8.0)
    if legal:
        table.do("tactic", tactic="push-target", to=to)
        assert table["kubik"]["at"] == [um(to[0]), um(8)]
    else:
        table.refused("MOV-2", "no-ruler", "tactic", tactic="push-target", to=to)


def test_a_push_is_no_short_move() -> None:
    """MOV-4: MOV-3 does not apply: in the tight cell Kubik could walk half an inch and cannot be pushed it."""
    table = struck(*cell(5.9, 7.35, 8.3, 8.65), at=(6.5, 8))
    table.refused("MOV-2", "no-ruler", "tactic", tactic="push-target", to=(7.0, 8.0))
    walker = Table(foe("kubik", (6.5, 8)), *cell(5.9, 7.35, 8.3, 8.65), active="kubik")
    assert walker.legal("walk", rouage="kubik", to=(7.0, 8.0))


@pytest.mark.parametrize(
    "to", [(11.0, 8.0), (0.2, 8.0), (6.0, 8.0)], ids=["too far", "off the Bloc", "onto the attacker"]
)
def test_a_push_obeys_what_every_movement_obeys(to: Point) -> None:
    """MOV-1, MOV-4: a pushed base ends where it may stand."""
    assert not struck().legal("tactic", tactic="push-target", to=to)


@pytest.mark.parametrize("tactic", ["push-attacker", "push-target"])
def test_a_push_ignores_threat_zones(tactic: str) -> None:
    """MOV-4: a rouage that is pushed out of one is not attacked for it."""
    table = struck()
    x = 5 - 2 if tactic == "push-attacker" else 5 + off(0.5) + 2
    table.do("tactic", tactic=tactic, to=(float(x), 8.0))
    assert table.waiting == {"1": "act"}


def test_the_pushing_player_chooses_and_may_decline() -> None:
    """MOV-4 [choice]: the attacker's player says where, or that there is no push after all."""
    table = struck()
    table.do("tactic", tactic="push-target")
    assert table.seat("move") == "1"
    assert table.asked("move")["prompt"]["params"]["optional"] is True
    table.do("move", decline=True)
    assert table["kubik"]["at"] == [um(5 + off(0.5)), um(8)]
    assert table.waiting == {"1": "act"}


@pytest.mark.parametrize(
    ("to", "clause"), [((11.0, 8.0), "MOV-2"), ((NEAR[0], NEAR[1]), "MOV-3"), ((6.0, 8.0), "MOV-1")]
)
def test_the_place_of_a_push_is_checked_when_it_is_asked_for(to: Point, clause: str) -> None:
    """MOV-4: the same rules for the place that is chosen after the tactic: ruler, length, room."""
    table = struck()
    table.do("tactic", tactic="push-target")
    table.refused(clause, None, "move", to=to)
    tight = struck(*cell(5.9, 7.35, 8.3, 8.65), at=(6.5, 8))
    tight.do("tactic", tactic="push-target")
    tight.refused("MOV-2", "no-ruler", "move", to=(7.0, 8.0))


# ---- what enters contact (MOV-8) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "noirceur"), [(0, 1), (0.1, 0)])
def test_ending_in_contact_with_something_tinted_is_entering_it(gap: float, noirceur: int) -> None:
    """MOV-8: the movement has to end touching; passing close by is nothing."""
    table = Table(ally("petra", (5, 8)), marker("m1", (8, 8), tinted=True), active="petra")
    table.walk("petra", (8 - off(gap), 8.0))
    assert table["petra"]["noirceur"] == noirceur


def test_a_push_into_tinted_contact_counts_too() -> None:
    """MOV-8: a push is a movement."""
    table = struck(marker("m1", (9, 8), tinted=True))
    table.do("tactic", tactic="push-target", to=(9 - off(0), 8.0))
    assert table["kubik"]["noirceur"] == 1


def test_two_tinted_elements_entered_at_once() -> None:
    """MOV-8, NOI-6: each element whose contact is entered gives its token."""
    table = Table(
        ally("petra", (5, 8)),
        marker("m1", (8, 8 - off(0)), tinted=True),
        marker("m2", (8, 8 + off(0)), tinted=True),
        active="petra",
    )
    table.walk("petra", (8, 8.0))
    assert table["petra"]["noirceur"] == 2

"""Help for a hand that points: all it offers is legal, and what it leaves out is not near."""

from __future__ import annotations

import math
import random

import pytest
import shapely

from rules.olomoc import Match, Refused
from tests.rules.table import Table, ally, block, foe, off, shape, um, zone

WALL = block("wall", 7, 4, 7.4, 7.6)


def walk(x: float, y: float, **more: object) -> dict:
    return {"kind": "walk", "rouage": "petra", "to": [um(x), um(y)], **more}


def table(*pieces: tuple, **keys: object) -> Table:
    return Table(ally("petra", (5, 8)), foe("kubik", (10, 8)), *pieces, active="petra", **keys)


def test_every_ruler_that_is_offered_may_be_laid() -> None:
    """MOV-2: each placement is taken as it is, the first of a family is the roomiest, and their families differ."""
    match = table(WALL).match
    rows = match.placements("1", walk(6.2, 5))
    assert len(rows) > 20
    for row in rows:
        ruler = {key: row[key] for key in ("x", "y", "angle")}
        assert match.resolve("1", walk(6.2, 5, ruler=ruler))["ruler"] == ruler
    assert {row["length"] for row in rows} <= {4 * 25_400, 2 * 25_400}
    # Straight past the wall there is a ruler on either side of the way: two families, no list of angles.
    short = match.placements("1", walk(5, 9.4))
    assert len({row["family"] for row in short}) >= 2


def test_neighbours_among_rulers_lie_close() -> None:
    """MOV-2: a hand turns through a family; from each of its placements another lies within 4 mm."""
    rows = [row for row in table().match.placements("1", walk(7, 6)) if row["family"] == 0]
    for row in rows:
        near = min(
            math.hypot(row["x"] - o["x"], row["y"] - o["y"]) + 51_800 * abs(math.sin((row["angle"] - o["angle"]) / 1e6))
            for o in rows
            if o is not row
        )
        assert near < 9_000


def test_a_place_without_a_ruler_has_none_to_turn() -> None:
    """MOV-3: a short move in a pocket that no ruler fits into."""
    cage = [
        block("n", 4.2, 6.8, 5.8, 7.2),
        block("s", 4.2, 8.8, 5.8, 9.2),
        block("w", 3.9, 6.8, 4.2, 9.2),
        block("e", 5.8, 6.8, 6.1, 9.2),
    ]
    match = Table(ally("petra", (5, 8)), *cage, active="petra").match
    assert match.placements("1", walk(5.1, 8.1)) == []
    with pytest.raises(Refused):
        match.placements("1", walk(9, 8))


def test_entering_has_its_rulers_too() -> None:
    """ACT-2: those that stand on the deployment line."""
    match = Table(ally("petra", None), ally("hynek", (1, 1)), foe("kubik", (10, 8)), active=None).match
    rng = random.Random(3)
    for _ in range(60):
        if match.asked.get("1") is not None and match.asked["1"].kind == "enter":
            break
        seat = sorted(match.asked)[0]
        match.submit(seat, next(iter(match.commands(seat, rng))))
    else:
        pytest.fail("nobody enters")
    enter = next(match.commands("1", rng))
    rows = match.placements("1", {key: enter[key] for key in ("kind", "rouage", "to")})
    assert rows
    for row in rows[::7]:
        assert match.check("1", {**enter, "ruler": {key: row[key] for key in ("x", "y", "angle")}}) is None


def test_the_nearest_place_is_legal_and_none_found_at_random_is_nearer() -> None:
    """MOV-1, MOV-2: off the Bloc, in a wall, on a base, out of reach."""
    match = table(WALL).match
    rng = random.Random(1)
    ends = [c["to"] for c in (next(_walks(match, rng)) for _ in range(150))]
    for x, y in ((0.2, 8), (7.2, 6), (10, 8), (15, 2), (5, 15.9), (7.2, 3.9)):
        wanted = walk(x, y)
        assert match.check("1", wanted) is not None
        nearest = match.nearest("1", wanted)
        assert nearest is not None
        apart = nearest.pop("apart")
        assert apart == round(math.dist(nearest["to"], wanted["to"]))
        assert match.check("1", nearest) is None
        assert apart <= min(math.dist(end, wanted["to"]) for end in ends) + 500


def _walks(match: Match, rng: random.Random):
    while True:
        yield from (c for c in match.commands("1", rng) if c["kind"] == "walk")


def test_the_nearest_place_of_a_charge_engages() -> None:
    """CHG-1."""
    match = table().match
    nearest = match.nearest("1", {"kind": "charge", "rouage": "petra", "target": "kubik", "to": [um(6), um(8)]})
    assert nearest is not None
    assert match.check("1", {k: v for k, v in nearest.items() if k != "apart"}) is None


def test_nearest_refuses_commands_that_are_no_movement() -> None:
    match = table().match
    for command in ({"kind": "end"}, {"kind": "walk", "rouage": "petra"}, {"kind": "walk", "to": "x"}, None):
        with pytest.raises(Refused):
            match.nearest("1", command)


# Risks


def polygons(rows: list) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(p["outer"], p["holes"]) for p in rows])


def layer(risks: dict, risk: str) -> dict:
    return next((row for row in risks["layers"] if row["risk"] == risk), {"by": [], "polygons": []})


def test_risks_are_what_happens_there() -> None:
    """OPP-1, ENG-2: at random ends, who strikes and who engages is what the layers say, but for a hair at borders."""
    wall = block("wall", 8, 9, 8.5, 12)
    duel = Table(
        ally("petra", (5, 8)), foe("kubik", (5 + off(0.4), 8)), foe("jana", (6, 4), shooting=2), wall, active="petra"
    )
    match, rng = duel.match, random.Random(2)
    risks = match.risks("petra", "walk")
    assert (layer(risks, "leaves")["by"], layer(risks, "leaves")["clause"]) == (["kubik"], "OPP-1")
    leaves, engages = polygons(layer(risks, "leaves")["polygons"]), polygons(layer(risks, "engages")["polygons"])
    clear, checked = polygons(risks["clear"]), 0
    assert clear.intersection(leaves.union(engages)).area < 1e7
    for command in (next(_walks(match, rng)) for _ in range(60)):
        spot = shapely.Point(command["to"])
        if min(area.boundary.distance(spot) for area in (leaves, engages)) < 800:
            continue
        struck = match.odds("1", command)["who"]["attackers"]
        assert ("kubik" in struck) == leaves.contains(spot)
        after = match.fork(1)
        after.submit("1", command)
        while "2" in after.asked and after.asked["2"].kind == "opportunity":
            after.submit("2", {"kind": "opportunity", "attack": False})
        assert bool(after.scout("petra")["engaged"]) == engages.contains(spot)
        checked += 1
    assert checked > 20


def test_the_line_of_fire_ends_where_decor_hides() -> None:
    """RNG-1, LOS-1: seen by who can shoot, and not behind a wall; nobody is seen by who has no Shooting."""
    wall = block("wall", 7, 5, 7.4, 11)
    match = Table(ally("petra", (5, 8)), foe("kubik", (10, 8), shooting=2), wall, active="petra").match
    risks = match.risks("petra", "walk")
    seen, rng = polygons(layer(risks, "seen")["polygons"]), random.Random(2)
    kinds = set()
    for command in (next(_walks(match, rng)) for _ in range(60)):
        spot = shapely.Point(command["to"])
        if seen.boundary.distance(spot) < 900:
            continue
        after = match.fork(1)
        after.submit("1", command)
        assert after.sight("kubik", "petra")["visible"] == seen.contains(spot)
        kinds.add(seen.contains(spot))
    assert kinds == {True, False}
    blind = Table(ally("petra", (5, 8)), foe("kubik", (10, 8), shooting=0), active="petra").match
    assert layer(blind.risks("petra", "walk"), "seen")["polygons"] == []


def test_tinted_ground_and_walls_are_named() -> None:
    """NOI-6: a zone as an area, a wall as a line; none for who is corrupted."""
    ink = zone("ink", 3, 6, 4, 7, tinted=True)
    wall = shape("wall", (7, 7), (7.4, 7), (7.4, 9), (7, 9), tinted=True)
    match = Table(ally("petra", (5, 8)), foe("kubik", (12, 8)), ink, wall, active="petra").match
    rows = {row["id"]: row for row in match.risks("petra", "walk")["tinted"]}
    assert [bool(rows["ink"][what]) for what in ("polygons", "lines")] == [True, False]
    assert [bool(rows["wall"][what]) for what in ("polygons", "lines")] == [False, True]
    dark = Table(ally("petra", (5, 8), noirceur=3), foe("kubik", (12, 8)), ink, wall, active="petra").match
    assert dark.risks("petra", "walk")["tinted"] == []

"""SET: from the first roll to the last card dealt."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from shapely import Point, Polygon

from rules.olomoc import Match
from rules.olomoc.packs import load
from tests.rules.table import INCH, Table, block, um

EIGHT = range(8)


def new(seed: int, **options: Any) -> Table:
    return Table(match=Match.new(options, seed), spare=True)


def events(table: Table, kind: str) -> list[dict[str, Any]]:
    return [event for event in table.match.journal if event["kind"] == kind]


@pytest.mark.parametrize("seed", EIGHT)
def test_more_successes_is_player_one(seed: int) -> None:
    """SET-1: 5D6 at 5+ each; equal: again [choice]."""
    table = new(seed)
    rolls = [event for event in events(table, "rolled") if event["by"] in ("1", "2")]
    assert all((len(roll["dice"]), roll["threshold"]) == (5, 5) for roll in rolls)
    pairs = list(zip(rolls[::2], rolls[1::2], strict=True))
    for one, two in pairs[:-1]:
        assert one["successes"] == two["successes"], "thrown again only when equal"
    one, two = sorted(pairs[-1], key=lambda roll: -roll["successes"])
    assert one["successes"] > two["successes"]
    assert table.position["first"] == one["by"]
    assert {one["by"], two["by"]} == {"1", "2"}


def test_an_equal_throw_is_thrown_again() -> None:
    """SET-1 [choice]: some seed out of a few dozen begins with a tie, and rolls four times or more."""
    longest = max(len([e for e in events(new(seed), "rolled") if e["by"] in ("1", "2")]) for seed in range(30))
    assert longest >= 4


def test_both_may_win_the_first_roll() -> None:
    """SET-1: it is the dice that say."""
    assert {new(seed).position["first"] for seed in range(16)} == {"1", "2"}


def test_the_agenda_is_chosen_or_drawn() -> None:
    """SET-2: by its id, or at random among the pack's."""
    assert new(1, agenda="survey").position["agenda"] == "survey"
    drawn = {new(seed, agenda="random").position["agenda"] for seed in range(12)}
    assert len(drawn) >= 2


def test_the_agenda_gives_markers_edges_and_decor() -> None:
    """SET-2: what its card says stands on the Bloc."""
    table = new(1, agenda="survey", decor="preset")
    markers = {tuple(marker["at"]): marker for marker in table.position["markers"]}
    assert len(markers) == 5
    well = markers[um(8), um(8)]
    assert (well["size"], well["tinted"]) == (40, True)
    assert table.position["decor"], "the suggested set"


# ---- decor (SET-3) ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [3, 4])
def test_player_one_places_every_decor(seed: int) -> None:
    """SET-3: one after the other, and then player 2 is asked for an edge (SET-4)."""
    table = new(seed, agenda="survey", decor="placed")
    first = table.position["first"]
    placed = 0
    while "place-decor" in table.waiting.values():
        assert table.waiting == {first: "place-decor"}
        table.match.submit(first, next(iter(table.match.commands(first))))
        placed += 1
    assert placed == 4
    assert table.waiting == {other(first): "choose-edge"}
    assert_distances(table.position)


@pytest.mark.parametrize("seed", [3])
def test_the_preset_decor_keeps_the_same_distances(seed: int) -> None:
    """SET-3: a suggested layout is no exception."""
    assert_distances(new(seed, agenda="survey", decor="preset").position)


BLOC = Polygon([(0, 0), (16 * INCH, 0), (16 * INCH, 16 * INCH), (0, 16 * INCH)])
TWO, TOUCH, UNSURE = 2 * INCH, 25, 60
"""Distances in µm; what hangs on less than ``UNSURE`` is for the engine to say."""


def gaps(position: dict[str, Any], id: str, polygon: Polygon, kind: str) -> list[float]:
    """The distances of a decor from everything that SET-3 keeps it from; overlaps and what lies outside as -1."""
    distances = [polygon.distance(BLOC.exterior) if BLOC.covers(polygon) else -1.0]
    for marker in position["markers"]:
        apart = polygon.distance(Point(marker["at"])) - marker["size"] * 500
        distances.append(apart if apart > -TOUCH else -1.0)
    for other_decor in position["decor"]:
        if other_decor["id"] != id and "zone" not in (kind, other_decor["kind"]):
            against = Polygon(other_decor["polygon"])
            distances.append(-1.0 if polygon.intersection(against).area > 1e7 else polygon.distance(against))
    return distances


def may_stand(apart: list[float]) -> bool | None:
    """SET-3: 2 in or in contact, from each; None where rounding decides."""
    verdicts = [gap >= TWO or 0 <= gap <= TOUCH for gap in apart]
    clear = [abs(gap - TWO) > UNSURE and abs(gap - TOUCH) > UNSURE for gap in apart]
    if any(sure and not verdict for sure, verdict in zip(clear, verdicts, strict=True)):
        return False
    return True if all(clear) else None


def assert_distances(position: dict[str, Any]) -> None:
    for decor in position["decor"]:
        apart = gaps(position, decor["id"], Polygon(decor["polygon"]), decor["kind"])
        assert may_stand(apart) is not False, f"{decor['id']} at {[round(gap / INCH, 3) for gap in apart]}"


def laid(piece: Any, x: int, y: int, angle: int) -> Polygon:
    """The polygon of a piece whose origin goes to (x, y), turned clockwise as seen on the screen (µrad)."""
    cos, sin = math.cos(angle / 1e6), math.sin(angle / 1e6)
    return Polygon([(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in piece.polygon])


@pytest.mark.parametrize("seed", range(6))
def test_where_a_decor_may_stand(seed: int) -> None:
    """SET-3: anywhere 2 in from the edge, from the markers and from the decor that stands, or in contact; a zone
    near or over other decor; never over the edge or on a marker. Against a plain measurement, at random places."""
    table = new(3, agenda="survey", decor="placed")
    rng = random.Random(seed)
    seat = table.position["first"]
    pieces = {piece.id: piece for piece in load("core").decor["pump-hall"].pieces}
    for _ in range(seed % 3):
        table.match.submit(seat, next(table.match.commands(seat, rng)))
    if table.waiting != {seat: "place-decor"}:
        return
    left = set(pieces) - {decor["id"] for decor in table.position["decor"]}
    seen = {True: 0, False: 0}
    for _ in range(400):
        id = rng.choice(sorted(left))
        x, y, angle = rng.randrange(BLOC_SIDE), rng.randrange(BLOC_SIDE), rng.choice((0, rng.randrange(6_283_185)))
        expected = may_stand(gaps(table.position, id, laid(pieces[id], x, y, angle), pieces[id].kind))
        if expected is None:
            continue
        command = {"decor": id, "x": x, "y": y, "angle": angle}
        assert table.legal("place-decor", **command) is expected, f"{command}"
        if not expected:
            assert table.match.check(seat, {"kind": "place-decor", **command}).clause == "SET-3"
        seen[expected] += 1
    assert min(seen.values()) > 5


BLOC_SIDE = 16 * INCH


def test_decor_in_contact() -> None:
    """SET-3: in contact with the edge, with a marker, with another decor, which are all nearer than 2 in."""
    table = new(3, agenda="survey", decor="placed")
    railing = {"decor": "railing", "angle": 0}
    pieces = {piece.id: piece for piece in load("core").decor["pump-hall"].pieces}
    half_width = max(y for _, y in pieces["railing"].polygon)
    (north,) = [m for m in table.position["markers"] if m["at"] == [um(8), um(4)]]
    beyond = north["at"][1] - north["size"] * 500 - half_width
    assert table.legal("place-decor", x=um(8), y=beyond, **railing)
    assert not table.legal("place-decor", x=um(8), y=beyond - 100, **railing)
    assert not table.legal("place-decor", x=um(8), y=beyond + 100, **railing)
    assert table.legal("place-decor", x=um(4), y=half_width, **railing)
    assert not table.legal("place-decor", x=um(4), y=half_width + 100, **railing)
    table.do("place-decor", x=um(4), y=half_width, **railing)
    table.refused("SET-3", None, "place-decor", x=um(4), y=half_width, **railing)


def test_a_decor_that_fits_nowhere_is_left_out() -> None:
    """SET-3 [choice]: the Bloc is covered with decor: there is room for the zone, which may overlap it, and for nothing
    else; the rest of the set is laid aside and the match goes on."""
    position = new(3, agenda="survey", decor="placed").position
    quarters = [(0, 0), (8, 0), (0, 8), (8, 8)]
    position["decor"] = [block(f"q{x}{y}", x, y, x + 8, y + 8, kind="open")[1] for x, y in quarters]
    position["markers"] = []
    table = Table(match=Match.from_position(position, dice=[]), spare=True)
    pieces = load("core").decor["pump-hall"].pieces
    (seat,) = table.waiting
    for piece in pieces:
        option = table.option(kind="place-decor", decor=piece.id)
        assert option["legal"] is (piece.kind == "zone")
    table.match.submit(seat, next(table.match.commands(seat)))
    assert table.waiting == {other(seat): "choose-edge"}
    left_out = sorted(event["decor"] for event in events(table, "decor-left-out"))
    assert left_out == sorted(piece.id for piece in pieces if piece.kind != "zone")


def test_decor_that_is_not_of_the_set() -> None:
    """SET-3: refused, like everything unknown."""
    new(3, agenda="survey", decor="placed").refused(
        "SET-3", "unknown-decor", "place-decor", decor="nothing", x=um(5), y=um(5), angle=0
    )


# ---- edges (SET-4) ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edge", ["south", "north"])
@pytest.mark.parametrize("seed", [0, 3])
def test_player_two_picks_an_edge(edge: str, seed: int) -> None:
    """SET-4: one of the agenda's two; player 1 has the other."""
    table = new(seed, agenda="survey")
    first = table.position["first"]
    assert table.waiting == {other(first): "choose-edge"}
    table.refused("SET-4", None, "choose-edge", edge="east")
    assert sorted(o["command"]["edge"] for o in table.asked("choose-edge")["options"]) == ["north", "south"]
    table.do("choose-edge", edge=edge)
    opposite = {"south": "north", "north": "south"}[edge]
    assert table.position["edges"] == {other(first): edge, first: opposite}


def other(seat: str) -> str:
    return "2" if seat == "1" else "1"


# ---- the deal (SET-5, SET-6) -----------------------------------------------------------------------------------------


def dealt(seed: int, **options: Any) -> Table:
    table = new(seed, **{"agenda": "survey", **options})
    table.do("choose-edge", edge="north")
    return table


@pytest.mark.parametrize("seed", EIGHT)
def test_ministries_are_dealt(seed: int) -> None:
    """SET-5, MIN-1: one Axe and three of the seven others each; the one left lies open."""
    position = dealt(seed).position
    hands = position["ministries"]
    axes = [[card for card in hands[seat] if card.startswith("axe")] for seat in ("1", "2")]
    assert [len(axe) for axe in axes] == [1, 1]
    assert [len(hands[seat]) for seat in ("1", "2")] == [4, 4]
    everything = [*hands["1"], *hands["2"], position["fallen"]]
    assert sorted(everything) == sorted(
        ["axe-1", "axe-2", "coordination", "integrity", "effort", "progress", "harmony", "edification", "security"]
    )
    assert not position["fallen"].startswith("axe")


def test_the_deal_is_random_and_the_fallen_ministry_open() -> None:
    """SET-5: other seeds, other ministries; everybody sees the fallen one."""
    assert len({dealt(seed).position["fallen"] for seed in range(10)}) >= 3
    table = dealt(2)
    for viewer in ("1", "2", "spectator"):
        assert table.match.view(viewer)["fallen"] == table.position["fallen"]


def test_all_counters_start_at_their_first_value() -> None:
    """SET-6: PoliSec, both Fiel cards and both points at 0, the counter at 1, the Artefact shuffled."""
    position = dealt(5).position
    assert (position["traque"], position["fiel"], position["points"]) == (0, {"1": 0, "2": 0}, {"1": 0, "2": 0})
    assert position["cycle"] == 1
    assert len(position["artefact"]) == 12
    assert dealt(6).position["artefact"] != position["artefact"], "shuffled"


def test_cabals_come_after_the_set_up() -> None:
    """CAB-0: with agenda, edges and ministries known."""
    table = dealt(1, composition="secret")
    assert table.waiting == {"1": "compose", "2": "compose"}
    assert table.position["fallen"]
    assert table.match.view("1")["hand"]


def test_an_empty_options_object_is_a_whole_match() -> None:
    """All options have defaults."""
    table = Table(match=Match.new({}, 11), spare=True)
    assert table.match.decisions


@pytest.mark.parametrize(
    "options",
    [{"agenda": "no-such"}, {"composition": "auction"}, {"decor": 3}, {"packs": ["no-such"]}, {"speed": 1}, [1]],
)
def test_options_that_make_no_sense(options: Any) -> None:
    """They are refused when the match is made."""
    with pytest.raises(ValueError, match=r"\w"):
        Match.new(options, 1)


def test_the_same_seed_is_the_same_match() -> None:
    """Known to the server only, it decides every die and shuffle."""
    assert dealt(9).position == dealt(9).position

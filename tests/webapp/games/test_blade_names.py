"""The names on Blade & Book's boards: none of a zone lies over a wall, a sign of a drop or climb, another name. What
is drawn is read from the board's tree, the breadth of words from the house's own face."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from shapely import Polygon, box
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from webapp.games.blade.board import board
from webapp.games.blade.discs import FINGER, RADIUS, THING, fans, places, slots, things_place
from webapp.games.blade.drafts import step_words
from webapp.games.blade.log import LOG
from webapp.games.blade.name_places import name_places
from webapp.games.blade.names import Names
from webapp.games.blade.overlays import BoardMarks, ZoneMark
from webapp.games.blade.scenario_card import about
from webapp.games.blade.scenario_page import at_the_start
from webapp.games.contract import Json
from webapp.i18n import translator

SIZE = 1.6 / 100 * 1200
"""The size of a name's letters on a board of 1200, a little above that of the style sheet."""
STROKES = {"stone": 13, "palisade": 11, "door": 11, "wood": 8, "bars": 8, "hachures": 2, "stairs-treads": 4}
"""The breadth of lines in the style sheet; others are thinner than 7."""
MARKS = {"wall", "hachures", "stairs-bed", "stairs-treads", "link"}
SCENARIOS = ("ledger", "reeds", "coil", "practice")
"""One for each board of the core pack."""

KINDS = ("stone", "wood", "palisade", "curtain", "bars", "rail", "ledge", "stairs", "opening", "door",
         "ladder", "climb", "leap", "drop")  # fmt: skip

ROOMY = 150 * 150
"""The area of a zone that has room for a disc below its name."""


@cache
def advances() -> dict[str, float]:
    """The breadth of each letter of the bold face, in its size."""
    font = TTFont(Path("static/fonts/RobotoCondensed-Bold.ttf"))
    widths, named, em = font["hmtx"], font.getBestCmap(), font["head"].unitsPerEm
    return {chr(code): widths[name][0] / em for code, name in named.items()}


def breadth(line: str) -> float:
    # an arrow of a level comes from another face
    return SIZE * sum(advances().get(letter, 0.85) for letter in line)


def nodes(tree: Json) -> Iterator[Json]:
    """A node of a tree and all within."""
    yield tree
    for child in tree.get("x", ()):
        if isinstance(child, dict):
            yield from nodes(child)


def classes(node: Json) -> set[str]:
    return set(str(node.get("c", "")).split())


def lines(d: str) -> Iterator[list[tuple[float, float]]]:
    """The lines of a path of M, L, Q and Z; of a curve its control point as well, which holds it."""
    for piece in d.split("M")[1:]:
        numbers = [float(n) for n in re.findall(r"-?[0-9.]+", piece)]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        yield [*points, points[0]] if piece.rstrip().endswith("Z") else points


def drawn(shapes: list[Json]) -> Iterator[BaseGeometry]:
    """Everything on the ground that a name would hide."""
    for shape in shapes:
        marks = set(shape["a"].get("class", "").split())
        if not marks & MARKS:
            continue
        kind = next((mark.removeprefix("is-") for mark in marks if mark.removeprefix("is-") in STROKES), "")
        broad = STROKES.get(kind, 6) / 2
        for line in lines(shape["a"]["d"]):
            if "is-leap" in marks and len(line) == 3:
                start, pull, end = line
                line = [start, ((start[0] + 2 * pull[0] + end[0]) / 4, (start[1] + 2 * pull[1] + end[1]) / 4), end]
            yield LineString(line).buffer(broad) if len(line) > 1 else Point(line[0]).buffer(broad)


def at(node: Json, within: tuple[float, float, float, float]) -> tuple[float, float]:
    """The middle of something by the shares in its style."""
    shares = [float(n) / 100 for n in re.findall(r"--[xy]: (-?[0-9.]+)%", node["style"])]
    x, y, w, h = within
    return x + shares[0] * w, y + shares[1] * h


def block(middle: tuple[float, float], w: float, h: float) -> BaseGeometry:
    x, y = middle
    return box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_name_of_a_zone_lies_over_anything(scenario: str, language: str) -> None:
    view, pack = at_the_start(scenario)[-1]
    names = Names(view, translator(language, "blade"), {"1": None, "2": None}, pack)
    width, height = names.board["size"]
    whole = (0.0, 0.0, float(width), float(height))
    marked = BoardMarks(zones={zone: ZoneMark("10/12") for zone in names.zones})
    tree = list(nodes(board(names, {}, marks=marked)))
    ground = next(node for node in tree if "blade-ground" in classes(node))
    hidden = {f"drawing {n}": shape for n, shape in enumerate(drawn(ground["shapes"]))}
    assert len(hidden) > 20
    for n, sign in enumerate(node for node in tree if classes(node) & {"blade-link", "blade-door"}):
        round_ = {"is-leap", "is-locked"} & classes(sign)
        hidden[f"sign {n}"] = Point(at(sign, whole)).buffer(12 if round_ else 4)
    blocks: dict[str, BaseGeometry] = {}
    zones = [node for node in tree if "blade-zone" in classes(node)]
    assert len(zones) == len(names.zones)
    for node in zones:
        outline = Polygon(names.zones[node["k"]]["polygon"])
        x0, y0, x1, y1 = outline.bounds
        name = next(inside for inside in nodes(node) if "zone-name" in classes(inside))
        rows = str(name["x"][0]).split("\n")
        its = block(at(name, (x0, y0, x1 - x0, y1 - y0)), max(map(breadth, rows)), SIZE * 1.1 * len(rows))
        assert outline.covers(its), rows
        blocks[" ".join(rows)] = its
    for n, label in enumerate(node for node in tree if "zone-label" in classes(node)):
        blocks[f"capacity {n}"] = block(at(label, whole), 56, 24)
    assert len(blocks) == 2 * len(zones)
    over = [(one, other) for one, its in blocks.items() for other, shape in {**hidden, **blocks}.items()
            if one != other and its.intersects(shape)]  # fmt: skip
    assert over == []


@pytest.mark.parametrize(("language", "word"), [("en", "+1 a curtain"), ("fr", "+1 un rideau")])
def test_what_a_step_costs_is_named(language: str, word: str) -> None:
    """STP-2: a curtain, a ladder; of all that stands on a border nothing is called by its id."""
    for scenario in SCENARIOS:
        view, pack = at_the_start(scenario)[-1]
        names = Names(view, translator(language, "blade"), {}, pack)
        by = [piece["kind"] for piece, _ in names.pieces if piece["kind"] not in ("open", "door")]
        by += [link["id"] for link in names.board["links"]]
        by += [f"{'/'.join(sorted(between))}/0" for piece, between in names.pieces if piece["kind"] in ("rail", "wood")]
        parts = [{"clause": "STP-1", "value": 1, "by": ""}, *({"clause": "STP-2", "value": 1, "by": id} for id in by)]
        sentence = step_words({"to": view["heroes"][0]["at"], "points": 9, "parts": parts}, names)
        assert word in sentence or "curtain" not in by
        costs = sentence.partition(" (")[2].rstrip(")").split(", ")
        known = {names.tr(f"wall.{kind}") for kind in KINDS}
        assert {cost.removeprefix("+1 ") for cost in costs} <= known


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_comes_first_does_not_stand_on_the_name(scenario: str) -> None:
    view, pack = at_the_start(scenario)[-1]
    names = Names(view, translator("en", "blade"), {}, pack)
    for id, zone in names.zones.items():
        outline, name = tuple(map(tuple, zone["polygon"])), names.places[id].block
        first, *_ = slots(outline, tuple(zone["dot"]), zone["capacity"], (name,))
        assert Polygon(outline).area < ROOMY or not box(*name).intersects(Point(first).buffer(14)), id


def test_no_mark_of_who_stands_in_a_narrow_zone_covers_its_name() -> None:
    """The galleries are hardly higher than a name and a disc, whose marks stand above it."""
    view, pack = at_the_start("ledger")[-1]
    row = next(row for row in view["heroes"] if row["at"])
    heroes = [{**row, "id": id, "at": "gallery-east"} for id in ("hrodvar", "nessa", "tamsin")]
    names = Names({**view, "heroes": heroes}, translator("en", "blade"), {}, pack)
    name = box(*names.places["gallery-east"].block)
    marks = [box(x - 35, y - RADIUS[1] - 11, x + 35, y) for id, (x, y) in places(names).items() if id in names.heroes]
    assert len(marks) == 3
    assert [mark.wkt for mark in marks if mark.intersects(name)] == []


def test_things_lie_clear_of_doors() -> None:
    """A door's sign would take the press on a chest."""
    view, pack = at_the_start("ledger")[-1]
    names = Names(view, translator("en", "blade"), {}, pack)
    tree, whole = list(nodes(board(names, {}))), (0.0, 0.0, *map(float, names.board["size"]))
    heaps, doors = (
        [at(node, whole) for node in tree if kind in classes(node)] for kind in ("blade-things", "blade-door")
    )
    assert len(heaps) == 3
    assert min(Point(heap).distance(Point(door)) for heap in heaps for door in doors) >= 44


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_thing_lies_over_the_name_of_its_zone(language: str) -> None:
    """The West Loft has a ladder at its top, so that its name stands where its chest would lie."""
    view, pack = at_the_start("ledger")[-1]
    names = Names(view, translator(language, "blade"), {}, pack)
    for row in names.view["objects"].values():
        place, (x, y) = names.places[row["at"]], things_place(names.zones[row["at"]], names)
        assert not box(*place.block).intersects(Point(x, y).buffer(THING)), row["at"]


COUNT = 22 / 1016
"""The breadth of the count of a crowded zone as a share of the board's on a phone, in the style sheet."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_count_of_a_crowded_zone_lies_over_no_name(language: str) -> None:
    """It stands at another corner where the first would cover one: of the Galerie it lay over the name."""
    for scenario in SCENARIOS:
        view, pack = at_the_start(scenario)[-1]
        one, other = {**view["heroes"][0]}, {**view["heroes"][0], "id": "other"}
        names = Names(
            {**view, "heroes": [one, other], "figures": [], "allies": []}, translator(language, "blade"), {}, pack
        )
        width, _ = names.board["size"]
        written = [box(*place.block) for place in names.places.values()]
        for id, zone in names.zones.items():
            one["at"] = other["at"] = id
            x, y = zone["dot"]
            [fan] = fans(names, {}, {one["id"]: (x, y), "other": (x + 8, y)}, (), BoardMarks())
            assert isinstance(fan, dict)
            half, inside = (FINGER + 4, FINGER), width * COUNT / 2
            left, low = ("count-left" in classes(fan), "count-low" in classes(fan))
            count = block(
                (x + 4 + (-1 if left else 1) * (half[0] - inside), y + (1 if low else -1) * (half[1] - inside)),
                2 * inside,
                2 * inside,
            )
            assert not any(count.intersects(name) for name in written), id


def test_a_rule_of_the_scenario_is_told_in_its_words() -> None:
    """One without words is told by what it does, never by its id."""
    view, pack = at_the_start("ledger")[-1]
    names = Names(view, translator("fr", "blade"), {}, pack)
    sentences = [
        LOG.sentence({"n": 1, "kind": "rule", "rule": id, "event": False}, names) for id in ("the-key", "away")
    ]
    assert sentences == ["Le scénario\N{NO-BREAK SPACE}: Vance mort, la clef tombe dans sa zone.", None]


def test_a_zone_without_room_has_its_name_all_the_same() -> None:
    """A pack may draw a zone too small for its name."""
    cell = {"id": "cell", "polygon": [[0, 0], [0, 30], [40, 30], [40, 0]], "dot": [20, 15]}
    place = name_places({"size": [1200, 800], "zones": [cell]}, {"cell": "The Cell of the Forgotten"})["cell"]
    assert place.lines == ("The Cell of the Forgotten",)
    assert place.name[0] == 20


def test_the_card_of_a_scenario_has_its_map() -> None:
    tree = [node for part in about("ledger", translator("en", "blade")) for node in nodes(part)]
    shapes = next(node["shapes"] for node in tree if "blade-ground" in classes(node))
    assert sum("zone" in str(shape["a"]["class"]).split() for shape in shapes) == 23
    assert about("practice", translator("fr", "blade"))

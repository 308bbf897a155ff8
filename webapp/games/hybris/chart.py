"""The course of a match Age by Age: each seat's points with what they came from, the Cities left, Chaos's way as a
line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from webapp.games.contract import Json
from webapp.games.hybris.board import seat_mark
from webapp.games.hybris.names import Names
from webapp.ui.tree import Child, Node, el

WIDE, LANE = 360, 40
"""The size of the drawing of Chaos's way."""
SOURCES: Mapping[str, str] = {
    "OLY": "olympus", "MOR": "cities", "TIL": "machine", "TSK": "machine", "HGR": "machine", "FGT": "combats",
    "COM": "combats", "CCB": "combats", "COL": "combats", "REP": "combats", "PRM": "premonitions",
    "IMP": "improvements", "TRK": "surroundings", "EXP": "surroundings", "DEF": "surroundings", "ADV": "surroundings",
    "PIL": "pillars",
}  # fmt: skip
"""Where points come from, by the chapter of the clause that gives them."""
ORDER = (*dict.fromkeys(SOURCES.values()), "research", "other", "spent")
PARTS: Mapping[str, str] = {
    "olympus": "cities", "pillars": "other", "premonitions": "other", "research": "machine", "surroundings": "combats",
}  # fmt: skip
"""What is drawn as a part of something else: a tower of ten parts could not be read."""


def won(log: Sequence[Json]) -> Iterator[tuple[int, str, str, int]]:
    """RES-4, FIN-10: what changed somebody's points: the row of the log, the seat, the source (of :data:`ORDER`), by
    how much."""
    for row, event in enumerate(log):
        kind = event["kind"]
        if kind in ("gained", "lost", "paid") and event.get("word") == "vp":
            given = kind == "gained"
            source = SOURCES.get(event["clause"][:3], "other") if given else "spent"
            yield row, event["seat"], source, event["count"] if given else -event["count"]
        elif kind == "researched":
            yield from ((row, seat, "research", n) for seat, n in event["cubes"].items() if n)


def chart(names: Names) -> list[Child]:
    """Nothing where one Age alone is told."""
    tr, first, ages = names.tr, _first(names), int(names.view["age"])
    if ages <= first:
        return []
    points, cities, ways = course(names)
    parts = _parts(names)
    most = max(1, *(max(row) for row in points.values()))
    columns = [
        el(
            "li.hyb-age",
            el(
                "div.towers",
                [_tower(seat, row[age], parts[seat][age - 1], most, names) for seat, row in points.items()],
            ),
            el("div.figures", [el("strong", str(row[age]), cls=f"side-{seat}") for seat, row in points.items()]),
            el("small", tr("chart.age", n=age)),
            _left(cities[age - 1], names),
        )
        for age in range(first, ages + 1)
    ]
    spaces = names.pack.rules.spaces + 1
    stood = [(max(0.0, (at - first + 1) / (ages - first + 1)), 1 - space / spaces) for at, space in ways]
    line = _stairs("way", [*stood, (1.0, stood[-1][1])])
    lane: Node = {"t": "drawing", "c": "hyb-lane", "box": f"0 -3 {WIDE} {LANE + 6}", "shapes": [line], "stretch": True,
                  "label": tr("chart.way")}  # fmt: skip
    seats = [el("li", seat_mark(seat, names), el("span", names.player(seat))) for seat in points]
    drawn = dict.fromkeys(part for row in parts.values() for towers in row for part, n in towers.items() if n)
    kinds = [el("li", el("i", cls=f"of-{part}"), el("span", tr(f"chart.{part}"))) for part in drawn]
    return [
        el("h3", tr("chart.title")),
        el(
            "div.hyb-chart",
            el("ol.hyb-ages-told", columns),
            el("div.hyb-way", el("small", tr("chart.way")), lane),
            el("ul.hyb-key", seats, kinds),
            testid="chart",
        ),
    ]


def _tower(seat: str, total: int, parts: Mapping[str, int], most: int, names: Names) -> Node:
    """A seat's points after an Age, with what they came from."""
    tr = names.tr
    told = ", ".join(f"{tr(f'chart.{part}')} {n}" for part, n in parts.items() if n)
    label = tr("chart.tower", who=names.player(seat), n=total, parts=told)
    blocks = [el("i", cls=f"of-{part}", style=f"--n: {n}") for part, n in parts.items() if n > 0]
    tall = sum(n for n in parts.values() if n > 0) / most
    return el("span.tower", blocks, cls=f"side-{seat}", style=f"--tall: {min(1.0, tall):.3f}", role="img",
              aria_label=label, title=label)  # fmt: skip


def _left(n: int, names: Names) -> Node:
    """The Cities that stood after an Age."""
    cells = [el("i", cls="" if city < n else "is-lost") for city in range(len(names.cities))]
    return el("span.cities", cells, role="img", aria_label=names.tr.plural("chaos.cities-left", n))


def _stairs(cls: str, spots: Sequence[tuple[float, float]]) -> Json:
    """A line through spots given as shares of width and height, level from each to the time of the next."""
    way = "".join(f"H{round(WIDE * x, 1)}V{round(LANE * y, 1)}" for x, y in spots[1:])
    return {
        "t": "path",
        "a": {"class": cls, "d": f"M{round(WIDE * spots[0][0], 1)},{round(LANE * spots[0][1], 1)}{way}"},
    }


def _first(names: Names) -> int:
    """The first Age of which the log tells: a match may begin in a later one."""
    began = next((event["age"] for event in names.view["log"] if event["kind"] == "age-began"), None)
    return int(names.view["age"]) if began is None else max(1, int(began) - (began > 1))


def _ages(names: Names) -> list[int]:
    """The Age of each row of the log."""
    age, ages = _first(names), list[int]()
    for event in names.view["log"]:
        age = event["age"] if event["kind"] == "age-began" else age
        ages.append(age)
    return ages


def _parts(names: Names) -> Mapping[str, list[dict[str, int]]]:
    """By seat and Age what all points until then came from; what was paid again is taken off the other sources."""
    of, ages = _ages(names), int(names.view["age"])
    gained: dict[str, list[dict[str, int]]] = {seat: [{} for _ in range(ages)] for seat in names.mats}
    for row, seat, source, n in won(names.view["log"]):
        part = "other" if source == "spent" else PARTS.get(source, source)
        for age in range(of[row], ages + 1):
            its = gained[seat][age - 1]
            its[part] = its.get(part, 0) + n
    return gained


def course(names: Names) -> tuple[Mapping[str, list[int]], list[int], list[tuple[float, int]]]:
    """By seat the points at the beginning and after each Age; after each Age the Cities left; where Chaos stood, each
    with its time in Ages since the match's first began."""
    view, of = names.view, _ages(names)
    ages = int(view["age"])
    gained = {seat: [0] * ages for seat in names.mats}
    for row, seat, _, n in won(view["log"]):
        gained[seat][of[row] - 1] += n
    rows = [of.count(age) for age in range(1, ages + 1)]
    fallen, seen = [0] * ages, [0] * ages
    ways: list[tuple[float, int]] = []
    for age, event in zip(of, view["log"], strict=True):
        kind = event["kind"]
        seen[age - 1] += 1
        if kind == "city-destroyed":
            fallen[age - 1] += 1
        elif kind in ("progressed", "chaos-placed"):
            at = age - 1 + seen[age - 1] / rows[age - 1]
            ways.append((at, event["to"] if kind == "progressed" else event["space"]))
    left = sum(1 for city in view["cities"].values() if not city["destroyed"])
    points = {seat: [names.mats[seat]["vp"] - sum(row[n:]) for n in range(ages + 1)] for seat, row in gained.items()}
    start = (float(_first(names) - 1), ways[0][1] if ways else 1)
    return points, [left + sum(fallen[n + 1 :]) for n in range(ages)], [start, *ways]

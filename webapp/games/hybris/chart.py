"""The course of a match Age by Age: each seat's points, the Cities left, Chaos's way as a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webapp.games.contract import Json
from webapp.games.hybris.board import seat_mark
from webapp.games.hybris.names import Names
from webapp.ui.tree import Child, Node, el

WIDE, HIGH, LANE = 360, 120, 40
"""The size of the drawing; the lane of Chaos lies below the points."""


def chart(names: Names) -> list[Child]:
    """Nothing before the second Age."""
    view, tr = names.view, names.tr
    ages = int(view["age"])
    points, cities, ways = course(names)
    if ages < 2:
        return []
    most = max(1, *(max(row) for row in points.values()))
    shapes: list[Json] = [
        _line(f"line side-{seat}", [(n / ages, 1 - points / most) for n, points in enumerate(row)], 0, HIGH)
        for seat, row in points.items()
    ]
    spaces = names.pack.rules.spaces + 1
    shapes.append(_line("way", [(at, 1 - space / spaces) for at, space in ways], HIGH + 6, LANE))
    drawing: Node = {"t": "drawing", "c": "hyb-chart", "box": f"-4 -4 {WIDE + 8} {HIGH + LANE + 14}", "shapes": shapes}
    rows: list[Child] = [
        el("li", seat_mark(seat, names), el("span", names.player(seat)), _figures(row[1:]))
        for seat, row in points.items()
    ]
    rows.append(el("li", el("i"), el("span", tr("chaos.cities")), _figures(cities)))
    return [el("h3", tr("chart.title")), drawing, el("ul.hyb-course", rows)]


def _figures(row: Sequence[int]) -> Node:
    return el("span.figures", [el("strong", str(figure)) for figure in row])


def _line(cls: str, spots: Sequence[tuple[float, float]], top: int, high: int) -> Json:
    """A line through spots given as shares of width and height."""
    way = "L".join(f"{round(WIDE * x, 1)},{round(top + high * y, 1)}" for x, y in spots)
    return {"t": "path", "a": {"class": cls, "d": f"M{way}"}}


def course(names: Names) -> tuple[Mapping[str, list[int]], list[int], list[tuple[float, int]]]:
    """By seat the points at the beginning and after each Age; after each Age the Cities left; where Chaos stood, each
    with its time as a share of the match so far."""
    view = names.view
    ages = int(view["age"])
    gained = {seat: [0] * ages for seat in names.mats}
    began = [event["age"] for event in view["log"] if event["kind"] == "age-began"]
    fallen, age = [0] * ages, max(1, began[0] - 1) if began else ages
    ways: list[tuple[float, int]] = []
    for row, event in enumerate(view["log"]):
        kind = event["kind"]
        if kind == "age-began":
            age = event["age"]
        elif kind in ("gained", "lost", "paid") and event["word"] == "vp":
            gained[event["seat"]][age - 1] += event["count"] * (1 if kind == "gained" else -1)
        elif kind == "researched":
            for seat, n in event["cubes"].items():
                gained[seat][age - 1] += n
        elif kind == "city-destroyed":
            fallen[age - 1] += 1
        elif kind in ("progressed", "chaos-placed"):
            ways.append((row / len(view["log"]), event["to"] if kind == "progressed" else event["space"]))
    left = sum(1 for city in view["cities"].values() if not city["destroyed"])
    points = {seat: [names.mats[seat]["vp"] - sum(row[n:]) for n in range(ages + 1)] for seat, row in gained.items()}
    return points, [left + sum(fallen[n + 1 :]) for n in range(ages)], [(0, ways[0][1] if ways else 1), *ways]

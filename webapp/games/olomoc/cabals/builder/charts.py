"""The charts of a cabal as ECharts options, in the theme's colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webapp.games.olomoc.cabals.builder.draft import DODGES, CabalDraft
from webapp.games.olomoc.cabals.builder.figures import Json, Outlooks, cast, chances_of, chosen_rows, percent, row_words
from webapp.games.olomoc.table.text.names import Names

Options = dict[str, Any]
TEXT, MUTED, LINE = "var(--text)", "var(--muted)", "var(--line)"
RAMP = ("var(--line)", "var(--wound-1)", "var(--wound-2)", "var(--wound-3)", "var(--wound-4)")
"""The colours of no wound, one, two, three, four or more."""
SHOTS = ("var(--side-1)", "var(--side-2)", "var(--ink-text)")
"""One for each place, with a mark of its own."""
MARKS = ("circle", "rect", "triangle")
LABELLED = 0.09
"""Shares too small for their figure have none."""
LEAST_IN, MOST_IN = 1, 16
"""A shooter is free (RNG-1), so farther than its threat zone; the Bloc ends."""
NEAR_IN = 4
TOKENS = 3
FONT = "Roboto Condensed, Liberation Sans Narrow, Arial Narrow, DejaVu Sans Condensed, sans-serif"


def wounds(desk: CabalDraft, names: Names, outlooks: Outlooks) -> Options:
    """Chances of wounds by the target's Dodge: a bar for each way of making the attack, shares of it by wounds."""
    rows = chosen_rows(desk, outlooks)
    dodges = [str(n) for n in range(DODGES)]
    series = [
        _share(n, row, stack, desk.figures.fate, names) for stack, row in enumerate(rows) for n in range(len(RAMP))
    ]
    return {
        **_common(names),
        "grid": {"left": 26, "right": 8, "top": 26, "bottom": 4},
        "legend": _legend([_wounds_name(n, names) for n in range(len(RAMP))]),
        "xAxis": {"type": "value", "max": 1, "show": False},
        "yAxis": {
            "type": "category",
            "data": dodges,
            "inverse": True,
            "axisLabel": {"color": MUTED, "fontFamily": FONT},
            "axisLine": {"show": False},
            "axisTick": {"show": False},
        },
        "series": series,
    }


def _share(n: int, row: Json, stack: int, fate: bool, names: Names) -> Options:
    last = n == len(RAMP) - 1
    data = []
    for dodge in range(DODGES):
        chances = chances_of(row, dodge, fate)
        share = sum(chances[n:]) if last else chances[n]
        data.append({"value": round(share, 6), "label": {"show": share >= LABELLED, "formatter": percent(share)}})
    return {
        "name": _wounds_name(n, names),
        "type": "bar",
        "stack": f"{stack}",
        "data": data,
        "color": RAMP[n],
        "barGap": "15%",
        "barCategoryGap": "22%",
        # The second way of attacking is told by its outline as well as by its place.
        "itemStyle": {"color": RAMP[n], "borderColor": TEXT, "borderWidth": 0.6 if stack else 0},
        "label": {"color": "var(--wound-text)" if n > 1 else TEXT, "fontFamily": FONT, "fontSize": 10},
        "emphasis": {"disabled": True},
        "tooltip": {"formatter": row_words(row, names)},
    }


def _wounds_name(n: int, names: Names) -> str:
    return names.tr("cabals.or-more", n=n) if n == len(RAMP) - 1 else str(n)


def ranged(desk: CabalDraft, names: Names, outlooks: Outlooks) -> Options:
    """Wounds to be expected of a ranged attack by distance, in the open and in cover, for each who shoots."""
    series: list[Options] = []
    shown: list[str] = []
    for place, card in cast(desk):
        shots = outlooks.get(place, {}).get("shots", [])
        for cover in (False, True):
            line = _curve([row for row in shots if row["cover"] is cover], desk.figures.dodge, desk.figures.fate)
            if line:
                name = card.name.split()[0]
                name = names.tr("cabals.in-cover", name=name) if cover else name
                shown.append(name)
                series.append(_line(name, line, place, cover))
    return {
        **_common(names),
        "grid": {"left": 30, "right": 12, "top": 30, "bottom": 22},
        "legend": _legend(shown),
        "xAxis": {
            **_axis(),
            "type": "value",
            "min": 0,
            "max": MOST_IN,
            "interval": 4,
            "name": names.tr("cabals.inches"),
        },
        "yAxis": {**_axis(), "type": "value", "min": 0, "splitLine": {"lineStyle": {"color": LINE}}},
        "series": series,
    }


def _curve(shots: Sequence[Json], dodge: int, fate: bool) -> list[list[float]]:
    """RNG-2: the same figure up to 4 in, another beyond; none where it cannot shoot."""
    points: list[list[float]] = []
    for far, (least, most) in ((False, (LEAST_IN, NEAR_IN)), (True, (NEAR_IN, MOST_IN))):
        row = next((row for row in shots if row["far"] is far), None)
        mean = sum(n * chance for n, chance in enumerate(chances_of(row, dodge, fate))) if row else 0.0
        points += [[least, round(mean, 4)], [most, round(mean, 4)]]
    return points if any(y for _, y in points) else []


def _line(name: str, line: list[list[float]], place: int, cover: bool) -> Options:
    return {
        "name": name,
        "type": "line",
        "data": line,
        "color": SHOTS[place],
        "symbol": MARKS[place],
        "symbolSize": 6,
        "lineStyle": {"color": SHOTS[place], "type": "dashed" if cover else "solid", "width": 2},
        "itemStyle": {"color": SHOTS[place]},
        "emphasis": {"disabled": True},
    }


def budget(desk: CabalDraft, names: Names) -> Options:
    """The PV by kind of each rouage, and the Noirceur tokens that it can bear, those that its tinted PV will give apart
    (LIF, NOI-1)."""
    mine = cast(desk)
    tinted = [card.life.count("T") for _, card in mine]
    parts = [
        ("R", "pv", [card.life.count("R") for _, card in mine], "var(--text)"),
        ("S", "pv", [card.life.count("S") for _, card in mine], "var(--muted)"),
        ("T", "pv", tinted, "var(--ink-text)"),
        ("free", "noirceur", [max(0, TOKENS - n) for n in tinted], "var(--ink)"),
        ("due", "noirceur", [min(TOKENS, n) for n in tinted], "var(--danger)"),
    ]
    return {
        **_common(names),
        "grid": {"left": 64, "right": 8, "top": 44, "bottom": 4},
        "legend": _legend([names.tr(f"cabals.budget.{key}") for key, *_ in parts]),
        "xAxis": {"type": "value", "show": False},
        "yAxis": {
            **_axis(),
            "type": "category",
            "data": [card.name.split()[0] for _, card in mine],
            "inverse": True,
            "axisLine": {"show": False},
        },
        "series": [
            {
                "name": names.tr(f"cabals.budget.{key}"),
                "type": "bar",
                "stack": stack,
                "data": [{"value": n, "label": {"show": bool(n), "formatter": str(n)}} for n in values],
                "color": colour,
                "itemStyle": {"color": colour, "borderColor": "var(--panel)", "borderWidth": 1},
                "label": {"color": "var(--ground)" if key != "free" else "#fff", "fontFamily": FONT, "fontSize": 11},
                "barGap": "10%",
                "emphasis": {"disabled": True},
            }
            for key, stack, values, colour in parts
        ],
    }


def _common(names: Names) -> Options:
    return {"animation": False, "textStyle": {"fontFamily": FONT, "color": TEXT}, "tooltip": {"show": False}}


def _legend(shown: Sequence[str]) -> Options:
    return {
        "data": list(shown),
        "top": 0,
        "left": 0,
        "itemWidth": 12,
        "itemHeight": 8,
        "itemGap": 8,
        "selectedMode": False,
        "textStyle": {"color": MUTED, "fontFamily": FONT, "fontSize": 11},
    }


def _axis() -> Options:
    return {
        "axisLabel": {"color": MUTED, "fontFamily": FONT, "fontSize": 11},
        "axisLine": {"lineStyle": {"color": LINE}},
        "axisTick": {"show": False},
        "splitLine": {"show": False},
        "nameTextStyle": {
            "color": MUTED,
            "fontFamily": FONT,
            "fontSize": 11,
            "align": "right",
            "verticalAlign": "bottom",
        },
        "nameLocation": "end",
        "nameGap": -4,
    }

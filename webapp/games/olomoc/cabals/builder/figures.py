"""The statistics of a cabal: the trees around the charts. The charts themselves are in `charts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.olomoc.cabals.draft import PLACES
from rules.olomoc.packs import MINISTRIES, RouageCard
from rules.olomoc.state import BLOC, INCH
from webapp.games.olomoc.cabals.builder.draft import ATTACKS, DODGES, CabalDraft
from webapp.games.olomoc.cabals.card_faces import SEAT, boxes, first_name
from webapp.games.olomoc.table.cards.rouages import STATS
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.diagram import Shape, drawn, shape
from webapp.ui.tree import Child, Node, el, icon

Json = Mapping[str, Any]
Outlooks = Mapping[int, Json]
"""The statistics by place: the result of `rules.olomoc.advice.card_profile.outlook` for the rouage there."""


def cast(desk: CabalDraft) -> list[tuple[int, RouageCard]]:
    """The rouages there are, with their places."""
    return [(n, card) for n in PLACES if (card := desk.pack.rouages.get(desk.sketch.at(n, "card") or ""))]


def together(desk: CabalDraft, names: Names) -> list[Child]:
    """The four characteristics of all together, life lines, ministries."""
    mine = cast(desk)
    tr = names.tr
    if not mine:
        return [el("p.muted.nobody", tr("cabals.nobody-yet"), key="nobody")]
    return [
        el("h2.overline", tr("cabals.together"), key="h-together"),
        el("div.sums", [_sum(stat, mine, names) for stat in STATS], key="sums"),
        el(
            "p.sum-legend.muted",
            [el("span", el("span.swatch", cls=f"part-{place}"), first_name(card.id, names)) for place, card in mine],
            key="legend",
        ),
        el("h2.overline", tr("cabals.life-lines"), key="h-life"),
        el("div.life-lines", [_life_line(card, names) for _, card in mine], key="lines"),
        el("h2.overline", tr("cabals.ministries-in-cabal"), key="h-ministries"),
        el(
            "div.ministry-counts", [_ministry_count(ministry, mine, names) for ministry in MINISTRIES], key="ministries"
        ),
    ]


def _sum(stat: str, mine: Sequence[tuple[int, RouageCard]], names: Names) -> Node:
    values = [(place, int(getattr(card, stat))) for place, card in mine]
    total = sum(value for _, value in values)
    bar = [el("span", cls=f"part-{place}", style=f"flex: {value}") for place, value in values if value]
    rest = max(0, 15 - total)
    return el(
        "div.sum",
        el("span.sum-name", icon(stat), names.tr(f"card.{stat}")),
        el("span.sum-bar", bar, el("span.rest", style=f"flex: {rest}") if rest else None, aria_hidden="true"),
        el("strong", str(total)),
    )


def _life_line(card: RouageCard, names: Names) -> Node:
    reinforced = card.life.count("R")
    text = (
        names.tr.plural("cabals.points-reinforced", reinforced, all=len(card.life))
        if reinforced
        else str(len(card.life))
    )
    return el("div.life-line", el("strong.name", card.name.split()[0]), boxes(card, names), el("span.muted", text))


def _ministry_count(ministry: str, mine: Sequence[tuple[int, RouageCard]], names: Names) -> Node:
    count = sum(ministry in card.ministries for _, card in mine)
    label = f"{names.ministry(ministry)} ({count})"
    return el("span.ministry-count", icon(ministry), el("span", str(count)), title=label, cls=None if count else "none")


# Subject of the charts


def attack_choice(desk: CabalDraft, names: Names) -> list[Child]:
    """Controls for the attacker, the attack, and tempting fate."""
    now, tr = desk.figures, names.tr
    return [
        el("h2.overline", tr("cabals.chances"), key="h"),
        _tabs("place", [(n, card.name.split()[0]) for n, card in cast(desk)], now.place, tr("cabals.rouages")),
        _tabs(
            "attack",
            [(attack, tr(f"cabals.attack.{attack}")) for attack in ATTACKS],
            now.attack,
            tr("cabals.attack-kind"),
        ),
        el(
            "button.chip.fate",
            icon("reroll"),
            tr("cabals.tempt-fate"),
            do={"do": "chart", "what": "fate"},
            aria_pressed="true" if now.fate else "false",
            testid="chart-fate",
            key="fate",
        ),
    ]


def _tabs(what: str, values: Sequence[tuple[Any, str]], now: Any, label: str) -> Node:
    return el(
        "div.segments",
        [
            el(
                "button.segment",
                words,
                do={"do": "chart", "what": what, "value": value},
                aria_pressed="true" if value == now else "false",
                testid=f"chart-{what}-{value}",
            )
            for value, words in values
        ],
        role="group",
        aria_label=label,
        key=what,
    )


def attack_words(desk: CabalDraft, names: Names, outlooks: Outlooks) -> list[Child]:
    """The dice of the chosen attack, and its chances in words for those who do not see the chart."""
    rows = chosen_rows(desk, outlooks)
    if not rows:
        if desk.sketch.at(desk.figures.place, "card") not in desk.pack.rouages:
            text = names.tr("cabals.figures-empty")
        else:
            here = desk.figures.place in outlooks
            text = names.tr("cabals.no-such-attack") if here else names.tr("cabals.reckoning")
        return [el("p.muted.dice-words", text)]
    lines: list[Child] = [
        el("li", names.tr("cabals.row-dice", how=row_words(row, names), dice=dice_words(row, names))) for row in rows
    ]
    return [el("ul.dice-words.muted", lines, testid="dice"), _table(desk, rows, names)]


def chosen_rows(desk: CabalDraft, outlooks: Outlooks) -> list[Json]:
    """The rows of the chosen attack: alone and supported, or near and far."""
    mine = outlooks.get(desk.figures.place)
    if mine is None:
        return []
    if desk.figures.attack == "ranged":
        return [row for row in mine["shots"] if not row["cover"]]
    return [row for row in mine["attacks"] if row["kind"] == desk.figures.attack]


def row_words(row: Json, names: Names) -> str:
    """The conditions of an attack in words: alone, supported, near, far."""
    if row["kind"] == "ranged":
        return names.tr("cabals.far") if row["far"] else names.tr("cabals.near")
    return names.tr("cabals.supported") if row["supported"] else names.tr("cabals.alone")


def dice_words(row: Json, names: Names) -> str:
    """The number of dice and their threshold, in words."""
    return names.tr.plural("cabals.dice-at", row["dice"], threshold=row["threshold"])


def chances_of(row: Json, dodge: int, fate: bool) -> list[float]:
    """The chances of 0, 1, … 6 wounds."""
    chances: list[float] = row["fated" if fate else "wounds"][dodge]
    return chances


def _table(desk: CabalDraft, rows: Sequence[Json], names: Names) -> Node:
    """The chart's values as a table, for screen readers and for exact reading."""
    fate = desk.figures.fate
    body: list[Child] = []
    for row in rows:
        body.append(el("li", el("strong", row_words(row, names))))
        for dodge in range(DODGES):
            chances = chances_of(row, dodge, fate)
            text = ", ".join(
                names.tr.labelled(str(n), percent(chance)) for n, chance in enumerate(chances) if chance >= 0.0005
            )
            body.append(el("li", names.tr("cabals.dodge-n", n=dodge), " · ", text))
    return el("details.figures-table", el("summary", names.tr("cabals.exact-figures")), el("ul", body), key="table")


def percent(chance: float) -> str:
    """A chance as people say it: whole percents, with a decimal where that would hide it."""
    value = 100 * chance
    return f"{value:.1f} %" if 0 < value < 1 or 99 < value < 100 else f"{value:.0f} %"


def shot_choice(desk: CabalDraft, names: Names) -> list[Child]:
    """The target's Dodge, for the curve of ranged attacks."""
    tr = names.tr
    return [
        el("h2.overline", tr("cabals.ranged-curve"), key="h"),
        _tabs(
            "dodge",
            [(n, tr("cabals.dodge-n", n=n) if not n else str(n)) for n in range(DODGES)],
            desk.figures.dodge,
            tr("cabals.target-dodge"),
        ),
    ]


def study_words(desk: CabalDraft, names: Names, outlooks: Outlooks) -> list[Child]:
    """The best reader of markers, and its chances (ROL-1, ROL-3)."""
    mine = [(outlooks[n]["study"], card) for n, card in cast(desk) if n in outlooks]
    if not mine:
        return []
    chances, card = max(mine, key=lambda pair: float(pair[0]["alone"]))
    return [
        el("h2.overline", names.tr("cabals.study"), key="h"),
        el(
            "p.study-words",
            names.tr(
                "cabals.best-reader",
                name=card.name.split()[0],
                n=card.technique,
                alone=percent(chances["alone"]),
                supported=percent(chances["supported"]),
            ),
            key="words",
        ),
    ]


# Reach


def reach_words(desk: CabalDraft, names: Names, outlooks: Outlooks) -> list[Child]:
    """The figures of the drawing."""
    mine, tr = outlooks.get(desk.figures.place), names.tr
    head = el("h2.overline", tr("cabals.reach"), key="h")
    if mine is None:
        return [head]
    radius = mine["base"] * 500
    rows = [
        ("walk", tr("cabals.reach-walk", d=names.inches(mine["furthest"]))),
        ("threat", tr("cabals.reach-charge", d=names.inches(mine["furthest"] + INCH))),
        ("enter", tr("cabals.reach-enter", d=names.inches(_depth(mine) + radius))),
    ]
    if mine["shots"]:
        rows.append(("near", tr("cabals.reach-near", d=names.inches(4 * INCH))))
    return [
        head,
        el("ul.reach-words", [el("li", el("span.key", cls=f"key-{key}"), words) for key, words in rows], key="words"),
    ]


def _depth(mine: Json) -> int:
    """The greatest depth of an entry from the edge, centre, µm."""
    return max((BLOC - y for polygon in mine["enter"] for _, y in polygon["outer"]), default=0)


def reach_drawing(desk: CabalDraft, names: Names, outlooks: Outlooks) -> str:
    """The empty Bloc in inches, the rouage in its middle, and what it reaches from there and from the edge."""
    mine = outlooks.get(desk.figures.place)
    grid = [shape("path", d="".join(f"M{n} 0V16M0 {n}H16" for n in range(1, 16)), cls="grid")]
    card = dict(cast(desk)).get(desk.figures.place)
    if mine is None or card is None:
        return drawn((0, 0, 16, 16), grid)
    radius = mine["base"] / 2 / 25.4
    walk, enter = _path(mine["walk"]), _path(mine["enter"])
    shapes: list[Shape] = [
        *grid,
        shape("path", d=enter, cls="enter"),
        shape("path", d=walk, cls="threat", stroke_width=round(2 * (radius + 1), 3)),
        shape("path", d=walk, cls="walk"),
        shape("circle", cx=8, cy=8, r=round(radius + 1, 3), cls="zone"),
        *([shape("circle", cx=8, cy=8, r=round(radius + 4, 3), cls="near")] if mine["shots"] else []),
        shape("circle", cx=8, cy=8, r=round(radius, 3), cls="base"),
        shape("path", d="M0 16H16", cls="edge"),
    ]
    return drawn((-0.1, -0.1, 16.2, 16.2), shapes, label=names.tr("cabals.reach-of", name=card.name))


def _path(polygons: Sequence[Json]) -> str:
    rings = [ring for polygon in polygons for ring in (polygon["outer"], *polygon["holes"])]
    return "".join("M" + "L".join(f"{x / INCH:.2f} {y / INCH:.2f}" for x, y in ring) + "Z" for ring in rings)


def side_class() -> str:
    """The colours of the cabal."""
    return f"side-{SEAT}"

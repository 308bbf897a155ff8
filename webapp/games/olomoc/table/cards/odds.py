"""The engine's exact odds as a figure: a bar in parts, its mean, a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el

Json = Mapping[str, Any]
MOST = 4
"""Four points or more share the darkest part of a bar."""


def chances(table: Mapping[str, str]) -> list[tuple[int, float]]:
    """`{"0": "1/3", …}` as (points, chance), in order; what is above MOST added to it."""
    merged: dict[int, float] = {}
    for points, chance in table.items():
        n = min(int(points), MOST)
        merged[n] = merged.get(n, 0.0) + float(Fraction(chance))
    return sorted(merged.items())


def _share(n: int, chance: float, names: Names) -> str:
    """A number of points with its chance."""
    return names.tr.labelled(f"{n}+" if n == MOST else str(n), percent(chance, names))


def float_of(chance: str) -> float:
    """A chance as the engine prints it ("25/36")."""
    return float(Fraction(chance))


def turned(odds: Json) -> dict[str, Any]:
    """The attacker's share of the odds, under the keys of the target's."""
    return {"target": odds["attacker"], "out": odds.get("attacker_out", "0")}


def percent(chance: float, names: Names) -> str:
    """A chance in words of hundredths; never a certainty that is none."""
    figure = round(100 * chance)
    if figure == 0 and chance > 0:
        text = "<1"
    elif figure == 100 and chance < 1:
        text = ">99"
    else:
        text = str(figure)
    return names.tr("table.percent", n=text)


def bar(table: Mapping[str, str], expected: float, names: Names, side: str, label: str) -> Node:
    """One distribution: the share of each number of life points, and the mean beside it."""
    rows = chances(table)
    words = ", ".join(_share(n, c, names) for n, c in rows)
    parts = [el("span", cls=f"part-{n}", style=f"flex-grow:{c:.4f}") for n, c in rows]
    return el(
        "span.odds-row",
        el("span.odds-bar", parts, cls=f"side-{side}"),
        el("span.odds-mean", names.tr.decimal(expected)),
        role="img",
        aria_label=names.tr.labelled(label, words),
        title=names.tr.labelled(label, words),
    )


def mean(odds: Json) -> float:
    """The expected wounds of the target, or successes of a roll that wounds nobody."""
    if "successes" in odds:
        return sum(int(n) * float_of(chance) for n, chance in odds["successes"].items())
    wounds: float = odds["mean"]["target"]
    return wounds


def bars(odds: Json | None, names: Names) -> list[Child]:
    """The chances of an attack: on its target, and on the attacker where it can be hurt; empty rows keep the height."""
    if odds is None:
        return [el("span.odds-row.empty"), el("span.odds-row.empty")]
    if "successes" in odds:
        return [bar(odds["successes"], mean(odds), names, names.seat(odds["by"]) or "h", names.tr("odds.successes"))]
    target, attackers = odds["who"]["target"], odds["who"]["attackers"]
    rows: list[Child] = [
        bar(odds["target"], odds["mean"]["target"], names, names.seat(target) or "h", names.piece(target))
    ]
    if odds["mean"]["attacker"] > 0 and attackers:
        rows.append(
            bar(
                odds["attacker"],
                odds["mean"]["attacker"],
                names,
                names.seat(attackers[0]) or "h",
                names.piece(attackers[0]),
            )
        )
    else:
        rows.append(el("span.odds-row.empty"))
    return rows


def attempt(odds: Json, names: Names) -> list[Child]:
    """A study's roll: its dice, and the chance of at least one success."""
    tr = names.tr
    dice = tr.plural("prompt.dice-at", odds["dice"], threshold=odds["threshold"])
    return [f"{dice} · ", tr("odds.any", chance=percent(float_of(odds["any"]), names))]


def sentence(odds: Json, names: Names) -> list[Child]:
    """The chances that matter, in words: of each number of wounds, of being put out of combat."""
    tr = names.tr
    if "successes" in odds:
        return attempt(odds, names)
    rows = [(n, c) for n, c in chances(odds["target"]) if n and c > 0]
    label = " · ".join(_share(n, c, names) for n, c in rows)
    out: list[Child] = [tr("table.wounds", rows=label) if rows else tr("table.no-wound")]
    if Fraction(odds.get("out", "0")) > 0:
        out.append(" · " + tr("table.out-chance", chance=percent(float(Fraction(odds["out"])), names)))
    return out

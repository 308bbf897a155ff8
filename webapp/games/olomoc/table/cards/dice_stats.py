"""Rolls against their expectation, in figures: each player's successes, and the mean of such dice."""

from __future__ import annotations

from collections.abc import Mapping

from rules.olomoc.advice.dice_stats import Luck, luck
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Node, el


def of(names: Names) -> dict[str, Luck]:
    """The statistics of each seat."""
    return luck(names.view.get("log", ()), names.view.get("rouages", ()))


def figures(luck: Luck, names: Names) -> str:
    """ "12 / 10.3": successes rolled, and expected."""
    return names.tr("table.dice-of", hits=luck.successes, expected=names.tr.decimal(luck.expected))


def line(names: Names, lucks: Mapping[str, Luck]) -> Node | None:
    """Both players in one line; nothing before the first roll."""
    if not any(luck.dice for luck in lucks.values()):
        return None
    rows = [
        el(
            "span.fortune-of",
            names.who(seat),
            el("strong.figure", figures(lucks[seat], names)),
            aria_label=names.tr(
                "table.fortune",
                player=names.player(seat),
                hits=lucks[seat].successes,
                expected=names.tr.decimal(lucks[seat].expected),
                dice=lucks[seat].dice,
            ),
            role="img",
            data_seat=seat,
        )
        for seat in sides(names.view)
    ]
    return el(
        "span.fortune", el("span.muted", names.tr("table.dice")), rows, title=names.tr("table.dice"), testid="fortune"
    )

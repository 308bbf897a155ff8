"""Rolls against their expectation, in figures: each player's successes, and the mean of such dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.olomoc.advice.dice_stats import Luck, luck
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import Translator
from webapp.ui.tree import Node, el


def of(names: Names) -> dict[str, Luck]:
    """The statistics of each seat."""
    return luck(names.view.get("log", ()), names.view.get("rouages", ()))


def figures(found: Luck, names: Names) -> str:
    """ "12 / 10.3": successes rolled, and expected."""
    return names.tr("table.dice-of", hits=found.successes, expected=names.tr.decimal(found.expected))


def line(names: Names, found: Mapping[str, Luck]) -> Node | None:
    """Both players in one line; nothing before the first roll. Shared: never change it."""
    if not any(it.dice for it in found.values()):
        return None
    its = [(seat, found[seat]) for seat in sides(names.view)]
    rows = tuple((seat, names.player(seat), it.successes, names.tr.decimal(it.expected), it.dice) for seat, it in its)
    return _line(rows, names.tr)


# Most commands throw no dice.
@lru_cache(64)
def _line(rows: Sequence[tuple[str, str, int, str, int]], tr: Translator) -> Node:
    """`rows`: of each seat its player, successes, what was to be expected, the number of dice."""
    said = [
        el(
            "span.fortune-of",
            el("span.who", player, cls=f"side-{seat}"),
            el("strong.figure", tr("table.dice-of", hits=hits, expected=expected)),
            aria_label=tr("table.fortune", player=player, hits=hits, expected=expected, dice=dice),
            role="img",
            data_seat=seat,
        )
        for seat, player, hits, expected, dice in rows
    ]
    return el("span.fortune", el("span.muted", tr("table.dice")), said, title=tr("table.dice"), testid="fortune")

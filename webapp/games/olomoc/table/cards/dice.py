"""A roll of dice: successes highlighted, the threshold named."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Node, el


def die(value: int, lit: bool) -> Node:
    return el(
        "span.die",
        [el("span.pip-dot") for _ in range(value)],
        cls=[f"face-{value}", "lit" if lit else ""],
        data_value=value,
    )


def thrown(values: Sequence[int], threshold: int, names: Names) -> Node:
    """A throw, and what each die had to reach."""
    words = names.tr("card.dice-at", dice=" ".join(map(str, values)), threshold=threshold)
    dice = [die(value, value >= threshold) for value in values]
    return el("span.dice", dice, el("span.need", f"{threshold}+"), role="img", aria_label=words)

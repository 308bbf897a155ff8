"""`/watch/<code>?tv`: the table for a screen that a whole room looks at. All that is public, large, and no controls."""

from __future__ import annotations

from webapp.games.olomoc.table.cards import rouages
from webapp.games.olomoc.table.end_screen import end
from webapp.games.olomoc.table.head import (
    CYCLES,
    agenda,
    artefact,
    counter,
    drops,
    points,
    priority,
    sides,
    stage,
    traque,
)
from webapp.games.olomoc.table.pages import TablePage
from webapp.games.olomoc.table.prompts import slot
from webapp.games.olomoc.table.text.catch_up import recent
from webapp.games.olomoc.table.text.names import Names
from webapp.table_kit.place import Place
from webapp.ui.tree import Child, Node, el

LINES = 7
"""Number of lines of the log."""


class Television(TablePage[Names]):
    """Two columns of names and figures with the Bloc between them."""

    def __init__(self, at: Place) -> None:
        super().__init__(at, self.names)

    def build(self) -> None:
        """Builds it, and follows the table."""
        self.shared_pane("tv-left", left)
        self.bloc()
        self.shared_pane("tv-right", right)
        self.follow(self.redraw)


def left(names: Names) -> list[Child]:
    """The first side, where the match stands, who is asked what."""
    view, near = names.view, sides(names.view)[0]
    ending = end(view, names)
    now = el(
        "div.tv-now",
        el("strong.tv-agenda", agenda(view, names)) if view.get("agenda") else None,
        counter(names.tr("table.cycle"), view.get("cycle", 1), CYCLES, "cycle"),
        stage(view, names),
        priority(view, names),
        traque(view, names),
        artefact(view, names),
    )
    asked = slot.over(names) if ending is not None else slot.waiting(names, True)
    return [el("section.tv-column.tv-left", side(near, names), now, asked)]


def right(names: Names) -> list[Child]:
    """The other side, and the log's last lines."""
    lines = el("div.tv-log", el("span.overline", names.tr("watching.log")), recent(names, LINES))
    return [el("section.tv-column.tv-right", side(sides(names.view)[1], names), lines)]


def side(seat: str, names: Names) -> Node:
    """A player: name, points, Fiel, and the rouages in the smallest form that says all."""
    tiles = [
        el("div.tv-rouage", rouages.tile(it, names.view, names, False), el("span.tv-name", names.piece(it["id"])))
        for it in rouages.of_seat(names.view, seat)
    ]
    return el(
        "header.tv-side",
        el("div.tv-who", names.who(seat), drops(names.view, names, seat)),
        points(names.view, seat),
        el("div.tv-rouages", tiles),
        cls=f"side-{seat}",
    )

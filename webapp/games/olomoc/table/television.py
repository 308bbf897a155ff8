"""`/watch/<code>?tv`: the table for a screen that a whole room looks at. All that is public, large, and no controls."""

from __future__ import annotations

from webapp.games.olomoc.table.cards import rouages
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
from webapp.games.olomoc.table.text import phase_help
from webapp.games.olomoc.table.text.catch_up import recent
from webapp.games.olomoc.table.text.names import Names
from webapp.table_kit.place import Place
from webapp.table_kit.stage import StagePart
from webapp.ui.tree import Child, Node, el

LINES = 7
"""Number of lines of the log."""


class Television(TablePage[Names]):
    """A column for each player, with the Bloc between them."""

    def __init__(self, at: Place) -> None:
        super().__init__(at, self.names)

    def build(self) -> None:
        """Builds it, and follows the table."""
        self.stage(
            "television",
            StagePart("seats", "flank", lambda: self.shared_pane("tv-left", left)),
            StagePart("board", "board", lambda: self.bloc()),
            StagePart("prompt", "prompt", lambda: self.shared_pane("tv-asked", asked)),
            StagePart("rivals", "side", lambda: self.shared_pane("tv-right", right)),
            StagePart("log", "side", lambda: self.shared_pane("tv-log", log)),
        )
        self.follow(self.redraw)


def left(names: Names) -> list[Child]:
    """The first side, and where the match stands."""
    view, near = names.view, sides(names.view)[0]
    now = el(
        "div.tv-now",
        el("strong.tv-agenda", agenda(view, names)) if view.get("agenda") else None,
        counter(names.tr("table.cycle"), view.get("cycle", 1), CYCLES, "cycle"),
        stage(phase_help.stage(view), names),
        priority(view, names),
        traque(view, names),
        artefact(view, names),
    )
    return [el("section.tv-column", side(near, names), now)]


def asked(names: Names) -> list[Child]:
    """Who is asked what."""
    return [slot.over(names) if names.view["outcome"] is not None else slot.waiting(names, True)]


def right(names: Names) -> list[Child]:
    """The other side."""
    return [el("section.tv-column", side(sides(names.view)[1], names))]


def log(names: Names) -> list[Child]:
    """The log's last lines."""
    return [el("div.tv-log", el("span.overline", names.tr("watching.log")), recent(names, LINES))]


def side(seat: str, names: Names) -> Node:
    """A player: name, points, Fiel, and the rouages in the smallest form that says all."""
    tiles = [
        el(
            "div.tv-rouage",
            rouages.tile(rouage, names.view, names, False),
            el("span.tv-name", names.piece(rouage["id"])),
        )
        for rouage in rouages.of_seat(names.view, seat)
    ]
    return el(
        "header.tv-side",
        el("div.tv-who", names.who(seat), drops(names.view, names, seat)),
        points(names.view, seat),
        el("div.tv-rouages", tiles),
        cls=f"side-{seat}",
    )

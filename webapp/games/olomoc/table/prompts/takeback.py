"""The question of a takeback to the other player: the lines of the log that would go, and the facts that both have seen
since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.text.log_lines import entry, has_line
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.takeback import turned, undone
from webapp.ui.tree import Child, Node, el, icon

SHOWN = 5
"""Lines that are shown, the first of them; the others are counted."""

TALK = frozenset({"proposed", "answered", "rewound"})
"""Kinds of events that are no part of the match that would be undone."""


def listed(proposal: Mapping[str, Any], names: Names) -> Node:
    """The rows of the log that a takeback would undo."""
    tr = names.tr
    events = undone(proposal["to"], names)
    lines = [event for event in events if event["kind"] not in TALK and has_line(event, names)]
    seen = turned(events, names)
    rest: list[Child] = []
    if len(lines) > SHOWN:
        rest = [el("li.muted", tr.plural("takeback.more", len(lines) - SHOWN))]
    warning: Node = (
        el("p.undone-seen", icon("eye"), " ", tr("takeback.seen", what=seen), testid="takeback-seen")
        if seen
        else el("p.muted", tr("takeback.nothing-seen"), testid="takeback-seen")
    )
    return el(
        "div.undone",
        warning,
        el("p.overline", tr("takeback.undone")),
        el(
            "ul.undone-lines", [el("li", entry(event, names)) for event in lines[:SHOWN]], rest, testid="takeback-lines"
        ),
    )

"""The announcements over the table, one after the other, as it happens: turned slots, mechanisms, hostiles' acts,
dice."""

from __future__ import annotations

from typing import Any

from webapp.games.olomoc.table.text.events import Event
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import el

BEATS = frozenset(
    {"cycle-began", "mechanism", "revealed", "card-played", "instinct", "hostile-placed", "rolled", "out"}
)
"""Kinds of events that are told so; everything else is the log's."""
MOST = 80
"""Among so many last events."""


def beat(event: Event, names: Names) -> dict[str, Any] | None:
    """`{"n", "node", "light"?}` for one of them: the log's own line, and what it lights on the Bloc."""
    line = entry(event, names) if event["kind"] in BEATS else None
    if line is None:
        return None
    side = next((name for name in line["c"].split() if name.startswith("side-")), "plain")
    found: dict[str, Any] = {"n": event["n"], "node": el(f"div.beat-line.{side}", line["x"])}
    return found | ({"light": line["light"]} if "light" in line else {})

"""The announcements over the table, one after the other, as it happens: turned slots, mechanisms, hostiles' acts,
dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.text.events import Event
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.scenes import scene
from webapp.ui.tree import el

BEATS = frozenset(
    {
        "cycle-began", "mechanism", "revealed", "card-played", "instinct", "hostile-placed", "rolled", "dodged",
        "moved", "wounded", "out", "scored", "traque",
    }
)  # fmt: skip
"""Kinds of events that are told so; everything else is the log's."""
READ: Mapping[str, int] = {"mechanism": 1500, "scored": 900, "out": 900, "traque": 900}
"""The events that are told no quicker than that, in milliseconds: what the match turns on."""
MOST = 80
"""Among so many last events."""


def beat(event: Event, names: Names) -> dict[str, Any] | None:
    """`{"n", "node", "scene"?, "stays"?, "light"?}` for one of them: the log's own line, the scene over the Bloc, and
    what it lights there. A player's own walks are shown, and not told."""
    if event["kind"] == "moved" and names.seat(event["piece"]) == names.me:
        return None
    played = scene(event, names)
    line = entry(event, names) if event["kind"] in BEATS or played is not None else None
    if line is None:
        return None
    side = next((name for name in line["c"].split() if name.startswith("side-")), "plain")
    made: dict[str, Any] = {"n": event["n"], "node": el(f"div.beat-line.{side}", line["x"])}
    if played is not None:
        made |= {"scene": played, "stays": READ.get(event["kind"], 0)}
    return made | ({"light": line["light"]} if "light" in line else {})

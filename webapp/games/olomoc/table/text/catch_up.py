"""The summary for people who come late: the last events, in the log's sentences; and the notice over a lent view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.olomoc.table.context import prompt
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, icon, rich

FEWEST, MOST = 3, 24
"""Sentences that are worth a panel; the last so many of them."""

BEGINS = ("revealed", "cycle-began")
"""Kinds of events with which a phase begins."""


def late(names: Names) -> list[Child]:
    """The phase of now in sentences, or the one before where little has happened yet; nothing where nothing has."""
    lines = [line for event in _phase(names.view["log"]) if (line := entry(event, names)) is not None][-MOST:]
    if len(lines) < FEWEST:
        return []
    words = names.tr("watching.dismiss")
    close = el("button.btn", icon("cross"), words, set=["late", "over"], testid="late-close", hot="Escape")
    body = el("div.late-body", lines, role="region", tabindex="0", aria_label=names.tr("watching.late"), later=True)
    return [el("aside.late", el("header.late-head", el("h2", names.tr("watching.late")), close), body, testid="late")]


def recent(names: Names, count: int) -> list[Child]:
    """The last lines of the log, newest first."""
    lines = [line for event in names.view["log"][-60:] if (line := entry(event, names)) is not None]
    return list(reversed(lines[-count:]))


def borrowed(seat: str, names: Names) -> Node:
    """The notice in the place of the prompt: the seat whose view is lent, and its cards."""
    hand = [names.read(card) for card in names.view.get("hand", ())]
    cards: list[Child] = [el("span.seen-hand", el("span.muted", names.tr("watching.hand")), hand)] if hand else []
    return prompt("wait", rich(names.tr, "watching.sees", player=names.who(seat)), detail=cards, side=seat)


def _phase(events: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The events since a phase began: the last that has more than a few."""
    starts = [n for n, event in enumerate(events) if event["kind"] in BEGINS]
    for start in reversed(starts):
        if len(events) - start > 3 * FEWEST:
            return events[start:]
    return events[starts[-1] :] if starts else events

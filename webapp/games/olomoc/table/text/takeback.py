"""The steps that a takeback undoes, and the facts seen since, in words: for the player who is asked, and in the log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import joined

Event = Mapping[str, Any]


def undone(to: int, names: Names, before: int | None = None) -> list[Event]:
    """The events from `to` on, up to `before`: all that these eyes were shown of what would not have happened."""
    log = names.view.get("log", ())
    end = len(log) if before is None else row_of(before, log)
    return list(log[row_of(to, log) : end])


def row_of(number: int, log: Sequence[Event]) -> int:
    """Where the event of that number stands in a log, or would stand if these eyes had been shown it."""
    return bisect_left(log, number, key=itemgetter("n"))


def turned(events: Iterable[Event], names: Names) -> str:
    """The dice and cards among them that came to light and cannot be forgotten; nothing where there are none."""
    tr, rolls, phase = names.tr, 0, names.view.get("phase", 1)
    words: list[str] = []
    for event in events:
        match event["kind"]:
            case "rolled" | "die-rolled":
                rolls += 1
            case "phase-began":
                phase = event["phase"]
            case "revealed":
                cards = [names.card(card) for card in event["cards"].values() if card]
                words.append(tr("takeback.phase", n=phase, cards=joined(cards, names)))
            case "mechanism":
                words.append(tr("takeback.artefact", card=names.card(event["card"])))
            case "card-moved":
                words.append(tr("takeback.card", card=names.card(event["card"])))
            case "cabals-revealed":
                words.append(tr("takeback.cabals"))
    if rolls:
        words.insert(0, tr.plural("takeback.rolls", rolls))
    return joined(words, names) if words else ""

"""Log lines: events as sentences, each with its clause; and the announcements over the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.contract import Json, Marks
from webapp.games.invader.glossary import GLOSSARY
from webapp.games.invader.names import Names, clause
from webapp.games.invader.scenes import scene
from webapp.i18n import whole
from webapp.ui.tree import Node, el

CLAUSES: Mapping[str, str] = {
    "sides-set": "SET-1", "shuffled": "SET-3", "dealt": "SET-3", "mulliganed": "SET-4", "built": "DCK-2",
    "hero-placed": "HER-6", "turn-began": "TRN-1", "readied": "TRN-1", "drew-phase": "TRN-2", "drew-text": "EFF-1",
    "drew-reinforce": "INV-3", "turn-ended": "TRN-5", "played": "PLY-9", "played-cancels": "CAN-1", "paid": "PLY-3",
    "drained-cost": "PLY-4", "drained-attack": "ATK-4", "drained-text": "EFF-2", "sacrificed": "PLY-7",
    "answered-for": "CAN-8", "passed": "CAN-1", "cancelled": "CAN-2", "restored": "CAN-3", "entered": "CRD-3",
    "followed": "PLY-12", "used": "USE-1", "enabled": "STR-2", "invaded": "INV-2", "relocated-ops": "OPS-2",
    "relocated-move-hero": "HER-3", "relocated-shift": "EFF-5", "relocated-redeploy": "INV-4", "destroyed": "EFF-3",
    "hero-fell": "HER-6", "bounced": "EFF-4", "boosted": "EFF-6", "scorched": "EFF-7", "mended": "EFF-7",
    "recovered": "EFF-8", "ruined": "EFF-9", "tokens": "TOK-1", "turned": "HER-4", "plot-moved-idle": "PLT-2",
    "plot-moved-text": "PLT-3", "plot-moved-invasion": "INV-6", "attacked": "ATK-4", "absorbed": "ATK-6",
    "stood": "CAN-8", "instructed": "CAN-8", "order-followed": "CAN-8",
}  # fmt: skip
"""The clause of each kind of event."""
SILENT = frozenset({"asked", "turn-ended", "entered", "followed", "shuffled", "piece-set", "card-put"})
BEATS = frozenset({"played", "drained", "cancelled", "restored", "destroyed", "hero-fell", "attacked", "plot-moved"})
SOUNDS: Mapping[str, str] = {
    "played": "card", "cancelled": "cancel", "restored": "mend", "drained-attack": "drain", "drained-text": "drain",
    "plot-moved-idle": "plot", "plot-moved-text": "plot", "plot-moved-invasion": "plot", "hero-fell": "fall",
}  # fmt: skip
"""The sound of each kind of event; a person hears those that they have switched on."""
MOST = 60
"""The number of last events that are searched for announcements."""


def line(event: Json, names: Names) -> Node | None:
    """The log line of an event; None for an event without one."""
    text = sentence(event, names)
    if text is None:
        return None
    seat, kind = owner(event), event["kind"]
    classes = [names.colours(seat) if seat in names.players else "", "is-head" if kind == "turn-began" else ""]
    which = variant(event)
    marks: dict[str, Any] = {"cls": classes, "data_sound": SOUNDS.get(which), "tabindex": "-1"}
    return el(
        "p.log-entry", GLOSSARY.marked_all([text], names.tr.language), " ", clause(CLAUSES.get(which, "")), **marks
    )


def sentence(event: Json, names: Names) -> str | None:
    """The sentence of an event."""
    kind, tr = variant(event), names.tr
    if event["kind"] in SILENT or not tr.has(f"event.{kind}"):
        return None
    if kind == "built" and names.view["log"][0]["options"]["decks"] == "starter":
        return None  # SET-2
    params = {key: names.named(value) for key, value in event.items()}
    for key in ("cards", "discard"):
        if key in event:
            params["n"] = event[key] if isinstance(event[key], int) else len(event[key])
    if isinstance(event.get("cards"), int) and tr.has(f"event.{kind}-hidden"):
        kind += "-hidden"
    if "count" in event:
        params["n"] = event["count"]
    if kind == "enabled":
        params["strategy"] = names.called(event["strategy"])
    elif kind in ("stood", "instructed"):
        now = event["pass"] if kind == "stood" else event["answer"] and event["until"]
        return tr(f"event.stood-{now or 'off'}")
    elif kind == "turn-began":
        params["number"] = event["number"]
    elif kind == "invaded":
        params["order"] = tr(f"order.{event['order']}")
    elif kind == "sides-set":
        params["invader"] = next(names.player(seat) for seat, side in event["sides"].items() if side == "invader")
    elif kind == "turned":
        kind += "-up" if event["upright"] else ""
    elif kind == "mulliganed":
        kind += "-again" if event["again"] else ""
    elif kind == "attacked":
        kind += "" if event["drain"] or event["invader"] > event["human"] else "-held"
    elif kind == "plot-moved-text":
        kind = kind if event["from"] else "plot-moved-start"  # SET-5
    elif kind == "boosted":
        params["n"] = whole(event["count"], signed=True)
    text = tr(f"event.{kind}", **params)
    return text + "".join(
        tr(f"event.{key}", it=params[key])
        for key in ("zone", "to", "at", "target")
        if event["kind"] == "played" and event.get(key) is not None
    )


def variant(event: Json) -> str:
    """The kind of an event, with its reason where that has a sentence of its own."""
    kind = str(event["kind"])
    if kind in ("drew", "drained", "plot-moved"):
        return f"{kind}-{event['why']}"
    if kind == "relocated":
        return f"{kind}-{event['by']}"
    return "played-cancels" if kind == "played" and event.get("cancels") else kind


def owner(event: Json) -> str | None:
    """The seat that caused an event; None where the event does not name one."""
    owners = [event.get(key) for key in ("seat", "by", "card", "hero", "source")]
    named = next((value for value in owners if isinstance(value, str) and value), None)
    return named[0] if named and named[0] in "12" else None


def beats(names: Names) -> list[dict[str, Any]]:
    """Announcements over the board, shown one after the other: cards played and resolved, drains card by card, the
    attack."""
    beats: list[dict[str, Any]] = []
    for event in names.view["log"][-MOST:]:
        if event["kind"] not in BEATS or (text := sentence(event, names)) is None:
            continue
        seat = owner(event)
        side = names.colours(seat) if seat in names.players else "plain"
        beats.append(
            {"n": event["n"], "node": el("div.beat-line", el("p", text), cls=side), "scene": scene(event, names)}
        )
    return beats


def marks(log: list[Json]) -> Marks:
    """The marks of a replay's timeline: turns as chapters; cards drained by attacks and texts, fallen Heroes."""
    turns = [(event["n"], event["number"]) for event in log if event["kind"] == "turn-began"]
    hits = [
        event["n"]
        for event in log
        if event["kind"] == "hero-fell" or (event["kind"] == "drained" and event["why"] != "cost")
    ]
    return Marks(chapters=turns, hits=hits)


def reckoning(names: Names) -> list[tuple[str, Mapping[str, int]]]:
    """Where the cards of each deck went: its size, less what was drawn, paid, and drained."""
    sources: dict[str, dict[str, int]] = {key: {} for key in ("deck", "drawn", "cost", "attack", "text", "back")}
    for event in names.view["log"]:
        match event:
            case {"kind": "shuffled", "seat": seat, "cards": cards} if not sources["drawn"].get(seat):
                sources["deck"][seat] = _number(cards)
            case {"kind": "dealt", "seat": seat, "cards": cards}:
                sources["drawn"][seat] = -_number(cards)  # a second hand replaces the first (SET-4)
            case {"kind": "drew", "seat": seat, "cards": cards}:
                sources["drawn"][seat] = sources["drawn"].get(seat, 0) - _number(cards)
            case {"kind": "drained", "seat": seat, "cards": cards, "why": why}:
                sources[why][seat] = sources[why].get(seat, 0) - _number(cards)
            case {"kind": "recovered", "seat": seat, "cards": cards}:
                sources["back"][seat] = sources["back"].get(seat, 0) + _number(cards)
    return [(str(names.tr(f"source.{key}")), row) for key, row in sources.items()]


def _number(cards: Any) -> int:
    """The number of cards that an event names, or of those whose number alone it tells."""
    return cards if isinstance(cards, int) else len(cards)

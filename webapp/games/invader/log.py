"""The log: by kind of event its clause, its sound, its sentence; and the announcements over the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.contract import Json, Marks
from webapp.games.invader.glossary import GLOSSARY
from webapp.games.invader.names import Names
from webapp.games.invader.scenes import scene
from webapp.i18n import whole
from webapp.table_kit.log import GameLog
from webapp.ui.tree import Node

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


class DuelLog(GameLog[Names]):
    """The log of the duel: cards played and resolved, drains card by card, the attack."""

    clauses = CLAUSES
    sounds = SOUNDS
    silent = SILENT
    heads = frozenset(("turn-began",))
    announced = BEATS
    stays: Mapping[str, int] = {"attacked": 750, "cancelled": 900, "restored": 900}
    last = 60
    glossary = GLOSSARY

    def variants(self, event: Json, names: Names) -> Sequence[str]:
        """The kind of an event, with its reason where that has a sentence of its own; of cards of which only the number
        is known, their text."""
        variant = _variant(event)
        if variant == "plot-moved-text" and not event["from"]:
            return ("plot-moved-start", variant)  # SET-5
        return (f"{variant}-hidden", variant) if isinstance(event.get("cards"), int) else (variant,)

    def is_silent(self, event: Json, names: Names) -> bool:
        """SET-2: starter decks are built by nobody."""
        starter = event["kind"] == "built" and names.view["log"][0]["options"]["decks"] == "starter"
        return starter or super().is_silent(event, names)

    def say(self, key: str, event: Json, names: Names) -> str:
        """The sentence; of a card played with its zone, its place and its target."""
        text = names.tr(key, **self.params(event, names))
        if event["kind"] != "played":
            return text
        more = {part: event[part] for part in ("zone", "to", "at", "target") if event.get(part) is not None}
        return text + "".join(names.tr(f"event.{part}", it=names.named(id)) for part, id in more.items())

    def params(self, event: Json, names: Names) -> Json:
        """The parameters as players read them: `n` is the number of cards, or of what is counted."""
        params = {key: names.named(value) for key, value in event.items()}
        for key in ("cards", "discard"):
            if key in event:
                params["n"] = _number(event[key])
        if "count" in event:
            params["n"] = whole(event["count"], signed=True) if event["kind"] == "boosted" else event["count"]
        match event["kind"]:
            case "enabled":
                params["strategy"] = names.called(event["strategy"])
            case "turn-began":
                params["number"] = event["number"]
            case "invaded":
                params["order"] = names.tr(f"order.{event['order']}")
            case "sides-set":
                params["invader"] = next(
                    names.player(seat) for seat, side in event["sides"].items() if side == "invader"
                )
        return params

    def owner(self, event: Json, names: Names) -> str | None:
        """The seat that caused an event; None where the event does not name one."""
        owners = [event.get(key) for key in ("seat", "by", "card", "hero", "source")]
        named = next((value for value in owners if isinstance(value, str) and value), None)
        return named[0] if named and named[0] in names.players else None

    def scene(self, event: Json, names: Names) -> Node | None:
        """A card on its way, a drain, a fallen Hero."""
        return scene(event, names)

    def marks(self, log: Sequence[Json]) -> Marks:
        """Turns as chapters; cards drained by attacks and texts, fallen Heroes."""
        turns = [(event["n"], event["number"]) for event in log if event["kind"] == "turn-began"]
        hits = [
            event["n"]
            for event in log
            if event["kind"] == "hero-fell" or (event["kind"] == "drained" and event["why"] != "cost")
        ]
        return Marks(chapters=turns, hits=hits)


LOG = DuelLog()


def _variant(event: Json) -> str:
    match event:
        case {"kind": "drew" | "drained" | "plot-moved" as kind, "why": why}:
            return f"{kind}-{why}"
        case {"kind": "relocated", "by": by}:
            return f"relocated-{by}"
        case {"kind": "played", "cancels": cancels} if cancels:
            return "played-cancels"
        case {"kind": "stood", "pass": until}:
            return f"stood-{until or 'off'}"
        case {"kind": "instructed", "answer": answer, "until": until}:
            return f"stood-{(answer and until) or 'off'}"
        case {"kind": "turned", "upright": True}:
            return "turned-up"
        case {"kind": "attacked"} if not event["drain"] and event["invader"] <= event["human"]:
            return "attacked-held"
        case {"kind": "mulliganed", "again": True}:
            return "mulliganed-again"
        case _:
            return str(event["kind"])


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

"""The log: by kind of event its clause, its sound, its sentence; and the announcements over the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from webapp.games.blade import blow
from webapp.games.blade.names import OVERLORD, Names
from webapp.games.blade.scenes import scene
from webapp.games.contract import Json, Marks
from webapp.table_kit.log import GameLog
from webapp.ui.tree import Child, Node, el

CLAUSES: Mapping[str, str] = {
    "turn-began": "BAS-5", "stances-set": "HRO-2", "recovered": "GEM-7", "moved": "STP-1", "declared": "SEQ-1",
    "rolled": "SEQ-3", "rerolled": "DIE-4", "damage": "SEQ-4", "guarded": "GRD-4", "defended": "GRD-1",
    "wounded": "WND-2", "died": "WND-5", "activated": "OVL-3", "cleared": "RIV-5", "tile-died": "RIV-3",
    "spell": "SPC-2", "door": "BRD-12", "handled": "MNP-1", "smashed": "SKL-25", "took": "MNP-4", "gave": "MNP-5",
    "dropped": "MNP-13", "threw": "MNP-12", "caught": "MNP-15", "healed": "WND-8", "circled": "SKL-4",
    "struck-back": "SKL-7", "leapt": "SKL-30", "fell": "FAL-1", "sacrificed": "SKL-12", "event": "EVT-1",
    "entered-play": "EVT-3", "left": "BRD-16", "commanded": "ALY-2", "marker": "OVL-1", "token-gone": "TOK-3",
    "token-laid": "TOK-3",
}  # fmt: skip
SILENT = frozenset((
    "asked", "shuffled", "stance", "spent", "gems-moved", "owed-settled", "swept", "base-forfeited", "activation-ended",
    "tile-moved", "marked", "unmarked", "turn-ended", "done", "undone", "counter", "put", "hero-taken",
))  # fmt: skip
BEATS = frozenset((
    "activated", "rolled", "rerolled", "defended", "wounded", "died", "turn-began", "spell", "event", "revealed",
    "rule", "left",
))  # fmt: skip
SOUNDS: Mapping[str, str] = {
    "rolled": "dice", "rerolled": "dice", "defended": "card", "wounded": "wound", "died": "fall", "activated": "card",
    "door": "card", "revealed": "card", "event": "card",
}  # fmt: skip
ROUTINE = frozenset(("turn-began", "recovered", "marker", "stances-set"))
"""What each turn begins with."""
HEADS = frozenset(("turn-began",))
RESOLVED = frozenset(("rolled", "rerolled", "reduced", "damage", "sacrificed", "guarded", "defended"))
"""What follows a declaration, up to its wounds."""


class BladeLog(GameLog[Names]):
    """The log of Blade & Book."""

    clauses = CLAUSES
    sounds = SOUNDS
    silent = SILENT
    heads = HEADS
    announced = BEATS

    def variants(self, event: Json, names: Names) -> Sequence[str]:
        """The kind of an event, with what changes its sentence."""
        return (_variant(event),)

    def say(self, key: str, event: Json, names: Names) -> str:
        """The text of an event; of a barricade with its name."""
        if event["kind"] in ("token-laid", "token-gone") and event["border"]:
            return names.say(key, {"what": names.barricade(event["border"])})
        if event["kind"] == "rule" and (words := names.rule(event["rule"])):
            return names.tr(key, rule=words.rstrip("."))
        return names.say(key, event)

    def is_silent(self, event: Json, names: Names) -> bool:
        """A rule of the scenario that has no words is told by what it does."""
        wordless = event["kind"] == "rule" and not event["event"] and not names.rule(event["rule"])
        return wordless or super().is_silent(event, names)

    def owner(self, event: Json, names: Names) -> str | None:
        """The seat on whose side an event lies; None where the event names nobody."""
        for key in ("seat", "by", "who", "target"):
            value = event.get(key)
            if not isinstance(value, str):
                continue
            if value in names.players:
                return value
            if value in names.heroes:
                return names.holder(value) or "2"
            if value in names.figures:
                return OVERLORD
        return OVERLORD if "tile" in event else None

    def details(self, event: Json, names: Names) -> Sequence[Child]:
        """The dice of a roll, as letters with their successes, and what they come from; the parts of a defence."""
        match event["kind"]:
            case "rolled":
                return (el("span.dice", [blow.die(die, names) for die in event["dice"]]), blow.sources(event, names))
            case "defended":
                return blow.parts(event["parts"], names)
        return ()

    def announced_details(self, event: Json, names: Names) -> Sequence[Child]:
        """As the log has them; the clauses of a defence stand there alone."""
        return (
            blow.parts(event["parts"], names, cited=False)
            if event["kind"] == "defended"
            else self.details(event, names)
        )

    def chain(self, event: Json) -> Literal["begins", "goes-on"] | None:
        """A blow, from its declaration to what it comes to: unfolded it tells every die, its source and the clauses."""
        return "begins" if event["kind"] == "declared" else "goes-on" if event["kind"] in RESOLVED else None

    def about(self, event: Json) -> str | None:
        """The kind of the event."""
        return str(event["kind"])

    def scene(self, event: Json, names: Names) -> Node | None:
        """A blow, a death, an activation over the board."""
        return scene(event, names)

    def marks(self, log: Sequence[Json]) -> Marks:
        """Rounds as chapters, turns as parts, rolls, deaths."""
        turns = [event for event in log if event["kind"] == "turn-began"]
        chapters = [
            (turn["n"], turn["round"])
            for n, turn in enumerate(turns)
            if n == 0 or turns[n - 1]["round"] != turn["round"]
        ]
        return Marks(
            chapters=chapters,
            parts=[(turn["n"], n % 2 + 1) for n, turn in enumerate(turns)],
            rolls=[event["n"] for event in log if event["kind"] == "rolled"],
            hits=[event["n"] for event in log if event["kind"] in ("wounded", "died")],
            routine=[event["n"] for event in log if event["kind"] in ROUTINE],
        )


LOG = BladeLog()


def _variant(event: Json) -> str:
    kind = str(event["kind"])
    match kind:
        case "moved" if event["why"] not in ("step", "moved"):
            return f"moved-{event['why']}"
        case "activated" if event["tile"] == "event":
            return "activated-event"
        case "leapt" | "tried":
            return f"{kind}-{'yes' if event['success'] else 'no'}"
        case "handled":
            return f"{kind}-{'done' if event['done'] else 'on'}"
        case "declared" if event["gems"]:
            return "declared-gems"
        case "guarded" if event["item"]:
            return "guarded-item"
        case "struck-back" | "spell" if not event["target"]:
            return f"{kind}-nobody"
        case "event" if not event["event"]:
            return "event-none"
        case "token-laid" | "token-gone" if event["border"]:
            return f"{kind}-border"
        case "granted":
            return "granted" if event["given"] else "granted-no"
        case "sight-changed" if event["at_most"] is None:
            return "sight-changed-off"
        case _:
            return kind

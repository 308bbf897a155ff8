"""A command in preparation: the parts named so far, and the engine's values for the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.invader.legality import KEYS
from rules.kernel import Refused
from webapp.games.contract import Json


@dataclass(frozen=True)
class Draft:
    """`keys`: for each part not named yet every zone or card, with None or the refusal; `discard`, `drain`: its cost;
    `whole`: a completion by the engine; `forecast`: the next attack after that."""

    command: Json
    keys: Mapping[str, Mapping[str, Json | None]] = field(default_factory=dict)
    discard: int = 0
    drain: int = 0
    whole: Json | None = None
    forecast: Json | None = None

    @property
    def paying(self) -> str:
        """The key that a card marked as payment answers."""
        return "cards" if self.command["kind"] == "discard" else "discard"

    @property
    def laid(self) -> list[str]:
        """The cards marked as payment, in order."""
        return list(self.command.get(self.paying, ()))

    @property
    def open(self) -> list[str]:
        """The keys still to be named, in order. A sacrifice is asked for after the zone (PLY-7)."""
        return [key for key in KEYS if key in self.keys and not (key == "sacrifice" and "zone" in self.keys)]

    @property
    def unpaid(self) -> int:
        """The number of cards that must still be marked as payment."""
        return self.discard - len(self.laid)

    @property
    def ready(self) -> bool:
        """Whether the command is complete and may be sent."""
        return not self.open and not self.unpaid

    def may(self, key: str, value: str) -> bool:
        """Whether the engine accepts this value for an open key."""
        return key in self.open and self.keys[key].get(value, {}) is None

    def key_for(self, value: str) -> str | None:
        """The open key that a press on a zone or card answers: one that accepts it, else one with a refusal."""
        found = [key for key in self.open if value in self.keys[key]]
        return next((key for key in found if self.may(key, value)), found[0] if found else None)


def begun(match: Any, seat: str, decision: Json, command: Json) -> Draft | None:
    """The draft of a command with some of its parts; None if the seat has no such option."""
    if decision["kind"] == "ruin":
        return Draft({"kind": "discard", "cards": []}, discard=decision["prompt"]["params"]["n"])
    if decision["kind"] == "place-hero":
        return _placed(decision, command)
    bare = {key: value for key, value in command.items() if key != "discard"}
    found = match.choices(seat, bare)
    if found is None:
        return None
    made = Draft(command, found["keys"], found["discard"], found["drain"], found["whole"])
    if made.open or made.whole is None:
        return made
    return replace(made, forecast=forecast(match, seat, made.whole))


def forecast(match: Any, seat: str, command: Json) -> Json | None:
    """The engine's forecast of the attack after a complete command of the seat."""
    try:
        found: Json = match.forecast(seat, command)
    except Refused:
        return None
    return found


def _placed(decision: Json, command: Json) -> Draft | None:
    rows = [row for row in decision["options"] if row["command"]["hero"] == command.get("hero")]
    if not rows:
        return None
    zones = {row["command"]["zone"]: None if row["legal"] else row["why"] for row in rows}
    named: Json = {key: command[key] for key in ("kind", "hero", "zone") if key in command}
    return Draft(named, {} if "zone" in named else {"zone": zones})

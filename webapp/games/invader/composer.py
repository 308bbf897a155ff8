"""How the duel's answers are put together: what a command still names, its payment, and the attack after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.invader.legality import KEYS
from rules.kernel import Refused
from webapp.games.contract import Json
from webapp.table_kit.composer import CommandDraft, Composer, Press

THINGS = ("card", "source", "strategy", "hero")
"""The fields of options that name a card."""


class DuelComposer(Composer):
    """Nothing is sent before it is confirmed. A draft's `more` is its cost, ``discard`` and ``drain``, and the
    ``forecast`` of the attack after it, None where it is not whole."""

    def opened(self, command: Json) -> CommandDraft | None:
        """The command, with the engine's values for what it names next; a sacrifice is named after the zone (PLY-7)."""
        decision = self.decision
        if decision is None:
            return None
        if decision["kind"] == "ruin":
            made = {"kind": "discard", "cards": list[str]()}
            return CommandDraft(made, marks=("cards", decision["prompt"]["params"]["n"]), more=cost(0, 0))
        if decision["kind"] == "place-hero":
            return _placed(decision, command)
        bare = {key: value for key, value in command.items() if key != "discard"}
        choices = self.match.choices(self.seat, bare)
        if choices is None:
            return None
        keys = {key: choices["keys"][key] for key in KEYS if key in choices["keys"]}
        if "zone" in keys:
            keys.pop("sacrifice", None)
        whole, price = choices["whole"], cost(choices["discard"], choices["drain"])
        if not keys and whole is not None:
            price["forecast"] = forecast(self.match, self.seat, whole)
        return CommandDraft(command, keys, ("discard", choices["discard"]), whole, price)

    def begun(self) -> Json | None:
        """EFF-9: a ruin has but one answer, whose cards are marked."""
        return {"kind": "discard"} if self.decision is not None and self.decision["kind"] == "ruin" else None

    def things(self, command: Json) -> Iterator[str]:
        """The card that an option is about; the Hero for a move."""
        if command["kind"] == "move-hero":
            hero = self.view["hero"]
            yield from [hero["id"]] if hero else []
        yield from (value for key in THINGS if (value := command.get(key)))

    def markable(self) -> Sequence[str]:
        """The cards of the hand but the one that is played."""
        about = self.draft.command.get("card") if self.draft is not None else None
        return [row["id"] for row in self.view["hand"] if row["id"] != about]

    def presses(self) -> Mapping[str, Press]:
        """Besides zones and cards in play, the hand: it pays, and the card that is played goes back."""
        draft = self.draft
        if draft is None:
            main = self.decision is not None and self.decision["kind"] in ("main", "cancel")
            return super().presses() if main else {}
        presses = dict(super().presses())
        if draft.marks[1]:
            presses |= {id: Press({"do": "mark", "value": id}) for id in self.markable()}
        if (about := draft.command.get("card")) is not None and draft.command["kind"] != "discard":
            presses[about] = Press({"do": "back", "all": True})
        return presses

    def at_once(self) -> bool:
        """Nothing is: the button that confirms names it all."""
        return False


def cost(discard: int, drain: int) -> Json:
    """The price of a command, with no forecast."""
    return {"discard": discard, "drain": drain, "forecast": None}


def forecast(match: Any, seat: str, command: Json) -> Json | None:
    """The engine's forecast of the attack after a complete command of the seat."""
    try:
        forecast: Json = match.forecast(seat, command)
    except Refused:
        return None
    return forecast


def _placed(decision: Json, command: Json) -> CommandDraft | None:
    """SET-6, HER-6: a Hero, and a zone with a free slot."""
    rows = [row for row in decision["options"] if row["command"]["hero"] == command.get("hero")]
    if not rows:
        return None
    zones = {row["command"]["zone"]: None if row["legal"] else row["why"] for row in rows}
    named: Json = {key: command[key] for key in ("kind", "hero", "zone") if key in command}
    return CommandDraft(named, {} if "zone" in named else {"zone": zones}, more=cost(0, 0))

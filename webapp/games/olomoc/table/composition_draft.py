"""A cabal being composed at the table: a draft of one seat, kept with the table, so that a reload finds it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]
RANKS = (3, 2, 1)


@dataclass
class CompositionDraft:
    """A cabal being composed: the rouage of each rank and what it bears. Kept with the table for a reload."""

    faction: str | None = None
    rouages: dict[int, str] = field(default_factory=dict)
    equipment: dict[int, str] = field(default_factory=dict)
    again: bool = False
    wanted: str | None = None
    """The id of the list whose cards are marked in the draft."""
    looked: str | None = None
    """The card looked at in the draft, as `pick_name` has it: pressed again, it is taken."""
    verdict: Json | None = None
    """The engine's refusal of the whole cabal."""

    def take(self, cabal: Json, ranks: Mapping[str, int]) -> None:
        """Takes a whole cabal over, to change it."""
        self.faction = cabal["faction"]
        self.rouages = {ranks[row["card"]]: row["card"] for row in cabal["rouages"]}
        self.equipment = {ranks[row["card"]]: row["equipment"] for row in cabal["rouages"]}

    def choose_faction(self, faction: str) -> None:
        if faction != self.faction:
            self.faction, self.rouages, self.equipment = faction, {}, {}

    def cabal(self) -> dict[str, Any] | None:
        """The cabal as a command holds it; None while a card is missing."""
        if self.faction is None or any(r not in self.rouages or r not in self.equipment for r in RANKS):
            return None
        rows = [{"card": self.rouages[r], "equipment": self.equipment[r]} for r in RANKS]
        return {"faction": self.faction, "rouages": rows}

    @property
    def missing(self) -> int:
        return 2 * len(RANKS) - len(self.rouages) - len(self.equipment)

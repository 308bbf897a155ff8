"""The supposition of one page while a plan is laid: who attacks whom, how, and the engine's answer to that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]
KINDS = ("frontal", "charge", "ranged", "far")
ANSWERS = ("nothing", "dodge", "riposte", "both")
MELEE = ("frontal", "charge")


@dataclass
class WhatIfDraft:
    """The supposition of one page. `rows`: the engine's answer to that, None until it is there."""

    open: bool = False
    theirs: bool = False
    """The other player's rouages attack."""
    kind: str = "frontal"
    answer: str = "nothing"
    beside: bool = False
    rows: Sequence[Json] | None = None
    pair: tuple[str, str] | None = None
    asked: tuple[int, tuple[str, str, str, bool]] | None = None
    """The state of the table and the supposition that `rows` answer, or will."""
    answered: tuple[int, tuple[str, str, str, bool]] | None = None
    """The state of the table and the supposition that `rows` answer now."""

    @property
    def busy(self) -> bool:
        """Whether the rows shown are still the answer to an earlier supposition."""
        return self.answered != self.asked

    def asks(self, seat: str) -> tuple[str, str, str, bool]:
        """The arguments of `Match.matchups`: the attacker's seat, the attack, the reaction, ally and cover."""
        other = "2" if seat == "1" else "1"
        return (other if self.theirs else seat, self.kind, self.answer, self.beside)

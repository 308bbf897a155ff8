"""Rolls against their expectation: the successes of each player's dice, and the mean of such dice at such thresholds.
It rests on public facts: the log, and the owners of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.olomoc.seats import SEATS

FACES = 6
KINDS = ("attack", "opportunity", "riposte", "dodge", "study", "test", "reroll")


@dataclass(frozen=True, slots=True)
class Luck:
    """The dice of one seat. `expected`: the mean number of successes of all its dice; `variance`: of that number."""

    dice: int = 0
    successes: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def with_roll(self, dice: int, successes: int, threshold: int) -> Luck:
        """One roll more (ROL-1): each die succeeds on the threshold or above."""
        chance = Fraction(max(0, min(FACES, FACES + 1 - threshold)), FACES)
        return Luck(
            self.dice + dice,
            self.successes + successes,
            self.expected + dice * chance,
            self.variance + dice * chance * (1 - chance),
        )


def luck(log: Iterable[Mapping[str, Any]], rouages: Iterable[Mapping[str, Any]]) -> dict[str, Luck]:
    """The luck by seat, over the characteristic rolls of its rouages, rerolls included; rolls taken back never
    happened.

    `log`: a view's events, in order; `rouages`: a view's, for who is whose. Dice that hostiles, cards or both players
    together throw count for nobody. Successes are those the dice showed, before any card changed the roll.
    """
    seats = {str(it["id"]): str(it["seat"]) for it in rouages}
    return _added(_rolls(log, seats), seats)


def luck_by_kind(log: Iterable[Mapping[str, Any]], rouages: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Luck]]:
    """The luck by the purpose of the rolls (`Rolled.why`), each as :func:`luck`, in the order of `KINDS`; kinds that
    nobody rolled are left out."""
    seats = {str(it["id"]): str(it["seat"]) for it in rouages}
    rolls = _rolls(log, seats)
    kinds = {roll["why"] for roll in rolls}
    return {
        kind: _added([it for it in rolls if it["why"] == kind], seats)
        for kind in (*(it for it in KINDS if it in kinds), *sorted(kinds.difference(KINDS)))
    }


def _rolls(log: Iterable[Mapping[str, Any]], seats: Mapping[str, str]) -> list[Mapping[str, Any]]:
    rolls: list[Mapping[str, Any]] = []
    for event in log:
        if event["kind"] == "rewound":
            rolls = [roll for roll in rolls if roll["n"] < event["to"]]
        elif event["kind"] == "rolled" and event["by"] in seats and event["why"] != "set-up":
            rolls.append(event)
    return rolls


def _added(rolls: Iterable[Mapping[str, Any]], seats: Mapping[str, str]) -> dict[str, Luck]:
    found = {str(seat): Luck() for seat in SEATS}
    for roll in rolls:
        seat, threshold = seats[roll["by"]], int(roll["threshold"])
        successes = sum(die >= threshold for die in roll["dice"])
        found[seat] = found[seat].with_roll(len(roll["dice"]), successes, threshold)
    return found

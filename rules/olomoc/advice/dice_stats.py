"""Rolls against their expectation: the successes of each player's dice, and the mean of such dice at such thresholds.
It rests on public facts: the log, and the owners of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.kernel.journal import standing
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
    seats = {str(rouage["id"]): str(rouage["seat"]) for rouage in rouages}
    return _added(_rolls(log, seats), seats)


class RunningLuck:
    """The luck of a match that goes on, equal to :func:`luck` of its log: each event is read once."""

    def __init__(self) -> None:
        self._read = 0  # events
        self._rolls: list[tuple[int, str, int, int, int]] = []  # n, seat, dice, successes, threshold
        self._sums = _nobody()

    def follow(self, log: Sequence[Mapping[str, Any]], rouages: Iterable[Mapping[str, Any]]) -> dict[str, Luck]:
        """The luck by seat after the events of this log, which must be the one of the calls before, or longer."""
        seats = {str(rouage["id"]): str(rouage["seat"]) for rouage in rouages}
        for event in log[self._read :]:
            if event["kind"] == "rewound":
                self._rolls = [roll for roll in self._rolls if roll[0] < event["to"]]
                self._sums = _nobody()
                for roll in self._rolls:
                    self._add(*roll)
            elif _counts(event, seats):
                self._rolls.append((event["n"], seats[event["by"]], *_figures(event)))
                self._add(*self._rolls[-1])
        self._read = len(log)
        return dict(self._sums)

    def _add(self, _: int, seat: str, dice: int, successes: int, threshold: int) -> None:
        self._sums[seat] = self._sums[seat].with_roll(dice, successes, threshold)


def luck_by_kind(log: Iterable[Mapping[str, Any]], rouages: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Luck]]:
    """The luck by the purpose of the rolls (`Rolled.why`), each as :func:`luck`, in the order of `KINDS`; kinds that
    nobody rolled are left out."""
    seats = {str(rouage["id"]): str(rouage["seat"]) for rouage in rouages}
    rolls = _rolls(log, seats)
    kinds = {roll["why"] for roll in rolls}
    return {
        kind: _added([roll for roll in rolls if roll["why"] == kind], seats)
        for kind in (*(kind for kind in KINDS if kind in kinds), *sorted(kinds.difference(KINDS)))
    }


def _rolls(log: Iterable[Mapping[str, Any]], seats: Mapping[str, str]) -> list[Mapping[str, Any]]:
    return [event for event in standing(log) if _counts(event, seats)]


def _counts(event: Mapping[str, Any], seats: Mapping[str, str]) -> bool:
    return event["kind"] == "rolled" and event["by"] in seats and event["why"] != "set-up"


def _figures(roll: Mapping[str, Any]) -> tuple[int, int, int]:
    """Dice, successes, threshold."""
    threshold = int(roll["threshold"])
    return len(roll["dice"]), sum(die >= threshold for die in roll["dice"]), threshold


def _nobody() -> dict[str, Luck]:
    return {str(seat): Luck() for seat in SEATS}


def _added(rolls: Iterable[Mapping[str, Any]], seats: Mapping[str, str]) -> dict[str, Luck]:
    total = _nobody()
    for roll in rolls:
        seat = seats[roll["by"]]
        total[seat] = total[seat].with_roll(*_figures(roll))
    return total

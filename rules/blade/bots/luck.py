"""Rolls against their expectation. Of seats and purposes: the successes of all dice that were thrown, rerolled ones
too, and the mean of such dice. Of a single attack: the sum that stood, and the mean of its pot with the rerolls that
were free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from rules.blade.measure import mean, seat_of
from rules.blade.state import State
from rules.kernel import Json
from rules.kernel.journal import standing

KINDS = ("melee", "ranged", "guard", "spell", "area", "manipulation", "leap", "heal", "riposte", "last-blow")
"""The purposes of rolls in which successes are wished for, in the order in which they are told; of a fall they are
wounds (FAL-1)."""
Shown = tuple[str, int]
"""A die that was thrown: its colour and its successes."""


class LyingDie(NamedTuple):
    """A die as it lies: the successes of its faces, those it shows, and whether an arrow has been used on it."""

    faces: tuple[int, ...]
    shown: int
    used: bool = False


class LyingPot(NamedTuple):
    """The dice of a roll in order, and the free rerolls left: arrows by the faces of their colour, and support."""

    dice: tuple[LyingDie, ...]
    arrows: tuple[tuple[tuple[int, ...], int], ...]
    support: int

    @property
    def total(self) -> int:
        return sum(die.shown for die in self.dice)


@dataclass
class PastRoll:
    """A roll with its rerolls. `target`: whom or which zone it struck, where it was an attack; `pot`: how its dice lie
    in the end; `luck`: by how much each throw of them turned out better than its mean, free rerolls reckoned with."""

    n: int
    by: str
    why: str
    pot: LyingPot
    luck: Fraction
    dice: list[Shown] = field(default_factory=list)
    target: str | None = None


def luck(match: Any, events: Sequence[Json]) -> Json:
    """`kernel.bots.Advisor.luck`: `{"dice", "successes", "expected"}` by seat."""
    return _by_seat(match.state, _rolls(match.state, events))


def luck_by_kind(match: Any, events: Sequence[Json]) -> Json:
    """`kernel.bots.Advisor.rolls`: as `luck`, by purpose; those that nobody threw for are left out."""
    rolls = _rolls(match.state, events)
    by_kind = {kind: [roll for roll in rolls if roll.why == kind] for kind in KINDS}
    return {kind: _by_seat(match.state, its) for kind, its in by_kind.items() if its}


def attacks(match: Any, events: Sequence[Json]) -> list[Json]:
    """`kernel.bots.Advisor.throws`: the attacks, one by one: the sum that stood, and the mean of the pot with its free
    rerolls. A paid one adds what it was worth; a free one that was not made is no bad luck, and is left out."""
    state: State = match.state
    return [
        {"n": roll.n, "seat": seat_of(state, roll.by), "by": roll.by, "at": roll.target, "dice": len(roll.dice),
         "successes": roll.pot.total, "expected": round(float(roll.pot.total - roll.luck), 2)}
        for roll in _rolls(state, events)
        if roll.target is not None
    ]  # fmt: skip


def _rolls(state: State, events: Sequence[Json]) -> list[PastRoll]:
    """The rolls of these events for what is wished for, without those that were taken back."""
    rolls: list[PastRoll] = []
    for event in standing(events):
        match event:
            case {"kind": "rolled", "n": n, "by": by, "why": why}:
                dice = [(die["die"], die["successes"]) for die in event["dice"]]
                pot = _pot(state, event)
                rolls.append(PastRoll(n, by, why, pot, _worth(pot) - _before(pot), dice))
            case {"kind": "rerolled", "by": by, "die": at, "successes": shown} if rolls and rolls[-1].by == by:
                roll = rolls[-1]
                roll.dice.append((roll.dice[at][0], shown))
                left = _spent(roll.pot, at, event["with"])
                roll.pot = _with(left, at, shown)
                roll.luck += _worth(roll.pot) - _thrown(left, at)
            case {"kind": "damage", "target": target} if rolls:
                rolls[-1].target = target  # SEQ-4: of the roll before it
    return [roll for roll in rolls if roll.why in KINDS and roll.by in state.everyone()]


# ---- what a pot is worth ---------------------------------------------------------------------------------------------


def _pot(state: State, rolled: Json) -> LyingPot:
    """A pot as it was thrown."""
    faces = {id: tuple(die.faces) for id, die in state.pack.dice.items()}
    dice = tuple(LyingDie(faces[die["die"]], die["successes"]) for die in rolled["dice"])
    return LyingPot(dice, tuple((faces[colour], n) for colour, n in rolled["arrows"].items()), rolled["support"])


def _before(pot: LyingPot) -> Fraction:
    """The mean sum of a pot that is not thrown yet. Of equal dice it does not matter which shows what."""
    chances: dict[tuple[LyingDie, ...], Fraction] = {(): Fraction(1)}
    for die in pot.dice:
        then: dict[tuple[LyingDie, ...], Fraction] = {}
        for dice, chance in chances.items():
            for shown in die.faces:
                more = tuple(sorted((*dice, LyingDie(die.faces, shown))))
                then[more] = then.get(more, Fraction(0)) + chance / len(die.faces)
        chances = then
    return sum((chance * _worth(pot._replace(dice=dice)) for dice, chance in chances.items()), Fraction(0))


@lru_cache(maxsize=4096)
def _worth(pot: LyingPot) -> Fraction:
    """The mean sum of a pot as it lies: each free reroll is made on the die that has most to gain, arrows first, as
    they are bound to a colour (DIE-4, DIE-6)."""
    for with_ in ("arrow", "support"):
        gains = {at: Fraction(sum(die.faces), len(die.faces)) - die.shown for at, die in _able(pot, with_)}
        best = max(gains, key=lambda at: gains[at], default=None)
        if best is not None and gains[best] > 0:
            return _thrown(_spent(pot, best, with_), best)
    return Fraction(pot.total)


def _able(pot: LyingPot, with_: str) -> Iterator[tuple[int, LyingDie]]:
    """The dice that may be thrown again."""
    arrows = dict(pot.arrows)
    for at, die in enumerate(pot.dice):
        if pot.support if with_ == "support" else not die.used and arrows.get(die.faces):
            yield at, die


def _thrown(pot: LyingPot, at: int) -> Fraction:
    """The mean sum of a pot of which a die is thrown again, with the free rerolls left then."""
    faces = pot.dice[at].faces
    return sum((_worth(_with(pot, at, shown)) for shown in faces), Fraction(0)) / len(faces)


def _with(pot: LyingPot, at: int, shown: int) -> LyingPot:
    """The pot with another result of a die."""
    return pot._replace(dice=tuple(die._replace(shown=shown) if n == at else die for n, die in enumerate(pot.dice)))


def _spent(pot: LyingPot, at: int, with_: str) -> LyingPot:
    """The pot once a reroll of a die is spent. DIE-7: the first paid one forfeits the free ones left."""
    if with_ == "gem":
        return pot._replace(arrows=(), support=0)
    if with_ == "support":
        return pot._replace(support=pot.support - 1)
    die = pot.dice[at]
    arrows = tuple((faces, n - (faces == die.faces)) for faces, n in pot.arrows)
    return pot._replace(
        dice=(*pot.dice[:at], die._replace(used=True), *pot.dice[at + 1 :]),
        arrows=tuple((faces, n) for faces, n in arrows if n),
    )


# ---- sums ------------------------------------------------------------------------------------------------------------


def _by_seat(state: State, rolls: Sequence[PastRoll]) -> Json:
    return {
        seat: _sum(state, (die for roll in rolls if seat_of(state, roll.by) == seat for die in roll.dice))
        for seat in state.seats
    }


def _sum(state: State, dice: Iterable[Shown]) -> Json:
    thrown = list(dice)
    expected = sum((mean(state, colour) for colour, _ in thrown), 0.0)
    return {"dice": len(thrown), "successes": sum(shown for _, shown in thrown), "expected": round(expected, 2)}

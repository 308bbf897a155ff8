"""The exact distribution of one attack's results, from dice to wounds (ATK-2 to ATK-5): arithmetic without a Bloc or a
match.

Counts of equally likely results are whole numbers throughout; they become fractions only at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import Literal

from rules.olomoc.flow.noirceur import checked

Aim = Literal["wounds", "stun"]
Worth = tuple[int, int]
"""A value to be made as high as can be, the first number before the second."""
Weights = Mapping[tuple[int, bool], int]
"""Number of equally likely results of a throw, by their successes and whether they show a 6."""

FACES = 6


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice to come, each a success at `threshold` or more; with `known`, dice that lie on the table with so many."""

    dice: int
    threshold: int
    known: int | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight. `life`: the PV not yet checked, left to right; `unhurt`: it takes no wound (HOS-3);
    `person`: no hostile; `tinted`: it is given Noirceur (NOI-7), and `claimed` for putting a person out of combat too
    (LIF-4)."""

    life: str
    unhurt: bool = False
    stunned: bool = False
    person: bool = True
    tinted: bool = True
    claimed: bool = True


@dataclass(frozen=True, slots=True)
class Tactic:
    """ATK-4, as far as wounds go: the successes it costs, and whether it stuns."""

    cost: int = 0
    stuns: bool = False


@dataclass(frozen=True, slots=True)
class AttackTerms:
    """The parameters of an attack's result. `tactics`: those open to the attacker, using none among them; `fate`:
    whether it may tempt fate (ROL-5); `corrosive`: a 6 of the attack stuns (HOS-3)."""

    attack: Throw
    attacker: Side
    target: Side
    dodge: Throw | None = None
    riposte: Throw | None = None
    tactics: tuple[Tactic, ...] = (Tactic(),)
    fate: bool = False
    corrosive: bool = False
    aim: Aim = "wounds"


@dataclass(frozen=True, slots=True)
class Result:
    """The effects of an attack. `wounds` and `hurt`: PV checked on target and attacker; `stunned`: the target bears the
    token; `tokens` and `own_tokens`: Noirceur given to target and attacker, counted even where NOI-2 makes it Fiel."""

    wounds: int = 0
    hurt: int = 0
    stunned: bool = False
    out: bool = False
    attacker_out: bool = False
    tempted: bool = False
    tokens: int = 0
    own_tokens: int = 0


def throw_weights(throw: Throw) -> tuple[dict[int, int], int]:
    """The number of equally likely results for each number of successes, and the number of all results."""
    if throw.known is not None:
        return {throw.known: 1}, 1
    good, dice = FACES + 1 - throw.threshold, throw.dice
    return {k: comb(dice, k) * good**k * (FACES - good) ** (dice - k) for k in range(dice + 1)}, FACES**dice


def _sixes(throw: Throw) -> dict[tuple[int, bool], int]:
    """The same, told apart by whether there is a 6 among the dice."""
    weights, _ = throw_weights(throw)
    dice, good, bad = throw.dice, FACES - throw.threshold, throw.threshold - 1
    without = {k: comb(dice, k) * good**k * bad ** (dice - k) for k in weights}
    split = {(k, False): without[k] for k in weights} | {(k, True): weights[k] - without[k] for k in weights}
    return {key: weight for key, weight in split.items() if weight}


@lru_cache(maxsize=4096)
def exchange(terms: AttackTerms) -> Mapping[Result, Fraction]:
    """The probability of every result, for an attacker that plays best under its aim.

    Aim `wounds`: the most PV to be expected on the target, dice seen; then, if it costs none, a stun. Aim `stun`: the
    best chance of a stunned target, then the most PV. All dice lie on the table when fate may be tempted (ATK-2), so
    that is decided knowing dodge and riposte too, and it is not tempted for nothing.
    """
    dodges, dodge_total = throw_weights(terms.dodge or Throw(0, 5))
    ripostes, riposte_total = throw_weights(terms.riposte or Throw(0, 5))
    worths = [_worth(terms, left) for left in range(terms.attack.dice + 1)] if terms.fate else []
    struck: dict[tuple[int, bool, bool], int] = defaultdict(int)
    strike_total = 0
    for cancelled, weight in dodges.items():
        left, strike_total = _results_left(terms, cancelled, worths)
        for key, count in left.items():
            struck[key] += weight * count
    total = dodge_total * riposte_total * strike_total
    results: dict[Result, int] = defaultdict(int)
    for ((left_, six, tempted), count), (hits, weight) in product(struck.items(), ripostes.items()):
        results[_result(terms, left_, six, tempted, hits)] += count * weight
    return {result: Fraction(count, total) for result, count in results.items() if count}


def _results_left(
    terms: AttackTerms, cancelled: int, worths: list[Worth]
) -> tuple[dict[tuple[int, bool, bool], int], int]:
    """The results of the attack for one result of the dodge: how many leave how many successes (DOD-1), show a 6, and
    had fate tempted; and their number. `worths`: by successes left."""
    weights, total = throw_weights(terms.attack)
    if terms.corrosive and terms.attack.known is None:
        split: Weights = _sixes(terms.attack)
    else:
        split = {(k, False): weight for k, weight in weights.items()}
    counts: dict[tuple[int, bool, bool], int] = defaultdict(int)
    if not terms.fate:
        for (k, six), weight in split.items():
            counts[max(0, k - cancelled), six, False] += weight
        return counts, total
    rolled = [(max(0, k - cancelled), weight) for k, weight in weights.items()]
    again = tuple(sum(worths[left][goal] * weight for left, weight in rolled) for goal in (0, 1))
    for left, weight in rolled:
        if again <= tuple(worth * total for worth in worths[left]):
            counts[left, False, False] += weight * total
        else:  # ROL-5: all of them again
            for other, chance in rolled:
                counts[other, False, True] += weight * chance
    return counts, total * total


def _worth(terms: AttackTerms, left: int) -> Worth:
    """The value of that many successes to the attacker, its tactic included, when fate is weighed. Under the
    aim `wounds` a stun counts 0, so that no Noirceur is spent on one."""
    wounds, stuns = _gain(terms, left, best_tactic(terms, left))
    return (int(stuns), wounds) if terms.aim == "stun" else (wounds, 0)


def best_tactic(terms: AttackTerms, left: int) -> Tactic:
    """The tactic that serves the aim best, of those that so many successes pay for (ATK-4); the cheapest of equals."""

    def key(tactic: Tactic) -> tuple[int, int, int]:
        wounds, stuns = _gain(terms, left, tactic)
        first = (int(stuns), wounds) if terms.aim == "stun" else (wounds, int(stuns))
        return (*first, -tactic.cost)

    return max((tactic for tactic in terms.tactics if tactic.cost <= left), key=key)


def _gain(terms: AttackTerms, left: int, tactic: Tactic) -> tuple[int, bool]:
    """PV that would be checked, and whether the target would come by a stunned token."""
    return _points(terms.target, left - tactic.cost)[0], tactic.stuns and not terms.target.stunned


def _points(side: Side, wounds: int) -> tuple[int, int]:
    """PV that an attack's wounds check (LIF-2, LIF-3; none where it takes none), and the tinted among them."""
    if side.unhurt:
        return 0, 0
    marked = checked(side.life, wounds, attack=True)
    return marked.points, marked.tinted


def _result(terms: AttackTerms, left: int, six: bool, tempted: bool, hits: int) -> Result:
    """ATK-5: both sides' wounds are dealt together; LIF-4: who puts a person out of combat takes 1 Noirceur, if it is
    one itself, though it falls in the same exchange."""
    tactic = best_tactic(terms, left)
    wounds, tinted = _points(terms.target, left - tactic.cost)
    hurt, own_tinted = _points(terms.attacker, hits)
    out, attacker_out = 0 < len(terms.target.life) == wounds, 0 < len(terms.attacker.life) == hurt
    tokens = tinted + int(attacker_out and terms.attacker.person and terms.target.claimed)
    own_tokens = own_tinted + int(out and terms.target.person and terms.attacker.claimed)
    return Result(
        wounds=wounds,
        hurt=hurt,
        stunned=terms.target.stunned or tactic.stuns or (terms.corrosive and six),
        out=out,
        attacker_out=attacker_out,
        tempted=tempted,
        tokens=tokens if terms.target.tinted else 0,
        own_tokens=int(tempted) + (own_tokens if terms.attacker.tinted else 0),
    )

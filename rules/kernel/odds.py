"""Exact odds of any game: its own handlers carry out a command once for every result of chance.

`outcomes` are the matches that one command can lead to; `ExactOdds` follows the questions that come after it, too. What
a viewer is told must be computed on a match imagined for this viewer, or rest on open facts alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from math import factorial, perm, prod
from typing import Any, Generic, TypeVar

from rules.kernel.codec import Json
from rules.kernel.match import KernelMatch
from rules.kernel.seats import Seat

M = TypeVar("M", bound=KernelMatch[Any])
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST = 20_000
"""The most results of one roll, shuffle or draw that are told apart."""

Weighed = Sequence[tuple[Any, int]]
"""Results of chance, each with its weight."""


class _Wanted(Exception):
    """Raised where a command needs more chance than it was given. `results`: all that are possible."""

    def __init__(self, results: Weighed) -> None:
        self.results = results


class _Given:
    """Chance with these results, in order, and no others."""

    def __init__(self, results: Iterable[Any]) -> None:
        self._results = list(results)

    def _next(self, count: int, all_: Callable[[], Weighed]) -> Any:
        if self._results:
            return self._results.pop(0)
        if count > MOST:
            raise ValueError(f"{count} results of chance are too many to try each")
        raise _Wanted(all_())

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        numbers = range(1, faces + 1)
        shown: tuple[int, ...] = self._next(faces**count, lambda: [(it, 1) for it in product(numbers, repeat=count)])
        return shown

    def cast(self, dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
        shown: tuple[int, ...] = self._next(1, lambda: throws(tuple(tuple(it) for it in dice)))
        return shown

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        cards = tuple(items)
        return self.drawn(cards, len(cards))

    def drawn(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        orders = perm(len(items), count)
        cards: tuple[T, ...] = self._next(orders, lambda: [(it, 1) for it in permutations(items, count)])
        return cards

    @property
    def left(self) -> list[int]:
        return []


@lru_cache(maxsize=256)
def throws(dice: tuple[tuple[int, ...], ...]) -> Weighed:
    """The results of a roll of these dice, each given by its faces: the number of a face for each die, with the weight.
    Equal faces, and the order of dice with equal faces, are not told apart.

    >>> throws(((0, 1, 1), (0, 1, 1)))
    [((1, 1), 1), ((1, 2), 4), ((2, 2), 4)]
    """
    kinds = list(dict.fromkeys(dice))
    places = {kind: [at for at, die in enumerate(dice) if die == kind] for kind in kinds}
    results = []
    for parts in product(*(_throws_of(kind, len(places[kind])) for kind in kinds)):
        numbers = dict(
            pair
            for kind, (shown, _) in zip(kinds, parts, strict=True)
            for pair in zip(places[kind], shown, strict=True)
        )
        results.append((tuple(numbers[at] for at in range(len(dice))), prod(weight for _, weight in parts)))
        if len(results) > MOST:
            raise ValueError(f"the results of {len(dice)} dice are too many to try each")
    return results


def _throws_of(faces: tuple[int, ...], count: int) -> list[tuple[tuple[int, ...], int]]:
    """The results of dice of one kind, in order."""
    first = {face: faces.index(face) + 1 for face in dict.fromkeys(faces)}
    results = []
    for shown in combinations_with_replacement(first, count):
        orders = factorial(count) // prod(factorial(shown.count(face)) for face in set(shown))
        results.append((tuple(first[face] for face in shown), orders * prod(faces.count(face) for face in shown)))
    return results


def outcomes(match: M, seat: Seat, command: Json) -> list[tuple[M, Fraction]]:
    """Every match that a command can lead to, with its chance: one for each result of the chance that it needs. Raises
    Refused, and ValueError where there are too many."""
    ends: list[tuple[M, Fraction]] = []
    open_: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while open_:
        results, share = open_.pop()
        trial = match.with_chance(_Given(results))
        try:
            trial.submit(seat, command)
        except _Wanted as wanted:
            total = sum(weight for _, weight in wanted.results)
            open_ += [((*results, it), share * Fraction(weight, total)) for it, weight in wanted.results]
        else:
            ends.append((trial, share))
    return ends


@dataclass(frozen=True)
class Assumption(Generic[K]):
    """What is assumed of a question on the way: the seat that answers, its answers, and the worth of a result to it: of
    several answers it gives the one with the best mean, of equals the first."""

    seat: Seat
    commands: Sequence[Json]
    worth: Callable[[K], float | Fraction] | None = None


def same_position(match: KernelMatch[Any]) -> Hashable:
    """The position as text, without the numbers of its questions."""
    position = match.engine.position(match.state)
    return json.dumps({key: it for key, it in position.items() if key not in ("asked", "asked_beneath")}, default=list)


class ExactOdds(Generic[M, K]):
    """The chances of each result of a command.

    `result`: of a match where what is asked for is settled; None where it goes on. `choose`: what is assumed of the
    question that a match then stands at. `same`: matches with an equal value go on alike; it is asked of every match on
    the way, so the shorter the better, and what no longer matters is left out of it."""

    def __init__(
        self,
        result: Callable[[M], K | None],
        choose: Callable[[M], Assumption[K]],
        same: Callable[[M], Hashable] = same_position,
    ) -> None:
        self._result, self._choose, self._same = result, choose, same
        self._known: dict[Hashable, Mapping[K, Fraction]] = {}

    def after(self, match: M, seat: Seat, command: Json) -> Mapping[K, Fraction]:
        """The chance of each result of this command; they add up to 1. Raises as `outcomes`."""
        chances: dict[K, Fraction] = {}
        for then, share in outcomes(match, seat, command):
            for result, chance in self.of(then).items():
                chances[result] = chances.get(result, Fraction(0)) + share * chance
        return chances

    def of(self, match: M) -> Mapping[K, Fraction]:
        """The chance of each result of a match that goes on."""
        result = self._result(match)
        if result is not None:
            return {result: Fraction(1)}
        key = self._same(match)
        if key not in self._known:
            self._known[key] = self._best(match, self._choose(match))
        return self._known[key]

    def _best(self, match: M, choice: Assumption[K]) -> Mapping[K, Fraction]:
        each = [self.after(match, choice.seat, command) for command in choice.commands]
        if len(each) == 1 or choice.worth is None:
            return each[0]
        worth = choice.worth
        return max(each, key=lambda chances: sum(chance * worth(result) for result, chance in chances.items()))


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The mean of a number.

    >>> mean({0: Fraction(1, 4), 2: Fraction(3, 4)})
    Fraction(3, 2)
    """
    return sum((chance * number for number, chance in chances.items()), Fraction(0))

"""Exact odds of any game: its own handlers carry out a command once for every result of chance.

`outcomes` are the matches that one command can lead to; `ExactOdds` follows the questions that come after it, too. What
a viewer is told must be computed on a match imagined for this viewer, or rest on open facts alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations, product
from math import factorial, perm, prod
from typing import Any, Generic, TypeVar

from rules.kernel.codec import Json
from rules.kernel.match import KernelMatch
from rules.kernel.run import Run, advance, settle
from rules.kernel.seats import Seat

M = TypeVar("M", bound=KernelMatch[Any])
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST = 20_000
"""The most results of one roll, shuffle or draw that are told apart."""

Worth = float | Fraction | tuple[float | Fraction, ...]
Until = Callable[[Any], bool]
"""Whether a state is one to stop at."""
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
        shown: tuple[int, ...] = self._next(
            faces**count, lambda: [(shown, 1) for shown in product(numbers, repeat=count)]
        )
        return shown

    def cast(self, dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
        shown: tuple[int, ...] = self._next(1, lambda: throws(tuple(tuple(die) for die in dice)))
        return shown

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        cards = tuple(items)
        return self.drawn(cards, len(cards))

    def drawn(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        orders = perm(len(items), count)
        cards: tuple[T, ...] = self._next(orders, lambda: [(order, 1) for order in permutations(items, count)])
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


Act = Callable[[Run[Any]], bool]
"""One effect; whether there may be another after it."""


def _each(run: Run[Any], act: Act) -> list[tuple[Run[Any], Fraction, bool]]:
    """Every run that an effect can lead to, with its chance and what the effect returned: one for each result of the
    chance that it needs."""
    ends: list[tuple[Run[Any], Fraction, bool]] = []
    open_: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while open_:
        results, share = open_.pop()
        then = run.branch(_Given(results))
        try:
            more = act(then)
        except _Wanted as wanted:
            total = sum(weight for _, weight in wanted.results)
            open_ += [((*results, result), share * Fraction(weight, total)) for result, weight in wanted.results]
        else:
            ends.append((then, share, more))
    return ends


def outcomes(match: M, seat: Seat, command: Json, until: Until | None = None) -> list[tuple[M, Fraction]]:
    """Every match that a command can lead to, with its chance: one for each result of the chance that it needs. A match
    stands at its next question, or in the first state that `until` is true of. Raises Refused, and ValueError where
    there are too many."""
    ends: list[tuple[M, Fraction]] = []
    open_ = [(begun, share, True) for begun, share in _begun(match, seat, command)]
    while open_:
        run, share, more = open_.pop()
        if not more:
            settle(run, run.by)
        if not more or (until is not None and until(run.state)):
            ends.append((match.placed(run.state, run.events), share))
        else:
            open_ += [(then, share * chance, going) for then, chance, going in _each(run, advance)]
    return ends


def _begun(match: KernelMatch[Any], seat: Seat, command: Json) -> list[tuple[Run[Any], Fraction]]:
    """The runs that a command begins. Raises Refused."""
    resolved = match.legal(seat, command)

    def answer(run: Run[Any]) -> bool:
        run.by = seat
        match.perform(seat, resolved, run)
        return True

    return [(run, share) for run, share, _ in _each(match.run(), answer)]


@dataclass(frozen=True)
class Assumption(Generic[K]):
    """What is assumed of a question on the way: the seat that answers, its answers, and the worth of a result to it: of
    several answers it gives the one with the best mean, of equals the first. Worths may be tuples, of which the first
    number comes first."""

    seat: Seat
    commands: Sequence[Json]
    worth: Callable[[K], Worth] | None = None


def same_position(match: KernelMatch[Any]) -> Hashable:
    """The position as text, without the numbers of its questions."""
    position = match.engine.position(match.state)
    return json.dumps(
        {key: value for key, value in position.items() if key not in ("asked", "asked_beneath")}, default=list
    )


def changes(before: object, after: object, without: Collection[str] = ()) -> Hashable:
    """What of a state, or of a part of it, is no longer as it was, but for the fields `without`: equal for equal
    states. For `ExactOdds.same`; the less has changed, the cheaper it is."""
    if before is after:
        return None
    if isinstance(after, Mapping) and isinstance(before, Mapping):
        known: Mapping[Any, Any] = before
        rows = [(key, changes(known.get(key), value)) for key, value in after.items() if known.get(key) is not value]
        return (*rows, *(key for key in known if key not in after)) if len(known) > len(after) else tuple(rows)
    kind: Any = type(after)
    if type(after) is type(before) and (names := _names(kind)):
        pairs = [(name, getattr(before, name), getattr(after, name)) for name in names if name not in without]
        return tuple((name, changes(old, new)) for name, old, new in pairs if old is not new)
    return after if kind in (int, bool, str) else repr(after)


@cache
def _names(kind: Hashable) -> tuple[str, ...]:
    """The fields of a noun."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


class ExactOdds(Generic[M, K]):
    """The chances of each result of a command, which is carried out effect by effect. Only effects that need chance
    are carried out more than once.

    `result`: of a match where what is asked for is settled; None where it goes on. `choose`: what is assumed of the
    question that a match then stands at. `settled`: states in which nothing is left to follow, though nobody is asked;
    `result` is asked of these, of questions, and of matches that are over. `same`: matches with an equal value go on
    alike; it is asked of every match that has just been answered or has come by some chance, so the shorter the better,
    and what no longer matters is left out of it."""

    def __init__(
        self,
        result: Callable[[M], K | None],
        choose: Callable[[M], Assumption[K]],
        same: Callable[[M], Hashable] = same_position,
        settled: Until | None = None,
    ) -> None:
        self._result, self._choose, self._same, self._settled = result, choose, same, settled
        self._known: dict[Hashable, Mapping[K, Fraction]] = {}

    def after(self, match: M, seat: Seat, command: Json) -> Mapping[K, Fraction]:
        """The chance of each result of this command; they add up to 1. Raises as `outcomes`."""
        return self._mixed(match, _begun(match, seat, command))

    def of(self, match: M) -> Mapping[K, Fraction]:
        """The chance of each result of a match that goes on, at a question or between two effects."""
        return self._followed(match, match.run())

    def _mixed(self, match: M, runs: Sequence[tuple[Run[Any], Fraction]]) -> Mapping[K, Fraction]:
        chances: dict[K, Fraction] = {}
        for run, share in runs:
            # what still waits for the next effect is in no state
            key = None if run.pending else self._same(match.placed(run.state, run.events))
            known = self._known.get(key) if key is not None else None
            if known is None:
                known = self._followed(match, run)
                if key is not None:
                    self._known[key] = known
            for result, chance in known.items():
                chances[result] = chances.get(result, Fraction(0)) + share * chance
        return chances

    def _followed(self, match: M, run: Run[Any]) -> Mapping[K, Fraction]:
        """From between two effects on."""
        while run.state.outcome is None and not (self._settled is not None and self._settled(run.state)):
            ends = _each(run, advance)
            if len(ends) > 1:
                return self._mixed(match, [(then, share) for then, share, _ in ends])
            [(run, _, more)] = ends
            if not more:
                break
        then = match.placed(run.state, run.events)
        result = self._result(then)
        return {result: Fraction(1)} if result is not None else self._best(then, self._choose(then))

    def _best(self, match: M, choice: Assumption[K]) -> Mapping[K, Fraction]:
        each = [self.after(match, choice.seat, command) for command in choice.commands]
        if len(each) == 1 or choice.worth is None:
            return each[0]
        worth = choice.worth
        return max(each, key=lambda chances: _mean_worth(chances, worth))


def _mean_worth(chances: Mapping[K, Fraction], worth: Callable[[K], Worth]) -> tuple[Any, ...]:
    sums: list[Any] = []
    for result, chance in chances.items():
        value = worth(result)
        values = value if isinstance(value, tuple) else (value,)
        sums = [old + chance * value for old, value in zip(sums or [0] * len(values), values, strict=True)]
    return tuple(sums)


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The mean of a number.

    >>> mean({0: Fraction(1, 4), 2: Fraction(3, 4)})
    Fraction(3, 2)
    """
    return sum((chance * number for number, chance in chances.items()), Fraction(0))

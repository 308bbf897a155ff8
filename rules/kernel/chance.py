"""Sources of chance: dice with any number of faces, shuffles and draws. Events record the results, so that a replay
never asks for them again."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class DiceExhausted(Exception):
    """Raised when a script holds fewer dice than are to be rolled. None of them is used up."""


class Chance(Protocol):
    """A source of chance. It is not part of a match's position; each copy of a match has its own."""

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        """Rolls `count` dice (0 or more) of `faces` faces each: numbers from 1, in order. Raises DiceExhausted where a
        script runs short."""
        ...

    def cast(self, dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """Rolls dice of which each is given by its faces: the number of the face that each shows, from 1, in order. To
        a game that rolls so, equal faces and the order of dice with equal faces are all one, and exact odds do not tell
        them apart (`odds`). Raises DiceExhausted where a script runs short."""
        ...

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in random order. Does not change the next dice."""
        ...

    def drawn(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """`count` different items in the order drawn. Does not change the next dice. Raises ValueError where there are
        fewer items."""
        ...

    @property
    def left(self) -> list[int]:
        """The dice that a script still holds; empty where chance is not scripted."""
        ...


class SeededChance:
    """Chance of a seed that only the server knows; without one, of the system's own randomness. Shuffles and draws have
    a stream of their own, so that a card drawn moves no die.

    >>> SeededChance(7).roll(3) == SeededChance(7).roll(3)
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed if seed is not None else random.SystemRandom().getrandbits(128)

    @cached_property
    def _streams(self) -> tuple[random.Random, random.Random]:
        """The streams of dice and of cards: 5 kB, made at the first use, as most copies of a match roll nothing."""
        dice = random.Random(self._seed)
        return dice, random.Random(dice.getrandbits(128))

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        dice, _ = self._streams
        return tuple(dice.randint(1, faces) for _ in range(count))

    def cast(self, dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
        return tuple(self._streams[0].randint(1, len(faces)) for faces in dice)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        return _shuffled(self._streams[1], items)

    def drawn(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        return tuple(self._streams[1].sample(items, count))

    @property
    def left(self) -> list[int]:
        return []


class ScriptedChance:
    """Chance written down beforehand, for tests and examples: `dice` in the order in which they are rolled, `orders`
    what the next shuffles and draws give. Once `orders` is used up, shuffles and draws use a fixed seed.

    Raises ValueError for a script with anything but whole numbers from 1 on.

    >>> chance = ScriptedChance([5, 1, 4], orders=[["b", "a"]])
    >>> chance.roll(2), chance.shuffled(["a", "b"]), chance.left
    ((5, 1), ('b', 'a'), [4])
    >>> chance.roll(2)
    Traceback (most recent call last):
    ...
    rules.kernel.chance.DiceExhausted: 2 dice wanted, 1 left in the script
    """

    def __init__(self, dice: Sequence[int] = (), orders: Sequence[Sequence[Any]] = (), faces: int = 6) -> None:
        if any(type(die) is not int or not 1 <= die <= faces for die in dice):
            raise ValueError(f"a scripted die is an integer from 1 to {faces}")
        self._dice = list(dice)
        self._orders = [tuple(order) for order in orders]
        self._cards = random.Random(0)

    def roll(self, count: int, faces: int = 6) -> tuple[int, ...]:
        if count > len(self._dice):
            raise DiceExhausted(f"{count} dice wanted, {len(self._dice)} left in the script")
        taken, self._dice = self._dice[:count], self._dice[count:]
        return tuple(taken)

    def cast(self, dice: Sequence[Sequence[int]]) -> tuple[int, ...]:
        return self.roll(len(dice))

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        return self._orders.pop(0) if self._orders else _shuffled(self._cards, items)

    def drawn(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        return self._orders.pop(0) if self._orders else tuple(self._cards.sample(items, count))

    @property
    def left(self) -> list[int]:
        return list(self._dice)


def in_random_order(items: Iterable[T], rng: random.Random) -> Iterator[T]:
    """The items in random order, each drawn when it is asked for.

    >>> sorted(in_random_order("abc", random.Random(7)))
    ['a', 'b', 'c']
    """
    left = list(items)
    while left:
        at = int(rng.random() * len(left))
        left[at], left[-1] = left[-1], left[at]
        yield left.pop()


def _shuffled(source: random.Random, items: Iterable[T]) -> tuple[T, ...]:
    order = list(items)
    source.shuffle(order)
    return tuple(order)

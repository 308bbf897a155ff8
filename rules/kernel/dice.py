"""Where chance comes from. Everything random in a match is a D6 of one stream, or a shuffle beside it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from rules.kernel.chance import DiceExhausted

T = TypeVar("T")


class Dice(Protocol):
    """A source of dice. It is no part of a match's position: a copy of a match has its own."""

    def roll(self, count: int) -> tuple[int, ...]:
        """`count` D6 (0 or more), 1 to 6 each, in order. Raises DiceExhausted where a script runs short."""
        ...

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The same items in a random order. Takes no D6 from the stream."""
        ...

    @property
    def left(self) -> list[int]:
        """What a script still holds; empty for dice that are not scripted."""
        ...


class SeededDice:
    """Dice of a seed that only the server knows; without one, of the system's own randomness. Shuffles have a stream of
    their own, so that a card drawn moves no die.

    >>> SeededDice(7).roll(3) == SeededDice(7).roll(3)
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed if seed is not None else random.SystemRandom().getrandbits(128))
        self._shuffles = random.Random(self._random.getrandbits(128))

    def roll(self, count: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, 6) for _ in range(count))

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        return _shuffled(self._shuffles, items)

    @property
    def left(self) -> list[int]:
        return []


class ScriptedDice:
    """Dice written down beforehand, for tests and examples. Shuffles use a fixed seed. Raises ValueError for a script
    with anything but whole numbers from 1 to 6.

    >>> dice = ScriptedDice([5, 1, 4])
    >>> dice.roll(2), dice.left
    ((5, 1), [4])
    >>> dice.roll(2)
    Traceback (most recent call last):
    ...
    rules.kernel.chance.DiceExhausted: 2 dice wanted, 1 left in the script
    """

    def __init__(self, dice: Sequence[int]) -> None:
        if any(type(die) is not int or not 1 <= die <= 6 for die in dice):
            raise ValueError("a scripted die is an integer from 1 to 6")
        self._dice = list(dice)
        self._shuffles = random.Random(0)

    def roll(self, count: int) -> tuple[int, ...]:
        if count > len(self._dice):
            raise DiceExhausted(f"{count} dice wanted, {len(self._dice)} left in the script")
        taken, self._dice = self._dice[:count], self._dice[count:]
        return tuple(taken)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        return _shuffled(self._shuffles, items)

    @property
    def left(self) -> list[int]:
        return list(self._dice)


def _shuffled(source: random.Random, items: Iterable[T]) -> tuple[T, ...]:
    order = list(items)
    source.shuffle(order)
    return tuple(order)

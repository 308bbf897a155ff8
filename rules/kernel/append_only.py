"""A list that only grows, copied in constant time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class AppendOnly(Sequence[T]):
    """A sequence to whose end items are added. Copies share the items: the newest copy adds to the shared list, which
    the others see up to their own end only; one that is not the newest takes a list of its own before it adds.

    >>> first = AppendOnly([1, 2])
    >>> second = first.copy()
    >>> second.append(3)
    >>> first.append(4)
    >>> list(first), list(second)
    ([1, 2, 4], [1, 2, 3])
    """

    __slots__ = ("_items", "_length", "_newest")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)
        self._newest = True

    def copy(self) -> AppendOnly[T]:
        """A copy that grows independently."""
        made: AppendOnly[T] = AppendOnly.__new__(AppendOnly)
        made._items, made._length, made._newest = self._items, self._length, self._newest
        self._newest = False
        return made

    def append(self, item: T) -> None:
        """Adds an item."""
        if not self._newest:
            self._items, self._newest = self._items[: self._length], True
        self._items.append(item)
        self._length += 1

    def extend(self, items: Iterable[T]) -> None:
        """Adds items in their order."""
        for item in items:
            self.append(item)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            if at.step is not None:
                raise ValueError("no slices with a step")
            start, stop, _ = at.indices(self._length)
            return self._items[start:stop]
        if not -self._length <= at < self._length:
            raise IndexError(at)
        return self._items[at if at >= 0 else self._length + at]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

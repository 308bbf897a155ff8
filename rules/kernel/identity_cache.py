"""Caches by identity: what is computed from frozen objects holds as long as they are the same objects.

A state is never changed, and the state after an event shares every part that the event left alone. So a value computed
from some parts is the value of every later state with the same parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from operator import attrgetter
from typing import Any, Generic, TypeVar, TypeVarTuple

T = TypeVar("T")
V = TypeVar("V")
A = TypeVarTuple("A")


class IdentityCache(Generic[V]):
    """Values by the objects that they were computed from. At least the `size` values used last are kept, and at most
    twice as many. Threads may share it: at worst a value is computed twice."""

    __slots__ = ("_older", "_recent", "_size")

    def __init__(self, size: int) -> None:
        self._size = size
        # Each value with its objects: while they are kept no other object can have their ids.
        self._recent: dict[tuple[Hashable, ...], tuple[object, V]] = {}
        self._older: dict[tuple[Hashable, ...], tuple[object, V]] = {}

    def get(self, key: tuple[Hashable, ...]) -> tuple[object, V] | None:
        """The objects and the value under a key made of their ids; None if there is none."""
        found = self._recent.get(key)
        if found is None:
            found = self._older.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: tuple[Hashable, ...], found: tuple[object, V]) -> None:
        """Keeps a value with the objects whose ids are in the key."""
        if len(self._recent) >= self._size:
            self._recent, self._older = {}, self._recent
        self._recent[key] = found


def cached_by(*names: str, size: int = 64) -> Callable[[Callable[[T, *A], V]], Callable[[T, *A], V]]:
    """A function or method whose value depends on these fields of its first argument (without names: on all of it) and
    on further arguments, by position, which are compared by equality: it is computed again only when a field is another
    object. It may read nothing else of the first argument; its value is shared and must not be changed.

    >>> @cached_by("numerator", "denominator")
    ... def parts(it):
    ...     return [it.numerator, it.denominator]
    >>> parts(3) is parts(3), parts(4)
    (True, [4, 1])
    """
    read: Callable[[Any], Any] = _reader(names)

    def decorated(make: Callable[[T, *A], V]) -> Callable[[T, *A], V]:
        cache: IdentityCache[V] = IdentityCache(size)

        @wraps(make)
        def cached(it: T, /, *args: *A) -> V:
            parts = read(it)
            key: Any = (*map(id, parts), *args)
            found = cache.get(key)
            if found is None:
                found = (parts, make(it, *args))
                cache.put(key, found)
            return found[1]

        return cached

    return decorated


def _reader(names: tuple[str, ...]) -> Callable[[Any], tuple[object, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda it: (getattr(it, names[0]),)) if names else (lambda it: (it,))

"""Caches by identity: what is computed from frozen objects holds as long as they are the same objects.

A state is never changed, and the state after an event shares every part that the event left alone. So a value computed
from some parts is the value of every later state with the same parts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from operator import attrgetter
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
V = TypeVar("V")
A = TypeVarTuple("A")


def cached_by(*names: str, size: int = 64) -> Callable[[Callable[[T, *A], V]], Callable[[T, *A], V]]:
    """A function or method whose value depends on these fields of its first argument (without names: on all of it) and
    on further arguments, by position, which are compared by equality: it is computed again only when a field is another
    object. It may read nothing else of the first argument; its value is shared and must not be changed.

    >>> @cached_by("numerator", "denominator")
    ... def parts(it):
    ...     return [it.numerator, it.denominator]
    >>> parts(3) is parts(3), parts(4)
    (True, [4, 1])

    At least the `size` values used last are kept, at most twice as many, and those of the last object. Threads may
    share them: at worst a value is computed twice.
    """
    read: Any = attrgetter(*names) if names else None
    many = len(names) > 1

    def decorated(make: Callable[[T, *A], V]) -> Callable[[T, *A], V]:
        # Each value with its objects: while they are kept no other object can have their ids.
        recent: dict[Any, tuple[object, V]] = {}
        older: dict[Any, tuple[object, V]] = {}
        # The values of the object asked about last, mostly asked about again: a third of the time of a search by parts.
        last: tuple[object, dict[Any, V]] = (None, {})

        def missing(key: Any, parts: object, value: T, *args: *A) -> V:
            nonlocal recent, older
            entry = older.get(key) or (parts, make(value, *args))
            if len(recent) >= size:
                recent, older = {}, recent
            recent[key] = entry
            return entry[1]

        def alone(value: T, /, *args: *A) -> V:
            entry = recent.get(id(value))
            return entry[1] if entry is not None else missing(id(value), value, value, *args)

        def by_itself(value: T, /, *args: *A) -> V:
            key = id(value), args
            entry = recent.get(key)
            return entry[1] if entry is not None else missing(key, value, value, *args)

        def by_parts(source: T, /, *args: *A) -> V:
            nonlocal last
            known, values = last
            if known is source and args in values:
                return values[args]
            parts = read(source)
            key = (*map(id, parts), *args) if many else (id(parts), *args)
            entry = recent.get(key)
            value = entry[1] if entry is not None else missing(key, parts, source, *args)
            if known is source:
                values[args] = value
            else:
                last = source, {args: value}
            return value

        if names:
            return wraps(make)(by_parts)
        # most are called for nothing but a state or an event: half the time of a call
        return wraps(make)(alone if len(signature(make).parameters) == 1 else by_itself)

    return decorated

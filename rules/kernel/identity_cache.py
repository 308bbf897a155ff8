"""Caches by identity: what is computed from frozen objects holds as long as they are the same objects.

A state is never changed, and the state after an event shares every part that the event left alone. So a value computed
from some parts is the value of every later state with the same parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from itertools import compress
from operator import attrgetter, is_not, ne, or_
from typing import Any, Generic, TypeVar, TypeVarTuple

F = TypeVar("F")
G = TypeVar("G")
K = TypeVar("K")
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

        def missing(key: Any, parts: object, it: T, *args: *A) -> V:
            nonlocal recent, older
            found = older.get(key) or (parts, make(it, *args))
            if len(recent) >= size:
                recent, older = {}, recent
            recent[key] = found
            return found[1]

        def alone(it: T, /, *args: *A) -> V:
            found = recent.get(id(it))
            return found[1] if found is not None else missing(id(it), it, it, *args)

        def by_itself(it: T, /, *args: *A) -> V:
            key = id(it), args
            found = recent.get(key)
            return found[1] if found is not None else missing(key, it, it, *args)

        def by_parts(it: T, /, *args: *A) -> V:
            nonlocal last
            known, values = last
            if known is it and args in values:
                return values[args]
            parts = read(it)
            key = (*map(id, parts), *args) if many else (id(parts), *args)
            found = recent.get(key)
            value = found[1] if found is not None else missing(key, parts, it, *args)
            if known is it:
                values[args] = value
            else:
                last = it, {args: value}
            return value

        if names:
            return wraps(make)(by_parts)
        # most are called for nothing but a state or an event: half the time of a call
        return wraps(make)(alone if len(signature(make).parameters) == 1 else by_itself)

    return decorated


class LastRows(Generic[K, T, F, G, V]):
    """The rows of a mapping's items as each viewer sees them, of the mapping asked about last: the state after an event
    shares most items with the one before, and takes over their rows. `make` of an item, its key, what else is known of
    it, and what is given for all: its row, and that of each viewer who sees it otherwise.

    >>> def row(item, key, count, given):
    ...     print("made", key)
    ...     return count, {"2": item}
    >>> last = LastRows(("1", "2"), row)
    >>> before = {"box": ("spoon",), "case": ()}
    >>> last.rows(before, {"box": 1, "case": 0}, None)
    made box
    made case
    {'1': {'box': 1, 'case': 0}, '2': {'box': ('spoon',), 'case': ()}}
    >>> last.rows(before | {"case": ("fork",)}, {"box": 1, "case": 1}, None)["2"]
    made case
    {'box': ('spoon',), 'case': ('fork',)}
    """

    def __init__(self, viewers: Sequence[str], make: Callable[[T, K, F, G], tuple[V, Mapping[str, V]]]) -> None:
        self._viewers, self._make = viewers, make
        # one tuple: a thread never sees half of it
        self._last: tuple[G | None, Mapping[K, T | None], Mapping[K, F | None], Mapping[str, Mapping[K, V]]]
        self._last = None, {}, {}, {}

    def rows(self, items: Mapping[K, T], facts: Mapping[K, F], given: G) -> Mapping[str, Mapping[K, V]]:
        """The rows of all items for each viewer, shared: never to be changed. A row is made again where its item is
        another object or its fact is not equal to the one before, and all are where `given` is not. `facts`: with the
        keys of `items`, in their order."""
        known, before, told, found = self._last
        if known != given or list(before) != list(items):
            before, told, found = dict.fromkeys(items), dict.fromkeys(items), {viewer: {} for viewer in self._viewers}
        others = map(is_not, items.values(), before.values())
        changed = list(compress(items, map(or_, others, map(ne, facts.values(), told.values()))))
        if changed:
            fresh: dict[K, V] = {}
            own: dict[str, dict[K, V]] = {viewer: {} for viewer in self._viewers}
            for key in changed:
                fresh[key], apart = self._make(items[key], key, facts[key], given)
                for viewer in apart:
                    own[viewer][key] = apart[viewer]
            found = {viewer: {**rows, **fresh, **own[viewer]} for viewer, rows in found.items()}
        self._last = given, items, facts, found
        return found

"""What follows from a state is kept with its match: a state hands its memo on to the states after it.

A state is never changed, and the state after an event shares every part that the event left alone. So a value computed
from some parts is the value of every later state with the same parts. The memo is no part of the state: it is neither
written nor compared, and forks of a match share it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter, is_
from typing import Any, TypeVar, TypeVarTuple

K = TypeVar("K")
T = TypeVar("T")
V = TypeVar("V")
A = TypeVarTuple("A")

KEPT = 4
"""The number of states with other parts whose values are kept: forks of a match that go different ways take turns."""


class Carrying:
    """The base of states: it has the place for the memo."""

    __slots__ = ("memo",)


class _Function:
    """The values of one function in one memo."""

    __slots__ = ("kept", "last")

    def __init__(self) -> None:
        # one tuple each: a thread never sees half of it
        self.last: tuple[object, dict[Any, Any]] = (None, {})
        self.kept: tuple[tuple[tuple[object, ...], dict[Any, Any]], ...] = ()

    def of(self, state: object, parts: tuple[object, ...]) -> dict[Any, Any]:
        """The values of a state with these parts."""
        values = next((values for known, values in self.kept if all(map(is_, known, parts))), None)
        if values is None:
            values = {}
            self.kept = ((parts, values), *self.kept[: KEPT - 1])
        self.last = state, values
        return values


def memo_of(state: Any) -> dict[Any, Any]:
    """The memo of a state, to be filled in place."""
    try:
        return state.memo  # type: ignore[no-any-return]
    except AttributeError:
        made: dict[Any, Any] = {}
        object.__setattr__(state, "memo", made)
        return made


def derived(*names: str) -> Callable[[Callable[[T, *A], V]], Callable[[T, *A], V]]:
    """A function or method of a state whose value depends on these of its fields (without names: on all of it) and on
    further arguments, by position, which are compared by equality: it is computed again only when a field is another
    object. It may read nothing else of the state; its value is shared and must not be changed.

    >>> class Pair(Carrying):
    ...     def __init__(self, one, two):
    ...         self.one, self.two = one, two
    >>> @derived("one")
    ... def doubled(pair):
    ...     print("made")
    ...     return pair.one * 2
    >>> pair = Pair("a", "b")
    >>> doubled(pair), doubled(pair)
    made
    ('aa', 'aa')
    """
    read: Any = attrgetter(*names) if names else None
    alone = len(names) == 1

    def decorated(make: Callable[[T, *A], V]) -> Callable[[T, *A], V]:
        @wraps(make)
        def kept(state: T, /, *args: *A) -> V:
            try:
                memo = state.memo  # type: ignore[attr-defined]
            except AttributeError:
                memo = memo_of(state)
            entry = memo.get(make) or memo.setdefault(make, _Function())
            known, values = entry.last
            if known is not state:
                parts = (state,) if read is None else (read(state),) if alone else read(state)
                values = entry.of(state, parts)
            if args in values:
                return values[args]  # type: ignore[no-any-return]
            value = values[args] = make(state, *args)
            return value

        return kept

    return decorated


def kept_row(state: object, make: Callable[[K, T, *A], V], key: K, item: T, *given: *A) -> V:
    """`make(key, item, *given)`, taken over from the state before where the item is the same object and all that is
    given is equal: a row of a table of which an event changes few. It is shared and must not be changed."""
    memo = memo_of(state)
    last = memo.get((make, key))
    if last is not None and last[0] is item and last[1] == given:
        return last[2]  # type: ignore[no-any-return]
    value = make(key, item, *given)
    memo[make, key] = item, given, value
    return value

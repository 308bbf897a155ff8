"""A sequence that is made when it is first accessed, and views written out with such sequences read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """What `make` returns for `args`. It is made once, from frozen data, so that it does not matter when.

    >>> found = LazySequence(range, 1, 3)
    >>> found[0], list(found), found == [1, 2]
    (1, [1, 2], True)
    """

    __slots__ = ("_args", "_items", "_make")

    def __init__(self, make: Callable[..., Sequence[T]], *args: Any) -> None:
        self._make, self._args = make, args
        self._items: Sequence[T] | None = None

    @property
    def items(self) -> Sequence[T]:
        """The items; shared, never to be changed."""
        if self._items is None:
            self._items = self._make(*self._args)
        return self._items

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...

    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        return self.items[at]

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | LazySequence) else NotImplemented

    def __repr__(self) -> str:
        return repr(self.items)

    __hash__ = None  # type: ignore[assignment]  # as a list's


SCALARS = frozenset((str, int, bool, float, type(None)))


def plain(value: Any) -> Any:
    """A view, or a part of one, with its sequences read: dicts and lists of the caller's own, which `json.dumps`
    takes.

    >>> plain({"options": LazySequence(range, 1, 3), "me": "1"})
    {'options': [1, 2], 'me': '1'}
    """
    # asked first: most values are these, and the check of a class against Mapping is slow
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is list:
        return [plain(item) for item in value]
    if isinstance(value, dict | Mapping):
        return {key: plain(item) for key, item in value.items()}
    # a tuple is no JSON: it stays one, so that it is found
    if isinstance(value, Sequence) and not isinstance(value, str | tuple):
        return [plain(item) for item in value]
    return value

"""Parts as functions of their props: what is made of equal props is made once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

P = TypeVar("P")
T = TypeVar("T")


class PropsMemo:
    """What was made last under each name. A builder is given its props and nothing else, so that what a part depends
    on cannot be forgotten; equal props are the one test of whether it is as before."""

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, Any]] = {}

    def made(self, name: Hashable, props: P, build: Callable[[P], T], same: Callable[[T, T], bool] | None = None) -> T:
        """The result of `build(props)`, which must not be changed; the last one under this name while its props were
        equal, or while `same` finds the new one the same. Rows that have not changed are the same objects, and found
        equal at once."""
        last = self._made.get(name)
        if last is not None and last[0] == props:
            kept: T = last[1]
            return kept
        now = build(props)
        if last is not None and same is not None and same(last[1], now):
            now = last[1]
        self._made[name] = props, now
        return now

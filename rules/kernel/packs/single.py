"""Packs of games whose matches are played with one pack, not with several laid over each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from rules.kernel.codec import Json


class SinglePack(Protocol):
    """A pack as a game has read it."""

    @property
    def json(self) -> Json:
        """Its whole definition, as journals embed it."""
        ...


P = TypeVar("P", bound=SinglePack)


class BadPack(ValueError):
    """A pack that cannot be played with: `problems` has a line for each fault, with its file and card."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def definitions(ids: Sequence[str], core: P, shelf: Mapping[str, P] | None = None) -> tuple[Json, ...]:
    """What a journal embeds for the packs that are named. Raises ValueError for one that is not there."""
    there = {**(shelf or {}), "core": core}
    for id in ids:
        if id not in there:
            raise ValueError(f"there is no pack {id!r}")
    return tuple(there[id].json for id in ids)


def embedded(packs: Sequence[Mapping[str, Any]], core: P, read: Callable[[Json], P]) -> P:
    """The pack that a match is played with: the last one named. Matches of the core pack share it. Raises ValueError
    for none, and what `read` raises."""
    if not packs:
        raise ValueError("a journal embeds the pack that its match is played with")
    return core if packs[-1] == core.json else read(dict(packs[-1]))

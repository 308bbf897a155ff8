"""Packs of games whose matches are played with a single pack."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from rules.kernel.chance import Chance
from rules.kernel.codec import Json
from rules.kernel.engine import Engine, State


class SinglePack(Protocol):
    """A pack as the game's reader gives it."""

    @property
    def json(self) -> Json:
        """The whole definition, as journals embed it."""
        ...


S = TypeVar("S", bound=State)
P = TypeVar("P", bound=SinglePack)


class BadPack(ValueError):
    """Raised for a pack that cannot be played with: `problems` has a line for each fault, with its file and card."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class SinglePackEngine(Engine[S], Generic[S, P]):
    """The engine of a game whose matches are played with one pack: the last one that their options name."""

    @abstractmethod
    def core(self) -> P:
        """The game's own pack."""

    @abstractmethod
    def read_pack(self, json: Json, /) -> P:
        """The pack that a journal embeds. Raises ValueError for data that is not a pack."""

    @abstractmethod
    def parse_with_pack(self, position: Mapping[str, Any], pack: P, chance: Chance | None, **supplies: Any) -> S:
        """The state of a position, full or by hand. `chance`: for what a position by hand leaves open. Raises
        ValueError for a position that cannot be."""

    def pack(self, packs: Sequence[Mapping[str, Any]]) -> P:
        """The pack of a match. Matches of the core pack share it. Raises ValueError for an id that is not on the shelf,
        and what `read_pack` raises."""
        if not packs:
            raise ValueError("a journal embeds the pack that its match is played with")
        core = self.core()
        return core if packs[-1] == core.json else self.read_pack(dict(packs[-1]))

    def packs(self, options: Any, **supplies: Any) -> tuple[Json, ...]:
        there = {**(supplies.get("shelf") or {}), "core": self.core()}
        for id in options.packs:
            if id not in there:
                raise ValueError(f"there is no pack {id!r}")
        return tuple(there[id].json for id in options.packs)

    def parse(self, position: Mapping[str, Any], packs: Sequence[Mapping[str, Any]]) -> S:
        return self.parse_with_pack(position, self.pack(packs), None)

    def parse_partial(self, position: Mapping[str, Any], chance: Chance, **supplies: Any) -> tuple[S, tuple[Json, ...]]:
        packs = self.packs(self.options.load({"packs": [position.get("pack", "core")]}), **supplies)
        return self.parse_with_pack(position, self.pack(packs), chance, **supplies), packs

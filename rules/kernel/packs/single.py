"""Packs of games whose matches are played with a single pack."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar, cast
from weakref import WeakValueDictionary

from rules.kernel.chance import Chance
from rules.kernel.codec import Json
from rules.kernel.engine import Engine, State
from rules.kernel.packs.model import Id, Model, Text

T = TypeVar("T")
W = TypeVar("W")


@dataclass(frozen=True, eq=False)
class WrittenPack(Generic[W]):
    """A pack as the game's reader gives it: `written`, a noun with all that its author wrote, and `json`, the same as
    journals embed it. A game's subclass looks things up in it. Packs are equal if their JSON is."""

    written: W
    json: Json = field(repr=False)

    @property
    def id(self) -> str:
        return str(self.json["id"])

    @property
    def version(self) -> str:
        return str(self.json["version"])

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, WrittenPack) and self.json == other.json)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, self.version))


class WrittenModel(Model):
    """What every pack as event 0 embeds it begins with; a game adds its rows."""

    id: Id
    version: str
    name: Text | None = None


M = TypeVar("M", bound=WrittenModel)


class ModelPack(WrittenPack[M]):
    """A pack whose noun is a model, `written_as`."""

    written_as: ClassVar[type[WrittenModel]]

    @classmethod
    def from_json(cls, json: Json) -> Self:
        """The pack that a journal embeds. Raises ValueError for one that is none."""
        return cls(cast(M, cls.written_as.model_validate(json)), json)

    @classmethod
    def of(cls, written: M) -> Self:
        """The pack that its author wrote."""
        return cls(written, written.model_dump(mode="json", exclude_defaults=True))

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self:
        """A copy with other cards by field and id (`rules.kernel.packs.layers.PackLike`)."""
        changed = {key: tuple(rows.values()) for key, rows in (update or {}).items()}
        return self.of(self.written.model_copy(update=changed))


def laid_over(below: Any, cards: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The rows of a pack by field: those of the pack that it extends (None: of none), with its own in their places."""
    return {
        field: tuple({**(getattr(below, field) if below else {}), **rows}.values()) for field, rows in cards.items()
    }


def by_id(kind: type[T], rows: Callable[[Any], Iterable[Any]]) -> cached_property[dict[str, T]]:
    """A property of a pack: its rows of one kind by their ids, in their order."""
    return cached_property(lambda pack: {row.id: row for row in rows(pack)})


S = TypeVar("S", bound=State)
P = TypeVar("P", bound=WrittenPack[Any])


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
        """The pack of a match, which matches of the same pack share. Raises ValueError for an id that is not on the
        shelf, and what `read_pack` raises."""
        if not packs:
            raise ValueError("a journal embeds the pack that its match is played with")
        core, written = self.core(), packs[-1]
        if written == core.json:
            return core
        key = str(written.get("id")), str(written.get("version"))
        pack = self._others.get(key)
        if pack is None or pack.json != written:
            pack = self._others[key] = self.read_pack(dict(written))
        return pack

    @cached_property
    def _others(self) -> WeakValueDictionary[tuple[str, str], P]:
        """Packs of matches in memory, by id and version: of people, and the core pack as it was."""
        return WeakValueDictionary()

    def packs(self, options: Any, **supplies: Any) -> tuple[Json, ...]:
        shelf = {**(supplies.get("shelf") or {}), "core": self.core()}
        for id in options.packs:
            if id not in shelf:
                raise ValueError(f"there is no pack {id!r}")
        return tuple(shelf[id].json for id in options.packs)

    def parse(self, position: Mapping[str, Any], packs: Sequence[Mapping[str, Any]]) -> S:
        return self.parse_with_pack(position, self.pack(packs), None)

    def parse_partial(self, position: Mapping[str, Any], chance: Chance, **supplies: Any) -> tuple[S, tuple[Json, ...]]:
        packs = self.packs(self.options.load({"packs": [position.get("pack", "core")]}), **supplies)
        return self.parse_with_pack(position, self.pack(packs), chance, **supplies), packs

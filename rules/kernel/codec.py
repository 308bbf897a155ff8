"""Frozen dataclasses to JSON and back, strictly: no unknown key, no coerced type, nothing that is not JSON.

The reading goes through JSON text on purpose: a message that is no JSON (NaN, a Python object, a number of ten thousand
digits, a nest deeper than the stack) fails in one place, as a `ValueError`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar, cast, dataclass_transform, get_args

from pydantic import ConfigDict, Field, TypeAdapter, model_serializer

from rules.kernel.identity_cache import cached_by
from rules.kernel.memo import Carrying, memo_of

Json = dict[str, Any]
T = TypeVar("T")
C = TypeVar("C")

SHARED = 32
"""The least number of values that a codec keeps as JSON (`Codec.shared`)."""


@dataclass_transform(frozen_default=True, kw_only_default=False, field_specifiers=(field,))
def noun(cls: type[C]) -> type[C]:
    """A frozen, slotted dataclass that reads strictly from JSON: unknown keys and wrong types are errors.

    >>> @noun
    ... class Spot:
    ...     x: int
    ...     y: int = 0
    >>> Codec(Spot).load({"x": 3})
    Spot(x=3, y=0)
    >>> Codec(Spot).load({"x": "3"})
    Traceback (most recent call last):
    ...
    ValueError: 1 validation error for Spot...
    """
    made = dataclass(frozen=True, slots=True)(cls)
    made.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[attr-defined]  # read by pydantic
    return made


@dataclass_transform(frozen_default=True, kw_only_default=False, field_specifiers=(field,))
def command(kind: str) -> Callable[[type[C]], type[C]]:
    """A noun of a game's closed union of commands, told apart in JSON by `kind`, the last field.

    >>> @command("move")
    ... class Move:
    ...     to: int
    >>> Codec(Move).dump(Move(3))
    {'to': 3, 'kind': 'move'}
    """
    return tagged("kind", kind, {"decision": "a command comes with the id of the decision that it answers"})


def tagged(tag: str, value: str, reserved: Mapping[str, str]) -> Callable[[type[C]], type[C]]:
    """A noun of a closed union, told apart in JSON by one more field, the last. Games declare theirs by `command`,
    `audience.event` and `audience.frame`. `reserved`: names that no other field may have in JSON, each with what the
    kernel writes there."""

    def made(cls: type[C]) -> type[C]:
        if tag in (own := cls.__annotations__):
            raise TypeError(f"{value!r} cannot have a field {tag!r}: it is told apart by it")
        own[tag] = cast(Any, Literal)[value]
        setattr(cls, tag, value)
        declared = noun(cls)
        for each in fields(cast(Any, declared)):
            if (name := each.name.rstrip("_")) in reserved:
                raise TypeError(f"{value!r} cannot have a field {each.name!r}, as {reserved[name]}: name it otherwise")
        return declared

    return made


def tag_of(value: object) -> str:
    """The tag of an event or a frame."""
    return cast(str, getattr(value, "kind", None) or getattr(value, "frame", ""))


def among(choice: object, rows: Iterable[object]) -> bool:
    """Whether a JSON value is one of these, as JSON: `True` is not 1."""
    text = json.dumps(choice, sort_keys=True)
    return any(row == choice and json.dumps(row, sort_keys=True) == text for row in rows)


@dataclass_transform(frozen_default=True, kw_only_default=False, field_specifiers=(field,))
def open_noun(cls: type[C]) -> type[C]:
    """A noun without slots, for one with many fields that every command copies, as a match's state (`copied`)."""
    made = dataclass(frozen=True)(cls)
    made.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[attr-defined]  # read by pydantic
    return made


def copied(value: T, changes: Mapping[str, object]) -> T:
    """`dataclasses.replace` without running `__init__`: six times as fast for a noun, twenty times for an open one.
    The names in `changes` are not checked."""
    kind: Any = type(value)
    made: T = _copier(kind)(value, changes)
    return made


if TYPE_CHECKING:
    from dataclasses import replace as replace  # its checks of names and types hold for ours
else:

    def replace(value, /, **changes):
        """`dataclasses.replace` for nouns, faster (`copied`)."""
        return copied(value, changes)


class Underscored:
    """Base of a noun with fields named like a Python keyword, as `from_`: JSON has them without the underscore. Each
    such field has the JSON name as its alias."""

    __slots__ = ()

    @model_serializer(mode="wrap")
    def _written(self, write: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        return {key.rstrip("_"): value for key, value in write(self).items()}


@lru_cache(maxsize=512)
def _copier(kind: Any) -> Callable[[Any, Mapping[str, object]], Any]:
    """The function that copies nouns of this class. For one with slots it is written out field by field, as
    `dataclasses` writes an `__init__`: half as long as a loop over the fields."""
    if kind.__dictoffset__:
        return _copied_open
    names = [each.name for each in fields(kind)]
    known: dict[str, Any] = {f"put_{name}": getattr(kind, name).__set__ for name in names}
    write = {name: known[f"put_{name}"] for name in names}
    body = (
        "made = new(kind)",
        *(f"put_{name}(made, it.{name})" for name in names),
        "for name in changes: write[name](made, changes[name])",
        *(("put_memo(made, getattr(it, 'memo', None) or memo_of(it))",) if issubclass(kind, Carrying) else ()),
        "return made",
    )
    if issubclass(kind, Carrying):
        known |= {"put_memo": cast(Any, Carrying).memo.__set__, "memo_of": memo_of}
    exec(
        "\n    ".join(("def copy(it, changes):", *body)),
        known | {"new": object.__new__, "kind": kind, "write": write},
        known,
    )
    copy: Callable[[Any, Mapping[str, object]], Any] = known["copy"]
    return copy


def _copied_open(value: Any, changes: Mapping[str, object]) -> Any:
    made = object.__new__(type(value))
    # a dictionary filled in place would have twice the size
    object.__setattr__(made, "__dict__", {**value.__dict__, **changes})
    return made


def plain_fields(of: object, *names: str) -> Json:
    """The JSON of those fields of a noun whose values are JSON's own, or tuples and mappings of them.

    >>> plain_fields(1 + 2j, "real")
    {'real': 1.0}
    """
    # most values are the same in JSON
    return {name: value if type(value := getattr(of, name)) in PLAIN else _plain(value) for name in names}


PLAIN = frozenset((str, int, bool, type(None)))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    # asked first: the check of a class against Mapping is slow
    return dict(value) if isinstance(value, dict | Mapping) else value


class Codec(Generic[T]):
    """Reads and prints one type: a noun, a tagged union of them, or any type made of JSON's own."""

    def __init__(self, type_: Any) -> None:
        self._type = type_
        self.shared: Callable[[T], Any] = cached_by(size=SHARED)(self.dump)
        """The JSON of a frozen value that is written several times, like `dump`: it is cached, and must not be
        changed."""

    @cached_property
    def _adapter(self) -> TypeAdapter[T]:
        return TypeAdapter(self._type)

    def dump(self, value: T) -> Any:
        """The value as plain JSON data (lists, never tuples); `load` reads it back equal."""
        return self._adapter.dump_python(value, mode="json")

    @cached_property
    def schema(self) -> Json:
        """The JSON Schema of what `load` accepts."""
        return self._adapter.json_schema()

    def load(self, data: Any) -> T:
        """The value that `data` writes. Raises ValueError, and nothing else, for anything that does not fit: an unknown
        key, a wrong type, NaN, a nest deeper than the stack, an object that is no JSON."""
        try:
            return self._adapter.validate_json(json.dumps(data, allow_nan=False))
        except (ValueError, TypeError, RecursionError, OverflowError) as problem:
            raise ValueError(str(problem)) from None


class TaggedCodec(Codec[T]):
    """Reads and prints a closed union of nouns, told apart by a field that each gives a value of its own. `tags`: those
    values; `always`: fields that `brief` never leaves out."""

    def __init__(self, union: Any, tag: str = "kind", always: Collection[str] = ()) -> None:
        super().__init__(Annotated[union, Field(discriminator=tag)])
        self.kinds: tuple[Any, ...] = get_args(union)
        """The nouns of the union."""
        tags = [kind.__dataclass_fields__[tag].default for kind in self.kinds]
        if twice := sorted({name for name in tags if tags.count(name) > 1}):
            raise TypeError(f"several nouns of a union have the {tag} {', '.join(twice)}")
        self.tags: frozenset[str] = frozenset(tags)
        self.always = always

    def brief(self, value: T) -> Json:
        """The value as `dump` writes it, without the fields that are empty or None."""
        row: Json = self.dump(value)
        return {
            key: _without_none(value)
            for key, value in row.items()
            if value not in (None, [], {}, "") or key in self.always
        }


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(part) for key, part in value.items() if part is not None}
    return [_without_none(part) for part in value] if isinstance(value, list) else value


class StackCodec(Codec[tuple[Any, ...]]):
    """Reads and prints a stack of frames: nouns of a closed union, told apart by their field `frame`."""

    def __init__(self, union: Any) -> None:
        super().__init__(tuple[Annotated[union, Field(discriminator="frame")], ...])
        self.one: TaggedCodec[Any] = TaggedCodec(union, "frame")
        """The codec of a single frame."""

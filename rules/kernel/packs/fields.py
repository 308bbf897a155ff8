"""The form fields of a card, derived from its model: how each key is entered, and within which bounds.

A key that no field can hold (nested tables, lists of tables) has none: it is edited as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, BeforeValidator, StringConstraints

from rules.kernel.packs.model import IdOf, Text

Kind = Literal["line", "both", "long", "number", "one", "many", "flag", "ids", "letters", "picture"]
"""``line``: a line of text; ``both``: a line in each language, ``long``: several lines in each; ``one``, ``many``: of
options; ``ids``: ids with commas between; ``letters``: a row of a few letters; ``picture``: the name of a picture."""

MOST_OPTIONS = 12
"""The largest range of a number that is shown as a list of choices."""
_LETTERS = re.compile(r"\^\[([A-Za-z]+)\]\{(\d+),(\d+)\}\$")
_PICTURE = r"\.(png|webp)$"


@dataclass(frozen=True)
class Field:
    """A form field for one key of a card."""

    name: str
    kind: Kind
    low: int = 0
    """The least and the greatest number; of letters, how many."""
    high: int = 0
    options: tuple[str | int, ...] = ()
    """The options to choose from, or the letters."""
    of: str = ""
    """The pack's field whose cards are the options, by their ids."""
    needed: bool = True
    """Whether the key must be present."""


@dataclass(frozen=True)
class FormLayout:
    """The parts of a form's layout that the model does not give."""

    order: Sequence[str] = ()
    """The first fields, in order; the others follow in the order of the model."""
    as_text: Sequence[str] = ()
    """Keys that get no field, as ``key`` or ``sort.key``."""
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Differences from the derived field of a ``key`` or ``sort.key``."""


def fields(model: type[BaseModel], layout: FormLayout, sort: str = "") -> tuple[Field, ...]:
    """The fields of a model's form."""
    rows = []
    for name, info in model.model_fields.items():
        names = (name, f"{sort}.{name}")
        made = None if set(names) & set(layout.as_text) else _field(name, info.annotation, info.metadata)
        if made is not None:
            made = replace(made, needed=info.is_required())
            for key in names:
                made = replace(made, **layout.changes.get(key, {}))
            rows.append(made)
    rank = {name: n for n, name in enumerate(layout.order)}
    return tuple(sorted(rows, key=lambda one: rank.get(one.name, len(rank))))


def _field(name: str, annotation: Any, marks: Sequence[Any] = ()) -> Field | None:
    kind, marks = _plain(annotation, marks)
    if any(isinstance(mark, BeforeValidator) for mark in marks):  # written in another way than it is kept
        return None
    options = get_args(kind) if get_origin(kind) is Literal else ()
    of = next((mark.field for mark in marks if isinstance(mark, IdOf)), "")
    if options or of:
        return Field(name, "one", options=options, of=of)
    if kind is bool:
        return Field(name, "flag")
    if kind is int:
        low, high = _bounds(marks)
        return None if low is None or high is None else Field(name, "number", low, high)
    if kind is str:
        return _words(name, marks)
    if (isinstance(kind, type) and issubclass(kind, Text)) or set(get_args(kind)) == {Text, str}:
        return Field(name, "both")
    if get_origin(kind) is tuple and get_args(kind)[1:] == (...,):
        return _several(name, get_args(kind)[0])
    return None


def _several(name: str, annotation: Any) -> Field | None:
    """The field of a list: of a few options, or of ids."""
    one = _field(name, annotation)
    if one is not None and one.kind == "one":
        return replace(one, kind="many")
    if one is not None and one.kind == "number" and one.high - one.low < MOST_OPTIONS:
        return Field(name, "many", options=tuple(range(one.low, one.high + 1)))
    return Field(name, "ids") if one is not None and one.kind == "line" else None


def _words(name: str, marks: Sequence[Any]) -> Field:
    pattern = str(next((mark.pattern for mark in marks if isinstance(mark, StringConstraints) and mark.pattern), ""))
    letters = _LETTERS.fullmatch(pattern)
    if letters is not None:
        return Field(name, "letters", int(letters[2]), int(letters[3]), tuple(letters[1]))
    return Field(name, "picture" if pattern.endswith(_PICTURE) else "line")


def _plain(annotation: Any, marks: Sequence[Any]) -> tuple[Any, tuple[Any, ...]]:
    """A type without ``Annotated`` and ``| None``, and the metadata found on the way."""
    marks = tuple(marks)
    while True:
        if hasattr(annotation, "__metadata__"):
            annotation, marks = annotation.__origin__, (*marks, *annotation.__metadata__)
            continue
        rest = [arg for arg in get_args(annotation) if arg is not NoneType]
        if len(rest) != 1 or NoneType not in get_args(annotation):
            return annotation, tuple(one for mark in marks for one in getattr(mark, "metadata", (mark,)))
        annotation = rest[0]


def _bounds(marks: Sequence[Any]) -> tuple[int | None, int | None]:
    low = next((mark.ge for mark in marks if isinstance(mark, Ge)), None)
    high = next((mark.le for mark in marks if isinstance(mark, Le)), None)
    return (low if isinstance(low, int) else None), (high if isinstance(high, int) else None)

"""What every model of a pack is made of: strict tables, identifiers, texts in two languages, lengths and angles.

Lengths are integer micrometres and angles integer microradians, as everywhere in the rules; a pack writes them as
`"4 in"`, `"30 mm"` or `"45 deg"`, which is read exactly, or with the unit in the key: `range_in = 4`,
`at_mm = [30, 50]`.
"""

import difflib
import math
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

MICROMETRES = {"in": 25_400, "mm": 1_000, "µm": 1}
UNITS = ("in", "mm")
"""What may end a key of a length, after an underscore: its number is then in that unit."""
BLOC = 406_400  # MEA-1: the side of the Bloc, 16 in
LEAST, MOST = 1_000, 2 * BLOC
"""Of a file's lengths, in micrometres: a bare number below was meant in inches or millimetres, and nothing is longer
than twice the Bloc."""
FILE = {"file": True}
"""The context in which an author's file is validated. What is kept in a journal was accepted once, and is never judged
by what came later."""
CLOSE = 0.75  # how alike two words are before one counts as a misspelling of the other

MINISTRIES = (
    "axe",
    "coordination",
    "integrity",
    "effort",
    "progress",
    "harmony",
    "edification",
    "security",
    "fringe",
)
MinistryId = Literal[
    "axe", "coordination", "integrity", "effort", "progress", "harmony", "edification", "security", "fringe"
]


def nearest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """The known word most like `word`, or None when none is at least `cutoff` alike (0 to 1)."""
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=cutoff)
    return found[0] if found else None


class Model(BaseModel):
    """A table of a pack: frozen, and refusing any key that it does not know. What is written below a key is what the
    authors' guide says of it (`docs.py`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        if isinstance(data, dict):
            data = dict(_with_units(cls, data))
            unknown = [str(key) for key in data if key not in cls.model_fields]
            if unknown:
                raise PydanticCustomError(
                    "unknown_keys",
                    "unknown key {keys}",
                    {"keys": unknown, "known": sorted(cls.model_fields)},
                )
        return data


def unit_of(key: str) -> tuple[str, str] | None:
    """The name and the unit in a key such as `range_in`; None for any other key."""
    name, _, unit = key.rpartition("_")
    return (name, unit) if name and unit in UNITS else None


def _with_units(model: type[BaseModel], data: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """A table with each `range_in = 3` as `range = "3 in"`, where `range` is a length or a point."""
    for key, value in data.items():
        found = unit_of(key) if isinstance(key, str) and key not in model.model_fields else None
        if found is None or found[0] not in _measured(model):
            yield key, value
        elif found[0] in data:
            raise PydanticCustomError(
                "length_twice", "write `{name}` or `{key}`, not both", {"name": found[0], "key": key}
            )
        else:
            yield found[0], _in_unit(value, found[1])


@cache
def _measured(model: type[BaseModel]) -> frozenset[str]:
    """The keys of a model that are lengths, points, or lists of them."""

    def measures(annotation: Any, marks: Iterable[Any] = ()) -> bool:
        marks = (*marks, *getattr(annotation, "__metadata__", ()))
        if any(isinstance(mark, BeforeValidator) and mark.func in (_length, _coordinate) for mark in marks):
            return True
        return any(measures(part) for part in get_args(annotation) if not isinstance(part, str))

    return frozenset(name for name, it in model.model_fields.items() if measures(it.annotation, it.metadata))


def _in_unit(value: Any, unit: str) -> Any:
    if isinstance(value, list):
        return [_in_unit(one, unit) for one in value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("length_number", "a key with a unit has a number, such as 3 or 1.5")
    return f"{Decimal(str(value)):f} {unit}"


def _length(value: Any, info: ValidationInfo) -> Any:
    """A length of a pack in micrometres; in a file, one that can be meant."""
    exact = _coordinate(value)
    if info.context and info.context.get("file") and isinstance(exact, int | float):
        if not isinstance(value, str) and 0 < exact < LEAST:
            raise PydanticCustomError("length_bare", 'write "{value} in" or "{value} mm"', {"value": value})
        if exact > MOST:
            raise PydanticCustomError("length_far", "{value} is farther than anything on the Bloc", {"value": value})
    return exact


def _coordinate(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(-?\d{1,6}(?:\.\d{1,6})?)\s*(in|mm|µm)\s*", value)
        if match is None:
            raise PydanticCustomError("length", 'a length is written like "4 in" or "30 mm"')
        exact = Decimal(match[1]) * MICROMETRES[match[2]]
        if exact != exact.to_integral_value():
            raise PydanticCustomError("length", "a length is a whole number of micrometres")
        return int(exact)
    return value


def _angle(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(-?\d{1,3}(?:\.\d{1,3})?)\s*deg\s*", value)
        if match is None:
            raise PydanticCustomError("angle", 'an angle is written like "45 deg" or 785398 (microradians)')
        return round(math.radians(float(match[1])) * 1_000_000)
    return value


def simple(corners: tuple[tuple[int, int], ...]) -> bool:
    """Whether a polygon has an area and no two of its sides touch, but where they follow each other."""
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in sides)
    return (
        area != 0
        and len(set(corners)) == len(corners)
        and not any(
            _touch(*sides[i], *sides[j])
            for i in range(len(sides))
            for j in range(i + 2, len(sides))
            if (i, j) != (0, len(sides) - 1)
        )
    )


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def _touch(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Whether the closed segments ab and cd have a point in common."""
    boxes = all(min(a[k], b[k]) <= max(c[k], d[k]) and min(c[k], d[k]) <= max(a[k], b[k]) for k in range(2))
    return boxes and _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


Length = Annotated[int, BeforeValidator(_length, json_schema_input_type=int | str), Field(ge=0, le=10 * BLOC)]
Coordinate = Annotated[
    int, BeforeValidator(_coordinate, json_schema_input_type=int | str), Field(ge=-10 * BLOC, le=10 * BLOC)
]
Angle = Annotated[int, BeforeValidator(_angle, json_schema_input_type=int | str), Field(ge=-6_283_186, le=6_283_186)]
Point = tuple[Coordinate, Coordinate]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=48)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]


class Text(Model):
    """Words that a player reads, in French, in English or in both; a missing language shows the other."""

    fr: Words | None = None
    """The French words."""
    en: Words | None = None
    """The English words."""

    @model_validator(mode="after")
    def _one_language(self) -> Self:
        if self.fr is None and self.en is None:
            raise PydanticCustomError("text", "a text needs `fr` or `en`")
        return self

    def get(self, language: str) -> str:
        """The words in `language` ("fr" or "en"), else in the other."""
        return (self.fr or self.en or "") if language == "fr" else (self.en or self.fr or "")

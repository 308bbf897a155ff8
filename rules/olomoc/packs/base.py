"""The base of every model of a pack: strict tables, identifiers, texts in two languages, lengths and angles.

Lengths are integer micrometres and angles integer microradians, as everywhere in the rules; a pack writes them as
`"4 in"`, `"30 mm"` or `"45 deg"`, which is read exactly, or with the unit in the key: `range_in = 4`,
`at_mm = [30, 50]`.
"""

import math
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from rules.kernel.packs.model import Model as PackModel
from rules.kernel.packs.model import unit_of

MICROMETRES = {"in": 25_400, "mm": 1_000, "µm": 1}
BLOC = 406_400  # MEA-1: the side of the Bloc, 16 in
LEAST, MOST = 1_000, 2 * BLOC
"""Of a file's lengths, in micrometres: a bare number below was meant in inches or millimetres, and nothing is longer
than twice the Bloc."""
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


class Model(PackModel):
    """A table of an Olomoc pack: a length may be written with its unit in the key. The docstring below a key is its
    text in the authors' guide (`docs.py`)."""

    @classmethod
    def keyed(cls, data: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
        """With units taken out of keys."""
        return _with_units(cls, data)


def _with_units(model: type[BaseModel], data: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """A table with each `range_in = 3` as `range = "3 in"`, where `range` is a length or a point."""
    for key, value in data.items():
        unit = unit_of(key) if isinstance(key, str) and key not in model.model_fields else None
        if unit is None or unit[0] not in _measured(model):
            yield key, value
        elif unit[0] in data:
            raise PydanticCustomError(
                "length_twice", "write `{name}` or `{key}`, not both", {"name": unit[0], "key": key}
            )
        else:
            yield unit[0], _in_unit(value, unit[1])


@cache
def _measured(model: type[BaseModel]) -> frozenset[str]:
    """The keys of a model that are lengths, points, or lists of them."""

    def measures(annotation: Any, marks: Iterable[Any] = ()) -> bool:
        marks = (*marks, *getattr(annotation, "__metadata__", ()))
        if any(isinstance(mark, BeforeValidator) and mark.func in (_length, _coordinate) for mark in marks):
            return True
        return any(measures(part) for part in get_args(annotation) if not isinstance(part, str))

    return frozenset(name for name, field in model.model_fields.items() if measures(field.annotation, field.metadata))


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

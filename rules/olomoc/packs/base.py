"""What every model of a pack is made of: strict tables, identifiers, texts in two languages, lengths and angles.

Lengths are integer micrometres and angles integer microradians, as everywhere in the rules; a pack may write them as
`"4 in"`, `"30 mm"` or `"45 deg"` instead, which is read exactly.
"""

import difflib
import math
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

MICROMETRES = {"in": 25_400, "mm": 1_000, "µm": 1}
BLOC = 406_400  # MEA-1: the side of the Bloc, 16 in
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
            unknown = [str(key) for key in data if key not in cls.model_fields]
            if unknown:
                raise PydanticCustomError(
                    "unknown_keys",
                    "unknown key {keys}",
                    {"keys": unknown, "known": sorted(cls.model_fields)},
                )
        return data


def _length(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(-?\d{1,6}(?:\.\d{1,6})?)\s*(in|mm|µm)\s*", value)
        if match is None:
            raise PydanticCustomError("length", 'a length is written like "4 in", "30 mm" or 101600 (micrometres)')
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
    int, BeforeValidator(_length, json_schema_input_type=int | str), Field(ge=-10 * BLOC, le=10 * BLOC)
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

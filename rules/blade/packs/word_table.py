"""The words that all tables of the scenarios' language share: sides, places, characters, numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from rules.kernel.packs.model import Model, Words

Side = Literal["heroes", "overlord"]
Until = Literal["heroes-end", "overlord-end", "match"]
Place = Words
"""A zone, or `there`."""
Who = Words
"""A character, tile or hero; in operations also `subject`."""
Count = Annotated[int, Field(ge=0, le=99)]


class WordTable(Model):
    """A table that is told apart by one of its words."""

    tag: ClassVar[str]

    @classmethod
    def keyed(cls, data: dict[Any, Any]) -> Iterable[tuple[Any, Any]]:
        """`from` and `if` are written so, though Python has these words to itself."""
        return ((f"{key}_" if key in ("from", "if") else key, value) for key, value in data.items())

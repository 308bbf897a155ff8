"""The base of every model of a pack: strict tables, identifiers, texts in two languages."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

UNITS = ("in", "mm")
"""The suffixes, after an underscore, that a key of a length may have: its number is then in that unit."""
FILE = {"file": True}
"""The context in which an author's file is validated. A pack kept in a journal was accepted once, and is never judged
by later rules."""
CLOSE = 0.75  # the least similarity of a misspelling and the word meant


def nearest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """The known word most like `word`, or None when none is at least `cutoff` alike (0 to 1)."""
    matches = difflib.get_close_matches(word, list(known), n=1, cutoff=cutoff)
    return matches[0] if matches else None


class Model(BaseModel):
    """A table of a pack: frozen, and refusing any key that it does not know. The docstring below a key is its text in
    the authors' guide (`docs.py`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        if isinstance(data, dict):
            data = dict(cls.keyed(data))
            unknown = [str(key) for key in data if key not in cls.model_fields]
            if unknown:
                raise PydanticCustomError(
                    "unknown_keys",
                    "unknown key {keys}",
                    {"keys": unknown, "known": sorted(cls.model_fields)},
                )
        return data

    @classmethod
    def keyed(cls, data: dict[Any, Any]) -> Iterable[tuple[Any, Any]]:
        """A table's keys and values as the model has them; a game may allow other ways to write them."""
        return data.items()


def unit_of(key: str) -> tuple[str, str] | None:
    """The name and the unit in a key such as `range_in`; None for any other key."""
    name, _, unit = key.rpartition("_")
    return (name, unit) if name and unit in UNITS else None


Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=48)]


@dataclass(frozen=True)
class IdOf:
    """Marks an id as that of a card in this field of the pack: `Annotated[Id, IdOf("factions")]`."""

    field: str


Words = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
Image = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\.(png|webp)$", max_length=80)]
"""The name of a picture that comes with the pack; in a match the one under which the house keeps it."""


class PackHeader(Model):
    """The file `pack.toml`."""

    id: Id
    """The pack's id."""
    version: Words
    """Its version, such as "1.2.0"."""
    languages: tuple[Literal["fr", "en"], ...] = ("fr", "en")
    """The languages of its texts."""
    author: Words = "—"
    """The author."""
    licence: Words = "—"
    """Under which licence."""
    extends: Literal["core"] | None = None
    """The pack to which this one adds: its cards are there too, and one of the same sort and id replaces it."""


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

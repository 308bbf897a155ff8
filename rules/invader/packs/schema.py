"""The tables of cards that authors of packs write. Their docstrings become the authors' guide."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, field_validator
from pydantic_core import PydanticCustomError

from rules.invader.packs import text
from rules.invader.packs.cards import Count, Kind, Side
from rules.kernel.packs.model import Model, Text
from rules.kernel.packs.short_text import BadText

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)]


class AnyRow(Model):
    """The keys of every card's table."""

    id: Id
    """Its id; a core card of that id is replaced."""
    name: Text
    """Its name."""
    text: Annotated[str, StringConstraints(max_length=400)] = ""
    """Its effects, in the short form that the chapter on texts explains. The words on the card are made from it."""

    @field_validator("text")
    @classmethod
    def _can_be_read(cls, written: str) -> str:
        try:
            text.read(written)
        except BadText as bad:
            raise bad.error() from None
        return written


class CardRow(AnyRow):
    """A card of a deck (CRD-1)."""

    side: Side
    """The side whose decks it goes into."""
    kind: Kind
    """The Invader has Warforms, Spires and orders, the Human Defenders, Locations and orders (CRD-2)."""
    max: Annotated[int, Field(ge=1, le=31)]
    """The most copies of it in a deck (DCK-2)."""
    starter: Annotated[int, Field(ge=0, le=31)] = 0
    """The number of copies in the starter deck of its side (DCK-1)."""
    discard: Count = 0
    """Cost: cards discarded from the hand (PLY-3)."""
    drain: Count = 0
    """Cost: cards drained from the deck (PLY-4)."""
    force: Count | None = None
    """Its Force; every card but an order has one (CRD-3)."""
    tokens: Count = 0
    """The tokens with which it enters (TOK-1)."""


class HeroRow(AnyRow):
    """A Hero of the Resistance (HER)."""

    force: Count
    """Its Force while it stands upright."""
    starter: bool = False
    """Whether it is in the Human's starter deck; three are (DCK-4)."""

    @field_validator("id")
    @classmethod
    def _no_copy(cls, id: str) -> str:
        if id.rpartition("-")[2].isdecimal():  # in a match it would be read as a copy of another card
            raise PydanticCustomError("hero_id", "the id of a Hero does not end in a number")
        return id


class StrategyRow(AnyRow):
    """A strategy (STR)."""

    side: Side
    """The side whose decks it goes into."""
    starter: bool = False
    """Whether it is in the starter deck of its side; three are (DCK-4)."""
    discard: Count = 0
    """Cost: cards discarded from the hand (STR-2)."""
    drain: Count = 0
    """Cost: cards drained from the deck (STR-2)."""

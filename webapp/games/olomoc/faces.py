"""The plates of Olomoc's people and hostiles: where a card has none of its own, one is chosen by its faction,
its ministry and its id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Protocol

from rules.olomoc.packs.schema import MinistryCard, RouageCard
from webapp.games.olomoc import KEY
from webapp.packs.addresses import PICTURE_NAME, picture_address
from webapp.plates.addresses import address, has, seeded_address
from webapp.plates.kit import kit
from webapp.plates.language import Size


class Pieces(Protocol):
    """The names of a match (``table/text/names.py``)."""

    @property
    def book(self) -> People:
        """Its cards."""

    def get(self, id: str) -> Mapping[str, Any]:
        """A piece by its id; empty where there is none."""


class People(Protocol):
    """The cards of a match's packs (``table/cards/book.py``)."""

    @property
    def face_turns(self) -> Mapping[str, int]:
        """The seeds of faces that nobody drew (:func:`turns`)."""

    def rouage(self, id: str) -> RouageCard | None:
        """A rouage's card by its id."""

    def ministry(self, id: str) -> MinistryCard | None:
        """A ministry's card by its id."""


def portrait(book: People, id: str | None, seat: str, size: Size) -> str:
    """The address of a rouage's portrait, its tool in the colour of a seat, or of the picture that its pack brings;
    empty where there is no such card."""
    card = book.rouage(id or "")
    if card is None:
        return ""
    if card.image is not None and PICTURE_NAME.fullmatch(card.image):
        return picture_address(KEY, card.image)
    return _portrait(card.id, _tags(card), book.face_turns.get(card.id, 0), f"side-{seat}", size)


def face_of(names: Pieces, id: str, size: Size = "small") -> str:
    """The address of a piece's picture, of a rouage or a hostile; empty for any other id."""
    piece = names.get(id)
    seat = piece.get("seat")
    return portrait(names.book, piece.get("card"), seat, size) if seat else hostile(piece.get("card"), size)


def turns(cards: Iterable[RouageCard]) -> dict[str, int]:
    """For the cards that nobody drew, the seeds at which no two of them look alike, in the order of their packs."""
    of = kit(KEY)
    unknown = [(card.id, _tags(card)) for card in cards if not has(KEY, card.id) and card.image is None]
    return of.turns("portrait", unknown, of.plates.values()) if unknown else {}


def _tags(card: RouageCard) -> tuple[str, ...]:
    return card.factions[:1] + card.ministries[:1]


@lru_cache(1024)
def _portrait(id: str, tags: tuple[str, ...], turn: int, side: str, size: Size) -> str:
    if has(KEY, id):
        return address(KEY, id, size, side)
    return seeded_address(KEY, f"{id}#{turn}" if turn else id, "portrait", tags, size=size, side=side)


def hostile(card: str | None, size: Size = "small") -> str:
    """The address of the plate of a hostile's card; empty for one that nobody drew."""
    return address(KEY, card, size) if card and has(KEY, card) else ""


def artefact(card: str) -> str:
    """The address of the plate of an Artefact's card; empty for one that nobody drew."""
    return address(KEY, card) if has(KEY, card) else ""


def ministry(book: People, card: str) -> str:
    """The address of the seal of a planned card that is no rouage's; empty where there is none."""
    printed = book.ministry(card)
    id = f"ministry-{printed.ministry if printed is not None else card}"
    return address(KEY, id, "middle") if has(KEY, id) else ""


def marker(id: str) -> str:
    """The address of the plate of a marker, by what it is; empty for one that nobody drew."""
    kind = f"marker-{id.partition('-')[0]}"
    return address(KEY, kind, "middle") if has(KEY, kind) else ""

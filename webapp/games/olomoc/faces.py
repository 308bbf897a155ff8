"""The plates of Olomoc's people and hostiles: where a card has none of its own, one is chosen by its faction,
its ministry and its id."""

from __future__ import annotations

from functools import lru_cache

from rules.olomoc.packs.schema import RouageCard
from webapp.games.olomoc import KEY
from webapp.packs.addresses import PICTURE_NAME, picture_address
from webapp.plates.addresses import address, has, seeded_address
from webapp.plates.language import Size


def portrait(card: RouageCard | None, seat: str, size: Size) -> str:
    """The address of a rouage's portrait, its tool in the colour of a seat, or of the picture that its pack brings;
    empty where there is no such card."""
    if card is None:
        return ""
    if card.image is not None and PICTURE_NAME.fullmatch(card.image):
        return picture_address(KEY, card.image)
    return _portrait(card.id, card.factions[:1] + card.ministries[:1], f"side-{seat}", size)


@lru_cache(1024)
def _portrait(id: str, tags: tuple[str, ...], side: str, size: Size) -> str:
    if has(KEY, id):
        return address(KEY, id, size, side)
    return seeded_address(KEY, id, "portrait", tags, size=size, side=side)


def hostile(card: str | None) -> str:
    """The address of the plate of a hostile's card; empty for one that nobody drew."""
    return address(KEY, card, "small") if card and has(KEY, card) else ""

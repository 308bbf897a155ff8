"""The plates of Diktat's cards, sectors and Cabals."""

from __future__ import annotations

from webapp.games.diktat import KEY
from webapp.plates.addresses import address, has
from webapp.plates.kit import kit
from webapp.plates.language import Size


def poster(card: str, size: Size = "small") -> str:
    """The address of an Opportunity's poster, 120 by 140; empty for a card without one."""
    return _named(card, size)


def district(sector: str) -> str:
    """The address of what stands on a sector of the map, without its ground."""
    return _named(f"district-{sector}", "full")


def pane(sector: str) -> str:
    """The address of a sector as a picture of its own."""
    return _named(sector, "full")


def emblem(cabal: str) -> str:
    """The address of a Cabal's emblem, in ink."""
    return _named(f"emblem-{cabal}", "full")


def ground(sector: str) -> str:
    """The colour of a sector's ground; empty for one without a plate."""
    pane = kit(KEY).palettes.get(f"{sector}-pane")
    return pane["ground"] if pane else ""


def _named(id: str, size: Size) -> str:
    return address(KEY, id, size) if has(KEY, id) else ""

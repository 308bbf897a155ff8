"""Cards of the core pack as printed, and a register of the cards whose effects tests assert."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from tests.rules.table import MADE, Json, Piece, Point, rouage, spot

NAMED: dict[str, list[str]] = {}
"""The tests about each id: of a capacity, a ministry, an artefact card, or the agenda of a study."""


def printed(card: str, at: Point | None = None, seat: str = "1", **keys: Any) -> Piece:
    """A rouage with everything that its card says; its id is its card's."""
    return "rouages", {"id": card, "seat": seat, "card": card, "at": at and spot(at), **keys}


def bearer(equipment: str, at: Point | None = (5, 8), *, id: str = "petra", seat: str = "1", **keys: Any) -> Piece:
    """A plain rouage that bears this card."""
    return rouage(id, at, seat=seat, equipment=equipment, **keys)


def about(*ids: str, on: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers the cards whose effects a test asserts. The test fails if such a card (`on`; left out: each by its own
    id) was on none of its tables."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        for id in ids:
            NAMED.setdefault(id, []).append(test.__name__)

        @wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            test(*args, **kwargs)
            seen = " ".join(json.dumps([it.position, it.match.journal[1:]]) for it in MADE)
            for id in [on] if on is not None else ids:
                assert f'"{id}"' in seen or f'"{id}-' in seen, f"{test.__name__} has no {id}"

        return run

    return mark


def used(table: Any, id: str, who: str, **targets: Any) -> list[Json]:
    """Use an active capacity."""
    return table.do("capacity", rouage=who, capacity=id, targets=targets)


def dice_of(table: Any) -> list[int]:
    """The number of dice in each roll so far."""
    return [len(roll["dice"]) for roll in table.rolls]

"""Events of the pile of Opportunity cards, the track and shuffled stacks."""

from __future__ import annotations

from typing import Literal

from rules.kernel import OfSeat, tagged


@tagged(kind="shuffled")
class Shuffled:
    """A shuffle. `order` of `pile` and `discard`: ids of cards, top first; of `others`: the kinds of the Others' stack
    of a sector, of which the topmost `kept` stay where they were (NOI-1)."""

    what: Literal["pile", "discard", "others"]
    order: tuple[str, ...]
    sector: str | None = None
    kept: int = 0


@tagged(kind="drawn")
class Drawn:
    """OPP-1: the cards drawn face up, and the secret card."""

    cards: tuple[str, ...]
    secret: str | None


@tagged(kind="peeked")
class Peeked(OfSeat):
    """An effect shows a seat the top cards of the pile."""

    cards: tuple[str, ...]


@tagged(kind="replaced")
class Replaced(OfSeat):
    """An effect discards a card of the track and draws another, if the pile has one."""

    out: str
    came: str | None


@tagged(kind="secret-turned")
class SecretTurned:
    """RES-1: the secret card is turned and joins the track."""

    card: str

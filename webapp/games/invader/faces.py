"""The plates of the duel's cards, Heroes, strategies and zones: where a card has none of its own, one is chosen by its
side, its kind, the words of its text and its id."""

from __future__ import annotations

from functools import lru_cache

from rules.invader.packs.cards import Card, Effect, Hero, Strategy
from webapp.games.invader import KEY
from webapp.plates.addresses import address, has, seeded_address
from webapp.plates.language import Size


def picture(card: Card | Hero | Strategy, size: Size) -> str:
    """The address of a card's picture, 200 by 140; of the small size a square part of it."""
    if isinstance(card, Hero):
        return _picture(card.id, "human", "hero", (), size)
    kind = card.kind if isinstance(card, Card) else "strategy"
    return _picture(card.id, card.side, kind, _words(card.effects), size)


def zone(id: str) -> str:
    """The address of a zone's ground; empty where nobody drew one."""
    name = f"zone-{id.partition('-')[0]}"
    return address(KEY, name) if has(KEY, name) else ""


def back(side: str) -> str:
    """The address of the back of a side's cards; empty before there are sides."""
    return address(KEY, f"back-{side}") if has(KEY, f"back-{side}") else ""


def _words(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """What a text does, in the words of its short form."""
    words = {"cancel" for effect in effects if effect.on == "cancel"} | {
        step.op for effect in effects for step in effect.steps
    }
    return tuple(sorted(words))


@lru_cache(512)
def _picture(id: str, side: str, kind: str, words: tuple[str, ...], size: Size) -> str:
    if has(KEY, id):
        return address(KEY, id, size)
    return seeded_address(KEY, id, "card", (side, kind, *words), size=size)

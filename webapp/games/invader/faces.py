"""The plates of the duel's cards, Heroes, strategies and zones: where a card has none of its own, one is chosen by its
side, its kind, the words of its text and its id."""

from __future__ import annotations

from functools import lru_cache

from rules.invader.packs.cards import Card, Effect, Hero, Strategy
from webapp.games.invader import KEY
from webapp.plates.addresses import address, has, seeded_address
from webapp.plates.language import Size


def picture(it: Card | Hero | Strategy, size: Size) -> str:
    """The address of a card's picture, 200 by 140; of the small size a square part of it."""
    if isinstance(it, Hero):
        return _picture(it.id, "human", "hero", (), size)
    kind = it.kind if isinstance(it, Card) else "strategy"
    return _picture(it.id, it.side, kind, _words(it.effects), size)


def zone(id: str) -> str:
    """The address of a zone's ground; empty where nobody drew one."""
    name = f"zone-{id.partition('-')[0]}"
    return address(KEY, name) if has(KEY, name) else ""


def back(side: str) -> str:
    """The address of the back of a side's cards; empty before there are sides."""
    return address(KEY, f"back-{side}") if has(KEY, f"back-{side}") else ""


def _words(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """What a text does, in the words of its short form."""
    found = {"cancel" for it in effects if it.on == "cancel"} | {step.op for it in effects for step in it.steps}
    return tuple(sorted(found))


@lru_cache(512)
def _picture(id: str, side: str, kind: str, words: tuple[str, ...], size: Size) -> str:
    if has(KEY, id):
        return address(KEY, id, size)
    return seeded_address(KEY, id, "card", (side, kind, *words), size=size)

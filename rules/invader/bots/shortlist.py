"""The commands of the duel worth trying: each thing to do once, paid with the cards of the lowest value."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.invader.packs.cards import Card, card_of
from rules.invader.state import State
from rules.kernel import Json, Seat


def shortlist(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """`kernel.bots.Advisor.shortlist`: complete legal commands in random order. Copies of a card count as one, and so
    do all payments: the cards given up, here and to a `ruin` (EFF-9), are those of the lowest value."""
    state: State = match.state
    seen = set[str]()
    for command in match.commands(seat, rng):
        draft = dict(command)
        for key in ("discard", "cards"):
            if key in draft:
                draft[key] = _payment(state, seat, draft.get("card"), len(draft[key]))
        way = {
            **draft,
            "discard": None,
            "sacrifice": None,
            "card": card_of(draft["card"]) if draft.get("card") else None,
        }
        if (key := repr(sorted(way.items()))) not in seen:
            seen.add(key)
            yield draft


def _payment(state: State, seat: Seat, played: str | None, n: int) -> list[str]:
    """The cards of the hand with the lowest value, without the one that is played."""
    others = [id for id in state.hands[seat] if id != played]
    return sorted(others, key=lambda id: _card_value(state.pack.cards[card_of(id)], len(others) - n))[:n]


def _card_value(card: Card, left: int) -> float:
    """The value of a card in a hand that keeps this many others: about its Force less its cost, which counts for more
    where little is left to pay it with."""
    easy = left > card.discard + 1
    if card.cancels:
        return 2.5 if easy else 1.0
    worth = 2.0 if card.force is None else card.force + (1.0 if card.effects else 0.0)
    return worth - 0.3 * card.drain - card.discard * (0.8 if easy else 1.6)

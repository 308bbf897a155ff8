"""The cards of seats: hands, decks and discards as ordered piles, and what everybody has seen of the hidden ones.

A game's state with such piles is a noun that extends `CardPiles`, whose methods return the state after a change; they
check no rules. A card is an id, unique in its match, that never changes."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import field
from typing import Any, Self

from rules.kernel.codec import copied, noun, replace
from rules.kernel.engine import GameState
from rules.kernel.seats import Seat, Viewer

Piles = Mapping[Seat, tuple[Any, ...]]


@noun
class Known:
    """Cards of a seat that everybody has seen: those in its hand, those on top of its deck and those under it, in the
    order of drawing."""

    hand: tuple[str | int, ...] = ()
    top: tuple[str | int, ...] = ()
    bottom: tuple[str | int, ...] = ()

    def without(self, cards: Collection[Any]) -> Known:
        """The same without these cards."""
        parts = (self.hand, self.top, self.bottom)
        return Known(*(tuple(card for card in part if card not in cards) for part in parts))


@noun
class CardPiles(GameState):
    """The piles of every seat. `hands`: the card held longest first; `decks`: top first; `discards`: bottom first, seen
    by all."""

    hands: Piles = field(default_factory=dict, kw_only=True)
    decks: Piles = field(default_factory=dict, kw_only=True)
    discards: Piles = field(default_factory=dict, kw_only=True)
    known: Mapping[Seat, Known] = field(default_factory=dict, kw_only=True)

    # ---- looking ----

    def known_of(self, seat: Seat) -> Known:
        """The facts that everybody knows of a seat's hand and deck."""
        return self.known.get(seat) or Known()

    def lies_open(self, card: object) -> bool:
        """Whether everybody knows where a card is: in a discard, or seen to go to a hand or a deck."""
        seen = (card in (*it.hand, *it.top, *it.bottom) for it in self.known.values())
        return any(card in pile for pile in self.discards.values()) or any(seen)

    # ---- changing ----

    def _with(self, seat: Seat, known: Known | None = None, **piles: tuple[Any, ...]) -> Self:
        """The state with these piles of a seat replaced."""
        changes: dict[str, object] = {name: {**getattr(self, name), seat: pile} for name, pile in piles.items()}
        return copied(self, changes if known is None else changes | {"known": {**self.known, seat: known}})

    def shuffled(self, seat: Seat, deck: tuple[Any, ...]) -> Self:
        """The hand goes back, and the deck has this new order, of which nobody knows anything."""
        return self._with(seat, Known(), hands=(), decks=deck)

    def off_deck(self, seat: Seat, n: int) -> Self:
        """`n` cards leave the top of the deck. Known places of the cards below stay known."""
        known, deck = self.known_of(seat), self.decks[seat][n:]
        bottom = known.bottom[max(0, len(known.bottom) - len(deck)) :]
        return self._with(seat, replace(known, top=known.top[n:], bottom=bottom), decks=deck)

    def into_hand(self, seat: Seat, cards: tuple[Any, ...], seen: bool = False) -> Self:
        """Adds cards to the hand. `seen`: everybody sees which."""
        known = self.known_of(seat)
        found = replace(known, hand=(*known.hand, *cards)) if seen else None
        return self._with(seat, found, hands=(*self.hands.get(seat, ()), *cards))

    def drawn(self, seat: Seat, cards: tuple[Any, ...]) -> Self:
        """Moves cards from the top of the deck to the hand; a card whose place was known is then known to be in the
        hand."""
        state = self
        for card in cards:
            known = state.known_of(seat)
            state = state.off_deck(seat, 1).into_hand(seat, (card,), seen=card in (*known.top, *known.bottom))
        return state

    def shown(self, seat: Seat, cards: tuple[Any, ...]) -> Self:
        """The state in which everybody has seen that these cards are in the hand."""
        known = self.known_of(seat)
        return self._with(seat, replace(known, hand=(*known.hand, *cards)))

    def off_hand(self, seat: Seat, cards: Collection[Any]) -> Self:
        """Removes cards from the hand."""
        known = self.known_of(seat)
        hand = tuple(card for card in self.hands[seat] if card not in cards)
        return self._with(seat, replace(known, hand=tuple(it for it in known.hand if it not in cards)), hands=hand)

    def laid_down(self, seat: Seat, cards: tuple[Any, ...]) -> Self:
        """Adds cards to the top of the discard, in this order."""
        return self._with(seat, discards=(*self.discards.get(seat, ()), *cards))

    def discarded(self, seat: Seat, cards: tuple[Any, ...]) -> Self:
        """Moves cards from the hand to the discard."""
        return self.off_hand(seat, cards).laid_down(seat, cards)

    def taken_up(self, seat: Seat, cards: Collection[Any]) -> Self:
        """Removes cards from the discard."""
        return self._with(seat, discards=tuple(card for card in self.discards[seat] if card not in cards))

    def on_deck(self, seat: Seat, card: object, seen: bool) -> Self:
        """Puts a card on top of the deck; unless it is `seen`, the known order of the top is lost."""
        known = self.known_of(seat)
        top = (card, *known.top) if seen else ()
        return self._with(seat, copied(known, {"top": top}), decks=(card, *self.decks[seat]))

    def under_deck(self, seat: Seat, cards: tuple[Any, ...], seen: bool = True) -> Self:
        """Puts cards under the deck, in this order of drawing; unless they are `seen`, the known order of the bottom is
        lost."""
        known = self.known_of(seat)
        bottom = (*known.bottom, *cards) if seen else ()
        return self._with(seat, replace(known, bottom=bottom), decks=(*self.decks[seat], *cards))

    def taken_out(self, seat: Seat, card: object) -> Self:
        """Removes a card from whichever pile of the seat it is in."""
        rest = {name: tuple(it for it in getattr(self, name)[seat] if it != card) for name in PILES}
        return self._with(seat, self.known_of(seat).without((card,)), **rest)

    # ---- imagining ----

    def dealt_anew(self, viewer: Viewer, rng: random.Random) -> Self:
        """The state with the hands and decks that a viewer cannot see dealt anew from the same seat's cards; cards with
        known places stay there. It depends on nothing else than what this viewer knows."""
        state = self
        for seat in self.hands:
            known = self.known_of(seat)
            sure = {*known.hand, *(self.hands[seat] if seat == viewer else ())}
            fixed = {*known.top, *known.bottom}
            cards = (*self.hands[seat], *self.decks[seat])
            unseen = sorted(card for card in cards if card not in sure and card not in fixed)
            rng.shuffle(unseen)
            hand = tuple(card if card in sure else unseen.pop() for card in self.hands[seat])
            deck = tuple(card if card in fixed else unseen.pop() for card in self.decks[seat])
            state = state._with(seat, hands=hand, decks=deck)
        return state


PILES = ("hands", "decks", "discards")

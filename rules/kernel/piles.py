"""The cards of seats: hands, decks and discards as ordered piles, and what everybody has seen of the hidden ones; and
piles of nobody, with what each seat has seen of them.

A game's state with such piles is a noun that extends `CardPiles`, whose methods return the state after a change; they
check no rules. A card is an id, unique in its match, that never changes."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import Any, Self

from rules.kernel.codec import copied, noun, replace
from rules.kernel.engine import GameState
from rules.kernel.seats import EVERYONE, Seat, Viewer

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
        seen = (card in (*known.hand, *known.top, *known.bottom) for known in self.known.values())
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
        now_known = replace(known, hand=(*known.hand, *cards)) if seen else None
        return self._with(seat, now_known, hands=(*self.hands.get(seat, ()), *cards))

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
        return self._with(
            seat, replace(known, hand=tuple(card for card in known.hand if card not in cards)), hands=hand
        )

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
        rest = {name: tuple(other for other in getattr(self, name)[seat] if other != card) for name in PILES}
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
            hand, deck = dealt_among([(self.hands[seat], sure), (self.decks[seat], fixed)], rng)
            state = state._with(seat, hands=hand, decks=deck)
        return state


PILES = ("hands", "decks", "discards")


# ---- piles of nobody -------------------------------------------------------------------------------------------------


def dealt_among(piles: Sequence[tuple[Sequence[Any], Collection[Any]]], rng: random.Random) -> list[tuple[Any, ...]]:
    """These piles with their cards dealt anew among all of them, each with its cards that are known to lie there, which
    stay. The result depends on nothing else than `rng` and which cards are unknown."""
    unseen = sorted(card for cards, known in piles for card in cards if card not in known)
    rng.shuffle(unseen)
    return [tuple(card if card in known else unseen.pop() for card in cards) for cards, known in piles]


@noun
class Pile:
    """A pile of cards that is nobody's, top first. `seen`: by card, the viewers who know that it lies there, and where;
    `EVERYONE` for all. A card is an id, unique in its match."""

    cards: tuple[str, ...] = ()
    seen: Mapping[str, tuple[Viewer, ...]] = field(default_factory=dict)

    def knows(self, viewer: Viewer, card: str) -> bool:
        """Whether a viewer knows where a card of the pile is."""
        by = self.seen.get(card, ())
        return viewer in by or EVERYONE in by

    def shown(self, viewer: Viewer) -> list[str | None]:
        """The cards as a viewer knows them, top first; None for those unknown to them."""
        return [card if self.knows(viewer, card) else None for card in self.cards]

    def drawn(self, count: int) -> tuple[tuple[str, ...], Pile]:
        """The cards on top, as many as there are up to `count`, and the pile without them."""
        return self.cards[:count], self._of(self.cards[count:], {})

    def without(self, *cards: str) -> Pile:
        """The pile without these cards."""
        return self._of(tuple(card for card in self.cards if card not in cards), {})

    def looked_at(self, count: int, *viewers: Viewer) -> Pile:
        """The pile after these viewers have looked at the cards on top."""
        top = self.cards[:count]
        return self._of(self.cards, {card: (*self.seen.get(card, ()), *viewers) for card in top})

    def on_top(self, cards: Sequence[str], *seen: Viewer) -> Pile:
        """The pile with these cards on top, the first topmost; `seen`: who sees which they are."""
        return self._of((*cards, *self.cards), dict.fromkeys(cards, seen))

    def under(self, cards: Sequence[str], *seen: Viewer) -> Pile:
        """The pile with these cards under it, the first drawn first; `seen`: who sees which they are."""
        return self._of((*self.cards, *cards), dict.fromkeys(cards, seen))

    def dealt_anew(self, viewer: Viewer, rng: random.Random) -> Pile:
        """The pile with the cards unknown to a viewer in another order, as far as this viewer can tell. What others
        have seen stays theirs by place. Cards that may as well lie elsewhere are dealt by `dealt_among`."""
        [cards] = dealt_among([(self.cards, [card for card in self.cards if self.knows(viewer, card)])], rng)
        return self.dealt(cards)

    def dealt(self, cards: Sequence[str]) -> Pile:
        """The pile with these cards in place of its own; who has seen a place has seen the card that now lies there."""
        places = {new: self.seen[old] for old, new in zip(self.cards, cards, strict=True) if old in self.seen}
        return Pile(tuple(cards), places)

    def _of(self, cards: tuple[str, ...], seen: Mapping[str, tuple[Viewer, ...]]) -> Pile:
        known = {**self.seen, **seen}
        return Pile(cards, {card: tuple(dict.fromkeys(known[card])) for card in cards if known.get(card)})

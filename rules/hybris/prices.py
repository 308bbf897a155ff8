"""Paying: whole or not at all (PAY-1), each part checked after the ones before it are paid (EXP-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from rules.hybris import events as ev
from rules.hybris.evolve import evolve
from rules.hybris.packs.words import Price
from rules.hybris.state import State
from rules.kernel import Refusal, Seat
from rules.kernel.refusals import no

BY_FOREMAN = ("engage", "worker", "camp")
"""FRM-3: what a Foreman may pay for one of."""


def named_cards(state: State, seat: Seat, cards: Sequence[str], clause: str) -> Refusal | None:
    """GEN-9: the refusal of cards that are not in the hand, or are named twice. It tells nothing of what is hidden."""
    hand = state.hands.get(seat, ())
    open_ = [card for pile in state.discards.values() for card in pile]
    for n, card in enumerate(cards):
        if card not in hand:
            return no(clause, "not-in-hand", card=card) if card in open_ else no("GEN-9", "unknown-card", card=card)
        if card in cards[:n]:
            return no(clause, "not-a-choice", card=card)
    return None


def discards_fault(state: State, seat: Seat, prices: Sequence[Price], cards: Sequence[str]) -> Refusal | None:
    """PAY-5: whether these cards are what a price demands: exactly so many of an element; for a Force so many that
    none could be left out."""
    wanted = [price for price in prices if price.pay == "discard"]
    if (fault := named_cards(state, seat, cards, "PAY-5")) is not None:
        return fault
    left = list(cards)
    bad = no("PAY-5", "bad-discard", needs=[f"{price.of} {price.n}" for price in wanted], named=list(cards))
    for price in (price for price in wanted if price.of != "force"):
        fit = [card for card in left if state.pack.conflict(card).element == price.of][: price.n]
        if len(fit) < price.n:
            return bad
        left = [card for card in left if card not in fit]
    for price in (price for price in wanted if price.of == "force"):
        forces = [state.pack.conflict(card).force for card in left]
        if not forces or sum(forces) < price.n or any(sum(forces) - force >= price.n for force in forces):
            return bad
        left = []
    return bad if left else None


def discards_for(state: State, seat: Seat, prices: Sequence[Price]) -> list[tuple[str, ...]]:
    """Every set of cards of the hand that a price demands; one empty set where it demands none."""
    paid: list[tuple[str, ...]] = [()]
    hand = state.hands.get(seat, ())
    for price in (price for price in prices if price.pay == "discard"):
        if price.of == "force":
            sets = [
                cards
                for n in range(1, min(len(hand), 5) + 1)
                for cards in combinations(hand, n)
                if discards_fault(state, seat, [price], cards) is None
            ]
        else:
            sets = list(combinations([card for card in hand if state.pack.conflict(card).element == price.of], price.n))
        paid = [(*one, *more) for one in paid for more in sets if not set(one) & set(more)]
    return paid


def payment(
    state: State,
    seat: Seat,
    prices: Sequence[Price],
    why: str,
    *,
    cards: Sequence[str] = (),
    foreman: str | None = None,
    clause: str = "PAY-1",
    code: str = "too-few",
) -> list[Any] | Refusal:
    """The events by which a price is paid, or the refusal: for its cards, for its Foreman, else of the first part that
    cannot be met, with what it needs and has. `clause`, `code`: of that last refusal."""
    if (fault := discards_fault(state, seat, prices, cards)) is not None:
        return fault
    if foreman is not None:
        if not state.mats[seat].foreman:
            return no("FRM-3", "no-foreman")
        if all(price.pay != foreman for price in prices):
            return no("FRM-3", "not-a-choice")
    done: list[Any] = []
    for price in prices:
        stands = price.pay == foreman and price.pay in BY_FOREMAN
        payment = _paid(state, seat, price, why, price.n - stands, clause, code)
        if isinstance(payment, Refusal):
            return payment
        if stands:
            foreman = None
            payment = [ev.Paid(seat, "foreman", 1, why), *payment]
        state = _after(state, payment)
        done += payment
    return [*([ev.Discarded(seat, tuple(cards), why)] if cards else []), *done]


def _paid(state: State, seat: Seat, price: Price, why: str, n: int, clause: str, code: str) -> list[Any] | Refusal:
    """The events by which one part is paid, but for `discard`, whose cards are judged already. `n`: what is left of it
    when a Foreman has paid."""
    if price.pay == "discard" or n <= 0:
        return []
    worker = price.pay in ("worker", "transfer")
    camp = price.pay in ("camp", "engage")
    has = state.camp if camp else state.mats[seat].has("worker" if worker else price.pay)
    if has < n:
        if price.pay == "engage":
            return no("ADV-2", "no-worker-in-camp")
        return no(clause, code, word=price.pay, needs=price.n, has=has)
    if camp:
        return [ev.CampChanged(-n, why, seat)]
    if price.pay == "transfer":
        return [ev.Transferred(seat, n)]
    return [ev.Paid(seat, price.pay, n, why)]


def _after(state: State, events: Iterable[Any]) -> State:
    for event in events:
        state = evolve(state, event)
    return state

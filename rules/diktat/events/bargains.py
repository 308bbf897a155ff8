"""Events of offers, deals, promises and oaths, and of seats that hold a choice or leave the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.diktat.deals import At, Claim, Goods, Offer, Promise, ScreenPart
from rules.kernel import PUBLIC, Json, OfSeat, Only, Parties, Seat, Seen, Without, event
from rules.kernel.codec import plain_fields

HowClosed = Literal["declined", "withdrawn", "lapsed"]
"""The ways of closing an offer without a deal."""
HowEnded = Literal["kept", "broken", "lapsed"]
"""The ends of a promise."""
WhyReleased = Literal["release", "answered", "left"]


def _offered(event: Offered, whole: Json) -> Seen:
    """NEG-10: of a discreet offer others see whose it is."""
    return _to_parties(event.offer, whole, event.offer.overheard())


def _dealt(event: Dealt, whole: Json) -> Seen:
    """NEG-10, HID-1: of a discreet deal others see what lies open by its nature."""
    shown = [
        {"from": giver, "to": receiver, **plain_fields(goods, "spies", "assassins", "cards", "markers")}
        for giver, receiver, goods in event.offer.goods()
        if goods.open != Goods()
    ]
    return _to_parties(event.offer, whole, {**event.offer.overheard(), "open": shown})


def _to_parties(offer: Offer, whole: Json, overheard: Json) -> Seen:
    if not offer.discreet:
        return Seen(whole)
    return Seen({**whole, "offer": overheard}, dict.fromkeys(offer.parties, whole))


@event("offered", sees=_offered)
class Offered:
    """NEG-3: an offer is made."""

    offer: Offer


@event("accepted", sees=PUBLIC)
class OfferAccepted(OfSeat):
    """NEG-3: one of several parties accepts."""

    offer: str


@event("offer-closed", sees=Without("parties"))
class OfferClosed:
    """NEG-5: an offer leaves the table without a deal. `seat`: who declined or withdrew it."""

    offer: str
    how: HowClosed
    seat: Seat | None
    parties: tuple[Seat, ...]


@event("undelivered", sees=Parties("parties"))
class Undelivered:
    """NEG-3, HID-2: with this answer all would have accepted, but this seat cannot deliver; the answer is refused, and
    the offer stays on the table. `parties`: who gave it. In older journals all parties of the offer, or everybody,
    were told, and all had to accept anew."""

    offer: str
    seat: Seat
    parties: tuple[Seat, ...]


@event("dealt", sees=_dealt)
class Dealt:
    """NEG-3: the deal is done; what changes hands follows in events of its own."""

    offer: Offer


@event("shown", sees=Parties("parties", Only(("by", "to"), "saw")))
class Shown:
    """NEG-8: a seat shows others what it knows. `saw`: the kind of a pawn, the secret card, or a part of a screen."""

    by: Seat
    to: tuple[Seat, ...]
    at: At | None
    screen: ScreenPart | None
    saw: Any
    parties: tuple[Seat, ...] = ()


@event("said", sees=Parties(lambda event: (event.by, *event.to) if event.to else ()))
class SaidSo:
    """NEG-9: a seat claims something, true or not; to nobody by name: to all. `deal`: the one in which it is sworn."""

    by: Seat
    to: tuple[Seat, ...]
    claims: tuple[Claim, ...]
    deal: str | None = None


@event("promise-done", sees=Parties("parties"))
class PromiseDone:
    """OAT-2: a promise that is kept by several acts is kept so far. `done`: how many of them there were."""

    deal: str
    index: int
    done: int
    parties: tuple[Seat, ...]


@event("promise-ended", sees=Parties("parties"))
class PromiseEnded:
    """OAT-3, OAT-5: a promise is kept, broken or lapses. `parties`: of a discreet deal that is not sworn."""

    deal: str
    index: int
    promise: Promise
    how: HowEnded
    parties: tuple[Seat, ...]


@event("accused", sees=Parties("parties"))
class Accused:
    """OAT-6: a party says that a promise in words was broken."""

    by: Seat
    deal: str
    seat: Seat
    parties: tuple[Seat, ...]


@event("judged", sees=Parties("parties"))
class Judged:
    """OAT-6: what the accused seat and the votes say."""

    deal: str
    seat: Seat
    admitted: bool
    votes: Mapping[Seat, bool]
    broken: bool
    parties: tuple[Seat, ...]


@event("held", sees=PUBLIC)
class HeldUp(OfSeat):
    """TIM-5: a seat holds the choice that the match waits for."""


@event("released", sees=PUBLIC)
class Released(OfSeat):
    """TIM-5: a seat no longer holds the choice."""

    why: WhyReleased


@event("left", sees=PUBLIC)
class Left(OfSeat):
    """END-5: a seat has left the match; what it owned is discarded."""

"""Events of offers, deals, promises and oaths, and of seats that hold a choice or leave the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.diktat.deals import At, Claim, Offer, Promise, ScreenPart
from rules.kernel import OfSeat, Seat, tagged

HowClosed = Literal["declined", "withdrawn", "lapsed"]
"""The ways of closing an offer without a deal."""
HowEnded = Literal["kept", "broken", "lapsed"]
"""The ends of a promise."""
WhyReleased = Literal["release", "answered", "left"]


@tagged(kind="offered")
class Offered:
    """NEG-3: an offer is made."""

    offer: Offer


@tagged(kind="accepted")
class OfferAccepted(OfSeat):
    """NEG-3: one of several parties accepts."""

    offer: str


@tagged(kind="offer-closed")
class OfferClosed:
    """NEG-5: an offer leaves the table without a deal. `seat`: who declined or withdrew it."""

    offer: str
    how: HowClosed
    seat: Seat | None
    parties: tuple[Seat, ...]


@tagged(kind="undelivered")
class Undelivered:
    """NEG-3: all have accepted, but this seat cannot deliver; the offer stays on the table."""

    offer: str
    seat: Seat
    parties: tuple[Seat, ...]


@tagged(kind="dealt")
class Dealt:
    """NEG-3: the deal is done; what changes hands follows in events of its own."""

    offer: Offer


@tagged(kind="shown")
class Shown:
    """NEG-8: a seat shows others what it knows. `saw`: the kind of a pawn, the secret card, or a part of a screen."""

    by: Seat
    to: tuple[Seat, ...]
    at: At | None
    screen: ScreenPart | None
    saw: Any
    parties: tuple[Seat, ...] = ()


@tagged(kind="said")
class SaidSo:
    """NEG-9: a seat claims something, true or not; to nobody by name: to all. `deal`: the one in which it is sworn."""

    by: Seat
    to: tuple[Seat, ...]
    claims: tuple[Claim, ...]
    deal: str | None = None


@tagged(kind="promise-done")
class PromiseDone:
    """OAT-2: a promise that is kept by several acts is kept so far. `done`: how many of them there were."""

    deal: str
    index: int
    done: int
    parties: tuple[Seat, ...]


@tagged(kind="promise-ended")
class PromiseEnded:
    """OAT-3, OAT-5: a promise is kept, broken or lapses. `parties`: of a discreet deal that is not sworn."""

    deal: str
    index: int
    promise: Promise
    how: HowEnded
    parties: tuple[Seat, ...]


@tagged(kind="accused")
class Accused:
    """OAT-6: a party says that a promise in words was broken."""

    by: Seat
    deal: str
    seat: Seat
    parties: tuple[Seat, ...]


@tagged(kind="judged")
class Judged:
    """OAT-6: what the accused seat and the votes say."""

    deal: str
    seat: Seat
    admitted: bool
    votes: Mapping[Seat, bool]
    broken: bool
    parties: tuple[Seat, ...]


@tagged(kind="held")
class HeldUp(OfSeat):
    """TIM-5: a seat holds the choice that the match waits for."""


@tagged(kind="released")
class Released(OfSeat):
    """TIM-5: a seat no longer holds the choice."""

    why: WhyReleased


@tagged(kind="left")
class Left(OfSeat):
    """END-5: a seat has left the match; what it owned is discarded."""

"""Events of activations, capacities, lasting effects and displacements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from rules.kernel import PUBLIC, event
from rules.olomoc.frames import Drawn
from rules.olomoc.seats import Seat
from rules.olomoc.state import LastingEffect, Placement, Point, Until


@event("activated", sees=PUBLIC)
class Activated:
    """ACT, COO-1: a rouage becomes active."""

    rouage: str
    by: Literal["activation", "propaganda", "coordination", "instinct"]


@event("activation-ended", sees=PUBLIC)
class ActivationEnded:
    """These rouages, all that a seat had active, are active no more."""

    rouages: tuple[str, ...]


@event("stayed-off", sees=PUBLIC)
class StayedOff:
    """ACT-2: a rouage without an action token, or without room, stays off the Bloc; nothing is spent."""

    rouage: str
    why: Literal["no-action-token", "no-room"]


@event("used", sees=PUBLIC)
class Used:
    """A piece uses a capacity: the actions and Noirceur that it pays. `counts`: the names in `used` that go up by
    one."""

    piece: str
    what: str
    actions: int = 0
    noirceur: int = 0
    counts: tuple[str, ...] = ()
    target: str | None = None


@event("counted", sees=PUBLIC)
class Counted:
    """A capacity without a bearer is used. `counts`: the names that go up by one."""

    seat: Seat
    counts: tuple[str, ...]


@event("capacity", sees=PUBLIC)
class CapacityUsed:
    """A capacity is resolved: an active one, or one that something triggered. `targets`: what was chosen for it, and
    the `subject` and `object` of what triggered it."""

    capacity: str
    seat: Seat | None
    piece: str | None
    targets: Mapping[str, Any] = field(default_factory=dict)


@event("effect-began", sees=PUBLIC)
class EffectBegan:
    """A lasting effect begins."""

    effect: LastingEffect


@event("effects-ended", sees=PUBLIC)
class EffectsEnded:
    """CYC-8: the lasting effects until this moment end, and shorter ones. `names`: of the effects that ended."""

    until: Until
    names: tuple[str, ...]


@event("announced", sees=PUBLIC)
class Announced:
    """A displacement is announced, before the opportunity attacks that it may bring."""

    piece: str
    to: Point
    why: str


@event("moved", sees=PUBLIC)
class Moved:
    """A piece moved. `drawn`: what it was moved with, a ruler or the short move; None for a placement. `ruler`: where
    the ruler lay."""

    piece: str
    start: Point | None
    to: Point
    why: str
    drawn: Drawn | None = None
    ruler: Placement | None = None


@event("displacement-lost", sees=PUBLIC)
class DisplacementLost:
    """OPP-3: an announced displacement does not take place."""

    piece: str

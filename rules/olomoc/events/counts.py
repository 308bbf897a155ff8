"""Events of counters: Noirceur, Fiel, Traque, points and tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from rules.kernel import PUBLIC, event
from rules.olomoc.seats import Seat


@event("noirceur", sees=PUBLIC)
class NoirceurSet:
    """NOI: how many Noirceur tokens a piece has now; `change` may be 0 where a corrupted one discards (NOI-2)."""

    piece: str
    change: int
    now: int
    clause: str


@event("fiel", sees=PUBLIC)
class FielSet:
    """NOI: a player's Fiel is now this."""

    seat: Seat
    now: int
    clause: str


@event("traque", sees=PUBLIC)
class TraqueSet:
    """POL-1: the Traque is now this."""

    now: int


@event("scored", sees=PUBLIC)
class Scored:
    """A player's points are now this (0 to 20), changed by `change`."""

    seat: Seat
    change: int
    now: int
    why: str


@event("tokens", sees=PUBLIC)
class TokensSet:
    """The number of agenda tokens of this name (a seat, or a word of the agenda) on a marker or rouage, set anew."""

    on: str
    name: str
    now: int
    why: str


@event("noted", sees=PUBLIC)
class Noted:
    """A fact for the log that changes nothing: a rule stopped something, a choice was made. `code` and `params` as in
    refusals."""

    clause: str
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

"""A bot that submits any legal command."""

from __future__ import annotations

from random import Random

from rules.kernel import Json
from rules.olomoc.match import Match
from rules.olomoc.seats import Seat


def random_bot(match: Match, seat: Seat, rng: Random) -> Json:
    """The first of the legal commands, which come in random order."""
    return next(match.commands(seat, rng))

"""The Invader and Human duel: rules and cards, on the kernel alone."""

from rules.invader.match import Match
from rules.kernel import Refused

__all__ = ["Match", "Refused"]

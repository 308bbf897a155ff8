"""Diktat: two to five Cabals over Prague. Rules and cards, on the kernel alone."""

from rules.diktat.match import Match
from rules.kernel import Refused

__all__ = ["Match", "Refused"]

"""Blade & Book: one Overlord against one to four heroes."""

from rules.blade.match import Match
from rules.kernel.refusals import Refused

__all__ = ["Match", "Refused"]

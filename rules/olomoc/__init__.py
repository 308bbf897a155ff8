"""Olomoc: the rules engine. `Match` is all that anybody outside needs."""

from rules.kernel import DiceExhausted, Refusal, Refused
from rules.olomoc.codes import CODES
from rules.olomoc.match import Match

__all__ = ["CODES", "DiceExhausted", "Match", "Refusal", "Refused"]

"""Olomoc: the rules engine. `Match` is all that anybody outside needs."""

from rules.kernel import DiceExhausted, Refusal, Refused
from rules.olomoc.match import Match
from rules.olomoc.refusal_codes import CODES

__all__ = ["CODES", "DiceExhausted", "Match", "Refusal", "Refused"]

"""The rules engine of Olomoc. `Match` is its public API."""

from rules.kernel import DiceExhausted, Refusal, Refused
from rules.olomoc.match import Match
from rules.olomoc.refusal_codes import CODES

__all__ = ["CODES", "DiceExhausted", "Match", "Refusal", "Refused"]

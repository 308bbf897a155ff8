"""What any turn-based game for two needs, and nothing else: seats, dice, refusals, a JSON codec, the journal's fold."""

from rules.kernel.codec import Codec, Json, noun
from rules.kernel.dice import Dice, DiceExhausted, ScriptedDice, SeededDice
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.seats import SEATS, Seat, Viewer, other

__all__ = [
    "SEATS",
    "Codec",
    "Dice",
    "DiceExhausted",
    "Json",
    "Refusal",
    "Refused",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "Viewer",
    "noun",
    "other",
]

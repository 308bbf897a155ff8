"""What any turn-based game needs, and nothing else: no game's word, no clause of a rulebook.

The parts: `contract` (the shape of a match), `engine` (what a game tells the kernel), `match` (the facade made of it),
`run` (frames, handlers, the loop), `journal` and `history`, `table_talk` (conceding, undoing, proposing), `seats`,
`chance`, `codec`, `refusals`.
"""

from rules.kernel.chance import Chance, DiceExhausted, ScriptedChance, SeededChance
from rules.kernel.codec import Codec, Json, TaggedCodec, noun, stack_codec
from rules.kernel.dice import Dice, ScriptedDice, SeededDice
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.two_seats import SEATS, Seat, Viewer, other

__all__ = [
    "SEATS",
    "Chance",
    "Codec",
    "Dice",
    "DiceExhausted",
    "Json",
    "Refusal",
    "Refused",
    "ScriptedChance",
    "ScriptedDice",
    "Seat",
    "SeededChance",
    "SeededDice",
    "TaggedCodec",
    "Viewer",
    "noun",
    "other",
    "stack_codec",
]

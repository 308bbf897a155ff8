"""The parts shared by all turn-based games: no game's word, no clause of a rulebook.

`docs/games.md` says how to write a game on it. The parts: `contract` (the interface of a match), `engine` (a game's
interface to the kernel), `match` (the facade made of it), `run` (frames, handlers, the loop), `drafts` (commands with
many parts), `piles` (hands, decks, discards), `journal` and `history`, `table_talk` (conceding, undoing, proposing),
`seats`, `chance`, `codec`, `refusals`, `packs` (cards as data), `bots`, and `conformance`, the suite that every game
passes.
"""

from rules.kernel.chance import Chance, DiceExhausted, ScriptedChance, SeededChance
from rules.kernel.codec import (
    Codec,
    Json,
    TaggedCodec,
    Underscored,
    among,
    copied,
    noun,
    open_noun,
    replace,
    stack_codec,
    tag_of,
    tagged,
)
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.seats import EVERYONE, SPECTATOR, OfSeat, Seat, Viewer, next_after, order_from, other, seats_of

__all__ = [
    "EVERYONE",
    "SPECTATOR",
    "Chance",
    "Codec",
    "DiceExhausted",
    "Json",
    "OfSeat",
    "Refusal",
    "Refused",
    "ScriptedChance",
    "Seat",
    "SeededChance",
    "TaggedCodec",
    "Underscored",
    "Viewer",
    "among",
    "copied",
    "next_after",
    "noun",
    "open_noun",
    "order_from",
    "other",
    "replace",
    "seats_of",
    "stack_codec",
    "tag_of",
    "tagged",
]

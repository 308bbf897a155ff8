"""The parts shared by all turn-based games: no game's word, no clause of a rulebook.

`docs/games.md` says how to write a game on it. The parts: `contract` (the interface of a match), `engine` (a game's
interface to the kernel), `audience` (who may see an event or a frame), `match` (the facade made of it), `handlers`
(what a kind of frame asks), `run` (the loop), `decisions`, `drafts` (commands with many parts), `orders` (what a seat
answers from now on), `journal` and `history`, `table_talk` (conceding, undoing, proposing), `seats`, `chance`, `codec`,
`refusals`; what many games have: `piles` (hands, decks, discards), `purses` (figures in boxes), `places` (a board and
its pieces), `rolls` (dice as data) and their exact `odds`; `packs` (cards as data), `bots`, and `conformance`, the
suite that every game passes.
"""

from rules.kernel.audience import PUBLIC, Fields, Only, OwnEntry, Parties, Sealed, Seen, Without, event, frame, size_of
from rules.kernel.chance import Chance, DiceExhausted, ScriptedChance, SeededChance
from rules.kernel.codec import (
    Codec,
    Json,
    StackCodec,
    TaggedCodec,
    Underscored,
    among,
    command,
    copied,
    noun,
    open_noun,
    replace,
    tag_of,
)
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.seats import EVERYONE, SPECTATOR, OfSeat, Seat, Viewer, next_after, order_from, other, seats_of

__all__ = [
    "EVERYONE",
    "PUBLIC",
    "SPECTATOR",
    "Chance",
    "Codec",
    "DiceExhausted",
    "Fields",
    "Json",
    "OfSeat",
    "Only",
    "OwnEntry",
    "Parties",
    "Refusal",
    "Refused",
    "ScriptedChance",
    "Sealed",
    "Seat",
    "SeededChance",
    "Seen",
    "StackCodec",
    "TaggedCodec",
    "Underscored",
    "Viewer",
    "Without",
    "among",
    "command",
    "copied",
    "event",
    "frame",
    "next_after",
    "noun",
    "open_noun",
    "order_from",
    "other",
    "replace",
    "seats_of",
    "size_of",
    "tag_of",
]

"""The facts of a match, in one module for each part of the rules.

An event carries its chance and its secrets, and says who may see what of it (HID, NEG-10); `evolve` folds it into the
state. In all events sectors, cards, markers and stacks are ids, pawns are strings of letters
(`rules.diktat.packs.cards.LETTERS`) from the top of a stack down, and `parties` are the seats that alone see an event
of a discreet deal (empty: everybody does)."""

from __future__ import annotations

from typing import Any

from rules.diktat.events.bargains import *
from rules.diktat.events.conquest import *
from rules.diktat.events.cycle import *
from rules.diktat.events.players import *
from rules.diktat.events.stacks import *
from rules.kernel import TaggedCodec
from rules.kernel.table_talk import TableEvent

Fact = (
    CabalTaken | Endowed | CycleBegan | PhaseBegan | AdministratorNamed | Ranked | Scored | Developed | FirstSet
    | TurnBegan | AgainSet | Skipped | ManoeuvreMade | Shuffled | Drawn | Peeked | Replaced | SecretTurned | Attack
    | Discarded | Kept | CycleEnded | Pp | AgentsChanged | TokensChanged | Supplied | AffinityChanged | DebtTaken
    | DebtsChanged | PawnAdded
    | Tainted | Acquired | Used | Refreshed | Possession | PossessionLost | Flipped | Unflipped | Awarded | Sent
    | Looked | Killed | Blocked | TokenLaid | TokenGone | MovedStack | MovedPawns | Swapped | Recalled | StackGone
    | Closed | OthersSet | Corrupted | Uncorrupted | OthersMoved | CorruptionLaid | Infected | OthersAttack
    | OthersGone | Overrun | Designated | Turned | Woken | Tally | Struggle | Bids | Spent | Taken | Passed | Hunted
    | OthersTook | Conquered | Offered | OfferAccepted | OfferClosed | Undelivered | Dealt | Shown | SaidSo
    | PromiseDone | PromiseEnded | Accused | Judged | HeldUp | Released | Left
)  # fmt: skip
Event = Fact | TableEvent
CODEC: TaggedCodec[Any] = TaggedCodec(Event)

FINAL = (
    Shuffled, Drawn, Looked, Killed, Blocked, Peeked, Replaced, SecretTurned, Turned, Bids, Taken, Shown, SaidSo, Dealt,
    StackGone, Discarded, Recalled, Passed, OfferAccepted, OfferClosed, Undelivered, Accused, Judged, HeldUp,
    Released,
)  # fmt: skip
"""Events that a player cannot undo alone: each of them shows somebody something or answers another player."""

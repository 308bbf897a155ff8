"""The facts of a match, in one module for each part of the rules.

An event carries its chance and its secrets; `evolve` folds it into the state, and `view.seen` says which viewer sees
what of it. In all events sectors, cards, markers and stacks are ids, pawns are strings of letters
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

Open = (
    CabalTaken | Endowed | CycleBegan | PhaseBegan | AdministratorNamed | Ranked | Scored | Developed | FirstSet
    | TurnBegan | AgainSet | Skipped | ManoeuvreMade | Killed | Blocked | TokenLaid | TokenGone | MovedStack
    | MovedPawns | Swapped | StackGone | Closed | TokensChanged | Supplied | DebtTaken | Tainted | Acquired | Used
    | Refreshed | Possession | PossessionLost | Flipped | Unflipped | Awarded | Replaced | SecretTurned | Designated
    | Turned | Woken | Tally | Struggle | Bids | Spent | Taken | Passed | Hunted | OthersTook | Conquered | Attack
    | Discarded | CycleEnded | Corrupted | Uncorrupted | OthersMoved | CorruptionLaid | Infected | OthersAttack
    | OthersGone | Overrun | OfferAccepted | HeldUp | Released | Left
)  # fmt: skip
"""Events that every viewer sees whole."""
Partly = (
    Shuffled | Drawn | Sent | Looked | Recalled | Pp | AgentsChanged | AffinityChanged | Peeked | Kept | OthersSet
    | Offered | OfferClosed | Undelivered | Dealt | Shown | SaidSo | PromiseDone | PromiseEnded | Accused | Judged
)  # fmt: skip
"""Events of which some viewers see a part or nothing (`view.seen`)."""
Fact = Open | Partly
Event = Fact | TableEvent
CODEC: TaggedCodec[Any] = TaggedCodec(Event)

FINAL = (
    Shuffled, Drawn, Looked, Killed, Blocked, Peeked, Replaced, SecretTurned, Turned, Bids, Taken, Shown, SaidSo, Dealt,
    StackGone, Discarded, Recalled, Passed, OfferAccepted, OfferClosed, Accused, Judged, HeldUp, Released,
)  # fmt: skip
"""Events that a player cannot undo alone: each of them shows somebody something or answers another player."""

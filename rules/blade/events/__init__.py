"""The facts of a match. They carry chance; `evolve` folds them into the state."""

from __future__ import annotations

from rules.blade.events.acts import *
from rules.blade.events.things import *
from rules.blade.events.turns import *
from rules.kernel import TaggedCodec
from rules.kernel.orders import OrderEvent
from rules.kernel.table_talk import TableEvent

Secret = Shuffled | HiddenLaid
Open = (
    HeroTaken | TurnBegan | StanceSaid | StancesSet | Recovered | Swept | MarkerMoved | TurnEnded | SeatDone
    | SeatUndone | HandPassed | Spent | GemsMoved | OwedSettled | Activated | Commanded | ActivationEnded
    | TileMoved | TileDied | TileRevived | Cleared | EventUsed | EnteredPlay | Moved | BaseForfeited | Declared
    | Rolled | Rerolled | Reduced | Damage | Sacrificed | Guarded | Defended | Wounded | Healed | Died | Circled
    | StruckBack | Fell | Leapt | Marked | Unmarked | SpellCast | ObjectHandled | Tried | DoorMoved | Smashed | Drew
    | ItemPut | ItemTaken | Gave | ItemRefused | Dropped | Threw | Caught | ItemLost | Exploded | LeftBoard | RuleSpoke
    | Revealed | CounterMoved | SightChanged | TokenLaid | TokenGone | LinkMoved | RecoveryChanged | Granted
    | SettledByHand | Adjusted | HandOverOffered | HandedOver | HandOverDeclined
)  # fmt: skip
"""Events that all see alike (BAS-7)."""
Event = Secret | Open | OrderEvent | TableEvent
CODEC: TaggedCodec[Event] = TaggedCodec(Event)
FINAL = (Shuffled, HiddenLaid, Rolled, Rerolled, Drew, Revealed)
"""Kinds with dice, cards or a turned-up token: nobody takes them back alone."""

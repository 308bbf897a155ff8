"""Events: a closed union of facts, in one module for each part of the rules. each says who may see it, and
`evolve` folds them into the state.

Every event carries its results, dice included, so that replaying never rolls and never decides. Points and polygons
are in micrometres on the Bloc.
"""

from __future__ import annotations

from rules.kernel import TaggedCodec
from rules.kernel.table_talk import TalkEvent
from rules.olomoc.events.activation import *
from rules.olomoc.events.combat import *
from rules.olomoc.events.counts import *
from rules.olomoc.events.cycle import *
from rules.olomoc.events.hostiles import *
from rules.olomoc.events.setup import *

Fact = (
    Rolled | RollChanged | DieRolled | FirstSet | AgendaChosen | MarkerPlaced | MarkerRemoved | DecorPlaced
    | DecorLeftOut | EdgeChosen | Drafted | CabalsRevealed | CycleBegan | ActionsSet | MechanismMade | PhaseBegan
    | Revealed | OrderSet | CardPlayed | Activated | ActivationEnded | StayedOff | Used | Counted | CapacityUsed
    | LimitsReset | Announced | Moved | DisplacementLost
    | Attacked | Reacted | Passed | Dodged | TacticUsed | StateChanged | Wounded | Healed | OutOfCombat | NoirceurSet
    | FielSet | TraqueSet | Scored | TokensSet | HostilePlaced | HostileRemoved | InstinctFollowed | EffectBegan
    | EffectsEnded | Noted | HostilesDone | CycleEnded | CardMoved | SlotsSwapped | MatchOver | MinistriesDealt
    | Shuffled | Composed | Planned
)  # fmt: skip
Event = Fact | TalkEvent

CODEC: TaggedCodec[Event] = TaggedCodec(Event)

"""The facts of a match. They carry chance; `evolve` folds them into the state."""

from __future__ import annotations

from rules.hybris.events.chaos import *
from rules.hybris.events.course import *
from rules.hybris.events.things import *
from rules.kernel import TaggedCodec
from rules.kernel.orders import OrderEvent
from rules.kernel.table_talk import TableEvent

Event = (
    OrderDrawn | OlympianChosen | Shuffled | DeckShuffled | TechnologyShown | TechnologyUnder | AgeBegan | AgeEnded
    | PhaseBegan | PillarTaken | PillarsBack | Returned | Planned | PlansClosed | TokensReturned | Healed | TurnBegan
    | Passed | TurnEnded | Activated | Forgone | Moved | Acted | Designed | Made | TileSent | FactoryMoved | LeftFactory
    | TempleBuilt | Deployed | Fulfilled | ProphetFreed | Resurrected | Hunted | Left | Adjusted
    | Gained | Paid | Lost | CampChanged | WellChanged | Drew | Dealt | Discarded | HandsCut | PremonitionsDrawn
    | PremonitionGot | PremonitionCompleted | TokenTaken | TokensSpent | Transferred | Stepped | Looked | Kept
    | Succeeded | Failed | CardUnder | Engaged | AdventureMoved | ModuleWon | Rewarded | TokenBack | WorkerMoved
    | MkUsed | TaskDone | TileActivated | Exhausted | Researched
    | Attracted | ChaosShuffled | MomentumGained | MomentumLost | Unleashed | Progressed | InterceptAsked
    | DeclinedIntercept | Intercepted | Repelled | CityDestroyed | Absorbed | ChaosPlaced | CardClosed | CombatBegan
    | ChaosCard | CommittedTo | Compared | CombatCards | Defeated
    | OrderEvent | TableEvent
)  # fmt: skip
CODEC: TaggedCodec[Event] = TaggedCodec(Event)
FINAL = (
    PlansClosed, Activated, Shuffled, DeckShuffled, ChaosShuffled, Dealt, Drew, PremonitionsDrawn, PremonitionGot,
    Looked, TechnologyShown, Attracted, MomentumGained, ChaosCard, Intercepted, DeclinedIntercept, CityDestroyed,
    Compared, Exhausted, Researched, HandsCut,
)  # fmt: skip
"""Kinds with cards or answers of others: nobody takes them back alone."""

"""The course of a match: a handler for each kind of frame, by chapters of the rulebook."""

from typing import Any

from rules.diktat import frames as fr
from rules.diktat.flow import asides, bargains, conquest, cycle, deliveries, manoeuvres, possessions
from rules.kernel.handlers import Handler

HANDLERS: dict[type, Handler[Any, Any, Any]] = {
    fr.Cycle: cycle.CycleHandler(),
    fr.ChoosingCabal: cycle.ChoosingCabalHandler(),
    fr.Keeping: cycle.KeepingHandler(),
    fr.Calling: cycle.CallingHandler(),
    fr.Looking: manoeuvres.LookingHandler(),
    fr.Killing: manoeuvres.KillingHandler(),
    fr.OthersKilling: manoeuvres.OthersKillingHandler(),
    fr.Reacting: manoeuvres.ReactingHandler(),
    fr.Laying: manoeuvres.LayingHandler(),
    fr.Conquest: conquest.ConquestHandler(),
    fr.Bidding: conquest.BiddingHandler(),
    fr.Gaining: possessions.GainingHandler(),
    fr.Losing: possessions.LosingHandler(),
    fr.Arriving: possessions.ArrivingHandler(),
    fr.FreeCard: possessions.FreeCardHandler(),
    fr.Kinds: possessions.KindsHandler(),
    fr.Filling: possessions.FillingHandler(),
    fr.Dealing: deliveries.DealingHandler(),
    fr.Accusing: bargains.AccusingHandler(),
    fr.Voting: bargains.VotingHandler(),
    fr.Holding: asides.HoldingHandler(),
}

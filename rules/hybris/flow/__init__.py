"""What happens in a match, frame by frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.hybris import frames as fr
from rules.hybris.flow.age_end import ExhaustionHandler, HandLimitHandler, ResearchingHandler
from rules.hybris.flow.chaos import (
    AttractionHandler,
    FallHandler,
    GatheringHandler,
    InterceptionHandler,
    ProgressHandler,
)
from rules.hybris.flow.combat import CombatHandler, CommittingHandler
from rules.hybris.flow.course import ChoosingOlympianHandler, CourseHandler, PillarsHandler
from rules.hybris.flow.deeds import DeedHandler
from rules.hybris.flow.gains import ChoosingHandler, GainsHandler
from rules.hybris.flow.plans import PlanningHandler
from rules.hybris.flow.surroundings import AttemptingHandler, ExploringHandler, RewardingHandler
from rules.hybris.flow.turn import ActHandler, ActionsHandler, AfterHandler, FulfillingHandler, TurnHandler
from rules.kernel.handlers import Handler

HANDLERS: Mapping[type, Handler[Any, Any, Any]] = {
    fr.Course: CourseHandler(),
    fr.ChoosingOlympian: ChoosingOlympianHandler(),
    fr.Pillars: PillarsHandler(),
    fr.Planning: PlanningHandler(),
    fr.Actions: ActionsHandler(),
    fr.Turn: TurnHandler(),
    fr.Act: ActHandler(),
    fr.After: AfterHandler(),
    fr.Fulfilling: FulfillingHandler(),
    fr.Exploring: ExploringHandler(),
    fr.Attempting: AttemptingHandler(),
    fr.Rewarding: RewardingHandler(),
    fr.Combat: CombatHandler(),
    fr.Committing: CommittingHandler(),
    fr.Interception: InterceptionHandler(),
    fr.Progressing: ProgressHandler(),
    fr.Gathering: GatheringHandler(),
    fr.Fall: FallHandler(),
    fr.Attraction: AttractionHandler(),
    fr.Gains: GainsHandler(),
    fr.Deed: DeedHandler(),
    fr.Choosing: ChoosingHandler(),
    fr.HandLimit: HandLimitHandler(),
    fr.Exhaustion: ExhaustionHandler(),
    fr.Researching: ResearchingHandler(),
}

"""Which chapter handles which frame."""

from __future__ import annotations

from typing import Any

from rules.olomoc import frames as fr
from rules.olomoc.effects.granted import GrantedChapter
from rules.olomoc.effects.moves import PutChapter, ShiftChapter
from rules.olomoc.effects.resolve import ResolveChapter
from rules.olomoc.effects.triggers import DeclaredChapter, OccasionChapter, SettledChapter
from rules.olomoc.flow.activation import ActivationChapter, JoiningChapter, PropagandaChapter, TokensBackChapter
from rules.olomoc.flow.cabals import ComposingChapter, DraftingChapter
from rules.olomoc.flow.characteristic_tests import TestingChapter
from rules.olomoc.flow.combat import StrikeChapter
from rules.olomoc.flow.cycle import CycleChapter, PhaseChapter, PlanningChapter
from rules.olomoc.flow.cycle_end import CycleEndChapter
from rules.olomoc.flow.fate import RerollChapter
from rules.olomoc.flow.harm import HandingChapter, HarmChapter
from rules.olomoc.flow.hostiles import HostileMoveChapter, HostileRoundChapter, InstinctChapter
from rules.olomoc.flow.mechanisms import MechanismChapter
from rules.olomoc.flow.movement import DisplacementChapter, EnteringChapter, PushChapter
from rules.olomoc.flow.run import Chapter
from rules.olomoc.flow.setup import DealChapter, DecorateChapter, PickEdgeChapter, PrepareChapter, RollOffChapter

CHAPTERS: dict[type, Chapter[Any]] = {
    fr.RollOff: RollOffChapter(),
    fr.Prepare: PrepareChapter(),
    fr.Decorate: DecorateChapter(),
    fr.PickEdge: PickEdgeChapter(),
    fr.Deal: DealChapter(),
    fr.Composing: ComposingChapter(),
    fr.Drafting: DraftingChapter(),
    fr.Cycle: CycleChapter(),
    fr.Planning: PlanningChapter(),
    fr.Phase: PhaseChapter(),
    fr.Propaganda: PropagandaChapter(),
    fr.TokensBack: TokensBackChapter(),
    fr.Activation: ActivationChapter(),
    fr.Joining: JoiningChapter(),
    fr.Entering: EnteringChapter(),
    fr.CycleEnd: CycleEndChapter(),
    fr.Displacement: DisplacementChapter(),
    fr.Push: PushChapter(),
    fr.Strike: StrikeChapter(),
    fr.Reroll: RerollChapter(),
    fr.Harm: HarmChapter(),
    fr.Handing: HandingChapter(),
    fr.Mechanism: MechanismChapter(),
    fr.HostileRound: HostileRoundChapter(),
    fr.Instinct: InstinctChapter(),
    fr.HostileMove: HostileMoveChapter(),
    fr.Resolve: ResolveChapter(),
    fr.Testing: TestingChapter(),
    fr.Shift: ShiftChapter(),
    fr.Put: PutChapter(),
    fr.Granted: GrantedChapter(),
    fr.Declared: DeclaredChapter(),
    fr.Settled: SettledChapter(),
    fr.Occasion: OccasionChapter(),
}

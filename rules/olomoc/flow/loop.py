"""The handler of each kind of frame."""

from __future__ import annotations

from typing import Any

from rules.olomoc import frames as fr
from rules.olomoc.effects.granted import GrantedHandler
from rules.olomoc.effects.moves import PutHandler, ShiftHandler
from rules.olomoc.effects.resolve import ResolveHandler
from rules.olomoc.effects.triggers import DeclaredHandler, OccasionHandler, SettledHandler
from rules.olomoc.flow.activation import ActivationHandler, JoiningHandler, PropagandaHandler, TokensBackHandler
from rules.olomoc.flow.cabals import ComposingHandler, DraftingHandler
from rules.olomoc.flow.characteristic_tests import TestingHandler
from rules.olomoc.flow.combat import StrikeHandler
from rules.olomoc.flow.cycle import CycleHandler, PhaseHandler, PlanningHandler
from rules.olomoc.flow.cycle_end import CycleEndHandler
from rules.olomoc.flow.fate import RerollHandler
from rules.olomoc.flow.harm import HandingHandler, HarmHandler
from rules.olomoc.flow.hostiles import HostileMoveHandler, HostileRoundHandler, InstinctHandler
from rules.olomoc.flow.mechanisms import MechanismHandler
from rules.olomoc.flow.movement import DisplacementHandler, EnteringHandler, PushHandler
from rules.olomoc.flow.run import FrameHandler
from rules.olomoc.flow.setup import DealHandler, DecorateHandler, PickEdgeHandler, PrepareHandler, RollOffHandler

HANDLERS: dict[type, FrameHandler[Any]] = {
    fr.RollOff: RollOffHandler(),
    fr.Prepare: PrepareHandler(),
    fr.Decorate: DecorateHandler(),
    fr.PickEdge: PickEdgeHandler(),
    fr.Deal: DealHandler(),
    fr.Composing: ComposingHandler(),
    fr.Drafting: DraftingHandler(),
    fr.Cycle: CycleHandler(),
    fr.Planning: PlanningHandler(),
    fr.Phase: PhaseHandler(),
    fr.Propaganda: PropagandaHandler(),
    fr.TokensBack: TokensBackHandler(),
    fr.Activation: ActivationHandler(),
    fr.Joining: JoiningHandler(),
    fr.Entering: EnteringHandler(),
    fr.CycleEnd: CycleEndHandler(),
    fr.Displacement: DisplacementHandler(),
    fr.PushFrame: PushHandler(),
    fr.Strike: StrikeHandler(),
    fr.RerollFrame: RerollHandler(),
    fr.Harm: HarmHandler(),
    fr.Handing: HandingHandler(),
    fr.MechanismFrame: MechanismHandler(),
    fr.HostileRound: HostileRoundHandler(),
    fr.InstinctFrame: InstinctHandler(),
    fr.HostileMove: HostileMoveHandler(),
    fr.Resolve: ResolveHandler(),
    fr.Testing: TestingHandler(),
    fr.Shift: ShiftHandler(),
    fr.Put: PutHandler(),
    fr.Granted: GrantedHandler(),
    fr.Declared: DeclaredHandler(),
    fr.Settled: SettledHandler(),
    fr.Occasion: OccasionHandler(),
}

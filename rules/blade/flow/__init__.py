"""How the match goes on, a file for each chapter of the rulebook. `HANDLERS` has the handler of each kind of frame."""

from collections.abc import Mapping
from typing import Any

from rules.blade import frames as fr
from rules.blade.flow.area import AreaHandler, OrderHandler
from rules.blade.flow.attack import (
    AttackHandler,
    BatteringHandler,
    CircleHandler,
    LastBlowHandler,
    RiposteHandler,
    SacrificeHandler,
)
from rules.blade.flow.defence import DefenceHandler
from rules.blade.flow.hands import CatchHandler, ConsentHandler, LootHandler, ManipulationHandler
from rules.blade.flow.heroes import AllyHandler, CastingHandler, CourseHandler, HeroesHandler, StancesHandler
from rules.blade.flow.magic import HealingHandler
from rules.blade.flow.movement import FallHandler, LeapHandler, PlacingHandler, TravelHandler
from rules.blade.flow.overlord import EventHandler, OverlordHandler, ReinforceHandler, TileHandler
from rules.blade.flow.rolls import RollHandler
from rules.blade.flow.scenario import ByHandHandler, PickingHandler, ScriptHandler
from rules.blade.flow.series import SeriesHandler
from rules.kernel.handlers import Handler

HANDLERS: Mapping[type, Handler[Any, Any, Any]] = {
    fr.Course: CourseHandler(),
    fr.Casting: CastingHandler(),
    fr.Declaring: StancesHandler(),
    fr.HeroesAct: HeroesHandler(),
    fr.SeriesUnderWay: SeriesHandler(),
    fr.AllyAct: AllyHandler(),
    fr.OverlordAct: OverlordHandler(),
    fr.TileAct: TileHandler(),
    fr.EventChoice: EventHandler(),
    fr.Reinforcing: ReinforceHandler(),
    fr.Travel: TravelHandler(),
    fr.Leaping: LeapHandler(),
    fr.Falling: FallHandler(),
    fr.Roll: RollHandler(),
    fr.AttackFrame: AttackHandler(),
    fr.Battering: BatteringHandler(),
    fr.Defence: DefenceHandler(),
    fr.AreaFrame: AreaHandler(),
    fr.Sacrificing: SacrificeHandler(),
    fr.Circling: CircleHandler(),
    fr.Riposting: RiposteHandler(),
    fr.LastBlowFrame: LastBlowHandler(),
    fr.Manipulating: ManipulationHandler(),
    fr.Looting: LootHandler(),
    fr.Catching: CatchHandler(),
    fr.Consenting: ConsentHandler(),
    fr.Healing: HealingHandler(),
    fr.Placing: PlacingHandler(),
    fr.Ordering: OrderHandler(),
    fr.Scripted: ScriptHandler(),
    fr.ObjectScript: ScriptHandler(),
    fr.Picking: PickingHandler(),
    fr.ByHandFrame: ByHandHandler(),
}

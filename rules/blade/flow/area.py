"""Area attacks: orbs, storms and what scenarios deal (ARE, ITM-8, SPL-10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any, ClassVar

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import rolls
from rules.blade.flow.attack import offer_sacrifice
from rules.blade.flow.choices import PlayersChoice
from rules.blade.measure import all_skills, payers, reserve_of
from rules.blade.state import State
from rules.kernel import Json, Seat, replace
from rules.kernel.handlers import Handler
from rules.kernel.refusals import no
from rules.kernel.run import Run

R = Run[State]
ORB = ("red", "red")
"""ITM-8."""
MATTERING = {"sacrifice", "bodyguard", "blocker"}
"""Skills with which the order of the victims matters (ARE-2)."""


def explode(run: R, seat: Seat, by: str, item: str, zone: str) -> None:
    """ITM-8, ITM-9: the card is discarded, and two red dice strike the zone."""
    run.emit(ev.Exploded(item, zone), ev.ItemLost(item, zone=zone))
    strike(run, seat, by, zone, ORB, item)


def strike(run: R, seat: Seat, by: str, zone: str, dice: Sequence[str], source: str, why: fr.Why = "area") -> None:
    """ARE-1: one roll for everybody in the zone."""
    pot = tuple(fr.Die(die.rstrip("*"), source, arrow=die.endswith("*")) for die in dice)
    run.push(fr.AreaFrame(seat, by, zone, pot, rolled_as=why))


class AreaHandler(Handler[State, fr.AreaFrame, R]):
    """ARE-1 to ARE-5; hindering, elevation and protection do not bear on it (ARE-4)."""

    def step(self, run: R, frame: fr.AreaFrame) -> None:
        match frame.stage:
            case "roll":
                run.become(replace(frame, stage="judge"))
                rolls.throw(run, frame.by, frame.rolled_as, frame.pot, frame.seat)
            case "judge":
                assert frame.dice is not None
                damage = rolls.total(run.state, frame.dice)
                run.emit(ev.Damage(frame.zone, damage))
                victims = run.state.within(frame.zone) if damage else ()
                run.become(replace(frame, stage="next", damage=damage, victims=victims, dice=None, pot=()))
                if order_matters(run.state, victims):
                    run.push(fr.Ordering(frame.seat, "victims", victims))
            case "next":
                self._next(run, frame)
            case _:
                _suffer(run, frame)

    def _next(self, run: R, frame: fr.AreaFrame) -> None:
        """ARE-2, ARE-5: each is settled before the next; Sacrifice is offered when its turn comes."""
        victims = tuple(id for id in frame.victims if run.state.on_board(id))
        if not victims:
            run.pop()
            return
        first, *rest = victims
        run.become(replace(frame, stage="suffer", target=first, victims=tuple(rest), unguarded=False))
        offer_sacrifice(run, first)


def _suffer(run: R, frame: fr.AreaFrame) -> None:
    run.become(replace(frame, stage="next"))
    run.push(fr.Defence(frame.target, frame.by, "area", frame.damage, unguarded=frame.unguarded))


def order_matters(state: State, victims: Sequence[str]) -> bool:
    """ARE-2: a sacrificer, bodyguard, blocker or a payer that several share is among them."""
    if len(victims) < 2:
        return False
    if any(all_skills(state)[id] & MATTERING for id in victims):
        return True
    paying = [payer for id in victims for payer in payers(state, id) if reserve_of(state, payer)]
    return len(paying) > len(set(paying))


class OrderHandler(PlayersChoice[fr.Ordering]):
    """ARE-2, RIV-3, BAS-9: an order, as listed unless another is named."""

    kind = "order"
    answered_by: ClassVar = (cmd.TargetOrder, "order")
    clause = "ARE-2"

    def choices(self, state: State, frame: fr.Ordering, seat: Seat) -> Sequence[Any]:
        if len(frame.ids) > 4:
            # too many to list: each of them first, the others as they are
            return [[id, *(other for other in frame.ids if other != id)] for id in frame.ids]
        return [list(permutation) for permutation in permutations(frame.ids)]

    def params(self, state: State, frame: fr.Ordering, seat: Seat) -> Json:
        return {"what": frame.what, "ids": list(frame.ids)}

    def code(self, state: State, frame: fr.Ordering) -> str:
        return f"order-{frame.what}"

    def resolve(self, state: State, frame: fr.Ordering, seat: Seat, command: Any) -> Any:
        if isinstance(command, cmd.TargetOrder):
            return command if sorted(command.order) == sorted(frame.ids) else no("ARE-2", "not-a-choice")
        return super().resolve(state, frame, seat, command)

    def chosen(self, run: R, frame: fr.Ordering, seat: Seat, choice: Any) -> None:
        run.pop()
        if frame.what == "tiles":
            run.emit(*(ev.TileDied(tile) for tile in choice))
            return
        beneath: Any = run.state.stack[-1]
        run.become(replace(beneath, victims=tuple(choice)))

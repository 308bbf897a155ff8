"""An attack, step by step (SEQ), with what skills add to it: Sacrifice, Constriction, web, circular strike, riposte,
last blow (SKL-3, SKL-4, SKL-6, SKL-7, SKL-12, SKL-29)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import rolls
from rules.blade.flow.choices import OrderedChoice, PlayersChoice
from rules.blade.legality import attacks as law
from rules.blade.legality.guards import fatal, fixed, goes_on
from rules.blade.measure import crowded, has_skill, life_left, roll_hindering, seat_of
from rules.blade.sight import in_melee
from rules.blade.state import Hero, State, other_side
from rules.kernel import Json, Seat, replace
from rules.kernel.handlers import Handler
from rules.kernel.refusals import no
from rules.kernel.run import Run

R = Run[State]
BARE = 2
"""The points of damage that bare hands lose (MEL-5)."""
BARRICADE = 1
"""The passive defence of a barricade (TOK-3)."""
BLOW = 3
"""The red dice of a last blow (SKL-6)."""


def begin(run: R, seat: Seat, by: str, target: str, mode: fr.Mode, gems: int = 0, items: Sequence[str] = ()) -> None:
    """SEQ-1: an attack is declared and paid; hindering is counted now (HIN-7)."""
    state = run.state
    run.emit(ev.Declared(by, mode, target, gems, tuple(items)))
    if target in state.barricades():
        _batter(run, seat, by, target, gems, items)
        return
    run.push(declared(state, seat, by, target, mode, gems, items))
    if mode == "ranged" and items and state.item(items[0]).thrown:
        # SHT-6: out of the hand at once, in the target's zone
        run.emit(ev.Dropped(by, items[0], state.at(target), thrown=True))


def declared(
    state: State, seat: Seat, by: str, target: str, mode: fr.Mode, gems: int, items: Sequence[str]
) -> fr.AttackFrame:
    """The attack as it begins. Shots are hindered (SHT-5); melee is not (HIN-5, MEL-8)."""
    pot = law.pot(state, by, target, mode, gems, items)
    ignored, clause = 0, "HIN-4"
    if mode in ("ranged", "web"):
        ignored = roll_hindering(state, by, ranged=True)
    elif isinstance(state.who(by), Hero) and not items:
        ignored, clause = BARE, "MEL-5"
    return fr.AttackFrame(seat, by, mode, target, pot, items=tuple(items), ignored=ignored, clause=clause)


def _batter(run: R, seat: Seat, by: str, target: str, gems: int, items: Sequence[str]) -> None:
    """TOK-3: nobody defends a barricade."""
    state = run.state
    pot = law.pot(state, by, target, "melee", gems, items)
    ignored = BARE if isinstance(state.who(by), Hero) and not items else 0
    run.push(fr.Battering(by, target, ignored))
    enough = ignored + BARRICADE + state.barricades()[target].life
    rolls.throw(run, by, "melee", pot, seat, enough=enough)


class BatteringHandler(Handler[State, fr.Battering, R]):
    """TOK-3: passive defence 1; with its last life point the barricade is gone."""

    def step(self, run: R, frame: fr.Battering) -> None:
        assert frame.dice is not None
        run.pop()
        barricade = run.state.barricades()[frame.target]
        shown = rolls.total(run.state, frame.dice)
        if ignored := min(shown, frame.ignored):
            run.emit(ev.Reduced("MEL-5", ignored))
        wounds = min(barricade.life, max(0, shown - ignored - BARRICADE))
        run.emit(ev.Damage(frame.target, shown - ignored))
        run.emit(ev.Defended(frame.target, BARRICADE, (ev.SumPart("TOK-3", BARRICADE),)))
        if wounds:
            run.emit(ev.Wounded(frame.target, wounds, frame.by, life=wounds))
        if wounds == barricade.life:
            run.emit(ev.TokenGone("barricade", None, barricade.border))


class AttackHandler(Handler[State, fr.AttackFrame, R]):
    """SEQ-2 to SEQ-11."""

    def step(self, run: R, frame: fr.AttackFrame) -> None:
        STAGES[frame.stage](run, frame)


def _sacrifice(run: R, frame: fr.AttackFrame) -> None:
    """SEQ-2."""
    if not run.state.on_board(frame.target):
        _over(run, frame)
        return
    run.become(replace(frame, stage="roll"))
    offer_sacrifice(run, frame.target)


def offer_sacrifice(run: R, target: str) -> None:
    """SKL-12: the question to each seat that could, one at a time."""
    able = law.sacrificers(run.state, target)
    seats = tuple(dict.fromkeys(seat for seat in run.state.seats for id in able if seat_of(run.state, id) == seat))
    if seats:
        run.push(fr.Sacrificing(seats[0], target, seats[1:]))


def _roll(run: R, frame: fr.AttackFrame) -> None:
    """SEQ-3."""
    state, frame = run.state, replace(frame, stage="judge", targets=(frame.target,))
    run.become(frame)
    why: Any = frame.mode if frame.mode != "web" else "ranged"
    least, lethal, certain = _worth(state, frame)
    again = frame.mode != "last-blow"
    rolls.throw(run, frame.by, why, frame.pot, frame.seat, rerolls=again, least=least, lethal=lethal, certain=certain)


def _worth(state: State, frame: fr.AttackFrame) -> tuple[int | None, int | None, int | None]:
    """The successes below which the blow comes to nothing, as fixed defence takes all (GRD-9), those by which its
    target dies unguarded, and those by which it dies in any case; None where each counts."""
    by = frame.by if state.on_board(frame.by) else None
    if by is not None and has_skill(state, by, "constriction"):
        return None, None, None  # SKL-3: it is single dice that seize
    precise = law.precise(state, frame.by, frame.mode)
    defence = fr.Defence(frame.target, frame.by, frame.mode, 0, precise=precise, items=frame.items)
    needed, stops = fatal(state, defence, strikes=True), frame.ignored + fixed(state, defence)
    ends = frame.mode != "web" and not goes_on(state, defence, strikes=True)
    lethal = stops + life_left(state, frame.target) if ends else None
    return stops + 1, lethal, None if needed is None else frame.ignored + needed


def _judge(run: R, frame: fr.AttackFrame) -> None:
    """SEQ-4: the damage stands."""
    assert frame.dice is not None
    shown = rolls.successes(run.state, frame.dice)
    ignored = min(sum(shown), frame.ignored)
    if ignored:
        run.emit(ev.Reduced(frame.clause, ignored))
    damage = sum(shown) - ignored
    run.emit(ev.Damage(frame.target, damage))
    attacker = frame.by if frame.mode in ("melee", "ranged") and run.state.on_board(frame.by) else None
    # SKL-3: exactly 2
    seizes = attacker is not None and 2 in shown and has_skill(run.state, attacker, "constriction")
    zone = run.state.everyone()[frame.target].at or ""
    run.become(replace(frame, stage="defend", damage=damage, seizes=seizes, zone=zone, dice=None, pot=()))


def _defend(run: R, frame: fr.AttackFrame) -> None:
    """SEQ-5 to SEQ-8."""
    frame = replace(frame, stage="after")
    run.become(frame)
    provoked(run, frame.by, frame.target, frame.mode)
    if frame.damage and run.state.on_board(frame.target):
        run.push(
            fr.Defence(
                frame.target,
                frame.by,
                frame.mode,
                frame.damage,
                precise=law.precise(run.state, frame.by, frame.mode),
                items=frame.items,
                unguarded=frame.unguarded,
            )
        )


def provoked(run: R, by: str, target: str, mode: str) -> None:
    """SKL-18: whom it has attacked, hit or not, may attack it from now on."""
    state = run.state
    if mode in ("area", "script") or by not in state.everyone() or not has_skill(state, by, "fascination"):
        return
    known = state.everyone()[target].marks.get("attacked_by", ())
    if by not in known:
        run.emit(ev.Marked(target, "attacked_by", [*known, by]))


def _after(run: R, frame: fr.AttackFrame) -> None:
    """SEQ-8: what hangs on the attack, for a target that lives."""
    state, target = run.state, frame.target
    run.become(replace(frame, stage="circle", seizes=False))
    both = state.on_board(target) and state.on_board(frame.by)
    if both and frame.seizes and not has_skill(state, target, "elusive"):
        _seize(run, frame.by, target)


def _seize(run: R, by: str, target: str) -> None:
    """SKL-3: seized, and brought into its zone, unless that is crowded for it (CRW-8)."""
    here, to = run.state.at(by), run.state.at(target)
    if here != to:
        if crowded(run.state, here, target):
            return
        run.emit(ev.Moved(target, to, here, None, 0, (), 0, 0, "dragged"))
    run.emit(ev.Marked(target, "seized", by))


def _circle(run: R, frame: fr.AttackFrame) -> None:
    """SEQ-10, SKL-4."""
    run.become(replace(frame, stage="riposte", riposters=frame.targets))
    state = run.state
    goes_on = frame.mode == "melee" and frame.left > 0 and not state.on_board(frame.target)
    if goes_on and state.on_board(frame.by) and law.circular(state, frame.by, frame.items):
        targets = tuple(id for id in state.within(frame.zone, _foes(state, frame.by)) if _circled(state, frame, id))
        if targets:
            run.push(fr.Circling(frame.seat, targets, frame.left))


def _foes(state: State, id: str) -> Any:
    return other_side(state.side_of(id))


def _circled(state: State, frame: fr.AttackFrame, id: str) -> bool:
    """Under Protection and Fascination shield further targets as well."""
    return id not in frame.targets and law.protector(state, id) is None and law.fascinated(state, frame.by, id) is None


def _riposte(run: R, frame: fr.AttackFrame) -> None:
    """SEQ-11: every survivor that was a target of a melee attack, one after the other."""
    if not frame.riposters or frame.mode != "melee":
        _over(run, frame)
        return
    id, *rest = frame.riposters
    run.become(replace(frame, riposters=tuple(rest)))
    if could_riposte(run.state, id, frame.by):
        if asks_riposte(run.state, id, frame.by):
            run.push(fr.Riposting(seat_of(run.state, id), id, frame.by))
        else:
            strike_back(run, id, frame.by, "riposte", 1)


def _over(run: R, frame: fr.AttackFrame) -> None:
    run.pop()


STAGES: Mapping[str, Callable[[R, fr.AttackFrame], None]] = {
    "sacrifice": _sacrifice,
    "roll": _roll,
    "judge": _judge,
    "defend": _defend,
    "after": _after,
    "circle": _circle,
    "riposte": _riposte,
}


# ---- riposte and last blow -------------------------------------------------------------------------------------------


def could_riposte(state: State, id: str, attacker: str) -> bool:
    """SKL-7: it lives, and could attack the attacker in melee."""
    if not (state.on_board(id) and state.on_board(attacker) and has_skill(state, id, "riposte")):
        return False
    return in_melee(state, id, attacker) is not None and law.protector(state, attacker) is None


def asks_riposte(state: State, id: str, attacker: str) -> bool:
    """VAR-3: asked where it would bind or provoke something."""
    if state.options.riposte == "ask":
        return True
    return has_skill(state, attacker, "from-beyond") or has_skill(state, attacker, "fascination")


def strike_back(run: R, by: str, target: str, mode: fr.Mode, dice: int) -> None:
    """SKL-7, SKL-6: an attack without gems and weapons."""
    run.emit(ev.StruckBack(by, target))
    run.emit(ev.Declared(by, mode, target))
    pot = tuple(fr.Die(law.BEST, mode) for _ in range(dice))
    run.push(fr.AttackFrame(seat_of(run.state, by), by, mode, target, pot))


class RiposteHandler(OrderedChoice[fr.Riposting]):
    """SKL-7, where it is asked for."""

    kind = "riposte"
    subject = "by"
    answered_by: ClassVar = (cmd.Riposte, "strike")
    clause = "SKL-7"

    def params(self, state: State, frame: fr.Riposting, seat: Seat) -> Json:
        return {"who": frame.by, "target": frame.target}

    def chosen(self, run: R, frame: fr.Riposting, seat: Seat, choice: Any) -> None:
        run.pop()
        if choice:
            strike_back(run, frame.by, frame.target, "riposte", 1)
        else:
            run.emit(ev.StruckBack(frame.by, None))


class LastBlowHandler(OrderedChoice[fr.LastBlowFrame]):
    """SKL-6."""

    kind = "last-blow"
    subject = "by"
    answered_by: ClassVar = (cmd.LastBlow, "target")
    clause = "SKL-6"

    def choices(self, state: State, frame: fr.LastBlowFrame, seat: Seat) -> Sequence[Any]:
        return [*(id for id in frame.targets if state.on_board(id)), None]

    def params(self, state: State, frame: fr.LastBlowFrame, seat: Seat) -> Json:
        return {"who": frame.by}

    def chosen(self, run: R, frame: fr.LastBlowFrame, seat: Seat, choice: Any) -> None:
        run.pop()
        if choice is None:
            run.emit(ev.StruckBack(frame.by, None))
        else:
            strike_back(run, frame.by, choice, "last-blow", BLOW)


# ---- Sacrifice and circular strike -----------------------------------------------------------------------------------


class SacrificeHandler(OrderedChoice[fr.Sacrificing]):
    """SKL-12: declared before the dice, but for an area attack (ARE-5)."""

    kind = "sacrifice"
    subject = "target"
    answered_by: ClassVar = (cmd.Sacrifice, "by")
    clause = "SKL-12"

    def choices(self, state: State, frame: fr.Sacrificing, seat: Seat) -> Sequence[Any]:
        return [None, *(id for id in law.sacrificers(state, frame.target) if seat_of(state, id) == frame.seat)]

    def params(self, state: State, frame: fr.Sacrificing, seat: Seat) -> Json:
        beneath: Any = state.stack[-2]
        return {"target": frame.target, "by": beneath.by, "damage": beneath.damage}

    def chosen(self, run: R, frame: fr.Sacrificing, seat: Seat, choice: Any) -> None:
        run.pop()
        if choice is not None:
            run.emit(ev.Sacrificed(choice, frame.target))
            beneath: Any = run.state.stack[-1]
            run.become(replace(beneath, target=choice, unguarded=True))
        elif frame.rest:
            run.push(fr.Sacrificing(frame.rest[0], frame.target, frame.rest[1:]))


class CircleHandler(PlayersChoice[fr.Circling]):
    """SKL-4: who suffers the damage that is left; it may also be nobody."""

    kind = "next-target"
    answered_by: ClassVar = (cmd.NextTarget, "target")
    clause = "SKL-4"

    def choices(self, state: State, frame: fr.Circling, seat: Seat) -> Sequence[Any]:
        return [*(id for id in frame.targets if state.on_board(id)), None]

    def refused(self, state: State, frame: fr.Circling, seat: Seat, choice: Any) -> Any:
        attack: Any = state.stack[-2]
        if isinstance(choice, str) and state.on_board(choice):
            by = law.protector(state, choice)
            if by is not None:
                return no("SKL-13", "protected", target=choice, by=by)
            if (fault := law.fascinated(state, attack.by, choice)) is not None:
                return fault
        return super().refused(state, frame, seat, choice)

    def params(self, state: State, frame: fr.Circling, seat: Seat) -> Json:
        return {"left": frame.left}

    def chosen(self, run: R, frame: fr.Circling, seat: Seat, choice: Any) -> None:
        run.pop()
        if choice is None:
            return
        run.emit(ev.Circled(choice, frame.left))
        attack: Any = run.state.stack[-1]
        targets = (*attack.targets, choice)
        run.become(
            replace(attack, stage="defend", target=choice, targets=targets, damage=frame.left, left=0, unguarded=False)
        )

"""Rules of scenarios: what sets them off, and what they do (BAS-1, WIN-1, TOK, EVT-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import area, rolls
from rules.blade.flow.choices import PlayersChoice
from rules.blade.flow.hands import new_items
from rules.blade.flow.life import heal, move_gems, wound
from rules.blade.flow.overlord import event_row
from rules.blade.packs import language as lang
from rules.blade.packs import operations as ops
from rules.blade.packs.scenarios import RuleRow
from rules.blade.rules_in_force import carries, counter, holds, named
from rules.blade.state import OVERLORD, Hero, State, other_side
from rules.kernel import Json, Seat, replace
from rules.kernel.handlers import Handler
from rules.kernel.journal import Outcome, Over
from rules.kernel.run import Run

R = Run[State]

# ---- what sets rules off ---------------------------------------------------------------------------------------------


def fired(state: State, events: Sequence[Any]) -> list[fr.Scripted]:
    """The rules that these events set off and whose conditions hold, in the order of the file for each event. Where
    several would end the match, that of the side whose turn it is comes first (WIN-2)."""
    scripts = []
    for event in events:
        for rule in state.row.rule:
            if rule.when is None or rule.standing or isinstance(rule.when, lang.ByHand):
                continue
            about = _about(state, rule.when, event)
            if about is not None and (rule.by_hand or holds(state, rule.if_, *about)):
                scripts.append(fr.Scripted(rule.id, there=about[0], subject=about[1]))
    return sorted(scripts, key=lambda script: _ending(state, script) == other_side(state.side))


def _ending(state: State, frame: fr.Scripted) -> str | None:
    """The side for which a rule ends the match."""
    rule = rule_row(state, frame.rule)
    return (
        next((operation.winner for operation in rule.do if isinstance(operation, ops.End)), None)
        if rule is not None
        else None
    )


def rule_row(state: State, id: str) -> RuleRow | None:
    return next((rule for rule in state.row.rule if rule.id == id), None)


About = tuple[str | None, str | None]


def _about(state: State, when: Any, event: Any) -> About | None:
    """Zone and character of an event that a trigger means; None where it means another."""
    match when, event:
        case lang.MatchBegins(), ev.TurnBegan(round=1) if event.side == state.first:
            return None, None
        case lang.TurnMoment(side=side, at="start"), ev.TurnBegan() if side in (None, event.side):
            return None, None
        case lang.TurnMoment(side=side, at="end"), ev.TurnEnded() if side in (None, event.side):
            return None, None
        case lang.MarkerMoves(at=at), ev.MarkerMoved(to=to):
            # WIN-4: also where it jumps past
            last = state.last if at == "last" else int(at)
            return (None, None) if (to >= last if at == "last" else to == last) else None
        case lang.Enters(), ev.Moved(who=who, to=to) if event.from_ != to:
            return _enters(state, when, who, to)
        case lang.Enters(), ev.EnteredPlay(who=who, zone=zone):
            return _enters(state, when, who, zone)
        case lang.Leaves(who=wanted, side=side, carrying=item), ev.LeftBoard(who=who, zone=zone):
            fits = _fits(state, wanted, side, who) and (item is None or carries(state, who, item))
            return (zone, who) if fits else None
        case lang.Dies(who=wanted, side=side), ev.Died(who=who, zone=zone):
            return (zone, who) if _fits(state, wanted, side, who) else None
        case lang.IsWounded(who=wanted, side=side, by=by), ev.Wounded(who=who) if who in state.everyone():
            fits = _fits(state, wanted, side, who) and (by is None or event.by in state.named(by))
            return (state.everyone()[who].at, who) if fits else None
        case _:
            return _about_things(state, when, event)


def _about_things(state: State, when: Any, event: Any) -> About | None:
    match when, event:
        case lang.Handled(object=object), ev.ObjectHandled(done=True) if event.object == object:
            return state.objects[object].at, event.by
        case lang.Took(item=item), ev.ItemTaken(who=who) | ev.Caught(who=who) if _is(state, event.item, item):
            return state.everyone()[who].at, who
        case lang.Took(item=item), ev.Gave(to=who) if _is(state, event.item, item):
            return state.everyone()[who].at, who
        case lang.Reveals(token=token), ev.Revealed(zone=zone) if token in (None, event.token):
            return zone, None
        case lang.CounterMoves(id=id), ev.CounterMoved() if event.id == id:
            return None, None
        case lang.DoorMoves(id=id, to=to), ev.DoorMoved() if event.door == id and to in (None, event.to):
            return None, event.by
    return None


def _is(state: State, item: str, card: str) -> bool:
    return state.item(item).id == card


def _enters(state: State, when: lang.Enters, who: str, zone: str) -> About | None:
    fits = _fits(state, when.who, when.side, who) and (not when.zones or zone in when.zones)
    fits = fits and (when.carrying is None or carries(state, who, when.carrying))
    return (zone, who) if fits and (not when.hidden or zone in state.hidden) else None


def _fits(state: State, wanted: str | None, side: str | None, who: str) -> bool:
    return (wanted is None or who in state.named(wanted)) and side in (None, state.side_of(who))


# ---- what they do ----------------------------------------------------------------------------------------------------


class ScriptHandler(Handler[State, Any, R]):
    """A rule, an event, or what handling an object does: one operation after the other."""

    def step(self, run: R, frame: Any) -> None:
        operations, words = _operations(run.state, frame)
        if frame.at == 0 and isinstance(frame, fr.Scripted):
            run.emit(ev.RuleSpoke(frame.rule, frame.event))
        if words:
            run.become(fr.ByHandFrame(_speaker(run.state), getattr(frame, "rule", ""), words))
            return
        if frame.dice is not None:
            _dealt(run, frame, operations[frame.at - 1])
            return
        if frame.who:
            _next_victim(run, frame, operations[frame.at - 1])
            return
        if frame.at >= len(operations):
            run.pop()
            return
        operation = operations[frame.at]
        run.become(replace(frame, at=frame.at + 1))
        subject = frame.subject
        where = frame.there if isinstance(frame, fr.Scripted) else run.state.objects[frame.object].at
        operate(run, operation, where, subject)


def _operations(state: State, frame: Any) -> tuple[Sequence[Any], tuple[str, ...]]:
    """The operations of a script, and the words that are settled by hand."""
    row: Any
    if isinstance(frame, fr.ObjectScript):
        row = state.object(frame.object)
    else:
        row = event_row(state, frame.rule) if frame.event else rule_row(state, frame.rule)
    return ((), ()) if row is None else (row.do, row.by_hand)


def _speaker(state: State) -> Seat:
    return OVERLORD if state.side == "overlord" else next(iter(state.players), OVERLORD)


def operate(run: R, operation: Any, where: str | None, subject: str | None) -> None:
    """One operation."""
    zone = getattr(operation, "zone", None)
    zone = where if zone == "there" else zone
    ids = named(run.state, operation.who, subject) if getattr(operation, "who", None) is not None else ()
    match operation:
        case ops.End(winner=winner, reason=reason):
            end(run, winner, reason, "WIN-1")
        case ops.PutItem(item=item) if zone is not None:
            run.emit(ev.ItemPut(new_items(run.state, [item])[0], zone))
        case ops.Draw(count=count) if zone is not None:
            if drawn := run.state.deck[:count]:
                run.emit(ev.Drew(drawn, zone))  # ITM-12
        case ops.Spawn(tile=tile, count=count) if zone is not None:
            for id in reversed(waiting(run.state, tile)[:count]):
                run.push(fr.Placing(OVERLORD, id, zone, "spawned"))
        case ops.MoveMarker(by=by):
            run.emit(ev.MarkerMoved(min(15, run.state.marker + by)))
        case ops.SetCounter(id=id, by=by, to=to):
            now = counter(run.state, id)
            run.emit(ev.CounterMoved(id, now + by if by is not None else to if to is not None else now))
        case ops.LimitSight(at_most=n, until=until):
            run.emit(ev.SightChanged(n, until))
        case ops.MoveGems(from_=from_, to=to, count=count):
            for id in ids:
                if isinstance(run.state.who(id), Hero) and run.state.on_board(id):
                    move_gems(run, id, from_, to, count, "rule")
        case ops.Heal(count=count):
            for id in ids:
                if run.state.on_board(id):
                    heal(run, id, count)
        case ops.Flag(op=op, mark=mark):
            for id in ids:
                value: Any = subject if mark == "seized" else True
                run.emit(ev.Marked(id, mark, value) if op == "mark" else ev.Unmarked(id, mark))
        case _:
            _operate_board(run, operation, zone, ids)


def _operate_board(run: R, operation: Any, zone: str | None, ids: Sequence[str]) -> None:
    match operation:
        case ops.SetDoor():
            _doors(run, operation)
        case ops.MoveTile(tile=tile, by=by):
            run.emit(ev.TileMoved(tile, by))
        case ops.SetToken(place=place, kind=kind, border=border):
            run.emit(ev.TokenLaid(kind, zone, border) if place else ev.TokenGone(kind, zone, border))
        case ops.Reveal() if zone in run.state.hidden:
            assert zone is not None
            run.emit(ev.Revealed(zone, run.state.hidden[zone]))
        case ops.SetLink(op=op, id=id):
            run.emit(ev.LinkMoved(id, op == "open-link"))
        case ops.ChangeRecovery(by=by):
            run.emit(ev.RecoveryChanged(max(0, run.state.book.recovery + by)))
        case ops.GrantSkill(do=do, who=who, id=id):
            for named_id in ids or (who,):
                run.emit(ev.Granted(named_id, id, do == "give"))
        case ops.DealDamage(dice=dice):
            _deal(run, operation, zone, ids, dice)


def waiting(state: State, tile: str) -> list[str]:
    """EVT-5: the figures that could be spawned: of the reserve first, then those that died."""
    off = [figure for figure in state.of_tile(tile) if figure.at is None]
    return [*(figure.id for figure in off if not figure.dead), *(figure.id for figure in off if figure.dead)]


def end(run: R, winner: str, reason: str, clause: str) -> None:
    """WIN-1: a side wins, or nobody."""
    state = run.state
    sides = run.engine.sides(state)
    seats = tuple(seat for seat in run.engine.playing(state) if sides[seat] == winner)
    run.emit(Over(Outcome(seats, reason, {}), clause))


# ---- damage of a scenario --------------------------------------------------------------------------------------------


def _deal(run: R, operation: ops.DealDamage, zone: str | None, ids: Sequence[str], dice: Sequence[str]) -> None:
    if operation.as_ == "area" and zone is not None:
        area.strike(run, OVERLORD, "", zone, dice, "scenario", "script")
        return
    victims = tuple(
        id for id in (ids or (run.state.within(zone) if zone is not None else ())) if run.state.on_board(id)
    )
    if victims:
        frame: Any = run.state.stack[-1]
        run.become(replace(frame, who=victims))
        pot = tuple(fr.Die(die.rstrip("*"), "scenario") for die in dice)
        rolls.throw(run, "", "script", pot, OVERLORD, rerolls=False)


def _dealt(run: R, frame: Any, operation: ops.DealDamage) -> None:
    """The dice have fallen: their result strikes each victim in turn."""
    run.become(replace(frame, dice=None, damage=rolls.total(run.state, frame.dice)))


def _next_victim(run: R, frame: Any, operation: ops.DealDamage) -> None:
    first, *rest = frame.who
    damage = frame.damage
    run.become(replace(frame, who=tuple(rest)))
    if not run.state.on_board(first) or not damage:
        return
    if operation.as_ == "wounds":
        wound(run, first, damage, None)
    else:
        run.push(fr.Defence(first, "", "script", damage))


# ---- doors that a player picks ---------------------------------------------------------------------------------------


def _doors(run: R, operation: ops.SetDoor) -> None:
    state = run.state
    if operation.id is not None:
        if state.doors.get(operation.id) not in (None, operation.to):
            run.emit(ev.DoorMoved(operation.id, operation.to))
        return
    able = tuple(id for id in state.doors if _pickable(state, operation, id))
    if able:
        run.push(fr.Picking(OVERLORD, able, operation.count, operation.to))


def _pickable(state: State, operation: ops.SetDoor, door: str) -> bool:
    if state.doors[door] != operation.pick or door in state.openings or door not in state.board.beside:
        return False
    return operation.none_near is None or not any(
        state.within(zone, operation.none_near) for zone in state.board.beside[door]
    )


class PickingHandler(PlayersChoice[fr.Picking]):
    """The Overlord picks one door after the other, or no more."""

    kind = "choose"
    answered_by: ClassVar = (cmd.Choose, "choice")
    clause = "EVT-1"

    def choices(self, state: State, frame: fr.Picking, seat: Seat) -> Sequence[Any]:
        return [*frame.doors, None]

    def code(self, state: State, frame: fr.Picking) -> str:
        return "choose-door"

    def params(self, state: State, frame: fr.Picking, seat: Seat) -> Json:
        return {"count": frame.count, "to": frame.to}

    def chosen(self, run: R, frame: fr.Picking, seat: Seat, choice: Any) -> None:
        run.pop()
        if choice is None:
            return
        run.emit(ev.DoorMoved(choice, frame.to))
        left = tuple(door for door in frame.doors if door != choice)
        if left and frame.count > 1:
            run.push(fr.Picking(seat, left, frame.count - 1, frame.to))


class ByHandHandler(PlayersChoice[fr.ByHandFrame]):
    """SKL-34: the players settle a rule by an adjustment; then this seat goes on."""

    kind = "choose"
    answered_by: ClassVar = (cmd.Choose, "choice")
    clause = "SKL-34"

    def choices(self, state: State, frame: fr.ByHandFrame, seat: Seat) -> Sequence[Any]:
        return ["settled"]

    def code(self, state: State, frame: fr.ByHandFrame) -> str:
        return "by-hand"

    def params(self, state: State, frame: fr.ByHandFrame, seat: Seat) -> Json:
        return {"rule": frame.rule, "words": list(frame.words)}

    def chosen(self, run: R, frame: fr.ByHandFrame, seat: Seat, choice: Any) -> None:
        run.pop()
        run.emit(ev.SettledByHand(frame.rule, frame.words))

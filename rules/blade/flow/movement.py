"""Movement carried out step by step, leaps, falls, webs, and leaving the board (STP, FAL, SKL-25, SKL-29, SKL-30)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import rolls
from rules.blade.flow.choices import PlayersChoice
from rules.blade.flow.life import spend, wound
from rules.blade.legality import steps as law
from rules.blade.legality.common import payer_of
from rules.blade.legality.magic import mind_step
from rules.blade.measure import all_skills, crowded, seat_of, step_hindering
from rules.blade.state import Figure, Hero, State
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.handlers import Handler
from rules.kernel.run import Run

R = Run[State]


def begin(run: R, command: cmd.Move) -> None:
    """STP-12: the path is walked step by step."""
    assert command.path is not None
    run.push(fr.Travel(command.who, command.path, command.via or (None,) * len(command.path)))


class TravelHandler(Handler[State, fr.Travel, R]):
    """One step after the other; where the next can no longer be made, the movement is over."""

    def step(self, run: R, frame: fr.Travel) -> None:
        state, who = run.state, frame.who
        if not frame.path or not state.on_board(who):
            run.pop()
            return
        here, (to, *rest), (via, *ways) = state.at(who), frame.path, frame.via
        made = mind_step(state, who, here, to) if frame.free else law.step(state, who, here, to, via)
        last = not rest
        if isinstance(made, Refusal) or (last and law.ending(state, who, to) is not None):
            run.pop()
            return
        run.become(replace(frame, path=tuple(rest), via=tuple(ways)))
        _step(run, who, made, frame.free)


def _step(run: R, who: str, made: law.MoveStep, free: bool) -> None:
    """One step: what it opens or smashes, what it costs, and what follows."""
    state = run.state
    base, gems = (0, 0) if free else law.means(state, who).pay(made.points)
    if not free and law.means(state, who).fault(payer_of(state, who), made.points) is not None:
        run.become(replace(run.state.stack[-1], path=(), via=()))
        return
    if gems:
        _pay(run, who, gems)
    if made.via == law.SMASH and made.piece is not None:
        run.emit(ev.Smashed(made.piece, who))  # SKL-25
    elif made.piece is not None:
        run.emit(ev.DoorMoved(made.piece, "open", who, found=True))  # BRD-13, BRD-14
    if made.link is not None and made.link.kind == "leap" and "flight" not in all_skills(state)[who]:
        _leap(run, who, made, base, gems)
        return
    drops = made.link is not None and made.link.kind == "drop"
    points = 0 if free else made.points
    why: Any = "mind-control" if free else "drop" if drops else "step"
    run.emit(ev.Moved(who, made.from_, made.to, made.via, points, () if free else made.parts, base, gems, why))
    if drops and made.link is not None:
        fall(run, who, made.link.fall)  # FAL-4
    burn(run, who, made.to)


def _pay(run: R, who: str, gems: int) -> None:
    """STP-6, OVL-7, ALY-4."""
    payer = payer_of(run.state, who)
    ally = isinstance(run.state.who(who), Figure) and run.state.side_of(who) == "heroes"
    spend(run, payer, "fatigue" if ally else "movement", gems, "movement")


# ---- leaps and falls -------------------------------------------------------------------------------------------------


def _leap(run: R, who: str, made: law.MoveStep, base: int, gems: int) -> None:
    """SKL-30: the points are spent; one red die against the difficulty."""
    assert made.link is not None
    here = made.from_
    run.emit(ev.Moved(who, here, here, made.via, made.points, made.parts, base, gems, "leap"))
    run.push(fr.Leaping(who, made.link.id, made.to))
    pot = (fr.Die("red", "leap"),)
    rolls.throw(run, who, "leap", pot, seat_of(run.state, who), enough=made.link.difficulty)


class LeapHandler(Handler[State, fr.Leaping, R]):
    def step(self, run: R, frame: fr.Leaping) -> None:
        assert frame.dice is not None
        run.pop()
        state, who = run.state, frame.who
        if not state.on_board(who):
            return
        link, here = state.board.links[frame.link], state.at(who)
        success = rolls.total(state, frame.dice) >= link.difficulty
        run.emit(ev.Leapt(who, frame.to, success))
        end = frame.to if success else here if link.fail in (None, "stay") else str(link.fail)
        if success and crowded(state, end, who):
            end = here
        if end != here:
            run.emit(ev.Moved(who, here, end, frame.link, 0, (), 0, 0, "leap"))
            _settle_in(run, who, end)
        if not success:
            travel: Any = run.state.stack[-1]
            if isinstance(travel, fr.Travel):
                run.become(replace(travel, path=(), via=()))
            if link.fall:
                fall(run, who, link.fall)
        burn(run, who, end)


def _settle_in(run: R, who: str, zone: str) -> None:
    """BRD-8: who is put into a liquid zone without swimming is afloat; CRW-7: beside a zone that is too full."""
    skills = all_skills(run.state)[who]
    if run.state.board.zones[zone].liquid and not skills & {"swim", "flight"}:
        run.emit(ev.Marked(who, "afloat", True))


def fall(run: R, who: str, dice: Sequence[str]) -> None:
    """FAL-1, FAL-5: flyers do not fall."""
    if dice and run.state.on_board(who) and "flight" not in all_skills(run.state)[who]:
        run.push(fr.Falling(who, tuple(dice)))
        pot = tuple(fr.Die(die.rstrip("*"), "fall") for die in dice)
        rolls.throw(run, who, "fall", pot, seat_of(run.state, who), low=True)


class FallHandler(Handler[State, fr.Falling, R]):
    """FAL-1: each success is a wound; no defence counts."""

    def step(self, run: R, frame: fr.Falling) -> None:
        assert frame.dice is not None
        run.pop()
        state, who = run.state, frame.who
        softened = bool(all_skills(state)[who] & {"leap", "climb"})  # FAL-5
        wounds = max(0, rolls.total(state, frame.dice) - softened)
        character = state.everyone()[who]
        persons = (
            [id for id in character.items if state.item(id).kind == "person"] if isinstance(character, Hero) else []
        )
        run.emit(ev.Fell(who, wounds, tuple(persons)))  # FAL-3
        wound(run, who, wounds, None)


def burn(run: R, who: str, zone: str) -> None:
    """TOK-3: flames wound whoever enters, as a fall does."""
    if run.state.on_board(who) and any(token.kind == "flames" and token.zone == zone for token in run.state.tokens):
        fall(run, who, ("orange",))


# ---- webs, leaving, placing ------------------------------------------------------------------------------------------


def break_free(run: R, command: cmd.BreakFree) -> None:
    """SKL-29: movement points, base and extra mixed."""
    state, who = run.state, command.who
    base, gems = law.means(state, who).pay(law.WEB_COST)
    if gems:
        _pay(run, who, gems)
    here = state.at(who)
    parts = (ev.SumPart("SKL-29", law.WEB_COST),)
    run.emit(ev.Moved(who, here, here, None, law.WEB_COST, parts, base, gems, "step"), ev.Unmarked(who, "webbed"))


def leave(run: R, command: cmd.Leave) -> None:
    """BRD-16."""
    state, who = run.state, command.who
    points = 1 + step_hindering(state, who)
    base, gems = law.means(state, who).pay(points)
    if gems:
        _pay(run, who, gems)
    run.emit(ev.LeftBoard(who, state.at(who), base, gems))


class PlacingHandler(PlayersChoice[fr.Placing]):
    """CRW-7: who must be put beside a crowded zone; its player chooses (BAS-8)."""

    kind = "place"
    answered_by: ClassVar = (cmd.PlaceFigure, "zone")
    clause = "CRW-7"

    def choices(self, state: State, frame: fr.Placing, seat: Seat) -> Sequence[Any]:
        return list(room_near(state, frame.who, frame.zone))

    def params(self, state: State, frame: fr.Placing, seat: Seat) -> Json:
        return {"who": frame.who}

    def forced(self, state: State, frame: fr.Placing, seat: Seat) -> Any:
        zones = room_near(state, frame.who, frame.zone)
        return cmd.PlaceFigure(zones[0]) if len(zones) == 1 else None

    def chosen(self, run: R, frame: fr.Placing, seat: Seat, choice: Any) -> None:
        run.pop()
        enter(run, frame.who, choice, frame.why)


def enter(run: R, who: str, zone: str, why: Any) -> None:
    """A figure comes into play in a zone with room."""
    tile = run.state.figure(who).tile
    dead = run.state.tile_dead(tile)
    run.emit(ev.EnteredPlay(who, zone, why))
    if dead:
        revived = [
            other for other in run.state.river if other != "event" and (run.state.tiles[other].of or other) == tile
        ]
        run.emit(*(ev.TileRevived(revived_tile) for revived_tile in revived))  # RIV-4


def room_near(state: State, who: str, zone: str) -> tuple[str, ...]:
    """CRW-7, EVT-6: the zone itself, else the adjacent zones with room, else the nearest with room."""
    if not crowded(state, zone, who):
        return (zone,)
    board = state.board
    beside = tuple(
        other for other in board.neighbours[zone] if _open_way(state, zone, other) and not crowded(state, other, who)
    )
    if beside:
        return beside
    by_distance = [other for other in board.map.nearest(zone) if not crowded(state, other, who)]
    return tuple(by_distance[:1])


def _open_way(state: State, zone: str, to: str) -> bool:
    from rules.blade.sight import pieces_between

    liquid = state.board.zones[to].liquid
    return not liquid and any(kind.surcharge is not None for _, kind in pieces_between(state, zone, to))

"""What may be said without being asked: reaction spells in the own side's turn, heroes handed to another player
(SPC-4, BAS-2), and on a bench whatever is put where."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.blade import changes
from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import magic
from rules.blade.legality.common import afloat
from rules.blade.legality.magic import cast, castings_in_reaction
from rules.blade.measure import seat_of
from rules.blade.state import OVERLORD, State
from rules.kernel import Json, Seat
from rules.kernel.refusals import no
from rules.kernel.run import Run

R = Run[State]


def quiet(state: State, seat: Seat) -> bool:
    """Whether it is the turn of this seat's side and nothing is being resolved (BAS-11)."""
    frame = state.stack[-1] if state.stack else None
    if seat == OVERLORD:
        return isinstance(frame, fr.OverlordAct | fr.TileAct)
    return isinstance(frame, fr.HeroesAct)


def judge(state: State, seat: Seat, command: Any) -> Any:
    """The aside as it will be carried out, or a Refusal; None for a command that is none."""
    match command:
        case cmd.Cast():
            row = state.pack.spells.get(command.spell)
            if row is None or not row.reaction or not quiet(state, seat):
                return None
            if state.on_board(command.who) and (fault := afloat(state, command.who)) is not None:
                return fault
            return cast(state, seat, command, reaction=True) or command
        case cmd.OfferHero(hero=hero, to=to):
            if hero not in state.players.get(seat, ()):
                return no("BAS-2", "not-your-hero", who=hero)
            able = to in state.players and to != seat and to not in state.given_up
            return command if able and state.offers.get(hero) != to else no("BAS-2", "not-a-choice")
        case cmd.TakeOver(hero=hero) | cmd.Decline(hero=hero):
            return command if state.offers.get(hero) == seat else no("BAS-2", "no-offer", hero=hero)
        case cmd.KeepHero(hero=hero):
            mine = hero in state.offers and hero in state.players.get(seat, ())
            return command if mine else no("BAS-2", "no-offer", hero=hero)
        case cmd.SetUp(changes=rows) if state.row.free:
            if not isinstance(state.stack[-1], fr.OverlordAct | fr.HeroesAct | fr.Declaring):
                return no("BAS-11", "not-now")
            return changes.fault(state, rows, seat, None) or command
    return None


def perform(run: R, seat: Seat, command: Any) -> None:
    """Carries out an aside."""
    match command:
        case cmd.Cast():
            magic.carry_out(run, seat, command)
        case cmd.OfferHero(hero=hero, to=to):
            run.emit(ev.HandOverOffered(seat, hero, to))
        case cmd.TakeOver(hero=hero):
            run.emit(ev.HandedOver(seat, hero))
        case cmd.Decline(hero=hero) | cmd.KeepHero(hero=hero):
            run.emit(ev.HandOverDeclined(seat, hero))
        case cmd.SetUp(changes=rows):
            run.emit(*(ev.Adjusted(dict(row)) for row in rows))


def every(state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
    """The reaction spells that a seat could cast unasked."""
    if not quiet(state, seat):
        return
    castings = [
        casting
        for id, character in state.everyone().items()
        if character.at is not None and seat_of(state, id) == seat and afloat(state, id) is None
        for casting in castings_in_reaction(state, id)
    ]
    for casting in rng.sample(castings, len(castings)):
        yield cmd.CODEC.brief(casting)


def answers(state: State, seat: Seat) -> list[list[Json]]:
    """The heroes offered to a seat: it takes them over, or declines."""
    offered = [hero for hero, to in state.offers.items() if to == seat]
    return [[{"kind": "take-over", "hero": hero}, {"kind": "decline", "hero": hero}] for hero in offered]


def withdrawals(state: State, seat: Seat) -> list[Json]:
    return [{"kind": "keep-hero", "hero": hero} for hero in state.offers if hero in state.players.get(seat, ())]

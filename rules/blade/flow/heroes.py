"""The course of the match and the heroes' turn: stances, free order, allies, the end (BAS-5, HRO, ALY, VAR-2)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import overlord, series
from rules.blade.flow.acts import ActHandler, acting_commands, perform
from rules.blade.flow.choices import player_now
from rules.blade.flow.life import sweep, sweep_book
from rules.blade.flow.magic import halo_ends
from rules.blade.flow.movement import burn
from rules.blade.flow.turn import activation_begins, activation_ends
from rules.blade.measure import recovery
from rules.blade.state import State, other_side
from rules.kernel import Json, Seat, replace
from rules.kernel.handlers import NOT_NOW, ChoiceHandler, Handler, Question, SharedHandler, legal
from rules.kernel.refusals import no
from rules.kernel.run import Run

R = Run[State]
DONE: Json = {"kind": "done"}


# ---- the course ------------------------------------------------------------------------------------------------------


class CourseHandler(Handler[State, fr.Course, R]):
    """BAS-5: the turns of both sides, one after the other."""

    def step(self, run: R, frame: fr.Course) -> None:
        state = run.state
        match frame.step:
            case "setup":
                _set_up(run)
            case "casting":
                run.become(fr.Course("begin"))
                if any(True for _ in free_heroes(state)):
                    run.push(fr.Casting())
            case "begin":
                _begin(run)
            case "stances":
                run.become(fr.Course("act"))
                if any(True for _ in state.living()):
                    run.push(fr.Declaring())
            case "act":
                run.become(fr.Course("end"))
                run.push(fr.HeroesAct() if state.side == "heroes" else fr.OverlordAct())
            case "end":
                _end(run)


def _set_up(run: R) -> None:
    """PRE-2, BAS-7: the deck is shuffled, and tokens are laid face down."""
    state = run.state
    run.become(fr.Course("casting"))
    if state.deck:
        run.emit(ev.Shuffled(run.chance.shuffled(state.deck)))
    hidden = state.muster_row.hidden
    if hidden is not None:
        tokens = run.chance.shuffled(hidden.tokens)
        run.emit(ev.HiddenLaid(dict(zip(hidden.zones, tokens, strict=False)), hidden.known_to))


def _begin(run: R) -> None:
    """A side's turn starts: HRO-1, OVL-1; the first turn is whole (HRO-12)."""
    state = run.state
    side = state.first if not state.round else other_side(state.side)
    run.emit(ev.TurnBegan(side, state.round + (side == state.first)))
    if side == "heroes":
        for hero in state.living():
            sweep(run, hero.id, cards=False)
        run.become(fr.Course("stances"))
    else:
        run.become(fr.Course("act"))
        overlord.start(run)


def _end(run: R) -> None:
    """HRO-10, OVL-13, SPC-7: sweeps, and what ends with the turn."""
    side = run.state.side
    run.become(fr.Course("begin"))
    if side == "heroes":
        for hero in run.state.living():
            activation_ends(run, hero.id)
            sweep(run, hero.id, cards=True)
        sweep_book(run, boxes=False)
    else:
        for hero in run.state.living():
            sweep(run, hero.id, cards=True, boxes=False)
        sweep_book(run, boxes=True)
    run.emit(ev.TurnEnded(side))
    for id in [character for character in run.state.everyone() if run.state.side_of(character) == side]:
        if run.state.on_board(id):
            burn(run, id, run.state.at(id))  # TOK-3


# ---- casting ---------------------------------------------------------------------------------------------------------


def free_heroes(state: State) -> Iterator[str]:
    """The heroes that nobody has taken."""
    taken = {id for ids in state.players.values() for id in ids}
    return (hero.id for hero in state.heroes if hero.id not in taken)


class CastingHandler(ChoiceHandler[State, fr.Casting, R]):
    """PRE-3: hero seats choose in turn, round and round."""

    kind = "casting"
    answered_by: ClassVar = (cmd.TakeHero, "hero")
    clause = "PRE-3"

    def asked(self, state: State, frame: fr.Casting) -> Sequence[Seat]:
        seats = [seat for seat in state.seats[1:] if seat not in state.given_up] or list(state.seats[1:2])
        taken = sum(len(ids) for ids in state.players.values())
        return (seats[taken % len(seats)],)

    def choices(self, state: State, frame: fr.Casting, seat: Seat) -> Sequence[Any]:
        return list(free_heroes(state))

    def forced(self, state: State, frame: fr.Casting, seat: Seat) -> Any:
        free = list(free_heroes(state))
        return cmd.TakeHero(free[0]) if len(free) == 1 else None

    def chosen(self, run: R, frame: fr.Casting, seat: Seat, choice: Any) -> None:
        run.emit(ev.HeroTaken(seat, choice))
        if not any(True for _ in free_heroes(run.state)):
            run.pop()


# ---- stances ---------------------------------------------------------------------------------------------------------


def living_of(state: State, seat: Seat) -> list[str]:
    """The heroes of a seat on the board."""
    return [id for id in state.players.get(seat, ()) if state.on_board(id)]


class StancesHandler(Handler[State, fr.Declaring, R]):
    """HRO-2: all declare together; what is declared lies open and may change until the last is in."""

    def ask(self, state: State, frame: fr.Declaring) -> Mapping[Seat, Question]:
        questions = {}
        for seat in state.players:
            if seat not in frame.answers and (heroes := living_of(state, seat)):
                default = {"kind": "stances", "stances": dict.fromkeys(heroes, "aggressive")}
                gains = {
                    id: {stance: recovery(state, state.hero(id), stance) for stance in ("aggressive", "cautious")}
                    for id in heroes
                }
                questions[seat] = Question("stances", "stances", {"heroes": heroes, "recovery": gains}, default)
        return questions

    def late(self, state: State, frame: fr.Declaring, seat: Seat) -> bool:
        return seat in frame.answers

    def question_of(self, frame: fr.Declaring) -> object:
        return replace(frame, answers={})

    def resolve(self, state: State, frame: fr.Declaring, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Stances):
            return NOT_NOW
        mine = living_of(state, seat)
        for id in command.stances:
            if id not in mine:
                return no("BAS-2", "not-your-hero", who=id)
        return command if set(command.stances) == set(mine) else no("HRO-2", "not-a-choice")

    def answer(self, run: R, frame: fr.Declaring, seat: Seat, command: Any) -> None:
        run.emit(ev.StanceSaid(seat, command.stances))
        run.become(replace(frame, answers={**frame.answers, seat: command.stances}))

    def step(self, run: R, frame: fr.Declaring) -> None:
        stances = {id: stance for stances in frame.answers.values() for id, stance in stances.items()}
        # of heroes whose player has just left: as they would be by default
        stances = {hero.id: stances.get(hero.id, "aggressive") for hero in run.state.living()}
        run.pop()
        # HRO-11: they stand until the next declaration
        run.emit(ev.StancesSet(stances))
        for id, stance in stances.items():
            hero = run.state.hero(id)
            if stance == "aggressive" and hero.last_stance == "cautious":
                halo_ends(run, id)  # SPL-4
            if n := min(recovery(run.state, hero, stance), hero.gems.fatigue):
                run.emit(ev.Recovered(id, n))  # HRO-3, HRO-4
            if stance == "aggressive":
                activation_begins(run, id)

    def options(self, state: State, frame: fr.Declaring, seat: Seat) -> list[Json]:
        heroes = living_of(state, seat)
        both = product(("aggressive", "cautious"), repeat=len(heroes))
        return [legal({"kind": "stances", "stances": dict(zip(heroes, pair, strict=True))}) for pair in both]


# ---- free order ------------------------------------------------------------------------------------------------------


def can_act(state: State, seat: Seat) -> list[str]:
    """HRO-5, HRO-9: the living aggressive heroes of a seat."""
    return [id for id in living_of(state, seat) if state.hero(id).stance == "aggressive"]


class HeroesHandler(SharedHandler[State, fr.HeroesAct, R], ActHandler[fr.HeroesAct]):
    """HRO-6 to HRO-9: the aggressive heroes act in any order, one action at a time, until every seat is done."""

    finished = cmd.Done

    def put(self, state: State, frame: fr.HeroesAct) -> Mapping[Seat, Question]:
        seats = [seat for seat in state.players if can_act(state, seat)]
        if state.options.hand == "passed":
            # VAR-2: one of them has the hand
            left = [seat for seat in seats if seat not in frame.done]
            seats = [state.hand] if state.hand in left else left[:1]
        return {seat: Question("act", "act", {"heroes": can_act(state, seat)}, DONE) for seat in seats if seat}

    def late(self, state: State, frame: fr.HeroesAct, seat: Seat) -> bool:
        return seat in frame.done and bool(can_act(state, seat)) and state.options.hand == "free"

    def actors(self, state: State, frame: fr.HeroesAct, seat: Seat) -> Sequence[str]:
        return can_act(state, seat)

    def others(self, state: State, frame: fr.HeroesAct, seat: Seat) -> Iterable[Any]:
        if state.options.hand == "passed":
            yield from (cmd.PassHand(player) for player in state.players if player != seat and can_act(state, player))
        yield cmd.Done()

    def resolve(self, state: State, frame: fr.HeroesAct, seat: Seat, command: Any) -> Any:
        match command:
            case cmd.Done():
                return command if seat not in frame.done else NOT_NOW
            case cmd.Undone():
                return command if seat in frame.done else NOT_NOW
            case cmd.PassHand(to=to):
                passed = state.options.hand == "passed"
                able = passed and to != seat and to in state.players and can_act(state, to) and to not in frame.done
                return command if able else no("VAR-2", "not-a-choice") if passed else NOT_NOW
            case cmd.CommandSeries():
                return series.judge(self, state, frame, seat, command)
            case _ if isinstance(command, cmd.Acting):
                return self.judge(state, seat, command)
        return NOT_NOW

    def answer(self, run: R, frame: fr.HeroesAct, seat: Seat, command: Any) -> None:
        if seat in frame.done:
            run.emit(ev.SeatUndone(seat))
        # every seat's decision gets a new id after each command
        super().answer(run, replace(frame, turn=frame.turn + 1), seat, command)

    def shared_as(self, frame: fr.HeroesAct) -> str:
        return repr(replace(frame, done=(), turn=0))

    def act(self, run: R, frame: fr.HeroesAct, seat: Seat, command: Any) -> None:
        match command:
            case cmd.Done():
                run.emit(ev.SeatDone(seat))
            case cmd.PassHand(to=to):
                run.emit(ev.HandPassed(seat, to))
            case cmd.CommandSeries():
                series.begin(run, seat, command)
            case cmd.Undone():
                pass
            case _:
                perform(run, seat, command)

    def closed(self, run: R, frame: fr.HeroesAct) -> None:
        run.pop()

    def commands(self, state: State, frame: fr.HeroesAct, seat: Seat, rng: random.Random) -> Iterator[Json]:
        return acting_commands(self, state, frame, seat, rng)


class AllyHandler(ActHandler[fr.AllyAct]):
    """ALY-3: base movement, then one attack."""

    def ask(self, state: State, frame: fr.AllyAct) -> Mapping[Seat, Question]:
        if not state.on_board(frame.ally):
            return {}
        return {player_now(state, frame.seat): Question("ally-act", "ally-act", {"who": frame.ally}, END)}

    def step(self, run: R, frame: fr.AllyAct) -> None:
        end_ally(run, frame)

    def actors(self, state: State, frame: fr.AllyAct, seat: Seat) -> Sequence[str]:
        return (frame.ally,) if state.on_board(frame.ally) else ()

    def others(self, state: State, frame: fr.AllyAct, seat: Seat) -> Iterable[Any]:
        yield cmd.EndActivation()

    def resolve(self, state: State, frame: fr.AllyAct, seat: Seat, command: Any) -> Any:
        match command:
            case cmd.EndActivation():
                return command
            case cmd.CommandSeries():
                return series.judge(self, state, frame, seat, command)
            case cmd.Move() | cmd.Attack() | cmd.BreakFree():
                return self.judge(state, seat, command)
        return NOT_NOW

    def answer(self, run: R, frame: fr.AllyAct, seat: Seat, command: Any) -> None:
        match command:
            case cmd.EndActivation():
                end_ally(run, frame)
            case cmd.CommandSeries():
                series.begin(run, seat, command)
            case _:
                perform(run, seat, command)

    def commands(self, state: State, frame: fr.AllyAct, seat: Seat, rng: random.Random) -> Iterator[Json]:
        return acting_commands(self, state, frame, seat, rng)


END: Json = {"kind": "end-activation"}


def end_ally(run: R, frame: fr.AllyAct) -> None:
    run.pop()
    run.emit(ev.ActivationEnded(frame.ally))
    if run.state.on_board(frame.ally):
        activation_ends(run, frame.ally)

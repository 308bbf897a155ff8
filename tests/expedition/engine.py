"""The expedition: scouts look for relics in a ruin, and a warden drives them off.

EXP-1: seat 1 is the warden, all others are scouts of one side and begin in the ruin with 3 effort. EXP-2: a round
begins with 2 more effort for each scout. EXP-3: all scouts act at once, in any order, until each has said that it is
done; one that is done may go on. A step to a neighbouring place costs 1 effort. EXP-4: searching the ruin costs 1
effort and rolls a die: 5 and 6 find a relic, 1 and 2 make a noise. EXP-5: at a noise the warden may strike at that
scout, with two claws. EXP-6: it guards with as many shields as it likes, 1 effort each, beside its cloak, and may
reroll one of the dice once; a scout that has rolled less than the warden is back in the camp. EXP-7: two equal claws
raise the water by one; at the third all have lost. EXP-8: with as many
relics as scouts these have won, after the last round the warden. EXP-9: who gives up acts no more; the last side left
wins. EXP-10: the warden may order to strike always or never, a scout never to guard, or with so much effort against a
force that is large enough; an order holds once, for the round, or always.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, assert_never

from rules.kernel import Codec, Json, Refusal, Seat, StackCodec, TaggedCodec, Viewer, seats_of
from rules.kernel.contract import Match as Contract
from rules.kernel.engine import Engine
from rules.kernel.journal import Outcome, Over
from rules.kernel.match import KernelMatch
from rules.kernel.orders import Order, after_turn
from rules.kernel.rolls import Die, Faces, Pot, PotHandler
from rules.kernel.run import NOT_NOW, ChoiceHandler, Handler, Question, Run, SharedHandler, legal
from rules.kernel.seats import viewers_of
from tests.expedition.nouns import (
    WARDEN,
    Alarm,
    Command,
    Done,
    DrivenOff,
    Event,
    Fact,
    Finished,
    Frame,
    Guard,
    Guarded,
    Move,
    Moved,
    Options,
    Parry,
    Recovered,
    Reroll,
    Rerolled,
    Round,
    Scouting,
    Search,
    Searched,
    State,
    Strike,
    StrikeBack,
    Struck,
)

NEXT_TO: Mapping[str, tuple[str, ...]] = {
    "camp": ("wood", "ford"),
    "wood": ("camp", "ruin"),
    "ford": ("camp", "ruin"),
    "ruin": ("wood", "ford"),
}
FLOOD = 3
DICE: Faces = {"claw": (0, 1, 1, 2, 2, 3), "shield": (0, 0, 1, 1, 1, 2), "cloak": (0, 0, 0, 0, 1, 1)}


class RoundHandler(Handler[State, Round, Run[State]]):
    """EXP-2, EXP-8."""

    def step(self, run: Run[State], frame: Round) -> None:
        if frame.number > run.state.options.rounds:
            EXPEDITION.win(run, "warden", "rounds")
        else:
            run.emit(Recovered(frame.number))
            run.become(Scouting(frame.number))


class ScoutingHandler(SharedHandler[State, Scouting, Run[State]]):
    """EXP-3, EXP-4."""

    finished = Done

    def put(self, state: State, frame: Scouting) -> Mapping[Seat, Question]:
        return {seat: Question("act", "act", {"effort": state.effort[seat]}, {"kind": "done"}) for seat in state.at}

    def resolve(self, state: State, frame: Scouting, seat: Seat, command: Any) -> Any:
        match command:
            case Done():
                return command
            case Move(to=to) if to not in NEXT_TO[state.at[seat]]:
                return Refusal("EXP-3", "not-next-to", {"to": to})
            case Search() if state.at[seat] != "ruin":
                return Refusal("EXP-4", "nothing-here", {})
            case Move() | Search():
                return command if state.effort[seat] else Refusal("EXP-3", "no-effort", {})
            case _:
                return NOT_NOW

    def options(self, state: State, frame: Scouting, seat: Seat) -> list[Json]:
        rows: list[Json] = [{"kind": "done"}]
        if state.effort[seat]:
            rows += [{"kind": "move", "to": to} for to in NEXT_TO[state.at[seat]]]
            rows += [{"kind": "search"}] if state.at[seat] == "ruin" else []
        return [legal(row) for row in rows]

    def act(self, run: Run[State], frame: Scouting, seat: Seat, command: Any) -> None:
        match command:
            case Done():
                run.emit(Finished(seat))
            case Move(to=to):
                run.emit(Moved(seat, to))
            case _:
                (die,) = run.chance.roll(1)
                run.emit(Searched(seat, die))
                if die <= 2:
                    run.push(Alarm(seat))

    def closed(self, run: Run[State], frame: Scouting) -> None:
        run.become(Round(frame.number + 1))


class AlarmHandler(ChoiceHandler[State, Alarm, Run[State]]):
    """EXP-5."""

    kind: ClassVar = "alarm"
    answered_by: ClassVar = (StrikeBack, "strike")
    clause: ClassVar = "EXP-5"

    def asked(self, state: State, frame: Alarm) -> Sequence[Seat]:
        return (WARDEN,)

    def ordered(self, state: State, frame: Alarm, seat: Seat, answer: Any) -> StrikeBack:
        return StrikeBack(answer == "always")

    def chosen(self, run: Run[State], frame: Alarm, seat: Seat, choice: bool) -> None:
        run.pop()
        if choice:
            pot = Pot((Die("claw"), Die("claw"))).rolled(run.chance, DICE)
            force = pot.total(DICE)
            run.emit(Struck(frame.seat, pot, force))
            run.push(Strike(frame.seat, force))


class StrikeHandler(ChoiceHandler[State, Strike, Run[State]]):
    """EXP-6."""

    kind: ClassVar = "guard"
    answered_by: ClassVar = (Guard, "effort")
    clause: ClassVar = "EXP-6"

    def choices(self, state: State, frame: Strike, seat: Seat) -> Sequence[int]:
        return range(state.effort[seat] + 1)

    def subjects(self, state: State, frame: Strike, seat: Seat) -> Sequence[str | None]:
        return (state.at[seat], None)

    def ordered(self, state: State, frame: Strike, seat: Seat, answer: Any) -> Guard:
        large = answer != "never" and frame.force >= answer["least"]
        return Guard(answer["effort"] if large else 0)

    def chosen(self, run: Run[State], frame: Strike, seat: Seat, choice: int) -> None:
        dice = (Die("cloak"), *(Die("shield", "effort") for _ in range(choice)))
        pot = Pot(dice).rolled(run.chance, DICE)
        run.emit(Guarded(seat, choice, pot))
        run.become(Parry(seat, frame.force, pot))


class ParryHandler(PotHandler[State, Parry, Run[State]]):
    """EXP-6."""

    answered_by: ClassVar = (Reroll, "die")
    clause: ClassVar = "EXP-6"

    def faces(self, state: State) -> Faces:
        return DICE

    def may_reroll(self, state: State, frame: Parry, seat: Seat) -> Sequence[int]:
        beaten = frame.pot.total(DICE) < frame.force
        return range(len(frame.pot.dice)) if beaten and not frame.rerolled else ()

    def rerolled(self, run: Run[State], frame: Parry, at: int, pot: Pot) -> Parry:
        run.emit(Rerolled(frame.seat, at, pot))
        return replace(frame, pot=pot, rerolled=True)

    def kept(self, run: Run[State], frame: Parry) -> None:
        run.pop()
        if frame.pot.total(DICE) < frame.force:
            run.emit(DrivenOff(frame.seat))


class Expedition(Engine[State]):
    options = Codec(Options)
    state = Codec(State)
    commands = TaggedCodec(Command)
    events = TaggedCodec(Event)
    frames = StackCodec(Frame)
    handlers: ClassVar = {
        Round: RoundHandler(),
        Scouting: ScoutingHandler(),
        Alarm: AlarmHandler(),
        Strike: StrikeHandler(),
        Parry: ParryHandler(),
    }
    clauses: ClassVar = {"": "EXP-3", "concession": "EXP-9", "time": "EXP-9", "agreement": "EXP-9"}
    final = (Searched, Struck, Guarded, Rerolled)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return seats_of(state.options.players)

    def sides(self, state: State) -> Mapping[Seat, str]:
        return {seat: "warden" if seat == WARDEN else "scouts" for seat in self.seats(state)}

    def initial(self, options: Options, packs: Sequence[Mapping[str, Any]]) -> State:
        scouts = seats_of(options.players)[1:]
        effort = dict.fromkeys(scouts, 3)
        return State(options=options, at=dict.fromkeys(scouts, "ruin"), effort=effort, stack=(Round(1),))

    def evolve(self, state: State, event: Fact) -> State:
        match event:
            case Recovered():
                return after_turn(replace(state, effort={seat: n + 2 for seat, n in state.effort.items()}))
            case Moved(seat=seat, to=to):
                return self._spent(replace(state, at={**state.at, seat: to}), seat, 1)
            case Searched(seat=seat, die=die):
                return self._spent(replace(state, relics=state.relics + (die >= 5)), seat, 1)
            case Finished() | Rerolled():
                return state
            case Struck(pot=pot):
                one, two = pot.shown(DICE)
                return replace(state, water=state.water + (one == two))
            case Guarded(seat=seat, effort=effort):
                return self._spent(state, seat, effort)
            case DrivenOff(seat=seat):
                return replace(state, at={**state.at, seat: "camp"})
            case _:
                assert_never(event)

    def _spent(self, state: State, seat: Seat, n: int) -> State:
        return replace(state, effort={**state.effort, seat: state.effort[seat] - n})

    def between(self, run: Run[State]) -> None:
        if run.state.water == FLOOD:
            run.emit(Over(Outcome((), "flood", all_lost=True), "EXP-7"))
        elif run.state.relics >= len(run.state.at):
            self.win(run, "scouts", "relics")

    def win(self, run: Run[State], side: str, reason: str) -> None:
        """EXP-8."""
        run.emit(Over(Outcome(self.of_side(run.state, side), reason), "EXP-8"))

    def order_choices(self, state: State, seat: Seat) -> Mapping[str, Sequence[Any]]:
        if seat == WARDEN:
            return {"alarm": ("always", "never")}
        return {"guard": ("never", *({"effort": n, "least": n + 1} for n in (1, 2)))}

    def orderable(self, state: State, seat: Seat, order: Order) -> Refusal | None:
        everywhere = super().orderable(state, seat, replace(order, who=None))
        return everywhere if order.who is None or order.who in NEXT_TO else self.refuse("no-such-order")

    def asides(self, state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
        rows: list[Json] = [
            {"kind": "instruct", "about": about, "answer": answer, "until": rng.choice(("once", "turn", "match"))}
            for about, answers in self.order_choices(state, seat).items()
            for answer in (None, *answers)
        ]
        return iter(rng.sample(rows, len(rows)))

    def open_view(self, state: State) -> Json:
        counted = {"relics": state.relics, "water": state.water}
        return {"at": dict(state.at), "effort": dict(state.effort), **counted}

    def own_views(self, state: State) -> Mapping[Viewer, Json]:
        return {viewer: {} for viewer in viewers_of(self.seats(state))}

    def imagined(self, state: State, viewer: Viewer, rng: random.Random) -> State:
        return state


EXPEDITION = Expedition()


class Match(KernelMatch[State]):
    engine = EXPEDITION


_: type[Contract] = Match

"""What happens on the expedition: a handler for each kind of frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rules.kernel import Json, Refusal, Seat, TaggedCodec, replace
from rules.kernel.handlers import NOT_NOW, ChoiceHandler, Handler, Question, SealedChoiceHandler, SharedHandler, legal
from rules.kernel.journal import Outcome, Over
from rules.kernel.places import Board, BoardPlace, fits
from rules.kernel.rolls import Die, Faces, Pot, PotHandler
from rules.kernel.run import Run
from tests.expedition.nouns import (
    WARDEN,
    Alarm,
    Camp,
    Command,
    Done,
    DrivenOff,
    Finished,
    Go,
    Guard,
    Guarded,
    HeldBack,
    Laid,
    Look,
    Looked,
    Move,
    Moved,
    Opened,
    OpenUp,
    Parry,
    Read,
    ReadOmen,
    Recovered,
    Reroll,
    Rerolled,
    Round,
    Scouting,
    Search,
    Searched,
    Sluice,
    State,
    Strike,
    StrikeBack,
    Struck,
    Turned,
    yes_in_order,
)  # fmt: skip

COMMANDS: TaggedCodec[Any] = TaggedCodec(Command)
BOARD: Board = {
    "camp": BoardPlace(("wood", "ford")),
    "wood": BoardPlace(("camp", "ruin")),
    "ford": BoardPlace(("camp", "ruin"), room=1),
    "ruin": BoardPlace(("wood", "ford")),
}
CAIRNS = {"cairn-1": "wood", "cairn-2": "ford", "cairn-3": "ruin"}
FACES = ("relic", "trap", "nothing")
OMENS = ("calm-1", "calm-2", "calm-3", "calm-4", "storm-1", "storm-2")
DICE: Faces = {"claw": (0, 1, 1, 2, 2, 3), "shield": (0, 0, 1, 1, 1, 2), "cloak": (0, 0, 0, 0, 1, 1)}


class CampHandler(Handler[State, Camp, Run[State]]):
    """EXP-1."""

    def step(self, run: Run[State], frame: Camp) -> None:
        run.emit(Laid(tuple(CAIRNS), run.chance.shuffled(FACES), run.chance.shuffled(OMENS)))
        run.become(Round(1))


class RoundHandler(Handler[State, Round, Run[State]]):
    """EXP-2, EXP-8."""

    def step(self, run: Run[State], frame: Round) -> None:
        if frame.number > run.state.options.rounds:
            win(run, "warden", "rounds")
        else:
            run.emit(Recovered(frame.number))
            run.become(Scouting(frame.number))


class ScoutingHandler(SharedHandler[State, Scouting, Run[State]]):
    """EXP-3, EXP-4, EXP-11, EXP-12."""

    finished = Done

    def put(self, state: State, frame: Scouting) -> Mapping[Seat, Question]:
        done: Json = {"kind": "done"}
        return {seat: Question("act", "act", {"effort": state.effort(seat)}, done) for seat in state.scouts}

    def resolve(self, state: State, frame: Scouting, seat: Seat, command: Any) -> Any:
        here = state.at(seat)
        assert here is not None
        match command:
            case Done():
                return command
            case Move(to=to) if to not in BOARD[here].beside:
                return Refusal("EXP-3", "not-next-to", {"to": to})
            case Move(to=to) if not fits(BOARD, state.pieces, seat, to):
                return Refusal("EXP-3", "no-room", {"to": to})
            case Search() if here != "ruin":
                return Refusal("EXP-4", "nothing-here", {})
            case Look() | OpenUp() if state.cairn(seat) is None:
                return Refusal("EXP-11", "nothing-here", {})
            case Read() if here != "camp" or not state.omens.cards:
                return Refusal("EXP-12", "nothing-here", {})
            case Move() | Search() | Look() | OpenUp() | Read():
                return command if state.effort(seat) else Refusal("EXP-3", "no-effort", {})
            case _:
                return NOT_NOW

    def options(self, state: State, frame: Scouting, seat: Seat) -> list[Json]:
        rows = [Done(), Search(), Look(), OpenUp(), Read(), *(Move(to) for to in BOARD)]
        written = [COMMANDS.dump(it) for it in rows if not isinstance(self.resolve(state, frame, seat, it), Refusal)]
        return [legal(row) for row in written]

    def act(self, run: Run[State], frame: Scouting, seat: Seat, command: Any) -> None:
        cairn = run.state.cairn(seat) or ""
        match command:
            case Done():
                run.emit(Finished(seat))
            case Move(to=to):
                run.emit(Moved(seat, to))
            case Look():
                run.emit(Looked(seat, cairn, run.state.pieces[cairn].face or ""))
            case Read():
                run.emit(ReadOmen(seat, run.state.omens.cards[0]))
            case OpenUp():
                face = run.state.pieces[cairn].face or ""
                run.emit(Opened(seat, cairn, face))
                if face == "trap":
                    run.push(Alarm(seat))
            case _:
                (die,) = run.chance.roll(1)
                run.emit(Searched(seat, die))
                if die <= 2:
                    run.push(Alarm(seat))

    def closed(self, run: Run[State], frame: Scouting) -> None:
        run.become(Round(frame.number + 1))
        if not run.state.omens.cards:
            return
        omen = run.state.omens.cards[0]
        run.emit(Turned(omen))
        if omen.startswith("storm"):
            run.push(Sluice(frame.number, tuple(seat for seat in run.state.scouts if run.state.effort(seat))))


class SluiceHandler(SealedChoiceHandler[State, Sluice, Run[State]]):
    """EXP-13."""

    kind: ClassVar = "sluice"
    answered_by: ClassVar = (Go, "go")
    clause: ClassVar = "EXP-13"
    default: ClassVar = 1

    def asked(self, state: State, frame: Sluice) -> Sequence[Seat]:
        return frame.seats

    def settled(self, state: State, frame: Sluice) -> bool:
        return yes_in_order(frame) is not None

    def opened(self, run: Run[State], frame: Sluice) -> None:
        goes = (seat for seat in frame.seats if frame.answers.get(seat) and seat in run.engine.playing(run.state))
        run.emit(HeldBack(next(goes, None)))
        run.pop()


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
        return range(state.effort(seat) + 1)

    def subjects(self, state: State, frame: Strike, seat: Seat) -> Sequence[str | None]:
        return (state.at(seat), None)

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


def win(run: Run[State], side: str, reason: str) -> None:
    """EXP-8."""
    run.emit(Over(Outcome(run.engine.of_side(run.state, side), reason), "EXP-8"))

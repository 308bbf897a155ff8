"""The options of an active player (ACT, COO, CAP): the `act` decision, and propaganda's choice of a rouage."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from rules.kernel import Json, Refusal, among, replace
from rules.kernel.handlers import Question, illegal, legal
from rules.kernel.memo import derived
from rules.kernel.run import with_stack
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects import activate as use
from rules.olomoc.effects.holders import STUDY
from rules.olomoc.effects.modifiers import counts_actions
from rules.olomoc.effects.triggers import announced
from rules.olomoc.flow import generic
from rules.olomoc.flow.noirceur import end_effects, most_actions
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Activation, Entering, Joining, Propaganda, TokensBack
from rules.olomoc.seats import Seat
from rules.olomoc.state import State

PROPAGANDA_ACTIONS = 2


def activate(run: Run, seat: Seat, rouage: str, by: str) -> None:
    """CYC-4.2: the rouage is active; off the Bloc, it enters first (ACT-2)."""
    manner: Literal["activation", "propaganda"] = "activation" if by == "activation" else "propaganda"
    run.emit(ev.LimitsReset("activation", (rouage,)), ev.Activated(rouage, manner))
    run.push(Activation(seat, manner, (rouage,)), Entering(seat, rouage))


class ActivationHandler(FrameHandler[Activation]):
    """The active rouages of a seat, in any order, alternating freely (COO-1)."""

    def ask(self, state: State, frame: Activation) -> Mapping[Seat, Question]:
        if all(state.pieces[id].out for id in frame.rouages):
            return {}
        params = {"rouages": list(frame.rouages), "by": frame.by}
        return {frame.seat: Question("act", "act", params, {"kind": "end"})}

    def step(self, run: Run, frame: Activation) -> None:
        self._end(run, frame)

    def _end(self, run: Run, frame: Activation) -> None:
        run.pop()
        run.emit(ev.ActivationEnded(frame.rouages))
        end_effects(run, "activation")

    def resolve(self, state: State, frame: Activation, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        match command:
            case cmd.CapacityCommand(capacity=capacity) if capacity != STUDY:
                return use.check(state, _terms(frame), command) or command
            case cmd.Walk() | cmd.Attack() | cmd.Charge() | cmd.Rest() | cmd.CapacityCommand():
                return generic.resolve(state, _terms(frame), command)
            case cmd.Coordinate():
                return law.coordinate(state, frame, command.rouage) or command
            case cmd.End():
                return command
            case _:
                return WRONG_ANSWER

    def answer(self, run: Run, frame: Activation, seat: Seat, command: cmd.Command) -> None:
        match command:
            case cmd.CapacityCommand(capacity=capacity) if capacity != STUDY:
                use.begin(run, command)
            case cmd.Walk() | cmd.Attack() | cmd.Charge() | cmd.Rest() | cmd.CapacityCommand():
                generic.begin(run, _terms(frame), command)
            case cmd.Coordinate(rouage=str(rouage)):
                leader = frame.rouages[0]
                run.become(replace(frame, coordinated=True))
                if cost := law.cost(run.state, run.state.pieces[leader], "coordinate"):  # free, but for a card
                    run.emit(ev.Used(leader, "coordinate", cost, target=rouage))
                run.push(*announced(leader, "coordinate", rouage, Joining(rouage)))
            case cmd.End():
                self._end(run, frame)
            case _:
                raise AssertionError(command)

    # Options

    def options(self, state: State, frame: Activation, seat: Seat) -> list[Json]:
        rows, terms, uses = [], _terms(frame), _uses(state)
        for id in uses:
            rows += [use.option for use in uses[id]]
            for command, needs in use.templates(state, state.pieces[id]) if id is not None else ():
                refusal = use.proved(state, terms, command)
                rows.append(legal(command, *needs) if refusal is None else illegal(command, refusal))
        return rows

    def commands(self, state: State, frame: Activation, seat: Seat, rng: random.Random) -> Iterator[Json]:
        uses, terms = _uses(state), _terms(frame)
        rows: list[_Use | Json] = [use for listed in uses.values() for use in listed]
        rows += (row for id in uses if id is not None for row in use.rows(state, state.pieces[id]))
        for row in rng.sample(rows, len(rows)):
            if not isinstance(row, _Use):
                yield from use.commands(state, terms, row, rng)
            elif row.refusal is None:
                yield from generic.completed(state, row.command, rng)


class _Use:
    """A conceivable use that every rouage has, with the fields that it still needs. It is judged when somebody first
    asks: a bot looks at a few only."""

    def __init__(self, command: Json, needs: tuple[str, ...], judge: Callable[[], Refusal | None]) -> None:
        self.command, self._needs = command, needs
        self._judge: Callable[[], Refusal | None] | None = judge
        self._refusal: Refusal | None = None

    @property
    def refusal(self) -> Refusal | None:
        """The refusal of a use that is certainly impossible, whatever its destination; None if that is not certain."""
        if self._judge is not None:
            self._refusal, self._judge = self._judge(), None
        return self._refusal

    @property
    def option(self) -> Json:
        """The option of the decision."""
        refusal = self.refusal
        return legal(self.command, *self._needs) if refusal is None else illegal(self.command, refusal)


@derived()
def _uses(state: State) -> Mapping[str | None, Sequence[_Use]]:
    """The uses of each active rouage, and under None what ends the activation or takes in another: options and commands
    ask for them at the same state, in which an activation is innermost."""
    frame = state.stack[-1]
    assert isinstance(frame, Activation)
    terms, uses = _terms(frame), dict[str | None, list[_Use]]()
    for id in frame.rouages:
        if not (piece := state.pieces[id]).out:
            listed = generic.templates(state, piece)
            uses[id] = [_Use(row, needs, partial(generic.proved, state, terms, row)) for row, needs in listed]
    mates = [r.id for r in state.rouages(frame.seat) if r.id not in frame.rouages and not r.out]
    joining: list[Json] = [{"kind": "coordinate", "rouage": mate} for mate in mates] or [{"kind": "coordinate"}]
    uses[None] = [_Use(row, (), partial(law.coordinate, state, frame, row.get("rouage"))) for row in joining]
    uses[None].append(_Use({"kind": "end"}, (), lambda: None))
    return uses


def _terms(frame: Activation) -> law.UsageTerms:
    return law.UsageTerms(frame.rouages)


class JoiningHandler(FrameHandler[Joining]):
    """COO-1: the other is active too; ACT-2 applies to it."""

    def step(self, run: Run, frame: Joining) -> None:
        run.pop()
        stack = list(run.state.stack)
        at = next(n for n in reversed(range(len(stack))) if isinstance(stack[n], Activation))
        act = stack[at]
        assert isinstance(act, Activation)
        stack[at] = replace(act, rouages=(*act.rouages, frame.rouage))
        run.state = with_stack(run.state, tuple(stack))
        run.emit(ev.LimitsReset("activation", (frame.rouage,)), ev.Activated(frame.rouage, "coordination"))
        run.push(Entering(act.seat, frame.rouage))


class PropagandaHandler(FrameHandler[Propaganda]):
    """CYC-4.2: an allied rouage in the game gets back up to 2 action tokens and is activated."""

    def _candidates(self, state: State, frame: Propaganda) -> list[str]:
        return [r.id for r in state.rouages(frame.seat) if not r.out]

    def ask(self, state: State, frame: Propaganda) -> Mapping[Seat, Question]:
        candidates = self._candidates(state, frame)
        return {frame.seat: Question("choose-rouage", "propaganda", {"rouages": candidates})} if candidates else {}

    def forced(self, state: State, frame: Propaganda, seat: Seat) -> cmd.Command | None:
        candidates = self._candidates(state, frame)
        return cmd.Activate(candidates[0]) if len(candidates) == 1 else None

    def resolve(self, state: State, frame: Propaganda, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.Activate):
            return WRONG_ANSWER
        if command.rouage in self._candidates(state, frame):
            return command
        piece = state.pieces.get(command.rouage)
        if piece is not None and piece.seat == seat:
            return Refusal("LIF-4", "out-of-combat", {"rouage": command.rouage})
        return Refusal("CYC-4.2", "not-allied", {"target": command.rouage})

    def answer(self, run: Run, frame: Propaganda, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.Activate)
        piece = run.state.pieces[command.rouage]
        most = min(PROPAGANDA_ACTIONS, most_actions(run.state, piece) - piece.actions)  # ACT-1: never above
        run.pop()
        if most > 0 and counts_actions(run.state, piece):
            run.push(TokensBack(seat, piece.id, most))
        else:
            _give_back(run, seat, piece.id, most)

    def options(self, state: State, frame: Propaganda, seat: Seat) -> list[Json]:
        return [legal({"kind": "activate", "rouage": id}) for id in self._candidates(state, frame)]


def _give_back(run: Run, seat: Seat, id: str, count: int) -> None:
    """CYC-4.2: so many action tokens, then the activation."""
    if count > 0:
        run.emit(ev.ActionsSet({id: run.state.pieces[id].actions + count}, "CYC-4.2"))
    activate(run, seat, id, "propaganda")


class TokensBackHandler(FrameHandler[TokensBack]):
    """CYC-4.2: *up to* 2 action tokens. Asked only where a capacity in play hangs on how many there are."""

    def ask(self, state: State, frame: TokensBack) -> Mapping[Seat, Question]:
        params = {"rouage": frame.rouage, "choices": list(range(frame.most, -1, -1))}
        return {frame.seat: Question("choose", "tokens-back", params, {"kind": "choose", "choice": frame.most})}

    def resolve(self, state: State, frame: TokensBack, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.ChooseCommand):
            return WRONG_ANSWER
        return command if among(command.choice, list(range(frame.most + 1))) else Refusal("CYC-4.2", "not-a-choice")

    def answer(self, run: Run, frame: TokensBack, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.ChooseCommand)
        run.pop()
        _give_back(run, seat, frame.rouage, int(command.choice))

    def options(self, state: State, frame: TokensBack, seat: Seat) -> list[Json]:
        return [legal({"kind": "choose", "choice": n}) for n in range(frame.most, -1, -1)]

"""A series of commands given as one: each is carried out once what the one before it set off has been resolved.

It spares questions, and gives bots lines of play to weigh. It binds nobody: it ends at the first command that can no
longer be made, and where a rule of the scenario is set off, and its seat is asked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.blade import commands as cmd
from rules.blade import frames as fr
from rules.blade.state import State
from rules.kernel import Refusal, Seat
from rules.kernel.handlers import Handler
from rules.kernel.refusals import no
from rules.kernel.run import Run, with_stack

R = Run[State]
CONTINUED = (fr.HeroesAct, fr.AllyAct, fr.OverlordAct, fr.TileAct, fr.EventChoice, fr.Reinforcing)
"""The questions that a series may go on to answer."""
BAD = no("SEQ-1", "bad-shape")


def read(command: Mapping[str, Any]) -> Any:
    """A command of a series; None for what is none."""
    try:
        loaded = cmd.CODEC.load(dict(command))
    except ValueError:
        return None
    return None if isinstance(loaded, cmd.CommandSeries) else loaded


def judge(handler: Handler[Any, Any, Any], state: State, frame: Any, seat: Seat, series: cmd.CommandSeries) -> Any:
    """The series, or the Refusal of its first command: what follows is judged when its turn comes."""
    read_ = [read(command) for command in series.commands]
    if None in read_:
        return BAD
    first = handler.resolve(state, frame, seat, read_[0])
    return first if isinstance(first, Refusal) else series


def begin(run: R, seat: Seat, series: cmd.CommandSeries) -> None:
    """Puts a series on the question that it answers."""
    run.push(fr.SeriesUnderWay(seat, series.commands))


class SeriesHandler(Handler[State, fr.SeriesUnderWay, R]):
    """Answers the question beneath with the next command."""

    def step(self, run: R, frame: fr.SeriesUnderWay) -> None:
        run.pop()
        state, asking = run.state, run.state.stack[-1]
        handler = run.engine.handler(asking)
        if not frame.commands or not isinstance(asking, CONTINUED) or frame.seat not in handler.ask(state, asking):
            return
        command, *rest = frame.commands
        resolved = handler.resolve(state, asking, frame.seat, read(command))
        if isinstance(resolved, Refusal):
            return
        handler.answer(run, asking, frame.seat, resolved)
        _keep(run, frame.seat, rest)


def _keep(run: R, seat: Seat, rest: Sequence[Mapping[str, Any]]) -> None:
    """The rest waits on the innermost question, beneath what is being resolved."""
    stack = run.state.stack
    at = next((n for n in range(len(stack), 0, -1) if isinstance(stack[n - 1], CONTINUED)), None)
    if rest and at is not None and run.state.outcome is None:
        run.state = with_stack(run.state, (*stack[:at], fr.SeriesUnderWay(seat, tuple(rest)), *stack[at:]))


def broken_off(run: R) -> None:
    """Ends every series: something has come up that could not be foreseen."""
    kept = tuple(frame for frame in run.state.stack if not isinstance(frame, fr.SeriesUnderWay))
    if len(kept) < len(run.state.stack):
        run.state = with_stack(run.state, kept)

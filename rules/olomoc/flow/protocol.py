"""What may be said at any time: conceding, proposing, undoing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from rules.kernel import Refusal, Seat, other
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc.effects.holders import by_hand
from rules.olomoc.flow.adjustments import read
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import Proposal
from rules.olomoc.journal import asked_before
from rules.olomoc.state import Outcome, State

TURNED = (
    ev.Rolled,
    ev.DieRolled,
    ev.MechanismMade,
    ev.Shuffled,
    ev.Revealed,
    ev.CabalsRevealed,
    ev.MinistriesDealt,
    ev.Answered,
    ev.TimeRanOut,
)
"""What nobody can take back alone: dice, cards, the other seat's answers (which also end a command of one's own), and
what was answered when time was out."""


def undo_point(events: Sequence[ev.Event], seat: Seat) -> int | None:
    """The event that undoing this seat's last command goes back to; None where there is nothing to undo."""
    last = asked_before(events, len(events))
    if last is None:
        return None
    asked = events[last]
    assert isinstance(asked, ev.Asked)
    before = asked_before(events, last)
    if asked.by != seat or before is None or _amid_dice(events[before]):
        return None
    return None if any(isinstance(event, TURNED) for event in events[before + 1 : last]) else before + 1


def _amid_dice(event: ev.Event) -> bool:
    """Whether the question was one that dice on the table had raised: its answer ends what they began."""
    return isinstance(event, ev.Asked) and any(frame["frame"] in ("strike", "testing") for frame in event.stack)


def undo_fault(events: Sequence[ev.Event], seat: Seat) -> Refusal | None:
    """Why this seat cannot undo now."""
    return Refusal("GEN-2", "nothing-to-undo") if undo_point(events, seat) is None else None


def propose(state: State, events: Sequence[ev.Event], seat: Seat, command: cmd.Propose) -> cmd.Propose | Refusal:
    """The proposal as it will be put, or why not: one at a time, and it must make sense."""
    if state.stack and isinstance(state.stack[-1], Proposal):
        return Refusal("GEN-2", "proposal-pending", {"by": state.stack[-1].seat})
    match command.what:
        case "adjustment":
            changes = read(state, command.changes or (), seat)
            if isinstance(changes, Refusal):
                return changes
            if command.card is not None and command.card not in by_hand(state):
                return Refusal("CAP-1", "not-by-hand", {"card": command.card})
            return command if command.to is None else Refusal("GEN-2", "bad-shape")
        case "takeback":
            return _takeback(events, seat, command)
        case "draw":
            plain = command.to is None and command.changes is None and command.card is None
            return command if plain else Refusal("GEN-2", "bad-shape")


def _takeback(events: Sequence[ev.Event], seat: Seat, command: cmd.Propose) -> cmd.Propose | Refusal:
    """Back to the last moment at or before `to` at which somebody was asked; left out: before one's own last
    command."""
    if command.changes is not None or command.card is not None or (command.to is not None and command.to > len(events)):
        return Refusal("GEN-2", "bad-shape")
    n: int | None = len(events) if command.to is None else command.to
    while n is not None and n > 0:
        last = asked_before(events, n)
        before = asked_before(events, last) if last is not None else None
        if last is not None and command.to is not None:
            return replace(command, to=last + 1)
        if last is None or before is None:
            break
        asked = events[last]
        assert isinstance(asked, ev.Asked)
        if asked.by == seat:
            return replace(command, to=before + 1)
        n = last
    return Refusal("GEN-2", "nothing-to-undo")


def answered(run: Run, events: Sequence[ev.Event], seat: Seat, command: cmd.Command) -> bool:
    """Carries out what may be said at any time; False for anything else."""
    match command:
        case cmd.Concede():
            points = dict(run.state.points)
            run.emit(ev.Over(Outcome(other(seat), "concession", points), "END-4"))
        case cmd.Undo():
            point = undo_point(events, seat)
            assert point is not None
            why: Literal["undo"] = "undo"
            run.rewind(seat, point, why)
        case cmd.Propose():
            changes = command.changes or ()
            run.emit(ev.Proposed(seat, command.what, changes, command.to, command.note, command.card))
            earlier = dict(run.state.asked)
            run.push(Proposal(seat, command.what, changes, command.to, command.note, earlier, command.card))
        case _:
            return False
    return True

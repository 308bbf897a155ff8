"""The context of a card at work: its scope, and the roll or the event that it acts on."""

from __future__ import annotations

from rules.kernel import replace
from rules.kernel.run import with_stack
from rules.olomoc import events as ev
from rules.olomoc.effects.holders import doing
from rules.olomoc.effects.scope import Scope, active
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import Happening, Occasion, Resolve, Roll, Testing
from rules.olomoc.packs import ArtefactCard, Capacity
from rules.olomoc.state import State, Until


def scope_of(state: State, frame: Resolve) -> Scope:
    """The scope in which this frame's card is read."""
    happening = at_hand(state)
    amount = happening.amount if happening is not None else 0
    return Scope(state, frame.seat, frame.piece, frame.bound, roll_at_hand(state), amount)


def _outer_frame(state: State) -> int | None:
    """Index in the stack of the innermost frame that is no `Resolve`: the trigger or the roll that the card answers."""
    return next((n for n in reversed(range(len(state.stack))) if not isinstance(state.stack[n], Resolve)), None)


def at_hand(state: State) -> Happening | None:
    """The event that the capacity at work answers, if one triggered it."""
    at = _outer_frame(state)
    frame = state.stack[at] if at is not None else None
    return frame.happenings[frame.now] if isinstance(frame, Occasion) and frame.now is not None else None


def roll_at_hand(state: State) -> Roll | None:
    """The trigger's roll, or that of the `test` or the study around."""
    at = _outer_frame(state)
    frame = state.stack[at] if at is not None else None
    if isinstance(frame, Testing):
        return frame.roll
    happening = at_hand(state)
    return happening.roll if happening is not None else None


def change_at_hand(run: Run, happening: Happening) -> None:
    """Replaces the event at hand."""
    at = _outer_frame(run.state)
    assert at is not None
    frame = run.state.stack[at]
    assert isinstance(frame, Occasion)
    assert frame.now is not None
    happenings = (*frame.happenings[: frame.now], happening, *frame.happenings[frame.now + 1 :])
    _replace_frame(run, at, replace(frame, happenings=happenings))


def change_roll(run: Run, roll: Roll, card: str) -> None:
    """Replaces the roll at hand."""
    at = _outer_frame(run.state)
    assert at is not None
    frame = run.state.stack[at]
    if isinstance(frame, Testing):
        _replace_frame(run, at, replace(frame, roll=roll))
        by = frame.rouage
    else:
        happening = at_hand(run.state)
        assert happening is not None
        change_at_hand(run, replace(happening, roll=roll))
        by = happening.subject or ""
    run.emit(ev.RollChanged(by, card, roll.dice, roll.successes))


def _replace_frame(run: Run, at: int, frame: Occasion | Testing) -> None:
    stack = run.state.stack
    run.state = with_stack(run.state, (*stack[:at], frame, *stack[at + 1 :]))


def until(state: State, frame: Resolve) -> Until:
    """The end of this card's lasting effects. For an activation: that of the bearer's, or of the phase if it has
    none."""
    card = doing(state, frame.source, frame.card)
    duration: Until = card.duration if isinstance(card, Capacity | ArtefactCard) else "activation"
    if duration == "activation" and frame.piece not in active(state):
        return "phase"
    return duration


def name(state: State, frame: Resolve) -> str:
    """The id of the running capacity, or of the card for anything else."""
    card = doing(state, frame.source, frame.card)
    return card.id if isinstance(card, Capacity) else frame.card


def why(frame: Resolve) -> str:
    """The clause of a card of that sort (MIN-1, ART-4, CAP-1)."""
    return {"ministry": "MIN-1", "artefact": "ART-4"}.get(frame.source, "CAP-1")

"""Commands that may be given at any time, for any number of seats: giving up, undoing one's own last command, and
proposals that all must agree to (a draw, a takeback, an adjustment).

There is one proposal at a time. Its frame goes on top of the stack and asks all other seats that still play, at once;
when it is settled, the question beneath returns unchanged. One no declines it; the proposer may retract it. Until then
only giving up is possible, and what was proposed is fixed when it is made. `Match.lapse(seat, {"kind": "adjust",
"accept": false})` answers for an absent seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import Field, model_serializer

from rules.kernel.audience import PUBLIC, Fields, event, frame
from rules.kernel.codec import Json, command, replace
from rules.kernel.handlers import NOT_NOW, Handler, Question, legal
from rules.kernel.journal import Asked, Began, Over, Rewound, asked_before
from rules.kernel.refusals import Refusal
from rules.kernel.run import Run
from rules.kernel.seats import Seat

if TYPE_CHECKING:
    from rules.kernel.engine import Engine, State

S = TypeVar("S", bound="State")
What = Literal["adjustment", "takeback", "draw"]
Why = Literal["concession", "time"]
DECLINE: Json = {"kind": "adjust", "accept": False}


# ---- commands --------------------------------------------------------------------------------------------------------


@command("concede")
class Concede:
    """Gives up, at any time."""


@command("undo")
class Undo:
    """Takes back one's own last command, if it revealed nothing and nobody has answered it."""


@command("propose")
class Propose:
    """Proposes something that all must agree to. `to`: the number of the event that a takeback goes back to; `card`:
    the card of an adjustment."""

    what: What
    changes: Annotated[tuple[dict[str, Any], ...], Field(max_length=50)] | None = None
    to: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    note: Annotated[str, Field(max_length=500)] = ""
    card: Annotated[str, Field(max_length=80)] | None = None


@command("adjust")
class Adjust:
    """The answer to another seat's proposal."""

    accept: bool


@command("retract")
class Retract:
    """Withdraws one's own proposal while somebody still owes an answer to it."""


TalkCommand = Concede | Undo | Propose | Adjust | Retract
"""The commands of this module, which belong to every game's union of commands."""

PLAIN: Mapping[str, TalkCommand] = {
    "undo": Undo(),
    "takeback": Propose("takeback"),
    "draw": Propose("draw"),
    "retract": Retract(),
    "concede": Concede(),
}
"""The commands without parameters, by their names in `Match.talk`."""


# ---- events ----------------------------------------------------------------------------------------------------------


@event("proposed", sees=PUBLIC)
class Proposed:
    """A seat makes a proposal. `card`: the card of an adjustment."""

    seat: Seat
    what: What
    changes: tuple[dict[str, Any], ...]
    to: int | None
    note: str
    card: str | None = None


@event("answered", sees=PUBLIC)
class Answered:
    """A seat's answer to a proposal."""

    seat: Seat
    what: What
    accept: bool


@event("retracted", sees=PUBLIC)
class Retracted:
    """A proposal is withdrawn: its proposer retracted it or gave up."""

    seat: Seat
    what: What


@event("time-ran-out", sees=PUBLIC)
class TimeRanOut:
    """A seat's clock ran out; what follows was answered for it, or follows from its giving up."""

    seat: Seat


@event("gave-up", sees=PUBLIC)
class GaveUp:
    """A seat has given up; the match may go on without it."""

    seat: Seat
    why: Why


TalkEvent = Began | Asked | Rewound | Proposed | Answered | Retracted | TimeRanOut
"""Events of the kernel in every game's union."""

TableEvent = TalkEvent | GaveUp | Over
"""All events of the kernel, for a game that ends its matches with the kernel's `Over`."""


# ---- the frame of a proposal -----------------------------------------------------------------------------------------


SHOWN = Fields(
    "seat",
    "what",
    "to",
    "note",
    "card",
    changes=lambda event: list(event.changes),
    accepted=lambda event: list(event.accepted),
)


@frame("proposal", sees=SHOWN)
class Proposal:
    """A proposal that the others answer. `earlier`: the numbers of the question beneath; `card`: the card of an
    adjustment; `accepted`: the seats that have agreed so far."""

    seat: Seat
    what: What
    changes: tuple[dict[str, Any], ...] = ()
    to: int | None = None
    note: str = ""
    earlier: Mapping[Seat, int] = field(default_factory=dict)
    card: str | None = None
    accepted: tuple[Seat, ...] = ()

    @model_serializer(mode="wrap")
    def _written(self, write: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Leaves out `accepted` while it is empty, as in older journals."""
        row = write(self)
        if not self.accepted:
            row.pop("accepted", None)
        return row


class ProposalHandler(Handler[Any, Proposal, Run[Any]]):
    """Asks every other seat that still plays to accept or decline; then the question beneath returns."""

    def __init__(self, engine: Engine[Any]) -> None:
        self._engine = engine

    def ask(self, state: Any, frame: Proposal) -> Mapping[Seat, Question]:
        params: Json = {"what": frame.what, "by": frame.seat, "note": frame.note}
        if frame.card is not None:
            params["card"] = frame.card
        if frame.to is not None:
            params["to"] = frame.to
        params["changes"] = self._engine.changes_seen(frame.changes)
        others = [s for s in self._engine.playing(state) if s != frame.seat and s not in frame.accepted]
        return {seat: Question("adjust", frame.what, params, DECLINE) for seat in others}

    def step(self, run: Run[Any], frame: Proposal) -> None:
        """Called when no seat is left to ask: all have given up or agreed."""
        _agreed(run, frame)

    def resolve(self, state: Any, frame: Proposal, seat: Seat, command: Any) -> Any:
        return command if isinstance(command, Adjust) else NOT_NOW

    def answer(self, run: Run[Any], frame: Proposal, seat: Seat, command: Any) -> None:
        run.emit(Answered(seat, frame.what, command.accept))
        if not command.accept:
            _drop(run, frame)
            return
        accepted = replace(frame, accepted=(*frame.accepted, seat))
        if self.ask(run.state, accepted):
            run.become(accepted)
        else:
            _agreed(run, frame)

    def options(self, state: Any, frame: Proposal, seat: Seat) -> list[Json]:
        return [legal({"kind": "adjust", "accept": accept}) for accept in (True, False)]

    def question_of(self, frame: Proposal) -> Any:
        return replace(frame, accepted=())


def _drop(run: Run[Any], frame: Proposal) -> None:
    run.pop()
    run.restored = frame.earlier


def _agreed(run: Run[Any], frame: Proposal) -> None:
    run.pop()
    match frame.what:
        case "draw":
            run.engine.draw(run)
        case "adjustment":
            run.engine.adjust(run, frame.changes, frame.seat)
        case "takeback":
            if not any(isinstance(event, Proposed) for event in reversed(run.journal)):
                # Put before this journal began (`from_position`, `imagine`): it has nothing to go back to.
                run.restored = frame.earlier
                return
            assert frame.to is not None
            gone = run.engine.given_up(run.state)
            run.rewind(frame.seat, frame.to, "takeback")
            for seat in gone:  # giving up is for good, whatever else is taken back
                if seat in run.engine.playing(run.state):
                    run.engine.give_up(run, seat, "concession")


# ---- judging and carrying out ----------------------------------------------------------------------------------------


def pending(state: State) -> Proposal | None:
    """The proposal on the table, or None."""
    frame = state.stack[-1] if state.stack else None
    return frame if isinstance(frame, Proposal) else None


StateBefore = Callable[[int], Any]
"""The state before an event, by its number."""


def allowed(
    engine: Engine[S], state: S, past: Past, state_before: StateBefore, seat: Seat, names: Iterable[str]
) -> list[str]:
    """Those of these commands of `PLAIN` that are legal for a seat that plays."""
    judged = {name: judge(engine, state, past, state_before, seat, PLAIN[name]) for name in names}
    return [name for name, outcome in judged.items() if not isinstance(outcome, Refusal)]


def judge(engine: Engine[S], state: S, past: Past, state_before: StateBefore, seat: Seat, command: Any) -> Any:
    """The command as it will be carried out, or a Refusal; None for a command that is not of this module."""
    match command:
        case Concede():
            return command
        case Undo():
            return (
                command if past.undo_point(engine, state_before, seat) is not None else engine.refuse("nothing-to-undo")
            )
        case Propose():
            if (frame := pending(state)) is not None:
                return engine.refuse("proposal-pending", by=frame.seat)
            return _propose(engine, state, past, seat, command)
        case Retract():
            frame = pending(state)
            return command if frame is not None and frame.seat == seat else engine.refuse("not-now")
        case _:
            return None


def perform(run: Run[Any], events: Sequence[Any], seat: Seat, command: Any) -> bool:
    """Carries out what `judge` returned; False for any other command."""
    engine, frame = run.engine, pending(run.state)
    match command:
        case Concede():
            give_up(run, seat, "concession")
        case Undo():
            point = undo_point(engine, events, run.past, seat)
            assert point is not None
            run.rewind(seat, point, "undo")
        case Propose():
            changes = engine.changes_put(run.state, command.changes or (), seat)
            run.emit(Proposed(seat, command.what, changes, command.to, command.note, command.card))
            earlier = dict(run.state.asked)
            run.push(Proposal(seat, command.what, changes, command.to, command.note, earlier, command.card))
        case Retract():
            assert frame is not None
            run.emit(Retracted(seat, frame.what))
            _drop(run, frame)
        case _:
            return False
    return True


def give_up(run: Run[Any], seat: Seat, why: Why) -> None:
    """A seat gives up. Its own proposal is withdrawn; another's stays for the seats that are left."""
    frame = pending(run.state)
    run.engine.give_up(run, seat, why)
    if frame is None or run.state.outcome is not None:
        return
    if frame.seat == seat:
        run.emit(Retracted(seat, frame.what))
        run.pop()
    else:
        run.become(replace(frame, earlier={}))  # the question beneath is another one now


def undo_point(engine: Engine[Any], events: Sequence[Any], state_before: StateBefore, seat: Seat) -> int | None:
    """The event that an undo by this seat goes back to; None where there is nothing to undo, or where the command
    showed something or touched what the seat cannot see."""
    last = asked_before(events, len(events))
    if last is None or events[last].by != seat:
        return None
    before = asked_before(events, last)
    if before is None:
        return None
    # the numbers as they were put last: a command that nobody else may notice may have renewed another's
    put = next(n for n in range(last - 1, before - 1, -1) if isinstance(events[n], Asked))
    if engine.binding(seat, events[put], events[last]):
        return None
    then = state_before(put + 1)
    if any(isinstance(event, ALWAYS_FINAL) or engine.shows(then, event, seat) for event in events[before + 1 : last]):
        return None
    hidden = engine.hidden(then, seat)
    return before + 1 if engine.hidden(state_before(last + 1), seat) == hidden else None


ALWAYS_FINAL = (Answered, TimeRanOut, GaveUp)
"""Events that a seat cannot undo alone in any game: answers of others, lapses, and giving up."""


def _propose(engine: Engine[S], state: S, past: Past, seat: Seat, command: Propose) -> Propose | Refusal:
    """The proposal with its parameters completed, or the Refusal of one that makes no sense."""
    if any(_same(engine, state, seat, command, vain) for vain in past.in_vain(seat)):
        return engine.refuse("already-proposed", what=command.what)
    match command.what:
        case "adjustment":
            refusal = engine.adjustable(state, command.changes or (), seat, command.card)
            if refusal is None and command.to is not None:
                refusal = engine.refuse("bad-shape")
            return refusal or command
        case "takeback":
            return _takeback(engine, past, seat, command)
        case "draw":
            plain = command.to is None and command.changes is None and command.card is None
            return command if plain else engine.refuse("bad-shape")


def _same(engine: Engine[S], state: S, seat: Seat, command: Propose, made: Proposed) -> bool:
    """Whether a proposal repeats an earlier one: an adjustment with the same changes, or any other of its kind."""
    if command.what != made.what:
        return False
    return command.what != "adjustment" or engine.changes_put(state, command.changes or (), seat) == made.changes


def _takeback(engine: Engine[Any], past: Past, seat: Seat, command: Propose) -> Propose | Refusal:
    """A takeback to the last moment at or before `to` at which somebody was asked; left out: before one's own last
    command."""
    events = past.events
    if command.changes is not None or command.card is not None or (command.to is not None and command.to > len(events)):
        return engine.refuse("bad-shape")
    if command.to is None:
        to = past.before_last(seat)
    else:
        last = asked_before(events, command.to)
        to = None if last is None else last + 1
    return engine.refuse("nothing-to-undo") if to is None else replace(command, to=to)


class Past:
    """The events of a match, for commands that go back. Where a seat's own last command began is found once: after that
    only new events are read, as the others may have played for long since."""

    def __init__(self, events: Sequence[Any], known: Mapping[Seat, tuple[int, int | None]] | None = None) -> None:
        self.events = events
        self._known = dict(known or {})
        """By seat: the number of events read, and what :meth:`before_last` found in them."""
        self._undo: dict[Seat, tuple[int, int | None]] = {}
        """By seat: the number of events read, and what :meth:`undo_point` found in them."""
        self._in_vain: dict[Seat, tuple[int, tuple[Proposed, ...]]] = {}
        """By seat: the number of events read, and what :meth:`in_vain` found in them."""

    def continued(self, events: Sequence[Any]) -> Past:
        """The same of a copy of these events."""
        return Past(events, self._known)

    def undo_point(self, engine: Engine[Any], state_before: StateBefore, seat: Seat) -> int | None:
        """As the function `undo_point`. Cached: tables ask after every command."""
        known = self._undo.get(seat)
        if known is None or known[0] != len(self.events):
            known = self._undo[seat] = len(self.events), undo_point(engine, self.events, state_before, seat)
        return known[1]

    def in_vain(self, seat: Seat) -> tuple[Proposed, ...]:
        """The proposals of a seat since its last move that were declined or withdrawn. Cached: tables ask after every
        command."""
        known = self._in_vain.get(seat)
        if known is None or known[0] != len(self.events):
            known = self._in_vain[seat] = len(self.events), _made_in_vain(self.events, seat)
        return known[1]

    def before_last(self, seat: Seat) -> int | None:
        """The event that a takeback of the seat's own last command goes back to; None without one."""
        known = self._known.get(seat)
        if known is None or any(_outdates(event, seat) for event in self.events[known[0] :]):
            row = self._searched(seat)
        else:
            row = known[1]
        self._known[seat] = len(self.events), row
        return row

    def _searched(self, seat: Seat) -> int | None:
        last = asked_before(self.events, len(self.events))
        while last is not None and self.events[last].by != seat:
            last = asked_before(self.events, last)
        before = None if last is None else asked_before(self.events, last)
        return None if before is None else before + 1


def _outdates(event: Any, seat: Seat) -> bool:
    """Whether a seat's last command may be another one after this event."""
    return isinstance(event, Rewound) or (isinstance(event, Asked) and event.by == seat)


def _made_in_vain(events: Sequence[Any], seat: Seat) -> tuple[Proposed, ...]:
    """As `Past.in_vain`, read from the last event back to the seat's last move. Proposing, withdrawing and answering a
    proposal are no moves; what was agreed on begins anew."""
    proposals: list[Proposed] = []
    moved = failed = False
    n = len(events)
    while n > 0:
        n -= 1
        match events[n]:
            case Asked(by=by):
                if moved:
                    break
                moved = by == seat
            case Rewound(why="takeback"):
                break
            case Rewound(to=to):
                proposals += [event for event in events[to:n] if isinstance(event, Proposed) and event.seat == seat]
                moved, n = False, to
            case Retracted(seat=by) | Answered(seat=by, accept=False):
                moved, failed = moved and by != seat, True
            case Answered(seat=by):
                moved = moved and by != seat
            case Proposed(seat=by) as made:
                if by == seat and failed:
                    proposals.append(made)
                moved, failed = moved and by != seat, False
    return tuple(proposals)


def taking_back(command: Propose, to: int) -> Propose:
    """The same takeback with another event as its goal."""
    return replace(command, to=to)

"""The execution of a command: a `Run` collects its events and folds each into the state, and the loop resolves frames,
each by its handler (`handlers`), until somebody is asked.

The procedures being resolved are data: a stack of small frames in the state, innermost last. So a match can be saved,
copied and restored at any decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypeVar

from rules.kernel.chance import Chance
from rules.kernel.codec import copied
from rules.kernel.handlers import Handler, Question, SharedHandler
from rules.kernel.journal import Asked, Rewound
from rules.kernel.memo import memo_of
from rules.kernel.orders import OrderFollowed, order_about
from rules.kernel.question_numbers import asked_now, numbers_beneath, same_question
from rules.kernel.refusals import Refusal
from rules.kernel.seats import Seat

if TYPE_CHECKING:
    from rules.kernel.engine import Engine, State

S = TypeVar("S", bound="State")


class Run(Generic[S]):
    """One command being carried out. Only `state` and `events` outlive it, and only if it succeeds.

    `journal`: the events before this run. `past`: the state as it was before a given one of them, for going back
    (`rewind`). `opened`: what was on top of the stack when the command came. `restored`: the numbers of a question that
    returns unchanged. `rows`: how many events a seat has seen before this run. `only`: set where nobody but this seat
    may notice the command (`Engine.own_numbers`).
    """

    def __init__(
        self,
        engine: Engine[S],
        state: S,
        chance: Chance,
        journal: Sequence[Any],
        past: Callable[[int], S],
        rows: Callable[[Seat], int],
    ) -> None:
        self.engine = engine
        self.state = state
        self.chance = chance
        self.journal = journal
        self.first = len(journal)
        """The number of the first event of this run."""
        self.past = past
        self.rows = rows
        self.opened: Any = state.stack[-1] if state.stack else None
        self.asked_stack = state.stack
        """The stack as it was when seats were last asked."""
        self.by: Seat | None = None
        """The seat whose answer is being carried out: that of the command, or of one that `answered_before` found."""
        self.restored: Mapping[Seat, int] | None = None
        self.only: Seat | None = None
        self.events: list[Any] = []

    def emit(self, *events: Any) -> None:
        """Records these facts, in this order, and folds them into the state."""
        for event in events:
            self.state = self.engine.evolved(self.state, event)
            self.events.append(event)

    def rewind(self, seat: Seat, to: int, why: Literal["undo", "takeback"]) -> None:
        """Returns to the state before event `to`."""
        self.events.append(Rewound(seat, to, why))
        self.state = self.engine.rewound(self.past(to), self.state)
        self.asked_stack = self.state.stack

    def answered_before(self, seat: Seat) -> None:
        """Called when the question on top of the stack is answered by what this seat said in advance. The question is
        recorded all the same, so that nobody else can tell this from an answer given by hand."""
        if seat not in self.state.asked or self.opened != self.state.stack[-1]:
            self.ask(_numbers(self, questions(self.engine, self.state), self.by), self.by)
            self.opened = self.state.stack[-1]
        self.by, self.only = seat, None

    def ask(self, numbers: Mapping[Seat, int], by: Seat | None, only: Seat | None = None) -> None:
        """Records that these seats are asked, each under its number; `by` and `only` as in `Asked`. The state keeps its
        own stack, which equals the event's frames as they are read back."""
        self.events.append(Asked(tuple(self.engine.frames.dump(self.state.stack)), numbers, by, only=only))
        self.state = asked_now(self.engine, self.state, self.asked_stack, self.state.stack, numbers, by)
        self.asked_stack = self.state.stack

    def branch(self, chance: Chance) -> Self:
        """A run that has come as far and goes on by itself, with this chance: for exact odds (`odds`)."""
        other = object.__new__(type(self))
        rows = vars(self).items()
        vars(other).update(
            {name: list(value) if isinstance(value, list) else value for name, value in rows}, chance=chance
        )
        return other

    @property
    def pending(self) -> bool:
        """Whether something waits that the state does not show."""
        return False

    def push(self, *frames: Any) -> None:
        """Puts frames on the stack: the last given is resolved first."""
        self._restack(*self.state.stack, *frames)

    def pop(self) -> None:
        """Removes the innermost frame, which is done."""
        self._restack(*self.state.stack[:-1])

    def become(self, frame: Any) -> None:
        """Replaces the innermost frame."""
        self._restack(*self.state.stack[:-1], frame)

    def _restack(self, *stack: Any) -> None:
        if self.state.outcome is None:  # once the match is over, nothing is resolved any more
            self.state = with_stack(self.state, stack)


# ---- the loop --------------------------------------------------------------------------------------------------------


def top(engine: Engine[S], state: S) -> tuple[Any, Handler[Any, Any, Any]] | None:
    """The innermost frame with its handler; None once the match is over."""
    if not state.stack:
        return None
    frame = state.stack[-1]
    return frame, engine.handler(frame)


def shared_question(engine: Engine[Any], frames: Sequence[Any]) -> str:
    """The innermost question of these frames that seats share (`SharedHandler.shared_as`); empty: there is none."""
    held = ((engine.handler(frame), frame) for frame in reversed(frames))
    return next((handler.shared_as(frame) for handler, frame in held if isinstance(handler, SharedHandler)), "")


def questions(engine: Engine[S], state: S) -> dict[Seat, Question]:
    """The questions owed, of seats that have not given up. Kept for the last state, which is asked about several times
    in a row."""
    last, asked = memo_of(state).get(questions, (None, {}))
    if last is not state:
        asking = top(engine, state)
        asked = _owed(engine, state, asking[1].ask(state, asking[0]) if asking is not None else {})
    return dict(asked)


def _owed(engine: Engine[S], state: S, asked: Mapping[Seat, Question]) -> Mapping[Seat, Question]:
    """The questions of a state, which are kept."""
    playing = engine.playing(state)
    owed = {seat: asked[seat] for seat in asked if seat in playing}
    memo_of(state)[questions] = state, owed
    return owed


def state_ahead(engine: Engine[S], state: S, seat: Seat, number: int) -> S | None:
    """The state as it asks a waiting seat its next question (`Engine.foreseen`), under this number."""
    if state.outcome is not None or seat not in engine.playing(state) or seat in questions(engine, state):
        return None
    foreseen = engine.foreseen(state, seat)
    asked = {} if foreseen is None else questions(engine, foreseen)
    return copied(foreseen, {"asked": dict.fromkeys(asked, number)}) if foreseen and seat in asked else None


def settle(run: Run[S], by: Seat | None) -> None:
    """Resolves frames until a seat must be asked or the match is over, and records that with an `Asked`.

    A question with one possible answer that reveals nothing is answered here."""
    run.by = by
    while advance(run):
        pass
    now = questions(run.engine, run.state)
    run.ask(_numbers(run, now, run.by), run.by, run.only)
    memo_of(run.state)[questions] = run.state, now  # the numbers change no question


def _numbers(run: Run[Any], now: Mapping[Seat, Question], by: Seat | None) -> Mapping[Seat, int]:
    """The number of each question: that of before, where it is the same and its seat has not answered."""
    engine, asked = run.engine, run.state.asked
    same = _same_question(run)
    kept = {s: asked[s] for s in now if same and s != by and s in asked}
    earlier = run.restored if run.restored is not None else numbers_beneath(engine, run.state, run.asked_stack)
    return {s: kept.get(s, earlier.get(s, engine.number(run, s))) for s in now}


def _same_question(run: Run[Any]) -> bool:
    """Whether the question is the same as when the command came."""
    frame = run.state.stack[-1] if run.state.stack else None
    if frame is None or run.opened is None:
        return frame is run.opened
    return same_question(run.engine, frame, run.opened)


def advance(run: Run[S]) -> bool:
    """Carries out the next effect, after the game's triggers and endings (`Engine.between`). False: there is none, as a
    seat must be asked or the match is over."""
    engine = run.engine
    if run.state.outcome is None:
        engine.between(run)
    if run.state.outcome is not None:
        return False
    asking = top(engine, run.state)
    assert asking is not None, "a match that is not over is always resolving something"
    frame, handler = asking
    asked = handler.ask(run.state, frame)
    if asked:
        asked = _owed(engine, run.state, asked)
    if not asked:
        handler.step(run, frame)
        return True
    if getattr(run.state, "orders", None) and _ordered(run, frame, handler, asked):
        return True
    seat = next(iter(asked))
    forced = handler.forced(run.state, frame, seat) if len(asked) == 1 else None
    if forced is None:
        return False
    handler.answer(run, frame, seat, forced)
    return True


def _ordered(run: Run[Any], frame: Any, handler: Handler[Any, Any, Any], asked: Mapping[Seat, Question]) -> bool:
    """Carries out an answer by which a standing order answers one of these questions; False where there is none."""
    for seat, question in asked.items():
        order = order_about(run.state, seat, question.kind, handler.subjects(run.state, frame, seat))
        command = None if order is None else handler.ordered(run.state, frame, seat, order.answer)
        resolved = None if command is None else handler.resolve(run.state, frame, seat, command)
        if order is not None and resolved is not None and not isinstance(resolved, Refusal):
            run.answered_before(seat)
            run.emit(OrderFollowed(seat, order.about, order.who))
            handler.answer(run, run.state.stack[-1], seat, resolved)
            return True
    return False


# ---- a state's stack -------------------------------------------------------------------------------------------------


def with_stack(state: S, stack: tuple[Any, ...]) -> S:
    """The state with another stack; it is called many times in every command."""
    return copied(state, {"stack": stack})

"""The execution of a command: a `Run` collects its events and folds each into the state, a `Handler` has the question,
the legality and the effects of one kind of frame, and the loop resolves frames until somebody is asked.

The procedures being resolved are data: a stack of small frames in the state, innermost last. So a match can be saved,
copied and restored at any decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar

from rules.kernel.audience import told
from rules.kernel.chance import Chance, in_random_order
from rules.kernel.codec import Json, among, copied
from rules.kernel.journal import Asked, Rewound
from rules.kernel.memo import memo_of
from rules.kernel.orders import OrderFollowed, order_about
from rules.kernel.question_numbers import asked_now, numbers_beneath, same_question
from rules.kernel.refusals import Refusal
from rules.kernel.seats import Seat

if TYPE_CHECKING:
    from rules.kernel.engine import Engine, State

S = TypeVar("S", bound="State")
F = TypeVar("F")
R = TypeVar("R", bound="Run[Any]")


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a seat: the kind of the decision, the code and parameters of its prompt, and the command that
    declines."""

    kind: str
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    default: Json | None = None


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


class Handler(Generic[S, F, R]):
    """The handler of one kind of frame `F` of a game with state `S`, whose commands are carried out in a run `R`.

    Handlers keep nothing: everything is in the frame and the state. A frame either asks (`ask`) or goes on by itself
    (`step`). One step, or one answer, is one effect: the end of the match is judged after it, never within.
    """

    def ask(self, state: S, frame: F) -> Mapping[Seat, Question]:
        """The questions of the frame by seat, several at once if need be. If it asks nobody but seats that have given
        up, `step` is called."""
        return {}

    def step(self, run: R, frame: F) -> None:
        """Carries out one effect; called only while nobody owes an answer. By default the frame is done then."""
        run.pop()

    def resolve(self, state: S, frame: F, seat: Seat, command: Any) -> Any:
        """The command as it will be carried out, completed by the engine, or a Refusal."""
        return NOT_NOW

    def answer(self, run: R, frame: F, seat: Seat, command: Any) -> None:
        """Carries out a command that `resolve` returned."""
        raise AssertionError(f"{type(frame).__name__} asks nothing")

    def options(self, state: S, frame: F, seat: Seat) -> list[Json]:
        """The options of the decision: rows made by `legal` and `illegal`."""
        return []

    def commands(self, state: S, frame: F, seat: Seat, rng: random.Random) -> Iterator[Json]:
        """Complete legal commands in random order, one at a time; continuous ones sampled."""
        for row in in_random_order(self.options(state, frame, seat), rng):
            if row["legal"]:
                yield row["command"]

    def nameable(self, state: S, frame: F, seat: Seat, draft: Any) -> Json | None:
        """The values that the next part of an unfinished command may have, for commands put together part by part
        (`drafts.DraftHandler`)."""
        return None

    def forced(self, state: S, frame: F, seat: Seat) -> Any:
        """The only possible answer, if there is just one and it reveals nothing; None: the seat is asked."""
        return None

    def ordered(self, state: S, frame: F, seat: Seat, answer: Any) -> Any:
        """The command by which a standing order with this answer answers the question; None: it does not fit, and the
        seat is asked. A command that `resolve` refuses does not fit either."""
        return None

    def subjects(self, state: S, frame: F, seat: Seat) -> Sequence[str | None]:
        """What the question is about, most particular first, as orders may name it (`Order.who`)."""
        return (None,)

    def late(self, state: S, frame: F, seat: Seat) -> bool:
        """Whether a seat that owes no answer may still change the one it gave."""
        return False

    def question_of(self, frame: F) -> object:
        """The part of the frame that its questions depend on: while it is equal, seats that have not answered keep the
        id of their decision. A frame that collects sealed answers leaves these out."""
        return frame


class SealedHandler(Handler[S, F, R]):
    """The handler of a question to several seats at once whose answers stay sealed until the last has come, or until
    they are `settled`. Until then a seat may change its own, unless it is told already (`audience.Sealed`). The frame
    has a field `answers`, by seat, which views show to its own seat only."""

    def put(self, state: S, frame: F) -> Mapping[Seat, Question]:
        """The question to every seat that has to answer."""
        raise NotImplementedError

    def settled(self, state: S, frame: F) -> bool:
        """Whether the answers that are in say all, so that the others are asked no more: by default never."""
        return False

    def opened(self, run: R, frame: F) -> None:
        """Called when all answers are in, those of seats that answered and then gave up included, or when they are
        settled."""
        raise NotImplementedError

    def sealed(self, command: Any) -> Any:
        """The part of a command that the frame keeps."""
        return command

    def ask(self, state: S, frame: Any) -> Mapping[Seat, Question]:
        if self.settled(state, frame):
            return {}
        return {seat: asked for seat, asked in self.put(state, frame).items() if seat not in frame.answers}

    def step(self, run: R, frame: F) -> None:
        self.opened(run, frame)

    def late(self, state: S, frame: Any, seat: Seat) -> bool:
        return seat in frame.answers and seat not in told(frame)

    def answer(self, run: R, frame: Any, seat: Seat, command: Any) -> None:
        run.become(replace(frame, answers={**frame.answers, seat: self.sealed(command)}))

    def question_of(self, frame: Any) -> object:
        return replace(frame, answers={})


class SharedHandler(Handler[S, F, R]):
    """The handler of a question to several seats at once, over one state: each answers as often as it likes, in any
    order, until it says that it is done. A seat that is done may still act, and owes an answer again then.

    The frame has a field `done`, the seats that are. The id of a seat's decision stays the same while others act, also
    where their acts ask questions of their own, until it answers itself; a game where it must not says so in
    `question_of`. Bots do not answer for the others, and take turns with them in their plans."""

    finished: ClassVar[type]
    """The kind of the command that says that a seat is done."""

    def put(self, state: S, frame: F) -> Mapping[Seat, Question]:
        """The question to every seat that could act, whether done or not."""
        raise NotImplementedError

    def act(self, run: R, frame: F, seat: Seat, command: Any) -> None:
        """Carries out a command, with the frame on top of the stack; `frame` has counted it already where it is that
        of `finished`."""
        raise NotImplementedError

    def closed(self, run: R, frame: F) -> None:
        """Called when every seat that could act is done."""
        raise NotImplementedError

    def ask(self, state: S, frame: Any) -> Mapping[Seat, Question]:
        return {seat: asked for seat, asked in self.put(state, frame).items() if seat not in frame.done}

    def step(self, run: R, frame: F) -> None:
        self.closed(run, frame)

    def late(self, state: S, frame: Any, seat: Seat) -> bool:
        return seat in frame.done and seat in self.put(state, frame)

    def answer(self, run: R, frame: Any, seat: Seat, command: Any) -> None:
        done = tuple(other for other in frame.done if other != seat)
        frame = replace(frame, done=(*done, seat) if isinstance(command, self.finished) else done)
        run.become(frame)
        self.act(run, frame, seat, command)

    def question_of(self, frame: Any) -> object:
        return replace(frame, done=())

    def shared_as(self, frame: Any) -> str:
        """A text that stays the same for as long as the seats share this question, whoever acts: the frame without
        `done`, unless the frame has more that acts change."""
        return repr(replace(frame, done=()))


class ChoiceHandler(Handler[S, F, R]):
    """The handler of a question that is answered by one field of one kind of command, with one of a list (`choices`).
    A seat without a choice is not asked."""

    kind: ClassVar[str]
    """The kind of the decision."""
    prompt: ClassVar[str | None] = None
    """The code of the prompt, where it is not the kind."""
    answered_by: ClassVar[tuple[Any, str]]
    """The kind of the command that answers, and the field with the choice."""
    clause: ClassVar[str] = ""
    default: ClassVar[int | None] = 0
    """The choice that declines; None: there is none."""

    def choices(self, state: S, frame: F, seat: Seat) -> Sequence[Any]:
        """The choices of a seat, as JSON: yes and no, unless the handler has others."""
        return (True, False)

    def chosen(self, run: R, frame: F, seat: Seat, choice: Any) -> None:
        """Carries out a choice."""
        raise NotImplementedError

    def asked(self, state: S, frame: Any) -> Sequence[Seat]:
        """The seats that choose."""
        return (frame.seat,)

    def code(self, state: S, frame: F) -> str:
        """The prompt's code."""
        return self.prompt or self.kind

    def params(self, state: S, frame: F, seat: Seat) -> Json:
        """The prompt's parameters."""
        return {}

    def refused(self, state: S, frame: F, seat: Seat, choice: Any) -> Refusal:
        """The refusal of a choice that is not in the list."""
        return Refusal(self.clause, "not-a-choice")

    def choice(self, command: Any) -> Any:
        """The choice in a command, as JSON."""
        return getattr(command, self.answered_by[1])

    def saying(self, choice: Any) -> Json:
        """The command that makes a choice."""
        command, field = self.answered_by
        return {"kind": command.__dataclass_fields__["kind"].default, field: choice}

    def put(self, state: S, frame: F) -> Mapping[Seat, Question]:
        """The question to every seat that has to choose."""
        owed = {}
        for seat in self.asked(state, frame):
            if choices := self.choices(state, frame, seat):
                default = None if self.default is None else self.saying(choices[self.default])
                owed[seat] = Question(self.kind, self.code(state, frame), self.params(state, frame, seat), default)
        return owed

    def ask(self, state: S, frame: F) -> Mapping[Seat, Question]:
        return self.put(state, frame)

    def resolve(self, state: S, frame: F, seat: Seat, command: Any) -> Any:
        if not isinstance(command, self.answered_by[0]):
            return NOT_NOW
        choice = self.choice(command)
        return command if among(choice, self.choices(state, frame, seat)) else self.refused(state, frame, seat, choice)

    def answer(self, run: R, frame: F, seat: Seat, command: Any) -> None:
        self.chosen(run, frame, seat, self.choice(command))

    def options(self, state: S, frame: F, seat: Seat) -> list[Json]:
        return [legal(self.saying(choice)) for choice in self.choices(state, frame, seat)]


class SealedChoiceHandler(SealedHandler[S, F, R], ChoiceHandler[S, F, R]):
    """The handler of a choice that several seats make at once; its frame keeps the choices until the last one."""

    def put(self, state: S, frame: F) -> Mapping[Seat, Question]:
        return ChoiceHandler.put(self, state, frame)

    def sealed(self, command: Any) -> Any:
        return self.choice(command)


NOT_NOW = Refusal("", "not-now")
"""The refusal of a command that does not answer the question. The engine adds its clause (`Engine.cited`)."""


def legal(command: Json, *needs: str) -> Json:
    """A legal option; `needs` names the fields that a seat still has to add."""
    return {"command": command, "needs": list(needs), "legal": True}


def illegal(command: Json, why: Refusal) -> Json:
    """An illegal option, with the reason."""
    return {"command": command, "legal": False, "why": why.to_json()}


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

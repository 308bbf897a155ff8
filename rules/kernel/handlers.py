"""What a game writes for each kind of frame: a `Handler` has its question, the legality of the answers and their
effects; `SealedHandler`, `SharedHandler` and `ChoiceHandler` have the common kinds of questions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from rules.kernel.audience import told
from rules.kernel.chance import in_random_order
from rules.kernel.codec import Json, among
from rules.kernel.refusals import Refusal
from rules.kernel.seats import Seat

if TYPE_CHECKING:
    from rules.kernel.engine import State
    from rules.kernel.run import Run

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

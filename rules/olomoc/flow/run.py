"""How a command is carried out: a `Run` gathers its events and folds each as it happens; a `Chapter` handles one
kind of frame: what it asks, what it accepts, what it does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from rules.kernel import Dice, Json, Refusal, Seat
from rules.olomoc import events as ev
from rules.olomoc.commands import Command
from rules.olomoc.effects.scope import opening
from rules.olomoc.effects.trigger_match import Heard, heard, waiting
from rules.olomoc.events import Event, Rewound, Rolled
from rules.olomoc.evolve import evolve
from rules.olomoc.frames import Frame, Happening, Roll
from rules.olomoc.rolls import Modifier
from rules.olomoc.state import State, with_stack

F = TypeVar("F", bound=Frame)
WRONG_ANSWER = Refusal("GEN-2", "not-now")
"""A command that is no answer to what is asked."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: the decision's kind, the prompt's code and parameters, what declining would be."""

    kind: str
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    default: Json | None = None


class Run:
    """One command being carried out. Nothing outlives it but `state` and `events`, and they only if all went well.

    `numbered`: how many events the journal holds already. `past`: the state as it was before a given event, for going
    back (`rewind`). `opened`: what was on top of the stack when the command came. `restored`: the event numbers of a
    question that returns unchanged. `heard`: what capacities wait for and has happened since they were last looked
    at; nothing while `deaf`.
    """

    def __init__(self, state: State, dice: Dice, numbered: int, past: Callable[[int], State]) -> None:
        self.state = state
        self.dice = dice
        self.numbered = numbered
        self.past = past
        self.opened = state.stack[-1:]
        self.restored: Mapping[Seat, int] | None = None
        self.events: list[Event] = []
        self.heard: list[Heard] = []
        self.deaf = False

    def rewind(self, seat: Seat, to: int, why: Literal["undo", "takeback"]) -> None:
        """Everything is as it was before event `to`."""
        self.events.append(Rewound(seat, to, why))
        self.state = self.past(to)

    def emit(self, *events: Event) -> None:
        """These facts happen, in this order."""
        for event in events:
            before, self.state = self.state, evolve(self.state, event)
            self.events.append(event)
            if not self.deaf and not opening(before):
                self.heard += heard(before, event, self.state)

    def occur(self, *happenings: Happening) -> None:
        """These happen, and no event says so by itself."""
        for happening in happenings:
            if not opening(self.state) and (found := waiting(self.state, happening)):
                self.heard.append((happening, found))

    def push(self, *frames: Frame) -> None:
        """What is to be resolved now; the last given comes first."""
        self.state = with_stack(self.state, (*self.state.stack, *frames))

    def pop(self) -> None:
        """The innermost frame is done."""
        self.state = with_stack(self.state, self.state.stack[:-1])

    def become(self, frame: Frame) -> None:
        """The innermost frame goes on as this one."""
        self.state = with_stack(self.state, (*self.state.stack[:-1], frame))

    def roll(
        self,
        count: int,
        threshold: int,
        *,
        by: str,
        why: str,
        modifiers: tuple[Modifier, ...] = (),
        target: str | None = None,
    ) -> Roll:
        """Throws `count` D6 against `threshold` (ROL-1) and says so."""
        dice = self.dice.roll(count)
        roll = Roll(dice, threshold, sum(die >= threshold for die in dice))
        shown = tuple(ev.Modifier(m.clause, m.value) for m in modifiers)
        sources = tuple(m.source for m in modifiers)
        self.emit(Rolled(by, why, threshold, shown, dice, roll.successes, target, sources))
        return roll


class Chapter(Generic[F]):
    """The handler of one kind of frame. Handlers keep nothing: everything is in the frame and the state.

    One `step` (or one answer) is one effect: the end of the match is judged after it, never within (NOI-4, LIF-4).
    """

    def ask(self, state: State, frame: F) -> Mapping[Seat, Question]:
        """Who owes which answer; nobody: `step` goes on."""
        return {}

    def step(self, run: Run, frame: F) -> None:
        """Goes on by one effect; called only while nobody owes an answer."""
        raise AssertionError(f"{type(frame).__name__} only asks")

    def resolve(self, state: State, frame: F, seat: Seat, command: Command) -> Command | Refusal:
        """The command as it will be carried out (with the placement that the engine found), or why not."""
        return WRONG_ANSWER

    def answer(self, run: Run, frame: F, seat: Seat, command: Command) -> None:
        """Carries out a command that `resolve` returned."""
        raise AssertionError(f"{type(frame).__name__} asks nothing")

    def options(self, state: State, frame: F, seat: Seat) -> list[Json]:
        """The decision's options, as in the contract."""
        return []

    def commands(self, state: State, frame: F, seat: Seat, rng: random.Random) -> Iterator[Json]:
        """Complete legal commands in random order, one at a time; continuous ones sampled."""
        for row in rng.sample(options := self.options(state, frame, seat), len(options)):
            if row["legal"]:
                yield row["command"]

    def forced(self, state: State, frame: F, seat: Seat) -> Command | None:
        """The only possible answer, where there is only one and it gives nothing away."""
        return None

    def late(self, state: State, frame: F, seat: Seat) -> bool:
        """Whether this seat, which owes no answer now, may still change the one it gave."""
        return False


def legal(command: Json, *needs: str) -> Json:
    """An option that can be taken; `needs` names what a seat still has to add."""
    return {"command": command, "needs": list(needs), "legal": True}


def illegal(command: Json, why: Refusal) -> Json:
    """An option shown with the reason why it cannot be taken."""
    return {"command": command, "legal": False, "why": why.to_json()}

"""Handlers' shared shape: a question to one seat, and a choice from a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from rules.diktat import commands as cmd
from rules.diktat.legality import among, no
from rules.diktat.state import State
from rules.kernel import Json, Refusal
from rules.kernel.run import NOT_NOW, Handler, Question, Run, illegal, legal
from rules.kernel.seats import Seat

F = TypeVar("F")
R = Run[State]


def written(command: Any) -> Json:
    """A command as JSON, without what was left out."""
    row: Json = cmd.CODEC.dump(command)
    return {key: _plain(value) for key, value in row.items() if value not in (None, [], {}, "") or key == "on"}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(it) for key, it in value.items() if it is not None}
    return [_plain(it) for it in value] if isinstance(value, list) else value


def row(command: Any, refusal: Refusal | None, *needs: str) -> Json:
    """An option, legal or with the reason why not."""
    said = written(command)
    return legal(said, *needs) if refusal is None else illegal(said, refusal)


class Chooser(Handler[State, Any, R]):
    """A frame that asks its seat for one of a list. A seat that has given up is passed over."""

    code: ClassVar[str]
    clause: ClassVar[str]

    def choices(self, state: State, frame: Any) -> list[Any]:
        raise NotImplementedError

    def params(self, state: State, frame: Any) -> Mapping[str, Any]:
        return {}

    def chosen(self, run: R, frame: Any, choice: Any) -> None:
        raise NotImplementedError

    def asks(self, state: State, frame: Any) -> str:
        return self.code

    def ask(self, state: State, frame: Any) -> Mapping[Seat, Question]:
        found = self.choices(state, frame)
        if not found:
            return {}
        params = {"choices": found, **self.params(state, frame)}
        default = {"kind": "choose", "choice": found[0]}
        return {frame.seat: Question("choose", self.asks(state, frame), params, default)}

    def step(self, run: R, frame: Any) -> None:
        run.pop()

    def resolve(self, state: State, frame: Any, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Choose):
            return NOT_NOW
        if not among(command.choice, self.choices(state, frame)):
            return no(self.clause, "not-a-choice")
        return command

    def answer(self, run: R, frame: Any, seat: Seat, command: Any) -> None:
        self.chosen(run, frame, command.choice)

    def options(self, state: State, frame: Any, seat: Seat) -> list[Json]:
        return [legal({"kind": "choose", "choice": choice}) for choice in self.choices(state, frame)]

"""What handlers share: options written as JSON, and choices from a list."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.diktat import commands as cmd
from rules.diktat.state import State
from rules.kernel import Json, Refusal, replace
from rules.kernel.run import ChoiceHandler, Run, illegal, legal
from rules.kernel.seats import Seat

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


class Chooser(ChoiceHandler[State, Any, R]):
    """A frame that asks its seat for one of the list in the prompt."""

    kind: ClassVar = "choose"
    answered_by: ClassVar = (cmd.Choose, "choice")

    def params(self, state: State, frame: Any, seat: Seat) -> Json:
        return {"choices": self.choices(state, frame, seat)}


class CountedChooser(Chooser):
    """A choice made as many times as the frame's `left` says, each by itself."""

    def params(self, state: State, frame: Any, seat: Seat) -> Json:
        return super().params(state, frame, seat) | {"left": frame.left}

    def took(self, run: R, seat: Seat, choice: Any) -> None:
        """Carries out one of the choices."""
        raise NotImplementedError

    def chosen(self, run: R, frame: Any, seat: Seat, choice: Any) -> None:
        self.took(run, seat, choice)
        run.become(replace(frame, left=frame.left - 1)) if frame.left > 1 else run.pop()

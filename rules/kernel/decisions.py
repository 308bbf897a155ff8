"""A decision that a seat owes, in JSON, and the reading of what a seat sends in answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.kernel import table_talk
from rules.kernel.codec import Json
from rules.kernel.engine import Engine, State
from rules.kernel.handlers import Question
from rules.kernel.history import Log
from rules.kernel.lazy import LazySequence
from rules.kernel.refusals import Refusal
from rules.kernel.run import top
from rules.kernel.seats import Seat

MOST_KEYS = 12
"""The largest number of keys in a command."""


def decision_id(state: State, seat: Seat) -> str:
    """The id of the decision that a seat owes."""
    return f"{state.asked[seat]}-{seat}"


def decision(engine: Engine[Any], state: State, seat: Seat, question: Question, log_of: Callable[[Seat], Log]) -> Json:
    """The decision of a seat, as `Match.decisions` of the contract; its options are found when they are first accessed.
    `log_of`: the log of a seat, whose rows its prompts name."""
    asking = top(engine, state)
    assert asking is not None
    params, (frame, handler) = dict(question.params), asking
    if "to" in params and isinstance(frame, table_talk.Proposal):
        params = log_of(seat).renumbered(params)
    owed: Json = {
        "id": decision_id(state, seat),
        "seat": seat,
        "kind": question.kind,
        "prompt": {"code": question.code, "params": params},
        "options": LazySequence(handler.options, state, frame, seat),
    }
    return owed if question.default is None else owed | {"default": question.default}


def read(engine: Engine[Any], seats: Sequence[Seat], seat: Seat, data: Any) -> tuple[str | None, Any] | Refusal:
    """The command in `data`, with the decision id that it answers; a Refusal for anything else."""
    if seat not in seats:
        return engine.refuse("not-a-seat")
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data) or len(data) > MOST_KEYS:
        return engine.refuse("bad-shape")
    kind, answered = data.get("kind"), data.get("decision")
    if not isinstance(kind, str) or kind not in engine.commands.tags:
        return engine.refuse("unknown-command")
    if "decision" in data and not isinstance(answered, str):
        return engine.refuse("bad-shape")
    try:
        return answered, engine.commands.load({key: value for key, value in data.items() if key != "decision"})
    except ValueError:
        return engine.refuse("bad-shape")

"""The numbers under which seats are asked, from which the ids of their decisions are made: those of a shared question
are kept while another is asked on top of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rules.kernel.codec import copied
from rules.kernel.seats import Seat

if TYPE_CHECKING:
    from rules.kernel.engine import Engine, State

S = TypeVar("S", bound="State")


def same_question(engine: Engine[Any], one: Any, two: Any) -> bool:
    """Whether two frames ask the same question."""
    if type(one) is not type(two):
        return False
    handler = engine.handler(one)
    return handler.question_of(one) == handler.question_of(two)


def numbers_beneath(engine: Engine[S], state: S, asked_stack: Sequence[Any]) -> Mapping[Seat, int]:
    """The numbers of a shared question that is on top again, where another was asked on top of it."""
    at = engine.shared_at(state.stack)
    if at is None or at != len(state.stack) - 1 or at == len(asked_stack) - 1 or at != engine.shared_at(asked_stack):
        return {}
    return getattr(state, "asked_beneath", {}) if same_question(engine, state.stack[at], asked_stack[at]) else {}


def asked_now(
    engine: Engine[S],
    state: S,
    before: Sequence[Any],
    stack: Sequence[Any],
    numbers: Mapping[Seat, int],
    by: Seat | None,
) -> S:
    """The state with these seats asked, under these numbers. Those of a shared question beneath are kept, but for the
    seat whose command led here. `before`: the stack when seats were last asked; `stack`: the one now."""
    at = engine.shared_at(stack)
    if at is None:
        return copied(state, {"asked": numbers})
    kept: Mapping[Seat, int] = {}
    if at < len(stack) - 1 and at == engine.shared_at(before) and same_question(engine, before[at], stack[at]):
        on_top = at == len(before) - 1
        kept = {seat: n for seat, n in state.asked.items() if seat != by} if on_top else state.asked_beneath  # type: ignore[attr-defined]  # of `GameState`, which a game with a shared question extends
    return copied(state, {"asked": numbers, "asked_beneath": kept})

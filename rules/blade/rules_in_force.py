"""The conditions of a scenario, and its standing rules that hold now (BAS-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.blade.packs import language as lang
from rules.blade.packs import operations as ops
from rules.blade.state import Hero, State
from rules.kernel.memo import derived


@derived("pack", "scenario", "muster", "heroes", "figures", "counters", "marker", "doors")
def in_force(state: State) -> Sequence[Any]:
    """The operations of standing rules whose conditions hold: `confine` and `ward`."""
    operations: list[Any] = []
    for rule in state.row.rule:
        if rule.standing and not rule.by_hand and holds(state, rule.if_):
            operations += rule.do
    return operations


def warded(state: State, who: str) -> bool:
    """Whether a character suffers no wounds now."""
    return any(isinstance(operation, ops.Ward) and who in state.named(operation.who) for operation in in_force(state))


def holds(state: State, conditions: Sequence[Any], where: str | None = None, subject: str | None = None) -> bool:
    """Whether all conditions hold. `where`, `subject`: what an event is about."""
    return unmet(state, conditions, where, subject) is None


def unmet(state: State, conditions: Sequence[Any], where: str | None = None, subject: str | None = None) -> Any | None:
    """The first condition that does not hold; None: all do."""
    return next((condition for condition in conditions if not _holds(state, condition, where, subject)), None)


def _holds(state: State, condition: Any, where: str | None, subject: str | None) -> bool:
    match condition:
        case lang.Alive(who=who, side=side, at_least=least, at_most=most):
            ids = named(state, who, subject) if who is not None else tuple(state.everyone())
            n = sum(state.on_board(id) and side in (None, state.side_of(id)) for id in ids)
            # with only `at_most` written, none is enough
            return (n >= least or (most is not None and least == 1)) and (most is None or n <= most)
        case lang.At(who=who, zones=zones):
            there_too = [where if zone == "there" else zone for zone in zones]
            return any(state.on_board(id) and state.at(id) in there_too for id in named(state, who, subject))
        case lang.Carries(who=who, side=side, item=item):
            ids = named(state, who, subject) if who is not None else tuple(state.everyone())
            return any(carries(state, id, item) for id in ids if side in (None, state.side_of(id)))
        case lang.CounterIs(id=id, at_least=least, at_most=most):
            n = counter(state, id)
            return (least is None or n >= _figure(state, least)) and (most is None or n <= _figure(state, most))
        case lang.MarkerIs(at_least=least, at_most=most, of=of):
            n = state.marker - (state.last if of == "last" else 0)
            return (least is None or n >= least) and (most is None or n <= most)
        case lang.DoorIs(id=id, is_=wanted):
            return state.doors.get(id) == wanted
        case lang.SideIn(side=side, zones=zones, at_least=least):
            n = sum(len(state.within(where or "" if zone == "there" else zone, side)) for zone in zones)
            return n >= least
        case lang.AnyOf(of=of):
            return any(_holds(state, each, where, subject) for each in of)
        case lang.Not(of=of):
            return not holds(state, of, where, subject)
    return False


def named(state: State, who: str, subject: str | None) -> tuple[str, ...]:
    """The characters that a word of a scenario means."""
    if who == "subject":
        return () if subject is None else (subject,)
    return state.named(who)


def carries(state: State, who: str, card: str) -> bool:
    """Whether a hero carries any copy of a card."""
    character = state.who(who)
    return isinstance(character, Hero) and any(state.item(id).id == card for id in character.items)


def counter(state: State, id: str) -> int:
    return state.counters.get(id, 0)


def _figure(state: State, figure: Any) -> int:
    return counter(state, figure.counter) + figure.plus if isinstance(figure, lang.CounterFigure) else int(figure)

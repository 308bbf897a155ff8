"""Amounts and conditions of a card, evaluated where it acts."""

from __future__ import annotations

import math
from typing import assert_never

from rules.olomoc.effects import modifiers, select
from rules.olomoc.effects.scope import ROLLED, Scope, phase
from rules.olomoc.packs import Select
from rules.olomoc.packs.values import (
    Amount,
    AmountValue,
    AnyCondition,
    CharacteristicValue,
    CompareCondition,
    Condition,
    CountCondition,
    CountValue,
    CycleValue,
    DiceValue,
    DistanceValue,
    IsCondition,
    LifeValue,
    NotCondition,
    PhaseValue,
    RankValue,
    RolledValue,
    SuccessesValue,
    TokensValue,
    TrackValue,
    Value,
    WoundsValue,
)
from rules.olomoc.state import INCH, Rouage

FAR_OFF = 99


def amount(scope: Scope, what: Amount) -> int:
    """The number that an amount stands for now."""
    if isinstance(what, int):
        return what
    number = _base_value(scope, what) * what.times + what.plus
    if what.at_least is not None:
        number = max(number, what.at_least)
    return min(number, what.at_most) if what.at_most is not None else number


def _base_value(scope: Scope, what: Value) -> int:
    match what:
        case CountValue():
            return count(scope, what.of)
        case TokensValue():
            element = scope.thing(what.of)
            return select.borne(scope, element, what.token) if element is not None else 0
        case CharacteristicValue() | RankValue() | WoundsValue() | LifeValue():
            piece = scope.thing(what.of)
            return _figure(scope, what, piece) if isinstance(piece, Rouage) else 0
        case SuccessesValue():
            return scope.roll.successes if scope.roll is not None else 0
        case DiceValue():
            return sum(die in what.faces for die in scope.roll.dice) if scope.roll is not None else 0
        case AmountValue():
            return scope.amount
        case RolledValue():
            return int(scope.bound.get(ROLLED, 0))
        case TrackValue():
            return _track(scope, what)
        case CycleValue():
            return scope.state.cycle
        case PhaseValue():
            return phase(scope.state)
        case DistanceValue():
            one, two = scope.thing(what.of), scope.thing(what.to)
            if one is None or two is None or not select.on_bloc(one) or not select.on_bloc(two):
                return FAR_OFF
            return math.ceil(select.gap(scope.state, one, two) / INCH)
        case _:
            assert_never(what)


def _figure(scope: Scope, what: CharacteristicValue | RankValue | WoundsValue | LifeValue, piece: Rouage) -> int:
    match what:
        case CharacteristicValue(which=which):
            return max(0, modifiers.value(scope.state, piece, which)[0])
        case RankValue():
            return modifiers.rank(scope.state, piece)
        case WoundsValue():
            return piece.wounds
        case LifeValue():
            return len(piece.life_left)


def _track(scope: Scope, what: TrackValue) -> int:
    state = scope.state
    seat = scope.chooser if what.player == "controller" else ("2" if scope.chooser == "1" else "1")
    match what.track:
        case "points":
            return state.points[seat]
        case "fiel":
            return state.fiel[seat]
        case "traque":
            return state.traque


def count(scope: Scope, of: Select) -> int:
    """The number of pieces that a selection keeps."""
    number = len(select.kept(scope, of))
    return number if of.pick is None else min(number, of.count)


def hold(scope: Scope, conditions: tuple[Condition, ...]) -> bool:
    """Whether all of them hold."""
    return all(holds(scope, condition) for condition in conditions)


def holds(scope: Scope, condition: Condition) -> bool:
    """Whether a condition holds now."""
    match condition:
        case IsCondition(piece=ref, like=like):
            id = scope.named(ref)
            return id is not None and select.keeps(scope, like, id)
        case CountCondition():
            most = condition.at_most if condition.at_most is not None else FAR_OFF
            return condition.at_least <= count(scope, condition.of) <= most
        case CompareCondition():
            return _compare(amount(scope, condition.left), condition.holds, amount(scope, condition.right))
        case AnyCondition(of=of):
            return any(holds(scope, one) for one in of)
        case NotCondition(of=of):
            return not any(holds(scope, one) for one in of)
        case _:
            assert_never(condition)


def _compare(left: int, how: str, right: int) -> bool:
    match how:
        case "less":
            return left < right
        case "at-most":
            return left <= right
        case "equal":
            return left == right
        case "at-least":
            return left >= right
        case "more":
            return left > right
        case _:
            return left != right

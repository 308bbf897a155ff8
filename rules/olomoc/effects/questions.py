"""The questions of an operation before it is carried out: pieces of a selection, an option, dice, an order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.olomoc.effects import values
from rules.olomoc.effects.context import roll_at_hand, scope_of
from rules.olomoc.effects.scope import Scope, decider
from rules.olomoc.effects.select import picked
from rules.olomoc.frames import Resolve, Roll
from rules.olomoc.packs import Operation, Select
from rules.olomoc.packs.operations import Choose, ForEach, walk
from rules.olomoc.packs.verbs import Act, ActivateHostiles, Die, Displace, Place, Push, Reroll, Swap
from rules.olomoc.seats import Seat
from rules.olomoc.state import State

Answers = tuple[Any, ...]
ORDERED = (Push, Displace, Place, Swap, Act, Choose, Die)
"""A `for-each` with one of these is done in an order that somebody chooses."""


@dataclass(frozen=True, slots=True)
class Need:
    """A question: who answers, what about, and what there is to choose from (plain JSON)."""

    seat: Seat
    code: str
    choices: list[Any]
    params: dict[str, Any] = field(default_factory=dict)


def need(state: State, frame: Resolve, operation: Operation) -> Need | None:
    """The next question of an operation, if it has one left."""
    scope, answers = scope_of(state, frame), frame.answers
    match operation:
        case Choose():
            answer: object = option(scope, operation, answers)
        case ForEach():
            answer = each(scope, operation, answers)
        case Die() | Reroll():
            answer = dice(scope, roll_at_hand(state), operation, answers)
        case ActivateHostiles(who=who):
            answer = chosen(scope, who, answers)
        case _:
            select = getattr(operation, "who", None)
            answer = chosen(scope, select, answers) if isinstance(select, Select) else None
    return answer if isinstance(answer, Need) else None


def chosen(scope: Scope, select: Select, answers: Answers) -> tuple[str, ...] | Need:
    """The pieces of a selection; ties are the priority player's to break (GEN-5)."""
    picked_ones = picked(scope, select)
    taken = answers[: picked_ones.left]
    if len(taken) == picked_ones.left:
        return (*picked_ones.sure, *taken)
    left = [id for id in picked_ones.among if id not in taken]
    seat = scope.chooser if select.pick == "chosen" else scope.state.priority
    return Need(seat, "pick", left, {"count": picked_ones.left - len(taken)})


def option(scope: Scope, choose: Choose, answers: Answers) -> int | Need | None:
    """The index of the option taken; None if none is offered."""
    if answers:
        return int(answers[0])
    offered = [n for n, one in enumerate(choose.options) if values.hold(scope, one.conditions)]
    if not offered:
        return None
    texts = [{"fr": choose.options[n].text.fr, "en": choose.options[n].text.en} for n in offered]
    return Need(decider(scope, choose.by), "option", list(offered), {"texts": texts})


def each(scope: Scope, for_each: ForEach, answers: Answers) -> tuple[str, ...] | Need:
    """The pieces of a `for-each`, in the order in which they are dealt with."""
    picked_ones = picked(scope, for_each.of)
    who = chosen(scope, for_each.of, answers)
    if isinstance(who, Need):
        return who
    ordered = tuple(answers[picked_ones.left :])
    left = [id for id in who if id not in ordered]
    if len(left) > 1 and any(isinstance(model, ORDERED) for model in walk(for_each.operations)):
        return Need(scope.state.priority, "order", left, {"of": "for-each"})
    return (*ordered, *left)


def dice(scope: Scope, roll: Roll | None, what: Die | Reroll, answers: Answers) -> tuple[int, ...] | Need:
    """The faces of the dice that are changed or thrown again, one after the other; None among the answers: enough."""
    if roll is None:
        return ()
    most = values.amount(scope, what.count)
    if isinstance(what, Reroll) and what.dice != "chosen":
        faces = [face for face in roll.dice if what.dice == "all" or face < roll.threshold]
        return tuple(sorted(faces)[: max(0, most)])
    taken = tuple(int(face) for face in answers if face is not None)
    left = list(roll.dice)
    for face in taken:
        left.remove(face)
    fitting = sorted({face for face in left if isinstance(what, Reroll) or face in what.faces})
    if None in answers or len(taken) >= most or not fitting:
        return taken
    return Need(scope.chooser, "die", [*fitting, None], {"dice": list(roll.dice), "count": most - len(taken)})

"""The operations of cards. Each is one effect, however many pieces it reaches; one that holds others pushes them."""

from __future__ import annotations

import math
from typing import assert_never

from rules.kernel import replace
from rules.olomoc import events as ev
from rules.olomoc.effects import dice, places, values
from rules.olomoc.effects.context import at_hand, change_at_hand, name, scope_of, until, why
from rules.olomoc.effects.holders import doing
from rules.olomoc.effects.questions import Need, chosen, each, option
from rules.olomoc.effects.scope import ROLLED, Scope, side
from rules.olomoc.effects.select import AGENDA
from rules.olomoc.flow.noirceur import add_fiel, add_traque, hand, inflict, score
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import (
    Granted,
    Handing,
    Hit,
    HostileRound,
    MechanismFrame,
    Resolve,
    Testing,
    TokenChange,
)
from rules.olomoc.packs import Capacity, Operation, Select, verbs
from rules.olomoc.packs import operations as pack
from rules.olomoc.packs.language import Who
from rules.olomoc.seats import SEATS, Seat, other
from rules.olomoc.state import LastingEffect, Rouage

Lasting = verbs.Change | verbs.Threshold | verbs.Ignore | verbs.Forbid | verbs.Allow | pack.Gain
Holding = pack.Test | pack.Choose | pack.ForEach | pack.If | pack.RollDie


def perform(run: Run, frame: Resolve, operation: Operation) -> None:
    """Carries out an operation whose choices are all made. `frame` is the one before it: its `at` is this operation's,
    its `answers` are the choices."""
    scope = scope_of(run.state, frame)
    match operation:
        case verbs.Change() | verbs.Threshold() | verbs.Ignore() | verbs.Forbid() | verbs.Allow() | pack.Gain():
            _last(run, frame, scope, operation)
        case verbs.Die():
            dice.change(run, frame, operation)
        case verbs.Reroll():
            dice.reroll(run, frame, operation)
        case verbs.Successes(by=by):
            dice.add(run, frame, values.amount(scope, by))
        case verbs.Prevent(count=count):
            _prevent(run, frame, values.amount(scope, count))
        case verbs.Wound():
            _wound(run, frame, scope, operation)
        case verbs.Heal():
            _heal(run, frame, scope, operation)
        case verbs.Give(who=who, token=token, count=count) | verbs.Take(who=who, token=token, count=count):
            sign = 1 if isinstance(operation, verbs.Give) else -1
            number = sign * max(0, values.amount(scope, count))
            changes = [TokenChange(id, _token_name(scope, token), number) for id in whom(scope, frame, who)]
            hand(run, (c for c in changes if number), why(frame), frame.piece)
        case verbs.Move():
            _move(run, frame, scope, operation)
        case verbs.Push():
            places.push(run, frame, scope, operation, whom(scope, frame, operation.who))
        case verbs.Displace():
            places.displace(run, frame, scope, operation, whom(scope, frame, operation.who))
        case verbs.Place():
            places.place(run, frame, scope, operation, whom(scope, frame, operation.who))
        case verbs.Swap():
            places.swap(run, frame, scope, operation)
        case verbs.PlaceHostile():
            places.place_hostile(run, scope, operation)
        case verbs.PlaceMarker():
            places.place_marker(run, scope, operation)
        case verbs.Remove(who=who):
            _remove(run, whom(scope, frame, who))
        case verbs.Act():
            _act(run, scope, operation)
        case verbs.Mechanism():
            run.push(MechanismFrame(frame.opening))
        case verbs.ActivateHostiles(who=select):
            run.push(HostileRound(run.state.priority, phase=False, among=whom(scope, frame, select)))
        case verbs.Score():
            _score(run, scope, operation, frame)
        case pack.Test() | pack.Choose() | pack.ForEach() | pack.If() | pack.RollDie():
            _hold(run, frame, scope, operation)
        case _:
            assert_never(operation)


def whom(scope: Scope, frame: Resolve, who: Who) -> tuple[str, ...]:
    """The pieces that an operation is done to, of those that are in the game."""
    if isinstance(who, Select):
        ids = chosen(scope, who, frame.answers)
        assert not isinstance(ids, Need), "everything is chosen before it is done"
        return ids
    id = scope.named(who)
    return (id,) if id is not None and scope.thing(who) is not None else ()


def _token_name(scope: Scope, token: str) -> str:
    """The name under which tokens lie: players' own under their seat."""
    match token:
        case "player":
            return scope.chooser
        case "adverse-player":
            return other(scope.chooser)
        case "agenda":
            return AGENDA
        case _:
            return token


# Lasting


def _last(run: Run, frame: Resolve, scope: Scope, operation: Lasting) -> None:
    """Starts a lasting effect on these pieces, with its figures as they are now."""
    figures: dict[str, int] = {}
    if isinstance(operation, verbs.Change | verbs.Threshold):
        figures["by"] = values.amount(scope, operation.by)
    if isinstance(operation, verbs.Change) and operation.to is not None:
        figures["to"] = values.amount(scope, operation.to)
    at = (*frame.path, frame.at)
    called, ends = name(run.state, frame), until(run.state, frame)
    for id in whom(scope, frame, operation.who):
        if id in run.state.pieces:
            effect = LastingEffect(
                called, frame.source, frame.card, at, id, ends, frame.piece, frame.seat, frame.bound, figures
            )
            run.emit(ev.EffectBegan(effect))


# Wounds and tokens


def _prevent(run: Run, frame: Resolve, count: int) -> None:
    """Takes up to `count` off the amount of the event at hand, and marks it as stopped."""
    happening = at_hand(run.state)
    if happening is None or count <= 0:
        return
    prevented = min(count, happening.amount)
    change_at_hand(run, replace(happening, amount=happening.amount - prevented, stopped=True))
    params = {"capacity": frame.card, "what": happening.when, "count": prevented, "rouage": happening.subject}
    run.emit(ev.Noted("CAP-1", "prevented", {k: v for k, v in params.items() if v is not None}))


def _wound(run: Run, frame: Resolve, scope: Scope, operation: verbs.Wound) -> None:
    """CAP-4: an attack on adverse and hostile rouages if it is a rouage's capacity that can wound such."""
    count = values.amount(scope, operation.count)
    card = doing(run.state, frame.source, frame.card)
    attacking = frame.piece is not None and isinstance(card, Capacity) and card.is_attack
    hits = []
    for id in whom(scope, frame, operation.who):
        if (piece := run.state.pieces.get(id)) is not None:
            attack = attacking and side(scope, piece) in ("adverse", "hostile")
            hits.append(Hit(id, frame.piece, count, attack))
    inflict(run, hits)


def _heal(run: Run, frame: Resolve, scope: Scope, operation: verbs.Heal) -> None:
    count = values.amount(scope, operation.count)
    for id in whom(scope, frame, operation.who):
        piece = run.state.pieces.get(id)
        if piece is not None and piece.wounds and count > 0:
            run.emit(ev.Healed(id, min(count, piece.wounds)))


def _move(run: Run, frame: Resolve, scope: Scope, operation: verbs.Move) -> None:
    """Takes tokens from one piece and gives those actually taken to another."""
    loser, winner = scope.named(operation.of), scope.named(operation.to)
    count = values.amount(scope, operation.count)
    if loser is None or winner is None or count <= 0:
        return
    token = _token_name(scope, operation.token)
    changes = (TokenChange(loser, token, -count), TokenChange(winner, token, count))
    run.push(Handing(changes, why(frame), frame.piece, moved=True))


# The game


def _remove(run: Run, ids: tuple[str, ...]) -> None:
    """Hostiles and markers leave for good; the players' rouages are left alone."""
    for id in ids:
        if id in run.state.markers:
            run.emit(ev.MarkerRemoved(id))
        elif id in run.state.pieces and run.state.pieces[id].seat is None:
            run.emit(ev.HostileRemoved(id))


def _act(run: Run, scope: Scope, operation: verbs.Act) -> None:
    actor = scope.thing(operation.who)
    target = scope.named(operation.target) if operation.target is not None else None
    if isinstance(actor, Rouage) and (operation.target is None or target is not None):
        run.push(Granted(actor.id, operation.action, target, operation.limited, operation.optional))


def _score(run: Run, scope: Scope, operation: verbs.Score, frame: Resolve) -> None:
    by = values.amount(scope, operation.by)
    mine = scope.chooser
    seats: tuple[Seat, ...] = {"controller": (mine,), "opponent": (other(mine),), "both": SEATS}[operation.player]
    match operation.track:
        case "points":
            for seat in seats:
                score(run, seat, by, frame.card)
        case "fiel":
            for seat in seats:
                add_fiel(run, seat, by, why(frame))
        case "traque":
            add_traque(run, by)


# Operations that hold others


def _hold(run: Run, frame: Resolve, scope: Scope, operation: Holding) -> None:
    match operation:
        case pack.Test():
            _test(run, frame, scope, operation)
        case pack.Choose():
            taken = option(scope, operation, frame.answers)
            if isinstance(taken, int):
                run.push(_inner_frame(frame, "options", taken, "operations"))
        case pack.ForEach():
            ids = each(scope, operation, frame.answers)
            assert not isinstance(ids, Need), "everything is chosen before it is done"
            if ids:
                inner = _inner_frame(frame, "operations")
                bound = {**frame.bound, operation.name: ids[0]}
                run.push(replace(inner, each=operation.name, queue=ids, bound=bound))
        case pack.If():
            branch = "then" if values.hold(scope, operation.conditions) else "otherwise"
            run.push(_inner_frame(frame, branch))
        case pack.RollDie():
            _roll(run, frame, operation)


def _inner_frame(frame: Resolve, *path: int | str) -> Resolve:
    """A list of operations within the one at hand."""
    return replace(frame, path=(*frame.path, frame.at, *path), at=0, answers=(), each=None, queue=())


def _test(run: Run, frame: Resolve, scope: Scope, operation: pack.Test) -> None:
    roller = scope.thing(operation.who)
    if not isinstance(roller, Rouage):
        return
    target = scope.named(operation.target) if operation.target is not None else None
    if operation.target is not None and (target is None or scope.thing(operation.target) is None):
        return
    then = _inner_frame(frame, "operations")
    run.push(Testing(roller.id, target, "test", operation.characteristic, operation.threshold, then))


def _roll(run: Run, frame: Resolve, operation: pack.RollDie) -> None:
    """A die that nothing changes (GEN-3: a D3 is a D6 halved, rounded up); every branch that holds its result."""
    (face,) = run.chance.roll(1)
    result = math.ceil(face / 2) if operation.die == "d3" else face
    run.emit(ev.DieRolled(frame.piece or frame.card, operation.die, face, result))
    bound = {**frame.bound, ROLLED: result}
    branches = [n for n, branch in enumerate(operation.branches) if result in branch.faces]
    run.push(*(replace(_inner_frame(frame, "branches", n, "operations"), bound=bound) for n in reversed(branches)))

"""The use of a capacity: whether its rouage may, on which targets, at what cost (CAP)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from rules.kernel import Json, Refusal
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects import modifiers, select, targets, values
from rules.olomoc.effects.holders import Held, known
from rules.olomoc.effects.scope import Scope
from rules.olomoc.flow.noirceur import add_noirceur
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import Declared, Frame, Happening, Resolve, Settled, Waiting
from rules.olomoc.legality import UsageTerms
from rules.olomoc.packs import Capacity, Frequency, PlaceTarget, Target
from rules.olomoc.state import Rouage, State

MOST_ROWS = 40
"""The largest number of listed uses of one capacity."""


def held_by(state: State, piece: Rouage, id: str) -> Held | None:
    """The active capacity of that id that a piece has."""
    return next((h for h in active(state, piece) if h.capacity.id == id), None)


def active(state: State, piece: Rouage) -> Iterator[Held]:
    """The active capacities of a piece."""
    return (h for h in modifiers.everything(state).of.get(piece.id, ()) if h.capacity.time == "active")


def held_of(state: State, turn: Waiting) -> Held:
    """The capacity whose turn it is."""
    capacity = known(state.pack, turn.capacity)
    assert capacity is not None
    return Held(capacity, turn.piece, turn.seat)


def counter(name: str, frequency: Frequency) -> str:
    """The name of a limited capacity's uses in `used`: bare for a phase, with its scope otherwise."""
    return name if frequency.per == "phase" else f"{name}@{frequency.per}"


def limit(capacity: Capacity) -> tuple[str, int] | None:
    """CAP-1, CAP-2: the counter of its uses and the number of uses allowed."""
    if capacity.frequency is not None:
        return counter(capacity.id, capacity.frequency), capacity.frequency.n
    if capacity.time == "active" and not capacity.cost.actions and not capacity.cost.noirceur:
        return f"{capacity.id}@activation", 1
    return None


# May it be used?


def unusable(scope: Scope, held: Held) -> Refusal | None:
    """The refusal of a capacity that cannot be used or triggered now on any target; None if it can."""
    capacity = held.capacity
    refusal = _spent(scope.state, held)
    if refusal is None and not values.hold(scope, capacity.conditions):
        refusal = Refusal("CAP-1", "conditions", {"capacity": capacity.id})
    if refusal is None and not targets.possible(scope, capacity):
        refusal = Refusal("CAP-1", "no-target", {"capacity": capacity.id, "rouage": held.bearer})
    return refusal


def _spent(state: State, held: Held) -> Refusal | None:
    """CAP-1, CAP-4: its frequency, what it costs, and ATK-1's limit for one that can wound."""
    capacity, count = held.capacity, limit(held.capacity)
    if held.bearer is None:
        if count is not None and state.used.get(f"{held.seat}/{count[0]}", 0) >= count[1]:
            return Refusal("CAP-1", "limit-reached", {"what": count[0], "limit": count[1]})
        return None
    piece = state.pieces.get(held.bearer)
    if piece is None:
        return None if not capacity.cost.actions else Refusal("LIF-4", "out-of-combat", {"rouage": held.bearer})
    if capacity.targets and piece.at is None:
        return Refusal("ACT-3", "not-on-bloc", {"rouage": piece.id})
    clause = "CAP-1" if capacity.frequency is not None else "CAP-2"
    refusal = law.unused(piece, count[0], count[1], clause) if count is not None else None
    if capacity.is_attack and piece.seat is not None:
        refusal = refusal or law.unused(piece, law.ATTACK, law.limit(state, piece, "frontal"), "ATK-1")
    return refusal or law.payable(piece, capacity.cost.actions)


def check(state: State, terms: UsageTerms, command: cmd.CapacityCommand) -> Refusal | None:
    """The refusal of this use of an active capacity, or None."""
    piece = _user(state, terms, command.rouage)
    if isinstance(piece, Refusal):
        return piece
    held = held_by(state, piece, command.capacity)
    if held is None:
        return Refusal("CAP-1", "unknown-capacity", {"capacity": command.capacity})
    scope = Scope(state, held.seat, held.bearer)
    if (refusal := law.unstunned(state, piece) or _spent(state, held)) is not None:
        return refusal
    if not values.hold(scope, held.capacity.conditions):
        return Refusal("CAP-1", "conditions", {"capacity": held.capacity.id})
    return _targets_fault(scope, held.capacity, command)


def _user(state: State, terms: UsageTerms, id: str) -> Rouage | Refusal:
    """ACT-3: off the Bloc it cannot target, but a capacity that targets nothing is its own affair."""
    user = law.active(state, terms, id)
    if isinstance(user, Refusal) and user.code == "not-on-bloc":
        return state.pieces[id]
    return user


def _targets_fault(scope: Scope, capacity: Capacity, command: cmd.CapacityCommand) -> Refusal | None:
    if unknown := set(command.targets) - {t.name for t in capacity.targets}:
        return Refusal("CAP-1", "unknown-target", {"target": sorted(unknown)})
    for target in capacity.targets:
        given = command.targets.get(target.name)
        refusal = _target_fault(scope, target, given)
        if refusal is not None:
            return refusal
        scope = scope.with_(**{target.name: given})
    return None


def _target_fault(scope: Scope, target: Target | PlaceTarget, given: Any) -> Refusal | None:
    match target, given:
        case Target(), str():
            return targets.fault(scope, target, given)
        case Target(optional=True), None:
            return None
        case PlaceTarget(), tuple():
            return targets.place_fault(scope, target, given)
        case _, None:
            return Refusal("CAP-1", "no-target", {"as": target.name, "rouage": scope.bearer})
        case _:
            return Refusal("CAP-1", "unknown-target", {"as": target.name, "target": written(given)})


def written(given: Any) -> Any:
    """A target as a command has it: an id, or a point."""
    return list(given) if isinstance(given, tuple) else given


# Options


def templates(state: State, piece: Rouage) -> Iterator[tuple[Json, tuple[str, ...]]]:
    """Every active capacity of the piece, on every target that there is; places are still needed."""
    for held in active(state, piece):
        row = {"kind": "capacity", "rouage": piece.id, "capacity": held.capacity.id}
        needs = tuple(f"targets.{t.name}" for t in held.capacity.targets if isinstance(t, PlaceTarget))
        scope = Scope(state, held.seat, held.bearer)
        for chosen in islice(_combinations(scope, held.capacity), MOST_ROWS):
            yield {**row, "targets": {k: v for k, v in chosen.items() if v is not None}}, needs


def _combinations(scope: Scope, capacity: Capacity) -> Iterator[dict[str, Any]]:
    """Rows of targets to list. A single target: everything of its kind and side, so that a screen can say why not;
    several: the possible ones. Without any, one row without targets."""
    pieces = [t for t in capacity.targets if isinstance(t, Target)]
    rows = list(_target_rows(scope, pieces, strict=len(pieces) > 1))
    yield from rows or [{}]


def _target_rows(scope: Scope, left: list[Target], strict: bool) -> Iterator[dict[str, Any]]:
    if not left:
        yield {}
        return
    target = left[0]
    rows = list(_listed_targets(scope, target, strict))
    for id in [*rows, None] if target.optional else rows:
        for rest in _target_rows(scope.with_(**{target.name: id}), left[1:], strict):
            yield {target.name: id, **rest}


def _listed_targets(scope: Scope, target: Target, strict: bool) -> Iterator[str]:
    for id in select.everything(scope.state, target.kind):
        code = targets.fault_code(scope, target, id)
        if code is None or (not strict and code in SHOWN):
            yield id


SHOWN = ("too-far", "no-line-of-sight")
"""The codes with which a target is listed all the same, with its reason."""


def proved(state: State, terms: UsageTerms, row: Json) -> Refusal | None:
    """The refusal of a listed use that is certainly impossible, whatever its places; None if that is not certain."""
    piece = _user(state, terms, row["rouage"])
    if isinstance(piece, Refusal):
        return piece
    held = held_by(state, piece, row["capacity"])
    assert held is not None
    if not any(isinstance(t, PlaceTarget) for t in held.capacity.targets):
        return check(state, terms, cmd.CapacityCommand(row["rouage"], row["capacity"], row["targets"]))
    refusal = law.unstunned(state, piece)
    return refusal or unusable(Scope(state, held.seat, held.bearer, row["targets"]), held)


def rows(state: State, piece: Rouage) -> Iterator[Json]:
    """Every active capacity of the piece, its targets still to be found."""
    return ({"kind": "capacity", "rouage": piece.id, "capacity": h.capacity.id} for h in active(state, piece))


def commands(state: State, terms: UsageTerms, row: Json, rng: random.Random) -> Iterator[Json]:
    """Complete legal uses of a row, in random order: targets that can be, places at random."""
    piece = _user(state, terms, row["rouage"])
    held = held_by(state, piece, row["capacity"]) if not isinstance(piece, Refusal) else None
    if isinstance(piece, Refusal) or held is None or law.unstunned(state, piece) is not None:
        return
    scope = Scope(state, held.seat, held.bearer)
    if unusable(scope, held) is not None:
        return
    pieces = [t for t in held.capacity.targets if isinstance(t, Target)]
    rows = list(islice(_target_rows(scope, pieces, strict=True), MOST_ROWS))
    for chosen in rng.sample(rows, len(rows)):
        given = {name: id for name, id in chosen.items() if id is not None}
        for target in held.capacity.targets:
            if isinstance(target, PlaceTarget):
                to = next(targets.sampled(scope.with_(**chosen), target, rng), None)
                given |= {target.name: list(to)} if to is not None else {}
        complete = {**row, "targets": given}
        if check(state, terms, cmd.CapacityCommand(piece.id, held.capacity.id, _points(given))) is None:
            yield complete


def _points(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


# Using it


def begin(run: Run, command: cmd.CapacityCommand) -> None:
    """An active capacity: paid for, announced to those it targets, then resolved entirely (CAP-3)."""
    held = held_by(run.state, run.state.pieces[command.rouage], command.capacity)
    assert held is not None
    resolve(run, held, dict(command.targets))


def resolve(run: Run, held: Held, bound: Mapping[str, Any]) -> None:
    """Pays, counts, and starts what the capacity does."""
    capacity = held.capacity
    _pay(run, held)
    run.emit(ev.CapacityUsed(capacity.id, held.seat, held.bearer, bound))
    aimed = [bound.get(t.name) for t in capacity.targets if isinstance(t, Target) and t.kind == "rouage"]
    before = tuple(_target_happening(id, held, "before") for id in aimed if isinstance(id, str))
    after = tuple(_target_happening(id, held, "after") for id in aimed if isinstance(id, str))
    frames: tuple[Frame, ...] = (Resolve("capacity", capacity.id, held.seat, held.bearer, bound=bound),)
    run.push(*((Settled(after), *frames, Declared(before, 1)) if aimed else frames))


def _target_happening(id: str, held: Held, moment: Any) -> Happening:
    return Happening("targeted", moment, subject=id, object=held.bearer, how="capacity")


def _pay(run: Run, held: Held) -> None:
    capacity, count = held.capacity, limit(held.capacity)
    counts = (count[0],) if count is not None else ()
    if held.bearer is None:
        if counts and held.seat is not None:
            run.emit(ev.Counted(held.seat, counts))
        return
    piece = run.state.pieces.get(held.bearer)
    if piece is None:
        return
    if capacity.is_attack and piece.seat is not None:
        counts = (*counts, law.ATTACK)  # CAP-4
    cost = capacity.cost
    if counts or cost.actions or capacity.time == "active":
        run.emit(ev.Used(piece.id, capacity.id, cost.actions, cost.noirceur, counts))
    add_noirceur(run, piece.id, cost.noirceur, "CAP-1")

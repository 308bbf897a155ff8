"""The generic capacities (RST, WLK, ATK, CHG) and the agenda's study: checked, carried out and listed for the rouages
that may use them now, active or granted one by a card."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Literal

from rules.kernel import Json, Refusal, replace
from rules.olomoc import commands as cmd
from rules.olomoc import displacements
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects import study
from rules.olomoc.effects.scope import active
from rules.olomoc.effects.triggers import announced
from rules.olomoc.flow.movement import drawn_json, sampled
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import Displacement, Frame, Handing, Strike, TokenChange
from rules.olomoc.legality import UsageTerms
from rules.olomoc.measure import adverse
from rules.olomoc.packs.language import Action
from rules.olomoc.state import STUNNED, Rouage, State

Generic = cmd.Walk | cmd.Attack | cmd.Charge | cmd.Rest | cmd.CapacityCommand


def resolve(state: State, terms: UsageTerms, command: Generic) -> Generic | Refusal:
    """The command with its ruler, or why it cannot be."""
    match command:
        case cmd.Walk():
            piece = law.walk(state, terms, command.rouage)
            if isinstance(piece, Refusal):
                return piece
            way = displacements.displacement(state, piece, command.to, command.ruler)
            return way if isinstance(way, Refusal) else replace(command, ruler=way[1])
        case cmd.Attack():
            attack = law.attack(state, terms, command.rouage, command.mode, command.target)
            return attack if isinstance(attack, Refusal) else command
        case cmd.Charge():
            return _resolve_charge(state, terms, command)
        case cmd.Rest():
            attack = law.rest(state, terms, command.rouage, command.target, command.remove)
            return attack if isinstance(attack, Refusal) else command
        case cmd.CapacityCommand():
            return study.check(state, terms, command) or command


def _resolve_charge(state: State, terms: UsageTerms, command: cmd.Charge) -> cmd.Charge | Refusal:
    piece = law.charge(state, terms, command.rouage, command.target)
    if isinstance(piece, Refusal):
        return piece
    if command.to is None:
        return Refusal("CHG-1", "no-destination", {"rouage": piece.id})
    aimed = state.pieces[command.target or ""]
    if (refusal := law.charge_end(state, piece, aimed, command.to)) is not None:
        return refusal
    way = displacements.displacement(state, piece, command.to, command.ruler)
    return way if isinstance(way, Refusal) else replace(command, ruler=way[1])


# Carrying out


def begin(run: Run, terms: UsageTerms, command: Generic) -> None:
    """Pays for it, announces it and starts it."""
    state = run.state
    match command:
        case cmd.Walk(rouage=rouage):
            _pay(run, terms, rouage, "walk", "walk", (law.WALK,))
            _start(run, rouage, "walk", None, _displacement(state, rouage, command, "walk"))
        case cmd.Attack(rouage=rouage, target=str(target), mode=mode):
            _pay(run, terms, rouage, "attack", mode, (law.ATTACK,), target)
            run.emit(ev.Attacked(rouage, target, mode, "attack"))
            how: Literal["attack", "effect"] = "attack" if rouage in active(state) else "effect"
            _start(run, rouage, mode, target, Strike(rouage, target, mode, how))
        case cmd.Charge(rouage=rouage, target=str(target)):
            # CHG-2: one walk and one attack against their limits
            _pay(run, terms, rouage, "charge", "charge", (law.WALK, law.ATTACK, law.CHARGE), target)
            run.emit(ev.Attacked(rouage, target, "frontal", "charge"))
            walk = _displacement(state, rouage, command, "charge")
            _start(run, rouage, "charge", target, Strike(rouage, target, "frontal", "charge"), walk)
        case cmd.Rest(rouage=rouage, target=target, remove=remove):
            _pay(run, terms, rouage, "rest", "rest", (), target)
            _start(run, rouage, "rest", target, Handing((TokenChange(target, remove, -1),), "RST-1", rouage))
        case cmd.CapacityCommand():
            study.begin(run, terms, command)
        case _:
            raise AssertionError(command)


def _pay(
    run: Run, terms: UsageTerms, id: str, what: str, action: Action, counts: tuple[str, ...], target: str | None = None
) -> None:
    cost = 0 if terms.free else law.cost(run.state, run.state.pieces[id], action)
    run.emit(ev.Used(id, what, cost, counts=counts if terms.limited else (), target=target))


def _start(run: Run, id: str, action: Action, target: str | None, *frames: Frame) -> None:
    run.push(*announced(id, action, target, *frames))


def _displacement(state: State, id: str, command: cmd.Walk | cmd.Charge, why: str) -> Displacement:
    """The announced displacement of a command that the engine has completed with its ruler."""
    assert command.to is not None
    drawn = displacements.drawn_with(state, state.pieces[id], command.to, command.ruler)
    return Displacement(id, command.to, command.ruler, drawn, why)


# Listing


def templates(state: State, piece: Rouage) -> Iterator[tuple[Json, tuple[str, ...]]]:
    """Every conceivable use, and the fields that a walk or a charge still needs."""
    id = piece.id
    foes: list[str | None] = [p.id for p in state.on_bloc() if adverse(piece, p)]
    yield {"kind": "walk", "rouage": id}, ("to",)
    for mode in ("frontal", "ranged"):
        for foe in foes or [None]:
            yield _targeted({"kind": "attack", "rouage": id, "mode": mode}, foe), ()
    for foe in foes or [None]:
        yield _targeted({"kind": "charge", "rouage": id}, foe), ("to",)
    yield from ((row, ()) for row in _rests(state, piece))
    yield from ((row, ()) for row in study.templates(state, piece))


def _targeted(row: Json, target: str | None) -> Json:
    return row if target is None else {**row, "target": target}


def _rests(state: State, piece: Rouage) -> Iterator[Json]:
    """A rest for each token near by; if there is none, one that says so."""
    any_rest = False
    for mate in state.pieces.values():
        if mate.seat != piece.seat or mate.out:
            continue
        for remove, present in (("noirceur", mate.noirceur > 0), (STUNNED, mate.stunned)):
            if present:
                any_rest = True
                yield {"kind": "rest", "rouage": piece.id, "target": mate.id, "remove": remove}
    if not any_rest:
        yield {"kind": "rest", "rouage": piece.id, "target": piece.id, "remove": "noirceur"}


def proved(state: State, terms: UsageTerms, row: Json) -> Refusal | None:
    """The refusal of a listed use that is certainly impossible, whatever its destination; None if that is not
    certain."""
    match row["kind"]:
        case "walk":
            refusal = law.walk(state, terms, row["rouage"])
        case "charge":
            refusal = law.charge(state, terms, row["rouage"], row.get("target"))
        case "attack":
            refusal = law.attack(state, terms, row["rouage"], row["mode"], row.get("target"))
        case "rest":
            refusal = law.rest(state, terms, row["rouage"], row["target"], row["remove"])
        case _:
            return study.check(state, terms, cmd.CapacityCommand(row["rouage"], row["capacity"], row["targets"]))
    return refusal if isinstance(refusal, Refusal) else None


def completed(state: State, row: Json, rng: random.Random) -> Iterator[Json]:
    """Complete legal commands of a listed use, destinations at random."""
    match row["kind"]:
        case "walk":
            for end in sampled(state, state.pieces[row["rouage"]], rng):
                yield {**row, **end}
        case "charge":
            yield from _charges(state, row, rng)
        case _:
            yield row


def _charges(state: State, row: Json, rng: random.Random) -> Iterator[Json]:
    piece, aimed = state.pieces[row["rouage"]], state.pieces[row["target"]]
    for _ in range(3):
        for end in sampled(state, piece, rng):
            if law.charge_end(state, piece, aimed, (end["to"][0], end["to"][1])) is None:
                yield {**row, **end}
                return
    if (place := law.charge_place(state, piece, aimed)) is not None:
        yield {**row, **drawn_json(*place)}

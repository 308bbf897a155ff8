"""The sight, threats and possible attacks of a piece, the next step of an instinct, and distances between things.
Answers rest on public facts of the Bloc alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from rules.geometry import Disc, gap, margin
from rules.kernel import Json, Refusal
from rules.olomoc import legality as law
from rules.olomoc.advice import odds, regions
from rules.olomoc.advice.odds import Match
from rules.olomoc.flow import hostiles as flow
from rules.olomoc.flow.movement import drawn_json
from rules.olomoc.frames import Activation, HostileMove, Strike
from rules.olomoc.measure import (
    FAR,
    adverse,
    distance,
    engagers,
    engages,
    hundredths,
    look,
    scene,
    share_marker,
    stunned,
)
from rules.olomoc.packs import Instinct as Step
from rules.olomoc.packs.language import Action
from rules.olomoc.state import INCH, PlacedMarker, Rouage, State, changed

How = Literal["frontal", "charge", "ranged"]
WAYS: tuple[How, ...] = ("frontal", "charge", "ranged")
RANGES = (INCH, FAR)
"""Distances that rules speak of: ENG-1, RST-1 and RNG-2."""


def measured(state: State, a: Any, b: Any) -> Json:
    """`Match.measure`. Raises ValueError for what is neither a thing on the Bloc nor a point."""
    one, other = regions.spot(state, a), regions.spot(state, b)
    apart = gap(one, other)
    shared = apart > INCH and share_marker(state, one, other)
    counts = min(max(0.0, apart), float(INCH)) if shared else max(0.0, apart)
    seen = look(state, one, other)
    least = margin(scene(state), one, other, seen.visible)
    return {
        "gap": round(apart),
        "counts": round(counts),
        "marker": shared,
        "line": [list(p) for p in _facing(one, other)],
        "ranges": [{"range": far, "within": counts <= far, "margin": round(far - counts)} for far in RANGES],
        "sight": {
            "visible": seen.visible,
            "margin": None if least.width is None else round(least.width),
            "segment": [list(p) for p in (least.line if seen.visible else _facing(one, other))],
            "blockers": list(seen.blockers),
            "blocked": [{"by": name, "from": list(p), "to": list(q)} for name, p, q in least.cut],
        },
    }


def _facing(a: Disc, b: Disc) -> tuple[tuple[int, int], tuple[int, int]]:
    """The ends of the shortest way from edge to edge."""
    dx, dy = b.x - a.x, b.y - a.y
    far = (dx * dx + dy * dy) ** 0.5
    if far <= a.radius + b.radius:
        return a.centre, b.centre
    return (
        (round(a.x + dx / far * a.radius), round(a.y + dy / far * a.radius)),
        (round(b.x - dx / far * b.radius), round(b.y - dy / far * b.radius)),
    )


def on_bloc(state: State, id: Any) -> Rouage:
    """A piece on the Bloc. Raises ValueError for anything else."""
    piece = state.pieces.get(id) if isinstance(id, str) else None
    if piece is None or piece.at is None:
        raise ValueError("no such piece is on the Bloc")
    return piece


def scouted(match: Match, id: str) -> Json:
    """`Match.scout`. Raises ValueError for what is no piece on the Bloc."""
    state = match.state
    piece = on_bloc(state, id)
    things: list[Rouage | PlacedMarker] = [p for p in state.on_bloc() if p.id != id]
    things += list(state.markers.values())
    seen, hidden = [], []
    for thing in things:
        sight = look(state, piece.disc, thing.disc)
        if sight.visible:
            seen.append(thing.id)
        else:
            hidden.append({"id": thing.id, "by": list(sight.blockers)})
    threat = None if stunned(state, piece) else piece.radius + INCH
    return {
        "piece": id,
        "threat": threat,
        "engages": [p.id for p in state.on_bloc() if engages(state, piece, p)],
        "engaged": engagers(state, piece),
        "sees": seen,
        "hidden": hidden,
        "attacks": [_attack(match, piece, p, how) for p in state.on_bloc() if adverse(piece, p) for how in WAYS],
    }


def _attack(match: Match, piece: Rouage, target: Rouage, how: How) -> Json:
    state = match.state
    row: Json = {"target": target.id, "how": how}
    refusal = law.unstunned(state, piece) or law.allowed(state, piece, how)
    refusal = refusal or _possible(state, piece, target, how)
    if refusal is not None:
        return row | {"why": refusal.to_json()}
    moved, place = state, None
    if how == "charge":
        place = law.charge_place(state, piece, target)
        if place is None:
            apart = hundredths(distance(state, piece.disc, target.disc))
            return row | {"why": Refusal("CHG-4", "out-of-reach", {"target": target.id, "distance": apart}).to_json()}
        moved = changed(state, piece.id, at=place[0])
        row |= drawn_json(*place)
    short = _short(state, piece, how)
    if short is not None:
        row["short"] = short.to_json()
    mode: Literal["frontal", "ranged"] = "ranged" if how == "ranged" else "frontal"
    by: Literal["charge", "hostile", "attack"] = (
        "charge" if how == "charge" else "hostile" if piece.seat is None else "attack"
    )
    strike = Strike(piece.id, target.id, mode, by)
    moved = replace(moved, stack=(*moved.stack, strike))
    return row | {"odds": odds.struck(match, moved, odds.Assumed()).to_json("wounds")}


def _possible(state: State, piece: Rouage, target: Rouage, how: How) -> Refusal | None:
    """Whether it could from where both stand, tokens and limits aside; a hostile need not shoot the nearest (HOS-1)."""
    match how:
        case "frontal":
            return law.frontal(state, piece, target)
        case "ranged":
            return law.ranged(state, piece, target, nearest_only=piece.seat is not None)
        case "charge":
            return law.free(state, piece, "CHG-1") or law.charges(state, piece, target)


def _short(state: State, piece: Rouage, how: How) -> Refusal | None:
    """The cost it could not pay now: action tokens (CAP-1), or, while it is active, uses (ATK-1, CHG-2); else None."""
    if piece.seat is None:
        return None
    action: Action = how
    act = next((f for f in reversed(state.stack) if isinstance(f, Activation)), None)
    refusal = None
    if act is not None and piece.id in act.rouages:
        refusal = law.unused(piece, law.ATTACK, law.limit(state, piece, "frontal"), "ATK-1")
        if how == "charge":
            refusal = refusal or law.unused(piece, law.WALK, law.limit(state, piece, "walk"), "CHG-2")
            refusal = refusal or law.unused(piece, law.CHARGE, law.limit(state, piece, "charge"), "CHG-1")
    return refusal or law.payable(piece, law.cost(state, piece, action))


# Instincts


def foretold(state: State, id: str) -> Json:
    """`Match.instinct`. Raises ValueError for what is no hostile on the Bloc."""
    hostile = on_bloc(state, id)
    card = state.pack.hostiles.get(hostile.card or "") if hostile.seat is None else None
    if card is None:
        raise ValueError("only a hostile has an instinct")
    still = Refusal("HOS-5", "stunned", {"rouage": id}) if stunned(state, hostile) else None
    nodes, does = [], None
    for n, step in enumerate(card.instinct):
        row: Json = {"when": step.when, "target": step.target, "do": step.do}
        if does is not None or still is not None:
            nodes.append(row | {"reached": False})
            continue
        faults = {p.id: flow.unable(state, hostile, step, p) for p in flow.prey(state, hostile)}
        able = [state.pieces[p] for p, fault in faults.items() if fault is None]
        chosen = [p.id for p in flow.chosen(state, hostile, able, step.target)] if able else []
        why = {p: fault.to_json() for p, fault in faults.items() if fault is not None}
        nodes.append(row | {"reached": True, "able": [p.id for p in able], "chosen": chosen, "why": why})
        does = n if able else None
    return {
        "hostile": id,
        "nodes": nodes,
        "does": does,
        "stays": None if still is None else still.to_json(),
        "decides": state.priority if does is not None and len(nodes[does]["chosen"]) > 1 else None,
        "ends": [] if does is None else _ends(state, hostile, card.instinct[does], nodes[does]["chosen"]),
    }


def _ends(state: State, hostile: Rouage, step: Step, targets: list[str]) -> list[Json]:
    """HOS-4: for each target that it may seek, one of the places to which it could be moved."""
    ends = []
    for id in targets:
        end = None
        away = step.do == "walk-directly-away"
        if step.do == "charge":
            end = law.charge_place(state, hostile, state.pieces[id])
        elif step.do in ("walk-directly-toward", "walk-directly-away"):
            bound = flow.walk_bound(state, hostile, state.pieces[id], away)
            if bound is not None:
                end = flow.best_end(state, HostileMove(hostile.id, state.priority, id, False, bound, away))
        if end is not None:
            ends.append({"target": id, **drawn_json(*end)})
    return ends

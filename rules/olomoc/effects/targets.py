"""The targets of a capacity, chosen one after the other, and the reasons why something cannot be one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from rules.geometry import Disc, block_gap, gap, within
from rules.kernel import Refusal
from rules.olomoc import measure
from rules.olomoc.effects import modifiers, select
from rules.olomoc.effects.scope import SELF, Scope, Thing, thing
from rules.olomoc.packs import Capacity, PlaceTarget, Target
from rules.olomoc.state import BLOC, Decor, Point

AnyTarget = Target | PlaceTarget
TRIES = 24


def missing(capacity: Capacity, chosen: Mapping[str, Any]) -> AnyTarget | None:
    """The first target that nothing was chosen for yet; None stands for one that was left out."""
    return next((target for target in capacity.targets if target.name not in chosen), None)


def fault(scope: Scope, target: Target, id: str) -> Refusal | None:
    """The refusal of this piece as that target, the targets before it being bound already (LOS-4, ACT-3)."""
    code = fault_code(scope, target, id)
    if code is None:
        return None
    state, origin, element = scope.state, scope.thing(target.of), thing(scope.state, id)
    match code:
        case "too-far" | "too-near" if origin is not None and element is not None:
            apart = measure.hundredths(_target_distance(scope, target, origin, element, code))
            return Refusal("CAP-1", code, {"rouage": origin.id, "target": id, "distance": apart})
        case "no-line-of-sight" if origin is not None and element is not None:
            by = list(select.blockers(state, origin, element))
            return Refusal("LOS-4", code, {"rouage": origin.id, "target": id, "by": by})
        case "not-on-bloc":
            off = origin if origin is not None and not select.on_bloc(origin) else element
            return Refusal("ACT-3", code, {"rouage": off.id if off is not None else id})
        case "unknown-target":
            return Refusal("CAP-1", code, {"target": id})
        case _:
            return Refusal("CAP-1", "not-a-target", {"target": id, "why": code})


def fault_code(scope: Scope, target: Target, id: str) -> str | None:
    """The code of :func:`fault`'s refusal as `select` has it; None where this piece can be that target."""
    bearer = scope.bearer
    blind = bearer is None or (target.of == SELF and modifiers.ignores(scope.state, bearer, "sight", id) is not None)
    return select.fault(scope, target, id, blind=blind)


def _target_distance(scope: Scope, target: Target, origin: Thing, element: Thing, code: str) -> float:
    """The distance of a target that is too near or too far: from the origin or, in range of that, from the edge
    meant."""
    state = scope.state
    in_range = target.range is None or select.near(state, origin, element, target.range)
    if code == "too-far" and in_range and target.edge is not None and not isinstance(element, Decor):
        return select.edge_gap(scope, element.disc, target.edge)
    return select.gap(state, origin, element)


def place_fault(scope: Scope, target: PlaceTarget, to: Point) -> Refusal | None:
    """The refusal of this point as that target."""
    params: dict[str, Any] = {"as": target.name, "rouage": scope.named(target.of)}
    if not (0 <= to[0] <= BLOC and 0 <= to[1] <= BLOC):
        return Refusal("MOV-1", "off-bloc", params)
    origin = scope.thing(target.of)
    if origin is None or not select.on_bloc(origin):
        return Refusal("ACT-3", "not-on-bloc", params)
    spot = Disc(to[0], to[1], 0)
    if not _reaches(origin, spot, target.range):
        return Refusal("CAP-1", "too-far", {**params, "distance": measure.hundredths(_gap(origin, spot))})
    lines = [measure.look(scope.state, disc, spot) for disc in select.seen_at(origin)] if target.sight else []
    if lines and not any(line.visible for line in lines):
        return Refusal("LOS-4", "no-line-of-sight", {**params, "by": list(lines[0].blockers)})
    return None


def _reaches(origin: Thing, spot: Disc, reach: int) -> bool:
    return _gap(origin, spot) <= reach if isinstance(origin, Decor) else within(origin.disc, spot, reach)


def _gap(origin: Thing, spot: Disc) -> float:
    return block_gap(spot, measure.block(origin)) if isinstance(origin, Decor) else gap(origin.disc, spot)


def candidates(scope: Scope, capacity: Capacity, target: Target) -> list[str | None]:
    """Ids that can be that target and leave a choice for the targets after it; last, None where it may be left out."""
    ids: list[str | None] = []
    for id in select.everything(scope.state, target.kind):
        if fault_code(scope, target, id) is None and possible(scope.with_(**{target.name: id}), capacity):
            ids.append(id)
    if target.optional:
        ids.append(None)
    return ids


def possible(scope: Scope, capacity: Capacity) -> bool:
    """Whether every target still missing can be chosen."""
    target = missing(capacity, scope.bound)
    match target:
        case None:
            return True
        case PlaceTarget():
            origin = scope.thing(target.of)
            named = origin is not None and select.on_bloc(origin)
            return named and possible(scope.with_(**{target.name: [0, 0]}), capacity)
        case Target():
            return bool(candidates(scope, capacity, target))


def sampled(scope: Scope, target: PlaceTarget, rng: random.Random) -> Iterator[Point]:
    """Some points that can be that target, at random."""
    origin = scope.thing(target.of)
    if origin is None or not select.on_bloc(origin):
        return
    for _ in range(TRIES):
        disc = next(iter(select.seen_at(origin)))
        far = disc.radius + target.range
        to = (disc.x + rng.randint(-far, far), disc.y + rng.randint(-far, far))
        if place_fault(scope, target, to) is None:
            yield to

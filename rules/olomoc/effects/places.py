"""Operations that push, displace, place and swap, or put new pieces (MOV-4 to MOV-6, ENG-4)."""

from __future__ import annotations

from typing import Literal

from rules.geometry import nearest_place
from rules.kernel import replace
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects import select
from rules.olomoc.effects.scope import Scope, decider, thing
from rules.olomoc.evolve import PROFILE
from rules.olomoc.flow.movement import move_piece
from rules.olomoc.flow.run import Run
from rules.olomoc.flow.setup import fresh_id, hostile_profile
from rules.olomoc.frames import Frame, PushFrame, Put, Resolve, Shift
from rules.olomoc.measure import scene
from rules.olomoc.packs import verbs
from rules.olomoc.seats import Seat
from rules.olomoc.state import BLOC, MILLIMETRE, Edge, PlacedMarker, Point, Rouage, Size, State

NOWHERE: frozenset[str] = frozenset()


def push(run: Run, frame: Resolve, scope: Scope, operation: verbs.Push, who: tuple[str, ...]) -> None:
    """MOV-4: each push is its own, and may be declined."""
    moved = _movements(run, frame, scope, operation, who)
    run.push(*(PushFrame(seat, id, frame.piece, operation.direction, of) for seat, id, of in moved))


def displace(run: Run, frame: Resolve, scope: Scope, operation: verbs.Displace, who: tuple[str, ...]) -> None:
    """A displacement that is not a walk; threat zones count as ever (OPP-1)."""
    moved = _movements(run, frame, scope, operation, who)
    direction, optional = operation.direction, operation.optional
    run.push(*(Shift(seat, id, operation.ruler, direction, of, optional) for seat, id, of in moved))


def _movements(
    run: Run, frame: Resolve, scope: Scope, operation: verbs.Push | verbs.Displace, who: tuple[str, ...]
) -> list[tuple[Seat, str, str | None]]:
    """The movements of an operation, the last first: (deciding seat, piece, piece toward or away from which)."""
    rows: list[tuple[Seat, str, str | None]] = []
    for id in who:
        piece = run.state.pieces.get(id)
        if piece is not None and piece.at is not None and _movable(run, id, frame.piece):
            of = scope.named(operation.of) if operation.direction != "any" else None
            if operation.direction == "any" or of is not None:
                rows.append((decider(scope, operation.by, piece), id, of))
    return rows[::-1]


def _movable(run: Run, id: str, by: str | None) -> bool:
    """A card may say that others cannot move it; the log says so."""
    refusal = law.movable(run.state, id, by)
    if refusal is not None:
        run.emit(ev.Noted(refusal.clause, refusal.code, refusal.params))
    return refusal is None


# Placements


def place(run: Run, frame: Resolve, scope: Scope, operation: verbs.Place, who: tuple[str, ...]) -> None:
    """MOV-5: puts it at the spot where that is certain (MOV-6); otherwise a seat is asked."""
    frames: list[Frame] = []
    for id in who:
        element = thing(run.state, id)
        if not isinstance(element, Rouage | PlacedMarker) or not _movable(run, id, frame.piece):
            continue
        size = element.profile.base if isinstance(element, Rouage) else element.size
        seat = decider(scope, operation.by, element if isinstance(element, Rouage) else None)
        asked = _spot_point(scope, operation.spot, Put(seat, "piece", id, size, 0, optional=operation.optional))
        if isinstance(asked, Put):
            frames.append(asked)
        elif asked is not None:
            put(run, "piece", id, asked)
    run.push(*reversed(frames))


def place_hostile(run: Run, scope: Scope, operation: verbs.PlaceHostile) -> None:
    """A new hostile comes onto the Bloc (MOV-6)."""
    size = run.state.pack.hostiles[operation.hostile].base
    asked = _spot_point(scope, operation.spot, Put(scope.chooser, "hostile", operation.hostile, size, 0))
    if isinstance(asked, Put):
        run.push(asked)
    elif asked is not None:
        put(run, "hostile", operation.hostile, asked)


def place_marker(run: Run, scope: Scope, operation: verbs.PlaceMarker) -> None:
    """A new marker comes onto the Bloc (MOV-6)."""
    blank = Put(scope.chooser, "marker", operation.marker, operation.size, 0, tinted=operation.tinted)
    asked = _spot_point(scope, operation.spot, blank)
    if isinstance(asked, Put):
        run.push(asked)
    elif asked is not None:
        put(run, "marker", operation.marker, asked, operation.size, operation.tinted)


def _spot_point(scope: Scope, spot: verbs.Spot, blank: Put) -> Put | Point | None:
    """The point of a spot, or the question that settles it; None where there is no such spot."""
    if spot.at is not None:
        return spot.at
    if spot.corner is not None:
        return (0 if "west" in spot.corner else BLOC, 0 if "north" in spot.corner else BLOC)
    if spot.place is not None:
        point = scope.bound.get(spot.place)
        return (int(point[0]), int(point[1])) if point is not None else None
    if spot.edge is not None:
        edge = deployment(scope, spot.edge)
        return replace(blank, edge=edge, range=spot.range) if edge is not None else None
    near = scope.thing(spot.near) if spot.near is not None else None
    if near is None or not select.on_bloc(near):
        return None
    return replace(blank, near=near.id, range=spot.range)


def deployment(scope: Scope, edge: Literal["own", "adverse"]) -> Edge | None:
    """A player's deployment line, seen from the controller."""
    own = scope.chooser
    return scope.state.edges.get(own if edge == "own" else ("2" if own == "1" else "1"))


def put(run: Run, what: str, name: str, to: Point, size: Size = 30, tinted: bool = False) -> None:
    """MOV-6: it stands there, or at the nearest place where it fits; nowhere, if it fits nowhere."""
    state = run.state
    if what == "hostile":
        profile = hostile_profile(state.pack, name)
        if (at := _fitting_place(state, to, profile.base, NOWHERE)) is not None:
            run.emit(ev.HostilePlaced(fresh_id(state, name), name, at, PROFILE.dump(profile)))
    elif what == "marker":
        if (at := _fitting_place(state, to, size, NOWHERE)) is not None:
            run.emit(ev.MarkerPlaced(_fresh_marker(state, name), at, size, tinted))
    elif name in state.markers:
        if (at := _fitting_place(state, to, state.markers[name].size, frozenset((name,)))) is not None:
            run.emit(ev.Moved(name, state.markers[name].at, at, "placed"))
    elif (at := _fitting_place(state, to, state.pieces[name].profile.base, frozenset((name,)))) is not None:
        move_piece(run, name, at, "placed")


def _fitting_place(state: State, at: Point, size: Size, ignore: frozenset[str]) -> Point | None:
    return nearest_place(scene(state), at, size * MILLIMETRE // 2, ignore)


def _fresh_marker(state: State, name: str) -> str:
    """The marker's id; a further one of the same id gets a number."""
    taken = {*state.markers, *state.pieces, *state.decor}
    return next(id for id in (name, *(f"{name}-{n}" for n in range(2, 1000))) if id not in taken)


def swap(run: Run, frame: Resolve, scope: Scope, operation: verbs.Swap) -> None:
    """Two change places, each with its centre where the other's was (MOV-6)."""
    one, two = scope.thing(operation.first), scope.thing(operation.second)
    if not isinstance(one, Rouage | PlacedMarker) or not isinstance(two, Rouage | PlacedMarker) or one.id == two.id:
        return
    if one.at is None or two.at is None:
        return
    if not _movable(run, one.id, frame.piece) or not _movable(run, two.id, frame.piece):
        return
    both, board = frozenset((one.id, two.id)), run.state
    spot = nearest_place(scene(board), two.at, one.disc.radius, both)
    if spot is None:
        return
    moved = _with_piece_at(board, one.id, spot)
    back = nearest_place(scene(moved), one.at, two.disc.radius, frozenset((two.id,)))
    if back is None:
        return
    # Both are lifted before either is put down: what they touch now they did not touch before (MOV-8)
    for id, to in ((one.id, spot), (two.id, back)):
        if id in run.state.markers:
            run.emit(ev.Moved(id, run.state.markers[id].at, to, "swapped"))
        else:
            move_piece(run, id, to, "swapped")


def _with_piece_at(state: State, id: str, to: Point) -> State:
    """The state with a piece or a marker elsewhere."""
    if id in state.markers:
        return replace(state, markers={**state.markers, id: replace(state.markers[id], at=to)})
    return replace(state, pieces={**state.pieces, id: replace(state.pieces[id], at=to)})

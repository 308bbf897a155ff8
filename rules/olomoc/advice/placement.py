"""Assistance for pointing: the ends of a movement, the ways to lay its ruler, the nearest legal place.

Nothing here decides. `judge` is the match's own `resolve`, and every place and ruler returned has passed it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from shapely import Point as Dot
from shapely import Polygon
from shapely.ops import nearest_points

from rules.geometry import Pose, Region, RulerSize, entry_turnings, nearest_place, turnings
from rules.kernel import Json, Refusal
from rules.olomoc import commands as cmd
from rules.olomoc.advice import regions
from rules.olomoc.engine import asked
from rules.olomoc.frames import HostileMove, PushFrame, Strike
from rules.olomoc.measure import rulers, scene
from rules.olomoc.seats import Seat
from rules.olomoc.state import Point, Rouage, State

Judge = Callable[[Json], cmd.Command | Refusal]
INSETS = (40, 300, 900, 2_500)
"""The depths inside the drawn region (µm) at which a legal place is looked for: its border is drawn, not exact."""
SAMPLES = 24
CLOSER = 14
"""Halvings of the way from a legal place to the one that was wanted: to 0.02 mm."""


def mover(state: State, seat: Seat, command: cmd.Command) -> str | None:
    """The piece that a command sets down on the Bloc; None for a command that moves none."""
    match command:
        case cmd.Walk(rouage=id) | cmd.Charge(rouage=id) | cmd.Enter(rouage=id):
            return id
        case cmd.TacticCommand(tactic=tactic):
            strike = next((f for f in reversed(state.stack) if isinstance(f, Strike)), None)
            if strike is None or tactic not in ("push-attacker", "push-target"):
                return None
            return strike.attacker if tactic == "push-attacker" else strike.target
        case cmd.MoveCommand():
            question = asked(state).get(seat)
            named = question.params.get("piece") if question is not None else None
            return named if isinstance(named, str) and named in state.pieces else None
        case _:
            return None


def movement(state: State, seat: Seat, command: cmd.Command) -> str | None:
    """The kind of `reach` that a command's movement has; None where no region is drawn (a placement by a card)."""
    match command:
        case cmd.Walk():
            return "walk"
        case cmd.Charge():
            return "charge"
        case cmd.Enter():
            return "enter"
        case cmd.TacticCommand():
            return "push"
        case cmd.MoveCommand():
            frame = state.stack[-1]
            if isinstance(frame, HostileMove):
                return "charge" if frame.charge else "walk"
            question = asked(state).get(seat)
            if isinstance(frame, PushFrame) or (question is not None and question.params.get("ruler") == "push"):
                return "push"
            return "walk" if question is not None and question.code == "displace" else None
        case _:
            return None


# Rulers


def rulers_of(state: State, seat: Seat, command: cmd.Command, wanted: Json, judge: Judge) -> list[Json]:
    """`Match.placements`: for a command that stands as `judge` has completed it."""
    id, to = mover(state, seat, command), getattr(command, "to", None)
    if id is None or to is None:
        return []
    rows: list[Json] = []
    for family, (ruler, poses) in enumerate(_families(state, state.pieces[id], to)):
        for pose in poses:
            row = {"x": pose.x, "y": pose.y, "angle": pose.angle}
            judged = judge({**wanted, "to": list(to), "ruler": row})
            if not isinstance(judged, Refusal):
                rows.append({**row, "length": ruler.length, "width": ruler.width, "family": family})
    return rows


def _families(state: State, piece: Rouage, to: Point) -> Iterator[tuple[RulerSize, tuple[Pose, ...]]]:
    """The candidate placements: one family per ruler (MOV-2), or along the deployment line (ACT-2)."""
    board, (long, short), own = scene(state), rulers(state), frozenset((piece.id,))
    if piece.at is None:
        if piece.seat is not None:
            for poses in entry_turnings(board, state.edges[piece.seat], piece.radius, to, long):
                yield long, poses
        return
    for ruler in (long, short):
        for poses in turnings(board, piece.disc, to, ruler, own):
            yield ruler, poses


# The nearest legal place


def nearest(
    state: State, seat: Seat, wanted: Json, command: cmd.Command, judge: Judge, others: Iterable[Json]
) -> cmd.Command | None:
    """`Match.nearest`: of the places that the region, the room and some legal ends at random suggest, the nearest one
    that is legal, drawn as near to the wanted one as the way between them allows."""
    to = getattr(command, "to", None)
    if to is None:
        return None
    best: tuple[float, cmd.Command] | None = None
    for start in (*_suggested(state, seat, command, to), *_ends(islice(others, SAMPLES))):
        apart = math.dist(start, to)
        if best is not None and apart >= best[0] and apart > best[0] * 1.5:
            continue
        judged = judge({**wanted, "to": list(start)})
        if isinstance(judged, Refusal):
            continue
        drawn = _drawn_nearer(wanted, start, to, judged, judge)
        if best is None or math.dist(_end(drawn), to) < best[0]:
            best = (math.dist(_end(drawn), to), drawn)
    return None if best is None else best[1]


def _end(command: cmd.Command) -> Point:
    x, y = getattr(command, "to", (0, 0))
    return x, y


def _ends(commands: Iterable[Json]) -> Iterator[Point]:
    for one in commands:
        if one.get("to") is not None:
            yield one["to"][0], one["to"][1]


def _suggested(state: State, seat: Seat, command: cmd.Command, to: Point) -> list[Point]:
    """Places on and a little inside the border of the region drawn, the nearest first; and the nearest with room."""
    id, kind = mover(state, seat, command), movement(state, seat, command)
    points: list[Point] = []
    if id is not None and kind is not None:
        target = getattr(command, "target", None)
        region = regions.region(state, id, kind, target if isinstance(target, str) else None)
        points = _borders(region, to)
    if id is not None and (place := nearest_place(scene(state), to, state.pieces[id].radius, frozenset((id,)))):
        points.append(place)
    return points


def _borders(region: Region, to: Point) -> list[Point]:
    spot = Dot(to)
    points = []
    for part in region:
        shape = Polygon(part["outer"], part["holes"])
        for inset in INSETS:
            inner = shape.buffer(-inset)
            if not inner.is_empty:
                place = nearest_points(inner, spot)[0]
                points.append((round(place.x), round(place.y)))
    return sorted(points, key=lambda p: math.dist(p, to))


def _drawn_nearer(wanted: Json, start: Point, to: Point, judged: cmd.Command, judge: Judge) -> cmd.Command:
    low, high = 0.0, 1.0
    for _ in range(CLOSER):
        part = (low + high) / 2
        point = [round(start[0] + part * (to[0] - start[0])), round(start[1] + part * (to[1] - start[1]))]
        nearer = judge({**wanted, "to": point})
        if isinstance(nearer, Refusal):
            high = part
        else:
            low, judged = part, nearer
    return judged

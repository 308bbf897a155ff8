"""Verdicts on a given ruler placement: no search, plain floats."""

import math
from typing import Literal

from rules.geometry.footing import NOTHING, stand_fault
from rules.geometry.polygon import ConvexPart, Outline
from rules.geometry.shapes import CONTACT, MICRO, OVERLAP, Disc, Fault, Point, Pose, RulerSize, Scene

Edge = Literal["north", "south", "east", "west"]


def ruler_fault(scene: Scene, pose: Pose, ruler: RulerSize, ignore: frozenset[str] = NOTHING) -> Fault | None:
    """The fault of a ruler that may not lie there: "off-bloc", or "overlap" with solid blocks and discs.

    10 micrometres of overlap are forgiven: what decides for a block is the ruler shrunk by them on every side.
    """
    ux, uy = math.cos(pose.angle * MICRO), math.sin(pose.angle * MICRO)
    a, b = ruler.length / 2, ruler.width / 2
    half_x, half_y = a * abs(ux) + b * abs(uy), a * abs(uy) + b * abs(ux)
    if not (
        half_x - OVERLAP <= pose.x <= scene.size - half_x + OVERLAP
        and half_y - OVERLAP <= pose.y <= scene.size - half_y + OVERLAP
    ):
        return Fault("off-bloc")
    blockers = ruler_on(scene, pose.x, pose.y, ux, uy, ruler, ignore)
    return Fault("overlap", tuple(sorted(blockers))) if blockers else None


def ruler_on(
    scene: Scene, x: float, y: float, ux: float, uy: float, ruler: RulerSize, ignore: frozenset[str]
) -> list[str]:
    """The solid blocks and the discs that a ruler centred at x, y along (ux, uy) overlaps."""
    a, b = ruler.length / 2, ruler.width / 2
    blocks = []
    for name, disc in scene.discs:
        dx, dy = disc.x - x, disc.y - y
        limit = disc.radius - OVERLAP
        across = abs(dy * ux - dx * uy) - b
        if across >= limit:
            continue
        along = abs(dx * ux + dy * uy) - a
        if along >= limit or name in ignore:
            continue
        if along <= 0 or across <= 0 or along * along + across * across < limit * limit:
            blocks.append(name)
    a, b = a - OVERLAP, b - OVERLAP
    for name, outline in scene.solids:
        if name not in ignore and _meets(outline, x, y, ux, uy, a, b):
            blocks.append(name)
    return blocks


def _meets(outline: Outline, x: float, y: float, ux: float, uy: float, a: float, b: float) -> bool:
    dx, dy = outline.x - x, outline.y - y
    if abs(dy * ux - dx * uy) >= b + outline.radius or abs(dx * ux + dy * uy) >= a + outline.radius:
        return False
    return any(not _separate(piece, x, y, ux, uy, a, b) for piece in outline.pieces)


def _separate(piece: ConvexPart, x: float, y: float, ux: float, uy: float, a: float, b: float) -> bool:
    for nx, ny, offset in piece.sides:
        if nx * x + ny * y - offset >= a * abs(nx * ux + ny * uy) + b * abs(ny * ux - nx * uy):
            return True
    along = [(px - x) * ux + (py - y) * uy for px, py in piece.corners]
    if min(along) >= a or max(along) <= -a:
        return True
    across = [(py - y) * ux - (px - x) * uy for px, py in piece.corners]
    return min(across) >= b or max(across) <= -b


def contact_fault(pose: Pose, ruler: RulerSize, disc: Disc) -> Fault | None:
    """ "on-ruler" when a disc lies on the ruler, "no-contact" when it does not touch it."""
    ux, uy = math.cos(pose.angle * MICRO), math.sin(pose.angle * MICRO)
    dx, dy = disc.x - pose.x, disc.y - pose.y
    along = abs(dx * ux + dy * uy) - ruler.length / 2
    across = abs(dy * ux - dx * uy) - ruler.width / 2
    inside = along <= 0 and across <= 0
    distance = max(along, across) if inside else math.hypot(max(along, 0.0), max(across, 0.0))
    if distance < disc.radius - OVERLAP:
        return Fault("on-ruler")
    return Fault("no-contact") if distance > disc.radius + CONTACT else None


def check_displacement(
    scene: Scene, start: Disc, to: Point, pose: Pose, ruler: RulerSize, ignore: frozenset[str] = NOTHING
) -> Fault | None:
    """The fault of moving a base from `start` to the centre `to` along a ruler lying at `pose`.

    `ignore` holds the mover's own id: where it stood, it is in the way of the ruler and not of its own end.
    """
    if to == start.centre:
        return Fault("no-length")
    end = Disc(to[0], to[1], start.radius)
    return (
        stand_fault(scene, end, ignore)
        or ruler_fault(scene, pose, ruler, ignore)
        or contact_fault(pose, ruler, start)
        or contact_fault(pose, ruler, end)
    )


def check_short(scene: Scene, start: Disc, to: Point, ignore: frozenset[str] = NOTHING) -> Fault | None:
    """The fault of the move by at most the base's diameter, centre to centre, with nothing laid down."""
    if to == start.centre:
        return Fault("no-length")
    dx, dy = to[0] - start.x, to[1] - start.y
    if dx * dx + dy * dy > 4 * start.radius * start.radius:
        return Fault("too-far")
    return stand_fault(scene, Disc(to[0], to[1], start.radius), ignore)


def check_entry(
    scene: Scene, edge: Edge, radius: int, to: Point, pose: Pose, ruler: RulerSize, ignore: frozenset[str] = NOTHING
) -> Fault | None:
    """The fault of entering at `to` along a ruler at `pose` that must touch that edge of the board."""
    end = Disc(to[0], to[1], radius)
    fault = stand_fault(scene, end, ignore) or ruler_fault(scene, pose, ruler, ignore)
    if fault is None and edge_distance(scene, edge, pose, ruler) > CONTACT:
        fault = Fault("no-contact")
    return fault or contact_fault(pose, ruler, end)


def edge_distance(scene: Scene, edge: Edge, pose: Pose, ruler: RulerSize) -> float:
    """Micrometres from a ruler to an edge of the board, negative where it lies beyond."""
    ux, uy = abs(math.cos(pose.angle * MICRO)), abs(math.sin(pose.angle * MICRO))
    a, b = ruler.length / 2, ruler.width / 2
    if edge == "north":
        return pose.y - a * uy - b * ux
    if edge == "south":
        return scene.size - pose.y - a * uy - b * ux
    if edge == "west":
        return pose.x - a * ux - b * uy
    return scene.size - pose.x - a * ux - b * uy

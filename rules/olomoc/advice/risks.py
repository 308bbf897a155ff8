"""A reach divided by the danger of ending there, to be drawn (`Match.risks`).

The tests are those of the rules, turned into areas. Like every region they are approximate: `check` and `odds` decide
about a given place.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, TypeAlias

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rules.geometry import CONTACT, Disc, Region
from rules.geometry.polygon import Ring
from rules.geometry.regions import CHORD, circle, inflated, to_region, to_shape
from rules.kernel import Json
from rules.olomoc import legality as law
from rules.olomoc.advice import regions
from rules.olomoc.effects import modifiers
from rules.olomoc.flow.movement import may_strike
from rules.olomoc.measure import SHARED_MARKER, adverse, block, engagers, near, stunned, tinted_contacts
from rules.olomoc.rolls import value
from rules.olomoc.state import BLOC, INCH, Rouage, State

THIN = 600
"""Parts thinner than twice this (µm) are not drawn: nobody could point there."""
LEAST = 30_000_000
"""Parts of less than this (square µm, about 5 mm by 6 mm) are not drawn either."""
RIM = 16
"""Points of a shooter's rim from which shadows are cast; between them a shadow is drawn at most 0.3 mm too wide."""
TOUCHING = 400
"""Width (µm) of the strip along something tinted in which an end is drawn as touching it."""
Area: TypeAlias = BaseGeometry


def risks(state: State, id: str, kind: str, target: str | None = None) -> Json:
    """`Match.risks`. Raises ValueError as `regions.region` does."""
    whole = to_shape(_pointable(regions.region(state, id, kind, target)))
    piece = state.pieces[id]
    layers: list[Json] = []
    danger: Area = Polygon()
    if kind == "walk":
        for foe in _strikers(state, piece):
            area = whole.difference(_zone(state, foe, piece))
            danger = danger.union(area)
            layers += _layer("leaves", "OPP-1", foe.id, area)
    if kind in ("walk", "enter", "push"):
        for foe in _foes(state, piece):
            if not stunned(state, foe) and modifiers.ignores(state, id, "threat", foe.id) is None:
                area = whole.intersection(_zone(state, foe, piece))
                danger = danger.union(area)
                layers += _layer("engages", "ENG-2", foe.id, area)
    for foe in _foes(state, piece):
        if _shoots(state, foe):
            layers += _layer("seen", "RNG-1", foe.id, whole.difference(_hidden(state, foe, piece)))
    return {
        "polygons": regions.printed(to_region(whole)),
        "clear": regions.printed(_pointable(to_region(whole.difference(danger)))),
        "layers": _gathered(layers),
        "tinted": _tinted(state, piece, whole),
        "threats": [{"id": f.id, "radius": f.radius + INCH} for f in _foes(state, piece) if not stunned(state, f)],
    }


def _pointable(region: Region) -> Region:
    """The region without the parts, and the arms of parts, that are too thin to point at."""
    shape = to_shape(region)
    opened = shape.buffer(-THIN).buffer(THIN * 1.02).intersection(shape)
    return tuple(p for p in to_region(opened) if Polygon(p["outer"], p["holes"]).area >= LEAST)


def _layer(risk: str, clause: str, by: str, area: Area) -> list[Json]:
    return [] if area.is_empty else [{"risk": risk, "clause": clause, "by": by, "area": area}]


def _gathered(layers: list[Json]) -> list[Json]:
    """One layer for each risk, with the ids of all its causes."""
    gathered: list[Json] = []
    for risk in ("leaves", "engages", "seen"):
        rows = [row for row in layers if row["risk"] == risk]
        region = _pointable(to_region(shapely.union_all([row["area"] for row in rows]))) if rows else ()
        if region:
            by = [row["by"] for row in rows]
            gathered.append({"risk": risk, "clause": rows[0]["clause"], "by": by, "polygons": regions.printed(region)})
    return gathered


def _foes(state: State, piece: Rouage) -> list[Rouage]:
    return [p for p in state.on_bloc() if adverse(piece, p)]


def _strikers(state: State, piece: Rouage) -> list[Rouage]:
    """The pieces that would strike if the piece ended far away (OPP-1, HOS-3)."""
    away = (-BLOC, -BLOC)
    return [
        foe for foe in _foes(state, piece) if law.strikes_leaver(state, foe, piece, away) and may_strike(state, foe)
    ]


def _zone(state: State, foe: Rouage, piece: Rouage) -> Area:
    """ENG-1: the centres at which the piece stands in a foe's threat zone; MEA-4: also over a marker both touch."""
    zone: Area = _within(foe.disc, piece.radius, INCH)
    for marker in state.markers.values():
        if marker.size == SHARED_MARKER and near(state, foe.disc, marker.disc, CONTACT):
            zone = zone.union(_within(marker.disc, piece.radius, TOUCHING))
    return zone


def _within(of: Disc, radius: int, reach: int) -> Area:
    return circle(of.x, of.y, CHORD * (of.radius + radius + reach))


def _shoots(state: State, foe: Rouage) -> bool:
    """RNG-1, STA-2: whether a piece has a die of Shooting and may use it."""
    return (
        not stunned(state, foe)
        and value(state, foe, "shooting")[0] > 0
        and law.allowed(state, foe, "ranged") is None
        and not engagers(state, foe)
    )


def _hidden(state: State, foe: Rouage, piece: Rouage) -> Area:
    """LOS-1: where decor hides all of the piece from all of a foe: in the shadow cast from every point of its rim, and
    not nearer to the shadow's border than the piece's radius."""
    rings = tuple(d.polygon for d in state.decor.values() if d.kind == "obstructing")
    if not rings or modifiers.ignores(state, foe.id, "sight", piece.id) is not None:
        return Polygon()
    return _dark(foe.disc, rings).buffer(-piece.radius)


@lru_cache(maxsize=32)
def _dark(eye: Disc, rings: tuple[Ring, ...]) -> Area:
    """The area that some polygons hide from every point of a disc's rim. Cached: it does not depend on the target."""
    dark: Area | None = None
    for k in range(RIM):
        turn = 2 * math.pi * k / RIM
        x, y = eye.x + eye.radius * math.cos(turn), eye.y + eye.radius * math.sin(turn)
        shadow = shapely.union_all([_shadow(x, y, ring) for ring in rings])
        dark = shadow if dark is None else dark.intersection(shadow)
        if dark.is_empty:
            break
    assert dark is not None
    return dark


def _shadow(x: float, y: float, ring: Ring) -> Area:
    """The area in or behind a polygon, as seen from a point outside it."""
    far = 3 * BLOC
    behind = []
    for px, py in ring:
        size = math.hypot(px - x, py - y) or 1.0
        behind.append((px + (px - x) / size * far, py + (py - y) / size * far))
    sides = [(ring[i - 1], ring[i], behind[i - 1], behind[i]) for i in range(len(ring))]
    return shapely.union_all([Polygon(ring), *shapely.convex_hull(shapely.linestrings(sides))])


def _tinted(state: State, piece: Rouage, whole: Area) -> list[Json]:
    """NOI-6, DEC-2: the ends at which the piece would enter the contact of something tinted: areas of zones, and the
    lines along what nothing can stand on."""
    if piece.seat is None or piece.corrupted:
        return []
    touched = tinted_contacts(state, piece.disc) if piece.at is not None else frozenset[str]()
    rows: list[Json] = []
    for decor in state.decor.values():
        if decor.tinted and decor.id not in touched:
            around = inflated(block(decor).polygon, piece.radius)
            if decor.kind == "zone":
                rows += _touch(decor.id, whole.intersection(around))
            else:
                rows += _line(decor.id, whole, around)
    for marker in state.markers.values():
        if marker.tinted and marker.id not in touched:
            rows += _line(marker.id, whole, _within(marker.disc, piece.radius, 0))
    return rows


def _touch(id: str, area: Area) -> list[Json]:
    region = _pointable(to_region(area))
    return [{"id": id, "clause": "NOI-6", "polygons": regions.printed(region), "lines": []}] if region else []


def _line(id: str, whole: Area, around: Area) -> list[Json]:
    """The border, along the reach, of the area that cannot be stood on."""
    along = around.exterior.intersection(whole.buffer(TOUCHING))
    lines: list[Any] = [
        [[round(x), round(y)] for x, y in part.coords]
        for part in shapely.get_parts(shapely.line_merge(along) if along.geom_type == "MultiLineString" else along)
        if part.geom_type == "LineString" and part.length > THIN
    ]
    return [{"id": id, "clause": "NOI-6", "polygons": [], "lines": lines}] if lines else []

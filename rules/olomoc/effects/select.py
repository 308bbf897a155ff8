"""Filters and selections of pieces (MEA-2, MEA-3: distances from edge to edge)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.geometry import CONTACT, Disc, block_gap, touches_block
from rules.olomoc import measure
from rules.olomoc.effects import modifiers
from rules.olomoc.effects.scope import Scope, Thing, active, side, thing
from rules.olomoc.packs import Bears, Filter, Select
from rules.olomoc.state import BLOC, Decor, PlacedMarker, Rouage, State

AGENDA = "agenda"
"""The name under which agenda tokens lie on pieces and markers; players' tokens lie there under their seat."""


def keeps(scope: Scope, filter: Filter, id: str) -> bool:
    """Whether the filter keeps that piece."""
    return fault(scope, filter, id) is None


def fault(scope: Scope, filter: Filter, id: str, *, blind: bool = False) -> str | None:
    """The code of the refusal for a piece that the filter does not keep, from the first key that does not hold.
    `blind`: no line of sight is asked for."""
    element = thing(scope.state, id)
    if element is None:
        return "unknown-target"
    if id in {scope.named(ref) for ref in filter.excluding}:
        return "not-that-one"
    match element, filter.kind:
        case Rouage(), "rouage":
            wrong = _rouage_fault(scope, filter, element)
        case PlacedMarker(), "marker":
            wrong = _tint_fault(filter, element) or _card_fault(filter, element.id)
        case Decor(), "decor":
            wrong = _tint_fault(filter, element) or _card_fault(filter, element.id)
            wrong = wrong or ("wrong-decor" if filter.decor_kind and element.kind not in filter.decor_kind else None)
        case _:
            return "unknown-target"
    return (
        wrong
        or _bears_fault(scope, filter, element)
        or _place_fault(scope, filter, element, filter.sight and not blind)
    )


def _card_fault(filter: Filter, card: str | None) -> str | None:
    return "wrong-card" if filter.cards and card not in filter.cards else None


def _tint_fault(filter: Filter, element: PlacedMarker | Decor) -> str | None:
    return "wrong-tint" if filter.tinted is not None and element.tinted != filter.tinted else None


def _rouage_fault(scope: Scope, filter: Filter, piece: Rouage) -> str | None:
    """The keys that are about rouages."""
    state = scope.state
    if side(scope, piece) not in filter.who:
        return "wrong-side"
    if (filter.presence == "on-bloc" and piece.at is None) or (filter.presence == "off-bloc" and piece.at is not None):
        return "not-on-bloc" if piece.at is None else "on-bloc"
    if filter.status and status(piece) not in filter.status:
        return "wrong-status"
    if filter.wounded is not None and filter.wounded != (piece.wounds > 0):
        return "wounded" if piece.wounds else "not-wounded"
    if (filter.rank_at_least, filter.rank_at_most) != (None, None) and not _ranked(state, filter, piece):
        return "wrong-rank"
    if filter.factions and not set(filter.factions) & set(factions(state, piece)):
        return "wrong-faction"
    if filter.ministries and not set(filter.ministries) & set(piece.profile.ministries):
        return "wrong-ministry"
    if filter.active is not None and filter.active != (piece.id in active(state)):
        return "active" if not filter.active else "not-active"
    if filter.revealed is not None and filter.revealed != piece.revealed:
        return "revealed" if piece.revealed else "not-revealed"
    return _card_fault(filter, piece.card)


def _ranked(state: State, filter: Filter, piece: Rouage) -> bool:
    low = filter.rank_at_least if filter.rank_at_least is not None else 0
    high = filter.rank_at_most if filter.rank_at_most is not None else 99
    return low <= modifiers.rank(state, piece) <= high


def status(piece: Rouage) -> str:
    """NOI-1."""
    return "corrupted" if piece.corrupted else "tinted" if piece.noirceur else "healthy"


def factions(state: State, piece: Rouage) -> tuple[str, ...]:
    """The factions printed on a rouage's card."""
    return card.factions if (card := state.pack.rouages.get(piece.card or "")) is not None else ()


def borne(scope: Scope, element: Thing, token: str) -> int:
    """The number of tokens of a kind on a thing; `player` and `adverse-player` as the controller sees them."""
    if isinstance(element, Decor):
        return 0
    match token:
        case "noirceur":
            return element.noirceur if isinstance(element, Rouage) else 0
        case "action":
            return element.actions if isinstance(element, Rouage) else 0
        case "stunned":
            return int(isinstance(element, Rouage) and element.stunned)
        case "agenda":
            return element.tokens.get(AGENDA, 0)
        case "player":
            return element.tokens.get(scope.chooser, 0)
        case _:
            return element.tokens.get("2" if scope.chooser == "1" else "1", 0)


def _bears_fault(scope: Scope, filter: Filter, element: Thing) -> str | None:
    if filter.bears is None:
        return None
    bears: Bears = filter.bears
    most = bears.at_most if bears.at_most is not None else 99
    return None if bears.at_least <= borne(scope, element, bears.token) <= most else "wrong-tokens"


# Places


def _place_fault(scope: Scope, filter: Filter, element: Thing, sight: bool) -> str | None:
    """The keys that measure; a thing off the Bloc is not measured (ACT-3)."""
    state = scope.state
    measured = filter.range is not None or filter.beyond is not None or filter.contact is not None or sight
    if measured:
        origin = scope.thing(filter.of)
        if origin is None or not on_bloc(origin) or not on_bloc(element):
            return "not-on-bloc"
        if filter.range is not None and not near(state, origin, element, filter.range):
            return "too-far"
        if filter.beyond is not None and near(state, origin, element, filter.beyond):
            return "too-near"
        if filter.contact is not None and filter.contact != touching(state, origin, element):
            return "no-contact" if filter.contact else "in-contact"
        if sight and not sees(state, origin, element):
            return "no-line-of-sight"
    if isinstance(element, Rouage):
        return _engagement_fault(scope, filter, element) or _edge_fault(
            scope, filter, element.disc if element.at else None
        )
    return _edge_fault(scope, filter, element.disc) if isinstance(element, PlacedMarker) else None


def _engagement_fault(scope: Scope, filter: Filter, piece: Rouage) -> str | None:
    state = scope.state
    if filter.engaged is not None and filter.engaged != bool(piece.at and measure.engagers(state, piece)):
        return "not-engaged" if filter.engaged else "not-free"
    for ref, forward in ((filter.engages, True), (filter.engaged_by, False)):
        if ref is None:
            continue
        other = scope.thing(ref)
        if not isinstance(other, Rouage):
            return "not-engaged"
        one, two = (piece, other) if forward else (other, piece)
        if not measure.engages(state, one, two):
            return "not-engaged"
    if filter.in_cover is not None and filter.in_cover != bool(piece.at and measure.in_cover(state, piece)):
        return "no-cover" if filter.in_cover else "in-cover"
    return None


def _edge_fault(scope: Scope, filter: Filter, disc: Disc | None) -> str | None:
    if filter.edge is None:
        return None
    if disc is None:
        return "not-on-bloc"
    return None if edge_gap(scope, disc, filter.edge) <= filter.edge_range + CONTACT else "too-far"


def edge_gap(scope: Scope, disc: Disc, edge: str) -> int:
    """The distance of a disc from a deployment line, the controller's own or the opponent's (µm)."""
    own = scope.chooser
    match scope.state.edges.get(own if edge == "own" else ("2" if own == "1" else "1")):
        case "north":
            return disc.y - disc.radius
        case "south":
            return BLOC - disc.y - disc.radius
        case "west":
            return disc.x - disc.radius
        case "east":
            return BLOC - disc.x - disc.radius
        case None:
            return BLOC


def on_bloc(element: Thing) -> bool:
    """ACT-3."""
    return not isinstance(element, Rouage) or element.at is not None


def near(state: State, a: Thing, b: Thing, reach: int) -> bool:
    """MEA-3: within `reach` µm, from edge to edge. Nothing is at any distance from itself."""
    match a, b:
        case Decor(), Decor():
            return a.id == b.id or decor_gap(a, b) <= reach
        case Decor(), (Rouage() | PlacedMarker()):
            return block_gap(b.disc, measure.block(a)) <= reach
        case ((Rouage() | PlacedMarker()), Decor()):
            return block_gap(a.disc, measure.block(b)) <= reach
        case _:
            return a.id == b.id or measure.near(state, a.disc, b.disc, reach)  # type: ignore[union-attr]  # discs both


def decor_gap(a: Decor, b: Decor) -> float:
    """The distance between two pieces of decor, from a corner of one to the other: polygons that do not cross are
    nowhere nearer."""
    corners = [(corner, b) for corner in a.polygon] + [(corner, a) for corner in b.polygon]
    return min(block_gap(Disc(x, y, 0), measure.block(of)) for (x, y), of in corners)


def touching(state: State, a: Thing, b: Thing) -> bool:
    """MEA-5."""
    match a, b:
        case Decor(), (Rouage() | PlacedMarker()):
            return touches_block(b.disc, measure.block(a))
        case ((Rouage() | PlacedMarker()), Decor()):
            return touches_block(a.disc, measure.block(b))
        case _:
            return a.id != b.id and near(state, a, b, CONTACT)


def blockers(state: State, a: Thing, b: Thing) -> tuple[str, ...]:
    """Ids of the decor that cuts lines of sight between two things."""
    sights = [measure.look(state, one, two) for one in seen_at(a) for two in seen_at(b)]
    return tuple(dict.fromkeys(id for sight in sights for id in sight.blockers))


def sees(state: State, a: Thing, b: Thing) -> bool:
    """LOS-1, LOS-3. A decor is seen by its corners and the middles of its sides."""
    if a.id == b.id:
        return True
    return any(measure.look(state, one, two).visible for one in seen_at(a) for two in seen_at(b))


def seen_at(element: Thing) -> Iterator[Disc]:
    """The discs by which something sees and is seen; points, for a decor."""
    if not isinstance(element, Decor):
        yield element.disc
        return
    corners = element.polygon
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield Disc(ax, ay, 0)
        yield Disc((ax + bx) // 2, (ay + by) // 2, 0)


# Selections


def everything(state: State, kind: str) -> tuple[str, ...]:
    """The ids of all rouages and hostiles, markers or decor."""
    match kind:
        case "rouage":
            return tuple(state.pieces)
        case "marker":
            return tuple(state.markers)
        case _:
            return tuple(state.decor)


def kept(scope: Scope, filter: Filter) -> tuple[str, ...]:
    """Every piece that the filter keeps; a selection's `pick` is not looked at."""
    return tuple(id for id in everything(scope.state, filter.kind) if keeps(scope, filter, id))


@dataclass(frozen=True, slots=True)
class Picked:
    """The result of a selection: pieces kept for certain, and others among which `left` more must be chosen."""

    sure: tuple[str, ...]
    among: tuple[str, ...] = ()
    left: int = 0


def picked(scope: Scope, select: Select) -> Picked:
    """The selection: ties, and what is `chosen`, are left open (GEN-5)."""
    ids = kept(scope, select)
    if select.pick is None or len(ids) <= select.count:
        return Picked(ids)
    if select.pick == "chosen":
        return Picked((), ids, select.count)
    ordered: dict[float, list[str]] = {}
    for id in ids:
        ordered.setdefault(_key(scope, select, id), []).append(id)
    sure: list[str] = []
    for key in sorted(ordered):
        group = ordered[key]
        if len(sure) + len(group) > select.count:
            left = select.count - len(sure)
            return Picked(tuple(sure), tuple(group), left) if left else Picked(tuple(sure))
        sure += group
    return Picked(tuple(sure))


def _key(scope: Scope, select: Select, id: str) -> float:
    element = thing(scope.state, id)
    assert element is not None
    match select.pick:
        case "highest-rank" | "lowest-rank":
            rank = modifiers.rank(scope.state, element) if isinstance(element, Rouage) else 0
            return -rank if select.pick == "highest-rank" else rank
        case _:
            origin = scope.thing(select.of)
            apart = gap(scope.state, origin, element) if origin is not None else 0.0
            apart = round(apart / CONTACT)  # MEA-5's tolerance: as good as equal
            return -apart if select.pick == "farthest" else apart


def gap(state: State, a: Thing, b: Thing) -> float:
    """MEA-2: µm from edge to edge, 0 at the least; far off where one is not on the Bloc."""
    if not on_bloc(a) or not on_bloc(b):
        return float(2 * BLOC)
    match a, b:
        case Decor(), Decor():
            return max(0.0, decor_gap(a, b))
        case Decor(), (Rouage() | PlacedMarker()):
            return max(0.0, block_gap(b.disc, measure.block(a)))
        case ((Rouage() | PlacedMarker()), Decor()):
            return max(0.0, block_gap(a.disc, measure.block(b)))
        case _:
            return measure.distance(state, a.disc, b.disc)  # type: ignore[union-attr]  # discs both

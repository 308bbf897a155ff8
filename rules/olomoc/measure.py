"""Distances, sight and engagement in a state, asked of `rules.geometry`.

Everything here is a function of a state; the scene of a state is cached.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from rules.geometry import CONTACT, Block, Disc, RulerSize, Scene, Sight, gap, in_contact, sight, touches_block, within
from rules.kernel.memo import derived
from rules.olomoc.effects import modifiers
from rules.olomoc.state import BLOC, INCH, MILLIMETRE, Decor, PlacedMarker, Rouage, State

FAR = 4 * INCH
SIGHTS = 4_096
"""Lines of sight kept for what obstructs on one Bloc."""
SHARED_MARKER = 30
ACROSS = SHARED_MARKER * MILLIMETRE + 2 * CONTACT
"""The largest distance between two bases that touch the same small marker (µm)."""


def block(decor: Decor) -> Block:
    """A decor as geometry sees it (DEC-1, DEC-3)."""
    return _block(decor.id, decor.kind, decor.polygon)


@lru_cache(maxsize=4096)
def _block(id: str, kind: str, polygon: tuple[tuple[int, int], ...]) -> Block:
    return Block(id, polygon, opaque=kind == "obstructing", solid=kind != "zone")


@derived("decor", "markers", "pieces")
def scene(state: State) -> Scene:
    """The Bloc as geometry sees it: decor, markers, bases."""
    markers = tuple((m.id, m.disc) for m in state.markers.values())
    bases = tuple((p.id, p.disc) for p in state.pieces.values() if p.at is not None)
    return _scene(_blocks(state), markers + bases)


@derived("decor")
def _blocks(state: State) -> tuple[Block, ...]:
    return tuple(block(d) for d in state.decor.values())


@lru_cache(maxsize=64)
def _scene(blocks: tuple[Block, ...], discs: tuple[tuple[str, Disc], ...]) -> Scene:
    return Scene(BLOC, blocks, discs)


@derived("pack")
def rulers(state: State) -> tuple[RulerSize, RulerSize]:
    """MOV-7: the displacement ruler and the push ruler of the pack."""
    sizes = state.pack.rulers
    return (
        RulerSize(sizes.displacement.length, sizes.displacement.width),
        RulerSize(sizes.push.length, sizes.push.width),
    )


def element(state: State, id: str) -> Rouage | PlacedMarker | None:
    """A piece on the Bloc, or a marker, by its id."""
    if id in state.markers:
        return state.markers[id]
    piece = state.pieces.get(id)
    return piece if piece is not None and piece.at is not None else None


def adverse(a: Rouage, b: Rouage) -> bool:
    """Whether each may be the other's target: adverse or hostile (GEN-4)."""
    return a.seat != b.seat


def allied(a: Rouage, b: Rouage) -> bool:
    """GEN-4; hostiles are allied among themselves. A rouage is its own ally."""
    return a.seat == b.seat


def share_marker(state: State, a: Disc, b: Disc) -> bool:
    """MEA-4: both in contact with one 30 mm marker."""
    return any(in_contact(b, marker.disc) for marker in shared_with(state, a))


def shared_with(state: State, disc: Disc) -> Iterator[PlacedMarker]:
    """MEA-4: the 30 mm markers that a base at `disc` touches."""
    return (m for m in state.markers.values() if m.size == SHARED_MARKER and in_contact(disc, m.disc))


def near(state: State, a: Disc, b: Disc, reach: int) -> bool:
    """MEA-2, MEA-3: whether the edges are at `reach` µm or less (MEA-4: 1 in over a shared marker)."""
    return within(a, b, reach) or (reach >= INCH and within(a, b, ACROSS) and share_marker(state, a, b))


def distance(state: State, a: Disc, b: Disc) -> float:
    """MEA-2: µm from edge to edge, never below 0; at most 1 in over a shared marker (MEA-4)."""
    apart = max(0.0, gap(a, b))
    return min(apart, float(INCH)) if INCH < apart <= ACROSS + 1 and share_marker(state, a, b) else apart


def hundredths(micrometres: float) -> int:
    """A distance for a sentence: hundredths of an inch, rounded."""
    return math.floor(micrometres * 100 / INCH + 0.5)


def trait(state: State, piece: Rouage, name: str) -> bool:
    """Whether a hostile's card has this trait (HOS-3)."""
    card = state.pack.hostiles.get(piece.card) if piece.seat is None and piece.card is not None else None
    return card is not None and name in card.traits


def stunned(state: State, piece: Rouage) -> bool:
    """STA-2; HOS-3: an immutable one ignores its token."""
    if not piece.stunned or trait(state, piece, "immutable"):
        return False
    return modifiers.ignores(state, piece.id, "stunned") is None


def threatens(state: State, piece: Rouage, disc: Disc) -> bool:
    """ENG-1: whether something standing at `disc` is in this piece's threat zone (STA-2: a stunned one has none)."""
    return piece.at is not None and not stunned(state, piece) and near(state, piece.disc, disc, INCH)


def engages(state: State, a: Rouage, b: Rouage) -> bool:
    """ENG-2: b is in a's threat zone, and they are no allies; a card may say that nothing engages b."""
    if not adverse(a, b) or b.at is None or not threatens(state, a, b.disc):
        return False
    return modifiers.ignores(state, b.id, "threat", a.id) is None


def engagers(state: State, piece: Rouage) -> list[str]:
    """Ids of the pieces that engage this one (ENG-2)."""
    if state.pieces.get(piece.id) is not piece:  # as it would stand elsewhere
        return [p.id for p in state.on_bloc() if engages(state, p, piece)]
    return list(_engagers(state, piece.id))


@derived()
def _engagers(state: State, id: str) -> tuple[str, ...]:
    piece = state.pieces[id]
    return tuple(p.id for p in state.on_bloc() if engages(state, p, piece))


def supporter(state: State, roller: Rouage, target: Rouage | PlacedMarker) -> str | None:
    """ROL-3: another ally of the roller in whose threat zone the target is."""
    for piece in state.on_bloc():
        if piece.id != roller.id and allied(piece, roller) and threatens(state, piece, target.disc):
            return piece.id if modifiers.ignores(state, target.id, "support", roller.id) is None else None
    return None


def in_cover(state: State, piece: Rouage) -> str | None:
    """RNG-3: the decor, not a zone, that it is in contact with."""
    for decor in state.decor.values():
        if decor.kind != "zone" and touches_block(piece.disc, block(decor)):
            return decor.id
    return None


def look(state: State, a: Disc, b: Disc) -> Sight:
    """LOS-1, LOS-2: the line of sight between two discs, which only decor can cut."""
    walls, seen = _walls(state)
    kept = seen.get((a, b))
    if kept is None:
        if len(seen) >= SIGHTS:
            seen.clear()
        kept = seen[a, b] = sight(walls, a, b)
    return kept


@derived("decor")
def _walls(state: State) -> tuple[Scene, dict[tuple[Disc, Disc], Sight]]:
    return _sights(tuple(block(d) for d in state.decor.values() if d.kind == "obstructing"))


@lru_cache(maxsize=64)
def _sights(blocks: tuple[Block, ...]) -> tuple[Scene, dict[tuple[Disc, Disc], Sight]]:
    """The obstructing decor, and a cache of the lines of sight past it: decor stays in place for a whole match."""
    return Scene(BLOC, blocks, ()), {}


def sees(state: State, a: Rouage, b: Rouage | PlacedMarker) -> bool:
    """LOS-1, LOS-3: a must be on the Bloc; it always sees itself."""
    return a.at is not None and (a.id == b.id or look(state, a.disc, b.disc).visible)


def tinted_contacts(state: State, disc: Disc) -> frozenset[str]:
    """DEC-2: the tinted decor and markers that a base at `disc` is in contact with; a zone stood upon is touched
    too."""
    decor = (d.id for d in state.decor.values() if d.tinted and touches_block(disc, block(d)))
    markers = (m.id for m in state.markers.values() if m.tinted and in_contact(disc, m.disc))
    return frozenset((*decor, *markers))


def shootable(state: State, shooter: Rouage) -> Iterator[Rouage]:
    """RNG-1: adverse or hostile, in line of sight and free; nearest or not. A card may lift either."""
    for piece in state.on_bloc():
        if not adverse(shooter, piece):
            continue
        seen = sees(state, shooter, piece) or modifiers.ignores(state, shooter.id, "sight", piece.id)
        if seen and (not engagers(state, piece) or modifiers.ignores(state, shooter.id, "engaged-target", piece.id)):
            yield piece

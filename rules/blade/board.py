"""A board as the rules use it: zones, the pieces of their borders, links, and lines of sight (BRD, SEE). What a piece
is now, a door or a smashed wall, is in the state of the match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from rules.blade.packs.schema import BoardRow, DoorRow, LinkRow, ZoneRow
from rules.geometry.zones import Area, Barrier, ZoneMap


class BorderPiece(NamedTuple):
    """A piece of a border (BRD-3). `key`: of a door its id, else `a/b/n`."""

    key: str
    kind: str
    door: DoorRow | None = None


class Kind(NamedTuple):
    """What a kind of piece does (BRD-4). `surcharge` None: impassable."""

    surcharge: int | None
    sight: bool
    reach: bool
    crowd: bool
    smash: bool = False


KINDS: Mapping[str, Kind] = {
    "open": Kind(0, True, True, True),
    "curtain": Kind(1, False, False, True),
    "door-open": Kind(0, True, True, True),
    "wood": Kind(None, False, False, False, smash=True),
    "stone": Kind(None, False, False, False),
    "opening": Kind(0, True, True, True),
    "bars": Kind(None, True, False, False),
    "palisade": Kind(None, False, False, False, smash=True),
    "rail": Kind(None, True, True, True),
    "ledge": Kind(None, True, True, True),
    "stairs": Kind(1, True, True, True),
    "barricade": Kind(None, True, True, True),  # TOK-3
}
"""BRD-4, BRD-5: the table of pieces, but for doors that are shut."""
SHUT: Mapping[str, Kind] = {
    "wood": Kind(None, False, False, False, smash=True),
    "iron": Kind(None, False, False, False),
    "grate": Kind(None, True, False, False),
    "secret": Kind(None, False, False, False),  # BRD-14
}
"""Doors that are closed or locked, by material."""


class Board:
    """A board, looked up. It is made once for each row of a pack."""

    def __init__(self, row: BoardRow) -> None:
        self.row = row
        self.zones: Mapping[str, ZoneRow] = {zone.id: zone for zone in row.zones}
        self.doors: Mapping[str, DoorRow] = {door.id: door for door in row.doors}
        self.links: Mapping[str, LinkRow] = {link.id: link for link in row.links}
        self.pieces: Mapping[tuple[str, str], tuple[BorderPiece, ...]] = {
            pair(*border.between): self._pieces(n) for n, border in enumerate(row.borders)
        }
        self.of_key: Mapping[str, BorderPiece] = {
            piece.key: piece for pieces in self.pieces.values() for piece in pieces
        }
        self.beside: Mapping[str, tuple[str, str]] = {
            piece.key: between for between, pieces in self.pieces.items() for piece in pieces
        }
        """The two zones of each piece."""

    def _pieces(self, n: int) -> tuple[BorderPiece, ...]:
        border = self.row.borders[n]
        a, b = pair(*border.between)
        if not border.pieces:
            return (BorderPiece(f"{a}/{b}/0", "open"),)
        return tuple(
            BorderPiece(piece.id or f"{a}/{b}/{at}", piece.kind, self.doors.get(piece.id) if piece.id else None)
            for at, piece in enumerate(border.pieces)
        )

    @cached_property
    def map(self) -> ZoneMap:
        """The outlines, everything that a line of sight may meet (SEE-1), and distances (BRD-11)."""
        barriers = []
        for border in self.row.borders:
            a, b = pair(*border.between)
            for n, piece in enumerate(border.pieces):
                if piece.path:
                    barriers.append(Barrier(piece.id or f"{a}/{b}/{n}", piece.kind, piece.path))
        barriers += [Barrier(f"wall/{n}", wall.kind, wall.path) for n, wall in enumerate(self.row.walls)]
        barriers += [Barrier(f"rock/{n}", "stone", _closed(line)) for n, line in enumerate(self.row.rock)]
        areas = {zone.id: Area(zone.polygon, zone.dot) for zone in self.row.zones}
        return ZoneMap(areas, tuple(barriers))

    def adjacent(self, a: str, b: str) -> bool:
        """BRD-2."""
        return pair(a, b) in self.pieces

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The adjacent zones of each zone, in the order of the board (BRD-2)."""
        return {a: tuple(b for b in self.zones if self.adjacent(a, b)) for a in self.zones}

    @cached_property
    def links_from(self) -> Mapping[str, tuple[tuple[LinkRow, str], ...]]:
        """The links that lead out of each zone, and where to (BRD-6): a drop leads one way down."""
        by_zone: dict[str, list[tuple[LinkRow, str]]] = {id: [] for id in self.zones}
        for link in self.row.links:
            a, b = link.between
            by_zone[a].append((link, b))
            if link.kind != "drop":
                by_zone[b].append((link, a))
        return {id: tuple(links) for id, links in by_zone.items()}

    @cached_property
    def forced_sight(self) -> Mapping[tuple[str, str], bool]:
        """SEE-6: pairs that see each other, or not, whatever the line meets."""
        return {pair(*zones): True for zones in self.row.sight_on} | {
            pair(*zones): False for zones in self.row.sight_off
        }


def pair(a: str, b: str) -> tuple[str, str]:
    """Two zones in the order of their names."""
    return (a, b) if a < b else (b, a)


def _closed(line: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    return line if line[0] == line[-1] else (*line, line[0])

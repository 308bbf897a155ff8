"""Named places with neighbours and room, and the pieces that stand there, some of them hidden.

A game's state has its pieces by id; the places themselves are data of its board. Functions return pieces after a change
and check no rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules.kernel.codec import noun, replace
from rules.kernel.piles import dealt_among
from rules.kernel.seats import EVERYONE, Viewer


@noun
class BoardPlace:
    """A place of a board: the places beside it, and the size of the pieces that it can hold; None: any."""

    beside: tuple[str, ...]
    room: int | None = None


@noun
class PlacedPiece:
    """A piece in a place; `at` None: off the board. `owner`: a seat or a side, or None. `face`: what it is, where that
    may be hidden; `seen`: who has looked at it, or `EVERYONE`."""

    at: str | None = None
    owner: str | None = None
    size: int = 1
    face: str | None = None
    seen: tuple[Viewer, ...] = ()

    def known_to(self, viewer: Viewer) -> bool:
        """Whether this viewer knows what it is."""
        return self.face is None or viewer in self.seen or EVERYONE in self.seen

    def looked_at(self, *viewers: Viewer) -> PlacedPiece:
        """The piece after these have looked at it."""
        return replace(self, seen=(*self.seen, *(viewer for viewer in viewers if viewer not in self.seen)))


Board = Mapping[str, BoardPlace]
Pieces = Mapping[str, PlacedPiece]


def at(pieces: Pieces, place: str) -> tuple[str, ...]:
    """The ids of the pieces in a place, in order."""
    return tuple(id for id, piece in pieces.items() if piece.at == place)


def room_left(board: Board, pieces: Pieces, place: str) -> int | None:
    """The size that still fits in a place; None: any. Below 0 where it is fuller than it may be."""
    most = board[place].room
    return None if most is None else most - sum(pieces[id].size for id in at(pieces, place))


def fits(board: Board, pieces: Pieces, id: str, place: str) -> bool:
    """Whether a piece has room in a place, where it may stand already."""
    left = room_left(board, {other: piece for other, piece in pieces.items() if other != id}, place)
    return left is None or pieces[id].size <= left


def put(pieces: Pieces, id: str, place: str | None) -> dict[str, PlacedPiece]:
    """The pieces with one in another place; None: off the board."""
    return {**pieces, id: replace(pieces[id], at=place)}


def distances(board: Board, start: str, passable: Callable[[str, str], bool] = lambda one, two: True) -> dict[str, int]:
    """The least number of steps to each place that can be reached, nearest first. `passable`: whether a step can be
    made.

    >>> distances({"a": BoardPlace(("b",)), "b": BoardPlace(("a", "c")), "c": BoardPlace(("b",))}, "a")
    {'a': 0, 'b': 1, 'c': 2}
    """
    steps, edge = {start: 0}, [start]
    for here in edge:
        for near in board[here].beside:
            if near not in steps and passable(here, near):
                steps[near] = steps[here] + 1
                edge.append(near)
    return steps


def shown(pieces: Pieces) -> dict[str, dict[str, Any]]:
    """The pieces as all may see them: `{"at", "owner", "size", "face"}`, the face None where it is not known to all."""
    return {
        id: {
            "at": piece.at,
            "owner": piece.owner,
            "size": piece.size,
            "face": piece.face if piece.known_to(EVERYONE) else None,
        }
        for id, piece in pieces.items()
    }


def known_faces(pieces: Pieces, viewer: Viewer) -> dict[str, str]:
    """The faces that this viewer knows and not all do, for its own view."""
    return {
        id: piece.face
        for id, piece in pieces.items()
        if piece.face and piece.known_to(viewer) and not piece.known_to(EVERYONE)
    }


def dealt_anew(
    pieces: Pieces, viewer: Viewer, rng: random.Random, of: Iterable[str] | None = None
) -> dict[str, PlacedPiece]:
    """The pieces with the faces that a viewer does not know dealt anew among them. `of`: those that are dealt together;
    left out: all."""
    hidden = [id for id in (pieces if of is None else of) if not pieces[id].known_to(viewer)]
    [faces] = dealt_among([([pieces[id].face for id in hidden], ())], rng)
    return {**pieces, **{id: replace(pieces[id], face=face) for id, face in zip(hidden, faces, strict=True)}}


def check_board(board: Board) -> Sequence[str]:
    """What is wrong with a board: a place beside one that is not there, or that is not beside it in turn."""
    return [
        f"{place} is beside {near}, which is not there" if near not in board else f"{near} is not beside {place}"
        for place, spot in board.items()
        for near in spot.beside
        if near not in board or place not in board[near].beside
    ]

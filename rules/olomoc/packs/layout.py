"""Whether what an agenda puts on the Bloc can stand there: markers, hostiles, and the suggested decor (SET-3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from shapely import Point, Polygon, affinity, box
from shapely.geometry.base import BaseGeometry

from rules.kernel.packs.lines import Path

from .base import BLOC
from .schema import Agenda, DecorSet, HostileCard, Piece

APART = 50_800  # SET-3: 2 in
SLACK = 25  # MEA-5
_BLOC = box(0, 0, BLOC, BLOC)


@dataclass(frozen=True)
class Misplaced:
    """Something that cannot stand where it is put: where in the agenda that is said, and why."""

    path: Path
    what: str
    """An English sentence."""
    reason: str
    """off-bloc, overlap, near-edge, near-marker, near-decor."""
    id: str
    other: str | None = None

    @property
    def params(self) -> dict[str, str]:
        """For a `Problem`."""
        return {"reason": self.reason, "id": self.id} | ({} if self.other is None else {"other": self.other})


def misplaced(agenda: Agenda, decor: DecorSet | None, hostiles: Mapping[str, HostileCard]) -> Iterator[Misplaced]:
    """The things that cannot stand where the agenda or its decor set puts them."""
    discs: list[tuple[Path, str, BaseGeometry]] = [
        (("markers", i, "at"), marker.id, _disc(marker.at, marker.size)) for i, marker in enumerate(agenda.markers)
    ]
    markers = [disc for _, _, disc in discs]
    discs += [
        (("hostiles", i, "at"), start.hostile, _disc(start.at, hostiles[start.hostile].base))
        for i, start in enumerate(agenda.hostiles)
    ]
    for path, name, disc in discs:
        if not _BLOC.buffer(SLACK).contains(disc):
            yield Misplaced(path, f"{name!r} does not lie on the Bloc", "off-bloc", name)
    for (_, name, one), (path, other, two) in combinations(discs, 2):
        if one.intersection(two).area > SLACK * SLACK:
            yield Misplaced(path, f"{other!r} overlaps {name!r}", "overlap", other, name)
    if decor is not None:
        yield from _decor(decor, discs, markers)


def _decor(
    decor: DecorSet, discs: Sequence[tuple[Path, str, BaseGeometry]], markers: Sequence[BaseGeometry]
) -> Iterator[Misplaced]:
    at: Path = ("decor",)
    placed = [(piece, _placed(piece)) for piece in decor.pieces]
    solid = [(piece.id, shape) for piece, shape in placed if piece.kind != "zone"]
    for _, name, disc in discs:
        for other, shape in solid:
            if disc.intersection(shape).area > SLACK * SLACK:
                yield Misplaced(at, f"{name!r} overlaps {other!r}", "overlap", name, other)
    for piece, shape in placed:
        if not _BLOC.buffer(SLACK).contains(shape) or _close(shape, _BLOC.exterior):
            yield Misplaced(at, f"{piece.id!r} is suggested within 2 in of the Bloc's edge", "near-edge", piece.id)
        if any(_close(shape, marker) for marker in markers):
            yield Misplaced(at, f"{piece.id!r} is suggested within 2 in of a marker", "near-marker", piece.id)
    for (name, shape), (other, beside) in combinations(solid, 2):
        if _close(shape, beside):
            yield Misplaced(at, f"{name!r} is suggested within 2 in of {other!r}", "near-decor", name, other)


def _disc(at: tuple[int, int], size: int) -> BaseGeometry:
    return Point(at).buffer(size * 500)


def _placed(piece: Piece) -> Polygon:
    turned = affinity.rotate(Polygon(piece.polygon), piece.angle / 1_000_000, origin=(0, 0), use_radians=True)
    return affinity.translate(turned, *piece.at)


def _close(one: BaseGeometry, other: BaseGeometry) -> bool:
    """Nearer than 2 in without being in contact."""
    overlap = float(one.intersection(other).area)
    return SLACK < float(one.distance(other)) < APART - SLACK or overlap > SLACK * SLACK

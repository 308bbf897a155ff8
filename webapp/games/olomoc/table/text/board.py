"""The Bloc in words: where everything stands, in inches from its west and south edges, and how far and in which
direction each rouage has the others. For screen readers always there; for eyes, when it is asked for.

Distances are the rulebook's, from edge to edge (MEA-2); what they mean is the engine's to say, not this list's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import atan2, hypot, pi
from operator import itemgetter
from typing import Any, NamedTuple

from rules.kernel.identity_cache import cached_by
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.cards.rouages import is_active
from webapp.games.olomoc.table.text.names import INCH, Names, inches
from webapp.i18n import Translator
from webapp.ui.tree import Child, Node, el, icon

Json = Mapping[str, Any]

SIDE = 16 * INCH
"""The Bloc's edge in micrometres (MEA-1)."""

TOUCHING = 25
"""Micrometres: a gap that counts as none (MEA-5)."""

BEARINGS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")
"""The eight directions, clockwise from the east: positions grow to the east and to the south."""


class PieceDisc(NamedTuple):
    """A disc on the Bloc: its centre and radius in micrometres."""

    id: str
    x: float
    y: float
    radius: float


def discs(view: Json) -> list[PieceDisc]:
    """The rouages and hostiles that stand on the Bloc."""
    standing = [*view.get("rouages", ()), *view.get("hostiles", ())]
    return [
        PieceDisc(piece["id"], piece["at"][0], piece["at"][1], piece["profile"]["base"] * 500)
        for piece in standing
        if piece.get("at")
    ]


def gap(one: PieceDisc, other: PieceDisc) -> float:
    """The distance from edge to edge, in micrometres; 0 where they touch (MEA-2, MEA-5)."""
    between = hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius
    return 0 if between <= TOUCHING else between


def bearing(x: float, y: float) -> str:
    """The direction of a step to the east and to the south, one of eight.

    >>> bearing(1, 0), bearing(-1, -1), bearing(0.1, 5)
    ('e', 'nw', 's')
    """
    return BEARINGS[round(atan2(y, x) / (pi / 4)) % 8]


@lru_cache(256)
def place(x: float, y: float, tr: Translator) -> str:
    """ "3.0 in from the west, 11.2 in from the south"."""
    return tr("readout.at", west=inches(x, tr), south=inches(SIDE - y, tr))


def others(standing: Iterable[PieceDisc], names: Names) -> Mapping[str, str]:
    """Beside each piece, by its id, the others from the nearest, each with distance and direction."""
    return _others(tuple((disc, names.piece(disc.id)) for disc in standing), names.tr)


# Cached for all viewers: most commands move no piece, the others one of about ten.
@lru_cache(64)
def _others(standing: tuple[tuple[PieceDisc, str], ...], tr: Translator) -> Mapping[str, str]:
    apart, beside = "; " if tr.language == "en" else "\u00a0; ", {}
    for one, _ in standing:
        neighbours = [_other(one, other, name, tr) for other, name in standing if other.id != one.id]
        beside[one.id] = apart.join(neighbour for _, neighbour in sorted(neighbours, key=itemgetter(0)))
    return beside


@lru_cache(1024)
def _other(one: PieceDisc, other: PieceDisc, name: str, tr: Translator) -> tuple[float, str]:
    """The distance of a piece from another one, and the words for it."""
    far = gap(one, other)
    where = tr(f"readout.{bearing(other.x - one.x, other.y - one.y)}")
    return far, tr("readout.other" if far else "readout.touching", name=name, far=inches(far, tr), where=where)


def piece_lines(view: Json, names: Names, standing: Iterable[PieceDisc], beside: Mapping[str, str]) -> list[Node]:
    """A line for each rouage and hostile on the Bloc, one's own side first; `beside`: as :func:`others`."""
    at = {disc.id: disc for disc in standing}
    first = names.me if names.me in ("1", "2") else "1"
    lines = []
    for piece in sorted(
        [*view.get("rouages", ()), *view.get("hostiles", ())],
        key=lambda piece: (piece.get("seat") is None, piece.get("seat") != first, -piece["profile"]["rank"]),
    ):
        disc = at.get(piece["id"])
        if disc is None:
            continue
        who = (
            names.piece_words(piece, is_active(view, piece["id"])) if piece.get("seat") else names.hostile_words(piece)
        )
        lines.append(line(who, place(disc.x, disc.y, names.tr), beside[disc.id], piece["id"]))
    return lines


@lru_cache(256)
def line(who: str, where: str, more: str = "", id: str = "") -> Node:
    """What stands where, and what it has about it. Shared: never change it."""
    place: list[Child] = [el("strong", who), ". ", where, "."]
    return el("li", place, f" {more}." if more else None, key=f"read-{id}", data_said=id or None)


class _Things(NamedTuple):
    markers: Sequence[Json]
    decor: Sequence[Json]
    book: Book
    names: Names


def thing_lines(view: Json, names: Names) -> list[Node]:
    """Markers and decor. Shared: never change them."""
    of = _Things(view.get("markers", ()), view.get("decor", ()), names.book, names)
    return _thing_lines(of, view.get("agenda"), names.basis, names.tr)


@cached_by("markers", "decor", "book", size=16)
def _thing_lines(of: _Things, agenda: str | None, basis: str, tr: Translator) -> list[Node]:
    """`agenda`, `basis`: cache keys for everything else taken from `names`."""
    lines = [
        line(of.names.marker_words(thing), place(thing["at"][0], thing["at"][1], tr), id=thing["id"])
        for thing in of.markers
        if thing.get("at")
    ]
    for thing in of.decor:
        points: Sequence[Sequence[float]] = thing["polygon"]
        x, y = (sum(point[k] for point in points) / len(points) for k in (0, 1))
        what = tr(f"table.decor-{thing['kind']}") + (f", {tr('table.tinted')}" if thing.get("tinted") else "")
        lines.append(line(what, place(x, y, tr), id=thing["id"]))
    return lines


def away(view: Json, names: Names) -> str:
    """The rouages that are off the Bloc, in words."""
    return ", ".join(
        names.piece(rouage["id"])
        for rouage in view.get("rouages", ())
        if not rouage.get("at") and not rouage.get("out")
    )


def readout_props(names: Names) -> Names:
    """The words that :func:`readout` is made of."""
    return names.only("agenda", "edges", "active", "rouages", "hostiles", "markers", "decor")


def readout(names: Names) -> list[Child]:
    """The list, with what shows and hides it."""
    tr, view = names.tr, names.view
    edges = " · ".join(
        f"{names.player(seat)}, {tr(f'what.{edge}')}" for seat, edge in (view.get("edges") or {}).items()
    )
    off, standing = away(view, names), discs(view)
    beside = others(standing, names)
    return [
        el(
            "section.readout",
            _readout_head(tr),
            el("p", edges) if edges else None,
            el("ul", piece_lines(view, names, standing, beside), thing_lines(view, names), later=True),
            el("p", tr("readout.off", names=off)) if off else None,
            aria_labelledby="readout-title",
            testid="readout",
            tabindex="0",
        ),
    ]


@lru_cache(8)
def _readout_head(tr: Translator) -> Node:
    return el(
        "header.readout-head",
        el("h2", tr("readout.title"), id="readout-title"),
        el(
            "button.btn.quiet",
            icon("eye"),
            el("span", tr("readout.show")),
            set=["readout", "on"],
            toggle=True,
            testid="readout-show",
        ),
    )


@lru_cache(8)
def opener(tr: Translator) -> Node:
    """A small button that shows the list, where there is room for one. Shared: never change it."""
    label = tr("readout.title")
    return el(
        "button.btn.quiet.readout-open",
        icon("note", label),
        set=["readout", "on"],
        toggle=True,
        title=label,
        data_sign=tr("sign.board"),
    )

"""A second opinion on who stands where, engages and sees whom: from a printed position, plainly and slowly.

It shares no code with the engine, only the card files. A case that is too close to call raises `Doubt`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.geometry import slow

Json = dict[str, Any]

INCH = 25_400
SIZE = 16 * INCH
CLOSE = 2.0
"""Micrometres within which a distance may be on either side of a limit."""
SLIT = 1_000.0
"""No line is said to be cut that a decor drawn in by so much would let through."""
CARDS = Path(__file__).parents[2] / "rules" / "olomoc" / "packs" / "core"


class Doubt(Exception):
    """Too close to call, or a card has its say in it."""


@dataclass(frozen=True)
class Disc:
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Block:
    id: str
    polygon: tuple[tuple[float, float], ...]
    opaque: bool
    solid: bool


@dataclass(frozen=True)
class Scene:
    size: int
    blocks: tuple[Block, ...]
    discs: tuple[tuple[str, Disc], ...]


@dataclass(frozen=True)
class Ruler:
    """MOV-7."""

    length: float
    width: float


@dataclass(frozen=True)
class Pose:
    x: float
    y: float
    angle: float


LONG, SHORT = Ruler(4 * INCH, 0.8 * INCH), Ruler(2 * INCH, 0.8 * INCH)


def under(apart: float, limit: float) -> bool:
    """Whether a distance is at a limit or less."""
    if abs(apart - limit) < CLOSE:
        raise Doubt
    return apart < limit


def gap(a: Disc, b: Disc) -> float:
    """MEA-2."""
    return max(0.0, math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius)


class Bloc:
    """A position to ask questions of."""

    def __init__(self, position: Json) -> None:
        self.position = position
        hostiles = [{**row, "seat": None, "actions": 0} for row in position["hostiles"]]
        self.pieces: dict[str, Json] = {row["id"]: row for row in (*position["rouages"], *hostiles)}
        self.on = [id for id, row in self.pieces.items() if row["at"] is not None]
        self.markers = [Disc(*m["at"], m["size"] * 500) for m in position["markers"]]
        blocks = (
            Block(d["id"], tuple(map(tuple, d["polygon"])), d["kind"] == "obstructing", d["kind"] != "zone")
            for d in position["decor"]
        )
        discs = [(id, self.disc(id)) for id in self.on]
        discs += [(m["id"], disc) for m, disc in zip(position["markers"], self.markers, strict=True)]
        self.scene = Scene(SIZE, tuple(blocks), tuple(discs))
        self.inner = replace(self.scene, blocks=tuple(_drawn_in(b) for b in self.scene.blocks))
        self.own = {id: _all(borne(row)) for id, row in self.pieces.items()}
        self.lasting = _all(at_large(position))
        self.words = self.lasting.union(*self.own.values())
        self.seen: dict[tuple[Disc, Disc], bool | None] = {}

    def untouched(self, *what: str) -> None:
        """No card in play changes any of this."""
        if self.words & {*what, "all"}:
            raise Doubt

    def figure(self, id: str, name: str) -> int:
        """A characteristic, if neither its own cards change it nor others (ROL-1)."""
        if {name, "all"} & (self.own[id] | self.lasting) or f"{name} of others" in self.words:
            raise Doubt
        return int(self.pieces[id]["profile"][name])

    def disc(self, id: str) -> Disc:
        piece = self.pieces[id]
        return Disc(*piece["at"], piece["profile"]["base"] * 500)

    def adverse(self, id: str, other: str) -> bool:
        """GEN-4: adverse or hostile."""
        return bool(self.pieces[id]["seat"] != self.pieces[other]["seat"])

    def stunned(self, id: str) -> bool:
        """STA-2; HOS-3: a Rogue ignores its token."""
        self.untouched("stunned")
        return "stunned" in self.pieces[id]["states"] and self.pieces[id]["card"] != "rogue"

    def near(self, a: Disc, b: Disc, inches: float = 1) -> bool:
        """MEA-3, MEA-4."""
        if inches >= 1 and any(
            m.radius == 15_000 and under(gap(a, m), 25) and under(gap(b, m), 25) for m in self.markers
        ):
            return True
        return under(gap(a, b), inches * INCH)

    def engages(self, id: str, other: str) -> bool:
        """ENG-1, ENG-2."""
        self.untouched("threat")
        return self.adverse(id, other) and not self.stunned(id) and self.near(self.disc(id), self.disc(other))

    def free(self, id: str) -> bool:
        return not any(self.engages(other, id) for other in self.on)

    def sees(self, a: Disc, b: Disc) -> bool:
        """LOS-1, LOS-2: a line that touches nothing is one; there is none if drawn-in decor cuts them all."""
        self.untouched("sight")
        if (a, b) not in self.seen:
            self.seen[a, b] = self._seeing(a, b)
        seen = self.seen[a, b]
        if seen is None:
            raise Doubt
        return seen

    def _seeing(self, a: Disc, b: Disc) -> bool | None:
        """None: too close to call."""
        if not any(block.opaque for block in self.scene.blocks) or slow.free_line(self.scene, a, b) is not None:
            return True
        return False if slow.free_line(self.inner, a, b) is None else None

    def covered(self, id: str) -> bool:
        """RNG-3: in contact with a decor that is not a zone."""
        self.untouched("cover")
        disc = self.disc(id)
        apart = slow.depths(slow.solids(self.scene), disc.x, disc.y) - disc.radius
        return any(under(gap, 25) for gap in apart)


@cache
def _drawn_in(block: Block) -> Block:
    drawn = slow.shapely.Polygon(block.polygon).buffer(-SLIT, join_style="mitre")
    if drawn.geom_type != "Polygon" or drawn.is_empty:
        return replace(block, opaque=False)
    return replace(block, polygon=tuple(drawn.exterior.coords)[:-1])


# ---- what cards have a say in ----------------------------------------------------------------------------------------


def borne(piece: Json) -> Iterator[str]:
    """The capacities of a piece, and its equipment."""
    yield from piece["profile"]["capacities"]
    if piece.get("equipment"):
        yield piece["equipment"]


def at_large(position: Json) -> Iterator[str]:
    """The agenda, and the effects that run."""
    yield position["agenda"]
    for effect in position["effects"]:
        yield from ("run:" + effect["name"], "run:" + str(effect.get("card")))


def _all(names: Iterator[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in words(name))


@cache
def words(name: str) -> frozenset[str]:
    """The words for what a card or a capacity changes, forbids, allows or lets be ignored, merely by being there."""
    running = name.startswith("run:")
    rows = said().get(name.removeprefix("run:"))
    if rows is None:
        return frozenset({"all"}) if running else frozenset()
    return frozenset(word for standing, word in rows if standing or running)


@cache
def said() -> dict[str, frozenset[tuple[bool, str]]]:
    """By card and by capacity: whether a word stands by itself, and the word."""
    by_name: dict[str, set[tuple[bool, str]]] = {}
    for path in CARDS.glob("*.toml"):
        for rows in tomllib.loads(path.read_text(encoding="utf-8")).values():
            for card in (row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ():
                bearers = [*card.get("capacities", []), card.get("capacity", {}), card]
                for capacity in bearers:
                    stands = capacity.get("time") == "permanent" and "trigger" not in capacity
                    own = {(stands, word) for word in _worded(capacity.get("operations", []))}
                    for name in {card.get("id"), capacity.get("id")} - {None}:
                        by_name.setdefault(name, set()).update(own)
    return {name: frozenset(rows) for name, rows in by_name.items()}


def _worded(what: Any) -> Iterator[str]:
    """Every word of every operation, however deep."""
    if isinstance(what, list):
        for row in what:
            yield from _worded(row)
    elif isinstance(what, dict):
        if what.get("op") == "gain":
            yield "all"
        for key in ("what", "actions"):
            given = what.get(key, [])
            for word in [given] if isinstance(given, str) else given:
                yield from (word, f"{word} of others") if "who" in what else (word,)
        for value in what.values():
            yield from _worded(value)

"""The rouages that open each card, as sockets, plugs and wires (CAB-2).

Under each rouage a socket for each of its ministries, over each card borne a plug. A wire runs from a socket to a plug
where the rouage opens the card; a cut one where it would, had it not opened another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.olomoc.cabals.draft import PLACES, Sketch, faction_of, judge, wires
from rules.olomoc.packs import Pack

WIDTH, HEIGHT = 300, 100
"""The size of the drawing; its three columns are alike."""
COLUMN = WIDTH / len(PLACES)
SPREAD = 30
"""The distance between two sockets of one rouage."""


@dataclass(frozen=True)
class Socket:
    """A ministry of the rouage at `place`. `x`: in the drawing."""

    place: int
    ministry: str
    used: bool
    x: float


@dataclass(frozen=True)
class Plug:
    """The permission of the card borne at `place`. `faction`: by the faction; `made`: made for its bearer; `own`: its
    bearer opens it; `open`: `by` (place) does; `shut`: nobody may; `waiting`: for a rouage still to come."""

    place: int
    how: Literal["faction", "made", "own", "open", "shut", "waiting"]
    by: int | None = None
    ministry: str | None = None


@dataclass(frozen=True)
class Wire:
    """A wire from a socket's x to a plug's. `cut`: that ministry is spent on another card."""

    x1: float
    x2: float
    cut: bool


@dataclass(frozen=True)
class Wiring:
    """All sockets, plugs and wires of a cabal, by place."""

    sockets: tuple[Socket, ...]
    plugs: tuple[Plug, ...]
    lines: tuple[Wire, ...]


def wiring(pack: Pack, sketch: Sketch) -> Wiring:
    """The wiring of a sketch; cards that the pack does not have have none."""
    opens = _opens(pack, sketch)
    sockets = tuple(_sockets(pack, sketch, opens))
    plugs = tuple(_plugs(pack, sketch, opens))
    return Wiring(sockets, plugs, tuple(_wires(sockets, plugs, pack, sketch)))


def centre(place: int) -> float:
    """The middle of a column."""
    return COLUMN * (place + 0.5)


def _opens(pack: Pack, sketch: Sketch) -> dict[int, tuple[int, str]]:
    """Place of a card -> place of the rouage that opens it, and by which ministry."""
    openers: dict[int, tuple[int, str]] = {}
    for opener, gear in wires(pack, sketch).items():
        place = next(n for n in PLACES if sketch.at(n, "equipment") == gear)
        by = next(n for n in PLACES if sketch.at(n, "card") == opener)
        shared = [
            ministry for ministry in pack.rouages[opener].ministries if ministry in pack.equipment[gear].ministries
        ]
        openers[place] = (by, shared[0])
    return openers


def _sockets(pack: Pack, sketch: Sketch, opens: dict[int, tuple[int, str]]) -> Iterator[Socket]:
    for place in PLACES:
        card = pack.rouages.get(sketch.at(place, "card") or "")
        ministries = card.ministries if card else ()
        for n, ministry in enumerate(ministries):
            x = centre(place) + (n - (len(ministries) - 1) / 2) * SPREAD
            yield Socket(place, ministry, (place, ministry) in opens.values(), x)


def _plugs(pack: Pack, sketch: Sketch, opens: dict[int, tuple[int, str]]) -> Iterator[Plug]:
    faction = faction_of(pack, sketch)
    blamed = {one.place for one in judge(pack, sketch)}
    for place in PLACES:
        gear = pack.equipment.get(sketch.at(place, "equipment") or "")
        if gear is None:
            continue
        if f"rouages.{place}.equipment" in blamed:
            yield Plug(place, "shut")
        elif faction in gear.factions:
            yield Plug(place, "faction")
        elif sketch.at(place, "card") in gear.rouages:
            yield Plug(place, "made")
        elif place in opens:
            by, ministry = opens[place]
            yield Plug(place, "own" if by == place else "open", by, ministry)
        else:
            yield Plug(place, "waiting")


def _wires(sockets: tuple[Socket, ...], plugs: tuple[Plug, ...], pack: Pack, sketch: Sketch) -> Iterator[Wire]:
    for plug in plugs:
        if plug.how in ("own", "open"):
            [x] = [socket.x for socket in sockets if socket.place == plug.by and socket.ministry == plug.ministry]
            yield Wire(x, centre(plug.place), cut=False)
        elif plug.how == "shut":
            gear = pack.equipment[sketch.at(plug.place, "equipment") or ""]
            yield from (
                Wire(socket.x, centre(plug.place), cut=True) for socket in sockets if socket.ministry in gear.ministries
            )


def path(wire: Wire) -> str:
    """The wire as an SVG path: down from the socket, over, and down into the plug."""
    bend = HEIGHT * 0.55
    return f"M{wire.x1:g} 0C{wire.x1:g} {bend:g} {wire.x2:g} {HEIGHT - bend:g} {wire.x2:g} {HEIGHT}"

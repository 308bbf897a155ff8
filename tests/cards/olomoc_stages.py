"""The last cycle of a match of Olomoc, begun where much is about to happen (`tests.cards.olomoc`): all are on the Bloc
and near each other, worn and level, which the matches of its curious player seldom come to."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from rules.geometry import Disc, Scene, stand_fault
from rules.kernel import Json, replace
from rules.olomoc import Match
from rules.olomoc.measure import scene
from rules.olomoc.packs import Pack
from rules.olomoc.seats import SEATS
from rules.olomoc.state import BLOC, CYCLES, INCH

NEAR = 4 * INCH
"""How far from the middle of things, along each axis, somebody stands at most."""
TRIES = 200
AWAY = 0.1
"""The probability that a rouage is off the Bloc."""
LADEN, STUNNED, PROWLED = 0.5, 0.15, 0.5
"""The probabilities that a rouage carries a core or a leaf, that it is stunned, and that a Rogue is about."""
READ, ALL_READ, UNREAD = ("survey", "gargoule"), 0.4, 0.3
"""The agendas in which both read each marker, and the probabilities that they have read all, or nobody a marker."""
CENTRE = (BLOC // 2, BLOC // 2)
LINES: Mapping[str, tuple[int, int]] = {
    "north": (BLOC // 2, INCH), "south": (BLOC // 2, BLOC - INCH),
    "west": (INCH, BLOC // 2), "east": (BLOC - INCH, BLOC // 2),
}  # fmt: skip
"""A place at each edge, where what is carried goes."""
LEVEL = 12
"""The most points that both begin with."""


def late(match: Match, answer: Callable[[Match, str], Json], pack: Pack, rng: random.Random) -> Match:
    """The last cycle, at its planning, of this new match."""
    while (seat := next(iter(match.asked))) and match.asked[seat].kind != "plan":
        match.submit(seat, answer(match, seat))
    position = _worn(match, rng)
    return Match.from_position(position, seed=rng.getrandbits(32), shelf={pack.id: pack})


def _worn(match: Match, rng: random.Random) -> Json:
    position = match.position()
    del position["stack"], position["turned"]
    markers = _studied(position, rng)
    carried = any("agenda" in row["tokens"] for row in markers)
    lines = [LINES[edge] for edge in position["edges"].values()] if carried else []
    middle = rng.choice([*(tuple(row["at"]) for row in markers), *lines] or [CENTRE])
    crowd = _Crowd(scene(match.state), middle, rng)
    rouages = [_placed(row, crowd, carried, rng) for row in position["rouages"]]
    hostiles = [{**row, "wounds": _wounds(row, rng)} for row in position["hostiles"]]
    if rng.random() < PROWLED:
        hostiles.append({"id": "prowler", "card": "rogue", "at": crowd.place("prowler", 40)})
    return {
        **position, "cycle": CYCLES, "points": dict.fromkeys(SEATS, rng.randrange(LEVEL)), "markers": markers,
        "rouages": rouages, "hostiles": [row for row in hostiles if row["at"] is not None],
    }  # fmt: skip


def _studied(position: Json, rng: random.Random) -> list[Json]:
    """The markers, each studied by nobody or by the one and the other seat in turn, or, where both can, all by both."""
    rows = rng.sample(position["markers"], len(position["markers"]))
    if position["agenda"] in READ and rng.random() < ALL_READ:
        return [{**row, "tokens": dict.fromkeys(SEATS, 1)} for row in rows]
    fresh = {n for n, row in enumerate(rows) if "agenda" in row["tokens"] or rng.random() < UNREAD}
    return [row if n in fresh else {**row, "tokens": {SEATS[n % 2]: 1}} for n, row in enumerate(rows)]


def _placed(row: Json, crowd: _Crowd, carried: bool, rng: random.Random) -> Json:
    return {
        **row,
        "at": None if rng.random() < AWAY else crowd.place(row["id"], row["profile"]["base"]),
        "noirceur": rng.choice((0, 0, 1, 2)),
        "wounds": _wounds(row, rng),
        "states": ["stunned"] if rng.random() < STUNNED else [],
        "tokens": {"agenda": 1} if carried and rng.random() < LADEN else {},
        "revealed": True,
    }


def _wounds(row: Json, rng: random.Random) -> int:
    """None, some, or all but the last."""
    most = max(0, len(row["profile"]["life"]) - 1)
    return rng.choice((0, 0, min(1, most), most // 2, most))


class _Crowd:
    """Free places about the middle of things."""

    def __init__(self, board: Scene, middle: tuple[int, int], rng: random.Random) -> None:
        self.board, self.middle, self.rng = board, middle, rng

    def place(self, id: str, base: int) -> list[int] | None:
        """A place for a base of so many mm; None: there is none."""
        for _ in range(TRIES):
            x, y = (centre + self.rng.randint(-NEAR, NEAR) for centre in self.middle)
            disc = Disc(x, y, base * 500)
            if stand_fault(self.board, disc) is None:
                self.board = replace(self.board, discs=(*self.board.discs, (id, disc)))
                return [x, y]
        return None

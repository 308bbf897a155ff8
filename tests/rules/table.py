"""A table to try the rules at: positions in the notation but measured in inches, scripted dice, commands, what came.

``off(gap)`` is how far apart two centres stand when their edges are ``gap`` inches apart, so that a position reads like
the rule: ``foe("kubik", (5 + off(1), 8))`` stands exactly 1 in from a 30 mm base at (5, 8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import pytest

from rules.olomoc import Match, Refused

INCH = 25_400
Json = dict[str, Any]
Point = tuple[float, float]
Piece = tuple[str, Json]

MADE: list[Table] = []
"""The tables of the running test, for conftest: printed when it fails, out of scripted dice when it passes."""

ANSWERS = {
    "walk": "act",
    "attack": "act",
    "charge": "act",
    "rest": "act",
    "capacity": "act",
    "coordinate": "act",
    "end": "act",
    "activate": "choose-rouage",
}
"""The kind of decision that a command answers, where it is not of the same name."""


BORNE = ("seat", "actions", "noirceur", "wounds", "states", "used", "out")
GROUND = {"obstructing": "#", "zone": "~", "open": "="}


def um(inches: float) -> int:
    return round(inches * INCH)


def spot(point: Point | list[int]) -> list[int]:
    """Inches as the notation writes them; a list is in micrometres already."""
    return point if isinstance(point, list) else [um(point[0]), um(point[1])]


def off(gap: float = 0.0, *bases: int) -> float:
    """Inches between two centres whose edges are ``gap`` inches apart (bases in mm, 30 and 30 if left out)."""
    return gap + sum(bases or (30, 30)) / 2 / 25.4


# ---- the pieces ------------------------------------------------------------------------------------------------------


def rouage(
    id: str,
    at: Point | None = None,
    *,
    seat: str,
    rank: int = 2,
    technique: int = 2,
    combat: int = 3,
    shooting: int = 0,
    dodge: int = 0,
    base: int = 30,
    life: str = "SSSSSS",
    ministries: Iterable[str] = ("effort",),
    capacities: Iterable[str] | None = (),
    **keys: Any,
) -> Piece:
    """A rouage that depends on no card: its whole profile is written out (but for a card's ``capacities=None``)."""
    profile: Json = {
        "rank": rank,
        "ministries": list(ministries),
        "technique": technique,
        "combat": combat,
        "shooting": shooting,
        "dodge": dodge,
        "base": base,
        "life": life,
    }
    if capacities is not None:
        profile["capacities"] = list(capacities)
    return "rouages", {"id": id, "seat": seat, "at": at and spot(at), "profile": profile, **keys}


ally = partial(rouage, seat="1")
foe = partial(rouage, seat="2")


def rogue(id: str, at: Point, **keys: Any) -> Piece:
    return "hostiles", {"id": id, "card": "rogue", "at": spot(at), **keys}


def gargoule(id: str, at: Point, *, life: str = "SSSS", **keys: Any) -> Piece:
    """The hostile that can be wounded, and that strikes at who leaves it."""
    return "hostiles", {"id": id, "card": "gargoule", "at": spot(at), "profile": {"life": life}, **keys}


def marker(id: str, at: Point, size: int = 30, *, tinted: bool = False) -> Piece:
    return "markers", {"id": id, "at": spot(at), "size": size, "tinted": tinted}


def shape(id: str, *corners: Point, kind: str = "obstructing", tinted: bool = False) -> Piece:
    return "decor", {"id": id, "kind": kind, "polygon": [spot(c) for c in corners], "tinted": tinted}


def block(id: str, west: float, north: float, east: float, south: float, **keys: Any) -> Piece:
    """A rectangle of decor between two corners, in inches."""
    return shape(id, (west, north), (east, north), (east, south), (west, south), **keys)


zone = partial(block, kind="zone")
low = partial(block, kind="open")


def cabal(seat: str, *ids: str, at: Mapping[str, Point] | None = None, **keys: Any) -> list[Piece]:
    """Three rouages of ranks 3, 2, 1, all off the Bloc but those that ``at`` places."""
    places = at or {}
    return [
        rouage(id, places.get(id), seat=seat, rank=rank, revealed=False, **keys)
        for id, rank in zip(ids, (3, 2, 1), strict=True)
    ]


MINISTRIES = {"1": ["axe-1", "harmony", "security", "edification"], "2": ["axe-2", "effort", "integrity", "progress"]}
CABALS = {"1": ("petra", "kubik", "dominik"), "2": ("hynek", "jana", "otto")}
PLANS = {
    "1": ("petra", "kubik", "security", "dominik", "propaganda"),
    "2": ("otto", "hynek", "jana", "propaganda", "effort"),
}
"""The plans of the two seats of ``cycle`` if a test does not care: no two cards of a phase are of equal rank
(ART-2)."""


# ---- the table -------------------------------------------------------------------------------------------------------


def written(*pieces: Piece, active: str | None = None, by: str = "activation", **keys: Any) -> Json:
    """A position on the empty bench, as a person would write it."""
    position: Json = {"agenda": "skirmish", **keys}
    for key, piece in pieces:
        position.setdefault(key, []).append(piece)
    if active is not None:
        seat = next(r["seat"] for r in position["rouages"] if r["id"] == active)
        position["active"] = {"seat": seat, "by": by, "rouages": [active]}
    return position


class Table:
    """A match, its scripted dice, and short words to play it with."""

    def __init__(
        self,
        *pieces: Piece,
        active: str | None = None,
        by: str = "activation",
        dice: Iterable[int] = (),
        match: Match | None = None,
        spare: bool = False,
        shelf: Mapping[str, Any] | None = None,
        **keys: Any,
    ) -> None:
        position = written(*pieces, active=active, by=by, **keys)
        self.match = match or Match.from_position(position, dice=list(dice), shelf=shelf)
        self.spare = spare
        self.start = len(self.match.journal)
        MADE.append(self)

    # -- looking

    @property
    def position(self) -> Json:
        return self.match.position()

    def __getitem__(self, id: str) -> Json:
        """A rouage, hostile, marker or decor of the position."""
        position = self.position
        for key in ("rouages", "hostiles", "markers", "decor"):
            for piece in position.get(key, []):
                if piece["id"] == id:
                    return piece
        raise KeyError(id)

    @property
    def waiting(self) -> dict[str, str]:
        """The seats that are asked, and the kind of each question."""
        return {seat: decision["kind"] for seat, decision in self.match.decisions.items()}

    def asked(self, kind: str) -> Json:
        """The one decision of that kind that is open."""
        open_ = [d for d in self.match.decisions.values() if d["kind"] == kind]
        assert len(open_) == 1, f"expected one {kind!r}, the table waits for {self.waiting}"
        return open_[0]

    def seat(self, kind: str) -> str:
        return self.asked(kind)["seat"]

    def option(self, **fields: Any) -> Json:
        """The one listed option whose command has these fields."""
        matching = [
            option
            for decision in self.match.decisions.values()
            for option in decision["options"]
            if all(option["command"].get(key) == value for key, value in fields.items())
        ]
        assert len(matching) == 1, f"{len(matching)} options match {fields}"
        return matching[0]

    @property
    def rolls(self) -> list[Json]:
        """Every roll so far, in order."""
        return rolled(self.match.journal[self.start :])

    @property
    def points(self) -> Json:
        return self.position["points"]

    @property
    def fiel(self) -> Json:
        return self.position["fiel"]

    @property
    def traque(self) -> int:
        return self.position["traque"]

    # -- playing

    def command(self, kind: str, **fields: Any) -> Json:
        if isinstance(fields.get("to"), tuple):
            fields["to"] = spot(fields["to"])
        return {"kind": kind, **fields}

    def do(self, kind: str, seat: str | None = None, **fields: Any) -> list[Json]:
        """Submit a command for the seat that owes that answer; the events it caused."""
        who = seat or self.seat(ANSWERS.get(kind, kind))
        return self.match.submit(who, self.command(kind, **fields))

    def refused(self, clause: str, code: str | None, kind: str, seat: str | None = None, **fields: Any) -> Json:
        """``check`` and ``submit`` both refuse the command, under that clause, and nothing moves; the parameters."""
        who = seat or self.seat(ANSWERS.get(kind, kind))
        command = self.command(kind, **fields)
        before = self.position
        refusal = self.match.check(who, command)
        assert refusal is not None, f"{command} is legal"
        got = (refusal.clause, refusal.code if code else None)
        assert got == (clause, code), f"{command}: {refusal}"
        with pytest.raises(Refused) as refused:
            self.match.submit(who, command)
        assert refused.value.refusal == refusal
        assert self.position == before
        return refusal.params

    def legal(self, kind: str, seat: str | None = None, **fields: Any) -> bool:
        who = seat or self.seat(ANSWERS.get(kind, kind))
        return self.match.check(who, self.command(kind, **fields)) is None

    def walk(self, id: str, to: Point, **fields: Any) -> list[Json]:
        return self.do("walk", rouage=id, to=to, **fields)

    def frontal(self, by: str, target: str, **answers: Any) -> list[Json]:
        return self.whole("attack", rouage=by, target=target, mode="frontal", answers=answers)

    def shot(self, by: str, target: str, **answers: Any) -> list[Json]:
        return self.whole("attack", rouage=by, target=target, mode="ranged", answers=answers)

    def charge(self, by: str, target: str, to: Point, **answers: Any) -> list[Json]:
        return self.whole("charge", rouage=by, target=target, to=to, answers=answers)

    def study(self, by: str, marker: str, **answers: Any) -> list[Json]:
        return self.whole("capacity", rouage=by, capacity="study", targets={"marker": marker}, answers=answers)

    def whole(self, kind: str, *, answers: Json, **fields: Any) -> list[Json]:
        """A command and then every question of its attack, answered as said and else declined."""
        events = self.do(kind, **fields)
        return events + self.settle(**answers)

    def settle(self, **answers: Any) -> list[Json]:
        """Answer react, tempt-fate and tactic as said (dodge=, riposte=, reroll=, tactic=, to=) until asked another."""
        replies: dict[str, list[tuple[str, Any]]] = {
            "react": [("dodge", False), ("riposte", None)],
            "tempt-fate": [("reroll", False)],
            "tactic": [("tactic", None)],
        }
        events: list[Json] = []
        unused = set(answers)
        while set(self.waiting.values()) & set(replies):
            kind = next(k for k in self.waiting.values() if k in replies)
            names = replies[kind] + ([("to", None)] if kind == "tactic" and "to" in answers else [])
            fields = {name: answers.get(name, default) for name, default in names}
            unused -= {name for name, _ in names}
            events += self.do(kind, **fields)
        assert not unused, f"never asked for {sorted(unused)}; the table waits for {self.waiting}"
        return events

    def end(self) -> list[Json]:
        return self.do("end")

    def plan(self, seat: str, *slots: str) -> list[Json]:
        return self.do("plan", seat=seat, slots=list(slots))

    def enter(self, id: str, x: float, depth: float = 0.7) -> list[Json]:
        """Come onto the Bloc at that x, so deep from its player's edge (south for seat 1, north for seat 2)."""
        return self.do("enter", rouage=id, to=(float(x), depth if self[id]["seat"] == "2" else 16 - depth))

    def idle(self) -> list[Json]:
        """Answer one open question in the quietest way there is."""
        seat, decision = next(iter(self.match.decisions.items()))
        quiet = {"kind": "end"} if decision["kind"] == "act" else decision.get("default")
        return self.match.submit(seat, quiet or next(iter(self.match.commands(seat))))

    def idle_until(self, done: Callable[[Table], bool]) -> list[Json]:
        """Idle until then, or until the match is over."""
        events: list[Json] = []
        while self.match.decisions and not done(self):
            events += self.idle()
        return events

    def to_phase(self, phase: int) -> list[Json]:
        """Idle until that phase of the cycle, or a later one where nothing is asked in it."""
        cycle = self.position["cycle"]
        return self.idle_until(lambda t: (t.position["cycle"], t.position["phase"]) >= (cycle, phase))

    # -- showing

    def __repr__(self) -> str:
        return diagram(self.match)


def cycle(
    plan1: Iterable[str] | None = None,
    plan2: Iterable[str] | None = None,
    *pieces: Piece,
    at: Mapping[str, Point] | None = None,
    profile: Mapping[str, Any] | None = None,
    **keys: Any,
) -> Table:
    """Two whole cabals that have planned, ``PLANS`` where nothing else is said: the first phase has begun."""
    table = planning(*pieces, at=at, profile=profile, **keys)
    table.plan("1", *(plan1 or PLANS["1"]))
    table.plan("2", *(plan2 or PLANS["2"]))
    return table


def planning(
    *pieces: Piece, at: Mapping[str, Point] | None = None, profile: Mapping[str, Any] | None = None, **keys: Any
) -> Table:
    """Two whole cabals at the start of planning, with the hands of ``MINISTRIES``."""
    both = [piece for seat in CABALS for piece in cabal(seat, *CABALS[seat], at=at, **(profile or {}))]
    keys.setdefault("ministries", MINISTRIES)
    return Table(*both, *pieces, **keys)


def rolled(events: Iterable[Json]) -> list[Json]:
    return [event for event in events if event["kind"] == "rolled"]


def diagram(match: Match) -> str:
    """The Bloc as text, half an inch a column and an inch a row; then every piece with what it bears."""
    position = match.position()
    grid = [["·" if x % 2 == 0 else " " for x in range(32)] for _ in range(16)]
    for decor in position.get("decor", []):
        for row in range(16):
            for column in range(32):
                if _inside(decor["polygon"], (column + 0.5) * INCH / 2, (row + 0.5) * INCH):
                    grid[row][column] = GROUND[decor["kind"]]
    lines = []
    for key, letters in (("markers", "o"), ("hostiles", "!"), ("rouages", "")):
        for piece in position.get(key, []):
            letter = letters or (piece["id"][0].upper() if piece["seat"] == "1" else piece["id"][0].lower())
            if piece["at"] is not None:
                x, y = piece["at"]
                grid[min(15, y // INCH)][min(31, 2 * x // INCH)] = letter
            bears = {key: piece[key] for key in BORNE if piece.get(key)}
            where = "({:.3f}, {:.3f})".format(*(u / INCH for u in piece["at"])) if piece["at"] else "off the Bloc"
            lines.append(f"  {letter} {piece['id']} {where} {bears}")
    keys = ("cycle", "phase", "priority", "fiel", "traque", "points", "active")
    head = "  ".join(f"{k} {position[k]}" for k in keys if k in position)
    asks = [f"  asks {seat}: {d['kind']} {d['prompt']}" for seat, d in match.decisions.items()]
    asks = asks or [f"  over: {match.outcome}"]
    return "\n".join([head, *("".join(row) for row in grid), *lines, *asks])


def _inside(polygon: list[list[int]], x: float, y: float) -> bool:
    """Even-odd rule."""
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def ended(winner: str | None, reason: str, points: dict[str, int]) -> dict[str, Any]:
    """The whole outcome of a match that ended so (END): in this game's words and in those that all games share."""
    common = {"winners": [] if winner is None else [winner], "reason": reason, "score": points}
    return {"winner": winner, "points": points, **common}

"""Positions in which a thing of a pack of Blade & Book is about to have an effect (`tests.cards.blade`)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.blade.packs import language as lang
from rules.blade.packs import operations as ops
from rules.blade.packs.reader import Pack
from rules.blade.packs.scenarios import EventRow, MusterRow, ObjectRow, RuleRow, ScenarioRow, TileRow
from rules.kernel import Json

ENERGY = {"reserve": 7, "fatigue": 3, "wounds": 2}
BOOK = {"reserve": 12, "fatigue": 6, "recovery": 4}
ZONES: dict[str, list[str]] = {
    "swim": ["b1", "c1"], "climb": ["b4", "c4"], "leap": ["c2", "c3"], "wall-wrecker": ["a3", "a4"],
    "intangible": ["a2", "a3"], "flight": ["a2", "b2", "b4"], "reach": ["b1", "b2"], "blocker": ["b2"],
    "elusive": ["b2"], "feline-grace": ["b2"],
}  # fmt: skip
"""Where on the bench a skill matters; others anywhere."""
NAMED = {"leap": "bench-leap", "climb": "bench-climb", "wall-wrecker": "a4", "bodyguard": "bodyguard"}
"""What a command names that uses a skill."""
FIRST_TILE, CHEST, LAMP = "t0", "chest", "lamp"
"""The tile of the bench that is the main card's where that is a unit; its things to handle."""
NONE = frozenset[str]()
DEFENCE = frozenset(("bodyguard", "sacrifice", "riposte", "untouchable", "under-protection", "from-beyond", "elusive"))
"""Skills that matter when the other side strikes."""


@dataclass(frozen=True)
class Stage:
    """A position, and texts of the commands that could do it: their kinds, what they name; `leads`: of those after
    which it can be done."""

    position: Json
    names: frozenset[str] = NONE
    leads: frozenset[str] = NONE


def stage(pack: Pack, row: ScenarioRow, sort: str, id: str, rng: random.Random) -> Stage:
    """A scenario shortly before one of its rules, events or objects has an effect."""
    made = _Scenario(pack, row, rng)
    if sort == "object":
        return made.handling(next(it for it in row.object if it.id == id))
    if sort == "event":
        return made.event(next(it for it in row.event if it.id == id))
    return made.rule(next(it for it in row.rule if it.id == id))


class _Scenario:
    """The stages of one scenario, at its fewest heroes."""

    def __init__(self, pack: Pack, row: ScenarioRow, rng: random.Random) -> None:
        self.pack, self.row, self.rng = pack, row, rng
        self.muster: MusterRow = row.muster[0]
        self.count = self.muster.heroes[0]
        self.tiles = {it.id: it for it in self.muster.tiles}

    def handling(self, row: ObjectRow) -> Stage:
        carried = () if row.needs_item is None else (row.needs_item,)
        return self._stage(row.at, names=(row.id,), items=carried)

    def event(self, row: EventRow) -> Stage:
        """The event tile is the cheapest; doors stand open, and everybody where the scenario begins."""
        at = {tile.id: tile.at for tile in self.muster.tiles}
        figures = [it for id, zones in at.items() for it in self._figures(self.tiles[id], zones)]
        board = self.pack.board(self.row.board)
        doors = dict.fromkeys(board.doors, "open")
        beside = {zone for door in board.doors for zone in board.beside[door]}
        far = self.rng.choice([zone for zone in board.zones if zone not in beside])
        river = [{"tile": "event"}, *({"tile": it.id} for it in self.muster.tiles)]
        return self._stage(far, names=("event", row.id), figures=figures, doors=doors, side="overlord", river=river)

    def rule(self, row: RuleRow) -> Stage:
        standing = next((op for op in row.do if isinstance(op, ops.Ward | ops.Confine)), None)
        match row.when:
            case None if isinstance(standing, ops.Confine):
                inside = self.rng.choice(standing.zones)
                figures = self._figures(self.tiles[standing.who], [inside])
                active = {"tile": standing.who}
                far = self.rng.choice([*self.pack.board(self.row.board).zones])
                return self._stage(far, names=("move",), figures=figures, side="overlord", active=active)
            case None if isinstance(standing, ops.Ward):
                return self._stage(self._start(), names=("attack",), figures=self._one(standing.who, 9))
            case lang.Dies():
                figures = self._one(row.when.who, 1)
                return self._stage(self._start(), names=("attack",), figures=figures, counters=self._unwarded())
            case lang.IsWounded(by=str(by)):
                figures = self._one(by, 9)
                return self._stage(self._start(), names=("attack",), figures=figures, side="overlord",
                                   active={"tile": by})  # fmt: skip
            case lang.Leaves(carrying=carrying):
                zone = self.rng.choice(self.row.exits)
                return self._stage(zone, names=("leave",), items=() if carrying is None else (carrying,))
            case lang.MarkerMoves(at=at):
                last = self.muster.last or self.row.last
                return self._stage(self._start(), names=("done", "end-turn"),
                                   marker=(last if at == "last" else at) - 1)  # fmt: skip
            case lang.Reveals(token=token):
                return self._entering({} if token is None else {"token": token})
            case lang.Enters(hidden=True):
                return self._entering({})
            case lang.CounterMoves(id=counter):
                return self._counting(counter)
        return self._stage(self._start(), names=("move",))

    def _entering(self, row: Json) -> Stage:
        """Heroes beside a zone with a face-down token."""
        hidden = self.muster.hidden
        assert hidden is not None
        zone, token = self.rng.choice(hidden.zones), row.get("token") or self.rng.choice(hidden.tokens)
        near = self.rng.choice(self.pack.board(self.row.board).neighbours[zone])
        waiting = [it for tile in self.muster.tiles for it in self._figures(tile, [None] * tile.reserve)]
        return self._stage(near, names=(zone, "move", "door"), hidden={zone: token}, figures=waiting)

    def _counting(self, counter: str) -> Stage:
        """The last thing that raises a counter is handled."""
        able = [(it, op) for it in self.row.object for op in it.do if isinstance(op, ops.SetCounter)]
        row = self.rng.choice([it for it, op in able if op.id == counter])
        needed = self.muster.counters.get("needed", 1)
        more: Json = {"counters": {**self.muster.counters, counter: needed - 1}}
        carried = () if row.needs_item is None else (row.needs_item,)
        return self._stage(row.at, names=(row.id,), items=carried, **more)

    def _unwarded(self) -> dict[str, int]:
        """The counters as high as a ward waits for."""
        raised = {op.id for it in self.row.object for op in it.do if isinstance(op, ops.SetCounter)}
        needed = self.muster.counters.get("needed", 1)
        return {**self.muster.counters, **dict.fromkeys(raised, needed)}

    def _start(self) -> str:
        return self.rng.choice(self.muster.start)

    def _one(self, who: str | None, life: int) -> list[Json]:
        """One figure of a tile beside the heroes."""
        return self._figures(self.tiles[who or next(iter(self.tiles))], [self.muster.start[0]], life)

    def _figures(self, tile: TileRow, zones: Iterable[str | None], life: int | None = None) -> list[Json]:
        return [
            {"id": f"{tile.id}-{n}", "tile": tile.id, "unit": tile.unit, "at": zone, "life": life or tile.life}
            for n, zone in enumerate(zones, 1)
        ]

    def _stage(
        self, zone: str, *, names: Sequence[str], items: Sequence[str] = (), figures: Sequence[Json] = (),
        side: str = "heroes", **more: object,
    ) -> Stage:  # fmt: skip
        roster = (self.muster.roster or tuple(self.pack.heroes))[: self.count]
        first = [{"id": roster[0], "at": zone, "gems": ENERGY, **({"items": [*items]} if items else {})}]
        others = [{"id": id, "at": zone, "gems": ENERGY} for id in roster[1:]]
        options = {"players": 2, "heroes": self.count, "packs": [self.pack.id]}
        position = {
            "scenario": self.row.id, "options": options, "heroes": [*first, *others], "figures": [*figures],
            "book": BOOK, "side": side, "step": "act", **more,
        }  # fmt: skip
        return Stage(position, frozenset(names))


def bench(pack: Pack, main: str, skill: str, wanted: Iterable[str], rng: random.Random) -> Json:
    """Heroes, allies and figures close together on the bench, with a chest, a lamp and what is missing; `main` and the
    place for its `skill` first."""
    missing = set(wanted)

    def some(ids: Iterable[str], count: int) -> list[str]:
        return sorted(ids, key=lambda id: (id != main, id not in missing or rng.random() < 0.3, rng.random()))[:count]

    places = ["b2"], ["b1", "b2"], ["b2", "a2"], ["b4", "c4"], ["b2", "c2", "c3"], ["a3", "b3"]
    zones = ZONES.get(skill) or rng.choice(places)
    chosen, things = some(pack.heroes, 3), some(pack.items, 9)
    if main in pack.spells:
        caster = rng.choice([it for it in pack.heroes if _casts(pack, it)])
        chosen = [caster, *(it for it in chosen if it != caster)][:3]
    first = chosen[0] if main in pack.items or main in pack.spells else main
    heroes = [
        {"id": id, "at": zones[0] if id == first else rng.choice(zones), "spells": some(pack.spells, 3),
         "items": _carried(pack, id, things[n::3]) if skill in ("", "ambidextrous", "circular-strike") else None,
         "gems": {"fatigue": 2, "wounds": 2}}
        for n, id in enumerate(chosen)
    ]  # fmt: skip
    units = some([id for id, unit in pack.units.items() if unit.kind != "ally"], 3)
    figures = [
        {"id": f"t{n}-{m}", "tile": f"t{n}", "unit": id, "at": zones[0] if id == main else rng.choice(zones),
         "life": rng.choice((1, 3))}
        for n, id in enumerate(units)
        for m in (1, 2)
    ]  # fmt: skip
    tiles = {f"t{n}": {"unit": id, "total": 2, "spells": some(pack.spells, 2)} for n, id in enumerate(units)}
    crew = next(_allies(pack), None)
    allies = [{"id": "crew-1", "tile": "crew", "unit": crew, "at": rng.choice(zones), "life": 1}] if crew else []
    objects = {
        CHEST: {"kind": "chest", "at": zones[0], "difficulty": 2, "lock": True, "contents": ["draught"]},
        LAMP: {"kind": "lamp", "at": zones[0], "how": "complex", "difficulty": 2},
    }
    position = {
        "scenario": "bench", "options": {"players": 2, "packs": [pack.id]}, "figures": figures, "tiles": tiles,
        "heroes": [{key: it for key, it in row.items() if it is not None} for row in heroes],
        "allies": allies, "objects": objects, "book": BOOK, "river": [{"tile": tile} for tile in tiles],
    }  # fmt: skip
    theirs = (main in pack.units) != (skill in DEFENCE) or (main in pack.items and bool(pack.items[main].passive))
    return position | ({"side": "overlord", "step": "act"} if theirs else {})


def _casts(pack: Pack, hero: str) -> bool:
    return any(skill.id == "spellcaster" for skill in pack.heroes[hero].skills)


def _allies(pack: Pack) -> Iterator[str]:
    return (id for id, unit in pack.units.items() if unit.kind == "ally")


def _carried(pack: Pack, hero: str, items: Sequence[str]) -> list[str]:
    """As many of these as the hero can carry."""
    most, kept = pack.heroes[hero].load.max, list[str]()
    for id in items:
        if sum(pack.items[it].load for it in (*kept, id)) <= most:
            kept.append(id)
    return kept

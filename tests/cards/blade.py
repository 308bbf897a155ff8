"""The cards of a pack of Blade & Book to fire, and the way to play for them (`tests.cards.runner`): dice of items,
skills of heroes and units, spells, and of scenarios the rules, events and objects."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.blade import Match
from rules.blade.bots import greedy_bot
from rules.blade.packs.reader import CORE, Pack, load
from rules.blade.state import State
from rules.kernel import SeededChance, replace
from tests.cards.runner import Json, Name, Seen, differs

WHOLE = 0.3
"""How many matches are of a scenario; in the others few characters stand on the bench with what is missing."""
LENGTH = 40
"""The commands after which a match on the bench is over."""
STEERED = 0.7
"""The probability that a command is about something that is missing."""
GREEDY = 0.5
"""The probability that a seat of a scenario answers as the greedy bot does."""
IDLE = ("poison", "alchemy")
"""Skills without a rule of their own (SKL-22, SKL-14); alchemy counts as part of the objects that name it."""
FORBIDS = ("under-protection", "fascination", "blocker", "jinx", "horror")
"""Skills that keep others from something."""
SILENT = ("asked",)


@dataclass(frozen=True)
class Thing:
    """A card or a part of one. `without`: the pack in which it is nothing."""

    name: Name
    card: str
    without: Pack
    scenario: str | None = None

    @property
    def forbids(self) -> bool:
        return self.name[0] == "skill" and self.name[1].partition(" ")[2] in FORBIDS


def things(pack: Pack) -> dict[Name, Thing]:
    """Everything in a pack that does something."""
    return {thing.name: thing for thing in _things(pack)}


def _things(pack: Pack) -> Iterator[Thing]:
    for id, item in pack.items.items():
        bare = item.model_copy(
            update={"melee": (), "ranged": (), "parry": (), "passive": (), "manipulation": (), "use": None}
        )
        if bare != item:
            yield Thing(("item", id), id, _with(pack, "items", bare))
    for field in ("heroes", "units"):
        for id, card in getattr(pack, field).items():
            for skill in card.skills:
                called = getattr(skill, "id", skill)
                if called not in IDLE:
                    left = tuple(it for it in card.skills if it != skill)
                    yield Thing(
                        ("skill", f"{id} {called}"), id, _with(pack, field, card.model_copy(update={"skills": left}))
                    )
    for id in pack.spells:
        others = {it: row for it, row in pack.spells.items() if it != id}
        yield Thing(("spell", id), id, _changed(pack, "spells", others))
    for id, row in pack.scenarios.items():
        for sort in ("rule", "event"):
            for said in getattr(row, sort):
                left = tuple(it.model_copy(update={"do": ()}) if it is said else it for it in getattr(row, sort))
                bare_row = row.model_copy(update={sort: left})
                yield Thing((sort, f"{id} {said.id}"), said.id, _with(pack, "scenarios", bare_row), id)
        for said in row.object:
            idle = {"do": (), "contents": (), "draw": 0, "needs_item": "nothing"}
            left = tuple(it.model_copy(update=idle) if it is said else it for it in row.object)
            bare_row = row.model_copy(update={"object": left})
            yield Thing(("object", f"{id} {said.id}"), said.id, _with(pack, "scenarios", bare_row), id)


def _with(pack: Pack, field: str, card: Any) -> Pack:
    """The pack with another card in place of that with its id."""
    return _changed(pack, field, {**getattr(pack, field), card.id: card})


def _changed(pack: Pack, field: str, cards: Mapping[str, Any]) -> Pack:
    """The pack with other cards of a sort, its boards as they are."""
    found = Pack(pack.written.model_copy(update={field: tuple(cards.values())}), pack.json)
    found.__dict__["_boards"] = pack._boards
    return found


@dataclass(frozen=True)
class Blade:
    """A pack of Blade & Book, as the runner asks for it."""

    pack: Pack
    things: Mapping[Name, Thing]
    least: int = 4

    def begin(self, seen: Seen, rng: random.Random) -> tuple[Match, Callable[[Match, str], Json]]:
        wanted = [seen.things[name] for name in seen.missing]
        scenario = rng.random() < WHOLE
        match = self._scenario(wanted, rng) if scenario else self._bench(wanted, rng)
        names = {it.card for it in wanted}
        told = 0

        def choose(match: Match, seat: str) -> Json:
            nonlocal told
            told += 1
            if not scenario and told > LENGTH:
                return {"kind": "concede"}
            if scenario and rng.random() < GREEDY and match.asked[seat].kind != "adjust":
                return greedy_bot(match.imagine(seat, rng.getrandbits(32)), seat, rng)
            return _said(match, seat, names, rng)

        return match, choose

    def _scenario(self, wanted: list[Thing], rng: random.Random) -> Match:
        """A scenario with something missing, at some number of heroes."""
        ids = [it.scenario for it in wanted if it.scenario is not None] or [*self.pack.scenarios]
        row = self.pack.scenarios[rng.choice(ids)]
        muster = rng.choice(row.muster)
        options = {"scenario": row.id, "players": 2, "heroes": rng.randint(*muster.heroes), "packs": [self.pack.id]}
        return Match.new(options, rng.getrandbits(32), shelf={self.pack.id: self.pack})

    def _bench(self, wanted: list[Thing], rng: random.Random) -> Match:
        """Heroes and figures close together, some of them with what is missing."""
        names = {it.card for it in wanted}

        def some(ids: Any, count: int) -> list[str]:
            return sorted(ids, key=lambda it: (it not in names or rng.random() > STEERED, rng.random()))[:count]

        zones = rng.choice((["b2"], ["b1", "b2"], ["b2", "a2"], ["b4", "c4"], ["b2", "c2", "c3"], ["a3", "b3"]))
        chosen = some(self.pack.heroes, 3)
        things = some(self.pack.items, 9)
        items = {id: things[n::3] for n, id in enumerate(chosen)}
        heroes = [
            {"id": id, "at": rng.choice(zones), "items": self._load(id, items[id]),
             "spells": some(self.pack.spells, 3), "gems": {"fatigue": 2, "wounds": 2}}
            for id in chosen
        ]  # fmt: skip
        units = some([id for id, unit in self.pack.units.items() if unit.kind != "ally"], 3)
        figures = [
            {"id": f"t{n}-{m}", "tile": f"t{n}", "unit": id, "at": rng.choice(zones), "life": rng.choice((1, 3))}
            for n, id in enumerate(units)
            for m in (1, 2)
        ]
        tiles = {f"t{n}": {"unit": id, "total": 2, "spells": some(self.pack.spells, 2)} for n, id in enumerate(units)}
        position = {
            "scenario": "bench", "options": {"players": 2, "packs": [self.pack.id]}, "heroes": heroes,
            "figures": figures, "tiles": tiles, "book": {"reserve": 12, "fatigue": 6, "recovery": 4},
            "river": [{"tile": tile} for tile in tiles],
        }  # fmt: skip
        return Match.from_position(position, seed=rng.getrandbits(32), shelf={self.pack.id: self.pack})

    def _load(self, hero: str, items: list[str]) -> list[str]:
        """As many of these as the hero can carry."""
        most, kept = self.pack.heroes[hero].load.max, list[str]()
        for id in items:
            if sum(self.pack.items[it].load for it in (*kept, id)) <= most:
                kept.append(id)
        return kept

    def fired(
        self, thing: Thing, match: Match, seat: str, command: Json, seed: int, told: list[Json], after: Match
    ) -> bool:
        """Whether this command would have come out otherwise without the thing, or kept somebody from something."""
        state = match.state
        if not _there(thing, state, command):
            return False
        bare = Match(_copy(state, thing.without), [], SeededChance(seed))
        if differs(bare, seat, command, told, after, SILENT):
            return True
        return thing.forbids and any(
            after.check(it, said) is not None for it in bare.asked for said in bare.commands(it, random.Random(0))
        )

    def remarks(self, seen: Seen) -> list[str]:
        return []


def _copy(state: State, pack: Pack) -> State:
    return replace(state, pack=pack)


def _there(thing: Thing, state: State, command: Json) -> bool:
    """Whether it can have had to do with it."""
    sort = thing.name[0]
    if thing.scenario is not None:
        return state.scenario == thing.scenario
    if sort == "spell":
        return command.get("spell") == thing.card
    if sort == "item":
        return any(state.item(id).id == thing.card for hero in state.heroes for id in hero.items)
    units = {state.tiles[it.tile].unit for it in state.figures if it.at is not None}
    return thing.card in units or any(hero.id == thing.card and hero.at is not None for hero in state.heroes)


def _said(match: Match, seat: str, names: set[str], rng: random.Random) -> Json:
    """A random command, mostly about something that is missing; turns are not ended while anything else is left."""
    found = []
    for command in match.commands(seat, rng):
        if len(found) < LENGTH:
            found.append(command)
    about = [it for it in found if names & _named(it)]
    if about and rng.random() < STEERED:
        return about[0]
    going = [it for it in found if it["kind"] not in ("done", "end-turn", "end-activation")]
    return going[0] if going and rng.random() < STEERED else found[0]


def _named(command: Json) -> set[str]:
    """The texts of a command, with and without the number of a copy."""
    texts = [it for value in command.values() for it in (value if isinstance(value, list) else [value])]
    found = {it for it in texts if isinstance(it, str)}
    return found | {it.rpartition("-")[0] for it in found}


def subject(path: str) -> Blade:
    """The pack in a folder."""
    pack = load(CORE if path == "core" else Path(path))
    return Blade(pack, things(pack))

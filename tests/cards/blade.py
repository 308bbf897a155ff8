"""The cards of a pack of Blade & Book to fire, and the way to play for them (`tests.cards.runner`): dice of items,
skills of heroes and units, spells, and of scenarios the rules, events and objects."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from rules.blade import Match
from rules.blade.packs.reader import CORE, Pack, load
from rules.blade.state import State
from rules.kernel import SeededChance, replace
from tests.cards.blade_stages import CHEST, FIRST_TILE, LAMP, NAMED, NONE, Stage, bench, stage
from tests.cards.runner import Json, Name, Seen, differs

LENGTH = 14
"""The commands after which a match is over: it begins where something is about to have an effect."""
LISTED = 40
"""The commands of one question among which one is chosen."""
SEARCHED = 240
"""The most commands that are looked at for one about what is missing."""
STEERED = 0.7
"""The probability that a command is about something that is missing."""
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
    standing: bool = False
    """A rule of a scenario that keeps somebody from something."""

    @property
    def skill(self) -> str:
        """The skill that it is; empty for anything else."""
        return self.name[1].partition(" ")[2] if self.name[0] == "skill" else ""

    @property
    def forbids(self) -> bool:
        return self.standing or self.skill in FORBIDS


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
            for entry in getattr(row, sort):
                left = tuple(it.model_copy(update={"do": ()}) if it is entry else it for it in getattr(row, sort))
                bare_row = row.model_copy(update={sort: left})
                standing = getattr(entry, "standing", False)
                yield Thing((sort, f"{id} {entry.id}"), entry.id, _with(pack, "scenarios", bare_row), id, standing)
        for entry in row.object:
            idle = {"do": (), "contents": (), "draw": 0, "needs_item": "nothing"}
            left = tuple(it.model_copy(update=idle) if it is entry else it for it in row.object)
            bare_row = row.model_copy(update={"object": left})
            yield Thing(("object", f"{id} {entry.id}"), entry.id, _with(pack, "scenarios", bare_row), id)


def _with(pack: Pack, field: str, card: Any) -> Pack:
    """The pack with another card in place of that with its id."""
    return _changed(pack, field, {**getattr(pack, field), card.id: card})


def _changed(pack: Pack, field: str, cards: Mapping[str, Any]) -> Pack:
    """The pack with other cards of a sort, its boards as they are."""
    changed = Pack(pack.written.model_copy(update={field: tuple(cards.values())}), pack.json)
    changed.__dict__["_boards"] = pack._boards
    return changed


@dataclass(frozen=True)
class Blade:
    """A pack of Blade & Book, as the runner asks for it."""

    pack: Pack
    things: Mapping[Name, Thing]
    least: int = 4
    seconds: float = 280.0

    def begin(self, seen: Seen, rng: random.Random) -> tuple[Match, Callable[[Match, str], Json]]:
        wanted = [seen.things[name] for name in seen.missing] or [*self.things.values()]
        main: Thing = rng.choice(wanted)
        made = self._stage(main, wanted, rng)
        match = Match.from_position(made.position, seed=rng.getrandbits(32), shelf={self.pack.id: self.pack})
        asked = 0

        def choose(match: Match, seat: str) -> Json:
            nonlocal asked
            asked += 1
            return {"kind": "concede"} if asked > LENGTH else _said(match, seat, made, rng)

        return match, choose

    def _stage(self, main: Thing, wanted: list[Thing], rng: random.Random) -> Stage:
        """A position in which what is wanted could have an effect."""
        if main.scenario is not None:
            sort, _, id = main.name[0], *main.name[1].split(" ")
            return stage(self.pack, self.pack.scenarios[main.scenario], sort, id, rng)
        cards = {it.card for it in wanted if it.scenario is None}
        position = bench(self.pack, main.card, main.skill, cards, rng)
        if (named := NAMED.get(main.skill)) is not None:
            return Stage(
                position, frozenset({named}), frozenset({FIRST_TILE}) if main.card in self.pack.units else NONE
            )
        item = self.pack.items.get(main.card)
        if item is not None and item.manipulation:
            return Stage(position, frozenset({CHEST, LAMP}))
        return Stage(position, frozenset({main.card, *cards}))

    def fired(
        self, thing: Thing, match: Match, seat: str, command: Json, seed: int, events: list[Json], after: Match
    ) -> bool:
        """Whether this command would have come out otherwise without the thing, or kept somebody from something."""
        state = match.state
        if not _there(thing, state, command):
            return False
        bare = Match(_copy(state, thing.without), [], SeededChance(seed))
        if differs(bare, seat, command, events, after, SILENT):
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


def _said(match: Match, seat: str, made: Stage, rng: random.Random) -> Json:
    """A random command, mostly about something that is missing, or one that leads there; turns are not ended while
    anything else is left."""
    steered = rng.random() < STEERED
    commands: list[Json] = []
    about: list[Json] = []
    for n, command in enumerate(islice(match.commands(seat, rng), SEARCHED)):
        commands.append(command)
        about += [command] * bool(made.names & _named(command))
        if n >= LISTED and (about or not steered):
            break
    if steered and (wanted := about or [it for it in commands if made.leads & _named(it)]):
        return rng.choice(wanted)
    going = [it for it in commands if it["kind"] not in ("done", "end-turn", "end-activation")]
    return going[0] if going and rng.random() < STEERED else commands[0]


def _named(command: Json) -> set[str]:
    """The texts of a command, with and without the number of a copy."""
    texts = [it for value in command.values() for it in (value if isinstance(value, list) else [value])]
    strings = {it for it in texts if isinstance(it, str)}
    return strings | {it.rpartition("-")[0] for it in strings}


def subject(path: str) -> Blade:
    """The pack in a folder."""
    pack = load(CORE if path == "core" else Path(path))
    return Blade(pack, things(pack))

"""Plays matches until everything in the core pack has made a difference: ``make cards``, or ``python -m
tests.cards.runner 2000 7 ./my-pack`` (matches at most, seed, another pack's path). Says which never did, and exits with
1 then.

A card has *fired* when the same command, with the same dice, would have come out otherwise without it: other events, or
a command that is not legal any more. Of what only forbids: when it kept somebody from something that would be legal.
What is settled by hand has fired when both players were told.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rules.kernel import Refused, SeededChance
from rules.olomoc import Match
from rules.olomoc.packs import Capacity, Pack, load
from rules.olomoc.packs.layers import starters
from rules.olomoc.packs.operations import Gain, walk
from tests.cards import curious

Json = dict[str, Any]
Name = tuple[str, str]
"""A sort and an id: `("capacity", "tool-claw")`, `("ministry", "axe-1")`, `("artefact", "dead-hour")`, `("study",
"survey")`."""

STEERED = 0.8
"""How often a match is drawn so that something missing may be seen in it."""
DRAFTED = 0.1
PEACE = 0.15
"""How often both keep the peace, so that the match comes to its end."""
SECTIONS = ("rouages", "equipment", "hostiles", "agendas")


@dataclass(frozen=True)
class Thing:
    """Something that is to fire. `holds`: without being used; `forbids`: it may act by what cannot be done;
    `cards`: on which cards it stands; `without`: the pack if it did nothing."""

    name: Name
    holds: bool
    forbids: bool
    by_hand: bool
    cards: frozenset[str]
    without: Pack


@dataclass
class Seen:
    """What has fired: how often it was found to, and in which match first."""

    things: dict[Name, Thing]
    first: dict[Name, int] = field(default_factory=dict)
    matches: int = 0
    commands: int = 0

    @property
    def missing(self) -> list[Name]:
        return [name for name in self.things if name not in self.first]


def things(pack: Pack) -> dict[Name, Thing]:
    """Everything in a pack that does something."""
    found = {("ministry", id): _thing(pack, ("ministry", id)) for id in pack.ministries}
    found |= {("artefact", id): _thing(pack, ("artefact", id)) for id in pack.artefact}
    found |= {("study", id): _thing(pack, ("study", id)) for id, agenda in pack.agendas.items() if agenda.study}
    written: dict[str, Capacity] = {}
    bearers: dict[str, set[str]] = {}
    for card in (card for key in SECTIONS for card in getattr(pack, key).values()):
        for its in walk(card):
            if isinstance(its, Capacity):
                written[its.id] = its
                bearers.setdefault(its.id, set()).add(card.id)
    return found | {("capacity", id): _thing(pack, ("capacity", id), c, bearers[id]) for id, c in written.items()}


def _thing(pack: Pack, name: Name, capacity: Capacity | None = None, bearers: Iterable[str] = ()) -> Thing:
    sort, id = name
    holds = capacity is not None and capacity.time == "permanent" and capacity.trigger is None
    forbids = capacity is not None and any(o.op in ("forbid", "ignore", "allow") for o in capacity.operations)
    by_hand = capacity is not None and capacity.by_hand
    cards = frozenset(bearers if sort == "capacity" else {id})
    return Thing(name, holds, forbids, by_hand, cards, without(pack, name))


def without(pack: Pack, name: Name) -> Pack:
    """The pack in which that does nothing."""
    sort, id = name
    match sort:
        case "ministry":
            ministry = pack.ministries[id]
            blank = ministry.model_copy(update={"capacity": _idle(ministry.capacity)})
            return pack.model_copy(update={"ministries": {**pack.ministries, id: blank}})
        case "artefact":
            return pack.model_copy(update={"artefact": {**pack.artefact, id: _idle(pack.artefact[id])}})
        case "study":
            agenda = pack.agendas[id]
            blank = agenda.model_copy(update={"study": _idle(agenda.study)})
            return pack.model_copy(update={"agendas": {**pack.agendas, id: blank}})
        case _:
            return pack.model_copy(update={key: _blanked(getattr(pack, key), id) for key in SECTIONS})


def _idle(model: Any) -> Any:
    return model.model_copy(update={"operations": (), "by_hand": False})


def _blanked(cards: dict[str, Any], id: str) -> dict[str, Any]:
    """The cards, that capacity doing nothing on each."""
    blanked = {}
    for key, card in cards.items():
        lists = {name: getattr(card, name) for name in ("capacities", "scoring") if hasattr(card, name)}
        blanked[key] = card.model_copy(
            update={name: tuple(_blank(c, id) for c in held) for name, held in lists.items()}
        )
    return blanked


def _blank(capacity: Capacity, id: str) -> Capacity:
    if capacity.id == id:
        return _idle(capacity)
    given = tuple(
        o.model_copy(update={"capacity": _idle(o.capacity)}) if isinstance(o, Gain) and o.capacity.id == id else o
        for o in capacity.operations
    )
    return capacity.model_copy(update={"operations": given})


# Whether something made a difference ----------------------------------------------------------------------------------


def fired(thing: Thing, match: Match, seat: str, command: Json, seed: int, events: list[Json], after: Match) -> bool:
    """Whether this command, carried out with dice of this seed, would have come out otherwise without the thing."""
    if not _meant(thing, match, command, events):
        return False
    if thing.by_hand:
        return any(e["kind"] == "noted" and e["code"] == "by-hand" for e in events)
    if _running(thing, match.state):
        return False
    bare = Match(replace(match.state, pack=thing.without), [], SeededChance(seed))
    try:
        others = bare.submit(seat, command)
    except Refused:
        return True
    if _told(events) != _told(others) or after.asked != bare.asked:
        return True
    return thing.holds and thing.forbids and _kept_from(after, bare)


def _meant(thing: Thing, match: Match, command: Json, events: list[Json]) -> bool:
    """Whether it can have had to do with it."""
    sort, id = thing.name
    match sort:
        case "ministry":
            return any(e["kind"] == "card-played" and (e["card"], e.get("without")) == (id, None) for e in events)
        case "artefact":
            return any(e["kind"] == "mechanism" and e["card"] == id for e in events)
        case "study":
            return match.state.agenda == id and (command.get("capacity") == "study" or command["kind"] == "tempt-fate")
        case _ if thing.holds:
            return bool(thing.cards & _there(match.state))
        case _:
            return any(e["kind"] == "capacity" and e["capacity"] == id for e in events)


def _there(state: Any) -> set[str]:
    """The cards on the table."""
    pieces = [p for p in state.pieces.values() if not p.out]
    return {state.agenda, *(p.card for p in pieces), *(p.equipment for p in pieces)} - {None}


def _running(thing: Thing, state: Any) -> bool:
    """Whether it is being resolved or still runs: the match cannot be looked at without it."""
    _, id = thing.name
    return any(effect.card == id for effect in state.effects) or any(
        getattr(frame, "card", None) == id and (frame.at or frame.path) for frame in state.stack
    )


SILENT = ("used", "asked")
"""What says nothing about what a card did: its cost, and the question that comes next."""


def _told(events: list[Json]) -> list[Json]:
    return [{k: v for k, v in e.items() if k != "n"} for e in events if e["kind"] not in SILENT]


def _kept_from(there: Match, bare: Match) -> bool:
    """Whether somebody may not do what without it they might."""
    now = {json.dumps(o["command"]): o["legal"] for d in there.decisions.values() for o in d["options"]}
    return any(
        o["legal"] and now.get(json.dumps(o["command"])) is False for d in bare.decisions.values() for o in d["options"]
    )


# Playing --------------------------------------------------------------------------------------------------------------


def draw(number: int, seen: Seen, pack: Pack, rng: random.Random) -> tuple[Json, list[Json | None]]:
    """The options of a match and its cabals (None: any). First every agenda twice, played by the ready-made cabals in
    turn; then any agenda, those first in which something is missing, with cabals of any cards or drafted ones."""
    agendas, ready = list(pack.agendas), starters(pack)
    if number < 2 * len(agendas):
        pair = [ready[number % len(ready)], ready[(number + len(ready) // 2) % len(ready)]]
        return {"agenda": agendas[number % len(agendas)], "composition": "secret"}, list(pair)
    short = sorted({card for name in seen.missing for card in seen.things[name].cards} & {*agendas})
    agenda = rng.choice(short if short and rng.random() < STEERED else agendas)
    composition = "draft" if rng.random() < DRAFTED else "secret"
    return {"agenda": agenda, "composition": composition, "decor": rng.choice(("preset", "placed"))}, [None, None]


def play(number: int, seen: Seen, pack: Pack, rng: random.Random) -> Match:
    """One match; what fires in it is noted."""
    options, cabals = draw(number, seen, pack, rng)
    match = Match.new({**options, "packs": [pack.id]}, rng.getrandbits(32), shelf={pack.id: pack})
    quiet = rng.random() < PEACE
    tempers = {seat: "hermit" if quiet else rng.choice(curious.TEMPERS) for seat in ("1", "2")}
    while match.asked:
        seat = rng.choice(list(match.asked))
        wanted = {id for _, id in seen.missing}
        if match.asked[seat].kind == "compose":
            wishes = {card for name in seen.missing for card in seen.things[name].cards}
            known = {*pack.rouages, *pack.equipment} & wishes
            cabal = cabals.pop() or curious.any_cabal(pack, rng, known if rng.random() < STEERED else ())
            command = {"kind": "compose", "cabal": cabal}
        else:
            command = curious.choose(match, seat, rng, wanted, tempers[seat])
        match = step(match, seat, command, rng.getrandbits(32), seen)
    seen.matches += 1
    return match


def step(match: Match, seat: str, command: Json, seed: int, seen: Seen) -> Match:
    """The match after a command; what fired is noted."""
    after = match.fork(seed)
    events = after.submit(seat, command)
    seen.commands += 1
    for name in seen.missing:
        if fired(seen.things[name], match, seat, command, seed, events, after):
            seen.first[name] = seen.matches
    return after


def run(pack: Pack, most: int, seed: int) -> Iterator[Seen]:
    """What has been seen after each match, until nothing is missing or so many have been played."""
    seen, rng = Seen(things(pack)), random.Random(seed)
    while seen.matches < most and (seen.missing or seen.matches < 2 * len(pack.agendas)):
        play(seen.matches, seen, pack, rng)
        yield seen


def say(line: str) -> None:
    """A line for whoever waits."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(most: str = "1000", seed: str = "1", path: str = "core") -> int:
    """Plays and tells."""
    began, left = time.monotonic(), -1
    for seen in run(load(path), int(most), int(seed)):
        if len(seen.missing) != left:
            left = len(seen.missing)
            say(f"match {seen.matches}: {len(seen.things) - left} of {len(seen.things)} have fired")
    took = time.monotonic() - began
    say(f"{seen.matches} matches, {seen.commands} commands, {took:.0f} s with seed {seed}")
    late = sorted(seen.first.items(), key=lambda item: -item[1])[:5]
    say("the last to fire: " + ", ".join(f"{sort} {id} (match {n + 1})" for (sort, id), n in late))
    told = [id for (_, id), thing in seen.things.items() if thing.by_hand and thing.name in seen.first]
    say(f"settled by hand, and both players told so: {', '.join(told) or 'none'}")
    for sort, id in seen.missing:
        say(f"never: {sort} {id}")
    return 1 if seen.missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""The cards to fire in a pack of Olomoc, and the way to play for them (`tests.cards.runner`). An effect settled by hand
has fired when both players were told.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from rules.kernel import SeededChance
from rules.olomoc import Match
from rules.olomoc.packs import Capacity, Pack, load
from rules.olomoc.packs.layers import starters
from rules.olomoc.packs.operations import Gain, walk
from tests.cards import curious
from tests.cards.olomoc_stages import late
from tests.cards.runner import Json, Name, Seen, differs

STEERED = 0.8
"""The probability that a match is drawn so that something missing may be seen in it."""
DRAFTED = 0.1
LATE = 0.75
"""The probability that a match is begun in its last cycle, once every agenda was played twice from its beginning."""
PEACE = 0.15
"""The probability that both keep the peace, so that the match comes to its end."""
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


def things(pack: Pack) -> dict[Name, Thing]:
    """Everything in a pack that does something."""
    by_name = {("ministry", id): _thing(pack, ("ministry", id)) for id in pack.ministries}
    by_name |= {("artefact", id): _thing(pack, ("artefact", id)) for id in pack.artefact}
    by_name |= {("study", id): _thing(pack, ("study", id)) for id, agenda in pack.agendas.items() if agenda.study}
    written: dict[str, Capacity] = {}
    bearers: dict[str, set[str]] = {}
    for card in (card for key in SECTIONS for card in getattr(pack, key).values()):
        for its in walk(card):
            if isinstance(its, Capacity):
                written[its.id] = its
                bearers.setdefault(its.id, set()).add(card.id)
    return by_name | {("capacity", id): _thing(pack, ("capacity", id), c, bearers[id]) for id, c in written.items()}


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
    if differs(bare, seat, command, events, after, SILENT):
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
"""The events that say nothing about a card's effect: its cost, and the question that comes next."""


def _kept_from(match: Match, bare: Match) -> bool:
    """Whether somebody may not do what without it they might."""
    now = {json.dumps(o["command"]): o["legal"] for d in match.decisions.values() for o in d["options"]}
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


@dataclass(frozen=True)
class Olomoc:
    """A pack of Olomoc, as the runner asks for it."""

    pack: Pack
    things: dict[Name, Thing]
    seconds: float = inf

    @property
    def least(self) -> int:
        """Every agenda twice."""
        return 2 * len(self.pack.agendas)

    def begin(self, seen: Seen, rng: random.Random) -> tuple[Match, Callable[[Match, str], Json]]:
        pack = self.pack
        options, cabals = draw(seen.matches, seen, pack, rng)
        match = Match.new({**options, "packs": [pack.id]}, rng.getrandbits(32), shelf={pack.id: pack})
        quiet = rng.random() < PEACE
        tempers = {seat: "hermit" if quiet else rng.choice(curious.TEMPERS) for seat in ("1", "2")}

        def choose(match: Match, seat: str) -> Json:
            wishes = {card for name in seen.missing for card in seen.things[name].cards}
            if match.asked[seat].kind != "compose":
                return curious.choose(match, seat, rng, wishes | {id for _, id in seen.missing}, tempers[seat])
            known = {*pack.rouages, *pack.equipment} & wishes
            cabal = cabals.pop() or curious.any_cabal(pack, rng, known if rng.random() < STEERED else ())
            return {"kind": "compose", "cabal": cabal}

        if seen.matches >= self.least and rng.random() < LATE:
            match = late(match, choose, pack, rng)
        return match, choose

    def fired(
        self, thing: Thing, match: Match, seat: str, command: Json, seed: int, events: list[Json], after: Match
    ) -> bool:
        return fired(thing, match, seat, command, seed, events, after)

    def remarks(self, seen: Seen) -> list[str]:
        by_hand = [id for (_, id), thing in seen.things.items() if thing.by_hand and thing.name in seen.first]
        return [f"settled by hand, and both players told so: {', '.join(by_hand) or 'none'}"]


def olomoc(pack: Pack) -> Olomoc:
    return Olomoc(pack, things(pack))


def subject(path: str) -> Olomoc:
    return olomoc(load(path))

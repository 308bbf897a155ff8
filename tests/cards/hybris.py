"""The texts to fire in a pack of Hybris, and how a match is played for them (`tests.cards.runner`): each reward, each
failure, Site, power, Force and effect of each card, tile, Pillar and Olympian."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules.hybris import Match
from rules.hybris.bots import greedy_bot
from rules.hybris.packs.reader import CORE, Pack, load
from rules.hybris.powers import powers_of
from rules.hybris.state import State
from rules.kernel import SeededChance
from rules.kernel.bots import random_answer
from tests.cards.runner import Json, Name, Seen, differs

GREEDY = 0.75
"""The probability that a seat answers as the greedy bot does, not at random."""
SILENT = ("asked",)
"""The events that say nothing about a card's effect: the question that comes next is compared by itself."""


@dataclass(frozen=True)
class Thing:
    """A text of a card or tile, or a figure. `card`: whose it is, as events name it; `without`: the pack in which it is
    none."""

    name: Name
    card: str
    without: Pack


def things(pack: Pack) -> dict[Name, Thing]:
    """Everything in a pack that does something."""
    by_name: dict[Name, Thing] = {}
    for n, (sort, id, card, field, row) in enumerate(_bare_rows(pack)):
        rows = tuple(row if it.id == row.id else it for it in getattr(pack.written, field))
        # a version of its own: packs are told apart by it first
        written = pack.written.model_copy(update={field: rows, "version": f"{pack.version}-{n}"})
        by_name[sort, id] = Thing((sort, id), card, Pack.of(written))
    return by_name


def _bare_rows(pack: Pack) -> Iterator[tuple[str, str, str, str, Any]]:
    """For each text or figure that is one: its sort and name, its card, and the row without it with its field."""
    plain = {
        "pillars": ("gain",), "technologies": ("vp", "reward"), "premonitions": ("reward",),
        "adventures": ("failure", "power"), "events": ("success", "failure"), "chaos": ("force",),
        "conflicts": ("force", "text"), "olympians": ("power",),
    }  # fmt: skip
    for field, keys in plain.items():
        for row in getattr(pack.written, field):
            for key in keys:
                if was := getattr(row, key):
                    yield key, row.id, row.id, field, row.model_copy(update={key: 0 if isinstance(was, int) else ""})
    for row in pack.written.adventures:
        yield from (("site", f"{row.id} {n}", row.id, "adventures", it) for n, it in _without_one(row, "sites", ""))
        for n, _ in enumerate(row.progress):
            left = tuple(text for at, text in enumerate(row.progress) if at != n)
            yield "progress", f"{row.id} {n}", row.id, "adventures", row.model_copy(update={"progress": left})
    for row in pack.written.chaos:
        for key in ("attraction", "conflict"):
            for n, effect in enumerate(getattr(row, key)):
                idle = effect.model_copy(update={"do": ""})
                left = tuple(idle if at == n else it for at, it in enumerate(getattr(row, key)))
                yield key, f"{row.id} {n}", row.id, "chaos", row.model_copy(update={key: left})
    for row in pack.written.olympians:
        yield from _of_olympian(row)


def _of_olympian(row: Any) -> Iterator[tuple[str, str, str, str, Any]]:
    for n, power in enumerate(row.mk.powers):
        idle = power.model_copy(update={"gain": ""})
        left = tuple(idle if at == n else it for at, it in enumerate(row.mk.powers))
        mk = row.mk.model_copy(update={"powers": left})
        yield "mk", f"{row.id} {n}", row.id, "olympians", row.model_copy(update={"mk": mk})
    for field, key in (("improvements", "power"), ("tiles", "reward")):
        for part in getattr(row, field):
            if getattr(part, key):
                bare = part.model_copy(update={key: ""})
                left = tuple(bare if each.id == part.id else each for each in getattr(row, field))
                yield key, part.id, part.id, "olympians", row.model_copy(update={field: left})


def _without_one(row: Any, key: str, idle: Any) -> Iterator[tuple[int, Any]]:
    """The row without each of its texts in turn."""
    texts = getattr(row, key)
    for n, text in enumerate(texts):
        if text:
            left = tuple(idle if at == n else it for at, it in enumerate(texts))
            yield n, row.model_copy(update={key: left})


@dataclass(frozen=True)
class Hybris:
    """A pack of Hybris, as the runner asks for it."""

    pack: Pack
    things: Mapping[Name, Thing]
    least: int = 4
    seconds: float = 280.0

    def begin(self, seen: Seen, rng: random.Random) -> tuple[Match, Callable[[Match, str], Json]]:
        """A match with the Olympians of whom most is missing first; every other one is begun `late`."""
        missing = {seen.things[name].card for name in seen.missing}
        olympians = sorted(self.pack.written.olympians, key=lambda row: (-_of(row, missing), rng.random()))
        players = rng.randint(2, 4)
        chosen, chaos = [it.id for it in olympians[:players]], rng.choice(("calm", "even", "raging"))
        shelf = {self.pack.id: self.pack}
        if seen.matches % 2:
            position = self.late(chosen, chaos, missing, rng)
            match = Match.from_position(position, seed=rng.getrandbits(32), shelf=shelf)
        else:
            options = {"players": players, "olympians": chosen, "chaos": chaos, "packs": [self.pack.id]}
            match = Match.new(options, rng.getrandbits(32), shelf=shelf)
        bold = rng.random()

        def choose(match: Match, seat: str) -> Json:
            if rng.random() < GREEDY + (1 - GREEDY) * bold:
                return greedy_bot(match.imagine(seat, rng.getrandbits(32)), seat, rng)
            return random_answer(match, seat, rng)

        return match, choose

    def late(self, olympians: Sequence[str], chaos: str, missing: set[str], rng: random.Random) -> Json:
        """The fourth Age of a match in which all have what bots seldom come to: Improvements, Modules, Technologies and
        Adventures, of which what is missing first."""

        def dealt(cards: Iterable[str], each: int) -> list[list[str]]:
            order = sorted(cards, key=lambda card: (card not in missing, rng.random()))
            return [order[n * each : (n + 1) * each] for n in range(len(olympians))]

        written = self.pack.written
        own = dealt((it.id for it in written.adventures), 2)
        ready = dealt((it.id for it in written.technologies), 2)
        seats = {
            str(n + 1): {
                "olympian": olympian, "aegis": 4, "faithful": 6, "prayer": 3, "determination": 1, "sparks": 1,
                "improvements": rng.randint(3, 5), "ready": ready[n],
                "hangar": {"energy": 4, "worker": 3, "modules": own[n][:1],
                           "adventures": [{"card": card, "site": 1} for card in own[n][1:]]},
            }
            for n, olympian in enumerate(olympians)
        }  # fmt: skip
        return {"pack": self.pack.id, "options": {"chaos": chaos}, "age": 4, "phase": "pillar", "seats": seats,
                "camp": 3, "well": 4, "chaos": {"space": 1, "momentum": rng.randint(0, 4)}}  # fmt: skip

    def fired(
        self, thing: Thing, match: Match, seat: str, command: Json, seed: int, events: list[Json], after: Match
    ) -> bool:
        """Whether this command would have come out otherwise without the thing."""
        if not _there(thing, match.state, command, events):
            return False
        bare = Match(replace(match.state, pack=thing.without), [], SeededChance(seed))
        return differs(bare, seat, command, events, after, SILENT)

    def remarks(self, seen: Seen) -> list[str]:
        return []


def _of(olympian: Any, cards: set[str]) -> int:
    """How many of an Olympian's cards and texts are among these."""
    own = {olympian.id, *olympian.copies, *(it.id for it in (*olympian.improvements, *olympian.tiles))}
    return len(own & cards)


def _there(thing: Thing, state: State, command: Json, events: list[Json]) -> bool:
    """Whether it can have had to do with it: a power of somebody's, or named by what happened."""
    if thing.name[0] == "power":
        owned = (it for seat in state.seats if state.mats[seat].olympian for it in powers_of(state, seat))
        return any(it.source == thing.card for it in owned)
    if thing.name[0] == "mk":
        return any(mat.olympian == thing.card for mat in state.mats.values())
    return thing.card in f"{command} {events}"


def subject(path: str) -> Hybris:
    """The pack in a folder."""
    pack = load(CORE if path == "core" else Path(path))
    return Hybris(pack, things(pack))

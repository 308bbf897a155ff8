"""The texts to fire in a pack of the duel, and the way to play for them (`tests.cards.runner`): each text of each card,
Hero and strategy, and each Force."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rules.invader import Match, effects
from rules.invader.packs.cards import Cost, Deck, Effect, Pack, Side, Step, card_of
from rules.invader.packs.reader import CORE, load
from rules.kernel import SeededChance
from tests.cards.runner import Json, Name, Seen, differs

STEERED = 0.8
"""The probability that a card is brought, played or aimed because something of it is missing."""
PATIENCE = 0.6
"""The probability that a seat goes on where it could end its turn."""
SILENT = ("asked",)
"""The events that say nothing about a card's effect: the question that comes next is compared by itself."""
HELD: tuple[str, ...] = ("static", "cancel")


@dataclass(frozen=True)
class Thing:
    """A text of a card (`("text", "pit 1")`: its second), or its Force. `without`: the pack in which a text that holds,
    or a Force, is none; `effect`: the text that is skipped where it would be followed."""

    name: Name
    card: str
    effect: tuple[str, int] | None
    without: Pack | None
    forbids: bool = False

    def gone(self) -> AbstractContextManager[Any]:
        """While this lasts the text is not followed."""
        real = effects.follow

        def follow(run: Any, frame: Any, step: Step) -> None:
            if (card_of(frame.source), frame.effect) != self.effect:
                real(run, frame, step)

        return nullcontext() if self.effect is None else patch.object(effects, "follow", follow)


def things(pack: Pack) -> dict[Name, Thing]:
    """Everything in a pack that does something."""
    all_things = []
    for card in (*pack.written.cards, *pack.written.heroes, *pack.written.strategies):
        if getattr(card, "force", None):
            all_things.append(Thing(("force", card.id), card.id, None, without(pack, card.id)))
        for n, effect in enumerate(card.effects):
            holds = effect.on in HELD
            forbids = any(step.op == "ward" for step in effect.steps)
            gone = without(pack, card.id, n) if holds else None
            all_things.append(
                Thing(("text", f"{card.id} {n}"), card.id, None if holds else (card.id, n), gone, forbids)
            )
    return {thing.name: thing for thing in all_things}


def without(pack: Pack, id: str, n: int | None = None) -> Pack:
    """The pack in which the nth text of a card, or its Force, is none."""

    def bare(card: Any) -> Any:
        if card.id != id:
            return card
        if n is None:
            return replace(card, force=0)
        return replace(card, effects=tuple(_idle(it) if at == n else it for at, it in enumerate(card.effects)))

    written = pack.written
    lists = {key: tuple(bare(card) for card in getattr(written, key)) for key in ("cards", "heroes", "strategies")}
    return Pack(replace(written, **lists), pack.json)


def _idle(effect: Effect) -> Effect:
    """The text, saying nothing."""
    return Effect("static", Cost(), ()) if effect.on in HELD else replace(effect, steps=())


def idle(pack: Pack, id: str) -> Pack:
    """The pack in which no text of a card does anything."""
    for n in range(len(pack.effects(id))):
        pack = without(pack, id, n)
    return pack


def fired(thing: Thing, match: Match, seat: str, command: Json, seed: int, events: list[Json], after: Match) -> bool:
    """Whether this command would have come out otherwise without the thing, or kept somebody from something."""
    state = match.state
    if not _there(thing, match, command):
        return False
    bare = Match(replace(state, pack=thing.without or state.pack), [], SeededChance(seed))
    with thing.gone():
        if differs(bare, seat, command, events, after, SILENT):
            return True
        return thing.forbids and any(
            after.check(it, said) is not None for it in bare.asked for said in bare.commands(it, random.Random(0))
        )


def _there(thing: Thing, match: Match, command: Json) -> bool:
    """Whether it can have had to do with it: in play, enabled, on the table, or the one that is named."""
    state = match.state
    named = [command[key] for key in ("card", "source") if isinstance(command.get(key), str)]
    ids = [*named, *(it.id for it in state.pieces()), *(it.card for it in state.table)]
    return (
        thing.card in {card_of(id) for id in ids}
        or thing.card in state.enabled
        or thing.card == command.get("strategy")
    )


# Playing --------------------------------------------------------------------------------------------------------------


def any_deck(pack: Pack, side: Side, wanted: set[str], rng: random.Random) -> Deck:
    """A legal deck of any cards, with as many of the wanted ones as it may have."""
    pool = [card for card in pack.written.cards if card.side == side]
    strategies = [it.id for it in pack.written.strategies if it.side == side]
    heroes = [it.id for it in pack.written.heroes] if side == "human" else []
    while True:
        first = sorted(pool, key=lambda card: (card.id not in wanted or rng.random() > STEERED, rng.random()))
        copies = [card.id for card in first for _ in range(card.max)]
        cards: dict[str, int] = {}
        for id in copies[: pack.rules.deck.size[side]]:
            cards[id] = cards.get(id, 0) + 1
        deck = Deck(cards, _some(strategies, 3, wanted, rng), _some(heroes, 3, wanted, rng))
        if not pack.deck_problems(side, deck):
            return deck


def _some(ids: list[str], count: int, wanted: set[str], rng: random.Random) -> tuple[str, ...]:
    return tuple(sorted(ids, key=lambda id: (id not in wanted, rng.random()))[:count])


@dataclass(frozen=True)
class Duel:
    """A pack of the duel, as the runner asks for it."""

    pack: Pack
    things: Mapping[Name, Thing]
    least: int = 4
    seconds: float = inf

    def begin(self, seen: Seen, rng: random.Random) -> tuple[Match, Callable[[Match, str], Json]]:
        """First the starters, each side twice; then decks of any cards."""
        pack, starters = self.pack, seen.matches < self.least
        options = {"decks": "starter" if starters else "built", "packs": [pack.written.id]}
        match = Match.new(options, rng.getrandbits(32), shelf={pack.written.id: pack})

        def choose(match: Match, seat: str) -> Json:
            wanted = {seen.things[name].card for name in seen.missing}
            if match.asked[seat].kind == "build":
                deck = any_deck(pack, match.state.sides[seat], wanted, rng)
                built = {"cards": dict(deck.cards), "strategies": list(deck.strategies), "heroes": list(deck.heroes)}
                return {"kind": "build", "deck": built}
            return self._said(match, seat, wanted, rng)

        return match, choose

    def _said(self, match: Match, seat: str, wanted: set[str], rng: random.Random) -> Json:
        commands = list(match.commands(seat, rng))
        fresh = [it for it in commands if _about(it) & wanted]
        if fresh and rng.random() < STEERED:
            return fresh[0]
        going = [it for it in commands if it["kind"] != "end" and it.get("card", "") is not None]
        return going[0] if going and rng.random() < PATIENCE else commands[0]

    def fired(
        self, thing: Thing, match: Match, seat: str, command: Json, seed: int, events: list[Json], after: Match
    ) -> bool:
        return fired(thing, match, seat, command, seed, events, after)

    def remarks(self, seen: Seen) -> list[str]:
        return []


def _about(command: Json) -> set[str]:
    """The cards and strategies that a command is about, its target among them."""
    ids = [command[key] for key in ("card", "source", "target", "hero") if isinstance(command.get(key), str)]
    return {*map(card_of, ids), command.get("strategy", "")}


def duel(pack: Pack) -> Duel:
    return Duel(pack, things(pack))


def subject(path: str) -> Duel:
    """The pack in a folder."""
    return duel(load(CORE if path == "core" else Path(path)))

"""The position notation: one JSON object that says everything, made to be written by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Annotated, Any

from pydantic import Field

from rules.invader import frames as fr
from rules.invader.cards import Deck, Pack, Side, card_of, listed
from rules.invader.commands import Name
from rules.invader.state import SEATS, Boost, Known, Options, Pass, Piece, Played, Spent, State, other
from rules.kernel import Codec, Json, noun
from rules.kernel.journal import Outcome
from rules.kernel.seats import Seat

Cards = Annotated[tuple[Name, ...], Field(max_length=200)]
OPTIONS: Codec[Options] = Codec(Options)


@noun
class InPlay:
    card: Name
    zone: Name
    seat: Seat
    tokens: Annotated[int, Field(ge=0, le=99)] | None = None
    used: Mapping[str, int] | None = None
    boost: Boost | None = None
    entered: int | None = None


@noun
class HeroInPlay:
    card: Name
    zone: Name
    upright: bool = True
    boost: Boost | None = None
    used: Mapping[str, int] | None = None
    entered: int | None = None


@noun
class Row:
    """A position as written. Every key may be left out; the last ones are printed by `position()` alone, so that it
    says everything at any decision."""

    pack: str = "core"
    options: Options | None = None
    sides: Mapping[Seat, Side] | None = None
    active: Seat | None = None
    number: Annotated[int, Field(ge=0, le=999)] | None = None
    phase: Annotated[str, Field(pattern="^(main|draw)$")] = "main"
    plot: int | None = None
    scorch: Mapping[Name, Annotated[int, Field(ge=0)]] | None = None
    play: Annotated[tuple[InPlay, ...], Field(max_length=24)] = ()
    hero: HeroInPlay | None = None
    no_hero: bool = False
    heroes: Cards | None = None
    fallen: Cards = ()
    hands: Mapping[Seat, Cards] = field(default_factory=dict)
    decks: Mapping[Seat, Cards] = field(default_factory=dict)
    discards: Mapping[Seat, Cards] = field(default_factory=dict)
    strategies: Mapping[Seat, Mapping[Name, bool | int]] | None = None
    spent: Spent | None = None
    drained: Annotated[int, Field(ge=0)] = 0
    resolving: tuple[Played, ...] = ()
    lists: Mapping[Seat, Deck] | None = None
    known: Mapping[Seat, Known] | None = None
    passes: Mapping[Seat, Pass] | None = None
    stack: tuple[dict[str, Any], ...] | None = None
    given_up: tuple[Seat, ...] = ()
    outcome: Outcome | None = None


ROW: Codec[Row] = Codec(Row)


def dump(state: State) -> Json:
    """Everything, with full ids."""
    row = Row(
        pack=state.pack.written.id,
        options=state.options,
        sides=state.sides,
        active=state.active,
        number=state.number,
        plot=state.plot,
        scorch=state.scorch,
        play=tuple(InPlay(it.id, it.zone, it.seat, it.tokens, it.used, it.boost, it.entered) for it in state.play),
        hero=None if state.hero is None else _hero_row(state.hero),
        no_hero=state.hero is None,
        heroes=state.heroes,
        fallen=state.fallen,
        hands=state.hands,
        decks=state.decks,
        discards=state.discards,
        strategies={
            seat: {id: state.enabled.get(id, False) for id in it.strategies} for seat, it in state.lists.items()
        },
        spent=state.spent,
        drained=state.drained,
        resolving=state.table,
        lists=state.lists,
        known=state.known,
        passes=state.passes,
        stack=tuple(fr.STACK.dump(state.stack)),
        given_up=state.given_up,
        outcome=state.outcome,
    )
    written: Json = ROW.dump(row)
    return written


def _hero_row(hero: Piece) -> HeroInPlay:
    return HeroInPlay(hero.id, hero.zone, hero.upright, hero.boost, hero.used, hero.entered)


def parse(position: Mapping[str, Any], pack: Pack, rng: random.Random | None = None) -> State:
    """The state that a position writes, what it leaves out filled in. `rng`: numbers the copies of cards at random
    within a seat's hand and deck, so that ids tell nothing. Raises ValueError for a position that cannot be."""
    data = dict(position)
    if "hero" in data and data["hero"] is None:
        data["no_hero"] = True
    row = ROW.load(data)
    sides: Mapping[Seat, Side] = row.sides if row.sides is not None else {"1": "invader", "2": "human"}
    if row.sides is None and row.stack is not None:
        sides = {}
    if sides and sorted(sides.values()) != ["human", "invader"]:
        raise ValueError("one seat is the invader, the other the human")
    lists = row.lists if row.lists is not None else {seat: pack.starters[side] for seat, side in sides.items()}
    found = _Ids(pack, row, sides, lists, rng)
    invader = next((seat for seat, side in sides.items() if side == "invader"), "1")
    active = row.active or invader
    number = row.number if row.number is not None else 3 if active == invader else 2
    if row.phase == "draw":
        number, active = number - 1, active if number == 1 else other(active)
    state = State(
        pack=pack,
        options=row.options or Options(),
        sides=sides,
        lists=lists,
        active=active,
        number=number,
        plot=pack.rules.plot.start if row.plot is None else row.plot,
        scorch=dict(row.scorch or {}),
        play=found.play,
        hero=found.hero,
        heroes=found.heroes,
        fallen=found.fallen,
        hands=found.hands,
        decks=found.decks,
        discards=found.discards,
        enabled=_enabled(row, number),
        spent=row.spent or Spent(),
        drained=row.drained,
        table=found.table,
        known=row.known or {seat: Known() for seat in SEATS},
        passes=row.passes or {},
        given_up=row.given_up,
        outcome=row.outcome,
    )
    if row.stack is not None:
        state = replace(state, stack=fr.STACK.load(list(row.stack)))
    else:
        state = replace(state, stack=_stack(state, row))
    _sane(state)
    return state


def _stack(state: State, row: Row) -> tuple[Any, ...]:
    stack: tuple[Any, ...] = (fr.Turn("ready" if row.phase == "draw" else "main"),)
    if state.hero is None:
        stack += (fr.Placing(),)
    if state.table:
        stack += (fr.Settle(("cancel", "reply")[len(state.table) - 1] if len(state.table) < 3 else "stands"),)
    return stack


def _enabled(row: Row, number: int) -> dict[str, int]:
    """When each strategy was enabled; `true` is a turn before this one."""
    given = {id: on for of in (row.strategies or {}).values() for id, on in of.items()}
    return {id: (max(0, number - 2) if on is True else int(on)) for id, on in given.items() if on is not False}


class _Ids:
    """Full ids for the cards that a position names: those in play first, then discards, then hands and decks."""

    def __init__(
        self, pack: Pack, row: Row, sides: Mapping[Seat, Side], lists: Mapping[Seat, Deck], rng: random.Random | None
    ) -> None:
        self._pack, self._taken = pack, Counter[tuple[Seat, str]]()
        self._named = {id for id in _written(row) if _full(pack, id)}
        self.play = tuple(self._piece(it) for it in row.play)
        self.table = tuple(self._played(it) for it in row.resolving)
        self.discards = {seat: tuple(self.id(seat, it) for it in row.discards.get(seat, ())) for seat in SEATS}
        human = next((seat for seat, side in sides.items() if side == "human"), "2")
        starters = lists[human].heroes if human in lists else ()
        self.fallen = tuple(self._hero_id(human, it) for it in row.fallen)
        left = [it for it in (self._hero_id(human, hero) for hero in starters) if it not in self.fallen]
        self.hero = self._hero(human, row, left)
        rest = [it for it in left if self.hero is None or it != self.hero.id]
        most = pack.rules.deck.heroes - len(self.fallen) - (self.hero is not None)
        self.heroes = tuple(rest[:most]) if row.heroes is None else tuple(self._hero_id(human, it) for it in row.heroes)
        hidden = {seat: self._hidden(seat, row, lists, rng) for seat in SEATS}
        self.hands = {seat: hand for seat, (hand, _) in hidden.items()}
        self.decks = {seat: deck for seat, (_, deck) in hidden.items()}

    def id(self, seat: Seat, name: str) -> str:
        """The full id for a card named by its card id, the next free number; a full id as it is."""
        if _full(self._pack, name):
            if name[0] != seat:
                raise ValueError(f"{name} is not of seat {seat}")
            return name
        if name not in self._pack.cards:
            raise ValueError(f"there is no card {name!r}")
        while True:
            self._taken[seat, name] += 1
            id = f"{seat}-{name}-{self._taken[seat, name]}"
            if id not in self._named:
                return id

    def _hidden(
        self, seat: Seat, row: Row, lists: Mapping[Seat, Deck], rng: random.Random | None
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        hand = list(row.hands.get(seat, ()))
        deck = list(row.decks[seat]) if seat in row.decks else self._rest(seat, row, lists)
        ids = [self.id(seat, it) for it in (*hand, *deck)]
        if rng is not None:
            for card in {card_of(id) for id in ids}:
                places = [n for n, it in enumerate((*hand, *deck)) if it == card]
                copies = [ids[n] for n in places]
                rng.shuffle(copies)
                for n, id in zip(places, copies, strict=True):
                    ids[n] = id
        return tuple(ids[: len(hand)]), tuple(ids[len(hand) :])

    def _rest(self, seat: Seat, row: Row, lists: Mapping[Seat, Deck]) -> list[str]:
        """The side's list less what the position names, in list order."""
        if seat not in lists:
            return []
        named = Counter(card_of(it.id) for it in self.play if it.seat == seat)
        named += Counter(card_of(it.card) for it in self.table if it.by == seat)
        named += Counter(card_of(it) for it in self.discards[seat])
        named += Counter(card_of(it) if _full(self._pack, it) else it for it in row.hands.get(seat, ()))
        found = []
        for id in listed(seat, lists[seat]):
            card = card_of(id)
            if named[card]:
                named[card] -= 1
            else:
                found.append(card)
        return found

    def _piece(self, it: InPlay) -> Piece:
        id = self.id(it.seat, it.card)
        tokens = self._pack.cards[card_of(id)].tokens if it.tokens is None else it.tokens
        return Piece(id, it.seat, it.zone, tokens, it.used or {}, it.boost or Boost(), it.entered or 0)

    def _played(self, it: Played) -> Played:
        return replace(it, card=self.id(it.by, it.card))

    def _hero_id(self, seat: Seat, name: str) -> str:
        id = name if name[:2] in ("1-", "2-") else f"{seat}-{name}"
        if card_of(id) not in self._pack.heroes:
            raise ValueError(f"there is no Hero {name!r}")
        return id

    def _hero(self, seat: Seat, row: Row, left: Sequence[str]) -> Piece | None:
        if row.hero is not None:
            it = row.hero
            id = self._hero_id(seat, it.card)
            return Piece(id, seat, it.zone, 0, it.used or {}, it.boost or Boost(), it.entered or 0, it.upright)
        if row.no_hero or not left:
            return None
        return Piece(left[0], seat, list(self._pack.zones)[1])


def _full(pack: Pack, id: str) -> bool:
    return id[:2] in ("1-", "2-") and card_of(id) in pack.cards


def _written(row: Row) -> list[str]:
    lists = (*row.hands.values(), *row.decks.values(), *row.discards.values())
    return [*(it.card for it in row.play), *(it.card for it in row.resolving), *(id for ids in lists for id in ids)]


def _sane(state: State) -> None:
    """Raises ValueError for slots, ranges or ids that cannot be."""
    zones = state.pack.zones
    everywhere = [*(it.id for it in state.pieces()), *(it.card for it in state.table), *state.heroes, *state.fallen]
    for seat in SEATS:
        everywhere += [*state.hands[seat], *state.decks[seat], *state.discards[seat]]
    if len(set(everywhere)) < len(everywhere):
        raise ValueError("a card is in two places")
    if any(piece.zone not in zones for piece in state.pieces()):
        raise ValueError("a card is in no zone")
    if any(len(state.column(seat, zone)) > state.pack.rules.slots for seat in SEATS for zone in zones):
        raise ValueError("a column has more cards than slots")
    if any(zone not in zones or n > zones[zone].value for zone, n in state.scorch.items()):
        raise ValueError("a zone has more scorch than it can have")
    if not 0 <= state.plot <= state.pack.rules.plot.top:
        raise ValueError("the plot marker is off its track")

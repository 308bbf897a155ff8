"""The position notation: one JSON object with the whole state, which can be written by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any

from pydantic import Field

from rules.invader import frames as fr
from rules.invader.commands import Name
from rules.invader.packs.cards import SIDES, Count, Deck, Pack, Side, card_of, listed
from rules.invader.state import SEATS, Boost, Options, Pass, Piece, Played, Spent, State, letting_pass
from rules.kernel import Codec, Json, Seat, noun, other, replace
from rules.kernel.journal import Outcome
from rules.kernel.piles import Known

Cards = Annotated[tuple[Name, ...], Field(max_length=200)]
OPTIONS: Codec[Options] = Codec(Options)


@noun
class InPlay:
    """A card in play, or the Hero, whose seat can be left out."""

    card: Name
    zone: Name
    seat: Seat | None = None
    tokens: Count | None = None
    used: Mapping[str, int] = field(default_factory=dict)
    boost: Boost = field(default_factory=Boost)
    entered: int = 0
    upright: bool = True


@noun
class Row:
    """A position as written. Every key may be left out; the last ones are only printed by `position()`, so that it is
    complete at any decision."""

    pack: str = "core"
    options: Options = field(default_factory=Options)
    sides: Mapping[Seat, Side] | None = None
    active: Seat | None = None
    number: Annotated[int, Field(ge=0, le=999)] | None = None
    phase: Annotated[str, Field(pattern="^(main|draw)$")] = "main"
    plot: int | None = None
    scorch: Mapping[Name, Annotated[int, Field(ge=0)]] = field(default_factory=dict)
    play: Annotated[tuple[InPlay, ...], Field(max_length=24)] = ()
    hero: InPlay | None = None
    no_hero: bool = False
    heroes: Cards | None = None
    fallen: Cards = ()
    hands: Mapping[Seat, Cards] = field(default_factory=dict)
    decks: Mapping[Seat, Cards] = field(default_factory=dict)
    discards: Mapping[Seat, Cards] = field(default_factory=dict)
    strategies: Mapping[Seat, Mapping[Name, bool | int]] = field(default_factory=dict)
    spent: Spent = field(default_factory=Spent)
    drained: Annotated[int, Field(ge=0)] = 0
    resolving: tuple[Played, ...] = ()
    lists: Mapping[Seat, Deck] | None = None
    known: Mapping[Seat, Known] = field(default_factory=lambda: {seat: Known() for seat in SEATS})
    passes: Mapping[Seat, Pass] = field(default_factory=dict)
    stack: tuple[dict[str, Any], ...] | None = None
    given_up: tuple[Seat, ...] = ()
    outcome: Outcome | None = None


ROW: Codec[Row] = Codec(Row)
KEPT = ("options", "scorch", "spent", "drained", "known", "given_up", "outcome")
"""Fields that a row and a state have in common, and a row may leave out."""
PRINTED = (
    *KEPT,
    "passes",
    "sides",
    "active",
    "number",
    "plot",
    "heroes",
    "fallen",
    "hands",
    "decks",
    "discards",
    "lists",
)


def dump(state: State) -> Json:
    """The position of a state, with full ids."""
    row = Row(
        **{name: getattr(state, name) for name in PRINTED},
        pack=state.pack.id,
        play=tuple(_in_play(piece) for piece in state.play),
        hero=None if state.hero is None else _in_play(state.hero),
        no_hero=state.hero is None,
        strategies={
            seat: {id: state.enabled.get(id, False) for id in deck_list.strategies}
            for seat, deck_list in state.lists.items()
        },
        resolving=state.table,
        stack=tuple(fr.STACK.dump(state.stack)),
    )
    written: Json = ROW.dump(row)
    return written


def _in_play(piece: Piece) -> InPlay:
    return InPlay(piece.id, piece.zone, piece.seat, piece.tokens, piece.used, piece.boost, piece.entered, piece.upright)


def parse(position: Mapping[str, Any], pack: Pack, rng: random.Random | None = None) -> State:
    """The state that a position writes, what it leaves out filled in. `rng`: numbers the copies of cards at random
    within a seat's hand and deck, so that ids tell nothing. Raises ValueError for a position that cannot be."""
    row = ROW.load({"no_hero": True, **position} if position.get("hero", ()) is None else dict(position))
    sides = row.sides
    of_seats = (sides or {}, row.hands, row.decks, row.discards, row.strategies, row.lists or {}, row.known, row.passes)
    if strangers := {seat for of_seat in of_seats for seat in of_seat} - {*SEATS}:
        raise ValueError(f"there is no seat {min(strangers)!r}")
    if sides is None:
        # a position from before the choice of sides has frames that say so
        sides = dict(zip(SEATS, SIDES, strict=True)) if row.stack is None else {}
    if sides and sorted(sides.values()) != ["human", "invader"]:
        raise ValueError("one seat is the invader, the other the human")
    lists = row.lists if row.lists is not None else {seat: pack.starters[side] for seat, side in sides.items()}
    invader = next((seat for seat, side in sides.items() if side == "invader"), "1")
    active = row.active or invader
    number = row.number if row.number is not None else 3 if active == invader else 2
    if row.phase == "draw":
        number, active = number - 1, active if number == 1 else other(active)
    state = State(
        **{name: getattr(row, name) for name in KEPT},
        orders=letting_pass(row.passes),
        **_places(pack, row, lists, rng),
        **_heroes(pack, row, other(invader), lists),
        pack=pack,
        sides=sides,
        lists=lists,
        active=active,
        number=number,
        plot=pack.rules.plot.start if row.plot is None else row.plot,
        enabled=_enabled(row, number),
    )
    state = replace(state, stack=_stack(state, row) if row.stack is None else fr.STACK.load(list(row.stack)))
    _check(state)
    return state


def _stack(state: State, row: Row) -> tuple[Any, ...]:
    stack: tuple[Any, ...] = (fr.Turn("ready" if row.phase == "draw" else "main"),)
    if state.hero is None:
        stack += (fr.Placing(),)
    if state.table:
        stack += (fr.Settle(("cancel", "reply", "stands")[min(len(state.table), 3) - 1]),)
    return stack


def _enabled(row: Row, number: int) -> dict[str, int]:
    """The turn in which each strategy was enabled; `true` is a turn before this one."""
    given = {id: on for of in row.strategies.values() for id, on in of.items()}
    return {id: (max(0, number - 2) if on is True else int(on)) for id, on in given.items() if on is not False}


def _places(pack: Pack, row: Row, lists: Mapping[Seat, Deck], rng: random.Random | None) -> dict[str, Any]:
    """The fields of a state that say where cards are, with full ids: those in play are numbered first, then discards,
    then hands and decks. A deck that is left out is the rest of its side's list, in list order."""
    ids = _Ids(pack, row)
    play = tuple(_piece(pack, piece, ids) for piece in row.play)
    table = tuple(replace(played, card=ids.full(played.by, played.card)) for played in row.resolving)
    discards = {seat: tuple(ids.full(seat, card) for card in row.discards.get(seat, ())) for seat in SEATS}
    hands, decks = dict[Seat, tuple[str, ...]](), dict[Seat, tuple[str, ...]]()
    for seat in SEATS:
        names = [*row.hands.get(seat, ())]
        held = len(names)
        if seat in row.decks:
            names += row.decks[seat]
        elif seat in lists:
            placed = (*(piece.id for piece in play), *(played.card for played in table), *discards[seat])
            less = Counter(card_of(card) for card in placed if card[0] == seat)
            less.update(card_of(name) if ids.is_full(name) else name for name in names)
            for card in map(card_of, listed(seat, lists[seat])):
                less[card] -= 1
                names += [card] if less[card] < 0 else []
        cards = [ids.full(seat, name) for name in names]
        if rng is not None:
            _renumber(cards, names, rng)
        hands[seat], decks[seat] = tuple(cards[:held]), tuple(cards[held:])
    return {"play": play, "table": table, "discards": discards, "hands": hands, "decks": decks}


def _renumber(ids: list[str], names: list[str], rng: random.Random) -> None:
    """Deals the numbers of each card's copies anew; a full id that was written stays."""
    for name in dict.fromkeys(names):
        places = [n for n, other in enumerate(names) if other == name]
        copies = [ids[n] for n in places]
        rng.shuffle(copies)
        for n, id in zip(places, copies, strict=True):
            ids[n] = id


class _Ids:
    """Full ids for cards that a position names by their card: numbers that it does not use itself."""

    def __init__(self, pack: Pack, row: Row) -> None:
        self._pack, self._taken = pack, Counter[tuple[Seat, str]]()
        piles = (*row.hands.values(), *row.decks.values(), *row.discards.values())
        self._named = {piece.card for piece in row.play}.union((played.card for played in row.resolving), *piles)

    def is_full(self, name: str) -> bool:
        return name[:2] in ("1-", "2-") and card_of(name) in self._pack.cards

    def full(self, seat: Seat, name: str) -> str:
        """The card's next free id; a full id as it is."""
        if self.is_full(name):
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


def _piece(pack: Pack, row: InPlay, ids: _Ids) -> Piece:
    if row.seat is None:
        raise ValueError(f"{row.card} in play is of no seat")
    id = ids.full(row.seat, row.card)
    tokens = pack.cards[card_of(id)].tokens if row.tokens is None else row.tokens
    return Piece(id, row.seat, row.zone, tokens, row.used, row.boost, row.entered)


def _heroes(pack: Pack, row: Row, human: Seat, lists: Mapping[Seat, Deck]) -> dict[str, Any]:
    """The Hero in play, those to come and those fallen; Heroes brought that are not mentioned are still to come."""

    def full(name: str) -> str:
        id = name if name[:2] in ("1-", "2-") else f"{human}-{name}"
        if card_of(id) not in pack.heroes:
            raise ValueError(f"there is no Hero {name!r}")
        return id

    fallen = tuple(map(full, row.fallen))
    brought = lists[human].heroes if human in lists else ()
    left = [id for id in map(full, brought) if id not in fallen]
    hero, written = None, row.hero
    if written is not None:
        hero = Piece(
            full(written.card), human, written.zone, 0, written.used, written.boost, written.entered, written.upright
        )
    elif left and not row.no_hero:
        hero = Piece(left[0], human, list(pack.zones)[1])
    rest = [id for id in left if hero is None or id != hero.id]
    most = pack.rules.deck.heroes - len(fallen) - (hero is not None)
    heroes = rest[:most] if row.heroes is None else map(full, row.heroes)
    return {"hero": hero, "heroes": tuple(heroes), "fallen": fallen}


def _check(state: State) -> None:
    """Raises ValueError for slots, ranges or ids that cannot be."""
    zones = state.pack.zones
    everywhere = [
        *(piece.id for piece in state.pieces()),
        *(played.card for played in state.table),
        *state.heroes,
        *state.fallen,
    ]
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
    begun = not any(isinstance(frame, fr.Setup) for frame in state.stack)
    if begun and state.plot == 0 and state.outcome is None:
        raise ValueError("the plot has fallen, and the match goes on")
    strategies = {id for deck in state.lists.values() for id in deck.strategies}
    if unknown := set(state.enabled) - strategies:
        raise ValueError(f"nobody has the strategy {min(unknown)!r}")
    if any(state.pack.cards[piece.card].force is None for piece in state.play):
        raise ValueError("an order never stands in a slot")

"""The position notation: one JSON object. `dump` prints the whole state; `parse` also reads one written by hand, in
which all but the seats' Olympians may be left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.hybris import frames as fr
from rules.hybris.packs import words
from rules.hybris.packs.reader import Pack
from rules.hybris.state import (
    CHARACTERS,
    HEROES,
    IMPROVEMENT,
    NOWHERE,
    PLACES,
    RESERVE,
    Adventure,
    Chaos,
    Character,
    City,
    Count,
    InFactory,
    Mat,
    Options,
    Phase,
    Placed,
    State,
    Tile,
)
from rules.kernel import Codec, Json, Seat, noun
from rules.kernel.journal import Outcome
from rules.kernel.orders import Order
from rules.kernel.piles import Known, Pile
from rules.kernel.seats import Viewer

OPTIONS: Codec[Options] = Codec(Options)
REST = "…"
"""At the end of a pile: the rest in the pack's order."""
IN_PURSE = ("aegis", "faithful", "prayer", "vp", "grandeur", "goodness", "determination", "bonus")
IN_HANGAR = ("worker", "energy", "rd")

# ---- what is written -------------------------------------------------------------------------------------------------


@noun
class HangarPart:
    """SET-9."""

    worker: Count = 1
    foreman: bool = False
    energy: Count = 1
    rd: Count = 0
    modules: tuple[str, ...] = ()
    adventures: tuple[Adventure, ...] = ()
    tiles: Mapping[str, Tile] = field(default_factory=dict)


@noun
class SeatPart:
    """A seat's record, which begins from SET-2 without cards in hand."""

    olympian: str
    aegis: Count = 2
    faithful: Count = 3
    prayer: Count = 1
    vp: Count = 0
    grandeur: Count = 0
    goodness: Count = 0
    determination: Count = 0
    sparks: Count = 0
    sparks_gained: Count | None = None
    bonus: Count = 0
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] | None = None
    discard: tuple[str, ...] = ()
    premonitions: tuple[str, ...] = ()
    completed: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    temples: tuple[str, ...] = ()
    temples_left: Count | None = None
    improvements: Annotated[int, Field(ge=0, le=6)] = 0
    characters: Mapping[str, Character] = field(default_factory=dict)
    steps: Mapping[str, Annotated[int, Field(ge=1, le=5)]] = field(default_factory=dict)
    tokens: Mapping[Seat, Count] = field(default_factory=dict)
    supply: Count = 13
    hunted: bool = False
    hangar: HangarPart = field(default_factory=HangarPart)


@noun
class ChaosPart:
    """`momentum`: cards, or a number: so many, in the pack's order, that the position names nowhere."""

    space: Annotated[int, Field(ge=1, le=9)] = 1
    momentum: tuple[str, ...] | Count = 0
    pile: tuple[str, ...] = (REST,)
    discard: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


@noun
class TechnologiesPart:
    open: tuple[str, ...] | None = None
    pile: tuple[str, ...] = (REST,)


@noun
class Partial:
    """A position. Keys from `lost` on are printed, so that it says everything at any decision."""

    seats: Mapping[Seat, SeatPart]
    pack: str = "core"
    options: Mapping[str, Any] = field(default_factory=dict)
    age: Annotated[int, Field(ge=1, le=12)] = 1
    phase: Phase = "action"
    turn: Seat | None = None
    acting: str | None = None
    grandeur_order: tuple[Seat, ...] | None = None
    turn_order: tuple[Seat, ...] | None = None
    camp: Count = 0
    well: Count = 0
    cities: Mapping[str, City] = field(default_factory=dict)
    factory: tuple[InFactory, ...] = ()
    chaos: ChaosPart = field(default_factory=ChaosPart)
    exploration: tuple[str, ...] = (REST,)
    premonitions: tuple[str, ...] = (REST,)
    cataclysm: tuple[str, ...] = (REST,)
    technologies: TechnologiesPart = field(default_factory=TechnologiesPart)
    pillars: Mapping[str, Seat] = field(default_factory=dict)
    passed: tuple[Seat, ...] = ()
    mk_used: tuple[int, ...] = ()
    turn_over: bool = False
    lost: tuple[str, ...] = ()
    absent: tuple[str, ...] | None = None
    under: Mapping[Literal["exploration", "premonitions", "technologies"], Mapping[str, tuple[Viewer, ...]]] = field(
        default_factory=dict
    )
    known: Mapping[Seat, Known] = field(default_factory=dict)
    given_up: tuple[Seat, ...] = ()
    resolving: tuple[dict[str, Any], ...] | None = None
    asked: Mapping[Seat, int] = field(default_factory=dict)
    asked_beneath: Mapping[Seat, int] = field(default_factory=dict)
    orders: Mapping[Seat, tuple[Order, ...]] = field(default_factory=dict)
    outcome: Outcome | None = None


PARTIAL: Codec[Partial] = Codec(Partial)
MAT_TILES: Codec[Any] = Codec(Mapping[str, Tile])
CHARACTER: Codec[Character] = Codec(Character)
CITY: Codec[City] = Codec(City)
IN_FACTORY: Codec[InFactory] = Codec(InFactory)
KNOWN: Codec[Known] = Codec(Known)
ORDER: Codec[Order] = Codec(Order)
OUTCOME: Codec[Outcome] = Codec(Outcome)

# ---- printing --------------------------------------------------------------------------------------------------------


def mat_row(mat: Mat) -> Json:
    """What lies open before a seat, with the tokens' faces and without cards."""
    row: Json = {"olympian": mat.olympian, **{word: mat.has(word) for word in IN_PURSE}}
    row |= {"sparks": mat.has("spark"), "sparks_gained": mat.sparks_gained}
    for key in ("completed", "plans", "ready", "temples"):
        row[key] = list(getattr(mat, key))
    row |= {"temples_left": mat.temples_left, "improvements": mat.improvements}
    row["characters"] = {name: CHARACTER.shared(character) for name, character in mat.characters.items()}
    row |= {"steps": dict(mat.steps), "tokens": dict(mat.tokens), "supply": mat.supply, "hunted": mat.hunted}
    row["hangar"] = {
        "worker": mat.has("worker"),
        "foreman": mat.foreman,
        "energy": mat.has("energy"),
        "rd": mat.has("rd"),
        "modules": list(mat.modules),
        "adventures": [{"card": adventure.card, "site": adventure.site} for adventure in mat.adventures],
        "tiles": MAT_TILES.dump(mat.tiles),
    }
    return row


def dump(state: State) -> Json:
    """The whole position; `parse` reads it back equal."""
    seats = {
        seat: {
            **mat_row(mat),
            "premonitions": list(mat.premonitions),
            "hand": list(state.hands.get(seat, ())),
            "deck": list(state.decks.get(seat, ())),
            "discard": list(state.discards.get(seat, ())),
        }
        for seat, mat in state.mats.items()
    }
    chaos = state.chaos
    piles = {"exploration": state.exploration, "premonitions": state.premonitions}
    seen = {**piles, "technologies": state.technology_pile}
    return {
        "pack": state.pack.id,
        "options": OPTIONS.dump(state.options),
        **{key: getattr(state, key) for key in ("age", "phase", "turn", "acting", "turn_over", "camp", "well")},
        **{key: list(getattr(state, key)) for key in ("grandeur_order", "turn_order", "passed", "mk_used", "cataclysm",
                                                      "lost", "absent", "given_up")},
        "seats": seats,
        "cities": {id: CITY.dump(city) for id, city in state.cities.items()},
        "factory": [IN_FACTORY.dump(slot) for slot in state.factory],
        "chaos": {"space": chaos.space, **{key: list(getattr(chaos, key)) for key in ("momentum", "pile", "discard",
                                                                                     "open")}},
        **{name: list(pile.cards) for name, pile in piles.items()},
        "under": {name: {card: list(by) for card, by in pile.seen.items()} for name, pile in seen.items()},
        "technologies": {"open": list(state.open_technologies), "pile": list(state.technology_pile.cards)},
        "pillars": dict(state.pillars),
        "known": {seat: KNOWN.dump(seen) for seat, seen in state.known.items()},
        "asked": dict(state.asked),
        "asked_beneath": dict(state.asked_beneath),
        "orders": {seat: [ORDER.dump(order) for order in given] for seat, given in state.orders.items()},
        "outcome": None if state.outcome is None else OUTCOME.dump(state.outcome),
        "resolving": fr.STACK.dump(state.stack),
    }  # fmt: skip


# ---- reading ---------------------------------------------------------------------------------------------------------


class _Cards:
    """The cards of one kind that a position places: each is in one place, and may be named by its kind."""

    def __init__(self, what: str, all_: Sequence[str], prefix: str = "") -> None:
        self.what, self.prefix = what, prefix
        self.left = list(all_)
        self.all = frozenset(all_)

    def take(self, names: Iterable[str]) -> tuple[str, ...]:
        """These cards; a kind stands for the lowest copy not yet placed. Raises ValueError."""
        return tuple(map(self._taken, names))

    def _taken(self, name: str) -> str:
        card = name
        if name not in self.all:
            wanted = f"{self.prefix}{name}-"
            card = next(
                (card for card in self.left if card.startswith(wanted) and card[len(wanted) :].isdecimal()), name
            )
        if card not in self.left:
            place = "in two places" if card in self.all else "none"
            raise ValueError(f"{self.what}: {name!r} is {place}")
        self.left.remove(card)
        return card

    def named(self, written: Sequence[str]) -> tuple[str, ...]:
        """The cards of a pile that are written out."""
        return self.take(name for name in written if name != REST)

    def rest(self, written: Sequence[str]) -> tuple[str, ...]:
        """The rest that a pile's ending asks for."""
        return self.take(list(self.left)) if REST in written else ()


def parse(position: Mapping[str, Any], pack: Pack) -> State:
    """The state of a position. Raises ValueError for one that cannot be."""
    part = PARTIAL.load(dict(position))
    written = {"players": len(part.seats), "packs": [part.pack], **part.options}
    options = OPTIONS.load(written)
    state = State(pack=pack, options=options)
    if tuple(part.seats) != state.seats:
        raise ValueError("seats: one record for each, in order")
    stack = None if part.resolving is None else fr.STACK.load(list(part.resolving))
    mats, hands = {}, {}
    absent: list[str] = []
    for seat, row in part.seats.items():
        if row.olympian or part.resolving is None:
            mats[seat], hands[seat], gone = _seat(pack, seat, row)
            absent += gone
        else:
            mats[seat] = Mat()
    in_play = [card for frame in (stack or ()) for card in _on_stack(frame)]
    chaos, gone = _chaos(part.chaos, pack)
    cards, gone_too = _piles(part, pack, in_play)
    order = part.grandeur_order
    if order is None:
        seats = (seat for seat in part.seats if seat not in part.given_up)
        order = tuple(sorted(seats, key=lambda seat: (-part.seats[seat].grandeur, seat)))
    parsed = State(
        pack=pack, options=options, mats=mats, chaos=chaos, grandeur_order=order, turn_order=part.turn_order or order,
        cities={id: part.cities.get(id, City()) for id in pack.cities}, factory=part.factory,
        age=part.age, phase=part.phase, turn=part.turn, acting=part.acting, turn_over=part.turn_over,
        camp=part.camp, well=part.well, pillars=part.pillars, passed=part.passed, mk_used=part.mk_used, lost=part.lost,
        absent=(*absent, *gone, *gone_too) if part.absent is None else part.absent,
        hands={seat: hand[0] for seat, hand in hands.items()}, decks={seat: hand[1] for seat, hand in hands.items()},
        discards={seat: hand[2] for seat, hand in hands.items()}, known=part.known, given_up=part.given_up,
        asked=part.asked, asked_beneath=part.asked_beneath, orders=part.orders, outcome=part.outcome,
        stack=_stack(part) if stack is None else stack, **cards,
    )  # fmt: skip
    check(parsed)
    if stack is None:
        check_cities(parsed)
    return parsed


def _seat(pack: Pack, seat: Seat, row: SeatPart) -> tuple[Mat, tuple[Any, ...], list[str]]:
    """A mat, with hand, deck and discard, and the Conflict cards that are out of the match."""
    if row.olympian not in pack.olympians:
        raise ValueError(f"seat {seat}: there is no Olympian {row.olympian!r}")
    cards = _Cards(f"seat {seat}", pack.conflict_cards(seat, row.olympian), f"{seat}-")
    hand, written = cards.take(row.hand), (REST,) if row.deck is None else row.deck
    deck, discard = cards.named(written), cards.take(row.discard)
    deck = (*deck, *cards.rest(written))
    sparks = sum(price.n for n in range(row.improvements) for price in words.prices(pack.rules.improvements.prices[n])
                 if price.pay == "spark")  # fmt: skip
    hangar = row.hangar
    purse = {word: getattr(row, word) for word in IN_PURSE} | {word: getattr(hangar, word) for word in IN_HANGAR}
    purse["spark"] = row.sparks
    tiles = {tile.id: Tile() for tile in pack.olympians[row.olympian].tiles}
    if unknown := {*hangar.tiles, *row.characters, *row.steps} - {*tiles, *CHARACTERS, "explore", "defend"}:
        raise ValueError(f"seat {seat}: there is no {sorted(unknown)[0]!r}")
    mat = Mat(
        row.olympian, {word: n for word, n in purse.items() if n},
        row.sparks + sparks if row.sparks_gained is None else row.sparks_gained,
        row.premonitions, row.completed, row.plans, row.ready, row.temples,
        3 - len(row.temples) if row.temples_left is None else row.temples_left, row.improvements,
        {**_characters(pack, row.improvements), **row.characters}, {"explore": 1, "defend": 1, **row.steps},
        {of: n for of, n in row.tokens.items() if n}, row.supply, row.hunted, hangar.foreman, hangar.modules,
        hangar.adventures, {**tiles, **hangar.tiles},
    )  # fmt: skip
    return mat, (hand, deck, discard), cards.left


def _characters(pack: Pack, improvements: int) -> dict[str, Character]:
    """CHR-3: a Prophet whose Improvement is fulfilled is in the reserve."""
    characters = {name: Character() for name in ("olympian", *HEROES, "prophet-1")}
    for n, on in enumerate(pack.rules.prophets_on, 2):
        characters[f"prophet-{n}"] = Character(RESERVE if improvements >= on else IMPROVEMENT)
    return characters


def _chaos(part: ChaosPart, pack: Pack) -> tuple[Chaos, list[str]]:
    cards = _Cards("chaos", pack.chaos_cards, "chaos-")
    pile, discard, opened = cards.named(part.pile), cards.take(part.discard), cards.take(part.open)
    if isinstance(part.momentum, int):
        momentum = cards.take(cards.left[: part.momentum])
        if len(momentum) < part.momentum:
            raise ValueError("chaos: too few cards are left for its momentum")
    else:
        momentum = cards.take(part.momentum)
    return Chaos(part.space, momentum, (*pile, *cards.rest(part.pile)), discard, opened), cards.left


def _piles(part: Partial, pack: Pack, in_play: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """The piles of nobody, and the cards that are out of the match."""
    rows = part.seats.values()
    exploration = _Cards("exploration", pack.exploration)
    explored = [adventure.card for row in rows for adventure in row.hangar.adventures] + [
        module for r in rows for module in r.hangar.modules
    ]
    exploration.take([*explored, *(card for card in in_play if card in pack.adventures or card in pack.events)])
    premonitions = _Cards("premonitions", tuple(pack.premonitions))
    premonitions.take(premonition for row in rows for premonition in (*row.premonitions, *row.completed))
    premonitions.take(card for card in in_play if card in pack.premonitions)
    cataclysm = _Cards("cataclysm", tuple(pack.cities))
    cataclysm.take(id for id, city in part.cities.items() if city.destroyed)
    technologies = _Cards("technologies", tuple(pack.technologies))
    technologies.take(plan for row in rows for plan in (*row.plans, *row.ready))
    technologies.take(technology.card for city in part.cities.values() for technology in city.technologies)
    technologies.take(slot.card for slot in part.factory if slot.card in pack.technologies)
    technologies.take(card for card in part.lost if card in pack.technologies)
    named = technologies.named(part.technologies.pile)
    shown = part.technologies.open
    shown = technologies.take(technologies.left[: pack.rules.open_technologies] if shown is None else shown)
    piles: dict[str, Any] = {
        "open_technologies": shown,
        "technology_pile": _pile(part, "technologies", (*named, *technologies.rest(part.technologies.pile))),
        "cataclysm": (*cataclysm.named(part.cataclysm), *cataclysm.rest(part.cataclysm)),
    }
    for name, cards in (("exploration", exploration), ("premonitions", premonitions)):
        written = getattr(part, name)
        piles[name] = _pile(part, name, (*cards.named(written), *cards.rest(written)))
    return piles, [*exploration.left, *premonitions.left, *cataclysm.left, *technologies.left]


def _pile(part: Partial, name: Any, cards: tuple[str, ...]) -> Pile:
    return Pile(cards, {card: seen for card, seen in part.under.get(name, {}).items() if card in cards})


def _on_stack(frame: Any) -> tuple[str, ...]:
    """Cards of nobody's piles that lie in a frame: looked at, tried, to be chosen from."""
    if isinstance(frame, fr.Exploring):
        return frame.looked
    if isinstance(frame, fr.Attempting):
        return (frame.card,)
    return frame.choices if isinstance(frame, fr.Choosing) and frame.code == "premonition" else ()


def _stack(part: Partial) -> tuple[Any, ...]:
    """What a position written by hand stands at."""
    match part.phase:
        case "setup":
            return (fr.Course("setup"),)
        case "pillar":
            return (fr.Course("begin"),)
        case "planning":
            return (fr.Course("planning"),)
        case "end":
            return (fr.Course("factory"),)
    beneath = (fr.Course("factory"), fr.Actions())
    if part.turn is None:
        return beneath
    if part.acting is None:
        return (*beneath, fr.Turn(part.turn))
    return (*beneath, fr.After(part.turn), fr.Act(part.turn, part.acting))


def check(state: State) -> None:
    """Raises ValueError for a state that cannot be: ids, limits (HGR-1, RES), room (LOC-3), one Olympian once."""
    pack = state.pack
    chosen = [mat.olympian for mat in state.mats.values() if mat.olympian]
    if len(set(chosen)) < len(chosen):
        raise ValueError("an Olympian plays once (GEN-2)")
    places = (*NOWHERE, *PLACES, *pack.cities)
    for id, _, _, character in state.characters():
        if character.at not in places:
            raise ValueError(f"{id}: there is no place {character.at!r}")
        if character.token is not None and character.token not in pack.rules.location_tokens:
            raise ValueError(f"{id}: there is no token {character.token!r}")
        if character.at == "surroundings" and "prophet" in id:
            raise ValueError(f"{id}: no Prophet goes to the Surroundings (LOC-4)")
    for place in (*PLACES, *state.cities):
        room = state.room(place)
        if room is not None and len(state.standing(place)) > room:
            raise ValueError(f"{place}: room for {room} (LOC-3)")
    for seat, mat in state.mats.items():
        for word, most in pack.limits.items():
            if mat.has(word) > most:
                raise ValueError(f"seat {seat}: at most {most} {word}")
        if any(of not in state.seats or of == seat for of in mat.tokens):
            raise ValueError(f"seat {seat}: tokens of other seats")
        _check_names(state, seat, mat)
    if state.chaos.space > pack.rules.spaces:
        raise ValueError("chaos: no such space (PRO-1)")
    if state.turn is not None and state.turn not in state.seats:
        raise ValueError("turn: there is no such seat")
    if state.acting is not None and state.character(state.acting) is None:
        raise ValueError(f"there is no character {state.acting!r}")
    for order in (state.grandeur_order, state.turn_order):
        if len(set(order)) < len(order) or not set(order) <= {*state.seats}:
            raise ValueError("an order names each seat once")
    for made in state.factory:
        _check_placed(state, made)
    for placed in (technology for city in state.cities.values() for technology in city.technologies):
        _check_placed(state, placed)


def check_cities(state: State) -> None:
    """Raises ValueError for somebody in a City that is destroyed, as nobody is but while it falls (LOC-2)."""
    for id, _, _, character in state.characters():
        if character.placed and character.at in state.cities and state.cities[character.at].destroyed:
            raise ValueError(f"{id}: {character.at} is destroyed (LOC-2)")


def _check_names(state: State, seat: Seat, mat: Mat) -> None:
    if len({*mat.temples}) < len(mat.temples) or not {*mat.temples} <= {*state.cities}:
        raise ValueError(f"seat {seat}: temples in Cities, one in each")
    for adventure in mat.adventures:
        if adventure.card not in state.pack.adventures or adventure.site > len(
            state.pack.adventures[adventure.card].sites
        ):
            raise ValueError(f"seat {seat}: {adventure.card!r} has no site {adventure.site}")
    if not {*mat.modules} <= {*state.pack.adventures}:
        raise ValueError(f"seat {seat}: modules are Adventures")


def _check_placed(state: State, row: InFactory | Placed) -> None:
    if row.seat not in state.mats or row.card not in (*state.pack.technologies, *state.mats[row.seat].tiles):
        raise ValueError(f"there is no {row.card!r} of seat {row.seat}")

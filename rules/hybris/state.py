"""The state of a match: plain frozen data. `evolve` alone changes it. What follows from it is in `powers`, `measure`
and the modules of `flow`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Literal

from pydantic import Field

from rules.hybris.packs.reader import Pack
from rules.hybris.packs.schema import OlympianRow
from rules.kernel import Seat, noun, seats_of
from rules.kernel.memo import derived
from rules.kernel.piles import CardPiles, Pile
from rules.kernel.purses import Purse

Phase = Literal["setup", "pillar", "planning", "action", "end"]
Track = Literal["explore", "defend"]
Kind = Literal["olympian", "hero", "prophet"]
Count = Annotated[int, Field(ge=0, le=999)]
CHARACTERS = ("olympian", "hero-1", "hero-2", "hero-3", "prophet-1", "prophet-2", "prophet-3")
"""CHR-1: the characters of a seat, by their own names."""
HEROES = CHARACTERS[1:4]
PLACES = ("olympus", "forge", "oracle", "moirai", "underworld", "colosseum", "surroundings")
"""LOC-1: the places that are no City."""
MORTAL_WORLD = "mortal-world"
KINDS: tuple[Kind, ...] = ("olympian", "hero", "prophet")
RESERVE, IMPROVEMENT, REMOVED = "reserve", "improvement", "removed"
NOWHERE = (RESERVE, IMPROVEMENT, REMOVED)


@noun
class Options:
    """The options agreed before a match. `{}` is a whole match."""

    players: Annotated[int, Field(ge=2, le=4)] = 3
    olympians: Literal["random", "choice"] | Annotated[tuple[str, ...], Field(max_length=4)] = "random"
    """Drawn, chosen one after another, or by seat (SET-1)."""
    chaos: Literal["calm", "even", "raging"] = "even"
    """How much Momentum Chaos gains each Age (PIL-1)."""
    packs: Annotated[tuple[str, ...], Field(max_length=8)] = ("core",)


@noun
class Character:
    """A character (CHR-2). `token`: the Location token assigned to it; `wounded`: in this Age or before (FIN-3)."""

    at: str = RESERVE
    token: str | None = None
    wounded: Literal["now", "before"] | None = None
    prisoner: bool = False

    @property
    def placed(self) -> bool:
        """Whether it stands in a place or City and can be met (CHR-4)."""
        return self.at not in NOWHERE and not self.prisoner


@noun
class Tile:
    """An MK tile (TIL): whether a Worker is on it, the Tasks accomplished, from 0."""

    worker: bool = False
    tasks: tuple[Annotated[int, Field(ge=0, le=2)], ...] = ()
    state: Literal["open", "factory", "active"] = "open"


@noun
class Adventure:
    """An Adventure in progress (ADV-3), with its Worker on a Site, from 1."""

    card: str
    site: Annotated[int, Field(ge=1, le=9)]


@noun
class Mat:
    """What lies before a seat and is open to all (GEN-9), but for the tokens' faces and the Premonitions held. Workers
    are in the purse, in the Camp, on tiles and on Adventures, and nowhere else (WRK-1)."""

    olympian: str = ""
    purse: Purse = field(default_factory=dict)
    """Aegis, Faithful, Prayers, VP, Grandeur, Goodness, Determination, Sparks, Bonus Location tokens, Workers, Energy,
    R&D."""
    sparks_gained: Count = 0
    premonitions: tuple[str, ...] = ()
    completed: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    temples: tuple[str, ...] = ()
    temples_left: Count = 3
    improvements: Annotated[int, Field(ge=0, le=6)] = 0
    characters: Mapping[str, Character] = field(default_factory=dict)
    steps: Mapping[str, Annotated[int, Field(ge=1, le=5)]] = field(default_factory=dict)
    tokens: Mapping[Seat, Count] = field(default_factory=dict)
    """ART-1, ART-3: adverse Olympian tokens, by their owner, without limit."""
    supply: Count = 13
    """PAY-6: Olympian tokens left."""
    hunted: bool = False
    foreman: bool = False
    modules: tuple[str, ...] = ()
    """HGR-2: won by Adventures."""
    adventures: tuple[Adventure, ...] = ()
    tiles: Mapping[str, Tile] = field(default_factory=dict)

    def has(self, word: str) -> int:
        """What the purse holds of a word."""
        return self.purse.get(word, 0)

    @property
    def active_tiles(self) -> int:
        return sum(tile.state == "active" for tile in self.tiles.values())

    @property
    def open_tiles(self) -> tuple[str, ...]:
        """TIL-3: the tiles on which Tasks can be accomplished now."""
        return tuple(id for id, tile in self.tiles.items() if tile.worker and tile.state == "open")


@noun
class Placed:
    """A Technology in a City (MOR-2). `token`: with an Olympian token of its owner on it (PAY-6)."""

    card: str
    seat: Seat
    token: bool = True


@noun
class InFactory:
    """A Technology or MK tile in the Factory (FOR-2)."""

    card: str
    seat: Seat
    space: Annotated[int, Field(ge=1, le=9)] = 1
    token: bool = True


@noun
class City:
    technologies: tuple[Placed, ...] = ()
    destroyed: bool = False


@noun
class Chaos:
    """Chaos (SET-5). `momentum`: the last gained last; `pile`: top first; `open`: cards being applied, which lie beside
    it (CCB-5, ATR-3)."""

    space: Annotated[int, Field(ge=1, le=9)] = 1
    momentum: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


@noun
class State(CardPiles):
    """One match. `hands`, `decks` and `discards` are those of the Conflict cards."""

    pack: Pack
    options: Options = field(default_factory=Options)
    age: Count = 1
    phase: Phase = "setup"
    turn: Seat | None = None
    acting: str | None = None
    """The character that acts in this turn."""
    turn_over: bool = False
    """ACT-7: whether the seat whose turn it is has suffered a Defeat."""
    grandeur_order: tuple[Seat, ...] = ()
    turn_order: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    mats: Mapping[Seat, Mat] = field(default_factory=dict)
    camp: Count = 0
    well: Count = 0
    cities: Mapping[str, City] = field(default_factory=dict)
    factory: tuple[InFactory, ...] = ()
    chaos: Chaos = field(default_factory=Chaos)
    exploration: Pile = field(default_factory=Pile)
    premonitions: Pile = field(default_factory=Pile)
    cataclysm: tuple[str, ...] = ()
    open_technologies: tuple[str, ...] = ()
    technology_pile: Pile = field(default_factory=Pile)
    pillars: Mapping[str, Seat] = field(default_factory=dict)
    mk_used: tuple[int, ...] = ()
    """The powers that the seat in turn has used in it (HGR-4)."""
    lost: tuple[str, ...] = ()
    """Technologies and tiles out of the game (CAT-3, GEN-10)."""
    absent: tuple[str, ...] = ()
    """Cards that a position has left out of its match."""

    # ---- seats ----

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats_of(self.options.players)

    @property
    def playing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.given_up)

    def in_order(self, first: Seat | None = None) -> tuple[Seat, ...]:
        """GEN-4, GEN-7: the seats by Grandeur; `first`: who is before all others."""
        rest = tuple(seat for seat in self.grandeur_order if seat != first)
        return rest if first is None or first not in self.grandeur_order else (first, *rest)

    def mat(self, seat: Seat) -> Mat:
        return self.mats[seat]

    def row(self, seat: Seat) -> OlympianRow:
        """The Olympian of a seat."""
        return self.pack.olympians[self.mats[seat].olympian]

    # ---- characters ----

    def characters(self) -> Iterator[tuple[str, Seat, str, Character]]:
        """Every character: its id, its owner, its own name, its state."""
        for seat, mat in self.mats.items():
            for name, character in mat.characters.items():
                yield f"{seat}-{name}", seat, name, character

    def character(self, id: str) -> Character | None:
        """A character by its id; None for none."""
        seat, _, name = id.partition("-")
        return self.mats[seat].characters.get(name) if seat in self.mats else None

    @derived("mats")
    def by_place(self) -> Mapping[str, list[str]]:
        """The characters that stand in each place or City where any does; prisoners do not (CHR-4)."""
        standing: dict[str, list[str]] = {}
        for id, _, _, character in self.characters():
            if character.placed:
                standing.setdefault(character.at, []).append(id)
        return standing

    def standing(self, place: str) -> Sequence[str]:
        """The characters that stand in a place or City (CHR-4)."""
        return self.by_place().get(place, ())

    def bearers(self, seat: Seat) -> list[str]:
        """The characters of a seat that have a token, by id."""
        return [
            f"{seat}-{name}" for name, character in self.mats[seat].characters.items() if character.token is not None
        ]

    # ---- places ----

    def room(self, place: str) -> int | None:
        """LOC-3: the number of characters that a place or City has room for; None: no limit."""
        room = self.pack.rules.room
        if place in self.cities:
            return room.city
        return None if place in ("underworld", "surroundings") else self.options.players + room.more_than_players

    @property
    def standing_cities(self) -> tuple[str, ...]:
        return tuple(id for id, city in self.cities.items() if not city.destroyed)


def owner(character: str) -> Seat:
    """The seat of a character's id."""
    return character.partition("-")[0]


def name_of(character: str) -> str:
    """The own name of a character's id: `hero-1` of `2-hero-1`."""
    return character.partition("-")[2]


def kind_of(character: str) -> Kind:
    """The kind of a character, by its id or own name."""
    for kind in KINDS:
        if kind in character:
            return kind
    raise ValueError(character)


def ranked(order: Sequence[Seat], grandeur: Mapping[Seat, int], seat: Seat) -> tuple[Seat, ...]:
    """GRA-1, GRA-2: the order after a seat came to its number: it is ahead of all that have no more.

    >>> ranked(("1", "2", "3"), {"1": 2, "2": 1, "3": 1}, "3")
    ('1', '3', '2')
    """
    if seat not in order:
        return tuple(order)
    others = [other for other in order if other != seat]
    at = next((n for n, foe in enumerate(others) if grandeur[foe] <= grandeur[seat]), len(others))
    return (*others[:at], seat, *others[at:])

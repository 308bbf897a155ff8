"""The state of a match: plain frozen data. `evolve` alone changes it. What follows from it is in `measure`, `sight` and
`legality`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.blade.board import Board
from rules.blade.packs.reader import Pack
from rules.blade.packs.scenarios import MusterRow, ObjectRow, ScenarioDoor, ScenarioRow
from rules.blade.packs.schema import HeroRow, ItemRow, UnitRow
from rules.blade.packs.word_table import Side
from rules.kernel import Json, Seat, noun, seats_of
from rules.kernel.engine import GameState
from rules.kernel.identity_cache import cached_by
from rules.kernel.memo import derived

OVERLORD: Seat = "1"
"""The Overlord's seat; the others hold heroes (BAS-2)."""
EVENT = "event"
"""The event tile (EVT-1)."""
BOOK = "overlord"
"""Who pays where the Overlord does."""
Stance = Literal["aggressive", "cautious"]
Count = Annotated[int, Field(ge=0, le=999)]


@noun
class Options:
    """The options agreed before a match. `{}` is a whole match."""

    scenario: str = "ledger"
    players: Annotated[int, Field(ge=2, le=5)] = 3
    """People at the table, the Overlord included."""
    heroes: Annotated[int, Field(ge=1, le=4)] | None = None
    """Left out: the fewest of the scenario's musters that give each hero player one."""
    roster: Annotated[tuple[str, ...], Field(max_length=4)] | None = None
    """Heroes by id, only where the muster lets any hero be chosen (PRE-10)."""
    casting: Literal["dealt", "chosen"] = "dealt"
    packs: Annotated[tuple[str, ...], Field(max_length=8)] = ("core",)
    first: Side | None = None
    """Left out: the scenario's (BAS-5)."""
    crowds_block_sight: bool = False
    """VAR-1."""
    hand: Literal["free", "passed"] = "free"
    """VAR-2."""
    riposte: Literal["always", "ask"] = "always"
    """VAR-3."""
    consent: Literal["ask", "trust"] = "ask"
    """VAR-4."""
    orders: bool = True
    """VAR-5."""
    outlook: Literal["told", "kept"] = "told"
    """Whether `threat` reckons what a hero would suffer, with and without guards: for all at the table or for none."""


@noun
class Gems:
    """The gems of a hero (GEM-1). `owed`: those on boxes and cards that are due to wounds (WND-3)."""

    reserve: Count = 0
    fatigue: Count = 0
    wounds: Count = 0
    owed: Count = 0
    boxes: Mapping[str, Count] = field(default_factory=dict)
    cards: Mapping[str, Count] = field(default_factory=dict)

    @property
    def laid(self) -> int:
        """The gems on boxes and spell cards."""
        return sum(self.boxes.values()) + sum(self.cards.values())

    @property
    def total(self) -> int:
        return self.reserve + self.fatigue + self.wounds + self.laid

    @property
    def life(self) -> int:
        """The gems not yet in wounds or owed; a hero without is dead (WND-5)."""
        return self.total - self.wounds - self.owed


@noun
class Base:
    """The base movement of a hero this turn (STP-3): points used, and whether the rest is forfeited."""

    used: Count = 0
    over: bool = False


@noun
class Hero:
    """A hero of the match. `at` None: dead, gone or not yet placed."""

    id: str
    at: str | None = None
    stance: Stance | None = None
    last_stance: Stance | None = None
    gems: Gems = field(default_factory=Gems)
    items: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    base: Base = field(default_factory=Base)
    marks: Mapping[str, Any] = field(default_factory=dict)
    """`seized` (by whom), `webbed`, `held`, `halo` (passive defences), `attacked_by` (SKL-18), `afloat`."""
    dead: bool = False
    left: bool = False
    """Gone from the board alive (BRD-16)."""
    profile: Mapping[str, Any] = field(default_factory=dict)
    """Keys that replace those of the card."""


@noun
class Figure:
    """A character of a tile: the Overlord's, or an ally. Off the board it is dead, or waits in the reserve."""

    id: str
    tile: str
    at: str | None = None
    life: Count = 1
    marks: Mapping[str, Any] = field(default_factory=dict)
    dead: bool = False


@noun
class Tile:
    """A tile of a group, or of one main figure (BAS-6, PRE-7). `total`: all its figures, those of the reserve
    included (EVT-5)."""

    unit: str
    side: Side = "overlord"
    total: Count = 0
    life: Count = 1
    spells: tuple[str, ...] = ()
    reserved: bool = False
    of: str | None = None
    profile: Mapping[str, Any] = field(default_factory=dict)


@noun
class Book:
    """The Overlord's board (GEM-6). `lost`: gems out of the game (RIV-5)."""

    reserve: Count = 0
    fatigue: Count = 0
    recovery: int = 0
    boxes: Mapping[str, Count] = field(default_factory=dict)
    cards: Mapping[str, Count] = field(default_factory=dict)
    lost: Count = 0


@noun
class Thing:
    """An object on the board. `row`: what it is, where it is not the scenario's; `gone`: handled for good."""

    at: str
    progress: Count = 0
    gone: bool = False
    row: Mapping[str, Any] | None = None


@noun
class Token:
    """A token on the board (TOK-3); others have the rules that a scenario gives them (TOK-1)."""

    kind: Literal["rubble", "barricade", "flames"]
    zone: str | None = None
    border: tuple[str, str] | None = None
    life: Count = 3


@noun
class SightLimit:
    """Sight reaches only so many zones until the end of a side's turn."""

    at_most: int
    until: Literal["heroes-end", "overlord-end", "match"]


@noun
class Activation:
    """The activation that goes on: of a tile, or of one ally (BAS-10). `moved`: points of base movement used, `extra`:
    extra points, by figure; `forfeited`: figures whose base movement is over (OVL-7); `base_over`: that of all is
    (OVL-6)."""

    tile: str
    ally: str | None = None
    payer: str | None = None
    """Of an ally: the hero who commands."""
    moved: Mapping[str, int] = field(default_factory=dict)
    extra: Mapping[str, int] = field(default_factory=dict)
    attacked: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()
    base_over: bool = False


@noun
class Grant:
    """A skill that a scenario gave or took."""

    who: str
    skill: str
    given: bool


@noun
class State(GameState):
    """One match."""

    pack: Pack
    options: Options = field(default_factory=Options)
    scenario: str = "ledger"
    muster: int = 1
    """The muster, counted from 1."""
    players: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """The heroes of each hero seat."""
    first: Side = "heroes"
    last: int = 15
    round: int = 0
    marker: int = 0
    side: Side = "heroes"
    hand: Seat | None = None
    heroes: tuple[Hero, ...] = ()
    figures: tuple[Figure, ...] = ()
    tiles: Mapping[str, Tile] = field(default_factory=dict)
    river: tuple[str, ...] = ()
    book: Book = field(default_factory=Book)
    doors: Mapping[str, str] = field(default_factory=dict)
    found: tuple[str, ...] = ()
    """Secret doors that the heroes have found (BRD-14)."""
    openings: tuple[str, ...] = ()
    """Pieces that are smashed (SKL-25)."""
    links: Mapping[str, bool] = field(default_factory=dict)
    """Links that a scenario has opened or closed (BRD-15)."""
    tokens: tuple[Token, ...] = ()
    objects: Mapping[str, Thing] = field(default_factory=dict)
    ground: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)
    """Face-down tokens by zone."""
    counters: Mapping[str, int] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    """Events used so far (EVT-7)."""
    limit: SightLimit | None = None
    active: Activation | None = None
    activated: tuple[str, ...] = ()
    """The tiles activated this turn, each as often as it was (OVL-2)."""
    commanded: tuple[str, ...] = ()
    """The allies activated this turn (ALY-2)."""
    offers: Mapping[str, Seat] = field(default_factory=dict)
    """Heroes offered to another player, and to whom (BAS-2)."""
    grants: tuple[Grant, ...] = ()

    # ---- where everything is written down ----

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats_of(self.options.players)

    @property
    def row(self) -> ScenarioRow:
        return self.pack.scenarios[self.scenario]

    @property
    def muster_row(self) -> MusterRow:
        return self.row.muster[self.muster - 1]

    @property
    def board(self) -> Board:
        return self.pack.board(self.row.board)

    def card(self, hero: Hero) -> HeroRow:
        """A hero's sheet, with the keys of its profile in place of the card's."""
        return _hero_card(hero.profile, self.pack, hero.id) if hero.profile else self.pack.heroes[hero.id]

    def unit(self, figure: Figure) -> UnitRow:
        tile = self.tiles[figure.tile]
        return _unit_card(tile.profile, self.pack, tile.unit) if tile.profile else self.pack.units[tile.unit]

    def item(self, id: str) -> ItemRow:
        """The card of an item."""
        return self.pack.card_of(id)

    def object(self, id: str) -> ObjectRow:
        """What an object is."""
        thing = self.objects[id]
        return _object_row(thing.row) if thing.row is not None else self._scenario_objects()[id]

    @derived("pack", "scenario")
    def _scenario_objects(self) -> Mapping[str, ObjectRow]:
        return {thing.id: thing for thing in self.row.object}

    def door_row(self, id: str) -> ScenarioDoor:
        """What the scenario says of a door (BRD-12)."""
        return next((door for door in self.row.door if door.id == id), ScenarioDoor(id=id))

    # ---- who is who ----

    @derived("heroes", "figures")
    def everyone(self) -> Mapping[str, Hero | Figure]:
        """All characters of the match by id, heroes first, on the board or not."""
        characters: dict[str, Hero | Figure] = {hero.id: hero for hero in self.heroes}
        return characters | {figure.id: figure for figure in self.figures}

    def who(self, id: str | None) -> Hero | Figure | None:
        return None if id is None else self.everyone().get(id)

    def at(self, id: str) -> str:
        """The zone of a character that is on the board."""
        zone = self.everyone()[id].at
        assert zone is not None, f"{id} is not on the board"
        return zone

    def on_board(self, id: str | None) -> bool:
        character = self.who(id)
        return character is not None and character.at is not None

    def hero(self, id: str) -> Hero:
        hero = self.everyone()[id]
        assert isinstance(hero, Hero), f"{id} is no hero"
        return hero

    def figure(self, id: str) -> Figure:
        figure = self.everyone()[id]
        assert isinstance(figure, Figure), f"{id} is no figure"
        return figure

    def side_of(self, id: str) -> Side:
        """BAS-4."""
        character = self.everyone()[id]
        return self.tiles[character.tile].side if isinstance(character, Figure) else "heroes"

    @derived("heroes", "figures")
    def occupants(self) -> Mapping[str, tuple[str, ...]]:
        """The characters of each zone that has any, in the order of the match."""
        by_zone: dict[str, list[str]] = {}
        for character in self.everyone().values():
            if character.at is not None:
                by_zone.setdefault(character.at, []).append(character.id)
        return {zone: tuple(ids) for zone, ids in by_zone.items()}

    def within(self, zone: str, side: Side | None = None) -> tuple[str, ...]:
        """The characters of a zone, of one side or of both."""
        return self.occupants().get(zone, ()) if side is None else self._camps().get((zone, side), ())

    @derived("heroes", "figures", "tiles")
    def _camps(self) -> Mapping[tuple[str, Side], tuple[str, ...]]:
        """`occupants` by side."""
        by_camp: dict[tuple[str, Side], list[str]] = {}
        for zone, ids in self.occupants().items():
            for id in ids:
                by_camp.setdefault((zone, self.side_of(id)), []).append(id)
        return {camp: tuple(ids) for camp, ids in by_camp.items()}

    def friends(self, id: str, zone: str | None = None) -> tuple[str, ...]:
        """The friends of a character in its zone, or as if it stood in another (BAS-4)."""
        here, side = zone or self.at(id), self.side_of(id)
        return tuple(other for other in self.within(here, side) if other != id)

    def adversaries(self, id: str, zone: str | None = None) -> tuple[str, ...]:
        return self.within(zone or self.at(id), other_side(self.side_of(id)))

    def living(self) -> Iterator[Hero]:
        """The heroes on the board."""
        return (hero for hero in self.heroes if hero.at is not None)

    def of_tile(self, tile: str) -> tuple[Figure, ...]:
        """The figures of a tile, dead and waiting ones too; those of the first tile for a second one (OVL-11)."""
        of = self.tiles[tile].of or tile if tile in self.tiles else tile
        return tuple(figure for figure in self.figures if figure.tile == of)

    @derived("tokens")
    def barricades(self) -> Mapping[str, Token]:
        """The barricades by the names under which they are attacked: the zones on either side (TOK-3)."""
        by_border = {
            "/".join(sorted(token.border)): token for token in self.tokens if token.kind == "barricade" and token.border
        }
        return {f"barricade:{border}": token for border, token in by_border.items()}

    def tile_dead(self, tile: str) -> bool:
        """RIV-3: no figure on the board; the event tile never is (RIV-6)."""
        return tile != EVENT and all(figure.at is None for figure in self.of_tile(tile))

    def seat_of_hero(self, hero: str) -> Seat:
        """BAS-2: each hero has one player."""
        return next(seat for seat, ids in self.players.items() if hero in ids)

    def named(self, who: str) -> tuple[str, ...]:
        """The characters that a scenario means by a word: a character, or all of a tile."""
        if who in self.everyone():
            return (who,)
        return tuple(figure.id for figure in self.figures if figure.tile == who)


def other_side(side: Side) -> Side:
    return "overlord" if side == "heroes" else "heroes"


@cached_by(size=64)
def _hero_card(profile: Any, pack: Pack, id: str) -> HeroRow:
    card = pack.heroes.get(id)
    written = dict(profile) if card is None else _merged_json(card, profile)
    return HeroRow.model_validate({"id": id, "name": id, **written})


@cached_by(size=64)
def _unit_card(profile: Any, pack: Pack, id: str) -> UnitRow:
    card = pack.units.get(id)
    written = dict(profile) if card is None else _merged_json(card, profile)
    return UnitRow.model_validate({"id": id, "name": {"en": id}, **written})


def _merged_json(card: HeroRow | UnitRow, profile: Mapping[str, Any]) -> Json:
    return {**card.model_dump(mode="json", exclude_defaults=True), **profile}


@cached_by(size=64)
def _object_row(row: Any) -> ObjectRow:
    """An object that a position writes whole."""
    return ObjectRow.model_validate({"id": "object", **row})

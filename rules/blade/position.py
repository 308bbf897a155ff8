"""The position notation: one JSON object. `dump` prints the whole state; `parse` also reads one written by hand, in
which every key may be left out and then takes the scenario's value (docs/blade.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, make_dataclass
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import ConfigDict, Field

from rules.blade import frames as fr
from rules.blade.measure import load
from rules.blade.packs.reader import Pack
from rules.blade.setup import chosen_roster, copies, dealt, populated
from rules.blade.state import (
    OVERLORD,
    Activation,
    Base,
    Count,
    Figure,
    Gems,
    Hero,
    Options,
    SightLimit,
    Stance,
    State,
    Thing,
    Tile,
    Token,
)
from rules.kernel import Chance, Codec, Json, Seat, copied, noun, replace
from rules.kernel.orders import Order

OPTIONS: Codec[Options] = Codec(Options)

# ---- whole ----------------------------------------------------------------------------------------------------------

APART = ("pack", "stack")
_hints = get_type_hints(State, include_extras=True)
_Facts = make_dataclass(
    "_Facts", [(field.name, _hints[field.name]) for field in fields(State) if field.name not in APART]
)
_Facts.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[attr-defined]  # read by pydantic
FACTS: Codec[Any] = Codec(_Facts)


def dump(state: State) -> Json:
    """The whole position; `parse` reads it back equal."""
    facts = _Facts(**{field.name: getattr(state, field.name) for field in fields(_Facts)})
    return {"pack": state.pack.id, **FACTS.dump(facts), "stack": fr.STACK.dump(state.stack)}


def parse(position: Mapping[str, Any], pack: Pack, chance: Chance | None) -> State:
    """The state of a position. Raises ValueError for one that cannot be."""
    if "stack" not in position:
        return by_hand(position, pack, chance)
    whole = {key: value for key, value in position.items() if key not in ("pack", "stack")}
    if str(whole.get("scenario")) not in pack.scenarios:
        raise ValueError(f"unknown-scenario: {whole.get('scenario')}")
    facts = FACTS.load(whole)
    state = State(pack=pack, **{field.name: getattr(facts, field.name) for field in fields(_Facts)})
    state = replace(state, stack=fr.STACK.load(position["stack"]))
    check(state)
    return state


# ---- written by hand -------------------------------------------------------------------------------------------------


@noun
class GemsRow:
    """The gems of a hero; `reserve` left out: the sheet's energy less the rest."""

    reserve: Count | None = None
    fatigue: Count = 0
    wounds: Count = 0
    owed: Count = 0
    boxes: Mapping[str, Count] = field(default_factory=dict)
    cards: Mapping[str, Count] = field(default_factory=dict)


@noun
class HeroPart:
    """A hero; `items` left out: the kit."""

    id: str
    at: str | None = None
    stance: Stance | None = "aggressive"
    last_stance: Stance | None = None
    gems: GemsRow = field(default_factory=GemsRow)
    items: tuple[str, ...] | None = None
    spells: tuple[str, ...] = ()
    base: Base = field(default_factory=Base)
    marks: Mapping[str, Any] = field(default_factory=dict)
    dead: bool = False
    left: bool = False
    profile: Mapping[str, Any] = field(default_factory=dict)


@noun
class FigurePart:
    """A figure or ally. `tile` left out: its id without the number; `dead` left out: whether it is off the board."""

    id: str
    tile: str | None = None
    unit: str | None = None
    at: str | None = None
    life: Annotated[int, Field(ge=0, le=15)] | None = None
    marks: Mapping[str, Any] = field(default_factory=dict)
    dead: bool | None = None
    activated: bool = False


@noun
class TilePart:
    unit: str | None = None
    total: Count | None = None
    life: Annotated[int, Field(ge=1, le=15)] | None = None
    spells: tuple[str, ...] | None = None
    reserved: bool | None = None
    of: str | None = None
    profile: Mapping[str, Any] = field(default_factory=dict)


@noun
class RiverPart:
    tile: str
    dead: bool = False


@noun
class BookPart:
    reserve: Count | None = None
    fatigue: Count | None = None
    recovery: Count | None = None
    boxes: Mapping[str, Count] = field(default_factory=dict)
    cards: Mapping[str, Count] = field(default_factory=dict)
    lost: Count = 0


@noun
class Partial:
    """A position written by hand."""

    pack: str = "core"
    scenario: str = "bench"
    muster: Annotated[int, Field(ge=1, le=9)] = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    round: Annotated[int, Field(ge=1, le=99)] = 1
    marker: Annotated[int, Field(ge=0, le=15)] = 0
    side: Literal["heroes", "overlord"] = "heroes"
    step: Literal["stances", "act", "start"] = "act"
    seats: Mapping[Seat, tuple[str, ...]] | None = None
    heroes: tuple[HeroPart, ...] | None = None
    allies: tuple[FigurePart, ...] | None = None
    figures: tuple[FigurePart, ...] | None = None
    tiles: Mapping[str, TilePart] = field(default_factory=dict)
    river: tuple[RiverPart, ...] | None = None
    book: BookPart = field(default_factory=BookPart)
    doors: Mapping[str, Literal["open", "closed", "locked"]] = field(default_factory=dict)
    found: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    objects: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    ground: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] | None = None
    hidden: Mapping[str, str] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    limit: SightLimit | None = None
    done: tuple[Seat, ...] = ()
    active: Activation | None = None
    activated: tuple[str, ...] = ()
    last: Annotated[int, Field(ge=1, le=15)] | None = None
    orders: Mapping[Seat, tuple[Order, ...]] = field(default_factory=dict)


PARTIAL: Codec[Partial] = Codec(Partial)


def by_hand(position: Mapping[str, Any], pack: Pack, chance: Chance | None) -> State:
    """The state of a position written by hand. Raises ValueError."""
    part = PARTIAL.load(dict(position))
    options = _options(part)
    if part.scenario not in pack.scenarios:
        raise ValueError(f"unknown-scenario: {part.scenario}")
    if part.muster > len(pack.scenarios[part.scenario].muster):
        raise ValueError(f"no-muster: {part.muster} of {part.scenario}")
    base = State(pack=pack, options=options, scenario=part.scenario, muster=part.muster)
    muster = base.muster_row
    count = max(options.players - 1, options.heroes or muster.heroes[0])
    roster = chosen_roster(pack, muster, options, count) if part.heroes is None else ()
    state = populated(base, roster)
    state = replace(state, round=part.round, marker=part.marker, limit=part.limit, used=part.used, orders=part.orders)
    state = _characters(state, part)
    state = _seated(state, part)
    state = _things(state, part, chance)
    state = replace(state, stack=_stack(part), side=_side(state, part))
    if part.active is not None:
        state = replace(state, active=part.active, activated=part.activated or (part.active.tile,))
    check(state)
    return state


def _options(part: Partial) -> Options:
    written = {"scenario": part.scenario, "players": 2, "packs": [part.pack], **part.options}
    if part.seats is not None and "players" not in part.options:
        written["players"] = max([2, *(int(seat) for seat in part.seats)])
    return OPTIONS.load(written)


def _side(state: State, part: Partial) -> Any:
    """The side in turn; before its start still the other (`CourseHandler`)."""
    if part.step != "start":
        return part.side
    return "heroes" if part.side == "overlord" else "overlord"


def _stack(part: Partial) -> tuple[Any, ...]:
    match part.side, part.step:
        case "heroes", "stances":
            return fr.Course("act"), fr.Declaring()
        case "heroes", "act":
            return fr.Course("end"), fr.HeroesAct(part.done)
        case "overlord", "act":
            tile = (fr.TileAct(part.active.tile),) if part.active is not None else ()
            return (fr.Course("end"), fr.OverlordAct(), *tile)
    return (fr.Course("begin"),)


def _characters(state: State, part: Partial) -> State:
    used = {id for hero in part.heroes or () for id in hero.items or ()}
    heroes = state.heroes if part.heroes is None else tuple(_hero(state, hero, used) for hero in part.heroes)
    if part.heroes is None and part.step == "act":
        heroes = tuple(replace(hero, stance="aggressive") for hero in heroes)
    tiles = dict(state.tiles)
    kept = [
        figure
        for figure in state.figures
        if (part.figures if tiles[figure.tile].side == "overlord" else part.allies) is None
    ]
    if part.figures is not None:
        gone = [id for id, tile in tiles.items() if tile.side == "overlord" and id not in part.tiles]
        named = {_tile_of(figure) for figure in part.figures}
        tiles = {id: tile for id, tile in tiles.items() if id not in gone or id in named}
    for id, row in part.tiles.items():
        tiles[id] = _tile(tiles.get(id), id, row)
    figures: list[Figure] = list(kept)
    for side, rows in (("heroes", part.allies or ()), ("overlord", part.figures or ())):
        for figure in rows:
            id = _tile_of(figure)
            if id not in tiles:
                if figure.unit is None:
                    raise ValueError(f"figure {figure.id}: there is no tile {id!r}")
                total = sum(_tile_of(other) == id for other in rows)
                tiles[id] = Tile(figure.unit, side, total)  # type: ignore[arg-type]  # one of two words
            life = tiles[id].life if figure.life is None else figure.life
            dead = figure.at is None if figure.dead is None else figure.dead
            figures.append(Figure(figure.id, id, figure.at, life, figure.marks, dead))
    commanded = tuple(ally.id for ally in part.allies or () if ally.activated)
    if part.river is not None:
        river = tuple(place.tile for place in part.river)
    elif part.figures is not None:
        river = tuple(id for id, tile in tiles.items() if tile.side == "overlord")
        river = tuple(id for id in state.river if id in river or id == "event") if state.river else river
    else:
        river = state.river
    return replace(state, heroes=heroes, figures=tuple(figures), tiles=tiles, river=river, commanded=commanded)


def _tile_of(part: FigurePart) -> str:
    return part.tile or part.id.rpartition("-")[0]


def _tile(known: Tile | None, id: str, row: TilePart) -> Tile:
    if known is None and row.unit is None:
        raise ValueError(f"tile {id}: which unit?")
    base = known or Tile(str(row.unit))
    changes = {
        key: value
        for key in ("unit", "total", "life", "spells", "reserved", "of")
        if (value := getattr(row, key)) is not None
    }
    return replace(base, **changes, profile=row.profile or base.profile)


def _hero(state: State, part: HeroPart, used: set[str]) -> Hero:
    if part.id not in state.pack.heroes and not part.profile:
        raise ValueError(f"there is no hero {part.id!r}")
    hero = Hero(
        part.id,
        part.at,
        part.stance,
        part.last_stance,
        Gems(),
        (),
        part.spells,
        part.base,
        part.marks,
        part.dead,
        part.left,
        part.profile,
    )
    card, gems = state.card(hero), part.gems
    items = copies(card.kit, used) if part.items is None else part.items
    laid = sum(gems.boxes.values()) + sum(gems.cards.values())
    rest = gems.fatigue + gems.wounds + laid
    reserve = max(0, card.energy - rest) if gems.reserve is None else gems.reserve
    if gems.owed > laid:
        raise ValueError(f"hero {part.id}: more gems owed than lie on boxes and cards (WND-3)")
    whole = Gems(reserve, gems.fatigue, gems.wounds, gems.owed, gems.boxes, gems.cards)
    return replace(hero, gems=whole, items=items)


def _seated(state: State, part: Partial) -> State:
    """Heroes not named in `seats` belong to seat 2."""
    ids = [hero.id for hero in state.heroes]
    if part.seats is None:
        players = state.options.players
        return replace(state, players=dealt(ids, players))
    if OVERLORD in part.seats or any(id not in ids for mine in part.seats.values() for id in mine):
        raise ValueError("seats: heroes belong to the seats from 2 on")
    named = {id for mine in part.seats.values() for id in mine}
    seats = {seat: part.seats.get(seat, ()) for seat in state.seats[1:]}
    return replace(state, players={**seats, "2": (*seats["2"], *(id for id in ids if id not in named))})


def _things(state: State, part: Partial, chance: Chance | None) -> State:
    book = state.book
    changes = {
        key: value for key in ("reserve", "fatigue", "recovery") if (value := getattr(part.book, key)) is not None
    }
    book = replace(book, **changes, boxes=part.book.boxes, cards=part.book.cards, lost=part.book.lost)
    objects = dict(state.objects)
    for id, row in part.objects.items():
        objects[id] = _thing(objects.get(id), id, row)
    deck = part.deck
    if deck is None:
        deck = state.deck if chance is None or not state.deck else chance.shuffled(state.deck)
    return replace(
        state,
        book=book,
        doors={**state.doors, **part.doors},
        found=part.found,
        openings=part.openings,
        tokens=part.tokens,
        objects=objects,
        ground=part.ground,
        deck=deck,
        hidden=part.hidden,
        counters={**state.counters, **part.counters},
        last=part.last or state.last,
    )


def _thing(known: Thing | None, id: str, row: Mapping[str, Any]) -> Thing:
    """The state of an object of the scenario, or a whole object."""
    state_keys = {key: row[key] for key in ("progress", "gone") if key in row}
    if "kind" in row:
        what = {key: value for key, value in row.items() if key not in state_keys}
        return Thing(str(row["at"]), row={"id": id, **what}, **state_keys)
    if known is None:
        raise ValueError(f"there is no object {id!r}")
    return copied(known, state_keys | ({"at": str(row["at"])} if "at" in row else {}))


def check(state: State) -> None:
    """Raises ValueError for a state that cannot be: zones, ids, gems and loads; never capacities or PRE clauses."""
    zones, pack = state.board.zones, state.pack
    for character in state.everyone().values():
        if character.at is not None and character.at not in zones:
            raise ValueError(f"{character.id}: there is no zone {character.at!r}")
    for figure in state.figures:
        if figure.tile not in state.tiles:
            raise ValueError(f"{figure.id}: there is no tile {figure.tile!r}")
        tile = state.tiles[figure.tile]
        if tile.unit not in pack.units and not tile.profile:
            raise ValueError(f"tile {figure.tile}: there is no unit {tile.unit!r}")
    for tile_id in state.river:
        if tile_id != "event" and tile_id not in state.tiles:
            raise ValueError(f"river: there is no tile {tile_id!r}")
    items = [id for hero in state.heroes for id in hero.items] + [id for ids in state.ground.values() for id in ids]
    for id in (*items, *state.deck):
        if not pack.is_item(id):
            raise ValueError(f"there is no item {id!r}")
    if len({*items, *state.deck}) < len(items) + len(state.deck):
        raise ValueError("an item is in two places")
    for hero in state.heroes:
        if hero.gems.owed > hero.gems.laid:
            raise ValueError(f"hero {hero.id}: more gems owed than lie on boxes and cards (WND-3)")
        if load(state, hero) > state.card(hero).load.max:
            raise ValueError(f"hero {hero.id}: too much is carried (LOD-1)")
    for zone in (*state.ground, *state.hidden, *(thing.at for thing in state.objects.values())):
        if zone not in zones:
            raise ValueError(f"there is no zone {zone!r}")

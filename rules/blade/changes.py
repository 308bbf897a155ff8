"""Adjustments that all players agree to, or that anybody makes on a bench: what makes sense, and how it happens. No
rule is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.blade.setup import copies, gems_at_start
from rules.blade.state import OVERLORD, Figure, Hero, State, Thing, Tile, Token
from rules.kernel import Codec, Refusal, Seat, noun, replace
from rules.kernel.codec import copied
from rules.kernel.refusals import no

Few = Annotated[int, Field(ge=0, le=99)]
MOST_FIGURES, MOST_HEROES, MOST_ITEMS, MOST_OBJECTS = 40, 6, 60, 30
"""What a bench holds at most."""


@noun
class OfCharacter:
    """Changes of a hero, figure or ally; keys left out stay as they are."""

    who: str
    reserve: Few | None = None
    fatigue: Few | None = None
    wounds: Few | None = None
    owed: Few | None = None
    boxes: Mapping[str, Few] | None = None
    items: tuple[str, ...] | None = None
    stance: Literal["aggressive", "cautious"] | None = None
    at: str | None = None
    life: Annotated[int, Field(ge=1, le=15)] | None = None
    marks: Mapping[str, Any] | None = None


@noun
class BookGems:
    reserve: Few | None = None
    fatigue: Few | None = None


@noun
class OfOverlord:
    overlord: BookGems


@noun
class OfRiver:
    river: tuple[str, ...]


@noun
class OfMarker:
    marker: Annotated[int, Field(ge=0, le=15)]


@noun
class OfCounter:
    counter: str
    to: Annotated[int, Field(ge=-99, le=99)]


@noun
class OfDoor:
    door: str
    to: Literal["open", "closed", "locked"]


@noun
class OfItem:
    item: str
    zone: str


@noun
class OfRoll:
    roll: tuple[str, ...]


@noun
class OfUnit:
    """On a bench, a further figure of a unit, of a tile of its own."""

    unit: str
    at: str


@noun
class OfHero:
    """On a bench, a further hero with its kit and all its energy."""

    hero: str
    at: str


@noun
class OfCard:
    """On a bench, a further copy of an item."""

    card: str
    zone: str


@noun
class OfObject:
    """On a bench, a locked chest with nothing in it, or a token (TOK-3)."""

    object: Literal["chest", "rubble", "flames"]
    zone: str


@noun
class OfGone:
    """On a bench, a character off the board; never the last hero."""

    gone: str


Change = (
    OfCharacter | OfOverlord | OfRiver | OfMarker | OfCounter | OfDoor | OfItem | OfRoll | OfUnit | OfHero | OfCard
    | OfObject | OfGone
)  # fmt: skip
CHANGE: Codec[Change] = Codec(Change)


def fault(state: State, changes: Sequence[Mapping[str, Any]], seat: Seat, card: str | None) -> Refusal | None:
    """Why changes make no sense. They name nothing hidden: no token, and of the deck no card."""
    if not changes or card is not None or len(changes) > 40:
        return no("BAS-5", "bad-shape")
    for row in changes:
        try:
            change = CHANGE.load(dict(row))
        except ValueError:
            return no("BAS-5", "bad-shape")
        if (refusal := _fault(state, change)) is not None:
            return refusal
        if not isinstance(change, OfRoll):
            state = adjusted(state, row)
    return None


def _fault(state: State, change: Any) -> Refusal | None:
    zones = state.board.zones
    match change:
        case OfCharacter(who=who):
            return _character_fault(state, change, state.who(who))
        case OfOverlord() | OfMarker() | OfCounter():
            return None
        case OfRiver(river=river):
            return None if sorted(river) == sorted(state.river) else no("RIV-2", "unknown-tile", tile=" ".join(river))
        case OfDoor(door=door):
            return None if door in state.doors else no("BRD-12", "not-here", what=door, zone="")
        case OfItem(item=item, zone=zone):
            present = item in where_items(state) and zone in zones
            return None if present else no("MNP-4", "not-here", what=item, zone=zone)
        case OfRoll(roll=dice):
            known = 0 < len(dice) <= 30 and all(die in state.pack.dice for die in dice)
            return None if known else no("DIE-1", "bad-shape")
    return _bench_fault(state, change) if state.row.free else no("BAS-5", "bad-shape")


def _bench_fault(state: State, change: Any) -> Refusal | None:
    """Why something cannot be put on a bench."""
    pack, zones = state.pack, state.board.zones
    match change:
        case OfUnit(unit=unit, at=at):
            known, room = unit in pack.units and at in zones, len(state.figures) < MOST_FIGURES
            room = room and (unit in state.river or len(state.river) < len(state.row.slots))
            return None if known and room else no("BAS-3", "unknown-who", who=unit)
        case OfHero(hero=hero, at=at):
            known = hero in pack.heroes and at in zones and state.who(hero) is None
            return None if known and len(state.heroes) < MOST_HEROES else no("BAS-3", "unknown-who", who=hero)
        case OfCard(card=card, zone=zone):
            known, room = card in pack.items and zone in zones, len(where_items(state)) < MOST_ITEMS
            return None if known and room else no("MNP-4", "not-here", what=card, zone=zone)
        case OfObject(object=kind, zone=zone):
            room = len(state.objects) + len(state.tokens) < MOST_OBJECTS
            return None if room and zone in zones else no("BRD-1", "not-here", what=kind, zone=zone)
        case OfGone(gone=who):
            last = [hero.id for hero in state.living()] == [who]
            return no("BAS-3", "unknown-who", who=who) if last or not state.on_board(who) else None
    return no("BAS-5", "bad-shape")


def _character_fault(state: State, change: OfCharacter, character: Hero | Figure | None) -> Refusal | None:
    if character is None:
        return no("BAS-3", "unknown-who", who=change.who)
    if change.at is not None and change.at not in state.board.zones:
        return no("BRD-1", "not-here", what=change.who, zone=change.at)
    of_heroes = ("reserve", "fatigue", "wounds", "owed", "boxes", "items", "stance")
    if isinstance(character, Figure) and any(getattr(change, key) is not None for key in of_heroes):
        return no("GEM-1", "bad-shape")
    if isinstance(character, Hero):
        if change.life is not None:
            return no("GEM-1", "bad-shape")
        if change.items is not None and not all(id in where_items(state) for id in change.items):
            return no("ITM-1", "not-carried", item=" ".join(change.items))
        gems = _gems(character, change)
        if gems.owed > gems.laid or not gems.total:
            return no("WND-3", "bad-shape")
    return None


def where_items(state: State) -> Mapping[str, str | None]:
    """Every item that lies open or is carried: by whom or, with None, on the ground."""
    carried: dict[str, str | None] = {id: hero.id for hero in state.heroes for id in hero.items}
    return carried | {id: None for items in state.ground.values() for id in items}


def _gems(hero: Hero, change: OfCharacter) -> Any:
    keys = ("reserve", "fatigue", "wounds", "owed", "boxes")
    return copied(hero.gems, {key: value for key in keys if (value := getattr(change, key)) is not None})


def adjusted(state: State, row: Mapping[str, Any]) -> State:
    """The state after one change."""
    change = CHANGE.load(dict(row))
    match change:
        case OfCharacter(who=who):
            value = state.who(who)
            return state if value is None else _character(state, change, value)
        case OfOverlord(overlord=gems):
            changes = {key: value for key in ("reserve", "fatigue") if (value := getattr(gems, key)) is not None}
            return replace(state, book=copied(state.book, changes))
        case OfRiver(river=river):
            return replace(state, river=river)
        case OfMarker(marker=marker):
            return replace(state, marker=marker)
        case OfCounter(counter=id, to=to):
            return replace(state, counters={**state.counters, id: to})
        case OfDoor(door=door, to=to):
            return replace(state, doors={**state.doors, door: to})
        case OfItem(item=item, zone=zone):
            free = _taken_away(state, (item,))
            return replace(free, ground={**free.ground, zone: (*free.ground.get(zone, ()), item)})
        case OfUnit(unit=unit, at=at):
            return _with_unit(state, unit, at)
        case OfHero(hero=id, at=at):
            kit = copies(state.pack.heroes[id].kit, _used(state))
            hero = Hero(id, at=at, stance="aggressive", gems=gems_at_start(state.pack, id, 0), items=kit)
            seat = next(seat for seat in state.players if seat != OVERLORD)
            players = {**state.players, seat: (*state.players[seat], id)}
            return replace(state, heroes=(*state.heroes, hero), players=players)
        case OfCard(card=card, zone=zone):
            (item,) = copies((card,), _used(state))
            return replace(state, ground={**state.ground, zone: (*state.ground.get(zone, ()), item)})
        case OfObject(object="chest", zone=zone):
            id = f"chest-{len(state.objects) + 1}"
            return replace(
                state, objects={**state.objects, id: Thing(zone, row={"id": id, "kind": "chest", "at": zone})}
            )
        case OfObject(object="rubble" | "flames" as kind, zone=zone):
            return replace(state, tokens=(*state.tokens, Token(kind, zone)))
        case OfGone(gone=who):
            heroes = tuple(replace(hero, at=None, left=True) if hero.id == who else hero for hero in state.heroes)
            figures = tuple(replace(its, at=None, dead=True) if its.id == who else its for its in state.figures)
            return replace(state, heroes=heroes, figures=figures)
    return state


def _used(state: State) -> set[str]:
    """The ids of items that are taken."""
    return {*where_items(state), *state.deck}


def _with_unit(state: State, unit: str, at: str) -> State:
    """The state with a further figure: of the tile of its unit, which comes last in the river if it is new."""
    side: Any = "heroes" if state.pack.units[unit].kind == "ally" else "overlord"
    tile = state.tiles.get(unit) or Tile(unit, side)
    numbers = [int(figure.id.rpartition("-")[2]) for figure in state.figures if figure.tile == unit]
    figure = Figure(f"{unit}-{max(numbers, default=0) + 1}", unit, at, tile.life)
    new = side == "overlord" and unit not in state.river
    return replace(
        state,
        tiles={**state.tiles, unit: replace(tile, total=tile.total + 1)},
        figures=(*state.figures, figure),
        river=(*state.river, unit) if new else state.river,
    )


def _taken_away(state: State, items: tuple[str, ...]) -> State:
    """Items out of all hands and off the ground."""
    ground = {zone: tuple(item for item in lying if item not in items) for zone, lying in state.ground.items()}
    heroes = tuple(replace(hero, items=tuple(id for id in hero.items if id not in items)) for hero in state.heroes)
    return replace(state, heroes=heroes, ground={zone: lying for zone, lying in ground.items() if lying})


def _character(state: State, change: OfCharacter, character: Hero | Figure) -> State:
    changes: dict[str, Any] = {}
    if change.at is not None:
        changes |= {"at": change.at, "dead": False}
    if change.marks is not None:
        changes["marks"] = change.marks
    if isinstance(character, Figure):
        if change.life is not None:
            changes["life"] = change.life
        figures = tuple(copied(other, changes) if other.id == character.id else other for other in state.figures)
        return replace(state, figures=figures)
    changes["gems"] = _gems(character, change)
    if change.stance is not None:
        changes["stance"] = change.stance
    if change.items is not None:
        lost = tuple(id for id in character.items if id not in change.items)
        state = _taken_away(state, change.items)
        changes["items"] = change.items
        if lost and character.at is not None:
            state = replace(state, ground={**state.ground, character.at: (*state.ground.get(character.at, ()), *lost)})
    heroes = tuple(copied(other, changes) if other.id == character.id else other for other in state.heroes)
    return replace(state, heroes=heroes)

"""Adjustments that all players agree to: what makes sense, and how it happens. Only limits are checked (HGR-1, RES,
LOC-3), no other rule; none names a hidden card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.hybris.state import NOWHERE, PLACES, State, Tile, name_of, owner
from rules.kernel import Codec, Refusal, Seat, noun, replace
from rules.kernel.codec import copied
from rules.kernel.refusals import no

Few = Annotated[int, Field(ge=0, le=99)]
SETTABLE = (
    "aegis", "faithful", "prayer", "vp", "grandeur", "goodness", "determination", "spark", "bonus", "worker", "energy",
    "rd", "foreman",
)  # fmt: skip
MOST = 40


@noun
class OfSeatFigures:
    """Figures of a seat; `foreman` is 0 or 1."""

    seat: Seat
    set: Mapping[str, Few]


@noun
class OfPiece:
    """A character's place and state."""

    piece: str
    at: str
    prisoner: bool = False
    wounded: Literal["now", "before"] | None = None


@noun
class ChaosFigures:
    space: Annotated[int, Field(ge=1, le=9)] | None = None
    momentum: Few | None = None


@noun
class OfChaos:
    """Where Chaos stands, and how much Momentum it has: cards come from its pile, and go to its discard."""

    chaos: ChaosFigures


@noun
class OfCamp:
    camp: Few


@noun
class OfWell:
    well: Few


@noun
class OfCity:
    """Whether a City stands; its Cataclysm card follows."""

    city: str
    destroyed: bool


@noun
class OfTile:
    """The Tasks of a tile, and its state."""

    tile: str
    tasks: tuple[Annotated[int, Field(ge=0, le=2)], ...] = ()
    state: Literal["open", "active"] = "open"


Change = OfSeatFigures | OfPiece | OfChaos | OfCamp | OfWell | OfCity | OfTile
CHANGE: Codec[Change] = Codec(Change)


def fault(state: State, changes: Sequence[Mapping[str, Any]], seat: Seat, card: str | None) -> Refusal | None:
    """Why changes make no sense."""
    if not changes or card is not None or len(changes) > MOST or not all(mat.olympian for mat in state.mats.values()):
        return no("GEN-1", "bad-shape")
    for row in changes:
        try:
            change = CHANGE.load(dict(row))
        except ValueError:
            return no("GEN-1", "bad-shape")
        if (refusal := _fault(state, change)) is not None:
            return refusal
        state = adjusted(state, row)
    return None


def _fault(state: State, change: Any) -> Refusal | None:
    rules = state.pack.rules
    match change:
        case OfSeatFigures(seat=seat, set=figures):
            if seat not in state.mats or not figures or not {*figures} <= {*SETTABLE}:
                return no("GEN-1", "bad-shape")
            limits = {**state.pack.limits, "foreman": 1, "spark": rules.limits.sparks}
            over = next((word for word, n in figures.items() if n > limits.get(word, 99)), None)
            return None if over is None else no("HGR-1", "too-many", word=over, most=limits[over])
        case OfPiece(piece=id, at=at, prisoner=prisoner):
            character = state.character(id)
            if character is None:
                return no("GEN-9", "unknown-piece", character=id)
            if at not in (*NOWHERE, *PLACES, *state.standing_cities) or (prisoner and at != "underworld"):
                return no("LOC-1", "not-a-choice", place=at)
            room = state.room(at) if at not in NOWHERE else None
            crowded = room is not None and character.at != at and len(state.standing(at)) >= room
            return no("LOC-3", "no-room", place=at, most=room) if crowded else None
        case OfChaos(chaos=figures):
            momentum = figures.momentum or 0
            cards = len(state.chaos.pile) + len(state.chaos.momentum)
            if (figures.space or 1) > rules.spaces or momentum >= rules.momentum or momentum > cards:
                return no("MOM-2", "too-many", most=rules.momentum - 1)
            return None
        case OfCity(city=city, destroyed=destroyed):
            if city not in state.cities:
                return no("GEN-9", "unknown-card", card=city)
            last = destroyed and not set(state.standing_cities) - {city}
            return no("END-2", "not-a-choice", city=city) if last else None
        case OfTile(tile=id):
            owners = [mat for mat in state.mats.values() if id in mat.tiles]
            if not owners or owners[0].tiles[id].state == "factory" or len(change.tasks) > 2:
                return no("TIL-1", "not-a-choice", tile=id)
    return None


def adjusted(state: State, row: Mapping[str, Any]) -> State:
    """The state after one change."""
    change = CHANGE.load(dict(row))
    match change:
        case OfSeatFigures(seat=seat, set=figures):
            return _figures(state, seat, figures)
        case OfPiece(piece=id, at=at, prisoner=prisoner, wounded=wounded):
            seat, name = owner(id), name_of(id)
            characters = state.mats[seat].characters
            placed = replace(characters[name], at=at, prisoner=prisoner, wounded=wounded)
            return _mat(state, seat, characters={**characters, name: placed})
        case OfChaos(chaos=figures):
            return _chaos(state, figures)
        case OfCamp(camp=n):
            return replace(state, camp=n)
        case OfWell(well=n):
            return replace(state, well=n)
        case OfCity(city=city, destroyed=destroyed):
            rest = tuple(other for other in state.cataclysm if other != city)
            cities = {**state.cities, city: copied(state.cities[city], {"destroyed": destroyed})}
            return replace(state, cities=cities, cataclysm=rest if destroyed else (*rest, city))
        case OfTile(tile=id, tasks=tasks, state=now):
            for seat, mat in state.mats.items():
                if id in mat.tiles:
                    active = now == "active"
                    tile = Tile(not active and mat.tiles[id].worker, () if active else tuple(sorted({*tasks})), now)
                    return _mat(state, seat, tiles={**mat.tiles, id: tile})
    return state


def _mat(state: State, seat: Seat, **changes: Any) -> State:
    return replace(state, mats={**state.mats, seat: copied(state.mats[seat], changes)})


def _figures(state: State, seat: Seat, figures: Mapping[str, int]) -> State:
    mat = state.mats[seat]
    purse = {**mat.purse, **{word: n for word, n in figures.items() if word != "foreman"}}
    changes: dict[str, Any] = {"purse": {word: n for word, n in purse.items() if n}}
    if "foreman" in figures:
        changes["foreman"] = bool(figures["foreman"])
    if "spark" in figures:
        changes["sparks_gained"] = max(mat.sparks_gained, figures["spark"])
    state = _mat(state, seat, **changes)
    if "grandeur" not in figures:
        return state
    order = sorted(state.grandeur_order, key=lambda other: -state.mats[other].has("grandeur"))
    return replace(state, grandeur_order=tuple(order))


def _chaos(state: State, figures: ChaosFigures) -> State:
    chaos = state.chaos
    if figures.space is not None:
        chaos = replace(chaos, space=figures.space)
    if figures.momentum is not None:
        more = max(0, figures.momentum - len(chaos.momentum))
        kept, gone = chaos.momentum[: figures.momentum], chaos.momentum[figures.momentum :]
        chaos = replace(
            chaos,
            momentum=(*kept, *chaos.pile[:more]),
            pile=chaos.pile[more:],
            discard=(*chaos.discard, *gone),
        )
    return replace(state, chaos=chaos)

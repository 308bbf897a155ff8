"""The queries about what the Overlord could do: what a tile's figures would strike, what a hero has to fear."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from rules.blade.evolve import with_figure
from rules.blade.legality import attacks, steps
from rules.blade.measure import armour, extra_limit, fixed_defence
from rules.blade.odds import text
from rules.blade.sight import sight
from rules.blade.state import EVENT, Activation, Figure, Hero, State
from rules.kernel import Json, Viewer, noun, replace
from rules.kernel.memo import derived

MOST_GUARDS = 8
"""The most gems of guard for which a threat is reckoned."""


@noun
class TileParams:
    tile: str


@noun
class ThreatParams:
    zones: Annotated[tuple[str, ...], Field(max_length=60)] | None = None
    who: str | None = None


def placed_character(state: State, who: str) -> Hero | Figure:
    """A character on the board. Raises ValueError."""
    character = state.who(who)
    if character is None or character.at is None:
        raise ValueError(f"nobody called {who!r} is on the board")
    return character


def zone_of(state: State, id: str) -> str:
    """A zone, or that of a character. Raises ValueError."""
    if id in state.board.zones:
        return id
    zone = placed_character(state, id).at
    assert zone is not None
    return zone


def _tile_of(state: State, tile: str) -> tuple[Figure, ...]:
    if tile not in state.tiles or tile == EVENT:
        raise ValueError(f"there is no tile {tile!r}")
    return tuple(figure for figure in state.of_tile(tile) if figure.at is not None)


def forecast(match: Any, viewer: Viewer, p: TileParams) -> Json:
    """For each figure of a tile: whom it could attack if the tile were activated now, from where, for how many gems of
    extra movement, and the mean damage of the blow before any defence."""
    state: State = match.state
    return {figure.id: attacks_of(state, figure.id) for figure in _tile_of(state, p.tile)}


@derived("pack", "heroes", "figures", "tiles", "doors", "openings", "tokens")
def attacks_of(state: State, id: str) -> list[Json]:
    """The attacks of one figure, as `forecast` has them."""
    figure = state.figure(id)
    ready = replace(state, active=Activation(figure.tile), side="overlord")
    unit = state.unit(figure)
    modes = [mode for mode in ("melee", "ranged") if (unit.melee if mode == "melee" else unit.ranged)]
    means = steps.means(ready, figure.id)
    most = means.base + extra_limit(ready, figure)
    ways = {} if steps.stopped(ready, figure.id) is not None else steps.reach(ready, figure.id, most)
    ways = ways or {state.at(figure.id): steps.Way(0, (), ())}
    best: dict[tuple[str, str], Json] = {}
    for zone, way in ways.items():
        moved = with_figure(ready, figure.id, at=zone)
        gems = max(0, way.points - means.base)
        for mode in modes:
            for target in attacks.targets(moved, figure.id, mode):
                row = {
                    "target": target,
                    "mode": mode,
                    "from": zone,
                    "gems": gems,
                    "mean": text(mean_damage(moved, figure.id, target, mode)),
                }
                known = best.get((target, mode))
                if known is None or gems < known["gems"]:
                    best[target, mode] = row
    return list(best.values())


def mean_damage(state: State, who: str, target: str, mode: str) -> Fraction:
    """The mean sum of a figure's pot, without rerolls, hindering or defence."""
    return sum((_mean(state, die.kind) for die in attacks.pot(state, who, target, mode, 0, ())), Fraction(0))


def _mean(state: State, kind: str) -> Fraction:
    faces = state.pack.dice[kind].faces
    return Fraction(sum(faces), len(faces))


def threat(match: Any, viewer: Viewer, p: ThreatParams) -> Json:
    """For each zone: the figures that could attack a hero there in the Overlord's next turn, by base movement and with
    extra, and the mean damage of the two tiles that could do most, with that of each blow and what they would cost.
    With `who`, a hero: the wounds that it would suffer from these two there with 0, 1, 2 … gems of guard, unless the
    table keeps that from all."""
    state: State = match.state
    zones = p.zones if p.zones is not None else tuple(state.board.zones)
    table = _threats(state)
    rows = {zone: table[zone_of(state, zone)] for zone in zones}
    hero = None if p.who is None else placed_character(state, p.who)
    if not isinstance(hero, Hero) or state.options.outlook == "kept":
        return rows
    return {zone: {**row, "guarded": _guarded(state, hero, row)} for zone, row in rows.items()}


def _guarded(state: State, hero: Hero, row: Json) -> list[str]:
    """In the mean: each blow less the hero's passive defence, each gem's die against the blow that is hardest then."""
    worn = armour(state, hero)
    passive = Fraction(sum(n for _, n in fixed_defence(state, hero.id)))
    passive += sum((_mean(state, die.rstrip("*")) for die in (worn.passive if worn else ())), Fraction(0))
    blows = [max(Fraction(0), Fraction(blow) - passive) for tile in row["tiles"] for blow in tile["blows"]]
    die = _mean(state, state.card(hero).guard.die.rstrip("*"))
    means = [sum(blows, Fraction(0))]
    for _ in range(min(MOST_GUARDS, hero.gems.reserve)):
        blows.sort()
        blows[-1:] = [max(Fraction(0), blow - die) for blow in blows[-1:]]
        means.append(sum(blows, Fraction(0)))
    return [text(mean) for mean in means]


@derived("pack", "heroes", "figures", "tiles", "doors", "openings", "tokens", "river")
def _threats(state: State) -> Json:
    zones: Json = {zone: {"base": [], "extra": [], "tiles": []} for zone in state.board.zones}
    by_tile: dict[str, dict[str, list[Fraction]]] = {zone: {} for zone in state.board.zones}
    for tile in dict.fromkeys(state.river):
        if tile == EVENT or state.tiles[tile].of is not None:
            continue
        for figure in _tile_of(state, tile):
            for zone, (how, mean) in _strikes(state, figure).items():
                zones[zone][how].append(figure.id)
                by_tile[zone].setdefault(tile, []).append(mean)
    for zone, tiles in by_tile.items():
        two = sorted(tiles, key=lambda tile: -sum(tiles[tile]))[:2]
        zones[zone]["tiles"] = [
            {
                "tile": tile,
                "mean": text(sum(tiles[tile], Fraction(0))),
                "blows": [text(mean) for mean in tiles[tile]],
                "cost": state.river.index(tile) + 1,
            }
            for tile in two
        ]
    return zones


def _strikes(state: State, figure: Figure) -> Mapping[str, tuple[str, Fraction]]:
    """The zones in which a figure could strike somebody, and with what."""
    ready = replace(state, active=Activation(figure.tile), side="overlord")
    unit, means = state.unit(figure), steps.means(ready, figure.id)
    most = means.base + extra_limit(ready, figure)
    ways = {} if steps.stopped(ready, figure.id) is not None else steps.reach(ready, figure.id, most)
    strikes: dict[str, tuple[str, Fraction]] = {}
    for zone, way in {state.at(figure.id): steps.Way(0, (), ()), **ways}.items():
        how = "base" if way.points <= means.base else "extra"
        reached = [(zone, unit.melee)] if unit.melee else []
        if unit.ranged:
            reached += [(other, unit.ranged) for other in state.board.zones if sight(state, zone, other).visible]
        for other, dice in reached:
            mean = sum((_mean(state, die.rstrip("*")) for die in dice), Fraction(0))
            known = strikes.get(other)
            if known is None or (known[0] == "extra" and how == "base"):
                strikes[other] = (how, mean)
    return strikes

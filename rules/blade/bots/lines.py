"""Lines of play, each given as one command: a hero walks to where it can strike or lay hands on something and does so;
a tile is activated, its figures move and strike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from rules.blade import commands as cmd
from rules.blade.bots.work import distance
from rules.blade.evolve import with_hero
from rules.blade.flow.acts import completed
from rules.blade.flow.overlord import events_left
from rules.blade.legality import acts as law
from rules.blade.legality import attacks, hands, steps
from rules.blade.legality.attacks import die as written_die
from rules.blade.legality.common import afloat
from rules.blade.measure import base_left, extra_limit, fixed_defence, has_skill, life_left, limits, mean, seat_of
from rules.blade.state import EVENT, Figure, Hero, State
from rules.blade.threats import attacks_of
from rules.kernel import Json, Seat

Worth = Callable[[State], float]
"""What a state is worth to the heroes."""
END: Json = {"kind": "end-activation"}
END_TURN: Json = {"kind": "end-turn"}
TARGETS, PLACES = 4, 4
"""The targets of a hero that are tried, and the zones to walk to."""
EXTRA = 0.6
"""What a gem of extra movement must bring a figure in damage."""
QUIET = ("cast", "use", "take", "handle", "door", "search-door", "command", "leave", "break-free", "undone")
"""What a hero does where it stands, besides striking."""


def series(*commands: Json) -> Json:
    """Commands as one."""
    return commands[0] if len(commands) == 1 else {"kind": "series", "commands": list(commands)}


# ---- heroes ----------------------------------------------------------------------------------------------------------


def hero_lines(match: Any, seat: Seat, worth: Worth) -> Iterator[Json]:
    """What the heroes of a seat could do next, walks by what they are worth; to be done is the last."""
    state: State = match.state
    for id in state.players.get(seat, ()):
        hero = state.hero(id)
        if hero.at is not None and hero.stance == "aggressive":
            yield from _quiet(state, seat, id)
            ways = {} if steps.stopped(state, id) is not None else steps.reach(state, id)
            ways = ways or {hero.at: steps.Way(0, (), ())}
            yield from _blows(state, hero, ways)
            yield from _errands(state, hero, ways)
            yield from _walks(state, hero, ways, worth)
    yield {"kind": "done"}


def _quiet(state: State, seat: Seat, who: str) -> Iterator[Json]:
    """What a hero can do where it stands, but for striking, throwing and passing things on."""
    for draft in law.drafts(state, seat, who):
        for way, fault in law.ways(state, seat, draft) if draft.kind in QUIET else ():
            filled = completed(way)
            command: Json = cmd.CODEC.brief(filled)
            if fault is None and _sensible(state, command) and law.judge(state, seat, filled) is None:
                yield command


def _sensible(state: State, command: Json) -> bool:
    """Not a door that is shut behind nobody, nor the first weak try at a lock where more gems are there."""
    if command["kind"] == "door" and command["to"] == "closed":
        return False
    gems = command.get("gems")
    return gems is None or gems in (2, 3) or gems == min(2, state.hero(command["who"]).gems.reserve)


def _walk(who: str, way: steps.Way) -> list[Json]:
    if not way.path:
        return []
    move: Json = {"kind": "move", "who": who, "path": list(way.path)}
    return [{**move, "via": list(way.via)} if any(way.via) else move]


def _blows(state: State, hero: Hero, ways: Mapping[str, steps.Way]) -> Iterator[Json]:
    """For each of the weakest targets the cheapest place to strike it from, with about the gems that it takes."""
    base = base_left(state, hero.id)
    for mode in ("melee", "ranged"):
        arms = attacks.weapons(state, hero, mode)
        if not arms:
            continue
        items = max(
            arms,
            key=lambda items: sum(mean(state, die) for id in items for die in attacks.dice_of(state.item(id), mode)),
        )
        best: dict[str, tuple[int, str]] = {}
        for zone, way in ways.items():
            moved = state if zone == hero.at else with_hero(state, hero.id, at=zone)
            if afloat(moved, hero.id) is not None:
                continue
            for target in attacks.targets(moved, hero.id, mode):
                best[target] = min(best.get(target, (99, "")), (max(0, way.points - base), zone))
        weakest = sorted(best, key=lambda id: best[id][0] + 2 * life_left(state, id))
        for target in weakest[:TARGETS]:
            walk, zone = best[target]
            for gems in _gems(state, hero, target, mode, items, hero.gems.reserve - walk):
                attack = {"kind": "attack", "who": hero.id, "target": target, "mode": mode, "gems": gems}
                yield series(*_walk(hero.id, ways[zone]), {**attack, "items": list(items)})


def _gems(state: State, hero: Hero, target: str, mode: str, items: Iterable[str], left: int) -> list[int]:
    """Numbers of gems for a blow: what it takes to kill in the mean, one more, and one."""
    limit = limits(state, hero)[mode]
    most = min(left, 99 if limit is None else limit - hero.gems.boxes.get(mode, 0))
    weapons = [state.item(id) for id in items]
    arms = sum(mean(state, die) for row in weapons for die in attacks.dice_of(row, mode))
    needed = sum(n for _, n in fixed_defence(state, target, weapons=weapons)) + life_left(state, target) - arms
    each = mean(state, getattr(state.card(hero), mode).die) or 1.0
    wanted = max(1, round(needed / each))
    return sorted({gems for gems in (1, wanted, wanted + 1, most) if 1 <= gems <= min(most, wanted + 1)})


def _errands(state: State, hero: Hero, ways: Mapping[str, steps.Way]) -> Iterator[Json]:
    """Walking to things, objects, doors and exits, and dealing with them."""
    for zone, way in ways.items():
        if zone == hero.at:
            continue
        walk = _walk(hero.id, way)
        for item in state.ground.get(zone, ()):
            yield series(*walk, {"kind": "take", "who": hero.id, "item": item})
        for id, thing in state.objects.items():
            if thing.at == zone and not thing.gone:
                row = state.object(id)
                handle: Json = {"kind": "handle", "who": hero.id, "object": id}
                tools = hands.tools(state, hero.id, row.locked)
                yield series(*walk, {**handle, "gems": 2, "items": tools} if row.complex else handle)
        for key, beside in state.board.beside.items():
            if state.doors.get(key) == "closed" and zone in beside and hero.at not in beside:
                yield series(*walk, {"kind": "door", "who": hero.id, "door": key, "to": "open"})
        if zone in state.row.exits:
            yield series(*walk, {"kind": "leave", "who": hero.id})


def _walks(state: State, hero: Hero, ways: Mapping[str, steps.Way], worth: Worth) -> Iterator[Json]:
    """The zones that bring the heroes nearer to what they have to do."""
    base = base_left(state, hero.id)
    gains: list[tuple[float, Json]] = []
    for zone, way in ways.items():
        if way.path:
            gems = max(0, way.points - base)
            moved = with_hero(state, hero.id, at=zone)
            gains.append((worth(moved) - 0.5 * gems, _walk(hero.id, way)[0]))
    gains.sort(key=lambda row: -row[0])
    yield from (move for _, move in gains[:PLACES])
    yield from _leaps(state, hero)


def _leaps(state: State, hero: Hero) -> Iterator[Json]:
    """The leaps at hand, which are made by name alone (SKL-30)."""
    for link, end in state.board.links_from[state.at(hero.id)]:
        if link.kind == "leap" and has_skill(state, hero.id, "leap"):
            move = cmd.Move(hero.id, (end,), (link.id,))
            if law.judge(state, seat_of(state, hero.id), move) is None:
                yield cmd.CODEC.brief(move)


# ---- the Overlord ----------------------------------------------------------------------------------------------------


def overlord_lines(match: Any) -> Iterator[Json]:
    """Each tile that can be activated, with what its figures do; the event; clearing; the end of the turn."""
    state: State = match.state
    for row in match.decisions["1"]["options"]:
        command = row["command"]
        if not row["legal"]:
            continue
        if command["kind"] != "activate":
            yield command
        elif command["tile"] == EVENT:
            yield from _event(match, command)
        elif not state.tile_dead(command["tile"]):
            yield series(command, *_acts(match, command))


def _event(match: Any, command: Json) -> Iterator[Json]:
    """The event tile with each event, the reinforcement with as many figures as there are points for."""
    for event in events_left(match.state):
        yield series(command, {"kind": "event", "event": event})


def _acts(match: Any, activate: Json) -> list[Json]:
    """What the figures of a tile do once it is activated: tried in a world of its own, as far as no dice are thrown."""
    world = match.fork(0)
    world.submit("1", activate)
    return tile_acts(world) if world.asked.get("1") is not None and world.asked["1"].kind == "tile-act" else []


def tile_acts(world: Any) -> list[Json]:
    """The moves and attacks of the active tile, and its end. The world is played on."""
    rows: list[Json] = []
    tile = world.state.active.tile
    for figure in world.state.of_tile(tile):
        if figure.at is not None and figure.id not in world.state.active.attacked:
            able = _move(world.state, figure)
            move = next((move for move in able if world.check("1", move) is None), None)
            if move is not None:
                world.submit("1", move)
                rows.append(move)
            if world.asked.get("1") is None or world.asked["1"].kind != "tile-act":
                return rows
    state: State = world.state
    for figure in state.of_tile(tile):
        if figure.at is not None and state.active is not None and figure.id not in state.active.attacked:
            rows += _strike(state, figure)
    return [*rows, END]


def _move(state: State, figure: Figure) -> list[Json]:
    """Ways to where it does most for the gems; else nearer to a hero. None where it stands well."""
    rows = attacks_of(state, figure.id)
    worth = {
        n: float(Fraction(row["mean"])) - EXTRA * row["gems"] + _weakness(state, row["target"])
        for n, row in enumerate(rows)
    }
    best = max(worth, key=worth.__getitem__, default=None)
    if best is not None and worth[best] > 0:
        zone = rows[best]["from"]
        if zone == figure.at:
            return []
        most = base_left(state, figure.id) + extra_limit(state, figure)
        way = steps.reach(state, figure.id, most).get(zone)
        return [*([] if way is None else _walk(figure.id, way)), *_nearer(state, figure)]
    return _nearer(state, figure)


def _weakness(state: State, hero: str) -> float:
    """A weak hero is a better target."""
    return max(0.0, 0.15 * (10 - life_left(state, hero)))


def _nearer(state: State, figure: Figure) -> list[Json]:
    """The free steps that bring it nearest to a hero."""
    if steps.stopped(state, figure.id) is not None:
        return []

    def far(zone: str) -> float:
        ways = distance(state, zone)
        return min((ways.get(hero.at or "", 99.0) for hero in state.living()), default=99.0)

    ways = steps.reach(state, figure.id, base_left(state, figure.id))
    near = min(ways, key=lambda zone: (far(zone), ways[zone].points))
    return _walk(figure.id, ways[near]) if far(near) < far(state.at(figure.id)) else []


def _strike(state: State, figure: Figure) -> list[Json]:
    """Its best attack from where it stands."""
    unit = state.unit(figure)
    able: list[tuple[float, Json]] = []
    for mode in ("melee", "ranged"):
        dice = unit.melee if mode == "melee" else unit.ranged
        strength = sum(mean(state, written_die(die, "").kind) for die in dice)
        for target in attacks.targets(state, figure.id, mode) if dice and afloat(state, figure.id) is None else ():
            command = {"kind": "attack", "who": figure.id, "target": target, "mode": mode}
            able.append((strength + _weakness(state, target), command))
    best = max(able, key=lambda row: row[0], default=None)
    return [] if best is None else [best[1]]

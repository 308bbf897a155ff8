"""The queries of the match: reach, sight, odds and threats. Each is answered by the same functions as commands are
judged and carried out with; nothing that they rest on is secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.blade import commands as cmd
from rules.blade import frames as fr
from rules.blade.answer_odds import answers
from rules.blade.evolve import with_figure
from rules.blade.flow.hands import still_needed
from rules.blade.legality import attacks, hands, steps
from rules.blade.legality.guards import guards
from rules.blade.legality.magic import cast as cast_fault
from rules.blade.legality.magic import samples
from rules.blade.measure import (
    hindering,
    leaders,
    reserve_of,
    roll_hindering,
    room_used,
    seat_of,
    size_of,
)
from rules.blade.odds import Assumed, attack_frame, attempt, odds, share, spread, text
from rules.blade.sight import sight
from rules.blade.state import Activation, Figure, Hero, State
from rules.blade.threats import ThreatParams, TileParams, forecast, placed_character, threat, zone_of
from rules.kernel import Codec, Json, Viewer, noun, replace
from rules.kernel.contract import Query
from rules.kernel.queries import NoParams
from rules.kernel.refusals import Refusal

Few = Annotated[int, Field(ge=0, le=30)]


@noun
class ReachParams:
    who: str
    gems: Few | None = None


@noun
class StepsParams:
    who: str
    path: Annotated[tuple[str, ...], Field(max_length=24)]
    via: Annotated[tuple[str | None, ...], Field(max_length=24)] | None = None


@noun
class SightParams:
    a: str
    b: str | None = None


@noun
class HinderingParams:
    who: str
    zone: str | None = None
    everywhere: bool = False


@noun
class ZoneParams:
    zone: str


@noun
class TargetsParams:
    who: str
    mode: str
    zone: str | None = None


@noun
class GuardRow:
    gems: Few = 0
    item: str | None = None


@noun
class OddsParams:
    attack: Mapping[str, Any]
    guard: GuardRow | Literal["best"] | None = None
    aim: Literal["wounds", "kill", "damage"] = "wounds"
    paid: Annotated[int, Field(ge=0, le=3)] = 0
    guards: bool = True


@noun
class AttemptParams:
    command: Mapping[str, Any]


# ---- where and how far -----------------------------------------------------------------------------------------------


def _hypothetical(state: State, who: str) -> State:
    """The state in which a character could move: of a figure, with its tile activated."""
    character = state.everyone()[who]
    if isinstance(character, Hero) or (state.active is not None and character in state.of_tile(state.active.tile)):
        return state
    ally = who if state.side_of(who) == "heroes" else None
    payer = next(iter(leaders(state)), None) if ally else None
    return replace(state, active=Activation(character.tile, ally=ally, payer=payer))


def reach(match: Any, viewer: Viewer, p: ReachParams) -> Json:
    """The cheapest way to each zone now, and why each other zone cannot be entered."""
    state: State = match.state
    placed_character(state, p.who)
    state = _hypothetical(state, p.who)
    means = steps.means(state, p.who)
    most = means.points if p.gems is None else means.base + max(0, min(p.gems, means.most, means.gems))
    zones: Json = {}
    stopped = steps.stopped(state, p.who)
    ways = {} if stopped is not None else steps.reach(state, p.who, most)
    for zone, way in ways.items():
        base, gems = means.pay(way.points)
        left = hindering(state, p.who, zone)
        zones[zone] = {
            "points": way.points,
            "base": base,
            "gems": gems,
            "path": list(way.path),
            "via": list(way.via),
            "hindering": left,
        }
    return {"zones": zones, "why": dict(_beyond(state, p.who, ways, stopped))}


def _beyond(state: State, who: str, ways: Mapping[str, Any], stopped: Refusal | None) -> Iterator[tuple[str, Json]]:
    """Why each other zone is out of reach: what bars the step from beside, where a zone beside it can be reached."""
    here = state.at(who)
    for zone in state.board.zones:
        if zone in ways or zone == here:
            continue
        beside = next((way for way in (*ways, here) if state.board.adjacent(way, zone)), here)
        made = stopped or steps.step(state, who, beside, zone)
        if isinstance(made, Refusal):
            yield zone, made.to_json()
        else:
            fault = steps.means(state, who).fault(who, 99)
            if fault is not None:
                yield zone, fault.to_json()


def path_steps(match: Any, viewer: Viewer, p: StepsParams) -> list[Json]:
    """What each step of a path costs, and why."""
    state: State = match.state
    placed_character(state, p.who)
    state = _hypothetical(state, p.who)
    moves = steps.steps_of(state, p.who, p.path, p.via)
    if isinstance(moves, Refusal):
        return [{"refused": moves.to_json()}]
    return [
        {
            "from": made.from_,
            "to": made.to,
            "via": made.via,
            "points": made.points,
            "parts": [{"clause": part.clause, "value": part.value, "by": part.by} for part in made.parts],
        }
        for made in moves
    ]


def line_of_sight(match: Any, viewer: Viewer, p: SightParams) -> Json:
    """Whether one place sees another, and why not; without the other, whether it sees each zone."""
    state: State = match.state
    if p.b is None:
        here = zone_of(state, p.a)
        return {"zones": {zone: sight(state, here, zone).visible for zone in state.board.zones}}
    a, b = zone_of(state, p.a), zone_of(state, p.b)
    line = sight(state, a, b)
    zones = state.board.zones
    segment = [list(zones[a].dot), list(zones[b].dot)]
    stand = [barrier for barrier in state.board.map.barriers if barrier.key in line.by]
    barriers = [{"kind": barrier.kind, "path": [list(point) for point in barrier.path]} for barrier in stand]
    row = {"visible": line.visible, "segment": segment, "by": list(line.by), "clause": line.clause}
    return {**row, "barriers": barriers}


def hindered(match: Any, viewer: Viewer, p: HinderingParams) -> Json:
    """How far a character is hindered in a zone and by whom, or would be in each zone."""
    state: State = match.state
    placed_character(state, p.who)
    if p.everywhere:
        return {"zones": {zone: hindering(state, p.who, zone) for zone in state.board.zones}}
    zone = state.at(p.who) if p.zone is None else zone_of(state, p.zone)
    adversaries, friends = state.adversaries(p.who, zone), state.friends(p.who, zone)
    return {
        "value": hindering(state, p.who, zone),
        "adversaries": list(adversaries),
        "friends": list(friends),
    }


def crowd(match: Any, viewer: Viewer, p: ZoneParams) -> Json:
    state: State = match.state
    zone = zone_of(state, p.zone)
    sizes = {id: size_of(state, id) for id in state.within(zone)}
    return {"capacity": state.board.zones[zone].capacity, "used": room_used(state, zone), "by": sizes}


def possible_targets(match: Any, viewer: Viewer, p: TargetsParams) -> Json:
    """Each character on the board of the other side: None, or why it may not be the target."""
    state: State = match.state
    character = placed_character(state, p.who)
    if p.zone is not None:
        zone = zone_of(state, p.zone)
        state = with_figure(state, p.who, at=zone) if isinstance(character, Figure) else _moved(state, p.who, zone)
    if p.mode not in ("melee", "ranged", "web"):
        if p.mode not in state.pack.spells:
            raise ValueError(f"there is no mode {p.mode!r}")
        seat = seat_of(state, p.who)
        judged = {
            cast.target or cast.zone or "": cast_fault(state, seat, cast) for cast in samples(state, p.who, p.mode)
        }
        return {key: None if fault is None else fault.to_json() for key, fault in judged.items()}
    faults: Json = {}
    for id in state.everyone():
        if state.on_board(id) and state.side_of(id) != state.side_of(p.who):
            fault = attacks.target_fault(state, p.who, id, p.mode)
            faults[id] = None if fault is None else fault.to_json()
    return faults


def _moved(state: State, who: str, zone: str) -> State:
    from rules.blade.evolve import with_hero

    return with_hero(state, who, at=zone)


# ---- odds ------------------------------------------------------------------------------------------------------------


def attack_odds(match: Any, viewer: Viewer, p: OddsParams) -> Json:
    """The odds of an attack, legal or not; with what each number of gems of guard would change."""
    state: State = match.state
    command = cmd.CODEC.load(dict(p.attack))
    if not isinstance(command, cmd.Attack | cmd.Web | cmd.Cast):
        raise ValueError("odds are of an attack, a web or a spell")
    placed_character(state, command.who)
    seat = seat_of(state, command.who)
    frame = attack_frame(state, seat, command)
    best = p.guard == "best"
    row = p.guard if isinstance(p.guard, GuardRow) else GuardRow()
    assumed = Assumed(p.aim, row.gems, row.item, best, p.paid)
    answer = odds(match, frame, assumed)
    if p.aim == "damage" or not p.guards:
        return answer
    damage = max(int(n) for n in answer["damage"])
    defence = fr.Defence(frame.target, frame.by, frame.mode, damage, items=frame.items)
    most = max((guard.gems for guard in guards(state, defence)), default=0)
    answer["guards"] = (
        {"0": {"wounds": answer["wounds"], "kills": answer["kills"]}} if not row.gems and not best else {}
    )
    for gems in range(0 if row.gems or best else 1, min(most, 3) + 1):
        then = odds(match, frame, Assumed(p.aim, gems, row.item, False, p.paid))
        answer["guards"][str(gems)] = {"wounds": then["wounds"], "kills": then["kills"]}
    return answer


def manipulation_odds(match: Any, viewer: Viewer, p: AttemptParams) -> Json:
    """The chance of success of a manipulation, a throw, a leap, a healing or an attack on a barricade, and by its
    number of gems."""
    state: State = match.state
    attempted = cmd.CODEC.load(dict(p.command))
    who = getattr(attempted, "who", None)
    barricade = isinstance(attempted, cmd.Attack) and attempted.target in state.barricades()
    if not isinstance(who, str) or not (
        barricade or isinstance(attempted, cmd.Handle | cmd.Door | cmd.SearchDoor | cmd.Throw | cmd.Move | cmd.Cast)
    ):
        raise ValueError("an attempt is a manipulation, a throw, a leap, a healing or an attack on a barricade")
    placed_character(state, who)
    seat = seat_of(state, who)
    needed = _difficulty(state, attempted)
    totals = attempt(match, seat, dict(p.command))["chances"]
    result: Json = {
        "success": text(share(totals, lambda n: n >= needed)),
        "distribution": spread(totals, lambda n: n),
        "difficulty": needed,
        "hindering": 0 if barricade or isinstance(attempted, cmd.Move | cmd.Cast) else roll_hindering(state, who),
        "by_gems": {},
    }
    if getattr(attempted, "gems", None) is not None:
        for gems in range(1, min(6, reserve_of(state, who)) + 1):
            command = {**p.command, "gems": gems}
            if match.check(seat, command) is None:
                chances = attempt(match, seat, command)["chances"]
                result["by_gems"][str(gems)] = text(share(chances, lambda n: n >= needed))
    return result


def _difficulty(state: State, command: Any) -> int:
    match command:
        case cmd.Handle(object=object) if object in state.objects:
            return still_needed(state, object)
        case cmd.Door(door=door) if door in state.doors:
            return state.door_row(door).difficulty
        case cmd.SearchDoor():
            return hands.SECRET_DIFFICULTY
        case cmd.Throw(who=who, zone=str(zone)) if zone in state.board.zones:
            return len(state.board.map.line(state.at(who), zone)) - 1
    return 1


def victims(match: Any, viewer: Viewer, p: AttemptParams) -> Json:
    """Whom a throw or a spell would strike in the zone where it is aimed: all who are there, those of the own side
    first (ARE-1); nobody where it is no area attack."""
    state: State = match.state
    command = cmd.CODEC.load(dict(p.command))
    if not isinstance(command, cmd.Throw | cmd.Cast) or command.zone is None:
        raise ValueError("it is throws and spells that are aimed at a zone")
    if isinstance(command, cmd.Throw):
        area = state.item(command.item).use == "orb"
    else:
        area = state.pack.spells[command.spell].effect == "storm"
    side, there_now = state.side_of(command.who), state.within(zone_of(state, command.zone)) if area else ()
    rows = [{"who": id, "friend": state.side_of(id) == side} for id in there_now]
    return {"zone": command.zone, "area": area, "victims": sorted(rows, key=lambda row: not row["friend"])}


QUERIES: Mapping[str, Query[Any, Any]] = {
    "reach": Query(Codec(ReachParams), reach),
    "steps": Query(Codec(StepsParams), path_steps),
    "sight": Query(Codec(SightParams), line_of_sight),
    "hindering": Query(Codec(HinderingParams), hindered),
    "crowd": Query(Codec(ZoneParams), crowd),
    "targets": Query(Codec(TargetsParams), possible_targets),
    "odds": Query(Codec(OddsParams), attack_odds),
    "attempt": Query(Codec(AttemptParams), manipulation_odds),
    "forecast": Query(Codec(TileParams), forecast),
    "victims": Query(Codec(AttemptParams), victims),
    "threat": Query(Codec(ThreatParams), threat),
    "answers": Query(Codec(NoParams), answers, own=True),
}

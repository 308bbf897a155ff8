"""The value of a bout: points, tokens placed and carried, the PV left to either cabal, and the distance of its rouages
from what can still be gained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from math import hypot, pow, tanh
from operator import itemgetter
from random import Random
from typing import Any

from rules.kernel import Json, Refused
from rules.kernel.bots import Advisor, Budget
from rules.olomoc.advice.dice_stats import Luck, luck, luck_by_kind
from rules.olomoc.effects.select import AGENDA
from rules.olomoc.packs.values import IsCondition
from rules.olomoc.seats import Seat, other
from rules.olomoc.state import BLOC, CYCLES, INCH, MOST_TRAQUE, Edge, Point, Rouage, State

SCALE = 9.5
"""A lead that makes a bout nearly sure, in the units below: in 122 matches of greedy bots who led by four points won 82
to 89 of a hundred, of which 7 made 90 to 93."""
POINT, LEAD, FIEL, PV, ALIVE, STUN, NOIRCEUR, ACTION, NEAR = 2.0, 1.0, 1.6, 0.45, 1.0, 0.4, 0.3, 0.06, 0.09
"""`LEAD`: of who is ahead in points, for each Traque (END-2); `NEAR`: each inch on the way to a goal."""
PENDING = 0.5
"""The Fiel that a corrupted rouage brings on average: one at the cycle's end (NOI-3), unless it is out or healed."""
HELD, CARRIED = 0.8, 1.2
"""A marker that bears the seat's token, and an agenda token that a rouage carries."""
SCORELESS, LEVEL = -0.9, -0.6
"""The value of a draw at 0 : 0, and of another."""
LEAST_STALE, MOST_STALE = 0.02, 0.8
"""The chance of a draw with a lead, and with level points when the next death ends the bout."""
AWAY = 12.0
"""Inches to a goal at which a rouage off the Bloc is counted."""
PLACES, LISTED = 3, 70
"""Ends of one movement that are worth a look, of so many commands listed."""


def evaluate(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate`."""
    state: State = match.state
    worth = _worth(state, seat) - _worth(state, other(seat))
    ahead = state.points[seat] - state.points[other(seat)]
    # END-1, END-2: the later it is, the more a lead is worth
    late = state.traque + (state.cycle - 1) / 2
    return tanh((worth + LEAD * late * max(-2, min(2, ahead))) / SCALE)


def drawn(match: Any) -> float:
    """The value for either seat of a bout that nobody wins: close to a defeat where nobody has scored."""
    return LEVEL if any(match.state.points.values()) else SCORELESS


def stale(match: Any) -> float:
    """The chance that a bout ends with no winner: it grows with Traque and cycles while the points are level (END-1,
    END-2)."""
    state: State = match.state
    ones, twos = state.points["1"], state.points["2"]
    if ones != twos:
        return LEAST_STALE
    left = (1 - state.traque / MOST_TRAQUE) * (1 - (state.cycle - 1) / CYCLES)
    return LEAST_STALE + (MOST_STALE - LEAST_STALE) * (1 - left) ** 2


def _worth(state: State, seat: Seat) -> float:
    goals = _goals(state, seat)
    corrupted = sum(rouage.corrupted and not rouage.out for rouage in state.rouages(seat))
    worth = POINT * state.points[seat] - FIEL * pow(state.fiel[seat] + PENDING * corrupted, 1.5)
    worth += HELD * sum(seat in marker.tokens for marker in state.markers.values())
    return worth + sum(_goal_value(state, rouage, goals) for rouage in state.rouages(seat) if not rouage.out)


def _goal_value(state: State, rouage: Rouage, goals: Mapping[str, Point]) -> float:
    worth = ALIVE + PV * len(rouage.life_left) + ACTION * rouage.actions - STUN * len(rouage.states)
    worth += CARRIED * rouage.tokens.get(AGENDA, 0) - NOIRCEUR * pow(rouage.noirceur, 1.3)
    return worth - NEAR * (AWAY if rouage.at is None else _away(state, rouage, rouage.at, goals))


def _goals(state: State, seat: Seat) -> dict[str, Point]:
    """The targets that a seat's rouages head for: markers with something to carry away, else those without its token,
    else the adverse rouages."""
    full = {marker.id: marker.at for marker in state.markers.values() if AGENDA in marker.tokens}
    markers = full or {marker.id: marker.at for marker in state.markers.values() if seat not in marker.tokens}
    return markers or {rouage.id: rouage.at for rouage in state.rouages(other(seat)) if rouage.at is not None}


def _away(state: State, rouage: Rouage | None, at: Point, goals: Mapping[str, Point]) -> float:
    """Inches from a place to where a rouage heads for: the nearest goal, or the edge at which it hands in what it
    carries."""
    edge = _way_out(state, rouage)
    if edge is None:
        return apart(at, goals)
    return {"north": at[1], "south": BLOC - at[1], "west": at[0], "east": BLOC - at[0]}[edge] / INCH


def _way_out(state: State, rouage: Rouage | None) -> Edge | None:
    """The edge at which a rouage hands in what it carries; None if it carries nothing, or keeps it."""
    if rouage is None or rouage.seat is None or AGENDA not in rouage.tokens:
        return None
    for capacity in state.pack.agendas[state.agenda].capacities:
        for condition in capacity.conditions:
            if (
                isinstance(condition, IsCondition)
                and condition.like.edge is not None
                and condition.like.bears is not None
            ):
                return state.edges.get(rouage.seat if condition.like.edge == "own" else other(rouage.seat))
    return None


def apart(at: Point, goals: Mapping[str, Point]) -> float:
    """Inches to the nearest of some places."""
    return min((hypot(at[0] - x, at[1] - y) for x, y in goals.values()), default=0.0) / INCH


def shortlist(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """Every command that is listed but those that only end a movement elsewhere: of these the nearest to a goal."""
    twice = chain.from_iterable(islice(match.commands(seat, rng), LISTED) for _ in range(2))
    return nearest(match.state, seat, twice, PLACES)


def nearest(state: State, seat: Seat, commands: Iterable[Json], most: int) -> Iterator[Json]:
    """These commands; of those that only end a movement elsewhere so many, the nearest to a goal."""
    goals, groups = _goals(state, seat), dict[str, list[Json]]()
    for command in commands:
        key = repr(sorted((k, v) for k, v in command.items() if k not in ("to", "ruler")))
        groups.setdefault(key, []).append(command)
    for rows in groups.values():
        if isinstance(rows[0].get("to"), list):
            rouage = state.pieces.get(rows[0].get("rouage", ""))
            ways = [_away(state, rouage, row["to"], goals) for row in rows]
            rows = [row for _, row in sorted(zip(ways, rows, strict=True), key=itemgetter(0))]
        yield from rows[:most]


# ---- for hints ----


def figures(match: Any, seat: Seat) -> dict[str, float]:
    """Points, Fiel, markers with the seat's token, and of the rouages on either side agenda tokens carried, PV checked,
    Noirceur, stunned tokens and those out of combat; `actions` left to the seat's."""
    state: State = match.state
    rows = dict[str, float]()
    for prefix, who in (("", seat), ("adverse-", other(seat))):
        rouages = list(state.rouages(who))
        rows[f"{prefix}points"] = state.points[who]
        rows[f"{prefix}fiel"] = state.fiel[who]
        rows[f"{prefix}held"] = sum(who in marker.tokens for marker in state.markers.values())
        rows[f"{prefix}carried"] = sum(rouage.tokens.get(AGENDA, 0) for rouage in rouages)
        rows[f"{prefix}wounds"] = sum(rouage.wounds for rouage in rouages)
        rows[f"{prefix}noirceur"] = sum(rouage.noirceur for rouage in rouages)
        rows[f"{prefix}stunned"] = sum(rouage.stunned for rouage in rouages)
        rows[f"{prefix}out"] = sum(rouage.out for rouage in rouages)
    rows["actions"] = sum(rouage.actions for rouage in state.rouages(seat) if not rouage.out)
    return rows


def reasons(match: Any, seat: Seat, command: Json) -> Iterator[Json]:
    """The exact figures behind a command.

    `odds` of an attack: target and attacker (of several the first), the mean of PV checked on either (`own`: the
    attacker's), the chances that the target is put out of combat or stunned. `study`, `test` of a roll: its target,
    dice, threshold, and the chance of a success (`any`). `nearer` of a movement: the marker or adverse rouage that its
    end is nearest to, and how far in µm it and the beginning are (None: off the Bloc), centre to centre.
    """
    try:
        odds = match.odds(seat, command)
    except (Refused, ValueError):
        odds = None  # ROL-5: fate is tempted on a study, too
    if odds is not None and (odds["rolls"] or "tactic" in command or "reroll" in command):
        who = {"target": odds["who"]["target"], "attacker": odds["who"]["attackers"][0]}
        params = {**who, "wounds": odds["mean"]["target"], "own": odds["mean"]["attacker"]}
        yield {"code": "odds", "params": params | {"out": odds["out"], "stunned": odds["stunned"]}}
    try:
        roll = match.attempt(seat, command)
    except (Refused, ValueError):
        pass
    else:
        yield {"code": roll["roll"], "params": {key: roll[key] for key in ("by", "target", "dice", "threshold", "any")}}
    if isinstance(command.get("to"), list) and "rouage" in command:
        yield from _nearer(match.state, seat, command)


def _nearer(state: State, seat: Seat, command: Json) -> Iterator[Json]:
    goals, rouage = _goals(state, seat), state.pieces[command["rouage"]]
    if goals and _way_out(state, rouage) is None:
        (x, y), at = command["to"], rouage.at
        goal = min(goals, key=lambda id: hypot(goals[id][0] - x, goals[id][1] - y))
        way = [
            None if point is None else round(hypot(goals[goal][0] - point[0], goals[goal][1] - point[1]))
            for point in (at, (x, y))
        ]
        yield {
            "code": "nearer",
            "params": {"rouage": command["rouage"], "goal": goal, "before": way[0], "after": way[1]},
        }


# ---- for what decided a bout ----


def part(match: Any) -> str:
    """The cycle and the phase."""
    return f"{match.state.cycle}.{match.state.phase}"


def rolled(match: Any, events: Sequence[Json]) -> Json:
    """The rolls by seat: `{"dice", "successes", "expected"}` of its rouages (`dice_stats.luck`)."""
    return _luck_json(luck(events, _rouages(match)))


def rolled_by_kind(match: Any, events: Sequence[Json]) -> Json:
    """The rolls of :func:`rolled`, by their kinds (`dice_stats.luck_by_kind`)."""
    return {kind: _luck_json(rolled) for kind, rolled in luck_by_kind(events, _rouages(match)).items()}


def _rouages(match: Any) -> list[Json]:
    return [{"id": rouage.id, "seat": rouage.seat} for rouage in match.state.rouages()]


def _luck_json(luck: Mapping[str, Luck]) -> Json:
    return {
        seat: {"dice": rolled.dice, "successes": rolled.successes, "expected": round(float(rolled.expected), 2)}
        for seat, rolled in luck.items()
    }


ADVISOR = Advisor(
    evaluate,
    shortlist,
    figures,
    reasons,
    frozenset(("choose-edge", "compose", "draft", "plan", "place-decor")),
    part,
    rolled,
    rolled_by_kind,
    drawn=drawn,
    stale=stale,
)
HINTING = Budget(iterations=120, worlds=8)
"""A query has no clock: so many iterations take a third of its time."""
DECIDING = Budget(iterations=60, worlds=8)
"""The budget for each of the three moments."""

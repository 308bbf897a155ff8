"""The greedy bot: the Overlord's side by what its tiles could do for their cost, defence and rerolls by simple figures,
everything else one command ahead by the evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from rules.blade.bots.evaluation import distance
from rules.blade.commands import CODEC
from rules.blade.flow.defence import fixed
from rules.blade.flow.life import life_left
from rules.blade.flow.rolls import best_free
from rules.blade.measure import base_left
from rules.blade.queries import TileParams, forecast
from rules.blade.state import EVENT, State
from rules.kernel import Json, Seat

COST = 0.45
"""What a gem of a slot must bring in damage."""
WORTH_A_GEM = 1.2
"""The damage left after fixed defence for which a gem of guard is spent."""
END: Json = {"kind": "end-activation"}


def overlord_answer(match: Any, rng: Random) -> Json | None:
    """The answer of the Overlord's side to what to do next; None for other questions."""
    state: State = match.state
    match match.asked["1"].kind:
        case "overlord-act":
            return _next_tile(match, state)
        case "tile-act":
            return _next_act(match, state)
        case "event":
            return _first_legal(match, "1")
        case "reinforce":
            rows = [it for it in match.commands("1", rng) if it["figures"]]
            return max(rows, key=lambda it: len(it["figures"]), default={"kind": "reinforce", "figures": []})
    return None


def _first_legal(match: Any, seat: Seat) -> Json:
    """The last option that is legal: the reinforcement before other events."""
    rows = [row["command"] for row in match.decisions[seat]["options"] if row["legal"]]
    found: Json = rows[-1]
    return found


def _next_tile(match: Any, state: State) -> Json:
    """The tile whose figures could do most for its cost, a block of the way included."""
    best: tuple[float, Json] = (0.0, {"kind": "end-turn"})
    for row in match.decisions["1"]["options"]:
        command = row["command"]
        if not row["legal"] or command["kind"] != "activate":
            continue
        tile = command["tile"]
        cost = state.river.index(tile) + 1
        worth = _worth(match, state, tile) - COST * cost
        if worth > best[0]:
            best = (worth, command)
    return best[1]


def _worth(match: Any, state: State, tile: str) -> float:
    """The damage that a tile's figures could do now, and a little for those that only come nearer."""
    if tile == EVENT:
        dead = sum(it.dead for it in state.figures)
        return 0.9 * min(3, dead) if state.row.reinforcement is not None else 0.0
    if state.tile_dead(tile):
        return 0.0
    rows = forecast(match, "1", TileParams(tile))
    worth = 0.0
    for attacks in rows.values():
        able = [float(Fraction(it["mean"])) - COST * it["gems"] for it in attacks]
        worth += max(able, default=0.35)
    return worth


def _next_act(match: Any, state: State) -> Json:
    """All move to where they can strike, then each strikes whom it hurts most."""
    assert state.active is not None
    rows = [row for row in match.commands("1", Random(1)) if row["kind"] in ("move", "attack", "cast", "web")]
    strikes = [row for row in rows if row["kind"] in ("attack", "cast") and "target" in row]
    able = {row["who"] for row in strikes}
    if not state.active.base_over:
        for it in state.of_tile(state.active.tile):
            if it.at is None or it.id in able or state.active.moved.get(it.id, 0):
                continue
            if (move := _approach(state, it.id, rows)) is not None:
                return move
    best = max(strikes, key=lambda row: -life_left(state, row["target"]), default=None)
    return END if best is None else best


def _approach(state: State, who: str, rows: Sequence[Json]) -> Json | None:
    """The move that ends nearest to a hero, if it is nearer than now; free points only."""
    heroes = [hero.at for hero in state.living() if hero.at is not None]
    here = _nearest(state, state.at(who), heroes)
    moves = [row for row in rows if row["kind"] == "move" and row["who"] == who]
    near = [(_nearest(state, row["path"][-1], heroes), len(row["path"]), row) for row in moves]
    near = [row for row in near if row[0] < here and row[1] <= base_left(state, who)]
    return min(near, key=lambda row: row[:2], default=(0, 0, None))[2]


def _nearest(state: State, zone: str, heroes: Sequence[str]) -> float:
    ways = distance(state, zone)
    return min((ways.get(it, 99.0) for it in heroes), default=99.0)


def defence_answer(match: Any, seat: Seat) -> Json | None:
    """Guards by the damage that is left, free rerolls of what is below its mean; None for other questions."""
    state: State = match.state
    kind = match.asked[seat].kind
    if kind == "guard":
        frame: Any = state.stack[-1]
        damage = frame.damage - fixed(state, frame)
        rows = [row["command"] for row in match.decisions[seat]["options"] if row["legal"]]
        guards = [row for row in rows if row["kind"] == "guard"]
        wanted = min(2, int(damage / WORTH_A_GEM))
        able = [row for row in guards if row["gems"] == wanted] or [row for row in guards if row["gems"] <= wanted]
        best: Json = max(able, key=lambda row: (row["gems"], bool(row.get("item"))), default=guards[0])
        return best
    if kind == "reroll":
        said = best_free(state, state.stack[-1])
        found: Json = {"kind": "keep"} if said is None else CODEC.brief(said)
        return found
    return None

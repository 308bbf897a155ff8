"""A player who wants to see every card work: it uses what was not seen yet, goes where things are, fights or avoids
fights, and otherwise does anything legal."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from math import hypot
from typing import Any

from rules.olomoc import Match
from rules.olomoc.cabals import legality
from rules.olomoc.measure import in_cover
from rules.olomoc.packs import EquipmentCard, Pack, RouageCard

Json = dict[str, Any]

LISTED = 24
"""The number of legal commands that it considers."""
PLANS = 12
WHIM = 0.2
"""The share of random commands."""
SOON = 0.2
"""The probability of using something new as soon as possible; healing has more effect later."""
ABOUT = 0.5
"""The probability of doing something with a bearer of what was not seen yet, or to it, where that can be done."""
BLOC = 406_400
DISTANCE: Mapping[str, Callable[[int, int], int]] = {
    "north": lambda _, y: y,
    "south": lambda _, y: BLOC - y,
    "west": lambda x, _: x,
    "east": lambda x, _: BLOC - x,
}
CARRIED: Mapping[str, Mapping[str, str]] = {"cores": {"1": "1", "2": "2"}, "registers": {"1": "2", "2": "1"}}
"""Over whose line each seat carries what it carries."""

TEMPERS = ("fighter", "scholar", "mason", "hermit")
"""The tempers of a seat for a whole match: it goes for the others, for the markers, for cover; or it keeps the
peace."""
FIGHTS = {"fighter": 6.0, "scholar": 4.0, "mason": 5.0, "hermit": -9.0}


def choose(match: Match, seat: str, rng: random.Random, wanted: Collection[str], temper: str) -> Json:
    """The player's command; `wanted`: the ids of capacities and ministry cards not seen yet, and of their bearers."""
    kind = match.asked[seat].kind
    if kind == "plan":
        return max(islice(match.commands(seat, rng), PLANS), key=lambda plan: len(set(wanted) & set(plan["slots"])))
    commands = list(islice(match.commands(seat, rng), LISTED))
    if temper == "hermit" and kind in ("tempt-fate", "opportunity"):
        return dict(match.decisions[seat]["default"])
    if kind == "choose":
        done = [command for command in commands if command["choice"] not in (False, None)]
        return done[0] if done and rng.random() > WHIM else commands[0]
    return _act(match, commands, rng, wanted, temper) if kind == "act" else commands[0]


def _act(match: Match, commands: list[Json], rng: random.Random, wanted: Collection[str], temper: str) -> Json:
    fresh = [command for command in commands if command.get("capacity") in wanted]
    if fresh and rng.random() < SOON:
        return fresh[0]
    if temper == "mason" and (walled := next(_to_cover(match, commands, rng), None)) is not None:
        return walled
    others = [command for command in commands if command["kind"] != "end"]
    if not others or rng.random() < WHIM:
        return commands[0]
    bearing = {id for id, p in match.state.pieces.items() if {p.card, p.equipment} & {*wanted}}
    about = [command for command in others if {command.get("rouage"), command.get("target")} & bearing]
    if about and rng.random() < ABOUT:
        others = about
    best = max(others, key=lambda command: _worth(match, command, rng, temper))
    return best if _worth(match, best, rng, temper) > 0 else commands[0]


def _worth(match: Match, command: Json, rng: random.Random, temper: str) -> float:
    match command["kind"]:
        case "attack" | "charge":
            return FIGHTS[temper] + rng.random()
        case "capacity":
            return 4 + 3 * rng.random()
        case "walk":
            return 3 + 3 * rng.random() - 2 * _apart(match, command, temper) / BLOC
        case "rest":
            return 4 + rng.random() if temper == "hermit" else 3 * rng.random()
        case _:
            return 3 * rng.random()


def _apart(match: Match, command: Json, temper: str) -> float:
    """The distance of a walk's end from where its rouage wants to be, µm."""
    state = match.state
    piece, (x, y) = state.pieces[command["rouage"]], command["to"]
    if piece.tokens.get("agenda") and state.agenda in CARRIED:
        return float(DISTANCE[state.edges[CARRIED[state.agenda][str(piece.seat)]]](x, y))
    markers = [m.at for m in state.markers.values() if str(piece.seat) not in m.tokens]
    others = [p.at for p in state.pieces.values() if p.seat != piece.seat and p.at is not None]
    goals = {"fighter": others, "hermit": markers}.get(temper, [*markers, *others])
    return min((hypot(x - at[0], y - at[1]) for at in goals), default=0.0)


def _to_cover(match: Match, commands: list[Json], rng: random.Random) -> Iterator[Json]:
    """Walks that end against a decor (RNG-3), of rouages that are against none."""
    state = match.state
    walls = [d.polygon for d in state.decor.values() if d.kind != "zone"]
    for id in {command["rouage"] for command in commands if command["kind"] == "walk"}:
        piece = state.pieces[id]
        if piece.at is None or in_cover(state, piece):
            continue
        spots = [spot for wall in walls for spot in _beside(wall, piece.radius)]
        for to in sorted(spots, key=lambda spot: hypot(spot[0] - piece.at[0], spot[1] - piece.at[1]))[:SPOTS]:
            command = {"kind": "walk", "rouage": id, "to": list(to)}
            if match.check(str(piece.seat), command) is None:
                yield command


SPOTS = 12


def _beside(wall: Sequence[tuple[int, int]], radius: int) -> Iterator[tuple[int, int]]:
    """Centres of a base that touches the middle of a side."""
    for (x, y), (u, v) in zip(wall, (*wall[1:], wall[0]), strict=True):
        across, length = ((v - y), (x - u)), hypot(u - x, v - y)
        for side in (radius, -radius):
            yield round((x + u) / 2 + across[0] / length * side), round((y + v) / 2 + across[1] / length * side)


def any_cabal(pack: Pack, rng: random.Random, wanted: Collection[str] = ()) -> Json:
    """A legal cabal of any cards, whether anybody would play it or not; with a wanted card (a rouage's, an
    equipment's), if one is named."""
    wish = rng.choice(sorted(wanted)) if wanted else None
    while True:
        faction = rng.choice(list(pack.factions))
        ranked = [[c for c in pack.rouages.values() if faction in c.factions and c.rank == rank] for rank in (1, 2, 3)]
        trio = [next((c for c in cards if c.id == wish), rng.choice(cards)) for cards in ranked]
        borne = [[e.id for e in pack.equipment.values() if _open(e, faction, trio, bearer)] for bearer in trio]
        lucky = rng.choice(trio)
        rouages = [
            {"card": c.id, "equipment": wish if c is lucky and wish in cards else rng.choice(cards)}
            for c, cards in zip(trio, borne, strict=True)
        ]
        cabal = {"faction": faction, "rouages": rouages}
        has = {card for rouage in rouages for card in rouage.values()}
        if (wish is None or wish in has) and not legality.problems(pack, cabal):
            return cabal


def _open(card: EquipmentCard, faction: str, trio: list[RouageCard], bearer: RouageCard) -> bool:
    """CAB-2, each card taken alone."""
    ministries = {ministry for rouage in trio for ministry in rouage.ministries}
    return faction in card.factions or bearer.id in card.rouages or bool(ministries & set(card.ministries))

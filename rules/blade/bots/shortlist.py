"""The commands worth trying: of each kind of act few, by what they promise."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.blade.bots.evaluation import distance
from rules.blade.flow.life import life_left
from rules.blade.measure import fixed_defence
from rules.blade.state import State
from rules.kernel import Json, Seat

LISTED = 400
"""The most commands of one decision that are looked at."""
MOVES = 4
"""The moves of a character that are tried."""
NEVER = ("throw", "drop", "give", "receive", "pass", "series")
"""Acts that bots leave alone."""


def shortlist(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """`kernel.bots.Advisor.shortlist`."""
    state: State = match.state
    kept: dict[tuple[Any, ...], tuple[float, Json]] = {}
    others: list[Json] = []
    moves: dict[str, list[tuple[float, Json]]] = {}
    for n, command in enumerate(match.commands(seat, rng)):
        if n >= LISTED:
            break
        kind = command["kind"]
        if kind in NEVER:
            continue
        if kind == "attack":
            key = (command["who"], command["target"], command["mode"], command.get("gems"))
            worth = _dice(state, command)
            if key not in kept or worth > kept[key][0]:
                kept[key] = (worth, command)
        elif kind == "move":
            moves.setdefault(command["who"], []).append((_nearer(state, command), command))
        elif kind == "reroll" and command.get("with") == "gem":
            continue
        else:
            others.append(command)
    yield from (command for _, command in kept.values() if _could_hurt(state, command))
    for rows in moves.values():
        rows.sort(key=lambda row: row[0])
        yield from (command for _, command in rows[:MOVES])
    yield from others


def _dice(state: State, command: Json) -> float:
    """The mean of a hero's weapons."""
    items = [state.item(id) for id in command.get("items", ())]
    key = "melee" if command["mode"] == "melee" else "ranged"
    return sum(sum(state.pack.dice[die.rstrip("*")].faces) / 6 for item in items for die in getattr(item, key))


def _could_hurt(state: State, command: Json) -> bool:
    """Whether the gems could do more than fixed defence takes, and are not many more than what is left to kill."""
    gems, target = command.get("gems"), command["target"]
    if gems is None:
        return True
    tough = sum(n for _, n in fixed_defence(state, target)) + life_left(state, target)
    return bool(gems <= tough)


def _nearer(state: State, command: Json) -> float:
    """The way from where a move ends to the nearest adversary."""
    who = command["who"]
    side = "overlord" if state.side_of(who) == "heroes" else "heroes"
    ways = distance(state, command["path"][-1])
    foes = [it.at for id, it in state.everyone().items() if it.at is not None and state.side_of(id) == side]
    return min((ways.get(zone or "", 99.0) for zone in foes), default=99.0)

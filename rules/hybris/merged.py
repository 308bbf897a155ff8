"""Activations with what follows them: where a token leads to one action that has but one form, one answer is the whole
turn (`Activate.then`, `Activate.ends`)."""

from __future__ import annotations

from typing import Any

from rules.kernel import Json, Refused, Seat

WORLDS = 2
"""How many imagined worlds must agree: what arriving sets off may show something."""
WEIGHED = ("drain", "fight")
"""Actions that are weighed when they are taken: they wake Chaos, or are fought."""
FREE = ("task", "premonition", "mk", "spend-tokens")


def merged(match: Any, seat: Seat) -> list[Json]:
    """The activations of a seat that is asked for its turn, each with the one action that it can lead to; `ends` where
    nothing could be done after it. Rows as commands, in the order of the options."""
    question = match.asked.get(seat)
    if question is None or question.kind != "turn":
        return []
    rows = []
    for row in match.decisions[seat]["options"]:
        command = row["command"]
        if command["kind"] != "activate" or not row["legal"] or row.get("needs") or command.get("bonus"):
            continue
        worlds = [_followed(match.imagine(seat, seed), seat, command) for seed in range(WORLDS)]
        first = worlds[0]
        if first is not None and all(world is not None and world["then"] == first["then"] for world in worlds):
            ends = all(world["ends"] for world in worlds if world is not None)
            rows.append({**command, **first, "ends": ends})
    return rows


def _followed(world: Any, seat: Seat, command: Json) -> Json | None:
    """What follows an activation in a world, where that is one action of one form."""
    try:
        world.submit(seat, command)
        act = world.decisions.get(seat)
        if act is None or act["kind"] != "act":
            return None
        legal = [
            option
            for option in act["options"]
            if option["legal"] and option["command"]["kind"] not in (*FREE, "nothing")
        ]
        if len(legal) != 1 or legal[0].get("needs") or legal[0]["command"]["kind"] in WEIGHED:
            return None
        then = legal[0]["command"]
        world.submit(seat, then)
    except Refused:
        return None
    after = world.decisions.get(seat)
    deeds = (
        after is not None and after["kind"] == "after" and sum(bool(option["legal"]) for option in after["options"]) > 1
    )
    return {"then": then, "ends": not deeds}

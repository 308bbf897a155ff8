"""`python -m rules.olomoc.bots [first] [second]`: two bots play a match, told in text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random

from rules.kernel import Json
from rules.olomoc.bots import BOTS, Bot
from rules.olomoc.match import Match
from rules.olomoc.seats import Seat
from rules.olomoc.state import INCH


def played(match: Match, bots: dict[Seat, Bot], rng: Random) -> Iterator[tuple[Seat, Json, list[Json]]]:
    """Plays the match to its end; each command as it comes, with its seat and the events that it caused."""
    while waiting := match.decisions:
        seat: Seat = "1" if "1" in waiting else "2"
        command = bots[seat](match, seat, rng)
        yield seat, command, match.submit(seat, command)


def line(seat: Seat, command: Json, events: list[Json]) -> str:
    """One command as lines of text: the command, and the rolls, wounds and ends that follow."""
    params = " ".join(_word(key, value) for key, value in command.items() if key not in ("kind", "ruler"))
    rows = [f"{seat} {command['kind']} {params}".rstrip()]
    for event in events:
        match event:
            case {"kind": "rolled", "by": by, "why": why, "threshold": threshold, "dice": dice}:
                rows.append(
                    f"    {by} {why}: {' '.join(map(str, dice))} at {threshold}+, {event['successes']} successes"
                )
            case {"kind": "wounded", "piece": piece, "checked": checked}:
                rows.append(f"    {piece}: {checked} PV")
            case {"kind": "out", "piece": piece}:
                rows.append(f"    {piece} is out of combat")
            case {"kind": "scored", "seat": who, "now": now}:
                rows.append(f"    {who} has {now} points")
            case {"kind": "cycle-began"}:
                rows.append(f"cycle {event['cycle']}")
    return "\n".join(rows)


def _word(key: str, value: object) -> str:
    if key == "to" and isinstance(value, list):
        return f"to ({value[0] / INCH:.1f}, {value[1] / INCH:.1f}) in"
    if isinstance(value, bool):
        return key if value else f"no-{key}"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def main(arguments: list[str] | None = None) -> None:
    """Plays, and writes the match to standard output."""
    parser = argparse.ArgumentParser(prog="python -m rules.olomoc.bots", description="Two bots play Olomoc.")
    for place in ("first", "second"):
        parser.add_argument(place, nargs="?", choices=sorted(BOTS), default="greedy")
    parser.add_argument("--agenda", default="random")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    match = Match.new({"agenda": chosen.agenda}, chosen.seed)
    for row in played(match, {"1": BOTS[chosen.first], "2": BOTS[chosen.second]}, Random(chosen.seed)):
        sys.stdout.write(line(*row) + "\n")
    assert match.outcome is not None
    points = match.outcome["points"]
    sys.stdout.write(f"{match.outcome['reason']}: {points['1']} to {points['2']}, winner {match.outcome['winner']}\n")


if __name__ == "__main__":
    main()

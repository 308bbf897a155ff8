"""Helpers of the tests: positions written by hand on the bench, scripted dice, and what a player sees after it."""

from __future__ import annotations

from typing import Any

from rules.blade.match import Match
from rules.kernel import Json
from rules.kernel.chance import ScriptedChance
from rules.kernel.refusals import Refused

DONE: Json = {"kind": "done"}
KEEP: Json = {"kind": "keep"}
END: Json = {"kind": "end-activation"}
END_TURN: Json = {"kind": "end-turn"}
TILE_ACT: Json = {"side": "overlord", "step": "act"}


def hero(id: str, at: str | None, **more: Any) -> Json:
    """A hero, aggressive, with its kit and all its energy in the reserve."""
    return {"id": id, "at": at, **more}


def gems(reserve: int | None = None, **more: Any) -> Json:
    return {"reserve": reserve, **more}


def figure(id: str, unit: str, at: str | None, life: int = 1, **more: Any) -> Json:
    return {"id": id, "unit": unit, "at": at, "life": life, **more}


def red(at: str, count: int = 1) -> list[Json]:
    """Dock bravos of the tile red."""
    return [figure(f"red-{n}", "dock-bravo", at) for n in range(1, count + 1)]


def bench(*who: Json, dice: tuple[int, ...] | list[int] = (), book: int = 0, **position: Any) -> Match:
    """A match on the bench, two people, seat 2 with all heroes; the Book's reserve is 0 unless said."""
    heroes = [it for it in who if "unit" not in it]
    figures = [it for it in who if "unit" in it]
    whole = {"options": {"players": 2}, "heroes": heroes, "figures": figures, "book": {"reserve": book}, **position}
    return Match.from_position(whole, chance=ScriptedChance(list(dice)))


def active(tile: str, **more: Any) -> Json:
    """The Overlord with a tile activated."""
    return {**TILE_ACT, "active": {"tile": tile, **more}}


def move(who: str, *path: str, **more: Any) -> Json:
    return {"kind": "move", "who": who, "path": list(path), **more}


def attack(who: str, target: str, gems: int | None = None, *items: str, mode: str = "melee") -> Json:
    row: Json = {"kind": "attack", "who": who, "target": target, "mode": mode}
    return row if gems is None else {**row, "gems": gems, "items": list(items)}


def play(match: Match, seat: str, *commands: Json) -> Match:
    for command in commands:
        match.submit(seat, command)
    return match


def settle(match: Match) -> Match:
    """Answers every reroll with keep, and every guard with none."""
    while match.asked and (questions := [(s, q.kind) for s, q in match.asked.items() if q.kind in ("reroll", "guard")]):
        seat, kind = questions[0]
        match.submit(seat, KEEP if kind == "reroll" else {"kind": "guard", "gems": 0})
    return match


def refused(match: Match, seat: str, command: Json) -> tuple[str, str]:
    """Clause and code of a refusal; the match stays as it was."""
    clause, code, _ = why(match, seat, command)
    return clause, code


def why(match: Match, seat: str, command: Json) -> tuple[str, str, Json]:
    before = match.position()
    try:
        match.submit(seat, command)
    except Refused as no:
        assert match.position() == before
        return no.refusal.clause, no.refusal.code, dict(no.refusal.params)
    raise AssertionError(f"{command} is legal")


def legal(match: Match, seat: str, command: Json) -> bool:
    return match.check(seat, command) is None


def of(match: Match, id: str) -> Json:
    """A character as all see it."""
    view = match.view("spectator")
    rows = [*view["heroes"], *view["figures"], *view["allies"]]
    return next(row for row in rows if row["id"] == id)


def gems_of(match: Match, id: str) -> Json:
    own: Json = of(match, id)["gems"]
    return own


def asked(match: Match) -> dict[str, str]:
    return {seat: question.kind for seat, question in match.asked.items()}


def events(match: Match, kind: str) -> list[Json]:
    """The events of a kind, oldest first."""
    return [row for row in match.view("spectator")["log"] if row["kind"] == kind]


def left(match: Match) -> list[int]:
    """The scripted dice that are left; a test uses all of its dice."""
    return match._chance.left


def river(match: Match) -> list[str]:
    return [row["tile"] for row in match.view("spectator")["river"]]


def ground(match: Match) -> Json:
    lying: Json = match.view("spectator")["ground"]
    return lying

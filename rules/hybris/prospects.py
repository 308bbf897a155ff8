"""What a seat could do at each place if a Hero of its stood there now, and which Tasks that would accomplish. Judged by
the question that a character is asked on its arrival."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import frames as fr
from rules.hybris.evolve import with_character
from rules.hybris.flow import free
from rules.hybris.flow.actions import WHERE
from rules.hybris.packs import words
from rules.hybris.powers import had, holds
from rules.hybris.state import HEROES, MORTAL_WORLD, State, kind_of
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.run import with_stack

BY_WAY_OF = {"determination": "train", "prophet": "fulfil", "explore-success": "explore", "combat": "defend",
             "win": "defend", "token": ""}  # fmt: skip
"""The action by which a deed that is none itself is come to."""


def prospects(match: Any, seat: Seat) -> Json:
    """`{"places": {place: [{"command", "legal", "why"}]}, "tasks": [{"tile", "task", "now", "places", "characters"}],
    "premonitions": {card: {"has", "needs"}}}`:
    of each action of a place one row, the first that is legal; Tasks on open tiles with a Worker that could be
    accomplished `now`, or by an action at one of the `places`, where the tokens of `characters` lead; what the
    Premonitions lack that do not hold (PRM-2). All are empty before the seat has an Olympian, and once the match is
    over."""
    state: State = match.state
    if state.outcome is not None or not state.mats[seat].olympian:
        return {"places": {}, "tasks": [], "premonitions": {}}
    places = {place: list(_actions(match, seat, place)) for place in words.PLACES}
    return {"places": places, "tasks": list(_tasks(state, seat, places)), "premonitions": _lacking(state, seat)}


def _actions(match: Any, seat: Seat, place: str) -> Iterator[Json]:
    """The actions of a place, each once."""
    state: State = match.state
    spots = state.standing_cities if place == MORTAL_WORLD else (place,)
    by_kind: dict[str, Json] = {}
    for spot in spots:
        for row in _asked(match, seat, spot):
            kind = row["command"]["kind"]
            if kind in WHERE and not by_kind.get(kind, {"legal": False})["legal"]:
                by_kind[kind] = {key: row[key] for key in ("command", "legal", "why") if key in row}
    yield from by_kind.values()


def _asked(match: Any, seat: Seat, spot: str) -> list[Json]:
    """The options of a Hero that has just arrived."""
    hero = f"{seat}-{HEROES[0]}"
    state = with_character(match.state, hero, at=spot, prisoner=False)
    state = replace(state, phase="action", turn=seat, acting=hero, turn_over=False, asked={seat: 0})
    asked = match.placed(with_stack(state, (*match.state.stack[:1], fr.Act(seat, hero)))).decisions.get(seat)
    return list(asked["options"]) if asked is not None else []


def _lacking(state: State, seat: Seat) -> Json:
    lacking: Json = {}
    for card in state.mats[seat].premonitions:
        having = words.state(state.pack.premonitions[card].condition)
        if having.have in words.COUNTABLE and not holds(state, seat, having):
            lacking[card] = {"has": had(state, seat, having), "needs": having.n}
    return lacking


def _tasks(state: State, seat: Seat, places: Json) -> Iterator[Json]:
    mat = state.mats[seat]
    able = {row["command"]["kind"]: place for place, rows in places.items() for row in rows if row["legal"]}
    for tile in mat.open_tiles:
        for n, text in enumerate(state.pack.tiles[tile].tasks):
            task = words.task(text)
            if n in mat.tiles[tile].tasks:
                continue
            now = not task.deed and not isinstance(free.task_payment(state, seat, cmd.DoTask(tile, n)), Refusal)
            to = _leads(task.deed, able) if task.deed else []
            if now or to:
                yield {"tile": tile, "task": n, "now": now, "places": to,
                       "characters": _bearers(state, seat, task.deed, to)}  # fmt: skip


def _leads(deed: str, able: dict[str, str]) -> list[str]:
    """The places where a deed can be done now."""
    name, _, place = deed.partition(" ")
    if name in ("moves", "prophet-moves", "olympian-moves"):
        return [place]
    action = BY_WAY_OF.get(name, name)
    return [able[action]] if action in able else []


def _bearers(state: State, seat: Seat, deed: str, to: list[str]) -> list[str]:
    """The own characters whose tokens lead to one of these places, and that could do the deed there."""
    kinds = {"prophet-moves": ("prophet",), "olympian-moves": ("olympian",), "determination": ("hero",)}
    able = kinds.get(deed.partition(" ")[0], ("olympian", "hero", "prophet"))
    return [
        f"{seat}-{name}"
        for name, character in state.mats[seat].characters.items()
        if character.token in to and kind_of(name) in able
    ]

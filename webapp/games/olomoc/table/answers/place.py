"""Pointing at a place on the Bloc: the engine's word on it, the rulers that could be laid, the nearest legal place.

Functions over a player's hands; whatever comes late, for a place no longer pointed at, is dropped. What is only drawn
(`refresh`) leaves the revision as it is: a confirmation on its way still means what was shown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from webapp.games.olomoc.board import place
from webapp.games.olomoc.board.aim import reach_of
from webapp.games.olomoc.board.risk import parted, plain
from webapp.games.olomoc.table.draft import Doing
from webapp.tables import Refusal

if TYPE_CHECKING:
    from webapp.games.olomoc.table.controller import Hands

Json = dict[str, Any]


async def point(hands: Hands, told: Json) -> None:
    """A place was pointed at: the engine says whether, and with which ruler; or why not, and where else.

    `go`: who pointed wants no further question: what is legal is done at once.
    """
    doing, at = hands.desk.doing, place(told)
    if doing is None or not doing.placing or at is None:
        return
    aim(doing, at)
    hands.desk.notice = None
    found = await hands.ask("resolve", command=doing.at(at))
    if found is None or not _still(hands, doing, at):
        return
    if isinstance(found, Refusal) and found.code == "no-target" and found.params.get("as") in doing.later:
        doing.resolved = doing.at(at)  # as far as it goes: the next place is all that is missing
        hands.changed()
        return
    if isinstance(found, Refusal):
        doing.why = found.to_json()
        hands.changed()
        await _look_near(hands, doing, at)
        return
    _take(doing, found)
    hands.changed()
    if told.get("go") is True and hands.desk.command() is not None:
        await hands.confirm({"rev": hands.desk.rev})
        return
    await hands.weigh_doing()
    await _look_about(hands, doing)


def aim(doing: Doing, at: tuple[int, int]) -> None:
    """A place pointed at, of which nothing is known yet."""
    doing.to, doing.resolved, doing.why, doing.near, doing.turns = at, None, None, None, []


def _take(doing: Doing, found: Json) -> None:
    doing.resolved, doing.why, doing.near = {k: v for k, v in found.items() if k != "apart"}, None, None
    if found.get("to"):
        doing.to = (found["to"][0], found["to"][1])  # a placement may be drawn into its range


def _still(hands: Hands, doing: Doing, at: tuple[int, int] | None) -> bool:
    return hands.desk.doing is doing and doing.to == at


async def _look_near(hands: Hands, doing: Doing, at: tuple[int, int]) -> None:
    """MOV: the legal place nearest to one that is not."""
    if doing.place != "to":
        return
    found = await hands.ask("nearest", command=doing.at(at))
    if isinstance(found, dict) and _still(hands, doing, at):
        doing.near = found
        hands.refresh()


async def _look_about(hands: Hands, doing: Doing) -> None:
    """MOV-2: the other ways to lay the ruler to the same place."""
    at, resolved = doing.to, doing.resolved
    if doing.place != "to" or resolved is None or resolved.get("ruler") is None:
        return
    found: Any = await hands.ask("placements", command={k: v for k, v in resolved.items() if k != "ruler"})
    if isinstance(found, list) and _still(hands, doing, at):
        doing.turns = found
        hands.refresh()


async def suggested(hands: Hands, doing: Doing, found: Json) -> None:
    """A place that the engine proposed is shown like one pointed at."""
    _take(doing, found)
    hands.changed()
    await _look_about(hands, doing)


async def turn(hands: Hands, told: Json) -> None:
    """The ruler was turned to another of the placements shown."""
    doing, n = hands.desk.doing, told.get("n")
    if doing is None or not isinstance(n, int) or isinstance(n, bool) or not 0 <= n < len(doing.turns):
        return
    if doing.resolved is None or told.get("rev") != hands.desk.rev:
        return
    row, at = doing.turns[n], doing.to
    wanted = {**doing.resolved, "ruler": {key: row[key] for key in ("x", "y", "angle")}}
    found = await hands.ask("resolve", command=wanted)
    if isinstance(found, dict) and _still(hands, doing, at):
        doing.resolved = found
        hands.changed()
        await hands.weigh_doing()


async def nearest(hands: Hands, told: Json) -> None:
    """The nearest place that was offered is taken."""
    doing = hands.desk.doing
    if doing is None or doing.near is None:
        return
    _take(doing, doing.near)
    hands.changed()
    await hands.weigh_doing()
    await _look_about(hands, doing)


async def find_reach(hands: Hands, *, parts: bool) -> None:
    """The region that the engine draws for whoever is to be placed: itself, or with `parts` what ending there means."""
    doing = hands.desk.doing
    wanted = reach_of(hands.sheet())
    if wanted is None:
        return
    piece, kind, target = wanted
    found = await hands.ask("risks" if parts else "reach", piece=piece, kind=kind, target=target)
    if isinstance(found, dict) and hands.desk.doing is doing:
        hands.desk.reach = parted(found) if parts else plain(found)
        hands.desk.threats = found.get("threats", [])
        hands.refresh()


INTENTS: Mapping[str, Callable[[Hands, Json], Awaitable[None]]] = {"nearest": nearest}

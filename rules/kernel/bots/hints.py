"""Hints for a seat: its best options, what each is worth, and the figures that say why."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, Match, settle
from rules.kernel.bots.search import Budget, RankedCommand, search
from rules.kernel.codec import Codec, Json
from rules.kernel.contract import Query
from rules.kernel.match import NoParams
from rules.kernel.seats import Seat

HINTS = "hints"
"""The name of the query: a table that allows no hints answers none of that name."""
BEST = 3
WORLDS = 12
"""In which an option is carried out to see what it changes."""
LEAST = 0.05
"""A figure that changes by less on the average is no reason."""


def hints(advisor: Advisor, match: Any, seat: Seat, budget: Budget) -> Json:
    """`{"decision": id or None, "options": [{"command", "worth", "reasons"}]}`: the best options of what a seat is
    asked, the best first; none where it is asked nothing, or what the advisor is silent about.

    `command` is complete; `worth` the share of a win to be expected, 0 to 1; `reasons` are `{"code", "params"}`: what
    the game reckons exactly (`Advisor.reasons`), then each of the game's figures (`Advisor.figures`) that changes, with
    `by`, its mean change once the effects are through. Everything rests on worlds imagined for the seat, the same ones
    for all matches that look alike to it. Without a clock: the budget's iterations alone limit it.
    """
    question = match.asked.get(seat)
    if question is None or question.kind == "adjust" or question.kind in advisor.silent:
        return {"decision": None, "options": []}
    world = match.imagine(seat, 0)
    options = [option["command"] for option in world.decisions[seat]["options"] if option["legal"]]
    best = list(_best(search(advisor, world, seat, 0, budget), options))
    rows = [
        {"command": it.command, "worth": round((it.value + 1) / 2, 3), "reasons": _reasons(advisor, world, seat, it)}
        for it in sorted(best, key=lambda it: -it.value)
    ]
    return {"decision": match.decisions[seat]["id"], "options": rows}


def hints_query(advisor: Advisor, budget: Budget) -> Query[Any, Any]:
    """The query of a game's closed list: a seat's own, so that a spectator gets none."""
    return Query(Codec(NoParams), lambda match, viewer, _: hints(advisor, match, viewer, budget), own=True)


def _best(ranked: list[RankedCommand], options: list[Json]) -> Iterator[RankedCommand]:
    """The best command of each of the best options: two ways to pay for one card are one option."""
    seen: list[Json] = []
    for it in ranked:
        option = next((row for row in options if row.items() <= it.command.items()), it.command)
        if option not in seen and (it.visits or len(ranked) == 1):
            seen.append(option)
            yield it
        if len(seen) == BEST:
            return


def _reasons(advisor: Advisor, world: Match, seat: Seat, ranked: RankedCommand) -> list[Json]:
    before, rng, depth = advisor.figures(world, seat), Random(0), len(world.state.stack)
    total = dict.fromkeys(before, 0.0)
    for n in range(WORLDS):
        tried = world.imagine(seat, n)
        tried.submit(seat, ranked.command)
        settle(tried, depth, rng)
        for figure, value in advisor.figures(tried, seat).items():
            total[figure] += (value - before[figure]) / WORLDS
    changed = {figure: round(by, 2) for figure, by in total.items() if abs(by) >= LEAST}
    exact = list(advisor.reasons(world, seat, ranked.command))
    return exact + [{"code": figure, "params": {"by": by}} for figure, by in changed.items()]

"""Hints for a seat: its best options, what each is worth, and the figures that say why."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, Match, settle
from rules.kernel.bots.search import Budget, RankedCommand, search
from rules.kernel.codec import Codec, Json
from rules.kernel.contract import Query
from rules.kernel.queries import NoParams
from rules.kernel.seats import Seat

BEST = 3
WORLDS = 12
"""The number of worlds in which an option is carried out to see what it changes."""
LEAST = 0.05
"""A figure with a smaller mean change is not given as a reason."""


def hints(advisor: Advisor, match: Any, seat: Seat, budget: Budget) -> Json:
    """`{"decision": id or None, "options": [{"command", "worth", "reasons"}]}`: the best options of a seat's question,
    best first; empty where the seat is asked nothing or the advisor is silent about the question.

    `command` is complete; `worth` is the expected share of a win, 0 to 1; `reasons` are `{"code", "params"}`: first
    what the game computes exactly (`Advisor.reasons`), then each of the game's figures (`Advisor.figures`) that
    changes, with `by`, its mean change once the effects are resolved. All of it is computed in worlds imagined for the
    seat, which are the same for all matches that look the same to it. There is no clock: only the budget's iterations
    limit it."""
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
    """The query of a game's closed list. It answers seats only."""
    return Query(Codec(NoParams), lambda match, viewer, _: hints(advisor, match, viewer, budget), own=True)


def _best(ranked: list[RankedCommand], options: list[Json]) -> Iterator[RankedCommand]:
    """The best command of each of the best options: two ways to pay for the same card count as one option."""
    seen: list[Json] = []
    for offered in ranked:
        option = next((row for row in options if row.items() <= offered.command.items()), offered.command)
        if option not in seen and (offered.visits or len(ranked) == 1):
            seen.append(option)
            yield offered
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
